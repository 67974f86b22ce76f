package export

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// DescribeColumns returns columns as files describe them: that true and false are yes and no
// stands there, too.
func DescribeColumns(columns []enumerate.Column) []enumerate.Column {
	out := slices.Clone(columns)
	for i := range out {
		out[i].Scale = out[i].ScaleOf()
	}
	return out
}

// checkNames checks that each column has a name of its own.
func checkNames(columns []enumerate.Column) error {
	names := make(map[string]bool, len(columns))
	for i, c := range columns {
		if c.Name == "" || names[c.Name] {
			return fmt.Errorf("column %d is called %q, expected a name of its own", i, c.Name)
		}
		names[c.Name] = true
	}
	return nil
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
