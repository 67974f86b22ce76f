package findings

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// The sizes up to which a table is one that people read.
const (
	maxAcross = 24
	maxDown   = 60
)

// grid arranges combinations of values of some columns in a table: those of the
// last column across, those of the others down.
type grid struct {
	by     []string
	turned bool // of two columns, the first is across and not the last
	down   [][]int64
	across []int64 // one 0 if there is one column alone
}

// newGrid turns the table of two columns if only one of them has so many values
// that they do not stand side by side.
func newGrid(by []string, combinations [][]int64) *grid {
	g := &grid{by: by}
	g.arrange(combinations)
	if len(by) == 2 && len(g.across) > maxAcross && len(g.down) <= maxAcross {
		*g = grid{by: []string{by[1], by[0]}, turned: true}
		g.arrange(combinations)
	}
	return g
}

func (g *grid) arrange(combinations [][]int64) {
	for _, values := range combinations {
		down, across := g.split(values)
		g.down, g.across = append(g.down, down), append(g.across, across)
	}
	slices.SortFunc(g.down, slices.Compare[[]int64])
	g.down = slices.CompactFunc(g.down, slices.Equal[[]int64])
	slices.Sort(g.across)
	g.across = slices.Compact(g.across)
}

func (g *grid) split(values []int64) (down []int64, across int64) {
	last := len(values) - 1
	switch {
	case last == 0:
		return values, 0
	case g.turned:
		return values[1:], values[0]
	}
	return values[:last], values[last]
}

// place returns where a combination is.
func (g *grid) place(values []int64) (row, column int) {
	down, across := g.split(values)
	row, _ = slices.BinarySearchFunc(g.down, down, slices.Compare[[]int64])
	column, _ = slices.BinarySearch(g.across, across)
	return row, column
}

// tooLarge says where to find a table that nobody would read here; "" if it is
// small enough.
func (g *grid) tooLarge() string {
	if len(g.across) <= maxAcross && len(g.down) <= maxDown {
		return ""
	}
	return fmt.Sprintf("%d by %d values: see tables/%s.parquet.", len(g.down), len(g.across), enumerate.BreakdownsTable)
}

// cells are empty ones, with so many more rows and columns than the grid has.
func (g *grid) cells(more int) [][]Cell {
	var out [][]Cell
	for range len(g.down) + more {
		out = append(out, make([]Cell, len(g.across)+more))
	}
	return out
}

// gridTable is the table of a grid. Heads are those of columns beside those of the grid.
func (f *Findings) gridTable(g *grid, cells [][]Cell, more ...string) *Table {
	t := &Table{Class: "grid"}
	down, columns := g.by, []string(nil)
	if last := len(g.by) - 1; last > 0 {
		down = g.by[:last]
		for _, v := range g.across {
			columns = append(columns, f.value(g.by[last], v))
		}
		t.Rows = append(t.Rows, []Cell{{Head: true}, {Text: plainName(g.by[last]), Head: true, Class: "n", Span: len(columns) + len(more)}})
	}
	t.Rows = append(t.Rows, heads(plainName(strings.Join(down, ", ")), append(columns, more...)...))
	for i, row := range cells {
		name := "all"
		if i < len(g.down) {
			var parts []string
			for k, v := range g.down[i] {
				parts = append(parts, f.value(g.by[k], v))
			}
			name = strings.Join(parts, " × ")
		}
		out := []Cell{rowHead(name)}
		for _, c := range row {
			c.Class = strings.TrimPrefix(c.Class+" n", " ")
			out = append(out, c)
		}
		t.Rows = append(t.Rows, out)
	}
	return t
}

// shade returns a tint that is 0 at low and 1 at high; 0 if these are the same.
func shade(x, low, high float64) float64 {
	if high <= low {
		return 0
	}
	return (x - low) / (high - low)
}
