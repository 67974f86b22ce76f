package findings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// maxOpen is the number of charts up to which each stands with its examples.
const maxOpen = 6

// measures shows each measure as its scale asks for: counts by charts, kinds by pictures, answers and constants in a
// line.
func (f *Findings) measures() ([]Section, error) {
	counts := Section{ID: "measures", Title: "Measures", Layout: "cards", Notes: []string{f.aboutBars()}}
	kinds := Section{ID: "kinds", Title: "Which",
		Notes: []string{"Values of these measures are kinds: they have no mean and no order."}}
	answers := Section{ID: "answers", Title: "Yes or no"}
	constants := Section{ID: "constants", Title: "Always the same"}
	for i, m := range f.Statistics.Measures {
		var err error
		switch {
		case f.bySize(m.Name):
		case f.Measures[i].Only != "" && f.sameInCensus(&m):
			if constants.Table == nil {
				constants.Table = new(Table)
			}
			constants.Table.Rows = append(constants.Table.Rows,
				[]Cell{rowHead(plainName(m.Name)), {Text: f.Measures[i].Only, Class: "n"},
					{Text: f.column(m.Name).Meaning}})
		case m.Scale == enumerate.YesNo:
			f.addAnswer(&answers, m)
		case m.Scale == enumerate.Nominal:
			err = f.addKind(&kinds, m)
		default:
			err = f.addCount(&counts, m)
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range counts.Parts {
		if p := &counts.Parts[i]; len(counts.Parts) > maxOpen && p.Figures != nil {
			p.Folded = append(p.Folded, Section{Title: "Examples", Figures: p.Figures, Layout: p.Layout})
			p.Figures = nil
		}
	}
	return slices.DeleteFunc([]Section{counts, kinds, answers, constants},
		func(s Section) bool { return s.Parts == nil && s.Table == nil }), nil
}

// aboutBars says what the bars of charts are.
func (f *Findings) aboutBars() string {
	text := "Bars are shares of all " + f.Things + "."
	switch {
	case f.settings.Census != nil:
		text = "Bars are shares of all solutions in the census, and of the draws beside them."
	case f.Statistics.Job != enumerate.Sample && f.Symmetric:
		text += " Numbers above bars count " + f.Things +
			" up to symmetry. Where shares up to symmetry differ by half a percent or more, they have bars of their own."
	case f.Statistics.Job != enumerate.Sample:
		text += " Numbers above bars count " + f.Things + "."
	}
	if f.settings.Census == nil {
		text += " Bits are of entropy: 0 for one value, 1 for a fair coin."
	}
	if !f.Manifest.How.HasRows() {
		text += " " + Sentence(allBounds)
	}
	return text
}

// sameInCensus reports whether a measure that is constant in the draws is so in the census beside them, too.
func (f *Findings) sameInCensus(m *stats.Measure) bool {
	if f.settings.Census == nil {
		return true
	}
	exact := f.settings.Census.Measures.Find(m.Name)
	return exact == nil || soleValue(exact) == soleValue(m)
}

// series are what is set beside each other of a measure: all objects and those up to symmetry; of a sample, the
// census that it is compared with, the draws, and the draws corrected by their weights.
func (f *Findings) series(m stats.Measure) (list []series) {
	drawn := f.Statistics.Estimates.Of(m.Name).Shares
	if f.Statistics.Job != enumerate.Sample {
		list = append(list, series{name: "all " + f.Things, counts: m.Raw, shares: drawn})
		if f.Symmetric && !m.Distinct.N.IsZero() {
			list = append(list, series{name: UpToSymmetry, counts: m.Distinct})
		}
		return list
	}
	if census := f.settings.Census; census != nil {
		if exact := census.Measures.Find(m.Name); exact != nil {
			list = append(list, series{name: "census", counts: exact.Raw})
		}
	}
	list = append(list, series{name: "draws", counts: m.Raw, shares: drawn})
	e := f.Statistics.Estimates.OfWeights(m.Name)
	corrected := e.Shares
	if m.Scale == enumerate.YesNo && e.Mean != nil {
		corrected = stats.ShareEstimates{{Value: 1, Share: *e.Mean}}
	}
	if corrected != nil {
		list = append(list, series{name: "corrected by weights", counts: m.Raw, shares: corrected, corrected: true})
	}
	return list
}

// addCount adds a count: its chart, its mean and so on, and examples. Numbers of solutions come first.
func (f *Findings) addCount(s *Section, m stats.Measure) error {
	c, list := f.column(m.Name), f.series(m)
	b := Section{Title: plainName(m.Name), Notes: paragraphs(c.Meaning), Numbers: f.numbersOf(&m), Layout: "strip"}
	if e := f.comparison(m.Name); e != nil {
		b.Numbers = []NamedNumber{{"mean of all", known(e.ExactMean)}, {"of the draws", known(e.SampledMean)}}
		if e.CorrectedMean != nil {
			b.Numbers = append(b.Numbers, NamedNumber{"corrected", known(e.CorrectedMean.Estimate.Estimate)})
		}
		b.Mark = differs(e)
	}
	bars := barsOf(list...)
	bars.All = f.settings.Census != nil
	if len(bars.List) > 0 {
		first, last := bars.List[0], bars.List[len(bars.List)-1]
		b.Chart = &Figure{Chart: bars.chart(c.Unit),
			Spoken: fmt.Sprintf("bar chart of %s, from %d to %d", plainName(m.Name),
				first.Low, last.High)}
		if !bars.same() {
			for _, x := range list {
				b.Chart.Keys = append(b.Chart.Keys, x.name)
			}
		}
		b.Folded = []Section{{Title: "All numbers", Table: bars.table(c.Unit)}}
	}
	at := len(s.Parts)
	if f.Statistics.Instances != nil && m.Name == enumerate.InstanceSolutions(f.columns) {
		at = 0
	}
	var err error
	b.Figures, err = f.gallery.examples(m.Name)
	s.Parts = slices.Insert(s.Parts, at, b)
	return err
}

// manyValues is how many values a measure without a histogram has.
var manyValues = "more than " + enumerate.Grouped(stats.PublishedValues)

// numbersOf are the mean and other numbers of a count.
func (f *Findings) numbersOf(m *stats.Measure) []NamedNumber {
	d := &m.Raw
	if d.N.IsZero() {
		return []NamedNumber{{Value: "no row has a value"}}
	}
	out := meanAndRange(m, f.Statistics.Estimates)
	if e := f.Statistics.Estimates.OfWeights(m.Name); e.Mean != nil {
		out = append(out, NamedNumber{"corrected by weights", e.Mean.Written(enumerate.Rounded, "")})
	}
	if d.Histogram == nil {
		out = append(out, NamedNumber{"too many for bars:", manyValues + " values"})
	}
	if d.Entropy != nil {
		out = append(out, NamedNumber{"", enumerate.Decimal(*d.Entropy, 3) + " bits"})
	}
	if !d.Nulls.IsZero() {
		out = append(out, NamedNumber{f.missing(m.Name) + ":", d.Nulls.Grouped()})
	}
	return out
}

// addAnswer adds the line of a yes/no measure: its share in each series.
func (f *Findings) addAnswer(s *Section, m stats.Measure) {
	list, compared := f.series(m), f.comparison(m.Name)
	if s.Table == nil {
		head := []Cell{{Head: true}}
		for _, x := range list {
			head = append(head, Cell{Text: x.name, Head: true, Class: "n"})
		}
		s.Table = &Table{Rows: [][]Cell{head}}
	}
	row := []Cell{rowHead(plainName(m.Name))}
	row[0].Small = strings.TrimPrefix(f.column(m.Name).Meaning, "1 if ")
	for k, x := range list {
		share := x.share(1, 1)
		c := Cell{Text: enumerate.Percent(share), Small: x.counts.Histogram.Count(1).Grouped(), Class: "n share",
			Tint: share}
		switch iv := f.Statistics.Estimates.Of(m.Name).Mean; {
		case x.corrected:
			c.Small = ends(x.shares[0].Share, enumerate.Percent)
		case iv != nil && (k > 0 || f.settings.Census == nil):
			c.Small = ends(*iv, enumerate.Percent)
		}
		if !x.counts.Nulls.IsZero() {
			c.Small += ", " + x.counts.Nulls.Grouped() + " without an answer"
		}
		row = append(row, c)
	}
	if compared != nil {
		row = append(row, mark(compared))
	}
	s.Table.Rows = append(s.Table.Rows, row)
}

// galleryOf returns a gallery that fades all pieces but those that a measure is of, if there are some.
func (f *Findings) galleryOf(column string) *gallery {
	g := *f.gallery
	if f.painter != nil {
		_, pieces, _ := enumerate.ParseMeasure(f.column(column).Measure)
		for _, p := range pieces {
			pieces = append(pieces, enumerate.Terms(p)...)
		}
		g.painter = f.painter.Only(pieces...)
	}
	return &g
}

// addKind adds a measure whose values are kinds: a picture of each with its share, the most frequent first.
func (f *Findings) addKind(s *Section, m stats.Measure) error {
	b, list := Section{Title: plainName(m.Name), Notes: paragraphs(f.column(m.Name).Meaning)}, f.series(m)
	if e := f.comparison(m.Name); e != nil {
		b.Mark = differs(e)
	}
	bars := valuesOf(list...)
	bars.All = f.settings.Census != nil
	b.Folded = []Section{{Title: "All numbers", Table: bars.table("kind")}}
	var err error
	switch n := len(m.Raw.Histogram); {
	case m.Raw.Histogram == nil:
		b.Notes = append(b.Notes, "There are "+manyValues+" kinds.")
	case n == 0 || n > maxKinds || f.painter == nil:
		b.Notes = append(b.Notes, "There are "+strconv.Itoa(len(bars.List))+" kinds.")
	default:
		err = f.addKinds(&b, m, bars)
	}
	s.Parts = append(s.Parts, b)
	return err
}

// addKinds adds a picture of each kind, if there is one of all.
func (f *Findings) addKinds(s *Section, m stats.Measure, bars *bars) error {
	figures, err := f.galleryOf(m.Name).examples(m.Name)
	if err != nil || len(figures) != len(m.Raw.Histogram) {
		return err
	}
	s.Layout = "maps"
	order := enumerate.Indices(len(figures))
	slices.SortStableFunc(order, func(i, k int) int { return m.Raw.Histogram[k].Count.Cmp(m.Raw.Histogram[i].Count) })
	for _, i := range order {
		fig, value := figures[i], m.Raw.Histogram[i].Value
		fig.Bold, fig.Text = enumerate.Percent(bars.Series[0].share(value, value)), "of "+bars.Series[0].name
		if !bars.same() {
			var shares []string
			for _, x := range bars.Series {
				shares = append(shares, x.name+" "+enumerate.Percent(x.share(value, value)))
			}
			fig.Bold, fig.Text = "", strings.Join(shares, ", ")
		}
		s.Figures = append(s.Figures, fig)
	}
	return nil
}
