package stats

import (
	"encoding/json"
	"fmt"

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

// Section is a part of a [Document] that this package does not know. When a
// document is read, Value is a json.RawMessage.
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

// FromRows returns the document without what rows do not know: effort, and
// failed draws. Statistics recomputed from the rows equal it byte by byte.
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

// MarshalJSON writes the document compactly, keys in a fixed order.
func (d *Document) MarshalJSON() ([]byte, error) {
	var o object
	o.add("schema", Schema)
	o.add("name", d.Name)
	o.add("family", d.Family)
	o.add("job", d.Job)
	o.add("complete", d.Complete)
	if d.Solutions != nil {
		o.add("solutions", d.Solutions)
	}
	if d.Instances != nil {
		o.add("instances", d.Instances)
	}
	if d.Samples != nil {
		o.add("samples", d.Samples)
	}
	o.add("measures", d.Measures)
	if d.Estimates != nil {
		o.add("estimates", d.Estimates)
	}
	names := make(map[string]bool)
	for _, s := range d.Sections {
		if known(s.Name) || names[s.Name] {
			return nil, fmt.Errorf("stats.json has two sections %q", s.Name)
		}
		names[s.Name] = true
		o.add(s.Name, s.Value)
	}
	if d.Effort != nil {
		o.add("effort", d.Effort)
	}
	return o.finish()
}

func known(key string) bool {
	switch key {
	case "schema", "name", "family", "job", "complete", "solutions", "instances", "samples", "measures", "estimates", "effort":
		return true
	}
	return false
}

// UnmarshalJSON reads what MarshalJSON writes; keys may be in any order, and
// those it does not know become Sections.
func (d *Document) UnmarshalJSON(data []byte) error {
	*d = Document{}
	schema := 0
	err := readObject(data, func(key string, value json.RawMessage) error {
		switch key {
		case "schema":
			if err := json.Unmarshal(value, &schema); err != nil {
				return err
			}
			if schema != Schema {
				return fmt.Errorf("version %d: expected %d", schema, Schema)
			}
			return nil
		case "name":
			return json.Unmarshal(value, &d.Name)
		case "family":
			return json.Unmarshal(value, &d.Family)
		case "job":
			return json.Unmarshal(value, &d.Job)
		case "complete":
			return json.Unmarshal(value, &d.Complete)
		case "solutions":
			return readStrict(value, &d.Solutions)
		case "instances":
			return readStrict(value, &d.Instances)
		case "samples":
			return readStrict(value, &d.Samples)
		case "measures":
			return json.Unmarshal(value, &d.Measures)
		case "estimates":
			return readStrict(value, &d.Estimates)
		case "effort":
			return readStrict(value, &d.Effort)
		}
		d.Sections = append(d.Sections, Section{key, value})
		return nil
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
// Histograms are a line each, whatever their length.
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
