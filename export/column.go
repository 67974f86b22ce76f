package export

import (
	"encoding/json"
	"fmt"

	"coverstat/enumerate"
)

// Column is a column as the manifest and the metadata of a Parquet file
// describe it.
type Column struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // int32, int64, double, bool, string, list<int32>
	Nullable bool   `json:"nullable,omitempty"`
	Role     string `json:"role,omitempty"` // key, weight, measured, summed; "" is plain
	// Scale of a measure: yes_no, nominal; "" is count.
	Scale enumerate.Scale `json:"scale,omitzero"`
	// AtLeastIf names the column that is true where the value is a lower bound.
	AtLeastIf string `json:"at_least_if,omitempty"`
	// Measure is a measure of pieces as configs write it; only the manifest has it.
	Measure string `json:"measure,omitempty"`
	Meaning string `json:"meaning,omitempty"`
	Unit    string `json:"unit,omitempty"`
}

func roleNames() [5]string { return [...]string{"", "key", "weight", "measured", "summed"} }

// DescribeColumns turns columns into their description.
func DescribeColumns(columns []enumerate.Column) []Column {
	out := make([]Column, len(columns))
	for i, c := range columns {
		out[i] = Column{Name: c.Name, Type: c.Type.String(), Nullable: c.Nullable,
			Role: roleNames()[c.Role], Scale: c.ScaleOf(), AtLeastIf: c.AtLeastIf, Measure: c.Measure, Meaning: c.Meaning, Unit: c.Unit}
	}
	return out
}

// ParseColumns is the inverse of [DescribeColumns].
func ParseColumns(columns []Column) ([]enumerate.Column, error) {
	out := make([]enumerate.Column, len(columns))
	names := make(map[string]bool, len(columns))
	for i, c := range columns {
		if c.Name == "" || names[c.Name] {
			return nil, fmt.Errorf("column %d is called %q, expected a name of its own", i, c.Name)
		}
		names[c.Name] = true
		t, err := enumerate.ParseType(c.Type)
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", c.Name, err)
		}
		role := -1
		for r, name := range roleNames() {
			if name == c.Role {
				role = r
			}
		}
		if role < 0 {
			return nil, fmt.Errorf("column %q: role %q, expected one of %q", c.Name, c.Role, roleNames())
		}
		out[i] = enumerate.Column{Name: c.Name, Type: t, Nullable: c.Nullable,
			Role: enumerate.Role(role), Scale: c.Scale, AtLeastIf: c.AtLeastIf, Measure: c.Measure, Meaning: c.Meaning, Unit: c.Unit}
	}
	return out, nil
}

// SameTypes returns an error that says where two lists of columns differ in
// name, type or nulls, or nil if they do not.
func SameTypes(have, want []enumerate.Column) error {
	if len(have) != len(want) {
		return fmt.Errorf("%d columns, expected %d", len(have), len(want))
	}
	for i, h := range have {
		w := want[i]
		if h.Name != w.Name || h.Type != w.Type || h.Nullable != w.Nullable {
			return fmt.Errorf("column %d is %s, expected %s", i, columnText(h), columnText(w))
		}
	}
	return nil
}

func columnText(c enumerate.Column) string {
	if c.Nullable {
		return fmt.Sprintf("%q %v or null", c.Name, c.Type)
	}
	return fmt.Sprintf("%q %v", c.Name, c.Type)
}

// fileMeta is the entry metadataKey of the metadata of a Parquet file.
type fileMeta struct {
	Format  int      `json:"format"`
	Columns []Column `json:"columns"`
}

const (
	metadataKey    = "coverstat"
	metadataFormat = 1
)

func encodeFileMeta(columns []enumerate.Column) (string, error) {
	p, err := json.Marshal(fileMeta{Format: metadataFormat, Columns: DescribeColumns(columns)})
	return string(p), err
}

func decodeFileMeta(text string) ([]enumerate.Column, error) {
	var m fileMeta
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return nil, fmt.Errorf("metadata %q: %w", metadataKey, err)
	}
	if m.Format != metadataFormat {
		return nil, fmt.Errorf("metadata %q of format %d, expected %d", metadataKey, m.Format, metadataFormat)
	}
	return ParseColumns(m.Columns)
}
