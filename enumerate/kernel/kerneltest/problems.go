package kerneltest

import (
	"fmt"
	"math/rand/v2"

	"coverstat/enumerate"
)

// Build returns the problem of a builder; it panics if there is a mistake in it.
func Build(b *enumerate.ProblemBuilder) *enumerate.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err) // the problems are ours
	}
	return p
}

// AddItems adds primary items and returns the first.
func AddItems(b *enumerate.ProblemBuilder, n int) enumerate.Item {
	first := b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	for range n - 1 {
		b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	}
	return first
}

// Option is an option with these items.
func Option(items ...enumerate.Item) []enumerate.Member {
	var m []enumerate.Member
	for _, i := range items {
		m = append(m, enumerate.Member{Item: i})
	}
	return m
}

// Dominoes are those on a board: an item a cell, an option for two neighbours.
func Dominoes(rows, cols int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	AddItems(&b, rows*cols)
	for at := range enumerate.Item(rows * cols) {
		if int(at)%cols+1 < cols {
			b.AddOption(Option(at, at+1)...)
		}
		if int(at)+cols < rows*cols {
			b.AddOption(Option(at, at+enumerate.Item(cols))...)
		}
	}
	return Build(&b)
}

// Latin are the Latin squares of order n.
func Latin(n int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	AddItems(&b, 3*n*n)
	at := func(kind, x, y int) enumerate.Item { return enumerate.Item((kind*n+x)*n + y) }
	for r := range n {
		for c := range n {
			for d := range n {
				b.AddOption(Option(at(0, r, c), at(1, r, d), at(2, c, d))...)
			}
		}
	}
	return Build(&b)
}

// Sudoku are the Sudoku grids with boxes of so many rows and columns.
func Sudoku(rows, cols int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	n := rows * cols
	AddItems(&b, 4*n*n)
	at := func(kind, x, y int) enumerate.Item { return enumerate.Item((kind*n+x)*n + y) }
	for r := range n {
		for c := range n {
			for d := range n {
				b.AddOption(Option(at(0, r, c), at(1, r, d), at(2, c, d), at(3, r/rows*rows+c/cols, d))...)
			}
		}
	}
	return Build(&b)
}

// Random makes a small problem with primary, secondary, coloured and bounded items.
func Random(r *rand.Rand) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	var infos []enumerate.ItemInfo
	for range 2 + r.IntN(7) {
		info := enumerate.ItemInfo{Min: 1, Max: 1}
		switch r.IntN(4) {
		case 0:
			info.Min = 0
		case 1:
			info.Min = int32(r.IntN(3))
			info.Max = info.Min + int32(r.IntN(3))
			if r.IntN(4) == 0 {
				info.Max = enumerate.Unbounded
			}
		}
		infos = append(infos, info)
		b.AddItem(info)
	}
	for range r.IntN(14) {
		var o []enumerate.Member
		required := false
		for i, info := range infos {
			if r.IntN(3) > 0 {
				continue
			}
			m := enumerate.Member{Item: enumerate.Item(i)}
			if info.Secondary() {
				m.Colour = enumerate.Colour(r.IntN(3))
			}
			required = required || info.Primary()
			o = append(o, m)
		}
		if required {
			b.AddOption(o...)
		}
	}
	return Build(&b)
}

// Text writes a problem for the message of a test.
func Text(p *enumerate.Problem) string {
	s := ""
	for i := range p.Items() {
		s += fmt.Sprintf("item %d: %d..%d\n", i, p.Item(enumerate.Item(i)).Min, p.Item(enumerate.Item(i)).Max)
	}
	for o := range p.Options() {
		s += fmt.Sprintf("option %d: %v\n", o, p.Option(enumerate.OptionID(o)))
	}
	return s
}
