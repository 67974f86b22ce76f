package polyform

import (
	"errors"
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/strip"
)

// newGraph makes the graph of the boards that grow along one of their sizes, by equal slices: board gives that of n
// slices, and step leads from a cell to that of the next slice. The error says why there is none.
func newGraph(board func(n int) (*Board, error), step lattice.Cell, pieces []Piece, require []string) (*strip.Graph, error) {
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
		z, err := NewPuzzle(b, pieces)
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
		b := &strip.Board{Problem: z.Problem, Slices: make([][]enumerate.Item, n)}
		var first []lattice.Cell // of the first slice
		for _, i := range z.Board.FreeCells() {
			c, k := z.Board.Cell(i), 0
			for back := c.Minus(step); z.Board.At(back) >= 0; back = back.Minus(step) {
				c, k = back, k+1
			}
			if k == 0 {
				first = append(first, c)
			}
			if k >= n {
				return nil, errors.New("the board does not grow by equal slices")
			}
			b.Slices[k] = append(b.Slices[k], z.cellItem[i])
		}
		if slices.ContainsFunc(b.Slices, func(s []enumerate.Item) bool { return len(s) != len(first) }) {
			return nil, errors.New("the board does not grow by equal slices")
		}
		if r != nil {
			sums, lacking := r.Sums()
			if lacking != "" {
				return nil, fmt.Errorf("measure %s does not add up over pieces", lacking)
			}
			b.Sums = sums
		}
		return b, nil
	}
	return strip.New(f)
}
