package findings

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
	"coverstat/stats"
)

// drawnRows is the number of rows that are drawn beside each other.
const drawnRows = 6

// gallery finds the rows that are worth drawing, in one pass over the columns
// that it needs, and draws them.
type gallery struct {
	set      *export.Dataset
	ofSome   bool             // its rows are examples, of all that were counted
	painter  *picture.Painter // nil if rows have no picture
	read     []int            // the columns that it needs
	picks    []*pick
	rankings []*ranking
	values   map[string][]*pick // of each measure: its least, median and greatest value
	some     *pick              // any rows
	fewest   *pick              // rows with the fewest solutions, but at least one
	regular  *pick              // rows of the smallest orbits
	most     *ranking           // rows with the most solutions, or seen most often
	hardest  *ranking           // sets of pieces with one solution that took the most nodes
}

// wanted reports whether a row is one to choose from.
type wanted func(b *enumerate.Batch, row int) bool

// is wants rows with one value of a column that is read.
func is(column int, value int64) wanted {
	return func(b *enumerate.Batch, row int) bool { return !b.IsNull(column, row) && b.IntAt(column, row) == value }
}

// pick looks for rows, such as those with one value of a column.
type pick struct {
	export.Reservoir
	wants wanted
	value int64
	word  string
}

// ranking keeps the rows with the greatest values above 1, earlier ones first.
type ranking struct {
	column       int // its place among those read
	wants        wanted
	rows, values []int64
}

func (r *ranking) offer(row, value int64) {
	if value <= 1 || len(r.rows) == drawnRows && value <= r.values[drawnRows-1] {
		return
	}
	at, _ := slices.BinarySearchFunc(r.values, value, func(a, b int64) int {
		if a == b {
			return -1
		}
		return cmp.Compare(b, a)
	})
	r.rows, r.values = slices.Insert(r.rows, at, row), slices.Insert(r.values, at, value)
	r.rows, r.values = r.rows[:min(len(r.rows), drawnRows)], r.values[:min(len(r.values), drawnRows)]
}

// newGallery reads all rows and finds those to draw.
func newGallery(d *export.Dataset, ofSome bool, painter *picture.Painter, doc *stats.Document) (*gallery, error) {
	g := &gallery{set: d, ofSome: ofSome, painter: painter, values: map[string][]*pick{}}
	g.some = g.random(0, func(*enumerate.Batch, int) bool { return true })
	if why := g.use(enumerate.WhyColumn, enumerate.String); ofSome && why >= 0 {
		g.some.wants = func(b *enumerate.Batch, row int) bool { return string(b.StringAt(why, row)) == enumerate.DrawnExample }
	}
	for _, m := range doc.Measures {
		if at := g.use(m.Name, enumerate.Integers...); at >= 0 {
			g.values[m.Name] = g.examplesOf(at, m.Distinct, m.Scale)
		}
	}
	count := enumerate.InstanceSolutions(d.Columns())
	solutions, capped := g.use(count, enumerate.Integers...), g.use(enumerate.CappedColumn, enumerate.Integers...)
	if doc.Instances != nil && solutions >= 0 {
		if doc.Instances.CappedRaw.IsZero() && doc.Instances.UndecidedRaw.IsZero() { // else nobody knows who has the most
			g.most = g.rank(solutions, func(b *enumerate.Batch, row int) bool { return !b.IsNull(solutions, row) })
		}
		if fewest, ok := least(doc.Measures.Find(count)); ok {
			g.fewest = g.random(fewest, is(solutions, fewest))
		}
	}
	if at := g.use("nodes", enumerate.Integers...); d.Manifest.Table(enumerate.ChosenTable) != nil && solutions >= 0 && at >= 0 {
		g.hardest = g.rank(at, func(b *enumerate.Batch, row int) bool {
			return b.IntAt(solutions, row) == 1 && (capped < 0 || b.IntAt(capped, row) == 0)
		})
	}
	if at := g.use(enumerate.TimesSeenColumn, enumerate.Integers...); doc.Samples != nil && at >= 0 {
		g.most = g.rank(at, g.some.wants)
	}
	if at := g.use(enumerate.OrbitSizeColumn, enumerate.Integers...); !ofSome && doc.Solutions != nil && len(doc.Solutions.ByOrbitSize) > 1 && at >= 0 {
		size := doc.Solutions.ByOrbitSize[0].Value
		g.regular = g.random(size, is(at, size))
	}
	if g.read == nil {
		g.read = []int{0} // some column must be read
	}
	err := d.Scan(g.read, g.look)
	for _, p := range g.picks {
		slices.Sort(p.Rows)
	}
	return g, err
}

// use makes a column of some type one of those that are read, and returns its place; -1 if
// there is none.
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

// random picks some of the rows that are wanted, each with the same chance. The seed is fixed, so
// that the page depends on the dataset alone.
func (g *gallery) random(value int64, wants wanted) *pick {
	p := &pick{wants: wants, value: value}
	p.Limit, p.Random = drawnRows, enumerate.Random(enumerate.FixedSeed, enumerate.PictureStream)
	g.picks = append(g.picks, p)
	return p
}

// first picks the first row with a value.
func (g *gallery) first(column int, value int64, word string) *pick {
	p := &pick{wants: is(column, value), value: value, word: word}
	p.Limit = 1
	g.picks = append(g.picks, p)
	return p
}

// rank ranks the rows that are wanted by a column.
func (g *gallery) rank(column int, wants wanted) *ranking {
	g.rankings = append(g.rankings, &ranking{column: column, wants: wants})
	return g.rankings[len(g.rankings)-1]
}

// least returns the least number of solutions above 0.
func least(m *stats.Measure) (int64, bool) {
	if m != nil {
		for _, b := range m.Raw.Histogram {
			if b.Value > 0 {
				return b.Value, true
			}
		}
	}
	return 0, false
}

// maxKinds is the number of kinds up to which each has a picture.
const maxKinds = 24

// examplesOf picks the first rows with the least, the median and the greatest
// value of a count, with either answer, or with each of a few kinds.
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
	case len(d.Histogram) <= maxKinds:
		for _, b := range d.Histogram {
			value := stats.Int(b.Value)
			add(&value, "")
		}
	}
	return out
}

// look offers rows to all picks and rankings.
func (g *gallery) look(b *enumerate.Batch, first int64) error {
	for _, p := range g.picks {
		for row := 0; row < b.Len() && (p.Random != nil || len(p.Rows) < p.Limit); row++ {
			if p.wants(b, row) {
				p.Offer(first + int64(row))
			}
		}
	}
	for _, r := range g.rankings {
		for row := range b.Len() {
			if r.wants(b, row) {
				r.offer(first+int64(row), b.IntAt(r.column, row))
			}
		}
	}
	return nil
}

// examples draws rows with the least, the median and the greatest value of a
// measure.
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

// illustrate finds the rows to draw.
func (f *Findings) illustrate() (err error) {
	shown, examples := f.set.Shown()
	if f.settings.Drawer != nil {
		if f.painter, err = picture.NewPainter(shown, f.settings.Drawer, f.settings.Style); err != nil {
			return err
		}
	}
	f.gallery, err = newGallery(shown, examples, f.painter, f.Statistics)
	return err
}

// Pieces says what the colours of all pictures are.
func (f *Findings) Pieces() []picture.LegendEntry {
	if f.painter == nil {
		return nil
	}
	return f.painter.Legend()
}

// solidTitles are the titles of the views of solids but for the first.
var solidTitles = map[string]string{"solid": "As solids", "exploded": "Piece by piece"}

// rows shows some rows of each kind: chosen at random, with the most solutions,
// most symmetric and so on.
func (f *Findings) rows() ([]Section, error) {
	g := f.gallery
	var out []Section
	var failed error
	add := func(title, text string, rows, values []int64, what string) {
		figures, err := g.draw(rows, values)
		if err != nil {
			failed = err
		}
		for i := range figures {
			figures[i].Text = what
		}
		if len(figures) > 0 {
			out = append(out, Section{Title: title, Notes: []string{text}, Figures: figures, Layout: "strip"})
		}
	}
	if f.Statistics.Instances == nil {
		of := "Of all rows, chosen at random."
		if f.Statistics.Samples != nil {
			of += " Each is the canonical form of what was drawn: of all its images, the one with the least option numbers."
		}
		if g.ofSome {
			of = "Drawn at random: every solution was equally likely."
		}
		add("Some solutions", of, g.some.Rows, nil, "")
		if layers := g.painter; layers != nil {
			for _, view := range picture.Views()[1:] {
				if p, solid := layers.In(view); solid {
					g.painter = p
					add(solidTitles[view], "The same solutions.", g.some.Rows, nil, "")
				}
			}
			g.painter = layers
		}
	}
	if p := g.fewest; p != nil {
		title, what := "Fewest solutions", "instances"
		if p.value == 1 {
			title = "One solution"
		}
		if f.Symmetric {
			what = "instances, up to symmetry,"
		}
		add(title, fmt.Sprintf("%d of the %s %s that have %s, chosen at random.", len(p.Rows), enumerate.Grouped(p.Offered), what, enumerate.Plural(p.value, "solution")), p.Rows, nil, "")
	}
	switch r := g.most; {
	case r == nil:
	case f.Statistics.Samples != nil:
		add("Seen most often", "Uniform draws would see each solution about equally often.", r.rows, r.values, "times")
	default:
		add("Most solutions", "The instances with the most solutions.", r.rows, r.values, "solutions")
	}
	if r := g.hardest; r != nil {
		add("The hardest", "Of the sets with one solution those whose search tried the most placements.", r.rows, r.values, "placements tried")
	}
	if p := g.regular; p != nil {
		add("The most symmetric", fmt.Sprintf("Orbits of size %s: some symmetries map each of these solutions to itself. There are %s of them.", enumerate.Grouped(p.value), enumerate.Grouped(p.Offered)), p.Rows, nil, "")
	}
	return out, failed
}
