package report

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/chart"
	"coverstat/stats"
)

// The colours of the two series, which the colour-blind can tell apart, also in
// grey. They are --raw and --distinct in page.html.
const (
	rawColour      = "#1f4e79"
	distinctColour = "#e08c2c"
)

// measures shows every measure with its chart. In surveys the number of solutions
// comes first.
func (s *source) measures() ([]block, error) {
	all := block{ID: "measures", Title: "Measures"}
	switch {
	case s.doc.Job == enumerate.Sample:
		all.Notes = []string{"Bars are shares of the draws."}
	case s.symmetric:
		all.Notes = []string{"Bars are shares of all " + s.things() + "; where those up to symmetry are distributed otherwise, these have bars of their own."}
	default:
		all.Notes = []string{"Bars are shares of all " + s.things() + "."}
	}
	counted := "solutions"
	if s.doc.Job == enumerate.Survey {
		counted = "instances"
	}
	if s.symmetric {
		counted += " up to symmetry"
	}
	all.Notes[0] += " Numbers above bars count " + counted + ". Entropy is in bits."
	for _, m := range s.doc.Measures {
		b, err := s.measure(m)
		if err != nil {
			return nil, fmt.Errorf("measure %s: %w", m.Name, err)
		}
		if s.doc.Instances != nil && m.Name == enumerate.SolutionsColumn {
			all.Parts = slices.Insert(all.Parts, 0, b)
		} else {
			all.Parts = append(all.Parts, b)
		}
	}
	if len(all.Parts) == 0 {
		return nil, nil
	}
	return []block{all}, nil
}

func (s *source) measure(m stats.Measure) (block, error) {
	c := s.column(m.Name)
	b := block{Title: plainName(m.Name), Notes: paragraphs(c.Meaning), Stats: summary(m.Raw)}
	if bars := barsOf(m); len(bars.List) > 0 {
		first, last := bars.List[0], bars.List[len(bars.List)-1]
		b.Chart = &figure{SVG: template.HTML(bars.chart(c.Unit).Inline()), // package chart escapes
			Spoken: fmt.Sprintf("bar chart of %s, from %d to %d", m.Name, first.Low, last.High)}
		if !bars.Same {
			b.Chart.Keys = []key{{rawColour, "all " + s.things()}, {distinctColour, "up to symmetry"}}
		}
		b.Folded = []block{{Title: "All numbers", Table: bars.table(c.Unit, s.symmetric)}}
	}
	var err error
	b.Figures, b.Layout, err = s.gallery.examples(m.Name)
	return b, err
}

// summary returns the least, the greatest and other numbers of a distribution.
func summary(d stats.Distribution) []stat {
	switch {
	case d.N.IsZero():
		return []stat{{"none", "no row has a value"}}
	case d.Min == nil:
		return []stat{{strconv.Itoa(len(d.Histogram)), "kinds"}}
	}
	out := []stat{{commas(*d.Min), "least"}}
	if d.Median != nil {
		out = append(out, stat{commas(*d.Median), "median"})
	}
	if d.Mean != nil {
		out = append(out, stat{strconv.FormatFloat(*d.Mean, 'g', 4, 64), "mean"})
	}
	out = append(out, stat{commas(*d.Max), "greatest"})
	if d.Entropy != nil {
		out = append(out, stat{strconv.FormatFloat(*d.Entropy, 'f', 2, 64), "entropy"})
	}
	if !d.Nulls.IsZero() {
		out = append(out, stat{commas(d.Nulls), "without a value"})
	}
	return out
}

// table lists the numbers that the bars stand for.
func (b *bars) table(unit string, symmetric bool) *table {
	if unit == "" {
		unit = "value"
	}
	t := &table{Rows: [][]cell{heads(unit, "all")}}
	if symmetric {
		t.Rows[0] = heads(unit, "all", "up to symmetry")
	}
	t.Rows[0][0].Class = "n"
	for _, x := range b.List {
		row := numbers(x.Label(), commas(x.Raw))
		if symmetric {
			row = numbers(x.Label(), commas(x.Raw), commas(x.Distinct))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Chart draws the distribution of a measure as a file of its own, SVG.
func Chart(m stats.Measure, unit string) ([]byte, error) {
	b := barsOf(m)
	if len(b.List) == 0 {
		return nil, enumerate.Errorf("measure %s has no values", m.Name)
	}
	name := plainName(m.Name)
	if unit != "" && unit != name {
		name += " (" + unit + ")"
	}
	return b.chart(name).File(), nil
}

// chart shows the share of each value among raw objects and, if that differs,
// among classes. If there are few bars, each has the number of classes above it,
// as the bar of a rare value is too low to be seen.
func (b *bars) chart(label string) *chart.Chart {
	c := &chart.Chart{Label: label}
	if b.Ranges != "" {
		c.Label = strings.TrimPrefix(label+", "+b.Ranges, ", ")
	}
	raw, distinct := make([]float64, len(b.List)), make([]float64, len(b.List))
	var allRaw, allDistinct stats.Number
	for _, x := range b.List {
		allRaw, allDistinct = allRaw.Add(x.Raw), allDistinct.Add(x.Distinct)
	}
	for i, x := range b.List {
		raw[i] = 100 * x.Raw.Float() / max(allRaw.Float(), 1)
		distinct[i] = 100 * x.Distinct.Float() / max(allDistinct.Float(), 1)
	}
	c.Bars = []chart.Bars{{Colour: rawColour, Shares: raw}}
	if !b.Same {
		c.Bars = append(c.Bars, chart.Bars{Colour: distinctColour, Shares: distinct})
	} else if len(b.List) <= 12 {
		for _, x := range b.List {
			c.Notes = append(c.Notes, commas(x.Distinct))
		}
	}
	// At most 12 ticks, and fewer where their labels are long.
	longest := len(strconv.FormatInt(b.List[len(b.List)-1].Low, 10))
	every := max((len(b.List)+11)/12, (len(b.List)*longest*7+chart.Width-61)/(chart.Width-60))
	for i, x := range b.List {
		if i%every == 0 {
			c.Ticks = append(c.Ticks, chart.Tick{At: float64(i), Label: strconv.FormatInt(x.Low, 10)})
		}
	}
	return c
}
