package polyform

import (
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

// lined is a board whose cells lines of equal length are to cover, without any code of the package.
type lined struct {
	picture []string // layers, one after another
	layers  int
	steps   func(l, r, c int) [][3]int // to the next cell of a line from a cell, ascending
	length  int
}

// cells lists the free cells, and the place of each in that list.
func (b *lined) cells() (cells [][3]int, at map[[3]int]int) {
	rows := len(b.picture) / b.layers
	at = map[[3]int]int{}
	for i, line := range b.picture {
		for c, sign := range line {
			if sign == '.' {
				cell := [3]int{i / rows, i % rows, c}
				at[cell] = len(cells)
				cells = append(cells, cell)
			}
		}
	}
	return cells, at
}

// lines lists, for each free cell, the lines that begin there, as masks of places.
func (b *lined) lines(length int) [][]uint64 {
	cells, at := b.cells()
	lines := make([][]uint64, len(cells))
	for i, cell := range cells {
		for _, d := range b.steps(cell[0], cell[1], cell[2]) {
			mask, whole := uint64(0), true
			for n := range length {
				k, ok := at[[3]int{cell[0] + n*d[0], cell[1] + n*d[1], cell[2] + n*d[2]}]
				whole = whole && ok
				mask |= 1 << k
			}
			if whole {
				lines[i] = append(lines[i], mask)
			}
		}
	}
	return lines
}

// count counts the ways to cover all cells but those of a mask.
func (b *lined) count(lines [][]uint64, covered uint64, known map[uint64]int64) (n int64) {
	first := 0
	for first < len(lines) && covered>>first&1 != 0 {
		first++
	}
	if first == len(lines) {
		return 1
	}
	if n, ok := known[covered]; ok {
		return n
	}
	for _, line := range lines[first] {
		if covered&line == 0 {
			n += b.count(lines, covered|line, known)
		}
	}
	known[covered] = n
	return n
}

// regions counts the connected regions of the cells that are not in a mask, the cells without a neighbour there, and those with one.
func regions(pairs [][]uint64, blocked uint64) (n, isolated, ends int64) {
	part := make([]int, len(pairs))
	neighbours := make([]int, len(pairs))
	for i := range part {
		part[i] = i
	}
	for i, own := range pairs {
		for _, pair := range own {
			for j := range pairs {
				if j == i || pair>>j&1 == 0 || pair&blocked != 0 {
					continue
				}
				neighbours[i]++
				neighbours[j]++
				for k, from, to := 0, part[i], part[j]; k < len(part); k++ {
					if part[k] == from {
						part[k] = to
					}
				}
			}
		}
	}
	met := map[int]bool{}
	for i := range part {
		if blocked>>i&1 != 0 {
			continue
		}
		met[part[i]] = true
		switch neighbours[i] {
		case 0:
			isolated++
		case 1:
			ends++
		}
	}
	return int64(len(met)), isolated, ends
}

// TestLargeBoxes: surveys of boards of at most 64 free cells in boxes of more, of every lattice. The masks number the free cells,
// and numbers of solutions and measures of all rows are those of a count that shares no code with the package.
func TestLargeBoxes(t *testing.T) {
	straight := func(steps ...[3]int) func(l, r, c int) [][3]int {
		return func(int, int, int) [][3]int { return steps }
	}
	right, down := [3]int{0, 0, 1}, [3]int{0, 1, 0}
	triangles := func(_, r, c int) [][3]int {
		if (r+c)%2 == 0 { // it points up
			return [][3]int{right, down}
		}
		return [][3]int{right}
	}
	hexagons := []string{"####.....", "###......", "##.......", "#........", ".........", "........#", ".......##", "......###", ".....####"}
	both := []string{"scatter", "each"}
	arm := "####..####"
	for _, c := range []struct {
		family  string
		board   lined
		choose  int
		classes int // 0: not known beforehand
		methods []string
	}{
		{"polyiamond", lined{[]string{"##.......##", "#.........#", "...........", "...........", "#.........#", "##.......##"}, 1, triangles, 2}, 2, 0, []string{"each"}},
		{"polyhex", lined{hexagons, 1, straight(right, down, [3]int{0, 1, -1}), 5}, 1, 9, both},
		{"polycube", lined{[]string{".....", ".....", ".....", ".....", ".....", "#####", "#...#", "#...#", "#...#", "#####", "#####", "#####", "##.##", "#####", "#####"},
			3, straight(right, down, [3]int{1, 0, 0}), 2}, 1, 10, both},
		{"polyomino", lined{[]string{arm, arm, arm, arm, "..........", "..........", arm, arm, arm, arm}, 1, straight(right, down), 2}, 2, 0, both},
	} {
		rows := len(c.board.picture) / c.board.layers
		var layers []string
		for from := 0; from < len(c.board.picture); from += rows {
			layers = append(layers, strings.Join(c.board.picture[from:from+rows], "\n"))
		}
		base := strings.Join(c.board.picture, "")
		cells, _ := c.board.cells()
		lines, pairs := c.board.lines(c.board.length), c.board.lines(2)
		known := map[uint64]int64{}
		f := formOf(t, c.family)
		for _, method := range c.methods {
			p := params{BoardParams: BoardParams{Board: boardParam{Picture: strings.Join(layers, "\n\n")}}, Blocked: []blockedParam{{Choose: c.choose}}, Method: method,
				Pieces: []pieceParam{{Name: "line", Picture: strings.Repeat("#", c.board.length), Count: CountParam{true, 0, enumerate.Unbounded}}}}
			n := int32((len(cells) - c.choose) / c.board.length)
			p.Pieces[0].Count = CountParam{true, n, n}
			job, err := f.open(enumerate.Spec{Kind: enumerate.Survey, Puzzle: func(into any) error { *into.(*params) = p; return nil },
				Measures: []string{"components", "isolated", "dead_ends", "board_symmetry"}, Solution: true})
			if err != nil {
				t.Fatal(c.family, err)
			}
			batch, _ := puzzletest.Rows(t, job)
			at := func(name string, row int) int64 { return batch.IntAt(enumerate.ColumnIndex(batch.Columns, name), row) }
			boards, solvable := int64(0), 0
			for row := range batch.Len() {
				mask := uint64(at("mask", row))
				instance := string(batch.StringAt(enumerate.ColumnIndex(batch.Columns, enumerate.InstanceColumn), row))
				var blocked uint64
				free := 0
				for i, sign := range base {
					if sign == '.' {
						if instance[i] == '#' {
							blocked |= 1 << free
						}
						free++
					}
				}
				want := []int64{c.board.count(lines, blocked, known)}
				n, isolated, ends := regions(pairs, blocked)
				want = append(want, n, isolated, ends)
				var got []int64
				for _, name := range []string{enumerate.SolutionsColumn, "components", "isolated", "dead_ends"} {
					got = append(got, at(name, row))
				}
				if mask != blocked || !slices.Equal(got, want) {
					t.Fatalf("%s, %s: mask %b, numbers %v of %s, expected mask %b, numbers %v", c.family, method, mask, got, instance, blocked, want)
				}
				boards += at(enumerate.OrbitSizeColumn, row)
				if got[0] > 0 {
					solvable++
				}
			}
			all := int64(len(cells))
			if c.choose == 2 {
				all = all * (all - 1) / 2
			}
			if boards != all || solvable == 0 || c.classes > 0 && batch.Len() != c.classes {
				t.Errorf("%s, %s: %d boards in %d classes, %d solvable: expected %d boards, %d classes", c.family, method, boards, batch.Len(), solvable, all, c.classes)
			}
		}
	}
}
