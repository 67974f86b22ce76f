package report

import (
	"cmp"
	"fmt"
	"html/template"
	"math/rand/v2"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
	"coverstat/stats"
)

// drawnRows is the number of rows that are drawn beside each other.
const drawnRows = 6

// wanted is a value of a measure of which one row is drawn.
type wanted struct {
	column int // among those read
	value  int64
	word   string
	row    int64 // found; -1 for none yet
}

// gallery finds the rows that are worth drawing, in one pass over the columns
// that it looks at, and draws them.
type gallery struct {
	set     *export.Dataset
	drawer  *picture.Drawer // nil if rows have no picture
	read    []int
	wanted  map[string][]*wanted // by measure
	rank    int                  // the column of solutions or of times seen, among those read
	most    *ranking             // rows with the most solutions, or seen most often
	unique  *export.Reservoir    // rows with one solution
	some    *export.Reservoir    // any rows
	regular *export.Reservoir    // rows of the smallest orbits
	least   int64                // the smallest orbit
}

// newReservoir has a fixed seed, so that the page depends on the dataset alone.
func newReservoir() *export.Reservoir {
	return &export.Reservoir{Limit: drawnRows, Random: rand.New(rand.NewPCG(1, 0))}
}

// ranking keeps the rows with the greatest values, earlier ones first.
type ranking struct{ rows, values []int64 }

func (r *ranking) offer(row, value int64) {
	if len(r.rows) == drawnRows && value <= r.values[drawnRows-1] {
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

// newGallery reads the rows.
func newGallery(d *export.Dataset, drawer *picture.Drawer, doc *stats.Document) (*gallery, error) {
	g := &gallery{set: d, drawer: drawer, wanted: map[string][]*wanted{}, some: newReservoir()}
	for _, m := range doc.Measures {
		if m.Distinct.Min == nil {
			continue
		}
		at := g.use(m.Name)
		if at < 0 {
			continue
		}
		want := func(n *stats.Number, word string) {
			if n == nil {
				return
			}
			value, _ := n.Int64()
			list := g.wanted[m.Name]
			if last := len(list) - 1; last >= 0 && list[last].value == value {
				list[last].word += " and " + word
				return
			}
			g.wanted[m.Name] = append(list, &wanted{at, value, word, -1})
		}
		want(m.Distinct.Min, "least")
		want(m.Distinct.Median, "median")
		want(m.Distinct.Max, "greatest")
		if list := g.wanted[m.Name]; len(list) == 1 {
			list[0].word = "always"
		}
	}
	if g.rank = g.use("solutions"); doc.Instances != nil && g.rank >= 0 {
		g.most, g.unique = &ranking{}, newReservoir()
	}
	if doc.Samples != nil {
		if g.rank = g.use("times_seen"); g.rank >= 0 {
			g.most = &ranking{}
		}
	}
	if doc.Solutions != nil && len(doc.Solutions.ByOrbitSize) > 1 && g.use("orbit_size") >= 0 {
		g.regular, g.least = newReservoir(), doc.Solutions.ByOrbitSize[0].Value
	}
	err := g.scan()
	for _, r := range []*export.Reservoir{g.some, g.unique, g.regular} {
		if r != nil {
			slices.Sort(r.Rows)
		}
	}
	return g, err
}

// use makes a column one of those that are read, and returns its place.
func (g *gallery) use(name string) int {
	i := enumerate.ColumnIndex(g.set.Columns(), name)
	if i < 0 {
		return -1
	}
	if at := slices.Index(g.read, i); at >= 0 {
		return at
	}
	g.read = append(g.read, i)
	return len(g.read) - 1
}

// scan looks at all rows.
func (g *gallery) scan() error {
	if len(g.read) == 0 {
		for row := range g.set.Rows() {
			g.some.Offer(row)
		}
		return nil
	}
	orbit := g.use("orbit_size")
	return g.set.Scan(g.read, func(b *enumerate.Batch, first int64) error {
		for _, list := range g.wanted {
			for _, w := range list {
				w.look(b, first)
			}
		}
		for row := range b.Len() {
			n := first + int64(row)
			g.some.Offer(n)
			if g.most != nil {
				switch x := b.IntAt(g.rank, row); {
				case x > 1:
					g.most.offer(n, x)
				case x == 1 && g.unique != nil:
					g.unique.Offer(n)
				}
			}
			if g.regular != nil && b.IntAt(orbit, row) == g.least {
				g.regular.Offer(n)
			}
		}
		return nil
	})
}

// look finds the first row with the wanted value.
func (w *wanted) look(b *enumerate.Batch, first int64) {
	if w.row >= 0 {
		return
	}
	for row := range b.Len() {
		if !b.IsNull(w.column, row) && b.IntAt(w.column, row) == w.value {
			w.row = first + int64(row)
			return
		}
	}
}

// examples draws rows with the least, the median and the greatest value of a
// measure.
func (g *gallery) examples(name string) ([]drawing, string, error) {
	var rows []int64
	var values []*wanted
	for _, w := range g.wanted[name] {
		if w.row >= 0 {
			rows, values = append(rows, w.row), append(values, w)
		}
	}
	return g.draw(rows, func(d *drawing, i int) { d.Bold, d.Text = count(values[i].value), values[i].word })
}

// draw draws rows, and lets describe add to the caption of the i-th; describe
// may be nil. It returns the layout of the drawings, too.
func (g *gallery) draw(rows []int64, describe func(d *drawing, i int)) ([]drawing, string, error) {
	if g.drawer == nil || len(rows) == 0 {
		return nil, "", nil
	}
	boards, err := g.drawer.Boards(rows)
	if err != nil {
		return nil, "", err
	}
	var out []drawing
	for i, b := range boards {
		d := drawing{Row: "row " + count(rows[i])}
		if d.SVG, err = boardSVG(b, fmt.Sprintf("row %d", rows[i])); err != nil {
			return nil, "", err
		}
		if describe != nil {
			describe(&d, i)
		}
		out = append(out, d)
	}
	return out, layout("strip", boards[0]), nil
}

// rows shows rows of several kinds.
func (s *source) rows() ([]block, error) {
	g := s.gallery
	var out []block
	var failed error
	add := func(title, text string, rows []int64, describe func(d *drawing, i int)) {
		drawings, class, err := g.draw(rows, describe)
		if err != nil {
			failed = err
		}
		if len(drawings) > 0 {
			out = append(out, block{Title: title, Notes: []string{text}, Drawings: drawings, Layout: class})
		}
	}
	most := func(what string) func(d *drawing, i int) {
		return func(d *drawing, i int) { d.Bold, d.Text = count(g.most.values[i]), what }
	}
	switch {
	case g.unique != nil:
		add("Most solutions", "The instances with the most solutions.", g.most.rows, most("solutions"))
		what := "instances"
		if s.symmetric {
			what = "instances, up to symmetry,"
		}
		add("One solution", fmt.Sprintf("%d of the %s %s that have one solution, chosen at random.", len(g.unique.Rows), commas(s.doc.Instances.UniqueDistinct), what), g.unique.Rows, nil)
	default:
		add("Some solutions", "Of all rows, chosen at random.", g.some.Rows, nil)
		if g.most != nil {
			add("Seen most often", "Uniform draws come back to each solution about as often.", g.most.rows, most("times"))
		}
	}
	if g.regular != nil {
		text := fmt.Sprintf("Orbits of %s: symmetries map these solutions to themselves. There are %s.", count(g.least), count(g.regular.Offered))
		add("The most symmetric", text, g.regular.Rows, nil)
	}
	return out, failed
}

// layout returns the class of drawings like a board: those that are much wider
// than high need lines of their own.
func layout(class string, b *picture.Board) string {
	if width, height := b.Size(); width > 2*height {
		return class + " long"
	}
	return class
}

// boardSVG draws a board some 150 pixels wide, or half a page if it is long.
func boardSVG(b *picture.Board, title string) (template.HTML, error) {
	width, height := b.Size()
	cell := min(28, max(4, int(150/max(width, height, 1))))
	if width > 2*height {
		cell = min(20, max(4, int(480/width)))
	}
	p, err := picture.Draw([]*picture.Board{b}, picture.Layout{Cell: cell})
	if err != nil {
		return "", err
	}
	p.SetTitle(title)
	var s strings.Builder
	if err := p.SVG(&s); err != nil {
		return "", err
	}
	return template.HTML(s.String()), nil // package picture escapes
}
