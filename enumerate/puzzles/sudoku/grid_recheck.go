package sudoku

import (
	"fmt"

	"coverstat/enumerate/puzzles/sudoku/canon"
	"coverstat/enumerate/puzzles/sudoku/grid"
)

// gridRecheck judges rows of a census or sample of grids by trying every
// symmetry of the board, row orders and column orders in nested loops. It shares the
// list of these orders with package canon, and nothing else.
type gridRecheck struct {
	shape      grid.Shape
	rows, cols [][]uint8 // orders
}

func newGridRecheck(shape grid.Shape) *gridRecheck {
	return &gridRecheck{shape: shape, rows: canon.LineOrders(shape.Cols, shape.Rows), cols: canon.LineOrders(shape.Rows, shape.Cols)}
}

// recheck is the [survey.Recheck].
func (c *gridRecheck) recheck(a *gridAnswer) error {
	if err := c.shape.CheckSolution(a.cells, nil); err != nil {
		return err
	}
	fixed, all := 0, 0
	turns := 1
	if c.shape.Rows == c.shape.Cols {
		turns = 2
	}
	for turn := range turns {
		for _, rows := range c.rows {
			for _, cols := range c.cols {
				all++
				switch c.compare(a.cells, rows, cols, turn == 1) {
				case -1:
					return fmt.Errorf("not in canonical form: rows %v, columns %v, transposed %v give a lesser image", rows, cols, turn == 1)
				case 0:
					fixed++
				}
			}
		}
	}
	a.automorphisms = fixed
	a.orbit = int32(int(canon.Renamings(c.shape.Side())) * all / fixed)
	return nil
}

// compare orders the image of a grid, digits renamed by its first row, relative
// to the grid.
func (c *gridRecheck) compare(cells []byte, rows, cols []uint8, transpose bool) int {
	n := c.shape.Side()
	var names [grid.MaxSide + 1]byte
	next := byte(1)
	for i := range cells {
		from := int(rows[i/n])*n + int(cols[i%n])
		if transpose {
			from = int(cols[i%n])*n + int(rows[i/n])
		}
		v := cells[from]
		if names[v] == 0 {
			names[v] = next
			next++
		}
		if names[v] != cells[i] {
			if names[v] < cells[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}
