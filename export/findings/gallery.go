package findings

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
	"coverstat/stats"
)

// drawnRows is the number of rows that are drawn beside each other.
const drawnRows = 6

// A gallery finds the rows that are worth drawing, in one pass over the columns that it needs, and draws them.
type gallery struct {
	set     *export.Dataset
	ofSome  bool             // its rows are examples, of all that were counted
	painter *picture.Painter // nil if rows have no picture
	read    []int            // the columns that it needs
	picks   []*pick
	values  map[string][]*pick // of each measure: its least, median and greatest value
}

// A filter reports whether a row is one to choose from.
type filter func(b *enumerate.Batch, row int) bool

// is wants rows with one value of a column that is read.
func is(column int, value int64) filter {
	return func(b *enumerate.Batch, row int) bool { return !b.IsNull(column, row) && b.IntAt(column, row) == value }
}

// A pick chooses from the rows that are wanted: the first with a value, some at random, or those with the greatest
// values of a column.
type pick struct {
	export.Reservoir
	wants       filter
	title, text string  // of a section; in the text $rows are the chosen rows, $all those that are wanted
	value       int64   // of the first
	word        string  // what its value is, such as "least"
	ranked      int     // the column's place among those read; -1 for no ranking
	values      []int64 // of the ranked rows
	valuesAre   string
}

// rank offers a row with a value. Values are above 1, and earlier rows come first.
func (p *pick) rank(row, value int64) {
	at := len(p.Rows)
	for at > 0 && p.values[at-1] < value {
		at--
	}
	if value > 1 && at < drawnRows {
		p.Rows, p.values = slices.Insert(p.Rows, at, row), slices.Insert(p.values, at, value)
		p.Rows, p.values = p.Rows[:min(len(p.Rows), drawnRows)], p.values[:min(len(p.values), drawnRows)]
	}
}

// illustrate finds the rows to draw: some of each kind, with the most solutions, most symmetric and so on.
func (f *Findings) illustrate() (err error) {
	shown, examples := f.set.Shown()
	if f.settings.Drawer != nil {
		if f.painter, err = picture.NewPainter(shown, f.settings.Drawer, f.settings.Style); err != nil {
			return err
		}
	}
	g, doc := &gallery{set: shown, ofSome: examples, painter: f.painter, values: map[string][]*pick{}}, f.Statistics
	f.gallery = g
	all := func(*enumerate.Batch, int) bool { return true }
	if doc.Instances == nil {
		some := g.random("Some solutions", "Of all rows, chosen at random.", all)
		if doc.Samples != nil {
			some.text += " Each is the canonical form of what was drawn: of all its images, the one with the least option numbers."
		}
		if examples {
			some.text = "Drawn at random: every solution was equally likely."
			if why := g.use(enumerate.WhyColumn, enumerate.String); why >= 0 {
				some.wants = func(b *enumerate.Batch,
					row int) bool {
					return string(b.StringAt(why, row)) == enumerate.DrawnExample
				}
			}
		}
	}
	for _, m := range doc.Measures {
		if at := g.use(m.Name, enumerate.Integers...); at >= 0 {
			g.values[m.Name] = g.examplesOf(at, m.Distinct, m.Scale)
		}
	}
	solutions, have := g.solutionsOf(shown.Columns())
	if doc.Instances != nil && solutions >= 0 {
		f.illustrateInstances(g, solutions, have)
	}
	if at := g.use(enumerate.TimesSeenColumn, enumerate.Integers...); doc.Samples != nil && at >= 0 {
		g.rank("Seen most often", "Uniform draws would see each solution about equally often.", "times", at, all)
	}
	hard := g.use("nodes", enumerate.Integers...) // the measure, if it was asked for
	if hard < 0 {
		hard = g.use("search_nodes", enumerate.Integers...)
	}
	if f.Manifest.Table(enumerate.ChosenTable) != nil && solutions >= 0 && hard >= 0 {
		g.rank("The hardest", "Of the sets with one solution those whose search had the most nodes.", "nodes",
			hard, have(1))
	}
	if at := g.use(enumerate.OrbitSizeColumn, enumerate.Integers...); !examples && doc.Solutions != nil &&
		len(doc.Solutions.ByOrbitSize) > 1 && at >= 0 {
		size := doc.Solutions.ByOrbitSize[0].Value
		g.random("The most symmetric", "Orbits of size "+enumerate.Grouped(size)+
			": some symmetries map each of these solutions to itself. There are $all of them.", is(at, size))
	}
	if g.read == nil {
		g.read = []int{0} // some column must be read
	}
	return g.scan()
}

// solutionsOf reads the number of solutions of an instance, in the column at; -1 if there is none. have tells the
// instances with n of them.
func (g *gallery) solutionsOf(columns []enumerate.Column) (at int, have func(n int64) filter) {
	at = g.use(enumerate.InstanceSolutions(columns), enumerate.Integers...)
	capped := g.use(enumerate.CappedColumn, enumerate.Integers...)
	return at, func(n int64) filter {
		return func(b *enumerate.Batch, row int) bool {
			return is(at, n)(b, row) && (capped < 0 || b.IntAt(capped, row) == 0)
		}
	}
}

// illustrateInstances finds instances with the fewest solutions, and with the most.
func (f *Findings) illustrateInstances(g *gallery, solutions int, have func(n int64) filter) {
	var some stats.Histogram
	if m := f.Statistics.Measures.Find(enumerate.InstanceSolutions(g.set.Columns())); m != nil {
		some = m.Raw.Histogram
	}
	if i := slices.IndexFunc(some, func(b stats.Bin) bool { return b.Value > 0 }); i >= 0 {
		title, what, fewest := "Fewest solutions", "instances", some[i].Value
		if fewest == 1 {
			title = "One solution"
		}
		if f.Symmetric {
			what = "instances, up to symmetry,"
		}
		g.random(title, "$rows of the $all "+what+" that have "+enumerate.Plural(fewest, "solution")+
			", chosen at random.", have(fewest))
	}
	// else nobody knows who has the most
	if f.Statistics.Instances.CappedRaw.IsZero() && f.Statistics.Instances.UndecidedRaw.IsZero() {
		g.rank("Most solutions", "The instances with the most solutions.", "solutions", solutions,
			func(b *enumerate.Batch, row int) bool { return !b.IsNull(solutions, row) })
	}
}

// scan offers all rows to all picks.
func (g *gallery) scan() error {
	err := g.set.Scan(g.read, func(b *enumerate.Batch, first int64) error {
		for _, p := range g.picks {
			for row := 0; row < b.Len() && (p.Limit > 1 || p.Rows == nil); row++ {
				switch at := first + int64(row); {
				case !p.wants(b, row):
				case p.ranked >= 0:
					p.rank(at, b.IntAt(p.ranked, row))
				default:
					p.Offer(at)
				}
			}
		}
		return nil
	})
	for _, p := range g.picks {
		if p.ranked < 0 {
			slices.Sort(p.Rows)
		}
	}
	return err
}

// use makes a column of some type one of those that are read, and returns its place; -1 if there is none.
func (g *gallery) use(name string, types ...enumerate.Type) int {
	i := enumerate.ColumnIndex(g.set.Columns(), name, types...)
	if i < 0 {
		return -1
	}
	if at := slices.Index(g.read, i); at >= 0 {
		return at
	}
	g.read = append(g.read, i)
	return len(g.read) - 1
}

// pick adds a choice of so many rows.
func (g *gallery) pick(limit int, wants filter) *pick {
	p := &pick{wants: wants, ranked: -1}
	p.Limit = limit
	g.picks = append(g.picks, p)
	return p
}

// random picks some of the rows that are wanted. The seed is fixed, so that the page depends on the dataset alone.
func (g *gallery) random(title, text string, wants filter) *pick {
	p := g.pick(drawnRows, wants)
	p.title, p.text = title, text
	p.Random = enumerate.Random(enumerate.FixedSeed, enumerate.PictureStream)
	return p
}

// first picks the first row with a value.
func (g *gallery) first(column int, value int64, word string) *pick {
	p := g.pick(1, is(column, value))
	p.value, p.word = value, word
	return p
}

// rank ranks the rows that are wanted by a column.
func (g *gallery) rank(title, text, valuesAre string, column int, wants filter) {
	p := g.pick(drawnRows, wants)
	p.title, p.text, p.valuesAre, p.ranked = title, text, valuesAre, column
}

// maxKinds is the number of kinds up to which each has a picture.
const maxKinds = 24

// examplesOf picks the first rows with the least, the median and the greatest value of a count, or with each of a few
// kinds.
func (g *gallery) examplesOf(column int, d stats.Distribution, scale enumerate.Scale) []*pick {
	var out []*pick
	add := func(number *stats.Number, word string) {
		if number == nil {
			return
		}
		value, _ := number.Int64()
		if last := len(out) - 1; last >= 0 && out[last].value == value {
			out[last].word += " and " + word
			return
		}
		out = append(out, g.first(column, value, word))
	}
	switch {
	case scale == enumerate.Count:
		add(d.Min, "least")
		add(d.Median, "median")
		add(d.Max, "greatest")
	case scale == enumerate.Nominal && len(d.Histogram) <= maxKinds:
		for _, b := range d.Histogram {
			value := stats.Int(b.Value)
			add(&value, "")
		}
	}
	return out
}

// examples draws the rows that were picked for a measure.
func (g *gallery) examples(name string) ([]Figure, error) {
	var rows, values []int64
	var words []string
	for _, p := range g.values[name] {
		if len(p.Rows) > 0 {
			rows, values, words = append(rows, p.Rows[0]), append(values, p.value), append(words, p.word)
		}
	}
	figures, err := g.draw(rows, values)
	for i := range figures {
		figures[i].Text = words[i]
	}
	return figures, err
}

// draw draws rows. Their captions begin with the values, if there are some.
func (g *gallery) draw(rows, values []int64) ([]Figure, error) {
	if g.painter == nil || len(rows) == 0 {
		return nil, nil
	}
	boards, err := g.painter.Boards(context.Background(), rows)
	if err != nil {
		return nil, err
	}
	what := "row "
	if g.ofSome {
		what = "example "
	}
	var out []Figure
	for i, b := range boards {
		f := Figure{Board: b, Spoken: what + strconv.FormatInt(rows[i], 10), Row: what + enumerate.Grouped(rows[i])}
		if values != nil {
			f.Bold = enumerate.Grouped(values[i])
		}
		out = append(out, f)
	}
	return out, nil
}

// Pieces says what the colours of all pictures are; none if rows have no picture.
func (f *Findings) Pieces() []picture.LegendEntry {
	if f.painter == nil {
		return nil
	}
	return f.painter.Legend()
}

// rows shows the rows of the picks that have a title.
func (f *Findings) rows() (out []Section, err error) {
	add := func(g *gallery, title, text string, p *pick) {
		figures, failed := g.draw(p.Rows, p.values)
		err = cmp.Or(err, failed)
		for i := range figures {
			figures[i].Text = p.valuesAre
		}
		if len(figures) > 0 {
			out = append(out, Section{Title: title, Notes: []string{text}, Figures: figures, Layout: "strip"})
		}
	}
	for i, p := range f.gallery.picks {
		if p.title == "" || f.painter == nil {
			continue
		}
		add(f.gallery, p.title, strings.NewReplacer("$rows", strconv.Itoa(len(p.Rows)), "$all",
			enumerate.Grouped(p.Offered)).Replace(p.text), p)
		if painter, solid := f.painter.In("solid"); solid && i == 0 && f.Statistics.Instances == nil {
			g := *f.gallery
			g.painter = painter
			add(&g, "As solids", "The same solutions.", p)
		}
	}
	return out, err
}
