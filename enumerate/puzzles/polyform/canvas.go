package polyform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
)

// A canvas is the cells of a board as pictures show them.
type canvas struct {
	board *Board
	cells []enumerate.DrawnCell // without pieces
	index []int                 // by cell of the board, its place in cells; -1 if it is not drawn
	// repeats are cells, or halves of cells, that are drawn again beyond the border
	// of a board that wraps.
	repeats []enumerate.RepeatedCell
}

// newCanvas draws the cells of a board. Of squares and cubes all are drawn, those
// that are blocked too. A board of hexagons or triangles has the form of its free
// cells: there, cells that are blocked are drawn only where free ones surround
// them, as holes.
func newCanvas(b *Board) *canvas {
	c := &canvas{board: b, index: make([]int, len(b.Blocked))}
	hidden := make([]bool, len(b.Blocked))
	if len(b.Outline(b.Cell(0))) != 4 {
		hidden = b.Outside()
	}
	for i := range b.Blocked {
		c.index[i] = -1
		if !hidden[i] {
			c.index[i] = len(c.cells)
			c.cells = append(c.cells,
				enumerate.DrawnCell{Outline: b.Outline(b.Cell(i)), Layer: b.Cell(i).Layer, Fill: enumerate.Paper})
		}
	}
	if b.Wraps() {
		c.wrap()
	}
	return c
}

// wrap unrolls a cylinder or torus: beyond each border that is joined to another
// one, the cells that follow there are drawn as far as their middles. Points are
// half cells then.
func (c *canvas) wrap() {
	b := c.board
	half := func(at, last int) (from, to int) { // of a row or column, in half cells
		switch at {
		case -1:
			return -1, 0
		case last + 1:
			return 2*last + 2, 2*last + 3
		}
		return 2 * at, 2*at + 2
	}
	outline := func(row, col int) []enumerate.Point {
		top, bottom := half(row, b.Rows-1)
		left, right := half(col, b.Cols-1)
		return []enumerate.Point{{X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}, {X: left, Y: bottom}}
	}
	for i := range c.cells {
		c.cells[i].Outline = outline(b.Cell(i).Row, b.Cell(i).Col)
	}
	for row := -1; row <= b.Rows; row++ {
		for col := -1; col <= b.Cols; col++ {
			overRow, overCol := row < 0 || row == b.Rows, col < 0 || col == b.Cols
			if !overRow && !overCol || overRow && !b.WrapRows || overCol && !b.WrapCols {
				continue
			}
			cell := (row+b.Rows)%b.Rows*b.Cols + (col+b.Cols)%b.Cols
			c.repeats = append(c.repeats, enumerate.RepeatedCell{Cell: cell, Outline: outline(row, col)})
		}
	}
}

// markUncovered marks the free cells as covered by no piece, and the others as outside.
func (c *canvas) markUncovered() {
	for i, k := range c.index {
		switch {
		case k < 0:
		case c.board.Blocked[i]:
			c.cells[k].Region, c.cells[k].Fill = enumerate.Outside, enumerate.Pale
		default:
			c.cells[k].Region = uncovered
		}
	}
}

// puzzle draws cells of the board, on which the given pieces lie in their places, and the other pieces beside them.
func (c *canvas) puzzle(cells []enumerate.DrawnCell, pieces []Piece, names []enumerate.DrawnPiece,
	given []enumerate.LaidOption) (*enumerate.Drawing, error) {
	joined := ""
	switch b := c.board; {
	case b.WrapRows && b.WrapCols:
		joined = "opposite sides are joined"
	case b.WrapRows:
		joined = "the top and the bottom are joined"
	case b.WrapCols:
		joined = "the left side and the right one are joined"
	}
	d := c.drawer()
	d.Pieces = names
	out, err := d.Lay(slices.Clone(cells), slices.Clone(given))
	if err != nil {
		return nil, err
	}
	for i := range out.Cells {
		switch cell := &out.Cells[i]; {
		case cell.Region == uncovered:
			cell.Region = 0 // so that solids show them
		case cell.Region >= 0 && cell.Fill >= 0: // of a given piece
			cell.Region++
		}
	}
	if given == nil {
		out.Cells = out.Cells[:len(cells)]
	}
	rest := slices.Clone(pieces)
	for _, o := range given {
		rest[slices.IndexFunc(rest, func(p Piece) bool { return p.Name == o.Piece })].use()
	}
	rest = slices.DeleteFunc(rest, func(p Piece) bool { return p.Max == 0 })
	out.Beside, out.Terms = pieceDrawings(c.board.Lattice, rest, names), joined
	return out, nil
}

// drawer returns a drawer for boards of the lattice.
func (c *canvas) drawer() *enumerate.Drawer {
	d := &enumerate.Drawer{ScaleX: c.board.ScaleX, ScaleY: c.board.ScaleY, Solid: c.board.Dimensions == 3,
		Board: c.cells, Template: &enumerate.Template{Place: c.index, Repeats: c.repeats}}
	if c.repeats != nil {
		d.ScaleX, d.ScaleY = 0.5, 0.5
	}
	return d
}

// NewRegionDrawer returns a drawer of rows whose free cells are in regions. A column, by its number, has a
// list with the region of each free cell, and there are at most so many regions. Terms are said of the puzzle.
func NewRegionDrawer(b *Board, column, most int, terms string) *enumerate.Drawer {
	c := newCanvas(b)
	c.markUncovered()
	d := c.drawer()
	for k := range most {
		d.Pieces = append(d.Pieces, enumerate.DrawnPiece{Name: strconv.Itoa(k)})
	}
	d.Columns = []int{column}
	repeats := c.repeats
	d.Template = nil
	d.Puzzle = func(*enumerate.Batch, int) (*enumerate.Drawing, error) {
		out, err := c.puzzle(c.cells, nil, nil, nil)
		if err != nil {
			return nil, err
		}
		out.Terms = strings.TrimPrefix(out.Terms+", "+terms, ", ")
		return out, nil
	}
	d.Draw = func(rows *enumerate.Batch, row int, _ *atomic.Bool) (*enumerate.Drawing, error) {
		regions, cells := rows.ListAt(0, row), slices.Clone(c.cells)
		for i, cell := range b.FreeCells() {
			if i >= len(regions) || regions[i] < 0 || int(regions[i]) >= most {
				return nil, fmt.Errorf("the row has no region of cell %d", cell)
			}
			drawn := &cells[c.index[cell]]
			drawn.Region, drawn.Fill = int(regions[i]), enumerate.Fill(regions[i])
		}
		return &enumerate.Drawing{Cells: enumerate.Repeated(cells, repeats)}, nil
	}
	return d
}

// cellOf returns the drawn cell that a row of the table occupancy is about.
func (c *canvas) cellOf(t *enumerate.Batch, row int) (int, error) {
	cell := 0
	for _, d := range c.board.dimensions() {
		column := enumerate.ColumnIndex(t.Columns, d.column, enumerate.Integers...)
		if column < 0 {
			return 0, fmt.Errorf("table occupancy: there is no column %s of integers", d.column)
		}
		at := int(t.IntAt(column, row))
		if at < 0 || at >= d.length {
			return 0, fmt.Errorf("table occupancy: %s %d, expected 0 to %d", d.column, at, d.length-1)
		}
		cell = cell*d.length + at
	}
	if c.index[cell] < 0 {
		return 0, fmt.Errorf("table occupancy: %s is no cell of the board", c.board.CellName(cell))
	}
	return c.index[cell], nil
}
