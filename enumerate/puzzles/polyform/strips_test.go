package polyform

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/recurrence"
)

// anyNumber returns the pieces of some names, in any number.
func anyNumber(t *testing.T, f *form, names ...string) []Piece {
	t.Helper()
	var list []pieceParam
	for _, name := range names {
		list = append(list, pieceParam{Name: name, Count: CountParam{set: true, max: enumerate.Unbounded}})
	}
	pieces, err := f.resolvePieces(list)
	if err != nil {
		t.Fatal(err)
	}
	return pieces
}

// direction is a way to make strips of some width.
type direction struct {
	form  *form
	board func(width, n int) boardParam
	step  lattice.Cell
	wrap  string
}

var directions = []direction{
	{forms[0], func(w, n int) boardParam { return boardParam{Rows: w, Cols: n} }, lattice.Cell{Col: 1}, ""},
	{forms[0], func(w, n int) boardParam { return boardParam{Rows: n, Cols: w} }, lattice.Cell{Row: 1}, ""},
	{forms[0], func(w, n int) boardParam { return boardParam{Rows: n, Cols: w} }, lattice.Cell{Row: 1}, "cols"},
	{forms[0], func(w, n int) boardParam { return boardParam{Rows: w, Cols: n} }, lattice.Cell{Col: 1}, "rows"},
	{forms[1], func(w, n int) boardParam { return boardParam{Layers: n, Rows: w, Cols: 2} }, lattice.Cell{Layer: 1}, ""},
	{forms[1], func(w, n int) boardParam { return boardParam{Layers: 2, Rows: w, Cols: n} }, lattice.Cell{Col: 1}, ""},
	{forms[2], func(w, n int) boardParam { return boardParam{Rhombus: []int{w, n}} }, lattice.Cell{Col: 1}, ""},
	{forms[2], func(w, n int) boardParam { return boardParam{Rhombus: []int{n, w}} }, lattice.Cell{Row: 1}, ""},
	{forms[3], func(w, n int) boardParam { return boardParam{Rows: w, Cols: n} }, lattice.Cell{Col: 1}, ""},
	{forms[3], func(w, n int) boardParam { return boardParam{Rows: n, Cols: w} }, lattice.Cell{Row: 1}, ""},
	{forms[3], func(w, n int) boardParam { return boardParam{Rhombus: []int{w, n}} }, lattice.Cell{Col: 2}, ""},
	{forms[3], func(w, n int) boardParam { return boardParam{Rhombus: []int{n, w}} }, lattice.Cell{Row: -1, Col: 1}, ""},
}

func (d *direction) strips(width int) func(n int) (*Board, error) {
	return func(n int) (*Board, error) {
		p := params{BoardParams: BoardParams{Board: d.board(width, n), Symmetry: "full"}}
		if d.wrap != "" {
			p.Wrap = []string{d.wrap}
		}
		return d.form.board(p.BoardParams)
	}
}

// TestKnownStrips: the orders that are known of recurrences, and the states that bound them.
func TestKnownStrips(t *testing.T) {
	for _, c := range []struct {
		direction     int
		pieces        string
		width         int
		states, order int
	}{
		{0, "I2", 8, 70, 16},
		{1, "tetrominoes", 4, 68, 35},
		{0, "I2 trominoes", 3, 27, 18},
		{0, "trominoes", 6, 243, 126},
		{0, "pentominoes", 3, 139, 75},
		{8, "I2", 4, 8, 6},
	} {
		d := &directions[c.direction]
		g, err := newGraph(d.strips(c.width), d.step, anyNumber(t, d.form, strings.Fields(c.pieces)...), nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := recurrence.Find(g)
		if err != nil {
			t.Fatal(err)
		}
		if g.States() != c.states || r.Order() != c.order {
			t.Errorf("%s %d wide: %d states, order %d: expected %d, %d", c.pieces, c.width, g.States(), r.Order(), c.states, c.order)
		}
	}
}

// TestRandomStrips: the recurrences of random strips give the numbers of solutions that a search of each board
// counts, and have no order above the number of states.
func TestRandomStrips(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	random := rand.New(rand.NewPCG(3, 4))
	pieces := [][]string{
		{"I1", "I2", "I3", "V3", "I4", "O4", "T4", "S4", "L4", "trominoes", "tetrominoes"},
		{"I1", "I2", "I3", "V3", "tetracubes"},
		{"trihexes", "tetrahexes"},
		{"I1", "I2", "I3", "tetriamonds"},
	}
	conditions := []string{"crossroads=0", "crossroads<=1", "crossroads>=2", "fault_lines=0", "fault_lines=1", "border_pieces>=4", "border_pieces!=6", "cut_edges<=5",
		"hidden=0", "hidden>=1", "used(%s)>=1", "used(%s)=2", "on_edge(%s)<=1", "edge_cells(%s)>=5", "exposed(%s)=6", "corners(%s)=1", "touches_edge(%s)=0"}
	counted, graphs, conditional, none := 0, 0, 0, 0
	for graphs < 200 {
		which := random.IntN(len(directions))
		d := &directions[which]
		width := 1 + random.IntN(4)
		if d.form == forms[1] {
			width = 1 + random.IntN(2)
		}
		var names []string
		of := pieces[0]
		for i, f := range forms {
			if f == d.form {
				of = pieces[i]
			}
		}
		for range 1 + random.IntN(2) {
			names = append(names, of[random.IntN(len(of))])
		}
		list := []pieceParam{}
		for _, name := range names {
			list = append(list, pieceParam{Name: name, Count: CountParam{set: true, max: enumerate.Unbounded}})
		}
		set, err := d.form.resolvePieces(list)
		if err != nil {
			continue // one piece twice
		}
		var require []string
		for range random.IntN(3) {
			c := conditions[random.IntN(len(conditions))]
			if strings.Contains(c, "%") {
				c = fmt.Sprintf(c, set[random.IntN(len(set))].Name)
			}
			require = append(require, c)
		}
		strips := d.strips(width)
		what := fmt.Sprintf("direction %d, width %d, pieces %v, require %v", which, width, names, require)
		g, err := newGraph(strips, d.step, set, require)
		if err != nil {
			if len(require) == 0 {
				t.Fatalf("%s: %v", what, err)
			}
			continue // the measure has no meaning there, say
		}
		if g.States() > 400 {
			continue
		}
		r, err := recurrence.Find(g)
		if err != nil {
			t.Fatal(err)
		}
		if r.Order() > g.States() {
			t.Errorf("%s: order %d, %d states", what, r.Order(), g.States())
		}
		graphs++
		if len(require) > 0 {
			conditional++
		}
		terms := slices.Clone(r.First[:min(40, r.Order())])
		for len(terms) < 40 {
			a := new(big.Int)
			for i, c := range r.Factors {
				a.Add(a, new(big.Int).Mul(c, terms[len(terms)-1-i]))
			}
			terms = append(terms, a)
		}
		if terms[39].Sign()+terms[38].Sign()+terms[37].Sign()+terms[36].Sign() == 0 {
			none++
		}
		for n := 1; n < 12; n++ {
			b, err := strips(n)
			if err != nil || b.Area() > 24 || b.Area() > 16 && len(set) > 2 {
				break
			}
			z, err := plainPuzzle(b, set)
			if err != nil {
				t.Fatal(err)
			}
			z.require = require
			var never atomic.Bool
			found := int64(0)
			if err := z.search("dlx", &never, func([]enumerate.OptionID) bool {
				found++
				return true
			}); err != nil {
				t.Fatal(err)
			}
			if counted++; !terms[n].IsInt64() || terms[n].Int64() != found {
				t.Errorf("%s: %v solutions of %d slices by the recurrence: expected %d", what, terms[n], n, found)
			}
		}
	}
	t.Logf("%d graphs, %d with conditions, %d with few solutions; %d boards", graphs, conditional, none, counted)
	if conditional < 40 || none < 5 || counted < 800 {
		t.Errorf("%d graphs with conditions, %d with few solutions, %d boards: expected more", conditional, none, counted)
	}
}
