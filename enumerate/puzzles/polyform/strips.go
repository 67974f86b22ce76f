package polyform

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/recurrence"
	"coverstat/enumerate/strip"
)

// steps lead from a cell to that of the next slice, by the size along which the board grows; triangles have others.
var steps = map[string]lattice.Cell{"layers": {Layer: 1}, "rows": {Row: 1}, "cols": {Col: 1}, "rhombus_1": {Row: 1},
	"rhombus_2": {Col: 1}}

// makeGraph makes the graph of the boards of all sizes. The error says why there is none.
func (s *sizes) makeGraph() (*strip.Graph, error) {
	r := s.params.Board.ranges[0]
	step, ok := steps[r.name]
	if s.form.lattice == lattice.Triangle && r.name == "rhombus_1" {
		step = lattice.Cell{Row: -1, Col: 1}
	} else if s.form.lattice == lattice.Triangle && r.name == "rhombus_2" {
		step = lattice.Cell{Col: 2}
	}
	switch {
	case len(s.params.Board.ranges) > 1:
		return nil, errors.New("more than one size varies")
	case slices.Contains(s.params.Wrap, r.name):
		return nil, fmt.Errorf("the board is a ring along %s", r.name)
	case s.params.Total.set && (s.params.Total.min > 0 || s.params.Total.max != enumerate.Unbounded):
		return nil, errors.New("puzzle.total limits the number of pieces")
	case !ok:
		return nil, fmt.Errorf("the board does not grow by equal slices along %s", r.name)
	}
	return newGraph(func(n int) (*Board, error) {
		p := s.params
		p.Board = r.set(p.Board, n)
		return s.form.board(p.BoardParams)
	}, step, s.pieces, s.require)
}

// makeRecurrence finds the recurrence.
func (s *sizes) makeRecurrence() (*enumerate.Sequence, error) {
	g, err := s.graph()
	if err != nil {
		return nil, err
	}
	r, err := recurrence.Find(g)
	if err != nil {
		return nil, err
	}
	q := &enumerate.Sequence{Over: s.params.Board.ranges[0].name, States: g.States(), Recurrence: r.Factors,
		Numerator: r.Numerator(), Denominator: r.Denominator()}
	if growth, ok := r.Growth(); ok {
		q.Growth, q.GrowthPerCell = growth, math.Pow(growth, float64(s.boards[0].sizes[0])/float64(s.boards[0].Area()))
	}
	return q, nil
}

// newGraph makes the graph of the boards that grow along one of their sizes, by equal slices: board gives that of n
// slices, and step leads from a cell to that of the next slice. The error says why there is none.
func newGraph(board func(n int) (*Board, error), step lattice.Cell, pieces []Piece,
	require []string) (*strip.Graph, error) {
	for _, p := range pieces {
		if p.Min != 0 || p.Max != enumerate.Unbounded {
			return nil, fmt.Errorf("the number of %s is limited", p.Name)
		}
	}
	f := &strip.Family{Period: 1}
	for _, p := range pieces {
		for _, s := range p.Orientations {
			size := s.Box()
			f.Reach = max(f.Reach, size.Layer+size.Row+size.Col-2)
		}
	}
	one, err := board(1)
	if err != nil {
		return nil, err
	}
	if one.Kind != nil && one.Kind(step) != 0 {
		f.Period = 2
	}
	required := func(n int) (*Puzzle, *exact.Conditions, error) {
		b, err := board(n)
		if err != nil {
			return nil, nil, err
		}
		z, err := plainPuzzle(b, pieces)
		if err != nil {
			return nil, nil, err
		}
		x, err := z.instance(enumerate.Spec{Kind: enumerate.Census, Require: require})
		if err != nil {
			return nil, nil, err
		}
		return z, x.Conditions, nil
	}
	if len(require) > 0 {
		_, r, err := required(4 * f.Reach)
		if err != nil {
			return nil, err
		}
		f.Settled, f.Most, f.Accept = r.Settled(), r.Most(), r.Allow
	}
	f.Board = func(n int) (*strip.Board, error) {
		z, r, err := required(n)
		if err != nil {
			return nil, err
		}
		b := &strip.Board{Problem: z.Problem}
		if b.Slices, err = z.slices(step, n); err == nil && r != nil {
			b.Sums, err = r.Sums()
		}
		return b, err
	}
	return strip.New(f)
}

// slices returns the items of the cells of each of n slices, in the same order in all of them; step leads from a cell
// to that of the next slice.
func (z *Puzzle) slices(step lattice.Cell, n int) ([][]enumerate.Item, error) {
	all := make([][]enumerate.Item, n)
	for _, i := range z.Board.FreeCells() {
		k := 0
		for back := z.Board.Cell(i).Minus(step); z.Board.At(back) >= 0; back = back.Minus(step) {
			k++
		}
		if k >= n {
			return nil, errNoSlices
		}
		all[k] = append(all[k], z.cellItem[i])
	}
	if slices.ContainsFunc(all, func(s []enumerate.Item) bool { return len(s) != len(all[0]) }) {
		return nil, errNoSlices
	}
	return all, nil
}

var errNoSlices = errors.New("the board does not grow by equal slices")
