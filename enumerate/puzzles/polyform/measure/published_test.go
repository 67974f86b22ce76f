package measure

import (
	"os"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

var pentominoes = map[string]string{
	"F5": ".##/##./.#.", "I5": "#####", "L5": "####/#...", "N5": "##../.###", "P5": "###/##.", "T5": "###/.#./.#.",
	"U5": "#.#/###", "V5": "#../#../###", "W5": "#../##./.##", "X5": ".#./###/.#.", "Y5": "####/.#..", "Z5": "##./.#./.##",
}

// tilings finds tilings of a rectangle by the first free cell, at most limit.
// It is simple and slow (slowest on flat boards), and shares nothing with the
// kernels of the program.
func tilings(rows, cols int, shapes map[string]string, limit int) (*Subject, [][]enumerate.OptionID) {
	b := &Subject{Board: squares(rows, cols)}
	var names []string
	for name := range shapes {
		names = append(names, name)
	}
	slices.Sort(names)
	type key [2]uint64 // piece, cells
	ids := map[key]int{}
	var masks []uint64
	byFirst := make([][]int, rows*cols)
	for p, name := range names {
		b.Pieces = append(b.Pieces, Piece{Name: name, Copies: 1})
		lines := strings.Split(shapes[name], "/")
		for k := range 8 {
			for dr := range rows {
			place:
				for dc := range cols {
					var cells []int
					var mask uint64
					for r, l := range lines {
						for c, ch := range l {
							if ch != '#' {
								continue
							}
							x, y := spot(k, r, c, len(lines), len(lines[0]))
							if x+dr >= rows || y+dc >= cols {
								continue place
							}
							cells = append(cells, (x+dr)*cols+y+dc)
							mask |= 1 << cells[len(cells)-1]
						}
					}
					if _, ok := ids[key{uint64(p), mask}]; ok {
						continue
					}
					slices.Sort(cells)
					ids[key{uint64(p), mask}] = len(masks)
					byFirst[cells[0]] = append(byFirst[cells[0]], len(masks))
					masks = append(masks, mask)
					b.Placements = append(b.Placements, lattice.Placement{Piece: p, Cells: cells})
				}
			}
		}
	}
	images := [][]int{}
	for k := range 8 {
		if k&4 == 0 || rows == cols {
			image := make([]int, rows*cols)
			for i := range image {
				r, c := spot(k, i/cols, i%cols, rows, cols)
				image[i] = r*cols + c
			}
			images = append(images, image)
		}
	}
	b.Order = len(images)
	image := func(k, o int) enumerate.OptionID {
		var mask uint64
		for _, c := range b.Placements[o].Cells {
			mask |= 1 << images[k][c]
		}
		return enumerate.OptionID(ids[key{uint64(b.Placements[o].Piece), mask}])
	}
	for o := range masks {
		least := enumerate.OptionID(o)
		for k := range b.Order {
			least = min(least, image(k, o))
		}
		b.Orbits = append(b.Orbits, least)
	}

	var found [][]enumerate.OptionID
	path := []enumerate.OptionID{}
	full := ^uint64(0) >> (64 - rows*cols)
	var search func(covered, used uint64)
	search = func(covered, used uint64) {
		if covered == full {
			found = append(found, slices.Clone(path))
			return
		}
		first := 0
		for covered>>first&1 != 0 {
			first++
		}
		for _, o := range byFirst[first] {
			bit := uint64(1) << b.Placements[o].Piece
			if masks[o]&covered != 0 || used&bit != 0 || len(found) >= limit || pocket(covered|masks[o], rows, cols) {
				continue
			}
			path = append(path, enumerate.OptionID(o))
			search(covered|masks[o], used|bit)
			path = path[:len(path)-1]
		}
	}
	search(0, 0)
	return b, found
}

// pocket reports whether some free cell has no free neighbour.
func pocket(covered uint64, rows, cols int) bool {
	var left, right uint64
	for r := range rows {
		left |= 1 << (r * cols)
		right |= 1 << (r*cols + cols - 1)
	}
	free := ^covered & (^uint64(0) >> (64 - rows*cols))
	near := free<<cols | free>>cols | free&^right<<1 | free&^left>>1
	return free&^near != 0
}

func owners(b *Subject, solution []enumerate.OptionID, owner []int16) {
	clear(owner)
	for k, o := range solution {
		for _, c := range b.Placements[o].Cells {
			owner[c] = int16(k + 1)
		}
	}
}

// Published figures of the pentomino rectangles: tilings without crossroads
// (Adachi), pieces at the border of the 6x10 (gottfriedville.net), tilings of
// the 6x10 with three colours, corners included (Knuth). All count tilings up
// to symmetry; none of these rectangles has a symmetric tiling.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		rows, cols, raw, uncrossed int
		soak                       bool
	}{{20, 3, 8, 2, false}, {15, 4, 1472, 238, false}, {12, 5, 4040, 325, true}, {10, 6, 9356, 563, true}} {
		if c.soak && os.Getenv("COVERSTAT_SOAK") != "1" {
			t.Logf("%dx%d skipped: COVERSTAT_SOAK=1 runs it", c.rows, c.cols)
			continue
		}
		b, all := tilings(c.rows, c.cols, pentominoes, 1<<30)
		if len(all) != c.raw {
			t.Fatalf("%dx%d: %d tilings, want %d", c.rows, c.cols, len(all), c.raw)
		}
		s, err := Compile(b, []string{"crossroads", "border_pieces", "colours_corners", "colours", "fault_lines", "on_edge(I5)"})
		if err != nil {
			t.Fatal(err)
		}
		e := s.NewEvaluator()
		owner := make([]int16, len(b.Board.Blocked))
		counts := make([]map[int32]int, len(s.Columns))
		for i := range counts {
			counts[i] = map[int32]int{}
		}
		for _, solution := range all {
			owners(b, solution, owner)
			for i, v := range e.Evaluate(owner, solution, 4) {
				counts[i][v]++
			}
		}
		for i, col := range s.Columns {
			t.Logf("%dx%d %s: %v", c.rows, c.cols, col.Name, counts[i])
		}
		if got := counts[0][0]; got != 4*c.uncrossed {
			t.Errorf("%dx%d: %d tilings without crossroads, want 4*%d", c.rows, c.cols, got, c.uncrossed)
		}
		if c.rows == 10 {
			least := int32(99)
			for v := range counts[1] {
				least = min(least, v)
			}
			if least != 8 || counts[1][12] != 4*2 {
				t.Errorf("10x6: least border pieces %d, with 12: %d", least, counts[1][12])
			}
			if got := counts[2][3] + counts[2][2]; got != 4*94 {
				t.Errorf("10x6: %d tilings with three colours, want 4*94", got)
			}
		}
	}
}
