package report

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
	"coverstat/stats"
)

// exhibit is a drawn row.
type exhibit struct {
	Value, Word string // of the measure, "" where there is none
	Row         string
	Long        bool // much wider than high
	SVG         template.HTML
}

// strip is a row of exhibits.
type strip struct {
	Title, Text string
	Exhibits    []exhibit
}

// stripLength is the number of boards in a strip.
const stripLength = 6

// wanted is a value of a measure of which one row is drawn.
type wanted struct {
	column int // among those read
	value  int64
	word   string
	row    int64 // found; -1 for none yet
}

// gallery finds the rows that are worth drawing, in one pass over the columns
// that it looks at.
type gallery struct {
	set     *export.Dataset
	read    []int
	wanted  map[string][]*wanted // by measure
	rank    int                  // the column by which most ranks, among those read
	most    *ranking             // rows with the most solutions, or seen most often
	unique  *lot                 // rows with one solution
	some    *lot                 // any rows
	regular *lot                 // rows of the smallest orbits
	least   int64                // the smallest orbit
}

// lot keeps some rows of those it is offered, each with the same chance (J. S.
// Vitter's Algorithm R, 1985). Its seed is fixed, so that the page is.
type lot struct {
	rows    []int64
	offered int64
	random  *rand.Rand
}

func newLot() *lot { return &lot{random: rand.New(rand.NewPCG(1, 0))} }

func (l *lot) offer(row int64) {
	l.offered++
	if len(l.rows) < stripLength {
		l.rows = append(l.rows, row)
	} else if i := l.random.Int64N(l.offered); i < stripLength {
		l.rows[i] = row
	}
}

// ranking keeps the rows with the greatest values, earlier ones first.
type ranking struct {
	rows, values []int64
}

func (r *ranking) offer(row, value int64) {
	if len(r.rows) == stripLength && value <= r.values[stripLength-1] {
		return
	}
	at, _ := slices.BinarySearchFunc(r.values, value, func(a, b int64) int {
		if a == b {
			return -1
		}
		return cmp.Compare(b, a)
	})
	r.rows, r.values = slices.Insert(r.rows, at, row), slices.Insert(r.values, at, value)
	r.rows, r.values = r.rows[:min(len(r.rows), stripLength)], r.values[:min(len(r.values), stripLength)]
}

// newGallery says what is looked for.
func newGallery(d *export.Dataset, doc *stats.Document) *gallery {
	g := &gallery{set: d, wanted: map[string][]*wanted{}, some: newLot()}
	for _, m := range doc.Measures {
		if m.Distinct.Min == nil {
			continue
		}
		at := g.use(m.Name)
		if at < 0 {
			continue
		}
		list := []*wanted{{at, value(m.Distinct.Min), "least", -1}}
		if m.Distinct.Median != nil {
			list = append(list, &wanted{at, value(m.Distinct.Median), "median", -1})
		}
		list = append(list, &wanted{at, value(m.Distinct.Max), "greatest", -1})
		g.wanted[m.Name] = mergeWanted(list)
	}
	if g.rank = g.use("solutions"); doc.Instances != nil && g.rank >= 0 {
		g.most, g.unique = &ranking{}, newLot()
	}
	if doc.Samples != nil {
		if g.rank = g.use("times_seen"); g.rank >= 0 {
			g.most = &ranking{}
		}
	}
	if doc.Solutions != nil && len(doc.Solutions.ByOrbitSize) > 1 && g.use("orbit_size") >= 0 {
		g.regular, g.least = newLot(), doc.Solutions.ByOrbitSize[0].Value
	}
	return g
}

func value(n *stats.Number) int64 { v, _ := n.Int64(); return v }

// mergeWanted joins the words of equal values.
func mergeWanted(list []*wanted) []*wanted {
	var out []*wanted
	for _, w := range list {
		if n := len(out); n > 0 && out[n-1].value == w.value {
			out[n-1].word += " and " + w.word
			continue
		}
		out = append(out, w)
	}
	if len(out) == 1 {
		out[0].word = "always"
	}
	return out
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
	err := g.look()
	for _, l := range []*lot{g.some, g.unique, g.regular} {
		if l != nil {
			slices.Sort(l.rows)
		}
	}
	return err
}

func (g *gallery) look() error {
	if len(g.read) == 0 {
		for row := range g.set.Rows() {
			g.some.offer(row)
		}
		return nil
	}
	orbit := g.use("orbit_size")
	columns := export.Pick(g.set.Columns(), g.read)
	b := enumerate.NewBatch(columns)
	rows := g.set.ReadColumns(g.read, 0, g.set.Rows())
	defer rows.Close()
	for at := int64(0); ; at += int64(b.Len()) {
		err := rows.Next(b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for _, list := range g.wanted {
			for _, w := range list {
				w.look(b, at)
			}
		}
		for row := range b.Len() {
			n := at + int64(row)
			g.some.offer(n)
			if g.most != nil {
				switch x := b.IntAt(g.rank, row); {
				case x > 1:
					g.most.offer(n, x)
				case x == 1 && g.unique != nil:
					g.unique.offer(n)
				}
			}
			if g.regular != nil && b.IntAt(orbit, row) == g.least {
				g.regular.offer(n)
			}
		}
	}
}

// look finds the first row with the wanted value.
func (w *wanted) look(b *enumerate.Batch, at int64) {
	if w.row >= 0 {
		return
	}
	for row := range b.Len() {
		if !b.IsNull(w.column, row) && b.IntAt(w.column, row) == w.value {
			w.row = at + int64(row)
			return
		}
	}
}

// long reports whether a board is so much wider than high that it needs a line
// of its own.
func long(b *picture.Board) bool {
	width, height := b.Size()
	return width > 2*height
}

// cellSize returns the side of a cell such that a board is some 150 pixels, or
// half a page if it is long.
func cellSize(b *picture.Board) int {
	width, height := b.Size()
	if long(b) {
		return min(20, max(4, int(480/width)))
	}
	return min(28, max(4, int(150/max(width, height, 1))))
}

// exhibits draws rows. Without a drawer there are none.
func exhibits(d *picture.Drawer, rows []int64, describe func(i int) (value, word string)) ([]exhibit, error) {
	if d == nil || len(rows) == 0 {
		return nil, nil
	}
	boards, err := d.Boards(rows)
	if err != nil {
		return nil, err
	}
	var out []exhibit
	for i, b := range boards {
		svg, err := boardSVG(b, fmt.Sprintf("row %d", rows[i]))
		if err != nil {
			return nil, err
		}
		e := exhibit{Row: "row " + groups(strconv.FormatInt(rows[i], 10)), Long: long(b), SVG: svg}
		if describe != nil {
			e.Value, e.Word = describe(i)
		}
		out = append(out, e)
	}
	return out, nil
}

func boardSVG(b *picture.Board, title string) (template.HTML, error) {
	p, err := picture.Draw([]*picture.Board{b}, picture.Layout{Cell: cellSize(b)})
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
