package stats

import (
	"cmp"
	"encoding/json"
	"fmt"

	"coverstat/enumerate"
)

// Schema is the version of stats.json that this package writes and reads.
const Schema = 1

// Document is the content of stats.json.
type Document struct {
	Name     string         `json:"name"`
	Family   string         `json:"family"`
	Job      enumerate.Kind `json:"job"`
	Complete bool           `json:"complete"`
	Summary
	Sequence   MaybeSequence    `json:"sequence,omitzero"`   // of a survey over sizes
	Breakdowns []*GroupTable    `json:"breakdowns,omitzero"` // in the order of the analysis
	Effort     *PublishedEffort `json:"effort,omitempty"`    // nil leaves it out
}

// PublishedEffort is an [enumerate.Effort] as stats.json and the manifest have it.
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

// setBounds says of each measure that no solution lies beyond its range, where the document has all solutions.
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

// FromRows returns a copy without what cannot be found in the rows: the effort, the number of failed draws and the
// sequence.
func (d *Document) FromRows() *Document {
	c := *d
	c.Effort, c.Sequence = nil, MaybeSequence{}
	if d.Samples != nil {
		s := *d.Samples
		s.Failed = nil
		c.Samples = &s
	}
	return &c
}

// plain is a document without methods, as JSON has it.
type plain Document

// MarshalJSON writes the document compactly, with the keys in a fixed order.
func (d *Document) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Schema int `json:"schema"`
		*plain
	}{Schema, (*plain)(d)})
}

// UnmarshalJSON reads what MarshalJSON writes; keys may be in any order.
func (d *Document) UnmarshalJSON(data []byte) error {
	*d = Document{}
	into := struct {
		Schema int `json:"schema"`
		*plain
	}{plain: (*plain)(d)}
	err := readObject(data, func(string, json.RawMessage) error { return nil }) // no key comes twice
	if err == nil {
		err = readStrict(data, &into)
	}
	if err == nil && into.Schema != Schema {
		err = fmt.Errorf("schema is version %d: expected %d", into.Schema, Schema)
	}
	for _, t := range d.Breakdowns {
		err = cmp.Or(err, t.check())
	}
	err = cmp.Or(err, d.Estimates.check(d.Measures))
	for _, m := range d.Measures {
		if e := cmp.Or(m.Raw.check(), m.Distinct.check()); e != nil {
			err = cmp.Or(err, fmt.Errorf("%s: %w", m.Name, e))
		}
	}
	return err
}

// Encode returns the bytes of stats.json. Each histogram stands on one line, whatever its length.
func (d *Document) Encode() ([]byte, error) {
	compact, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("encoding statistics: %w", err)
	}
	return append(layout(compact, "\n"), '\n'), nil
}

// Decode reads the bytes of stats.json.
func Decode(data []byte) (*Document, error) {
	d := new(Document)
	if err := json.Unmarshal(data, d); err != nil {
		return nil, fmt.Errorf("reading statistics: %w", err)
	}
	return d, nil
}
