package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// breakdown shows means of columns by the values of others, a grid for each
// column.
type breakdown struct {
	Title, Text string
	Notes       []string
	Grids       []grid
	Big         string // why there are no grids, "" if there are
}

// grid is a table of means: rows by all columns but the last, columns by the
// last.
type grid struct {
	Name, Meaning string
	Down, Across  string // what rows and columns are; Across may be ""
	Heads         []string
	Rows          []crossLine
}

func newBreakdown(t *stats.BreakTable, m *export.Manifest, columns []enumerate.Column) *breakdown {
	b := &breakdown{Title: "By " + strings.ReplaceAll(strings.Join(t.By, ", "), "_", " ")}
	if m.Analysis != nil {
		for _, asked := range m.Analysis.Breakdowns {
			if slices.Equal(asked.By, t.By) && asked.Title != "" {
				b.Title, b.Text = asked.Title, asked.Text
			}
		}
	}
	if !t.Exact {
		b.Big = "There are too many combinations of values to sum up."
		return b
	}
	across := []int64{0}
	last := len(t.By) - 1
	if last > 0 {
		across = nil
		for _, g := range t.Groups {
			across = append(across, g.Values[last])
		}
		slices.Sort(across)
		across = slices.Compact(across)
	}
	var down [][]int64 // groups are in order, and so are these
	for _, g := range t.Groups {
		key := g.Values[:max(1, last)]
		if len(down) == 0 || !slices.Equal(down[len(down)-1], key) {
			down = append(down, key)
		}
	}
	if len(across) > maxAcross || len(down) > maxDown {
		b.Big = fmt.Sprintf("%d by %d combinations of values: see tables/breakdowns.parquet.", len(down), len(across))
		return b
	}
	same := len(t.Groups) > 0
	for _, g := range t.Groups {
		same = same && g.RawN.Cmp(t.Groups[0].RawN) == 0
	}
	if same {
		b.Notes = append(b.Notes, commas(t.Groups[0].RawN)+" in each cell.")
	}
	if m.Analysis != nil && m.Analysis.Drawn != "" {
		b.Notes = append(b.Notes, fmt.Sprintf("Small: intervals of %g%% confidence, Wilson’s for shares, Student’s for means.", 100*stats.DefaultConfidence))
	}
	if last == 0 {
		b.Grids = []grid{list(t, columns, down, same)}
		return b
	}
	for i := range t.Of {
		if w := newWriter(t, i); w.constant() {
			b.Notes = append(b.Notes, sentence(plainName(t.Of[i])+": "+w.write(w.least)+" everywhere"))
			continue
		}
		b.Grids = append(b.Grids, newGrid(t, i, columns, down, across, same))
	}
	return b
}

// list is the one grid of a breakdown by one column: a column for each mean.
func list(t *stats.BreakTable, columns []enumerate.Column, down [][]int64, same bool) grid {
	g := grid{Down: plainName(t.By[0])}
	if !same {
		g.Heads = append(g.Heads, "how many")
	}
	name := valueName(columns, t.By[0])
	for k := range down {
		g.Rows = append(g.Rows, crossLine{Head: name(down[k][0])})
		if !same {
			g.Rows[k].Cells = append(g.Rows[k].Cells, cell{Text: commas(t.Groups[k].RawN)})
		}
	}
	for i, of := range t.Of {
		g.Heads = append(g.Heads, plainName(of))
		write := newWriter(t, i)
		for k := range down {
			g.Rows[k].Cells = append(g.Rows[k].Cells, write.cell(t.Groups[k], true))
		}
	}
	return g
}

func newGrid(t *stats.BreakTable, i int, columns []enumerate.Column, down [][]int64, across []int64, same bool) grid {
	last := len(t.By) - 1
	g := grid{Name: plainName(t.Of[i]), Down: plainName(strings.Join(t.By[:last], ", ")), Across: plainName(t.By[last])}
	if c := enumerate.ColumnIndex(columns, t.Of[i]); c >= 0 {
		g.Meaning = columns[c].Meaning
	}
	var names []func(int64) string
	for _, by := range t.By {
		names = append(names, valueName(columns, by))
	}
	for _, v := range across {
		g.Heads = append(g.Heads, names[last](v))
	}
	write := newWriter(t, i)
	for _, key := range down {
		var head []string
		for k, v := range key {
			head = append(head, names[k](v))
		}
		g.Rows = append(g.Rows, crossLine{Head: strings.Join(head, " × "), Cells: make([]cell, len(across))})
	}
	row := 0
	for _, group := range t.Groups {
		for !slices.Equal(down[row], group.Values[:last]) {
			row++
		}
		k, _ := slices.BinarySearch(across, group.Values[last])
		g.Rows[row].Cells[k] = write.cell(group, same)
	}
	return g
}

func plainName(s string) string { return strings.ReplaceAll(s, "_", " ") }

// meanWriter writes the means of a column into cells.
type meanWriter struct {
	of        int
	share     bool    // its values are 0 and 1
	low, high float64 // the means that are white and blue
	least     float64
	most      float64
}

// newWriter looks at all groups: a share is shaded from none to all, another
// mean from the least to the greatest.
func newWriter(t *stats.BreakTable, of int) meanWriter {
	w := meanWriter{of: of, share: true, low: math.Inf(1), high: math.Inf(-1)}
	zero, one := stats.Int(0), stats.Int(1)
	for _, g := range t.Groups {
		p := &g.Parts[of]
		if p.Raw.Mean == nil {
			continue
		}
		w.share = w.share && p.Min.Cmp(zero) >= 0 && p.Max.Cmp(one) <= 0
		w.low, w.high = min(w.low, *p.Raw.Mean), max(w.high, *p.Raw.Mean)
	}
	w.least, w.most = w.low, w.high
	if w.share {
		w.low, w.high = 0, 1
	}
	return w
}

// constant reports whether all groups have one mean: a grid would show nothing.
func (w *meanWriter) constant() bool { return w.least == w.most }

func (w *meanWriter) write(x float64) string {
	if w.share {
		return percent(x)
	}
	return digits(x, 3)
}

// cell shows a mean, its interval, and unless all are alike how many it is of.
func (w *meanWriter) cell(g stats.BreakGroup, same bool) cell {
	p := &g.Parts[w.of]
	if p.Raw.Mean == nil {
		return cell{Text: "–"}
	}
	c := cell{Text: w.write(*p.Raw.Mean)}
	if w.high > w.low {
		c.Fill = hex(mix(color.NRGBA{255, 255, 255, 255}, color.NRGBA{107, 163, 214, 255}, (*p.Raw.Mean-w.low)/(w.high-w.low)))
	}
	if iv := p.Interval; iv != nil && !math.IsInf(iv.Low, 0) && !math.IsInf(iv.High, 0) {
		c.Small = strings.TrimSuffix(w.write(iv.Low), "%") + "–" + w.write(iv.High)
	}
	if !same {
		c.Small = strings.TrimPrefix(c.Small+", of "+commas(g.RawN), ", ")
	}
	return c
}
