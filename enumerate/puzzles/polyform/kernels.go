package polyform

import (
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/board"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// kernels lists the kernels that may search the puzzle, best first. The board kernels take
// rectangles of squares, and do not count all pieces together.
//
// Pieces of at most two cells leave the board kernels nothing to prune, and the
// dancing links remember the last moves. The times: docs/speed.md.
func (z *Puzzle) kernels() []exact.KernelChoice {
	general := exact.GeneralKernels(z.Problem)
	small := !slices.ContainsFunc(z.Pieces, func(p Piece) bool { return p.Size() > 2 })
	if small {
		slices.Reverse(general)
	}
	p, _ := z.boardProblem()
	if p == nil || z.total >= 0 {
		return general
	}
	boards := []exact.KernelChoice{
		{Name: "board", Node: board.Node, New: func() (enumerate.Kernel, error) { return board.New(p) }},
		{Name: "scan", Node: board.Node, New: func() (enumerate.Kernel, error) { return board.NewScan(p) }},
	}
	if small {
		return append(general, boards...)
	}
	return append(boards, general...)
}

// restrictedKernels returns the kernels that find the solutions which meet the conditions of a survey,
// and a test of solutions for one goroutine.
func (z *Puzzle) restrictedKernels() ([]exact.KernelChoice, func([]enumerate.OptionID) bool, error) {
	if len(z.require) == 0 {
		return z.kernels(), func([]enumerate.OptionID) bool { return true }, nil
	}
	x, err := z.instance(enumerate.Spec{Compact: true, Require: z.require})
	if err != nil {
		return nil, nil, err
	}
	return x.Searches(), x.Meets(), nil
}

// checkRequired says what is wrong with the conditions of a survey, if anything, and which measures they have. They can
// be about the pieces that all instances have, not about those chosen from a list.
func (z *Puzzle) checkRequired(texts []string, list []Piece) (measures []string, err error) {
	_, err = exact.Require(z.Problem, texts, func(written []string) (*exact.Meters, error) {
		measures = written
		for _, w := range written {
			_, args, _ := enumerate.ParseMeasure(w)
			for _, p := range list {
				if slices.ContainsFunc(args, func(arg string) bool {
					return arg == "*" || arg == p.Name || slices.Contains(enumerate.Terms(arg), p.Name)
				}) {
					return nil, enumerate.Errorf(
						"measure %q: %s is not in every set: expected a measure of all pieces, or of those in puzzle.pieces", w, p.Name)
				}
			}
		}
		return newLayout(z, true).meters(written)
	})
	return measures, err
}

// boardProblem describes the puzzle to the board kernels. Their cells are numbered
// from 0; cells has the board's number of each. p is nil if the board is no rectangle of
// squares, or too large a one.
func (z *Puzzle) boardProblem() (p *board.Problem, cells []int) {
	rows, cols, cells := z.Board.rectangle()
	if cells == nil {
		return nil, nil
	}
	p = &board.Problem{Rows: rows, Cols: cols}
	number := make([]int, len(z.Board.Blocked))
	for i, c := range cells {
		number[c] = i
		p.Free = append(p.Free, !z.Board.Blocked[c])
	}
	for _, q := range z.Pieces {
		p.Pieces = append(p.Pieces, board.Piece{Min: int(q.Min), Max: int(q.Max)})
	}
	for _, q := range z.Placements {
		own := make([]int, len(q.Cells))
		for i, c := range q.Cells {
			own[i] = number[c]
		}
		p.Placements = append(p.Placements, board.Placement{Piece: q.Piece, Cells: own})
	}
	return p, cells
}

// rectangle returns the sides of the board and its cells, row by row, if it is a rectangle of
// squares that the board kernels hold. Of one that is too large for them its margins are left
// out. cells is nil if there is no such rectangle.
func (b *Board) rectangle() (rows, cols int, cells []int) {
	kept := b.FreeCells()
	if b.Lattice != lattice.Square || b.Wraps() || len(kept) == 0 {
		return 0, 0, nil
	}
	if len(b.Blocked) <= board.MaxCells {
		kept = []int{0, len(b.Blocked) - 1}
	}
	low, high := b.Cell(kept[0]), b.Cell(kept[0])
	for _, i := range kept {
		c := b.Cell(i)
		low.Row, low.Col = min(low.Row, c.Row), min(low.Col, c.Col)
		high.Row, high.Col = max(high.Row, c.Row), max(high.Col, c.Col)
	}
	rows, cols = high.Row-low.Row+1, high.Col-low.Col+1
	if rows*cols > board.MaxCells {
		return 0, 0, nil
	}
	for i := range rows * cols {
		cells = append(cells, (low.Row+i/cols)*b.Cols+low.Col+i%cols)
	}
	return rows, cols, cells
}

// kernel makes the named kernel, or the best for "auto". It is nil for a puzzle that is
// proved impossible.
func (z *Puzzle) kernel(name string) (enumerate.Kernel, error) {
	if z.impossible() != "" {
		return nil, nil
	}
	kernels, _, err := z.restrictedKernels()
	if err != nil {
		return nil, err
	}
	return newKernel(kernels, name)
}

// newKernel makes the named kernel of a list, or the best for "auto".
func newKernel(kernels []exact.KernelChoice, name string) (enumerate.Kernel, error) {
	pool, err := exact.Choose(kernels, name)
	if err != nil {
		return nil, err
	}
	return pool.Get(), nil
}

// search visits the solutions by the named kernel, or "auto", until visit returns false.
func (z *Puzzle) search(kernel string, stop *atomic.Bool, visit func([]enumerate.OptionID) bool) error {
	k, err := z.kernel(kernel)
	if k == nil || err != nil {
		return err
	}
	k.Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, stop, visit)
	return nil
}
