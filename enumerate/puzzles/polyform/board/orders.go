package board

// An order puts the cells of a board in a line.
type order struct {
	// at is the position of each cell, from 0 to MaxCells-1. Positions may be
	// left without a cell.
	at []int
	// line cuts the positions into lines of so many, the first beginning at
	// position 0. If it is above 0, the upper levels of the search prefer to
	// work where few cells of a line are free.
	line int
}

// compactSide is the least length of the shorter side with which a rectangle is
// read from three corners.
const compactSide = 9

// ordersOf returns four ways to read the cells of a rectangle one after another. Each
// begins at another place, and neighbours lie close together in it. Of orders that
// are equally good for a step, the search takes the first.
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
// What else was tried: NOTES.md, "Orders of the cells".
//
// The cells of a board of 9 and of one of 8 cells, numbered as each order reads
// them, if the first were compact:
//
//	1 2 3   1 4 7   7 8 9   7 4 1      2 4 6 8   7 5 3 1   1 2 3 4   8 7 6 5
//	4 5 6   2 5 8   4 5 6   8 5 2      1 3 5 7   8 6 4 2   5 6 7 8   4 3 2 1
//	7 8 9   3 6 9   1 2 3   9 6 3
func ordersOf(rows, cols int) (all [4]order) {
	for o := range all {
		all[o].at = make([]int, rows*cols)
	}
	compact := min(rows, cols) >= compactSide && rows*(cols+1) <= MaxCells && cols*(rows+1) <= MaxCells
	for r := range rows {
		for c := range cols {
			place := func(at ...int) {
				for o, position := range at {
					all[o].at[r*cols+c] = position
				}
			}
			up, left := rows-1-r, cols-1-c
			if compact {
				place(r*(cols+1)+c, c*(rows+1)+r, up*(cols+1)+c, left*(rows+1)+r)
				continue
			}
			a, b := r*cols+c, left*rows+r // the other two are these read backwards
			last := rows*cols - 1
			if cols > rows {
				place(last-b, b, a, last-a)
			} else {
				place(a, last-a, b, last-b)
			}
		}
	}
	if compact {
		for o := range all {
			all[o].line = [2]int{cols + 1, rows + 1}[o&1]
		}
	}
	return all
}

func neighbours(rows, cols int) [][]int {
	all := make([][]int, rows*cols)
	join := func(x, y int) {
		all[x], all[y] = append(all[x], y), append(all[y], x)
	}
	for x := range all {
		if x%cols+1 < cols {
			join(x, x+1)
		}
		if x+cols < len(all) {
			join(x, x+cols)
		}
	}
	return all
}
