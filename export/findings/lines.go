package findings

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// A measureLine is what is said of a measure.
type measureLine struct {
	Name      string
	Text      string // how the values are distributed, in a line
	Estimated string // the same of all solutions, estimated from weighted draws; "" without an estimate
	Only      string // the one value that all have; "" if there are several
}

// few is the number of values up to which a line has all of them.
const few = 6

// measure says in words what is known of a measure.
func (f *Findings) measure(m *stats.Measure) measureLine {
	d := &m.Raw
	out := measureLine{Name: m.Name, Only: soleValue(m)}
	if out.Only != "" && m.Scale == enumerate.Nominal {
		out.Only += f.kind(m.Name, d.Histogram[0].Value)
	}
	switch {
	case d.N.IsZero():
		out.Text = "no values"
	case m.Scale == enumerate.YesNo:
		out.Text = fmt.Sprintf("%s (%s of %s)", enumerate.Percent(*d.Mean), d.Sum.Grouped(), d.N.Grouped())
		if i := f.Statistics.Estimates.Of(m.Name).Mean; i != nil {
			out.Text = fmt.Sprintf("%s, %s of %s", i.Written(enumerate.Percent, ""), d.Sum.Grouped(), d.N.Grouped())
		}
		if f.Symmetric && f.Things != "draws" && *m.Distinct.Mean != *d.Mean {
			out.Text += fmt.Sprintf(", %s %s", enumerate.Percent(*m.Distinct.Mean), UpToSymmetry)
		}
	case len(d.Histogram) > 0 && len(d.Histogram) <= few:
		out.Text = bins(d)
		if most := mostFrequent(d).Value; m.Scale == enumerate.Nominal {
			if kind := f.kind(m.Name, most); kind != "" {
				out.Text += fmt.Sprintf("   the most frequent: %d%s", most, kind)
			}
		}
	case m.Scale == enumerate.Nominal && len(d.Histogram) == 0:
		out.Text = "very many kinds"
	case m.Scale == enumerate.Nominal:
		most := mostFrequent(d)
		out.Text = fmt.Sprintf("%d kinds, the most frequent is number %d%s: %s (%s of %s)", len(d.Histogram),
			most.Value,
			f.kind(m.Name, most.Value),
			enumerate.Percent(most.Count.Float()/d.N.Float()), most.Count.Grouped(), d.N.Grouped())
	default:
		var parts []string
		for _, n := range meanAndRange(m, f.Statistics.Estimates) {
			if n.Name == "from" || !f.bySize(m.Name) {
				parts = append(parts, n.Name+" "+n.Value)
			}
		}
		out.Text = strings.Join(parts, ", ") + bounds(d)
	}
	if !d.Nulls.IsZero() {
		out.Text += fmt.Sprintf("   %s: %s", f.missing(m.Name), d.Nulls.Grouped())
	}
	if e := f.Statistics.Estimates.OfWeights(m.Name); e.Mean != nil || len(e.Shares) > 0 {
		out.Estimated = f.estimated(e, m.Scale)
	}
	return out
}

func mostFrequent(d *stats.Distribution) stats.Bin {
	return slices.MaxFunc(d.Histogram, func(a, b stats.Bin) int { return a.Count.Cmp(b.Count) })
}

// missing names the rows that have no value in a column.
func (f *Findings) missing(column string) string {
	switch {
	case enumerate.ColumnIndex(f.columns, column+enumerate.TextSuffix) >= 0:
		return "beyond 2^63-1"
	case column == enumerate.InstanceSolutions(f.columns):
		return "undecided"
	}
	return "no value"
}

// soleValue is the value that all have.
func soleValue(m *stats.Measure) string {
	h := m.Raw.Histogram
	switch {
	case len(h) != 1 || !m.Raw.Nulls.IsZero() || m.Raw.AtLeast != nil:
		return ""
	case m.Scale == enumerate.YesNo:
		return [...]string{"no", "yes"}[h[0].Value&1]
	}
	return enumerate.Grouped(h[0].Value)
}

// kind describes a value that is a kind: of placements up to symmetry one that it stands for; "" of others.
func (f *Findings) kind(column string, value int64) string {
	measure, pieces, _ := enumerate.ParseMeasure(f.column(column).Measure)
	if measure != "place" || len(pieces) != 1 {
		return ""
	}
	b, err := f.options()
	if err != nil {
		return ""
	}
	in := func(name string, types ...enumerate.Type) int {
		return enumerate.ColumnIndex(b.Columns, name, types...)
	}
	piece, place, picture := in("piece", enumerate.String), in("place", enumerate.Integers...),
		in("picture", enumerate.String)
	for row := range b.Len() {
		if min(piece, place, picture) < 0 || string(b.StringAt(piece, row)) != pieces[0] ||
			b.IntAt(place, row) != value {
			continue
		}
		var where []string
		for _, name := range []string{"layer", "row", "col"} {
			if i := in(name, enumerate.Integers...); i >= 0 {
				where = append(where, fmt.Sprintf("%s %d", name, b.IntAt(i, row)))
			}
		}
		return fmt.Sprintf(" (%s, first cell at %s)", b.StringAt(picture, row), strings.Join(where, ", "))
	}
	return ""
}

// bins lists all values with their counts. Where only the greatest value is a lower bound, its counts are "2" and
// "2 or more".
func bins(d *stats.Distribution) string {
	var parts []string
	for _, bin := range d.Histogram {
		parts = append(parts, fmt.Sprintf("%s: %s", enumerate.Grouped(bin.Value), bin.Count.Grouped()))
	}
	if d.AtLeast == nil {
		return strings.Join(parts, "   ")
	}
	last := d.Histogram[len(d.Histogram)-1]
	if value := stats.Int(last.Value); value.Cmp(d.AtLeast.From) == 0 {
		exact := last.Count.Big()
		parts = parts[:len(parts)-1]
		if exact.Sub(exact, d.AtLeast.N.Big()).Sign() > 0 {
			parts = append(parts, fmt.Sprintf("%s: %s", value.Grouped(), stats.BigInt(exact).Grouped()))
		}
		parts = append(parts, fmt.Sprintf("%s or more: %s", value.Grouped(), d.AtLeast.N.Grouped()))
		return strings.Join(parts, "   ")
	}
	return strings.Join(parts, "   ") + bounds(d)
}

// meanAndRange are mean, median and range of a count. Where values are lower bounds, so are the numbers that
// depend on them. The mean of draws has its interval, from the estimates e.
func meanAndRange(m *stats.Measure, e *stats.Estimates) (out []NamedNumber) {
	d := &m.Raw
	if d.Mean == nil || m.Scale == enumerate.Nominal {
		return nil
	}
	atLeast := func(x stats.Number) string {
		if d.AtLeast != nil && x.Cmp(d.AtLeast.From) >= 0 {
			return "at least " + x.Grouped()
		}
		return x.Grouped()
	}
	mean := enumerate.Rounded(*d.Mean)
	if i := e.Of(m.Name).Mean; i != nil && d.AtLeast == nil {
		mean = i.Written(enumerate.Rounded, "")
	}
	if d.AtLeast != nil {
		mean = "at least " + mean
	}
	out = append(out, NamedNumber{"mean", mean})
	if d.Median != nil {
		out = append(out, NamedNumber{"median", atLeast(*d.Median)})
	}
	return append(out, NamedNumber{"from", d.Min.Grouped() + " to " + atLeast(*d.Max)})
}

func bounds(d *stats.Distribution) string {
	if d.AtLeast == nil {
		return ""
	}
	return fmt.Sprintf(" (%s are lower bounds)", d.AtLeast.N.Grouped())
}

// estimated says in a line what weighted draws tell of a measure's values in all solutions.
func (f *Findings) estimated(e *stats.MeasureEstimate, scale enumerate.Scale) string {
	switch {
	case scale == enumerate.YesNo:
		return e.Mean.Written(enumerate.Percent, "")
	case e.Mean != nil && len(e.Shares) > few || len(e.Shares) == 0:
		return "mean " + e.Mean.Written(enumerate.Rounded, "")
	}
	var parts []string
	for _, s := range e.Shares {
		parts = append(parts, fmt.Sprintf("%s: %s", enumerate.Grouped(s.Value), enumerate.Percent(s.Share.Estimate)))
	}
	return strings.Join(parts, "   ")
}

// Lines are the measures, a line for each: in the draws and, by their weights, in all solutions. Measures that are
// the same everywhere share a line if together is set.
func (f *Findings) Lines(together bool) []Section {
	var all, estimated []NamedNumber
	var constant []string
	for _, m := range f.Measures {
		if together && m.Only != "" {
			constant = append(constant, m.Name+" "+m.Only)
			continue
		}
		all = append(all, NamedNumber{m.Name, m.Text})
		if m.Estimated != "" {
			estimated = append(estimated, NamedNumber{m.Name, m.Estimated})
		}
	}
	if constant != nil {
		all = append(all, NamedNumber{"always the same", strings.Join(constant, ", ")})
	}
	if f.Statistics.Samples == nil || all == nil {
		return []Section{{Numbers: all}}
	}
	out := []Section{{Title: "In the draws", Numbers: all}}
	if estimated != nil {
		out = append(out, Section{Title: f.Estimated, Numbers: estimated})
	}
	return out
}

// Summary is a table of all measures, over all rows as often as they count, and up to symmetry.
func Summary(d *stats.Document) Section {
	t := &Table{Rows: [][]Cell{heads("measure", "number", "least", "median", "mean", "greatest", UpToSymmetry, "median",
		"mean")}}
	for _, m := range d.Measures {
		t.Rows = append(t.Rows, line(m.Name, m.Raw.N.Grouped(),
			orDash(m.Raw.Min, stats.Number.Grouped), orDash(m.Raw.Median, stats.Number.Grouped),
			orDash(m.Raw.Mean, enumerate.Rounded), orDash(m.Raw.Max, stats.Number.Grouped),
			m.Distinct.N.Grouped(), orDash(m.Distinct.Median, stats.Number.Grouped),
			orDash(m.Distinct.Mean, enumerate.Rounded)))
	}
	return Section{Table: t}
}

// orDash writes a number that may be missing.
func orDash[T any](x *T, write func(T) string) string {
	if x == nil {
		return "-"
	}
	return write(*x)
}
