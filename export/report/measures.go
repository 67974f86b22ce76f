package report

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/findings"
	"coverstat/stats"
)

// maxOpen is the number of charts up to which each stands with its examples.
const maxOpen = 6

// measures shows each measure as its scale asks for: counts by charts, answers
// and constants in a line each, kinds by pictures of them. In surveys the number
// of solutions comes first. Charts of what is compared elsewhere are folded.
func (s *source) measures() ([]block, error) {
	counts := block{ID: "measures", Title: "Measures", Layout: "cards", Notes: []string{"Bars are shares of all " + s.things() + "."}}
	answers := block{ID: "answers", Title: "Yes or no", Table: &table{Rows: [][]cell{{{Head: true}}}}, Layout: "strip"}
	kinds := block{ID: "kinds", Title: "Which", Notes: []string{"Values of these measures are kinds: they have no mean and no order."}}
	constants := block{ID: "constants", Title: "Always the same", Table: &table{}}
	folded := block{ID: "compared", Title: "Charts of what is compared", Layout: "cards", Closed: true}
	if s.doc.Job != enumerate.Sample {
		what := s.things()
		if s.symmetric {
			what += " up to symmetry"
		}
		counts.Notes[0] += " Numbers above bars count " + what + "."
		if s.symmetric {
			counts.Notes[0] += " Where shares up to symmetry differ by half a percent or more, they have bars of their own."
		}
	}
	if s.options.Census == nil {
		counts.Notes[0] += " Bits are of entropy: 0 for one value, 1 for a fair coin."
	} else {
		counts.Notes[0] = "Bars are shares of all solutions in the census, and of the draws beside them."
	}
	if s.set.Manifest.CountedBy != "" {
		counts.Notes[0] += " " + sentence(findings.Bounds)
	}
	for _, m := range s.doc.Measures {
		c := s.column(m.Name)
		list := s.series(m)
		value, constant := onlyValue(list)
		switch {
		case constant:
			constants.Table.Rows = append(constants.Table.Rows,
				[]cell{{Text: plainName(m.Name), Head: true, Class: "row"}, {Text: valueName(s.columns, m.Name)(value), Class: "n"}, {Text: c.Meaning}})
		case m.Scale == enumerate.YesNo && s.besideOthers(m.Name): // the comparison says all
		case m.Scale == enumerate.YesNo:
			s.answer(&answers, m.Name, list)
			if s.doc.Instances != nil {
				continue // an instance does not show the answer
			}
			rare, _, err := s.alone(m.Name).examples(m.Name)
			if err != nil {
				return nil, err
			}
			answers.Figures = append(answers.Figures, s.rarer(m, rare)...)
		case m.Scale == enumerate.Nominal:
			b, err := s.kind(m, list)
			if err != nil {
				return nil, err
			}
			kinds.Parts = append(kinds.Parts, b)
		default:
			b, err := s.measure(m, list)
			if err != nil {
				return nil, err
			}
			switch {
			case s.besideOthers(m.Name):
				folded.Parts = append(folded.Parts, b)
			case s.doc.Instances != nil && m.Name == enumerate.SolutionsColumn:
				counts.Parts = slices.Insert(counts.Parts, 0, b)
			default:
				counts.Parts = append(counts.Parts, b)
			}
		}
	}
	for i := range counts.Parts {
		if p := &counts.Parts[i]; len(counts.Parts) > maxOpen && p.Figures != nil {
			p.Folded = append(p.Folded, block{Title: "Examples", Figures: p.Figures, Layout: p.Layout})
			p.Figures = nil
		}
	}
	var out []block
	for _, b := range []block{counts, kinds, answers, constants, folded} {
		if len(b.Parts) > 0 || b.Table != nil && len(b.Table.Rows) > 0 && len(b.Table.Rows[0]) > 1 {
			out = append(out, b)
		}
	}
	return out, nil
}

// series are what is set beside each other of a measure: all objects and those
// up to symmetry; of a sample, the census that it is compared with, the draws,
// and the draws corrected by their weights.
func (s *source) series(m stats.Measure) []series {
	if s.doc.Job != enumerate.Sample {
		list := []series{{name: "all " + s.things(), counts: m.Raw}}
		if s.symmetric && !m.Distinct.N.IsZero() {
			list = append(list, series{name: "up to symmetry", counts: m.Distinct})
		}
		return list
	}
	var list []series
	if census := s.options.Census; census != nil {
		if exact := census.Measures.Find(m.Name); exact != nil {
			list = append(list, series{name: "census", counts: exact.Raw})
		}
	}
	list = append(list, series{name: "draws", counts: m.Raw})
	if s.doc.Estimates != nil && s.doc.Estimates.Weighted != nil {
		for _, e := range s.doc.Estimates.Weighted.Measures {
			shares := e.Shares
			if m.Scale == enumerate.YesNo && e.Mean != nil {
				shares = stats.ShareEstimates{{Value: 1, Share: *e.Mean}}
			}
			if e.Name == m.Name && shares != nil {
				list = append(list, series{name: "corrected by weights", counts: m.Raw, shares: shares})
			}
		}
	}
	return list
}

// onlyValue returns the value that a measure has everywhere, in all series.
func onlyValue(list []series) (int64, bool) {
	first := list[0].counts
	if len(first.Histogram) != 1 {
		return 0, false
	}
	value := first.Histogram[0].Value
	for _, x := range list {
		h := x.counts.Histogram
		if len(h) != 1 || h[0].Value != value || !x.counts.Nulls.IsZero() {
			return 0, false
		}
	}
	return value, true
}

// besideOthers reports whether the column is shown beside those of other ways.
func (s *source) besideOthers(column string) bool {
	for _, w := range s.analysis.Ways {
		for _, q := range w.Quantities {
			if slices.Contains(q.Columns, column) {
				return true
			}
		}
	}
	return false
}

// measure shows a count: its chart, its mean and so on, and examples.
func (s *source) measure(m stats.Measure, list []series) (block, error) {
	c := s.column(m.Name)
	b := block{Title: plainName(m.Name), Notes: paragraphs(c.Meaning), Stats: summary(m, s.doc.Estimates)}
	if e := s.against(m.Name); e != nil {
		b.Stats = []stat{{rounded(float64(e.ExactMean)), "mean of all"}, {rounded(float64(e.SampledMean)), "of the draws"}}
		if e.CorrectedMean != nil {
			b.Stats = append(b.Stats, stat{rounded(e.CorrectedMean.Estimate.Estimate), "corrected"})
		}
		b.Mark = differs(e)
	}
	bars := barsOf(list...)
	bars.All = s.options.Census != nil
	if len(bars.List) > 0 {
		first, last := bars.List[0], bars.List[len(bars.List)-1]
		b.Chart = &figure{SVG: template.HTML(bars.chart(c.Unit).Inline()), // package chart escapes
			Spoken: fmt.Sprintf("bar chart of %s, from %d to %d", plainName(m.Name), first.Low, last.High)}
		if !bars.same() {
			for _, x := range list {
				b.Chart.Keys = append(b.Chart.Keys, x.name)
			}
		}
		b.Folded = []block{{Title: "All numbers", Table: bars.table(c.Unit)}}
	}
	var err error
	b.Figures, b.Layout, err = s.gallery.examples(m.Name)
	return b, err
}

// manyValues is how many values a measure without a histogram has.
var manyValues = "more than " + enumerate.Grouped(stats.PublishedValues)

// summary returns the mean and other numbers of a measure.
func summary(m stats.Measure, e *stats.Estimates) []stat {
	d := &m.Raw
	switch {
	case d.N.IsZero():
		return []stat{{Text: "no row has a value"}}
	case d.Min == nil:
		return []stat{{strconv.Itoa(len(d.Histogram)), "kinds:"}}
	}
	var out []stat
	for _, n := range findings.Numbers(&m, e) {
		out = append(out, stat{minus(n.Number), strings.TrimPrefix(n.Name, "from")}) // "0 to 5" needs no name
	}
	if d.Histogram == nil {
		out = append(out, stat{manyValues + " values:", "too many for bars"})
	}
	if d.Entropy != nil {
		out = append(out, stat{strconv.FormatFloat(*d.Entropy, 'f', 2, 64) + " bits", ""})
	}
	if !d.Nulls.IsZero() {
		out = append(out, stat{commas(d.Nulls), findings.Missing(m.Name) + ":"})
	}
	return out
}

// answer adds the line of a yes/no measure: its share in each series.
func (s *source) answer(b *block, name string, list []series) {
	t := b.Table
	first := len(t.Rows[0]) == 1
	row := []cell{{Text: plainName(name), Small: strings.TrimPrefix(s.column(name).Meaning, "1 if "), Head: true, Class: "row"}}
	for k, x := range list {
		if first {
			t.Rows[0] = append(t.Rows[0], cell{Text: x.name, Head: true, Class: "n"})
		}
		share, yes := x.share(1), x.counts.Histogram.Count(1)
		c := cell{Text: percent(share), Small: commas(yes), Class: "n share", Tint: share}
		switch iv := s.doc.Estimates.Mean(name); {
		case x.shares != nil:
			c.Small = ends(x.shares[0].Share, percent)
		case iv != nil && (k > 0 || s.options.Census == nil):
			c.Small = ends(*iv, percent)
		}
		if !x.counts.Nulls.IsZero() {
			c.Small += ", " + commas(x.counts.Nulls) + " without an answer"
		}
		row = append(row, c)
	}
	if e := s.against(name); e != nil {
		if first {
			t.Rows[0] = append(t.Rows[0], cell{Head: true})
		}
		row = append(row, mark(e))
	}
	t.Rows = append(t.Rows, row)
}

// alone returns a gallery that shows the pieces that a measure is of, and fades the
// others; all pieces if it is of none.
func (s *source) alone(column string) *gallery {
	if s.painter == nil {
		return s.gallery
	}
	_, pieces, _ := enumerate.ParseMeasure(s.column(column).Measure)
	for _, p := range pieces {
		pieces = append(pieces, enumerate.Terms(p)...)
	}
	g := *s.gallery
	g.painter = s.painter.Only(pieces...)
	return &g
}

// rarer keeps the picture of the rarer answer.
func (s *source) rarer(m stats.Measure, figures []figure) []figure {
	if len(figures) != 2 {
		return nil
	}
	at, word := 0, "no"
	if m.Raw.Mean != nil && *m.Raw.Mean < 0.5 {
		at, word = 1, "yes"
	}
	figures[at].Bold, figures[at].Text = word, plainName(m.Name)
	return figures[at : at+1]
}

// kind shows a measure whose values are kinds: a picture of each with its share,
// the most frequent first.
func (s *source) kind(m stats.Measure, list []series) (block, error) {
	b := block{Title: plainName(m.Name), Notes: paragraphs(s.column(m.Name).Meaning)}
	if e := s.against(m.Name); e != nil {
		b.Mark = differs(e)
	}
	bars := valuesOf(list...)
	bars.All = s.options.Census != nil
	b.Folded = []block{{Title: "All numbers", Table: bars.table("kind")}}
	if n := len(m.Raw.Histogram); n == 0 || n > maxKinds || s.painter == nil {
		kinds := strconv.Itoa(len(bars.List))
		if m.Raw.Histogram == nil {
			kinds = manyValues
		}
		b.Notes = append(b.Notes, "There are "+kinds+" kinds.")
		return b, nil
	}
	values := slices.Clone(m.Raw.Histogram)
	slices.SortStableFunc(values, func(x, y stats.Bin) int { return y.Count.Cmp(x.Count) })
	figures, layout, err := s.alone(m.Name).examples(m.Name)
	if err != nil || len(figures) != len(values) {
		return b, err
	}
	b.Layout = strings.Replace(layout, "strip", "maps", 1)
	for _, v := range values {
		i, _ := slices.BinarySearchFunc(m.Raw.Histogram, v.Value, func(x stats.Bin, v int64) int { return int(x.Value - v) })
		f := figures[i]
		f.Bold, f.Text = percent(list[0].share(v.Value)), "of "+list[0].name
		if !bars.same() {
			var shares []string
			for k := range list {
				shares = append(shares, list[k].name+" "+percent(list[k].share(v.Value)))
			}
			f.Bold, f.Text = "", strings.Join(shares, ", ")
		}
		b.Figures = append(b.Figures, f)
	}
	return b, nil
}

// table lists the numbers that the bars stand for.
func (b *bars) table(unit string) *table {
	if unit == "" {
		unit = "value"
	}
	head := numbers(unit)
	for _, x := range b.Series {
		head = append(head, numbers(x.name)...)
	}
	for i := range head {
		head[i].Head = true
	}
	t := &table{Rows: [][]cell{head}}
	for i, x := range b.List {
		row := numbers(x.Label())
		for k := range b.Series {
			if b.Series[k].shares != nil {
				row = append(row, numbers(percent(b.share(i, k)))...)
			} else {
				row = append(row, numbers(commas(x.Counts[k]))...)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
