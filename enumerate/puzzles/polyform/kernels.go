package polyform

import (
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/board"
)

// kernels lists the kernels that may search the puzzle, best first. Two rules say
// where a general kernel is better than the board kernels:
//
// Pieces of at most two cells leave the board kernels nothing to prune, and the
// dancing links remember the last moves.
//
// Where the board is no rectangle of squares, the bits kernel does less at a node.
//
// The times: docs/kernels.md, "Which kernel searches a board".
func (z *Puzzle) kernels() []exact.KernelChoice {
	p, _ := z.boardProblem()
	node, rectangle := float64(board.ScanNode), p.Geometry.Rows > 0
	if !rectangle {
		node = board.FewestNode
	}
	all := []exact.KernelChoice{
		{Name: "board", Node: node, New: func() (enumerate.Kernel, error) { return board.New(p) }},
		{Name: "scan", Node: board.ScanNode, New: func() (enumerate.Kernel, error) { return board.NewScan(p) }},
		{Name: "fewest", Node: board.FewestNode, New: func() (enumerate.Kernel, error) { return board.NewFewest(p) }},
	}
	all = append(all, exact.GeneralKernels(z.Problem)...)
	switch {
	case z.total >= 0: // the board kernels do not count all pieces together
		all = all[3:]
	case !slices.ContainsFunc(z.Pieces, func(p Piece) bool { return p.Size() > 2 }):
		slices.Reverse(all)
	case !rectangle:
		all = slices.Concat(all[3:4], all[:3], all[4:])
	}
	return all
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
	return x.Kernels, x.Meets(), nil
}

// checkRequired says what is wrong with the conditions of a survey, if anything. They can be
// about the pieces that all instances have, not about those chosen from a list.
func (z *Puzzle) checkRequired(texts []string, list []Piece) error {
	l, err := newLayout(z, true)
	if err != nil {
		return err
	}
	x := &exact.Instance{Problem: z.Problem, Group: z.Group}
	return x.Require(texts, func(written []string) (*exact.Meters, error) {
		for _, w := range written {
			_, args, _ := enumerate.ParseMeasure(w)
			for _, p := range list {
				if slices.Contains(args, p.Name) {
					return nil, enumerate.Errorf("measure %q: %s is not in every set: expected a measure of all pieces, or of those in puzzle.pieces", w, p.Name)
				}
			}
		}
		return l.meters(written)
	})
}

// requiredFacts says which solutions of an instance count.
func requiredFacts(texts []string) (facts []enumerate.Fact) {
	for _, text := range texts {
		facts = append(facts, enumerate.Fact{Key: "require", Text: "required: " + text + ", or a solution does not count", Value: text})
	}
	return facts
}

// boardProblem describes the puzzle to the board kernels. Their cells are numbered
// from 0; cells has the board's number of each.
func (z *Puzzle) boardProblem() (p *board.Problem, cells []int) {
	g, cells := z.Board.geometry()
	p = &board.Problem{Geometry: g}
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

// geometry returns the geometry of the board and its cells. A board of squares
// that does not wrap is a rectangle, without its margins if it is too large with
// them. Of every other board the free cells are numbered alone.
func (b *Board) geometry() (g *board.Geometry, cells []int) {
	free := b.FreeCells()
	if b.isRectangle() {
		kept := free
		if len(b.Blocked) <= board.MaxCells {
			kept = []int{0, len(b.Blocked) - 1}
		}
		low, high := b.Cell(kept[0]), b.Cell(kept[0])
		for _, i := range kept {
			c := b.Cell(i)
			low.Row, low.Col = min(low.Row, c.Row), min(low.Col, c.Col)
			high.Row, high.Col = max(high.Row, c.Row), max(high.Col, c.Col)
		}
		if rows, cols := high.Row-low.Row+1, high.Col-low.Col+1; rows*cols <= board.MaxCells {
			for i := range rows * cols {
				cells = append(cells, (low.Row+i/cols)*b.Cols+low.Col+i%cols)
			}
			return board.Rectangle(rows, cols), cells
		}
	}
	number := make([]int, len(b.Blocked))
	for i, c := range free {
		number[c] = i
	}
	g = &board.Geometry{Neighbours: make([][]int, len(free))}
	for _, s := range b.Sides() {
		g.Join(number[s[0]], number[s[1]])
	}
	return g, free
}

// kernel makes the named kernel, or the best for "auto". It is nil for a puzzle that is
// proved impossible.
func (z *Puzzle) kernel(name string) (enumerate.Kernel, error) {
	if z.Impossible() != "" {
		return nil, nil
	}
	kernels, _, err := z.restrictedKernels()
	if err != nil {
		return nil, err
	}
	pool, _, err := exact.Choose(kernels, name)
	if err != nil {
		return nil, err
	}
	return pool.Get()
}

// search visits the solutions by the named kernel, or "auto", until visit returns false.
func (z *Puzzle) search(kernel string, stop *atomic.Bool, visit func([]enumerate.OptionID) bool) (enumerate.Effort, error) {
	k, err := z.kernel(kernel)
	if k == nil || err != nil {
		return enumerate.Effort{}, err
	}
	effort, _ := k.Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, stop, visit)
	return effort, nil
}
