package polyform

import (
	"cmp"
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/symmetry"
)

// Puzzle is a board and pieces with everything derived from them.
type Puzzle struct {
	Board      *Board
	Pieces     []Piece
	Placements []lattice.Placement // by OptionID
	Problem    *enumerate.Problem
	Group      *symmetry.Group

	area     int                  // cells to cover
	covered  int                  // cells of all placements
	first    []enumerate.OptionID // first[p] is the first option of piece p; one more at the end
	items    []enumerate.Item     // piece -> item, -1 if its number is not limited
	cellItem []enumerate.Item     // cell -> item, -1 if it is blocked
	total    enumerate.Item       // of all options, -1 if the number of pieces is not limited
	given    []enumerate.OptionID // that are in every solution
	// forbidden are placements that no option has, although they would fit.
	forbidden []lattice.Placement
	// exchanges are the symmetries that exchange pieces. Conditions of a survey are refused by
	// those of all instances, before any is searched: an instance has none of its own.
	exchanges []measure.Exchange
	// require are the conditions that solutions of an instance of a survey must meet.
	require []string
}

const (
	maxOptions = 4_000_000 // placements of a puzzle
	// maxCovered bounds the cells of all placements. A cell touches 26 others at most, so that
	// 32 bits number the neighbours of all placements, too.
	maxCovered = 1 << 26
)

// plainPuzzle lists the placements and builds the exact cover and its group.
// Pieces that cannot fill the board by their number of cells are an error.
func plainPuzzle(board *Board, pieces []Piece) (*Puzzle, error) {
	return newPuzzle(board, pieces, 0, CountParam{}, restriction{})
}

// newPuzzle is plainPuzzle for a board of which the pieces leave spare cells
// free, with as many pieces in all as total says, and with the placements that a restriction leaves.
func newPuzzle(board *Board, pieces []Piece, spare int, total CountParam, r restriction) (*Puzzle, error) {
	z := &Puzzle{Board: board, Pieces: pieces, area: board.Area() - spare, total: -1}
	var misfit error
	if err := z.checkArea(); err != nil {
		misfit = &areaError{enumerate.AtKey("puzzle.pieces", fmt.Errorf("pieces: %w", err))}
	}
	if misfit != nil && len(r.given)+len(r.forbidden) == 0 {
		return nil, misfit // else a letter that is no piece is said first
	}
	var b enumerate.ProblemBuilder
	for i, blocked := range board.Blocked {
		z.cellItem = append(z.cellItem, -1)
		if !blocked {
			z.cellItem[i] = b.AddItem(enumerate.ItemInfo{Name: board.CellName(i), Min: 1, Max: 1})
		}
	}
	f := newFootprints(board, pieces)
	for i, p := range pieces {
		item := enumerate.Item(-1)
		// An item tells the options of a piece from those of others that may cover the same cells.
		shared := slices.ContainsFunc(f.of[i], func(s lattice.Shape) bool { return f.owners[s.Picture()] > 1 })
		if p.Min > 0 || int64(p.Max)*int64(p.Size()) < int64(z.area) || shared {
			item = b.AddItem(enumerate.ItemInfo{Name: p.Name, Min: p.Min, Max: p.Max})
		}
		z.items = append(z.items, item)
	}
	if total.set && total.max != enumerate.Unbounded || total.min > 0 {
		z.total = b.AddItem(enumerate.ItemInfo{Name: "all pieces", Min: total.min, Max: total.max})
	}
	for pi, p := range pieces {
		z.first = append(z.first, enumerate.OptionID(len(z.Placements)))
		seen := map[string]bool{}
		for oi, shape := range p.Orientations {
			if err := z.place(pi, oi, shape, seen); err != nil {
				return nil, err
			}
		}
	}
	z.first = append(z.first, enumerate.OptionID(len(z.Placements)))
	if err := cmp.Or(z.restrict(r), misfit); err != nil {
		return nil, err
	}
	z.addOptions(&b)
	var err error
	if z.Problem, err = b.Build(); err != nil {
		return nil, fmt.Errorf("problem of polyforms: %w", err)
	}
	if err = z.group(f); err != nil {
		return nil, err
	}
	return z, nil
}

// place adds the placements of a shape, in the order of the cells that its first
// cell lies on. On a ring several orientations or places of a piece may cover the
// same cells: the first of them is an option, and seen remembers it.
func (z *Puzzle) place(piece, orientation int, shape lattice.Shape, seen map[string]bool) error {
	var scratch []int
	for i := range z.cellItem {
		var ok bool
		if scratch, ok = z.Board.Place(scratch[:0], shape, i); !ok {
			continue
		}
		if z.Board.Wraps() {
			key := fmt.Sprint(scratch)
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		if len(z.Placements) == maxOptions {
			return enumerate.Errorf("more than %d placements: expected a smaller board or fewer pieces", maxOptions)
		}
		if z.covered += len(scratch); z.covered > maxCovered {
			return enumerate.Errorf(
				"placements of more than %d cells in all: expected a smaller board, or fewer or smaller pieces",
				maxCovered)
		}
		z.Placements = append(z.Placements,
			lattice.Placement{Piece: piece, Orientation: orientation, Cells: slices.Clone(scratch)})
	}
	return nil
}

// addOptions makes each placement an option.
func (z *Puzzle) addOptions(b *enumerate.ProblemBuilder) {
	var members []enumerate.Member
	for _, p := range z.Placements {
		members = members[:0]
		for _, cell := range p.Cells {
			members = append(members, enumerate.Member{Item: z.cellItem[cell]})
		}
		if z.items[p.Piece] >= 0 {
			members = append(members, enumerate.Member{Item: z.items[p.Piece]})
		}
		if z.total >= 0 {
			members = append(members, enumerate.Member{Item: z.total})
		}
		b.AddOption(members...)
	}
}

// copies returns the largest number of copies of piece p that fit the board.
func (z *Puzzle) copies(p int) int {
	return int(min(int64(z.Pieces[p].Max), int64(z.area/z.Pieces[p].Size())))
}

// least returns the least number of copies of piece p that a solution has: the others
// cover no more cells than their greatest numbers of copies.
func (z *Puzzle) least(p int) int {
	rest, size := z.area, z.Pieces[p].Size()
	for q := range z.Pieces {
		if q != p {
			rest -= z.copies(q) * z.Pieces[q].Size()
		}
	}
	return max(int(z.Pieces[p].Min), (rest+size-1)/size)
}

// scans are orders of the primary items for a sweep: the cells strip by strip along each
// axis of the lattice, then the pieces. The problem's own order has the rows.
func (z *Puzzle) scans() (orders []exact.ItemOrder) {
	cells := z.Board.FreeCells() // cell item k is that of the k-th free cell
	for a, axis := range z.Board.Lattice.Axes {
		order := make([]enumerate.Item, 0, z.Problem.Items())
		for i := range enumerate.Item(z.Problem.Items()) {
			if z.Problem.Item(i).Primary() {
				order = append(order, i)
			}
		}
		slices.SortStableFunc(order[:len(cells)], func(i, j enumerate.Item) int {
			return axis(z.Board.Cell(cells[i])) - axis(z.Board.Cell(cells[j]))
		})
		if !slices.IsSorted(order) {
			orders = append(orders,
				exact.ItemOrder{Name: fmt.Sprintf("strip by strip along axis %d", a+1), Items: order})
		}
	}
	return orders
}

// cover is the puzzle as other programs are told of it.
func (z *Puzzle) cover() *enumerate.Cover {
	b := z.Board
	t := &enumerate.Tiling{Lattice: b.Lattice.Name, Size: [3]int{b.Layers, b.Rows, b.Cols}, Wraps: b.Wraps()}
	switch {
	case z.total >= 0:
		t.Beyond = "total number of pieces"
	case len(z.given)+len(z.forbidden) > 0:
		t.Beyond = "given or forbidden pieces"
	}
	for _, blocked := range b.Blocked {
		t.Free = append(t.Free, !blocked)
	}
	for _, p := range z.Pieces {
		shape := p.Orientations[0]
		turned := b.Lattice.Orientations(shape, true, b.Lattice.Dimensions < 3)
		piece := enumerate.TilePiece{Name: p.Name, Min: p.Min, Max: p.Max,
			Turned: len(turned) == len(p.Orientations) &&
				!slices.ContainsFunc(turned, func(s lattice.Shape) bool { return !s.IsOneOf(p.Orientations) })}
		for _, c := range shape {
			piece.Cells = append(piece.Cells, [3]int{c.Layer, c.Row, c.Col})
		}
		t.Pieces = append(t.Pieces, piece)
	}
	return &enumerate.Cover{
		Problem: z.Problem,
		Label:   func(o enumerate.OptionID) string { return z.Pieces[z.Placements[o].Piece].Name },
		Tiling:  t,
	}
}
