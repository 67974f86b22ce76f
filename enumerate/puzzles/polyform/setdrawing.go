package polyform

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// setDrawing draws the rows of a survey of sets.
type setDrawing struct {
	*canvas
	survey *setSurvey
	pieces []Piece // of every set, then of the list
}

// newSetDrawer draws the rows of a survey of sets. Of a set with solutions it draws the
// first that a search finds: that costs at most what the row did. Of other sets it draws
// the pieces.
func newSetDrawer(r enumerate.DrawRequest, b *Board, fixed, list []Piece) (*enumerate.Drawer, error) {
	d := &setDrawing{canvas: newCanvas(b), survey: &setSurvey{fixed: fixed, list: list}, pieces: slices.Concat(fixed, list)}
	out := d.drawer()
	out.Template, out.Board = nil, nil // where a set has solutions, one is drawn, and that is searched for
	out.Draw, out.Solve = drawFirst(d.solve, d.unsolved), d.solve
	for _, name := range []string{"mask", enumerate.SolutionsColumn} {
		i := enumerate.ColumnIndex(r.Columns, name, enumerate.Integers...)
		if i < 0 {
			return nil, &enumerate.NoPictureError{Reason: "the rows have no column " + name + " of integers"}
		}
		out.Columns = append(out.Columns, i)
	}
	d.markUncovered()
	symbols := symbolsOf(d.pieces, func(int) int { return 1 })
	for i, p := range d.pieces {
		piece := enumerate.DrawnPiece{Name: p.Name}
		if symbols != nil {
			piece.Symbol = string(symbols[i])
		}
		out.Pieces = append(out.Pieces, piece)
	}
	return out, nil
}

// unsolved draws the pieces of a row's set.
func (d *setDrawing) unsolved(b *enumerate.Batch, row int) (*enumerate.Drawing, error) {
	number, err := d.set(uint64(b.IntAt(0, row)))
	if err != nil {
		return nil, err
	}
	return d.aside(number), nil
}

// set returns the pieces of a set, by their numbers in d.pieces.
func (d *setDrawing) set(mask uint64) (number []int, err error) {
	if bits.Len64(mask) > len(d.survey.list) {
		return nil, fmt.Errorf("mask %#x: expected pieces of a list of %d", mask, len(d.survey.list))
	}
	for i := range d.pieces {
		if i < len(d.survey.fixed) || mask>>(i-len(d.survey.fixed))&1 != 0 {
			number = append(number, i)
		}
	}
	return number, nil
}

// solve draws the solutions of the set of a row, up to symmetry, as the row counts
// them.
func (d *setDrawing) solve(b *enumerate.Batch, row int, stop *atomic.Bool, visit func(*enumerate.Drawing) bool) error {
	mask := uint64(b.IntAt(0, row))
	number, err := d.set(mask)
	if err != nil {
		return err
	}
	z, err := NewPuzzle(d.board, d.survey.pieces(mask))
	if err != nil {
		return err
	}
	_, _, err = z.eachClass(stop, func(solution []enumerate.OptionID) bool {
		cells, orientations := slices.Clone(d.cells), make([]int, len(d.pieces))
		for region, o := range solution {
			p := z.Placements[o]
			orientations[number[p.Piece]] = p.Orientation
			for _, c := range p.Cells {
				at := &cells[d.index[c]]
				at.Region, at.Fill = region, enumerate.Fill(number[p.Piece])
			}
		}
		return visit(&enumerate.Drawing{Cells: enumerate.Repeated(cells, d.repeats), Orientations: orientations})
	})
	return err
}

// aside draws pieces beside each other, in lines as long as two boards, or longer if the
// drawing would be much higher than wide.
func (d *setDrawing) aside(number []int) *enumerate.Drawing {
	out := &enumerate.Drawing{Orientations: make([]int, len(d.pieces))}
	cell, board := reach(d.cells[:1]), reach(d.cells)
	if d.board.Wraps() {
		cell = enumerate.Point{X: 1, Y: 1} // a piece is not unrolled
	}
	var boxes []*canvas
	room := 0
	for _, i := range number {
		p := newCanvas(boxOf(d.board.Lattice, d.pieces[i].Orientations[0]))
		size := reach(p.cells)
		boxes, room = append(boxes, p), room+(size.X+cell.X)*(size.Y+cell.Y)
	}
	width := max(2*board.X, int(math.Sqrt(float64(room))))
	var at enumerate.Point
	high := 0
	for region, i := range number {
		p := boxes[region]
		size := reach(p.cells)
		if at.X > 0 && at.X+size.X > width {
			at = enumerate.Point{Y: at.Y + high + cell.Y}
			high = 0
		}
		for k, c := range p.index {
			if !p.board.Blocked[k] {
				drawn := p.cells[c]
				drawn.Outline = slices.Clone(drawn.Outline)
				for j := range drawn.Outline {
					drawn.Outline[j].X += at.X
					drawn.Outline[j].Y += at.Y
				}
				drawn.Region, drawn.Fill = region, enumerate.Fill(i)
				out.Cells = append(out.Cells, drawn)
			}
		}
		at.X += size.X + cell.X
		high = max(high, size.Y)
	}
	return out
}

// reach returns the greatest coordinates of some cells.
func reach(cells []enumerate.DrawnCell) (p enumerate.Point) {
	for _, c := range cells {
		for _, q := range c.Outline {
			p.X, p.Y = max(p.X, q.X), max(p.Y, q.Y)
		}
	}
	return p
}
