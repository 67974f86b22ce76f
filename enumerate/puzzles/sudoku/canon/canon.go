package canon

import "slices"

// A Canoniser finds canonical forms on boards of one shape. It is for one
// goroutine at a time. The slices that it returns belong to it and are valid
// until its next call.
type Canoniser interface {
	// Grid returns the form of a full grid, digits 1 to n by rows.
	Grid(grid []byte) []byte
	// IsForm reports whether a grid is its own form. It is faster than Grid on
	// average, because most grids are not. If the grid is a form, Automorphisms
	// and Puzzle may be called for it.
	IsForm(grid []byte) bool
	// Automorphisms returns the number of symmetries of the grid last given to
	// Grid: the symmetries of the board divided by the size of its orbit.
	Automorphisms() int
	// Puzzle returns the form of a puzzle whose one solution was last given to
	// Grid; 0 is an empty cell.
	Puzzle(givens []byte) []byte
}

// New returns a Canoniser for boxes of the given rows and columns: the fast one
// for 3x3, for other shapes one that tries all orders of the columns (72 for
// 2x3, 1,152 for 2x4; 3x4 and larger boards would take millions, and get nil).
func New(boxRows, boxCols int) Canoniser {
	switch {
	case boxRows == 3 && boxCols == 3:
		return newNine()
	case boxRows*boxCols <= 9:
		return newGeneral(boxRows, boxCols)
	}
	return nil
}

// Symmetries returns the number of symmetries of a board: renaming, exchanging,
// and transposing where rows and columns are alike. The number fits for boards
// up to 9x9.
func Symmetries(boxRows, boxCols int) int64 {
	count := Renamings(boxRows*boxCols) * Renamings(boxRows) * Renamings(boxCols)
	for range boxCols {
		count *= Renamings(boxRows)
	}
	for range boxRows {
		count *= Renamings(boxCols)
	}
	if boxRows == boxCols {
		count *= 2
	}
	return count
}

// Renamings returns n!, the number of ways to rename n digits.
func Renamings(n int) int64 {
	f := int64(1)
	for i := 2; i <= n; i++ {
		f *= int64(i)
	}
	return f
}

// LineOrders lists the orders of lines that keep bands (stacks) of so many lines together.
func LineOrders(bands, size int) (orders [][]uint8) {
	var extend func(order []uint8)
	extend = func(order []uint8) {
		if len(order) == bands*size {
			orders = append(orders, slices.Clone(order))
			return
		}
		begun := len(order)%size != 0 // a band of which lines are missing: the next line is one of them
		for line := range uint8(bands * size) {
			if slices.Contains(order, line) || begun && int(line)/size != int(order[len(order)-1])/size {
				continue
			}
			extend(append(order, line))
		}
	}
	extend(nil)
	return orders
}

// isomorphism takes a grid to its form: cell (r, c) of the form is cell
// (rows[r], cols[c]) of the oriented grid, digit d (from 0) is called digits[d].
type isomorphism struct {
	transposed         bool
	rows, cols, digits [9]uint8
}

// isomorphisms are all that take the grid last given to Grid to its form.
type isomorphisms struct {
	side         int
	isos         []isomorphism
	image, least []byte // the latest image of givens, and the least
}

func newIsomorphisms(side, room int) isomorphisms {
	return isomorphisms{side, make([]isomorphism, 0, room), make([]byte, side*side), make([]byte, side*side)}
}

func (x *isomorphisms) Automorphisms() int { return len(x.isos) }

func (x *isomorphisms) Puzzle(givens []byte) []byte {
	side, image, best := x.side, x.image, x.least
	for n := range x.isos {
		iso := &x.isos[n]
		k, below := 0, n == 0
	cells:
		for _, r := range iso.rows[:side] {
			for _, c := range iso.cols[:side] {
				from := int(r)*side + int(c)
				if iso.transposed {
					from = int(c)*side + int(r)
				}
				v := givens[from]
				if v != 0 {
					v = iso.digits[v-1] + 1
				}
				if !below {
					if v > best[k] {
						break cells
					}
					below = v < best[k]
				}
				image[k] = v
				k++
			}
		}
		if below {
			copy(best, image)
		}
	}
	return best
}
