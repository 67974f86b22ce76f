package stats

import (
	"encoding/json"
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// Schema is the version of stats.json that this package writes and reads.
const Schema = 1

// Document is the content of stats.json.
type Document struct {
	Name     string
	Family   string
	Job      enumerate.Kind
	Complete bool
	Summary
	// Sections are further parts, such as cross-tabulations, written in this
	// order under their names.
	Sections []Section
	Effort   *Effort // nil leaves it out
}

// Section is a part of a [Document] under a name of its own. When a document is
// read, Value is a json.RawMessage.
type Section struct {
	Name  string
	Value any
}

// Effort is the cost of a search as published.
type Effort struct {
	Nodes     Number `json:"nodes"`
	Updates   Number `json:"updates,omitzero"`
	Solutions Number `json:"solutions"`
	Deepest   int    `json:"deepest,omitzero"`
}

// EffortOf returns an effort as published.
func EffortOf(e enumerate.Effort) *Effort {
	return &Effort{Nodes: Int(e.Nodes), Updates: Int(e.Updates), Solutions: Int(e.Solutions), Deepest: e.Deepest}
}

// FromRows returns a copy without what cannot be found in the rows: the effort
// and the number of failed draws. Statistics recomputed from the rows equal this
// copy byte by byte.
func (d *Document) FromRows() *Document {
	c := *d
	c.Effort = nil
	if d.Samples != nil {
		s := *d.Samples
		s.Failed = nil
		c.Samples = &s
	}
	return &c
}

// field is a key of the document and where its value is.
type field struct {
	key     string
	value   any  // a pointer
	present bool // whether it is written
}

// fields are the keys that this package knows, in their order. The last one
// stands after the sections.
func (d *Document) fields(schema *int) []field {
	return []field{
		{"schema", schema, true},
		{"name", &d.Name, true},
		{"family", &d.Family, true},
		{"job", &d.Job, true},
		{"complete", &d.Complete, true},
		{"solutions", &d.Solutions, d.Solutions != nil},
		{"instances", &d.Instances, d.Instances != nil},
		{"samples", &d.Samples, d.Samples != nil},
		{"measures", &d.Measures, true},
		{"estimates", &d.Estimates, d.Estimates != nil},
		{"effort", &d.Effort, d.Effort != nil},
	}
}

// MarshalJSON writes the document compactly, with the keys in a fixed order.
func (d *Document) MarshalJSON() ([]byte, error) {
	schema := Schema
	fields := d.fields(&schema)
	effort := len(fields) - 1
	list := slices.Clone(fields[:effort])
	for _, s := range d.Sections {
		if slices.ContainsFunc(append(list, fields[effort]), func(f field) bool { return f.key == s.Name }) {
			return nil, fmt.Errorf("stats.json has two sections %q", s.Name)
		}
		list = append(list, field{s.Name, s.Value, true})
	}
	var o object
	for _, f := range append(list, fields[effort]) {
		if f.present {
			o.add(f.key, f.value)
		}
	}
	return o.finish()
}

// UnmarshalJSON reads what MarshalJSON writes; keys may be in any order, and
// those it does not know become Sections.
func (d *Document) UnmarshalJSON(data []byte) error {
	*d = Document{}
	schema := 0
	fields := d.fields(&schema)
	err := readObject(data, func(key string, value json.RawMessage) error {
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		if i < 0 {
			d.Sections = append(d.Sections, Section{key, value})
			return nil
		}
		err := readStrict(value, fields[i].value)
		if err == nil && key == "schema" && schema != Schema {
			err = fmt.Errorf("version %d: expected %d", schema, Schema)
		}
		return err
	})
	if err == nil && schema == 0 {
		return fmt.Errorf("there is no key \"schema\"")
	}
	return err
}

// Section reads a section into a value, and reports whether there is one.
func (d *Document) Section(name string, into any) (bool, error) {
	for _, s := range d.Sections {
		if s.Name != name {
			continue
		}
		data, err := json.Marshal(s.Value)
		if err == nil {
			err = json.Unmarshal(data, into)
		}
		if err != nil {
			return true, fmt.Errorf("stats.json: %s: %w", name, err)
		}
		return true, nil
	}
	return false, nil
}

// Encode returns the bytes of stats.json: the same document, the same bytes.
// Each histogram stands on one line, whatever its length.
func (d *Document) Encode() ([]byte, error) {
	compact, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("encoding statistics: %w", err)
	}
	return layout(compact), nil
}

// Decode reads the bytes of stats.json.
func Decode(data []byte) (*Document, error) {
	d := new(Document)
	if err := json.Unmarshal(data, d); err != nil {
		return nil, fmt.Errorf("reading statistics: %w", err)
	}
	return d, nil
}
