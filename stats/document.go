package stats

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"coverstat/enumerate"
)

// schema is the version of stats.json that this package writes and reads.
const schema = 1

// Document is the content of stats.json.
type Document struct {
	Name     string         `json:"name"`
	Family   string         `json:"family"`
	Job      enumerate.Kind `json:"job"`
	Complete bool           `json:"complete"`
	// One of these are the totals.
	Solutions *Solutions `json:"solutions,omitempty"`
	Instances *Instances `json:"instances,omitempty"`
	Samples   *Samples   `json:"samples,omitempty"`

	Measures   Measures         `json:"measures"`
	Estimates  *Estimates       `json:"estimates,omitempty"`
	Sequence   Sequence         `json:"sequence,omitzero"`   // of a survey over sizes
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
	return PublishedEffort{Nodes: Int(e.Nodes), Updates: Int(e.Updates), Solutions: Int(e.Solutions),
		Deepest: e.Deepest}
}

// setBounds says of each measure that no solution lies beyond its range, where the document has all solutions.
func (d *Document) setBounds() {
	if !d.Complete || d.Job != enumerate.Census {
		return
	}
	for i := range d.Measures {
		if m := &d.Measures[i].Raw; m.Min != nil {
			m.Bounds = &bounds{*m.Min, *m.Max}
		}
	}
}

// FromRows returns a copy without what cannot be found in the rows: the effort, the number of failed draws and the
// sequence.
func (d *Document) FromRows() *Document {
	c := *d
	c.Effort, c.Sequence = nil, Sequence{}
	if d.Solutions != nil {
		s := *d.Solutions
		s.Weighted = Number{}
		c.Solutions, c.Measures = &s, slices.Clone(d.Measures)
		for i := range c.Measures {
			c.Measures[i].Weighted = nil
		}
	}
	if d.Samples != nil {
		s := *d.Samples
		s.Failed = nil
		c.Samples = &s
	}
	return &c
}

// SetWeighted enters what the solutions of a census are by their weights, and the values of these measures.
func (d *Document) SetWeighted(t *enumerate.Totals, measures []enumerate.Column) {
	d.Solutions.Weighted = BigInt(t.Raw)
	for i, c := range measures {
		var values Histogram
		for _, g := range t.Groups[i] {
			values = append(values, Bin{g.Values[0], BigInt(g.Raw)})
		}
		weighted := values.Describe()
		weighted.keep(c.ScaleOf())
		for k := range d.Measures {
			if d.Measures[k].Name == c.Name {
				d.Measures[k].Weighted = &weighted
			}
		}
	}
}

// documentFields are a document without methods, as JSON has it.
type documentFields Document

// MarshalJSON writes the document compactly, with the keys in a fixed order.
func (d *Document) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Schema int `json:"schema"`
		*documentFields
	}{schema, (*documentFields)(d)})
}

// UnmarshalJSON reads what MarshalJSON writes; keys may be in any order.
func (d *Document) UnmarshalJSON(data []byte) error {
	*d = Document{}
	into := struct {
		Schema int `json:"schema"`
		*documentFields
	}{documentFields: (*documentFields)(d)}
	err := readObject(data, func(string, json.RawMessage) error { return nil }) // no key comes twice
	if err == nil {
		err = readStrict(data, &into)
	}
	if err == nil && into.Schema != schema {
		err = fmt.Errorf("schema is version %d: expected %d", into.Schema, schema)
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

// CompareRaw returns an error if the rows do not stand for as many raw objects as the search counted before it dropped
// symmetric ones.
func (d *Document) CompareRaw(counted Number) error {
	var rows Number
	switch {
	case d.Solutions != nil:
		rows = d.Solutions.Raw
	case d.Instances != nil:
		rows = d.Instances.Raw
	case d.Samples != nil:
		rows = d.Samples.Drawn
	}
	if rows.Cmp(counted) != 0 {
		return fmt.Errorf("the rows stand for %s, the search counted %s: the dataset is wrong", rows, counted)
	}
	return nil
}

// Solutions are the totals of a census.
type Solutions struct {
	Raw      Number `json:"raw"`
	Distinct Number `json:"distinct"` // up to symmetry
	// Weighted is the sum of the solutions' weights; zero if the config weighs none.
	Weighted Number `json:"weighted,omitzero"`
	// ByOrbitSize counts classes by their numbers of solutions, BySymmetry by their stabilisers; nil if unknown.
	ByOrbitSize Histogram    `json:"by_orbit_size,omitzero"`
	BySymmetry  []Stabiliser `json:"by_symmetry,omitzero"`
}

// A Stabiliser is the number of classes whose solutions have this stabiliser, or a conjugate one.
type Stabiliser struct {
	Name    string `json:"stabiliser"`
	Order   int    `json:"order"`
	Classes Number `json:"classes"`
}

// PublishStabilisers returns a list as stats.json has it.
func PublishStabilisers(list []enumerate.Stabiliser) []Stabiliser {
	if list == nil {
		return nil
	}
	all := []Stabiliser{}
	for _, s := range list {
		all = append(all, Stabiliser{s.Name, s.Order, BigInt(s.Classes)})
	}
	return all
}

// NoSymmetries says why classes are not counted by stabilisers where a family has a canonical form of its own.
const NoSymmetries = "the symmetries are not listed"

// FillStabilisers writes the classes by their stabilisers into a document of solutions, or says why it has none. counts
// is nil if the symmetries are not known.
func (d *Document) FillStabilisers(counts enumerate.StabiliserCounts) (why string) {
	switch {
	case d.Solutions == nil:
		return ""
	case !d.Complete:
		return "the solutions are not all there"
	case d.Solutions.Raw.IsZero():
		d.Solutions.BySymmetry = []Stabiliser{}
		return ""
	case counts == nil:
		return NoSymmetries
	}
	list, err := counts.Stabilisers()
	if err != nil {
		why = err.Error()
	}
	d.Solutions.BySymmetry = PublishStabilisers(list)
	return why
}

// orbitSizes counts classes by their numbers of solutions. The list begins with the largest orbits.
func orbitSizes(list []enumerate.Stabiliser) Histogram {
	if list == nil {
		return nil
	}
	sizes := Histogram{}
	for _, s := range slices.Backward(list) {
		if n := len(sizes) - 1; n >= 0 && sizes[n].Value == s.OrbitSize {
			sizes[n].Count = sizes[n].Count.Add(BigInt(s.Classes))
		} else {
			sizes = append(sizes, Bin{s.OrbitSize, BigInt(s.Classes)})
		}
	}
	return sizes
}

// Instances are the totals of a survey. An instance is unique if it is proven to have exactly one solution. The search
// of an undecided one was stopped: it is neither solvable nor unsolvable here. A capped one has more solutions than
// were counted.
type Instances struct {
	Raw              Number `json:"raw"`
	Distinct         Number `json:"distinct"`
	SolvableRaw      Number `json:"solvable_raw"`
	SolvableDistinct Number `json:"solvable_distinct"`
	UniqueRaw        Number `json:"unique_raw"`
	UniqueDistinct   Number `json:"unique_distinct"`

	UndecidedRaw      Number `json:"undecided_raw,omitzero"`
	UndecidedDistinct Number `json:"undecided_distinct,omitzero"`
	CappedRaw         Number `json:"capped_raw,omitzero"`
	CappedDistinct    Number `json:"capped_distinct,omitzero"`

	// Drawn is the number of instances that were drawn until so many met a condition: these are the rows. Meeting
	// estimates the share of those that meet it among all that could be drawn.
	Drawn   Number   `json:"drawn,omitzero"`
	Meeting Interval `json:"meeting,omitzero"`

	ByOrbitSize Histogram `json:"by_orbit_size,omitzero"`
}

// SetDrawn enters how many instances were drawn, besides the rows, that do not meet the condition of the draws. Where
// the last draw is one that meets it, the share of those before it is the unbiased estimate (J. B. S. Haldane, On a
// method of estimating frequencies, 1945).
func (i *Instances) SetDrawn(failed int64, reached bool) {
	i.Drawn = i.Distinct.Add(Int(failed))
	rows, drawn := i.Distinct.Float(), i.Drawn.Float()
	switch {
	case !reached:
		i.Meeting = Wilson(rows, drawn, DefaultConfidence)
	case rows > 1:
		i.Meeting = Wilson(rows-1, drawn-1, DefaultConfidence)
		i.Meeting.Method = "wilson, without the last draw"
	}
}

// Samples are the totals of a sample: successful draws, and the classes seen.
type Samples struct {
	Drawn    Number `json:"drawn"`
	Distinct Number `json:"distinct"`
	// Failed counts draws without a solution within their node limit, which Drawn does not include; nil if unknown.
	Failed      *Number   `json:"failed,omitempty"`
	ByTimesSeen Histogram `json:"by_times_seen,omitzero"` // classes by how often they were seen
}

// Measure is the distribution of a measure, weighted by raw objects and by rows.
type Measure struct {
	Name     string          `json:"-"`
	Scale    enumerate.Scale `json:"scale,omitzero"` // count where it is left out
	Raw      Distribution    `json:"raw"`
	Distinct Distribution    `json:"distinct"`
	Weighted *Distribution   `json:"weighted,omitempty"` // by the solutions' weights; nil if they have none
}

func (m *Measure) name() *string { return &m.Name }

// Measures are in the order of the columns. In JSON they are one object.
type Measures = nameList[Measure, *Measure]

// A Sequence is an [enumerate.Sequence] as stats.json has it: numbers are decimal texts, and lists end at order 100. The
// zero value, which is left out, is that of a job that asks for none.
type Sequence struct {
	none          bool     // null: it was asked for, and there is none
	Over          string   `json:"over"`
	States        int      `json:"states"`
	Order         int      `json:"order"`
	Recurrence    []string `json:"recurrence,omitzero"`
	Numerator     []string `json:"numerator,omitzero"`
	Denominator   []string `json:"denominator,omitzero"`
	Growth        *float64 `json:"growth"` // nil if only finitely many terms are not 0
	GrowthPerCell *float64 `json:"growth_per_cell"`
	Proved        bool     `json:"proved"`
}

// PublishSequence returns a sequence as stats.json has it, null if q is nil.
func PublishSequence(q *enumerate.Sequence) Sequence {
	if q == nil {
		return Sequence{none: true}
	}
	s := Sequence{Over: q.Over, States: q.States, Order: len(q.Recurrence), Proved: true}
	if q.Growth > 0 {
		s.Growth, s.GrowthPerCell = &q.Growth, &q.GrowthPerCell
	}
	if s.Order <= 100 {
		texts := func(numbers []*big.Int) []string {
			list := []string{}
			for _, n := range numbers {
				list = append(list, n.String())
			}
			return list
		}
		s.Recurrence, s.Numerator, s.Denominator = texts(q.Recurrence), texts(q.Numerator), texts(q.Denominator)
	}
	return s
}

// Known reports whether there is a sequence.
func (s *Sequence) Known() bool { return s.Over != "" }

// sequenceFields are a sequence without methods, as JSON has it.
type sequenceFields Sequence

// MarshalJSON implements [json.Marshaler].
func (s Sequence) MarshalJSON() ([]byte, error) {
	if s.none {
		return []byte("null"), nil
	}
	return json.Marshal(sequenceFields(s))
}

// UnmarshalJSON implements [json.Unmarshaler].
func (s *Sequence) UnmarshalJSON(data []byte) error {
	s.none = string(data) == "null"
	return json.Unmarshal(data, (*sequenceFields)(s))
}
