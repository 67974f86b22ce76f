package cluesets

import (
	"sync/atomic"

	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// Invariants of kernel between row tuples: count is all zero, touched is empty.
// Within a tuple, touched lists the column tuples y with count[y] > 0 in the
// order in which they were first seen, and picture[y] is the first picture seen
// with them.
//
// Tuples come in ascending order and pictures in the order of the tables, so
// the classes of a task always come in the same order.

// kernel does tasks. It belongs to one goroutine and takes about 3 MB for 5 by 5.
type kernel struct {
	s       *Tables
	count   []uint16
	picture []uint32
	touched []int32

	rowClue, colClue []uint8
	grid             grid
	class            Class
	classify         bool

	sets, drawn int64 // see Totals
}

// Totals count what a kernel went through since it was made: clue sets, images under symmetry
// included, so that the orbit sizes of the classes visited must have that sum; and pictures gone
// through one by one, without images. Those of an interrupted task are incomplete.
func (k *kernel) Totals() (sets, drawn int64) { return k.sets, k.drawn }

// NewKernel returns a kernel that reads the tables. Without classify it does not apply the
// theorems, which take four fifths of the time: a Class then has no clues, but its
// solutions and, if there is only one, line logic.
func (s *Tables) NewKernel(classify bool) *kernel {
	return &kernel{
		s: s, classify: classify, grid: grid{h: s.h, w: s.w, spread: s.spread},
		count:   make([]uint16, s.cols.tuples.size),
		picture: make([]uint32, s.cols.tuples.size),
		touched: make([]int32, 0, s.cols.tuples.size),
		rowClue: make([]uint8, s.h),
		colClue: make([]uint8, s.w),
	}
}

// Class is one clue set with its images under the symmetries. It belongs to the
// kernel and is valid during the call of visit.
type Class struct {
	Rows, Cols [][]int // the clues; they must not be changed

	Orbit     int    // number of images, this one included
	Solutions int    // pictures with these clues
	Picture   uint32 // the first of them: bit h·column + row

	// How far line logic and the theorems come; see [Tables.NewKernel].
	LineSettled    int          // cells that line logic settles
	TheoremSettled int          // cells that all six theorems settle
	PrintedSettled int          // cells that the printed order settles
	Least          theorems.Set // the smallest set of theorems that settles all; empty if none does
}

// Run visits every class of the task once. It returns false if stop became true
// or visit returned false before the end.
func (k *kernel) Run(t Task, stop *atomic.Bool, visit func(*Class) bool) bool {
	s := k.s
	going := true
	for x := t.from; x < t.to; x++ {
		if s.rows.tuples.least[x] != x {
			continue
		}
		// A tuple has at most some thousand pictures, so this is often enough.
		if stop != nil && stop.Load() {
			return false
		}
		s.rows.tuples.split(x, k.rowClue)
		k.touched = k.touched[:0]
		k.eachPicture(0, 0)
		k.grid.rows(k.rowClue)
		k.sets += int64(s.rows.tuples.images(x) * len(k.touched))
		for _, y := range k.touched {
			m := k.count[y]
			k.count[y] = 0
			k.drawn += int64(m)
			if orbit := s.orbit(x, y); orbit > 0 {
				k.fillClass(y, orbit, int(m))
				if going && !visit(&k.class) {
					going = false
				}
			}
		}
		if !going {
			return false
		}
	}
	return true
}

// eachPicture goes through all pictures with the row clues. q has the rows before r.
func (k *kernel) eachPicture(r int, q uint32) {
	s := k.s
	lines := s.rows.lines[k.rowClue[r]]
	if r < s.h-1 {
		for _, v := range lines {
			k.eachPicture(r+1, q|s.spread[v]<<r)
		}
		return
	}
	mask := uint32(1)<<s.loBits - 1
	for _, v := range lines {
		q := q | s.spread[v]<<r
		y := s.keyLo[q&mask] + s.keyHi[q>>s.loBits]
		if k.count[y] == 0 {
			k.touched = append(k.touched, y)
			k.picture[y] = q
		}
		k.count[y]++
	}
}

// orbit returns the number of images of the clue set (x, y), or 0 if it is not
// the least of them. x is the least of its own images under flip and mirror.
//
// A flip reverses the order of the rows and reads every column from the other
// end. A mirror reverses the columns and reads every row from the other end.
// The transposition swaps x and y.
func (s *Tables) orbit(x, y int32) int {
	r, c := s.rows.tuples, s.cols.tuples
	square := s.h == s.w
	if square && c.least[y] < x {
		return 0
	}
	group, same := 4, 0
	test := func(a, b int32) bool {
		if a == x && b == y {
			same++
		}
		return a > x || a == x && b >= y
	}
	fy, my := c.mirrored[y], c.reversed[y]
	if !(test(x, y) && test(r.reversed[x], fy) && test(r.mirrored[x], my) && test(r.reversed[r.mirrored[x]],
		c.mirrored[my])) {
		return 0
	}
	if square {
		group = 8
		if c.least[y] == x {
			fx, mx := r.mirrored[x], r.reversed[x]
			if !(test(y, x) && test(c.reversed[y], fx) && test(c.mirrored[y], mx) && test(c.reversed[c.mirrored[y]],
				r.mirrored[mx])) {
				return 0
			}
		}
	}
	return group / same
}

// fillClass fills the class of column tuple y, which m pictures have.
func (k *kernel) fillClass(y int32, orbit, m int) {
	s, g, c := k.s, &k.grid, &k.class
	s.cols.tuples.split(y, k.colClue)
	*c = Class{Rows: c.Rows[:0], Cols: c.Cols[:0], Orbit: orbit, Solutions: m, Picture: k.picture[y]}
	if m > 1 && !k.classify {
		return
	}
	g.cols(k.colClue)
	cells := s.h * s.w
	c.LineSettled = g.solve(s.rows.line, s.cols.line)
	if !k.classify {
		return
	}
	for _, r := range k.rowClue {
		c.Rows = append(c.Rows, s.rows.clues[r])
	}
	for _, i := range k.colClue {
		c.Cols = append(c.Cols, s.cols.clues[i])
	}
	set := func(sub theorems.Set) int { return g.solve(s.rows.set[sub], s.cols.set[sub]) }
	c.TheoremSettled = set(theorems.All)
	c.PrintedSettled = g.solvePrinted(s)
	if c.TheoremSettled < cells {
		return
	}
	// A theorem that the other five cannot replace is in every set that solves
	// the puzzle. Most often these theorems are enough.
	var needed theorems.Set
	for t := range theorems.All.Each {
		one := theorems.SetOf(t)
		if set(theorems.All&^one) < cells {
			needed |= one
		}
	}
	for _, sub := range s.order {
		if sub&needed == needed && set(sub) == cells {
			c.Least = sub
			return
		}
	}
}
