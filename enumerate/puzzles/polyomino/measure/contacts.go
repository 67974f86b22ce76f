package measure

import (
	"math/bits"

	"coverstat/enumerate"
)

// contacts fills the contact sets with one pass over the grid. Each cell
// enters its right and lower neighbour (and, for corners, the two below on the
// diagonals) in its tile's set, whether or not they differ: a branch here
// would be mispredicted every third cell. Afterwards the sets are made
// symmetric and the marks of no tile and of itself dropped.
func (e *Evaluator) contacts(owner []int16, solution []enumerate.OptionID) {
	tiles := len(solution)
	clear(e.edge)
	clear(e.ofClass)
	for k, o := range solution {
		c := int(e.set.options[o].class)
		e.ofClass[c*e.words+(k+1)/64] |= 1 << ((k + 1) % 64)
	}
	rows, cols := e.set.rows, e.set.cols
	if e.words == 1 {
		passWord(e.edge, owner, rows, cols)
	} else {
		pass(e.edge, e.words, owner, rows, cols)
	}
	if e.corner != nil {
		copy(e.corner, e.edge)
		passDiagonals(e.corner, owner, rows, cols) // never more than one word
		symmetric(e.corner, 1, tiles)
	}
	symmetric(e.edge, e.words, tiles)
}

func passWord(sets []uint64, owner []int16, rows, cols int) {
	for r := range rows {
		row := owner[r*cols : (r+1)*cols]
		below := row
		if r+1 < rows {
			below = owner[(r+1)*cols : (r+2)*cols]
		}
		below = below[:len(row)]
		var last int16
		for k, t := range row {
			sets[t] |= 1<<(uint16(last)&63) | 1<<(uint16(below[k])&63)
			last = t
		}
	}
}

func pass(sets []uint64, words int, owner []int16, rows, cols int) {
	for r := range rows {
		for k := range cols {
			t := int(owner[r*cols+k])
			if k > 0 {
				u := int(owner[r*cols+k-1])
				sets[t*words+u/64] |= 1 << (u % 64)
			}
			if r > 0 {
				u := int(owner[(r-1)*cols+k])
				sets[t*words+u/64] |= 1 << (u % 64)
			}
		}
	}
}

func passDiagonals(sets []uint64, owner []int16, rows, cols int) {
	for r := 0; r+1 < rows; r++ {
		row, below := owner[r*cols:(r+1)*cols], owner[(r+1)*cols:(r+2)*cols]
		below = below[:len(row)]
		for k := 1; k < len(row); k++ {
			sets[row[k]] |= 1 << (uint16(below[k-1]) & 63)
			sets[row[k-1]] |= 1 << (uint16(below[k]) & 63)
		}
	}
}

// symmetric enters every contact on both sides and drops bit 0 and the
// diagonal.
func symmetric(sets []uint64, words, tiles int) {
	for t := 1; t <= tiles; t++ {
		own := sets[t*words : (t+1)*words]
		own[0] &^= 1
		own[t/64] &^= 1 << (t % 64)
		for x, set := range own {
			for ; set != 0; set &= set - 1 {
				u := 64*x + bits.TrailingZeros64(set)
				sets[u*words+t/64] |= 1 << (t % 64)
			}
		}
	}
}
