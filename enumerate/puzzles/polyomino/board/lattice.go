package board

// A Lattice says how the cells of a board lie. The scan search knows nothing
// else of its geometry.
type Lattice struct {
	// Neighbours lists the neighbours of each cell. If x is a neighbour of y,
	// then y is one of x.
	Neighbours [][]int
	// Orders are four ways to read the cells one after another. Each should
	// begin elsewhere, and neighbours should follow soon upon one another. Of
	// orders that are equally good for a step of the search, it takes the first.
	Orders [4]Order
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

// Rectangle returns the lattice of a rectangle of squares, cell row*cols+col.
//
// Where both sides are long, the orders begin at three corners, two of them at
// the same, and all lines are weighed: what is left free then keeps a short
// border. A gap after each line makes dead ends at the side of the board
// visible. Otherwise the orders are the four rotations, so that each begins in
// a corner of its own, and there are no gaps, so that the bits around a cell
// lie close together. The orders that read the shorter lines come first.
//
//	compact:  123   147   789   369      narrow:  246   753   123   654
//	          456   258   456   258               135   642   456   321
//	          789   369   123   147
//
// (The cells of a compact and of a narrow board in the sequence of each order.)
func Rectangle(rows, cols int) *Lattice {
	l := &Lattice{Neighbours: make([][]int, rows*cols)}
	for o := range l.Orders {
		l.Orders[o].At = make([]int, rows*cols)
	}
	compact := min(rows, cols) >= compactSide && rows*(cols+1) <= MaxCells && cols*(rows+1) <= MaxCells
	for r := range rows {
		for c := range cols {
			x := r*cols + c
			if c+1 < cols {
				l.join(x, x+1)
			}
			if r+1 < rows {
				l.join(x, x+cols)
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

// join makes two cells neighbours.
func (l *Lattice) join(x, y int) {
	l.Neighbours[x] = append(l.Neighbours[x], y)
	l.Neighbours[y] = append(l.Neighbours[y], x)
}

// place sets the positions of a cell.
func (l *Lattice) place(x int, at ...int) {
	for o, position := range at {
		l.Orders[o].At[x] = position
	}
}
