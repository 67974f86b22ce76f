package stats

import (
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
)

// maxValues is the number of values of a measure that are counted one by one, at some 60 bytes each: more than
// are published, so that medians stay exact.
const maxValues = 1 << 20

// Accumulator counts rows into the statistics of a dataset: the totals of the job's kind, the distribution of
// every measure, and the breakdowns that an analysis asks for. All sums are exact, and Merge is associative and
// commutative: the results depend neither on the order of the rows nor on their division among workers.
//
// The rows of a sample must have been deduplicated before: two rows of one class count as two classes.
//
// A value takes about 2 ns, or 20 ns if it is negative or above 65,535. An accumulator holds up to 1.6 MB for
// each measure, and some 60 bytes more for each other value. Give each worker its own.
type Accumulator struct {
	weigher
	kind     enumerate.Kind
	analysis enumerate.Analysis

	count  int // of a survey: [enumerate.InstanceSolutions]; or -1
	capped int // of bool: the count is a lower bound; or -1
	text   int // of the digits of the count, also where that is null; or -1

	all       counts
	instances [4]counts // of a survey, by what is known of their solutions: solvable, unique, unknown, atLimit

	measures   []*GroupBy
	bounds     []*GroupBy // by measure: the values that are lower bounds; nil if it has none
	classes    *GroupBy   // by orbit size, nil without that column; in samples by how often they were seen
	breakdowns []*GroupBy
	groupings  []*GroupBy // all of them

	draws *drawWeights // nil unless a sample's draws have weights
}

// Kinds of instances of a survey.
const (
	solvable = iota // with at least one solution
	unique          // with exactly one solution, proven
	unknown         // undecided: the search was stopped
	atLimit         // with more solutions than were counted
)

// New returns an empty accumulator for rows with these columns. Measures and the columns that the analysis names
// must be integers (int32, int64, bool); a survey needs its column of solutions.
func New(columns []enumerate.Column, kind enumerate.Kind, analysis enumerate.Analysis) (*Accumulator, error) {
	a := &Accumulator{kind: kind, analysis: analysis, count: -1, capped: -1, text: -1}
	var err error
	if a.weigher, err = newWeigher(slices.Clone(columns)); err != nil {
		return nil, err
	}
	switch kind {
	case enumerate.Census:
	case enumerate.Sample:
		if a.column < 0 {
			return nil, fmt.Errorf("statistics of a sample: no column says how often a row was seen")
		}
		if a.draws, err = newDrawWeights(columns); err != nil {
			return nil, fmt.Errorf("statistics of a sample: %w", err)
		}
	case enumerate.Survey:
		solutions := enumerate.InstanceSolutions(columns)
		if a.count = enumerate.ColumnIndex(columns, solutions, enumerate.Integers...); a.count < 0 {
			return nil, fmt.Errorf("statistics of a survey: there is no column %q", solutions)
		}
		a.capped = enumerate.ColumnIndex(columns, enumerate.CappedColumn)
		a.text = enumerate.ColumnIndex(columns, solutions+enumerate.TextSuffix, enumerate.String)
	default:
		return nil, fmt.Errorf("statistics of kind %q: expected census, survey or sample", kind)
	}
	if a.capped >= 0 && columns[a.capped].Type != enumerate.Bool {
		return nil, fmt.Errorf("column %q is of type %v: expected bool", enumerate.CappedColumn, columns[a.capped].Type)
	}
	return a, a.group()
}

// group makes the groupings of the measures and of the analysis.
func (a *Accumulator) group() error {
	add := func(by string, of []string, limit int) (*GroupBy, error) {
		g, err := newGroupBy(a.columns, []string{by}, of, limit)
		a.groupings = append(a.groupings, g)
		return g, err
	}
	for _, name := range enumerate.MeasureColumns(a.columns, a.kind) {
		g, err := add(name, nil, maxValues)
		if err != nil {
			return fmt.Errorf("measure: %w", err)
		}
		if a.draws != nil {
			g.sumWhole(a.draws.columns())
		}
		var bounds *GroupBy
		if c := a.columns[g.by[0]]; c.AtLeastIf != "" {
			if bounds, err = add(c.AtLeastIf, []string{c.Name}, 2); err != nil {
				return fmt.Errorf("lower bounds of %s: %w", c.Name, err)
			}
		}
		a.measures, a.bounds = append(a.measures, g), append(a.bounds, bounds)
	}
	classes := enumerate.OrbitSizeColumn
	if a.kind == enumerate.Sample {
		classes = a.columns[a.column].Name
	}
	if enumerate.ColumnIndex(a.columns, classes) >= 0 {
		var err error
		if a.classes, err = add(classes, nil, maxValues); err != nil {
			return err
		}
	}
	if a.draws != nil {
		a.groupings = append(a.groupings, a.draws.sizes)
	}
	for _, b := range a.analysis.Breakdowns {
		g, err := NewBreakdown(a.columns, b)
		if err != nil {
			return err
		}
		a.breakdowns = append(a.breakdowns, g)
	}
	a.groupings = append(a.groupings, a.breakdowns...)
	return nil
}

// Add counts all rows of a batch. It fails, and counts none, if the columns are others or a weight is below 1.
func (a *Accumulator) Add(b *enumerate.Batch) error {
	weights, err := a.weigh(b)
	if err != nil {
		return err
	}
	if a.draws != nil {
		if err := a.draws.add(b); err != nil {
			return err
		}
	}
	for _, w := range weights {
		a.all.addRow(w)
	}
	if a.count >= 0 {
		a.addInstances(b, weights)
	}
	for _, g := range a.groupings {
		g.add(b, weights)
	}
	return nil
}

func (a *Accumulator) addInstances(b *enumerate.Batch, weights []int64) {
	for row, w := range weights {
		n := b.IntAt(a.count, row) // null is 0
		capped := a.capped >= 0 && b.IntAt(a.capped, row) != 0
		switch {
		case b.IsNull(a.count, row) && a.text >= 0 && !b.IsNull(a.text, row): // beyond 64 bits
			n = math.MaxInt64
		case b.IsNull(a.count, row) || n == 0 && capped: // the search was stopped
			a.instances[unknown].addRow(w)
			continue
		case capped:
			a.instances[atLimit].addRow(w)
		case n == 1: // a capped count is a lower bound: with a limit of 1 it proves nothing
			a.instances[unique].addRow(w)
		}
		if n >= 1 {
			a.instances[solvable].addRow(w)
		}
	}
}

// Merge adds what another accumulator of the same kind, columns and analysis counted.
func (a *Accumulator) Merge(other enumerate.RowCounts) {
	o := other.(*Accumulator)
	a.all.addCounts(&o.all)
	for i := range a.instances {
		a.instances[i].addCounts(&o.instances[i])
	}
	if a.draws != nil {
		a.draws.heaviest = max(a.draws.heaviest, o.draws.heaviest)
	}
	for i, g := range a.groupings {
		g.Merge(o.groupings[i])
	}
}

// Fill writes the statistics of all rows so far into a document: the totals, the distributions of the measures, the
// breakdowns and, where rows were drawn, the estimates.
func (a *Accumulator) Fill(d *Document) {
	raw, distinct := a.all.numbers()
	var classes Histogram
	if a.classes != nil {
		_, counted := a.classes.distributions()
		classes = counted.Histogram
	}
	switch a.kind {
	case enumerate.Census:
		d.Solutions = &Solutions{Raw: raw, Distinct: distinct, ByOrbitSize: Histogram{}}
		if a.classes != nil {
			d.Solutions.ByOrbitSize = classes
		} else if !a.all.none() {
			d.Solutions.ByOrbitSize = Histogram{{1, distinct}} // every solution is its own orbit
		}
	case enumerate.Survey:
		d.Instances = &Instances{Raw: raw, Distinct: distinct, ByOrbitSize: classes}
		d.Instances.SolvableRaw, d.Instances.SolvableDistinct = a.instances[solvable].numbers()
		d.Instances.UniqueRaw, d.Instances.UniqueDistinct = a.instances[unique].numbers()
		d.Instances.UndecidedRaw, d.Instances.UndecidedDistinct = a.instances[unknown].numbers()
		d.Instances.CappedRaw, d.Instances.CappedDistinct = a.instances[atLimit].numbers()
	case enumerate.Sample:
		d.Samples = &Samples{Drawn: raw, Distinct: distinct, ByTimesSeen: classes}
	}
	for i, g := range a.measures {
		c := &a.columns[g.by[0]]
		m := Measure{Name: c.Name, Scale: c.ScaleOf()}
		m.Raw, m.Distinct = g.distributions()
		m.Raw.AtLeast, m.Distinct.AtLeast = a.bounds[i].lowerBounds()
		d.Measures = append(d.Measures, m)
	}
	d.estimate(a.analysis.Drawn)
	if a.draws != nil {
		d.Estimates.Weighted = a.weighted(raw.Float(), d.Measures)
	}
	d.Breakdowns = a.Breakdowns()
	d.setBounds()
}

// lowerBounds says how many values are lower bounds, of raw objects and of rows.
func (g *GroupBy) lowerBounds() (raw, distinct *atLeast) {
	if g == nil {
		return nil, nil
	}
	for _, c := range g.sorted() {
		if s := &g.sums[0][c]; g.key(c)[0] == 1 && !s.n.none() {
			n, rows := s.n.numbers()
			return &atLeast{n, Int(s.least)}, &atLeast{rows, Int(s.least)}
		}
	}
	return nil, nil
}

// Breakdowns returns the breakdowns so far. Means have intervals if the rows are draws.
func (a *Accumulator) Breakdowns() []*GroupTable {
	var list []*GroupTable
	for _, g := range a.breakdowns {
		list = append(list, g.Table(a.analysis.Drawn != ""))
	}
	return list
}

// Tables returns the table of breakdowns, if there are any.
func (a *Accumulator) Tables() ([]enumerate.Table, error) {
	return BreakdownTables(a.Breakdowns()), nil
}
