package regions

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate/puzzletest"
)

// TestGiven: on boards with cells together and apart, lists and sweeps find the partitions, and the classes of them, that a
// walk through all partitions of the cells finds.
func TestGiven(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	counted := 0
	for range 60 {
		rows, cols := 2+rng.IntN(2), 2+rng.IntN(2)
		var lists [2][][]int // together, apart
		cells := rng.Perm(rows * cols)
		for k := range lists {
			for range rng.IntN(3) {
				if n := 2 + rng.IntN(2); len(cells) >= n {
					lists[k], cells = append(lists[k], cells[:n]), cells[n:]
				}
			}
			cells = rng.Perm(rows * cols)
			if k == 0 {
				cells = slices.DeleteFunc(cells, func(c int) bool {
					return slices.ContainsFunc(lists[0], func(l []int) bool { return slices.Contains(l, c) })
				})
			}
		}
		least, most := rng.IntN(3), 3+rng.IntN(5)
		puzzle := fmt.Sprintf("{board: {rows: %d, cols: %d}, size: {min: %d, max: %d}, given: {together: %s, apart: %s}}",
			rows, cols, least, most, written(lists[0], cols), written(lists[1], cols))
		spec := specOf(t, "census", puzzle, nil)
		var p params
		if err := p.read(spec.Puzzle); err != nil {
			t.Fatal(err)
		}
		g, err := p.graph(spec)
		if err == nil {
			err = p.bound(g)
		}
		if err == nil {
			err = g.restrict(p.Given)
		}
		if err != nil {
			t.Fatalf("%s: %v", puzzle, err)
		}
		x, err := g.instance(spec)
		if err != nil {
			t.Fatal(err)
		}
		wantRaw, wantDistinct := walk(rows, cols, least, most, lists)
		if raw, distinct := puzzletest.TestInstance(t, x); int(raw) != wantRaw || int(distinct) != wantDistinct {
			t.Fatalf("%s: %d partitions in %d classes, expected %d in %d", puzzle, raw, distinct, wantRaw, wantDistinct)
		}
		counted += wantRaw
	}
	if counted < 1000 {
		t.Errorf("%d partitions: expected more", counted)
	}
}

// written writes lists of cells as a config does.
func written(lists [][]int, cols int) string {
	var texts []string
	for _, list := range lists {
		var cells []string
		for _, c := range list {
			cells = append(cells, fmt.Sprintf("[%d, %d]", c/cols, c%cols))
		}
		texts = append(texts, "["+strings.Join(cells, ", ")+"]")
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// walk counts the partitions of a board, and their classes, by trying all partitions of its cells.
func walk(rows, cols, least, most int, lists [2][][]int) (raw, classes int) {
	n := rows * cols
	var images [][]int
	for kind := range 8 {
		image := make([]int, n)
		for c := range image {
			row, col, height, width := c/cols, c%cols, rows, cols
			if kind&4 != 0 {
				row, col, height, width = col, row, width, height
			}
			if kind&1 != 0 {
				row = height - 1 - row
			}
			if kind&2 != 0 {
				col = width - 1 - col
			}
			image[c] = row*cols + col
		}
		if (rows == cols || kind < 4) && slices.Equal(pairs(lists, image), pairs(lists, nil)) {
			images = append(images, image)
		}
	}
	beside := func(c, d int) bool {
		return c/cols == d/cols && (c-d == 1 || d-c == 1) || c-d == cols || d-c == cols
	}
	seen := map[string]bool{}
	region := make([]int, n)
	var try func(c, used int)
	try = func(c, used int) {
		if c < n {
			for k := range used + 1 {
				region[c] = k
				try(c+1, max(used, k+1))
			}
			return
		}
		for k := range used {
			var cells []int
			for d := range region {
				if region[d] == k {
					cells = append(cells, d)
				}
			}
			reached := cells[:1:1]
			for at := 0; at < len(reached); at++ {
				for _, d := range cells {
					if beside(reached[at], d) && !slices.Contains(reached, d) {
						reached = append(reached, d)
					}
				}
			}
			if len(reached) < len(cells) || len(cells) < least || len(cells) > most {
				return
			}
		}
		for _, pair := range pairs(lists, nil) {
			if (region[pair[1]] == region[pair[2]]) != (pair[0] == 0) {
				return
			}
		}
		raw++
		if !seen[fmt.Sprint(region)] {
			classes++
		}
		for _, image := range images {
			moved := make([]int, n)
			for d, to := range image {
				moved[to] = region[d]
			}
			number := map[int]int{}
			for d, k := range moved {
				if _, known := number[k]; !known {
					number[k] = len(number)
				}
				moved[d] = number[k]
			}
			seen[fmt.Sprint(moved)] = true
		}
	}
	try(0, 0)
	return raw, classes
}

// pairs are the pairs of an image of cells together, of kind 0, and of cells apart, in order.
func pairs(lists [2][][]int, image []int) (all [][3]int) {
	for kind := range lists {
		for _, list := range lists[kind] {
			for _, c := range list {
				for _, d := range list {
					if pair := [3]int{kind, c, d}; c != d {
						if image != nil {
							pair = [3]int{kind, image[c], image[d]}
						}
						all = append(all, pair)
					}
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(all)
}

// TestGivenMerged: lists together that share a vertex are one; the recheck of rows names what is not as given.
func TestGivenMerged(t *testing.T) {
	files := map[string]string{"path.txt": "1 2\n2 3\n3 4\n4 5\n5 6\n"}
	for puzzle, want := range map[string]int{
		"{graph: path.txt, total: 3, given: {together: [[1, 2], [3, 2]]}}":          3,
		"{graph: path.txt, total: 3, given: {apart: [[1, 2, 3]]}}":                  1,
		"{graph: path.txt, total: 2, given: {together: [[1, 6]]}}":                  0,
		"{graph: path.txt, total: 2, given: {together: [[1, 3]], apart: [[3, 4]]}}": 1,
	} {
		job, err := open(specOf(t, "census", puzzle, files))
		if err != nil {
			t.Fatal(err)
		}
		if rows, _ := puzzletest.Rows(t, job); rows.Len() != want {
			t.Errorf("%s: %d rows, expected %d", puzzle, rows.Len(), want)
		}
		if want > 0 {
			puzzletest.RowsAreChecked(t, job)
		}
	}
	g := &graph{names: []string{"a", "b", "c"}}
	g.Together, g.Apart = [][]int32{{0, 1}}, [][]int32{{1, 2}}
	for want, regions := range map[string][]int32{"b is not together with a": {0, 1, 2}, "c is not apart from b": {0, 0, 0}} {
		if err := g.CheckGiven(regions, func(v int32) string { return g.names[v] }); err == nil || err.Error() != want {
			t.Errorf("%v: %v, expected %s", regions, err, want)
		}
	}
}
