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

// breakdown shows the groups of a breakdown: the means of each column that is
// summed, or how many are in each group.
func (f *Findings) breakdown(t *stats.GroupTable) Section {
	b := f.headOf(t)
	var combinations [][]int64
	for _, group := range t.Groups {
		combinations = append(combinations, group.Values)
	}
	g := newGrid(t.By, combinations)
	tooLarge := g.tooLarge()
	if !t.Exact {
		tooLarge = "There are too many combinations of values to count."
	}
	if tooLarge != "" {
		b.Notes = append(b.Notes, tooLarge)
		return b
	}
	if len(t.Of) > 0 {
		f.addMeans(&b, t, g)
		return b
	}
	b.Table = f.counts(g, t, func(g stats.Group) stats.Number { return g.RawN }, f.Things)
	if t.RawN.Cmp(t.DistinctN) != 0 {
		b.Folded = []Section{{Title: "Up to symmetry",
			Table: f.counts(g, t, func(g stats.Group) stats.Number { return g.DistinctN }, UpToSymmetry)}}
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
			b.Numbers = []Number{{"mutual information", enumerate.Decimal(*t.Information, 3) + " bits"}}
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
func (f *Findings) counts(g *grid, t *stats.GroupTable, of func(stats.Group) stats.Number, counted string) *Table {
	lastRow, lastColumn := len(g.down), len(g.across)
	n := make([][]stats.Number, lastRow+1)
	for i := range n {
		n[i] = make([]stats.Number, lastColumn+1)
	}
	for _, group := range t.Groups {
		row, column := g.place(group.Values)
		for _, at := range [][2]int{{row, column}, {lastRow, column}, {row, lastColumn}, {lastRow, lastColumn}} {
			n[at[0]][at[1]] = n[at[0]][at[1]].Add(of(group))
		}
	}
	cells := g.cells(1)
	for i := range n {
		for k := range n[i] {
			c := &cells[i][k]
			c.Text = n[i][k].Grouped()
			switch {
			case i == lastRow:
				c.Class = "sum"
			case k < lastColumn:
				c.Tint = tint(n[i][k], n[i][lastColumn], n[lastRow][k], n[lastRow][lastColumn])
			}
		}
	}
	return f.gridTable(g, cells, counted)
}

// tint compares a count with what it would be if the two measures were
// independent: blue is more, orange is fewer, and the colour is full at four
// times either way. Shading by the count itself was tried: rows and columns of
// large totals hid everything else.
func tint(n, row, column, all stats.Number) float64 {
	expected := row.Float() * column.Float() / all.Float()
	if !(expected > 0) {
		return 0
	}
	return math.Max(-1, math.Min(math.Log2(n.Float()/expected)/2, 1)) // -Inf for none
}

// addMeans adds a table of means for each column that is summed, or one table for
// all where the groups are by one column.
func (f *Findings) addMeans(b *Section, t *stats.GroupTable, g *grid) {
	same := len(t.Groups) > 0 // all groups have the same number
	for _, group := range t.Groups {
		same = same && group.RawN.Cmp(t.Groups[0].RawN) == 0
	}
	var notes []string
	if same {
		notes = append(notes, t.Groups[0].RawN.Grouped()+" in each cell.")
	}
	if f.Manifest.Analysis.Drawn != "" {
		notes = append(notes, fmt.Sprintf("Small: intervals of %g%% confidence, Wilson’s for shares, Student’s for means.", 100*stats.DefaultConfidence))
	}
	if len(t.By) == 1 {
		b.Parts = []Section{{Table: f.meansBeside(t, g, same)}}
	} else {
		for i, of := range t.Of {
			w := newMeans(t, i)
			if w.least == w.most { // a table would show nothing
				notes = append(notes, Sentence(plainName(of)+": "+w.write(w.least)+" everywhere"))
				continue
			}
			cells := g.cells(0)
			for _, group := range t.Groups {
				row, column := g.place(group.Values)
				cells[row][column] = w.cell(group, same)
			}
			b.Parts = append(b.Parts, Section{Title: plainName(of), Notes: paragraphs(f.column(of).Meaning), Table: f.gridTable(g, cells)})
		}
	}
	b.Notes = append(b.Notes, paragraphs(strings.Join(notes, " "))...)
}

// meansBeside is the one table of a breakdown by one column: the means of all
// columns beside each other.
func (f *Findings) meansBeside(t *stats.GroupTable, g *grid, same bool) *Table {
	cells, heads := make([][]Cell, len(t.Groups)), []string(nil)
	if !same {
		heads = []string{"how many"}
	}
	for i, of := range t.Of {
		heads = append(heads, plainName(of))
		w := newMeans(t, i)
		for row, group := range t.Groups {
			if i == 0 && !same {
				cells[row] = append(cells[row], Cell{Text: group.RawN.Grouped()})
			}
			cells[row] = append(cells[row], w.cell(group, true))
		}
	}
	return f.gridTable(g, cells, heads...)
}

// means writes the means of a column into cells.
type means struct {
	of          int
	share       bool    // its values are 0 and 1
	low, high   float64 // the means that are white and blue
	least, most float64
}

// newMeans looks at all groups: a share is shaded from none to all, another
// mean from the least to the greatest.
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
func (w means) cell(g stats.Group, same bool) Cell {
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
