package covers

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// These exact covers are those behind printed figures that docs/errata.md corrects.

// tetraskews puts the ten tetraskews (Knuth, TAOCP 7.2.2.1, exercise 323) on rows x
// cols cells of the skewed grid. The vertex (m, n) of the square grid moves left a
// little if n is odd, and down a little if m is odd, so that squares and rhombuses
// alternate. The shape of cell (x, y) depends on x and y modulo 2 alone. Cells that
// stay free are items that need no cover.
func tetraskews(w io.Writer, n []int) {
	type cell [2]int
	canonical := func(shape []cell) string {
		least := ""
		for turn := range 8 {
			var image []cell
			for _, c := range shape {
				x, y := c[0], c[1]
				if turn&1 != 0 {
					x, y = y, x
				}
				if turn&2 != 0 {
					x = -x
				}
				if turn&4 != 0 {
					y = -y
				}
				// A map that exchanges the two diagonals also exchanges the two
				// rhombuses, unless it moves the shape by an odd number of cells.
				if turn&2 != 0 != (turn&4 != 0) {
					x, y = x+1, y+1
				}
				image = append(image, cell{x, y})
			}
			low := cell{1 << 20, 1 << 20}
			for _, c := range image {
				low[0], low[1] = min(low[0], c[0]), min(low[1], c[1])
			}
			for i := range image { // shifts by an even number of cells
				image[i][0] -= low[0] &^ 1
				image[i][1] -= low[1] &^ 1
			}
			slices.SortFunc(image, func(a, b cell) int { return slices.Compare(a[:], b[:]) })
			if s := fmt.Sprint(image); least == "" || s < least {
				least = s
			}
		}
		return least
	}
	shapes := map[string]bool{}
	var grow func(shape []cell, inside func(cell) bool, visit func([]cell))
	grow = func(shape []cell, inside func(cell) bool, visit func([]cell)) {
		if len(shape) == 4 {
			visit(shape)
			return
		}
		for _, c := range shape {
			for _, d := range []cell{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				if e := (cell{c[0] + d[0], c[1] + d[1]}); inside(e) && !slices.Contains(shape, e) {
					grow(append(slices.Clone(shape), e), inside, visit)
				}
			}
		}
	}
	for _, c := range []cell{{0, 0}, {0, 1}} { // a rhombus, and a square
		grow([]cell{c}, func(cell) bool { return true }, func(shape []cell) { shapes[canonical(shape)] = true })
	}
	var names []string
	for s := range shapes {
		names = append(names, s)
	}
	slices.Sort(names)

	rows, cols := n[0], n[1]
	var pieces, cells []string
	for i := range names {
		pieces = append(pieces, fmt.Sprintf("t%d", i))
	}
	var options []string
	for x := range cols {
		for y := range rows {
			cells = append(cells, fmt.Sprintf("p%d.%d", x, y))
			grow([]cell{{x, y}}, func(c cell) bool { return 0 <= c[0] && c[0] < cols && 0 <= c[1] && c[1] < rows },
				func(shape []cell) {
					shape = slices.Clone(shape)
					slices.SortFunc(shape, func(a, b cell) int { return slices.Compare(a[:], b[:]) })
					option := fmt.Sprintf("t%d", slices.Index(names, canonical(shape)))
					for _, c := range shape {
						option += fmt.Sprintf(" p%d.%d", c[0], c[1])
					}
					options = append(options, option)
				})
		}
	}
	slices.Sort(options)
	options = slices.Compact(options)
	separator := " "
	if len(cells) > 4*len(pieces) {
		separator = " | "
	}
	fmt.Fprintf(w, "| tetraskews-%dx%d: pieces t, cells p\n", rows, cols)
	fmt.Fprintln(w, strings.Join(pieces, " ")+separator+strings.Join(cells, " "))
	fmt.Fprintln(w, strings.Join(options, "\n"))
}

// facades are figures of 27 cubes (Knuth, TAOCP 7.2.2.1, exercise 334), each as its
// columns of three cubes and the cubes xyz behind its front that can't be seen and
// that are near enough for a piece: 2, 8 and 8 of these are filled.
var facades = map[string][2]string{
	"w-facade": {"15 14 13 23 33 32 31 41 51",
		"241 242 251 252 331 332 421 422 521 522 341 342 351 352 431 432 531 532 621 622"},
	"x-facade": {"31 32 33 34 35 13 23 43 53",
		"331 332 341 342 421 422 431 432 441 442 451 452 531 532 541 542 551 552 561 562 641 642 651 661 671 741 751 761 771 861 961"},
	"cube-facade": {"11 12 13 21 22 23 31 32 33",
		"221 222 231 232 321 322 331 332 341 342 421 422 431 432 441 442 451 531 532 541 542 551 641 651 661 741 751"},
}

// facade builds what looks like a figure from the front with the seven Soma pieces:
// each cube that can be seen is filled.
func facade(w io.Writer, name string) {
	type cube [3]int
	hidden := strings.Fields(facades[name][1])
	var seen []string
	for _, c := range strings.Fields(facades[name][0]) {
		for _, z := range []string{"1", "2", "3"} {
			if !slices.Contains(hidden, c+z) {
				seen = append(seen, c+z)
			}
		}
	}
	soma := [][]cube{
		{{}, {1}, {0, 1}},            // the bent tricube
		{{}, {1}, {2}, {0, 1}},       // L
		{{}, {1}, {2}, {1, 1}},       // T
		{{}, {1}, {1, 1}, {2, 1}},    // Z
		{{}, {1}, {0, 1}, {0, 0, 1}}, // the three edges at a corner
		{{}, {1}, {0, 1}, {1, 0, 1}}, // one twist
		{{}, {1}, {0, 1}, {0, 1, 1}}, // and its mirror image
	}
	var options []string
	for i, piece := range soma {
		for k, axes := range []cube{{0, 1, 2}, {1, 0, 2}, {1, 2, 0}, {0, 2, 1}, {2, 0, 1}, {2, 1, 0}} {
			for signs := range 8 {
				if (k+signs+signs>>1+signs>>2)%2 != 0 {
					continue // a mirror image: odd permutations stand at odd places
				}
				for place := range 12 * 12 * 7 {
					option := []string{}
					for _, c := range piece {
						at := cube{place%12 - 2, place/12%12 - 2, place/144 - 1}
						for a := range 3 {
							if v := c[axes[a]]; signs>>a&1 != 0 {
								at[a] -= v
							} else {
								at[a] += v
							}
						}
						name := fmt.Sprintf("%d%d%d", at[0], at[1], at[2])
						if slices.Contains(seen, name) || slices.Contains(hidden, name) {
							option = append(option, name)
						}
					}
					if len(option) == len(piece) {
						slices.Sort(option)
						options = append(options, fmt.Sprintf("s%d %s", i, strings.Join(option, " ")))
					}
				}
			}
		}
	}
	slices.Sort(options)
	fmt.Fprintln(w, "| "+name+": pieces s, cubes xyz; those that can't be seen need not be filled")
	fmt.Fprintln(w, "s0 s1 s2 s3 s4 s5 s6", strings.Join(seen, " "), "|", strings.Join(hidden, " "))
	fmt.Fprintln(w, strings.Join(slices.Compact(options), "\n"))
}
