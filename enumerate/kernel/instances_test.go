package kernel_test

import (
	"fmt"
	"testing"

	"coverstat/enumerate"
)

// build returns the problem. It panics on an error, since the instances here are
// fixed.
func build(b *enumerate.ProblemBuilder) *enumerate.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

func addItems(b *enumerate.ProblemBuilder, n int, info enumerate.ItemInfo) enumerate.Item {
	first := b.AddItem(info)
	for range n - 1 {
		b.AddItem(info)
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

var (
	primary   = enumerate.ItemInfo{Min: 1, Max: 1}
	secondary = enumerate.ItemInfo{Min: 0, Max: 1}
)

// queens places n queens; diagonals are secondary items.
func queens(n int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	lines := addItems(&b, 2*n, primary)
	diagonals := addItems(&b, 2*(2*n-1), secondary)
	for r := range n {
		for c := range n {
			b.AddOption(option(lines+enumerate.Item(r), lines+enumerate.Item(n+c),
				diagonals+enumerate.Item(r+c), diagonals+enumerate.Item(2*n-1+r-c+n-1))...)
		}
	}
	return build(&b)
}

// langford arranges two of each number up to n so that k others stand between the
// two copies of k. Each arrangement is found with its reverse.
func langford(n int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	numbers := addItems(&b, n, primary)
	slots := addItems(&b, 2*n, primary)
	for k := 1; k <= n; k++ {
		for s := 0; s+k+1 < 2*n; s++ {
			b.AddOption(option(numbers+enumerate.Item(k-1), slots+enumerate.Item(s), slots+enumerate.Item(s+k+1))...)
		}
	}
	return build(&b)
}

// dominoes covers a board with dominoes.
func dominoes(rows, cols int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	cells := addItems(&b, rows*cols, primary)
	for r := range rows {
		for c := range cols {
			at := cells + enumerate.Item(r*cols+c)
			if c+1 < cols {
				b.AddOption(option(at, at+1)...)
			}
			if r+1 < rows {
				b.AddOption(option(at, at+enumerate.Item(cols))...)
			}
		}
	}
	return build(&b)
}

// grids fills an n by n grid with n symbols. Each symbol is once in every row, column
// and box of the given size. With boxes of one row it is a Latin square.
func grids(n, boxRows, boxCols int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	kinds := 4
	if boxRows == 1 {
		kinds = 3
	}
	addItems(&b, kinds*n*n, primary)
	for r := range n {
		for c := range n {
			for d := range n {
				box := r/boxRows*boxRows + c/boxCols
				items := []int{r*n + c, n*n + r*n + d, 2*n*n + c*n + d, 3*n*n + box*n + d}
				var m []enumerate.Member
				for _, i := range items[:kinds] {
					m = append(m, enumerate.Member{Item: enumerate.Item(i)})
				}
				b.AddOption(m...)
			}
		}
	}
	return build(&b)
}

// colouredGrids is a Latin square of order n with colours. A cell is a primary item. The
// colour of a secondary item says whether a row, or a column, has a symbol at a place.
// Two options name each place of a row's symbol, so colours must agree.
func colouredGrids(n int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	cells := addItems(&b, 2*n*n, primary) // by cell, and by row and symbol
	values := addItems(&b, n*n, secondary)
	columns := addItems(&b, n*n, secondary)
	for r := range n {
		for c := range n {
			for d := range n {
				at := r*n + c
				b.AddOption(enumerate.Member{Item: cells + enumerate.Item(at)},
					enumerate.Member{Item: values + enumerate.Item(at), Colour: enumerate.Colour(d + 1)},
					enumerate.Member{Item: columns + enumerate.Item(c*n+d)})
				b.AddOption(enumerate.Member{Item: cells + enumerate.Item(n*n+r*n+d)},
					enumerate.Member{Item: values + enumerate.Item(at), Colour: enumerate.Colour(d + 1)})
			}
		}
	}
	return build(&b)
}

// stocked covers a row of n cells with bars of 1 and 2 cells. There must be ones to twos
// of them, so the solutions are the orders of these bars.
func stocked(n int, ones, twos enumerate.ItemInfo) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	one, two := b.AddItem(ones), b.AddItem(twos)
	cells := addItems(&b, n, primary)
	for i := range n {
		b.AddOption(option(one, cells+enumerate.Item(i))...)
		if i+1 < n {
			b.AddOption(option(two, cells+enumerate.Item(i), cells+enumerate.Item(i+1))...)
		}
	}
	return build(&b)
}

// pentominoes tiles a board with the 12 pentominoes and, if square is set, the
// 2x2 square. The cells are the first items.
func pentominoes(rows, cols int, square bool) *enumerate.Problem {
	shapes := []string{"01 02 10 11 21", "00 01 02 03 04", "00 10 20 30 31", "00 10 11 21 31", "00 01 10 11 20",
		"00 01 02 11 21", "00 02 10 11 12", "00 10 20 21 22", "00 10 11 21 22", "01 10 11 12 21",
		"01 10 11 21 31", "00 01 11 21 22"}
	if square {
		shapes = append(shapes, "00 01 10 11")
	}
	var b enumerate.ProblemBuilder
	cells := addItems(&b, rows*cols, primary)
	for _, s := range shapes {
		piece := b.AddItem(primary)
		var shape [][2]int
		for i := 0; i < len(s); i += 3 {
			shape = append(shape, [2]int{int(s[i] - '0'), int(s[i+1] - '0')})
		}
		seen := map[string]bool{}
		for turn := range 8 {
			if turn == 4 {
				for i, x := range shape {
					shape[i] = [2]int{x[0], -x[1]}
				}
			}
			for i, x := range shape {
				shape[i] = [2]int{x[1], -x[0]}
			}
			for r := -9; r < rows+9; r++ {
			place:
				for c := -9; c < cols+9; c++ {
					covered := make([]bool, rows*cols)
					for _, x := range shape {
						if x[0]+r < 0 || x[0]+r >= rows || x[1]+c < 0 || x[1]+c >= cols {
							continue place
						}
						covered[(x[0]+r)*cols+x[1]+c] = true
					}
					if key := fmt.Sprint(covered); !seen[key] {
						seen[key] = true
						members := option(piece)
						for i, x := range covered {
							if x {
								members = append(members, enumerate.Member{Item: cells + enumerate.Item(i)})
							}
						}
						b.AddOption(members...)
					}
				}
			}
		}
	}
	return build(&b)
}

func TestInstances(t *testing.T) {
	if got := pentominoes(8, 8, true).Options(); got != 2308+49 {
		t.Errorf("pentominoes on 8x8 have %d placements", got)
	}
}
