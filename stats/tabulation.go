package stats

import (
	"encoding/json"
	"fmt"

	"coverstat/enumerate"
)

// Names of the sections of stats.json that an analysis makes.
const (
	CrosstabsSection  = "crosstabs"
	BreakdownsSection = "breakdowns"
)

// Tabulation counts what an analysis asks for: all its cross-tabulations and
// breakdowns. Like [Accumulator] it is exact, order-free and for one goroutine.
type Tabulation struct {
	cross  []*CrossTab
	breaks []*Breakdown
}

// NewTabulation returns an empty tabulation of rows with these columns.
func NewTabulation(columns []enumerate.Column, a enumerate.Analysis) (*Tabulation, error) {
	t := &Tabulation{}
	for _, pair := range a.Crosstabs {
		c, err := NewCrossTab(columns, pair[0], pair[1])
		if err != nil {
			return nil, err
		}
		t.cross = append(t.cross, c)
	}
	for _, b := range a.Breakdowns {
		x, err := NewBreakdown(columns, b.By, b.Of, a.Drawn != "")
		if err != nil {
			return nil, err
		}
		t.breaks = append(t.breaks, x)
	}
	return t, nil
}

// Add counts all rows of a batch.
func (t *Tabulation) Add(b *enumerate.Batch) error {
	for _, c := range t.cross {
		if err := c.Add(b); err != nil {
			return err
		}
	}
	for _, x := range t.breaks {
		if err := x.Add(b); err != nil {
			return err
		}
	}
	return nil
}

// Merge adds what another tabulation of the same analysis counted.
func (t *Tabulation) Merge(o *Tabulation) error {
	if len(t.cross) != len(o.cross) || len(t.breaks) != len(o.breaks) {
		return fmt.Errorf("merging a tabulation of another analysis")
	}
	for i, c := range t.cross {
		if err := c.Merge(o.cross[i]); err != nil {
			return err
		}
	}
	for i, b := range t.breaks {
		if err := b.Merge(o.breaks[i]); err != nil {
			return err
		}
	}
	return nil
}

// Crosstabs returns the cross-tabulations so far.
func (t *Tabulation) Crosstabs() CrossTables {
	var out CrossTables
	for _, c := range t.cross {
		out = append(out, c.Table())
	}
	return out
}

// Breakdowns returns the breakdowns so far.
func (t *Tabulation) Breakdowns() BreakTables {
	var out BreakTables
	for _, b := range t.breaks {
		out = append(out, b.Table())
	}
	return out
}

// Sections returns the parts of stats.json; none where nothing was asked for.
func (t *Tabulation) Sections() []Section {
	var out []Section
	if len(t.cross) > 0 {
		out = append(out, Section{CrosstabsSection, t.Crosstabs()})
	}
	if len(t.breaks) > 0 {
		out = append(out, Section{BreakdownsSection, t.Breakdowns()})
	}
	return out
}

// CrossTables are in the order of the analysis. In JSON they are one object.
type CrossTables []*CrossTable

// Name is how the table is called in stats.json: "crossroads x on_edge_I5".
func (t *CrossTable) Name() string { return t.Across + " x " + t.Down }

// MarshalJSON writes {"name": {...}, ...}.
func (c CrossTables) MarshalJSON() ([]byte, error) {
	var o object
	for _, t := range c {
		o.add(t.Name(), t)
	}
	return o.finish()
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (c *CrossTables) UnmarshalJSON(data []byte) error {
	*c = nil
	return readObject(data, func(_ string, value json.RawMessage) error {
		t := new(CrossTable)
		*c = append(*c, t)
		return readStrict(value, t)
	})
}

// BreakTables are in the order of the analysis. In JSON they are one object.
type BreakTables []*BreakTable

// MarshalJSON writes {"name": {...}, ...}.
func (b BreakTables) MarshalJSON() ([]byte, error) {
	var o object
	for _, t := range b {
		o.add(t.Name(), t)
	}
	return o.finish()
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (b *BreakTables) UnmarshalJSON(data []byte) error {
	*b = nil
	return readObject(data, func(_ string, value json.RawMessage) error {
		t := new(BreakTable)
		*b = append(*b, t)
		return json.Unmarshal(value, t)
	})
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
