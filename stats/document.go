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
	// Breakdowns are in the order of the analysis.
	Breakdowns []*GroupTable
	Effort     *PublishedEffort // nil leaves it out
}

// PublishedEffort is an [enumerate.Effort] as stats.json and the manifest have it: its
// counts survive JSON.
type PublishedEffort struct {
	Nodes     Number `json:"nodes"`
	Updates   Number `json:"updates,omitzero"`
	Solutions Number `json:"solutions"`
	Deepest   int    `json:"deepest,omitzero"`
}

// PublishEffort returns an effort as published.
func PublishEffort(e enumerate.Effort) PublishedEffort {
	return PublishedEffort{Nodes: Int(e.Nodes), Updates: Int(e.Updates), Solutions: Int(e.Solutions), Deepest: e.Deepest}
}

// setBounds says of each measure that no solution has a value below the least or above the
// greatest, where the document has all solutions.
func (d *Document) setBounds() {
	if !d.Complete || d.Job != enumerate.Census {
		return
	}
	for i := range d.Measures {
		if m := &d.Measures[i].Raw; m.Min != nil {
			m.Bounds = &Bounds{*m.Min, *m.Max}
		}
	}
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

// fields are the keys of the document, in their order.
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
		{"breakdowns", &d.Breakdowns, d.Breakdowns != nil},
		{"effort", &d.Effort, d.Effort != nil},
	}
}

// MarshalJSON writes the document compactly, with the keys in a fixed order.
func (d *Document) MarshalJSON() ([]byte, error) {
	schema := Schema
	var o object
	for _, f := range d.fields(&schema) {
		if f.present {
			o.add(f.key, f.value)
		}
	}
	return o.finish()
}

// UnmarshalJSON reads what MarshalJSON writes; keys may be in any order.
func (d *Document) UnmarshalJSON(data []byte) error {
	*d = Document{}
	schema := 0
	fields := d.fields(&schema)
	err := readObject(data, func(key string, value json.RawMessage) error {
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		if i < 0 {
			return fmt.Errorf("no part of stats.json has this name")
		}
		err := readStrict(value, fields[i].value)
		if err == nil && key == "schema" && schema != Schema {
			err = fmt.Errorf("version %d: expected %d", schema, Schema)
		}
		return err
	})
	if err == nil && schema == 0 {
		err = fmt.Errorf("there is no key \"schema\"")
	}
	for _, t := range d.Breakdowns {
		if err == nil {
			err = t.check()
		}
	}
	if e := d.Estimates.check(d.Measures); err == nil {
		err = e
	}
	for _, m := range d.Measures {
		for _, x := range []Distribution{m.Raw, m.Distinct} {
			if e := x.check(); err == nil && e != nil {
				err = fmt.Errorf("%s: %w", m.Name, e)
			}
		}
	}
	return err
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
