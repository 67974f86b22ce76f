package memo_test

import (
	"fmt"
	"math/rand/v2"

	"coverstat/enumerate"
)

func build(b *enumerate.ProblemBuilder) *enumerate.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err) // the problems are ours
	}
	return p
}

// addItems adds primary items and returns the first.
func addItems(b *enumerate.ProblemBuilder, n int) enumerate.Item {
	first := b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	for range n - 1 {
		b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	}
	return first
}

func option(items ...enumerate.Item) []enumerate.Member {
	var m []enumerate.Member
	for _, i := range items {
		m = append(m, enumerate.Member{Item: i})
	}
	return m
}

func dominoes(rows, cols int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	addItems(&b, rows*cols)
	for at := range enumerate.Item(rows * cols) {
		if int(at)%cols+1 < cols {
			b.AddOption(option(at, at+1)...)
		}
		if int(at)+cols < rows*cols {
			b.AddOption(option(at, at+enumerate.Item(cols))...)
		}
	}
	return build(&b)
}

func latin(n int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	addItems(&b, 3*n*n)
	at := func(kind, x, y int) enumerate.Item { return enumerate.Item((kind*n+x)*n + y) }
	for r := range n {
		for c := range n {
			for d := range n {
				b.AddOption(option(at(0, r, c), at(1, r, d), at(2, c, d))...)
			}
		}
	}
	return build(&b)
}

func sudoku(rows, cols int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	n := rows * cols
	addItems(&b, 4*n*n)
	at := func(kind, x, y int) enumerate.Item { return enumerate.Item((kind*n+x)*n + y) }
	for r := range n {
		for c := range n {
			for d := range n {
				b.AddOption(option(at(0, r, c), at(1, r, d), at(2, c, d), at(3, r/rows*rows+c/cols, d))...)
			}
		}
	}
	return build(&b)
}

// random makes a small problem with primary, secondary, coloured and bounded items.
func random(r *rand.Rand) *enumerate.Problem {
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
	return build(&b)
}

func text(p *enumerate.Problem) string {
	s := ""
	for i := range p.Items() {
		s += fmt.Sprintf("item %d: %d..%d\n", i, p.Item(enumerate.Item(i)).Min, p.Item(enumerate.Item(i)).Max)
	}
	for o := range p.Options() {
		s += fmt.Sprintf("option %d: %v\n", o, p.Option(enumerate.OptionID(o)))
	}
	return s
}
