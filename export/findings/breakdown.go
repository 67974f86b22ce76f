package findings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// breakdowns shows means of columns by the values of others.
func (f *Findings) breakdowns() ([]Section, error) {
	var out []Section
	for _, t := range f.Statistics.Breakdowns {
		if len(t.Of) > 0 {
			out = append(out, f.breakdown(t))
		}
	}
	return out, nil
}

// crosstabs shows the breakdowns without means: how often values come together.
func (f *Findings) crosstabs() ([]Section, error) {
	all := Section{ID: "crosstabs", Title: "Two measures together", Notes: []string{
		"Blue cells have more than if the two measures were independent, orange cells have fewer; the colour is full from four times on. " +
			"Mutual information says how much one measure tells about the other, in bits: 0 if they are independent."}}
	for _, t := range f.Statistics.Breakdowns {
		if len(t.Of) == 0 {
			all.Parts = append(all.Parts, f.breakdown(t))
		}
	}
	if all.Parts == nil {
		return nil, nil
	}
	all.Closed = len(all.Parts) > 4
	return []Section{all}, nil
}

// breakdown shows the groups of a breakdown: the means of each column that is summed, or how many are in each group.
func (f *Findings) breakdown(t *stats.GroupTable) Section {
	b, g := f.headOf(t), newGrid(t)
	switch {
	case !t.Exact:
		b.Notes = append(b.Notes, "There are too many combinations of values to count.")
	case len(g.across) > maxAcross || len(g.down) > maxDown:
		b.Notes = append(b.Notes, fmt.Sprintf("%d by %d values: see tables/%s.parquet.", len(g.down), len(g.across),
			enumerate.BreakdownsTable))
	case len(t.Of) > 0:
		f.addMeans(&b, t, g)
	default:
		b.Table = f.counts(g)
	}
	return b
}

// headOf returns the section of a breakdown without its tables.
func (f *Findings) headOf(t *stats.GroupTable) Section {
	if len(t.Of) == 0 {
		b := Section{Class: "crosstab", Title: plainName(strings.Join(t.By, " × "))}
		for _, name := range t.By {
			if meaning := f.column(name).Meaning; meaning != "" {
				b.Notes = append(b.Notes, name+": "+meaning)
			}
		}
		if t.Information != nil {
			b.Numbers = []NamedNumber{{"mutual information", enumerate.Decimal(*t.Information, 3) + " bits"}}
		}
		return b
	}
	b := Section{Class: "breakdown", Title: "By " + plainName(strings.Join(t.By, ", "))}
	for _, asked := range f.Manifest.Analysis.Breakdowns {
		if slices.Equal(asked.By, t.By) && asked.Title != "" {
			b.Title, b.Notes = asked.Title, paragraphs(asked.Text)
		}
	}
	return b
}

// counts is a table of counts with totals in its last row and its last column.
func (f *Findings) counts(g *grid) *Table {
	lastRow, lastColumn := len(g.down), len(g.across)
	n := make([][]stats.Number, lastRow+1)
	for i := range n {
		n[i] = make([]stats.Number, lastColumn+1)
	}
	for i := range g.groups {
		row, column := g.place(&g.groups[i])
		for _, at := range [][2]int{{row, column}, {lastRow, column}, {row, lastColumn}, {lastRow, lastColumn}} {
			n[at[0]][at[1]] = n[at[0]][at[1]].Add(g.groups[i].RawN)
		}
	}
	cells := make([][]Cell, len(n))
	for i, row := range n {
		for k, count := range row {
			c := Cell{Text: count.Grouped()}
			switch {
			case i == lastRow:
				c.Class = "sum"
			case k < lastColumn:
				c.Tint = tint(count, row[lastColumn], n[lastRow][k], n[lastRow][lastColumn])
			}
			cells[i] = append(cells[i], c)
		}
	}
	return f.gridTable(g, cells, f.Things)
}

// tint compares a count with what it would be if the two measures were independent: blue is more, orange is
// fewer, and the colour is full at four times either way. Shading by the count itself would show its totals alone.
func tint(n, row, column, all stats.Number) float64 {
	expected := row.Float() * column.Float() / all.Float()
	if !(expected > 0) {
		return 0
	}
	return math.Max(-1, math.Min(math.Log2(n.Float()/expected)/2, 1)) // -Inf for none
}

// addMeans adds a table of means for each column that is summed, or one for all where groups are by one column.
func (f *Findings) addMeans(b *Section, t *stats.GroupTable, g *grid) {
	same := !slices.ContainsFunc(g.groups, func(x stats.Group) bool { return x.RawN.Cmp(g.groups[0].RawN) != 0 })
	var notes []string
	if same && len(g.groups) > 0 {
		notes = append(notes, g.groups[0].RawN.Grouped()+" in each cell.")
	}
	if f.Manifest.Analysis.Drawn != "" {
		notes = append(notes,
			fmt.Sprintf("Small: intervals of %g%% confidence, Wilson’s for shares, Student’s for means.",
				100*stats.DefaultConfidence))
	}
	one, beside, heads := len(t.By) == 1, make([][]Cell, len(g.down)), []string(nil)
	if !same {
		beside, heads = g.cells(func(x *stats.Group) Cell { return Cell{Text: x.RawN.Grouped()} }), []string{"how many"}
	}
	for k, of := range t.Of {
		w := newMeans(t, k)
		if !one && w.least == w.most { // a table would show nothing
			notes = append(notes, Sentence(plainName(of)+": "+w.write(w.least)+" everywhere"))
			continue
		}
		cells := g.cells(func(x *stats.Group) Cell { return w.cell(x, one || same) })
		if !one {
			b.Parts = append(b.Parts, Section{Title: plainName(of), Notes: paragraphs(f.column(of).Meaning),
				Table: f.gridTable(g, cells)})
			continue
		}
		heads = append(heads, plainName(of))
		for i := range beside {
			beside[i] = append(beside[i], cells[i]...)
		}
	}
	if one {
		b.Parts = []Section{{Table: f.gridTable(g, beside, heads...)}}
	}
	b.Notes = append(b.Notes, paragraphs(strings.Join(notes, " "))...)
}

// means writes the means of a column into cells.
type means struct {
	of          int
	share       bool    // its values are 0 and 1
	low, high   float64 // the means that are white and blue
	least, most float64
}

// newMeans looks at all groups: a share is shaded from none to all, another mean from the least to the greatest.
func newMeans(t *stats.GroupTable, of int) means {
	w := means{of: of, share: true, least: math.Inf(1), most: math.Inf(-1)}
	zero, one := stats.Int(0), stats.Int(1)
	for _, g := range t.Groups {
		p := &g.Parts[of]
		if p.Raw.Mean == nil {
			continue
		}
		w.share = w.share && p.Min.Cmp(zero) >= 0 && p.Max.Cmp(one) <= 0
		w.least, w.most = min(w.least, *p.Raw.Mean), max(w.most, *p.Raw.Mean)
	}
	if w.low, w.high = w.least, w.most; w.share {
		w.low, w.high = 0, 1
	}
	return w
}

func (w means) write(x float64) string {
	if w.share {
		return enumerate.Percent(x)
	}
	return enumerate.Decimal(x, 3)
}

// cell shows a mean, its interval, and unless all are alike how many it is of.
func (w means) cell(g *stats.Group, same bool) Cell {
	p := &g.Parts[w.of]
	if p.Raw.Mean == nil {
		return Cell{Text: "–"}
	}
	c := Cell{Text: w.write(*p.Raw.Mean), Tint: shade(*p.Raw.Mean, w.low, w.high)}
	if iv := p.Interval; iv != nil && !math.IsInf(iv.Low, 0) && !math.IsInf(iv.High, 0) {
		c.Small = strings.TrimSuffix(w.write(iv.Low), "%") + "–" + w.write(iv.High)
	}
	if !same {
		c.Small = strings.TrimPrefix(c.Small+", of "+g.RawN.Grouped(), ", ")
	}
	return c
}

// The sizes up to which a table is one that people read.
const (
	maxAcross = 24
	maxDown   = 60
)

// A grid is the groups of a breakdown in a table: the values of the last column across, of the others down.
type grid struct {
	by     []string
	groups []stats.Group
	down   [][]stats.Integer
	across []stats.Integer // one 0 if there is one column alone
}

// newGrid turns the table of two columns if the second has too many values to stand side by side.
func newGrid(t *stats.GroupTable) *grid {
	g := &grid{by: t.By, groups: t.Groups}
	for i := range g.groups {
		down, across := split(&g.groups[i])
		g.down, g.across = append(g.down, down), append(g.across, across)
	}
	slices.SortFunc(g.down, slices.Compare[[]stats.Integer])
	g.down = slices.CompactFunc(g.down, slices.Equal[[]stats.Integer])
	slices.Sort(g.across)
	g.across = slices.Compact(g.across)
	if len(g.by) == 2 && len(g.across) > maxAcross && len(g.down) <= maxAcross {
		turned := stats.GroupTable{By: []string{g.by[1], g.by[0]}, Groups: slices.Clone(g.groups)}
		for i, x := range g.groups {
			turned.Groups[i].Values = []stats.Integer{x.Values[1], x.Values[0]}
		}
		return newGrid(&turned)
	}
	return g
}

func split(g *stats.Group) (down []stats.Integer, across stats.Integer) {
	last := len(g.Values) - 1
	if last == 0 {
		return g.Values, 0
	}
	return g.Values[:last], g.Values[last]
}

// place returns where a group is.
func (g *grid) place(of *stats.Group) (row, column int) {
	down, across := split(of)
	row, _ = slices.BinarySearchFunc(g.down, down, slices.Compare[[]stats.Integer])
	column, _ = slices.BinarySearch(g.across, across)
	return row, column
}

// cells are those of all groups; where no row has a combination of values the cell is empty.
func (g *grid) cells(of func(*stats.Group) Cell) [][]Cell {
	cells := make([][]Cell, len(g.down))
	for i := range cells {
		cells[i] = make([]Cell, len(g.across))
	}
	for i := range g.groups {
		row, column := g.place(&g.groups[i])
		cells[row][column] = of(&g.groups[i])
	}
	return cells
}

// gridTable is the table of a grid. Heads are those of columns beside those of the grid.
func (f *Findings) gridTable(g *grid, cells [][]Cell, more ...string) *Table {
	t := &Table{Class: "grid"}
	down, columns := g.by, []string(nil)
	if last := len(g.by) - 1; last > 0 {
		down = g.by[:last]
		for _, v := range g.across {
			columns = append(columns, f.value(g.by[last], int64(v)))
		}
		t.Rows = append(t.Rows, []Cell{{Head: true}, {Text: plainName(g.by[last]), Head: true, Class: "n",
			Span: len(columns) + len(more)}})
	}
	t.Rows = append(t.Rows, heads(plainName(strings.Join(down, ", ")), append(columns, more...)...))
	for i, row := range cells {
		name := "all"
		if i < len(g.down) {
			var parts []string
			for k, v := range g.down[i] {
				parts = append(parts, f.value(g.by[k], int64(v)))
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
