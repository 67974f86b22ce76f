package findings

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/stats"
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
	return fmt.Sprintf("%d by %d values: see tables/%s.parquet.", len(g.down), len(g.across), stats.BreakdownsTable)
}

// pivot returns the table of a grid, its cells empty.
func (f *Findings) pivot(g *grid) *pivot {
	down, across := g.by, ""
	var heads, rows []string
	if last := len(g.by) - 1; last > 0 {
		down, across = g.by[:last], plainName(g.by[last])
		for _, v := range g.across {
			heads = append(heads, f.value(g.by[last], v))
		}
	}
	for _, values := range g.down {
		var parts []string
		for k, v := range values {
			parts = append(parts, f.value(g.by[k], v))
		}
		rows = append(rows, strings.Join(parts, " × "))
	}
	return newPivot(plainName(strings.Join(down, ", ")), across, rows, heads)
}

// pivot is a table of two variables.
type pivot struct {
	down, across string // what rows and columns are; across may be ""
	rows, heads  []string
	cells        [][]Cell // by row and column
}

func newPivot(down, across string, rows, heads []string) *pivot {
	p := &pivot{down: down, across: across, rows: rows, heads: heads}
	for range rows {
		p.cells = append(p.cells, make([]Cell, len(heads)))
	}
	return p
}

func (p *pivot) table() *Table {
	t := &Table{Class: "grid"}
	if p.across != "" {
		t.Rows = append(t.Rows, []Cell{{Head: true}, {Text: p.across, Head: true, Class: "n", Span: len(p.heads)}})
	}
	t.Rows = append(t.Rows, heads(p.down, p.heads...))
	for i, name := range p.rows {
		row := []Cell{{Text: name, Head: true, Class: "row"}}
		for _, c := range p.cells[i] {
			c.Class = strings.TrimPrefix(c.Class+" n", " ")
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
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
