package board

// A Geometry says how the cells of a board lie. The fewest search needs their
// neighbours, the scan search the orders, too.
type Geometry struct {
	// Neighbours lists the neighbours of each cell. If x is a neighbour of y,
	// then y is one of x.
	Neighbours [][]int
	// Orders are four ways to read the cells one after another. Each should
	// begin at another place, and neighbours should lie close together in it. Of
	// orders that are equally good for a step, the search takes the first. Boards
	// that are not read so have none.
	Orders [4]Order
	// Rows and Cols are the sides of a rectangle of squares, 0 for other boards.
	Rows, Cols int
}

// An Order puts the cells of a board in a line.
type Order struct {
	// At is the position of each cell, from 0 to MaxCells-1. Positions may be
	// left without a cell.
	At []int
	// Line cuts the positions into lines of so many, the first beginning at
	// position 0. If it is above 0, the upper levels of the search prefer to
	// work where few cells of a line are free.
	Line int
}

// compactSide is the least length of the shorter side with which a rectangle is
// read from three corners.
const compactSide = 9

// Rectangle returns the geometry of a rectangle of squares, cell row*cols+col.
//
// If both sides are long, the orders begin at three corners, two of them at the
// same, and corners are weighed by lines: what is left free then keeps a short
// border. There is a gap of one position after each line, so that dead ends at
// the border of the board are visible.
//
// Otherwise the orders are the four rotations, so that each begins at a corner of
// its own, and there are no gaps, so that the bits around a cell lie close
// together. The orders that read the shorter lines come first.
//
// What else was tried: docs/kernels.md, "Boards: orders of the cells".
//
// The cells of a board of 9 and of one of 8 cells, numbered as each order reads
// them, if the first were compact:
//
//	1 2 3   1 4 7   7 8 9   7 4 1      2 4 6 8   7 5 3 1   1 2 3 4   8 7 6 5
//	4 5 6   2 5 8   4 5 6   8 5 2      1 3 5 7   8 6 4 2   5 6 7 8   4 3 2 1
//	7 8 9   3 6 9   1 2 3   9 6 3
func Rectangle(rows, cols int) *Geometry {
	l := &Geometry{Neighbours: make([][]int, rows*cols), Rows: rows, Cols: cols}
	for o := range l.Orders {
		l.Orders[o].At = make([]int, rows*cols)
	}
	compact := min(rows, cols) >= compactSide && rows*(cols+1) <= MaxCells && cols*(rows+1) <= MaxCells
	for r := range rows {
		for c := range cols {
			x := r*cols + c
			if c+1 < cols {
				l.Join(x, x+1)
			}
			if r+1 < rows {
				l.Join(x, x+cols)
			}
			up, left := rows-1-r, cols-1-c
			if compact {
				l.place(x, r*(cols+1)+c, c*(rows+1)+r, up*(cols+1)+c, left*(rows+1)+r)
				continue
			}
			a, b := r*cols+c, left*rows+r // the other two are these read backwards
			last := rows*cols - 1
			if cols > rows {
				l.place(x, last-b, b, a, last-a)
			} else {
				l.place(x, a, last-a, b, last-b)
			}
		}
	}
	if compact {
		for o := range l.Orders {
			l.Orders[o].Line = [2]int{cols + 1, rows + 1}[o&1]
		}
	}
	return l
}

// Join makes two cells neighbours.
func (l *Geometry) Join(x, y int) {
	l.Neighbours[x] = append(l.Neighbours[x], y)
	l.Neighbours[y] = append(l.Neighbours[y], x)
}

// place sets the positions of a cell.
func (l *Geometry) place(x int, at ...int) {
	for o, position := range at {
		l.Orders[o].At[x] = position
	}
}
