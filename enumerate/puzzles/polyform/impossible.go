package polyform

import (
	"fmt"
	"math/big"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/packings"
)

// areaError says that no choice of pieces has as many cells as the board.
type areaError struct{ error }

// Unwrap returns the error of the config.
func (e *areaError) Unwrap() error { return e.error }

// checkArea returns an error if the pieces have too many or too few cells for the
// board, or for every board of a survey: then the config cannot be what its author
// meant. Where a piece comes in any number and none of them fits, as with dominoes on
// 3x3, the board has 0 solutions: see [Puzzle.impossible].
func (z *Puzzle) checkArea() error {
	area := int64(z.area)
	var low, high int64
	for _, p := range z.Pieces {
		low += int64(p.Min) * int64(p.Size())
		high = min(high+int64(p.Max)*int64(p.Size()), 1<<40)
	}
	switch {
	case low == high && low != area:
		other := ""
		if z.area == z.Board.Area() {
			other = z.otherArea(area - low)
		}
		return enumerate.Errorf("the pieces have %d cells and the board has %d to cover: expected equal numbers%s", low,
			area, other)
	case low > area:
		return enumerate.Errorf(
			"the pieces have at least %d cells and the board has %d to cover: expected no more than fit", low, area)
	case high < area:
		return enumerate.Errorf(
			"the pieces have at most %d cells and the board has %d to cover: expected enough to fill it", high, area)
	}
	if z.area < z.Board.Area() && !reachable(z.Pieces, z.area, 0, nil) {
		return enumerate.Errorf("no choice of copies has %d cells, which each board has to cover", area)
	}
	return nil
}

// otherArea says what fits a board that has so many cells more than all pieces, or less.
func (z *Puzzle) otherArea(more int64) string {
	if more < 0 {
		return ", or puzzle.choose, which chooses some of the pieces"
	}
	single := fmt.Sprintf(", or a piece more, {name: I1, count: {max: %d}}, for cells that stay open", more)
	if slices.ContainsFunc(z.Pieces, func(p Piece) bool { return p.Size() == 1 }) {
		single = ""
	}
	if z.Board.Area() > maxMaskCells {
		return single
	}
	if _, err := packings.NewSpace(z.Board.numbering(nil).free(), int(more), nil); err != nil {
		return single
	}
	return fmt.Sprintf("%s, or puzzle.blocked: [{choose: %d}] of a survey, which counts for each choice of open cells",
		single, more)
}

// impossible says why the board cannot be covered, where counting shows it
// without a search; "" otherwise. Colour the cells black and white so that
// neighbours differ: a piece covers the same surplus of one colour wherever it
// lies, but for the sign.
func (z *Puzzle) impossible() string {
	for i, p := range z.Pieces {
		if p.Min > 0 && z.first[i] == z.first[i+1] {
			if len(z.given)+len(z.forbidden) > 0 {
				return fmt.Sprintf("piece %s fits nowhere, with what is given and forbidden", p.Name)
			}
			return fmt.Sprintf("piece %s does not fit on the board", p.Name)
		}
	}
	if why := z.totalImpossible(); why != "" {
		return why
	}
	area, surplus, colour := z.Board.Area(), 0, z.Board.Colouring()
	if area > 400 {
		colour = nil
	}
	if colour != nil {
		for _, i := range z.Board.FreeCells() {
			surplus += colour(z.Board.Cell(i))
		}
	}
	switch {
	case reachable(z.Pieces, area, surplus, colour):
		return ""
	case colour == nil || !reachable(z.Pieces, area, 0, nil):
		return fmt.Sprintf("no choice of copies has %d cells, which the board has to cover", area)
	}
	return fmt.Sprintf(
		"coloured black and white so that neighbours differ, the board has a surplus of %s of one colour, which the pieces cannot cover", enumerate.Plural(max(surplus, -surplus), "cell"))
}

// totalImpossible says why the pieces in all cannot cover the board.
func (z *Puzzle) totalImpossible() string {
	if z.total < 0 {
		return ""
	}
	total, least, most := z.Problem.Item(z.total), z.area, 0 // cells of a piece
	for _, p := range z.Pieces {
		least, most = min(least, p.Size()), max(most, p.Size())
	}
	switch {
	case int64(total.Min)*int64(least) > int64(z.area):
		return fmt.Sprintf("%d pieces have at least %d cells, and the board has %d", total.Min,
			int64(total.Min)*int64(least), z.area)
	case int64(total.Max)*int64(most) < int64(z.area):
		return fmt.Sprintf("%d pieces have at most %d cells, and the board has %d", total.Max,
			int64(total.Max)*int64(most), z.area)
	}
	return ""
}

// reachable reports whether some choice of copies covers area cells with the
// given surplus of cells coloured 1 over those coloured -1. Without colours it
// looks at the area alone.
//
// What some copies can cover is a set of numbers of cells and surpluses, kept as
// the bits of one number: one more copy is two shifts.
func reachable(pieces []Piece, area, surplus int, colour func(lattice.Cell) int) bool {
	width := 1 // different surpluses
	if colour != nil {
		width = 2*area + 1
	}
	bit := func(cells, surplus int) int { return cells*width + width/2 + surplus }
	one := big.NewInt(1)
	all := new(big.Int).Lsh(one, uint((area+1)*width)) // beyond it there are too many cells
	all.Sub(all, one)
	now := new(big.Int).Lsh(one, uint(bit(0, 0)))
	for _, p := range pieces {
		sign := 0
		if colour != nil {
			for _, c := range p.Orientations[0] {
				sign += colour(c)
			}
		}
		next := new(big.Int)
		for copies := int32(0); copies <= p.Max && int(copies)*p.Size() <= area; copies++ {
			if copies >= p.Min {
				next.Or(next, now)
			}
			more := new(big.Int).Lsh(now, uint(p.Size()*width+sign))
			now.Lsh(now, uint(p.Size()*width-sign))
			now.Or(now, more).And(now, all)
		}
		now = next
	}
	return now.Bit(bit(area, surplus)) == 1
}
