package cluesets

import (
	"math/bits"

	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// grid is a small picture that tables solve. Invariant between lines: f and e
// hold the black and the crossed cells by columns (bit h·c + r); rf and re hold
// the same cells by rows (bit c of rf[r]).
type grid struct {
	h, w         int
	spread       []uint32
	rowAt, colAt [MaxSide]int // places of the lines' clues in a table
	rf, re       [MaxSide]uint32
	f, e         uint32
}

func (g *grid) rows(clue []uint8) {
	for r, c := range clue {
		g.rowAt[r] = int(c) << (2 * g.w)
	}
}

func (g *grid) cols(clue []uint8) {
	for i, c := range clue {
		g.colAt[i] = int(c) << (2 * g.h)
	}
}

func (g *grid) clear() {
	g.f, g.e = 0, 0
	g.rf, g.re = [MaxSide]uint32{}, [MaxSide]uint32{}
}

// settled returns the number of known cells.
func (g *grid) settled() int { return bits.OnesCount32(g.f | g.e) }

// solve applies two tables, one for rows and one for columns, to the fixpoint
// and returns the number of cells settled.
func (g *grid) solve(rows, cols table) int {
	g.clear()
	g.run(rows, cols)
	return g.settled()
}

func (g *grid) run(rows, cols table) {
	dirtyR, dirtyC := uint32(1)<<g.h-1, uint32(1)<<g.w-1
	for dirtyR|dirtyC != 0 {
		var next uint32
		for ; dirtyR != 0; dirtyR &= dirtyR - 1 {
			next |= g.row(bits.TrailingZeros32(dirtyR), rows)
		}
		dirtyC |= next
		next = 0
		for ; dirtyC != 0; dirtyC &= dirtyC - 1 {
			next |= g.col(bits.TrailingZeros32(dirtyC), cols)
		}
		dirtyR |= next
	}
}

// row looks up row r and returns the columns in which it settled a cell.
func (g *grid) row(r int, tab table) uint32 {
	f, e := g.rf[r], g.re[r]
	x := uint32(tab[g.rowAt[r]|int(f)<<g.w|int(e)])
	df, de := x>>8&^f, x&255&^e
	if df|de != 0 {
		g.rf[r], g.re[r] = f|df, e|de
		g.f |= g.spread[df] << r
		g.e |= g.spread[de] << r
	}
	return df | de
}

// col looks up column c and returns the rows in which it settled a cell.
func (g *grid) col(c int, tab table) uint32 {
	n := g.h
	mask := uint32(1)<<n - 1
	f, e := g.f>>(n*c)&mask, g.e>>(n*c)&mask
	x := uint32(tab[g.colAt[c]|int(f)<<n|int(e)])
	df, de := x>>8&^f, x&255&^e
	if df|de != 0 {
		g.f |= df << (n * c)
		g.e |= de << (n * c)
		for d := df; d != 0; d &= d - 1 {
			g.rf[bits.TrailingZeros32(d)] |= 1 << c
		}
		for d := de; d != 0; d &= d - 1 {
			g.re[bits.TrailingZeros32(d)] |= 1 << c
		}
	}
	return df | de
}

// solvePrinted applies theorems.Printed: its first part once to all lines, then its
// loop to the fixpoint. The fixpoint of the loop does not depend on the order
// within it, and the last part is in the loop.
func (g *grid) solvePrinted(s *Tables) int {
	g.clear()
	for _, t := range theorems.Printed.First {
		for r := range g.h {
			g.row(r, s.rows.once[t])
		}
		for c := range g.w {
			g.col(c, s.cols.once[t])
		}
	}
	g.run(s.rows.set[printedLoop], s.cols.set[printedLoop])
	return g.settled()
}

var printedLoop = theorems.SetOf(theorems.Printed.Loop...)
