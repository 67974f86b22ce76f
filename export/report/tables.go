package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"coverstat/export/picture"
	"coverstat/stats"
)

// The sizes up to which a table is one that people read.
const (
	maxAcross = 24
	maxDown   = 60
)

// crosstabs shows how often the values of two measures come together.
func (s *source) crosstabs() ([]block, error) {
	var tables stats.CrossTables
	if _, err := s.doc.Section(stats.CrosstabsSection, &tables); err != nil || len(tables) == 0 {
		return nil, err
	}
	all := block{ID: "crosstabs", Title: "Two measures together", Notes: []string{
		"Blue: more than if the two had nothing to do with each other; orange: fewer; full colour from four times on. " +
			"Mutual information is what one tells about the other, in bits: 0 if nothing."}}
	for _, t := range tables {
		all.Parts = append(all.Parts, s.crosstab(t))
	}
	return []block{all}, nil
}

func (s *source) crosstab(t *stats.CrossTable) block {
	b := block{Class: "crosstab"}
	for _, name := range []string{t.Across, t.Down} {
		if meaning := s.column(name).Meaning; meaning != "" {
			b.Notes = append(b.Notes, name+": "+meaning)
		}
	}
	names := [2]string{t.Across, t.Down}
	var values [2][]int64
	for _, row := range t.Raw {
		values[0] = append(values[0], row.Value)
		for _, bin := range row.Counts {
			values[1] = append(values[1], bin.Value)
		}
	}
	slices.Sort(values[1])
	values[1] = slices.Compact(values[1])
	turned := len(values[0]) > maxAcross && len(values[1]) <= maxAcross
	if turned {
		slices.Reverse(names[:])
		slices.Reverse(values[:])
	}
	b.Title = plainName(names[0]) + " × " + plainName(names[1])
	if t.Information != nil {
		b.Endings = []string{"Mutual information: " + strconv.FormatFloat(*t.Information, 'g', 3, 64) + " bits."}
	}
	switch {
	case !t.Exact:
		b.Notes = append(b.Notes, "There are too many pairs of values to count.")
		return b
	case len(values[0]) > maxAcross || len(values[1]) > maxDown:
		b.Notes = append(b.Notes, fmt.Sprintf("%d by %d values: see tables/crosstabs.parquet.", len(values[0]), len(values[1])))
		return b
	}
	b.Table = s.counts(t.Raw, names, values, turned, s.things())
	if t.RawN.Cmp(t.DistinctN) != 0 {
		b.Folded = []block{{Title: "Up to symmetry", Table: s.counts(t.Distinct, names, values, turned, "up to symmetry")}}
	}
	return b
}

// counts is the table of counts by the values across and down, with totals in
// its last row and its last column. Turned is that the counts come by the values
// down first.
func (s *source) counts(counts stats.CrossCounts, names [2]string, values [2][]int64, turned bool, counted string) *table {
	var texts [2][]string
	for k, list := range values {
		write := valueName(s.columns, names[k])
		for _, v := range list {
			texts[k] = append(texts[k], write(v))
		}
	}
	lastRow, lastColumn := len(values[1]), len(values[0])
	n := make([][]stats.Number, lastRow+1)
	for i := range n {
		n[i] = make([]stats.Number, lastColumn+1)
	}
	for _, row := range counts {
		for _, bin := range row.Counts {
			x, y := row.Value, bin.Value
			if turned {
				x, y = y, x
			}
			k, _ := slices.BinarySearch(values[0], x)
			i, _ := slices.BinarySearch(values[1], y)
			for _, at := range [][2]int{{i, k}, {lastRow, k}, {i, lastColumn}, {lastRow, lastColumn}} {
				n[at[0]][at[1]] = n[at[0]][at[1]].Add(bin.Count)
			}
		}
	}
	p := newPivot(plainName(names[1]), plainName(names[0]), append(texts[1], "all"), append(texts[0], counted))
	for i := range n {
		for k := range n[i] {
			c := &p.cells[i][k]
			c.Text = commas(n[i][k])
			if i < lastRow && k < lastColumn {
				c.Fill = tint(n[i][k], n[i][lastColumn], n[lastRow][k], n[lastRow][lastColumn])
			}
			if i == lastRow {
				c.Class = "n sum"
			}
		}
	}
	return p.table()
}

// tint colours a count by what it would be if the two measures had nothing to
// do with each other: blue above, orange below, full at four times either way.
// Shading by the count itself was tried: rows and columns of large totals hide
// all else.
func tint(n, row, column, all stats.Number) string {
	expected := row.Float() * column.Float() / all.Float()
	if !(expected > 0) {
		return ""
	}
	off := math.Log2(n.Float() / expected) // -Inf for none
	strength := math.Min(math.Abs(off)/2, 1)
	if strength < 0.02 {
		return ""
	}
	if off < 0 {
		return picture.Hex(picture.Mix(white, orange, strength))
	}
	return picture.Hex(picture.Mix(white, blue, strength))
}

// breakdowns shows means of columns by the values of others: a table for each
// column, with rows by all of the others but the last, and columns by the last.
func (s *source) breakdowns() ([]block, error) {
	var tables stats.BreakTables
	if _, err := s.doc.Section(stats.BreakdownsSection, &tables); err != nil {
		return nil, err
	}
	var out []block
	for _, t := range tables {
		out = append(out, s.breakdown(t))
	}
	return out, nil
}

func (s *source) breakdown(t *stats.BreakTable) block {
	b := block{Class: "breakdown", Title: "By " + plainName(strings.Join(t.By, ", "))}
	if s.analysis != nil {
		for _, asked := range s.analysis.Breakdowns {
			if slices.Equal(asked.By, t.By) && asked.Title != "" {
				b.Title, b.Notes = asked.Title, paragraphs(asked.Text)
			}
		}
	}
	if !t.Exact {
		b.Notes = append(b.Notes, "There are too many combinations of values to sum up.")
		return b
	}
	last := len(t.By) - 1
	g := newGrouping(t)
	if len(g.across) > maxAcross || len(g.down) > maxDown {
		b.Notes = append(b.Notes, fmt.Sprintf("%d by %d combinations of values: see tables/breakdowns.parquet.", len(g.down), len(g.across)))
		return b
	}
	var notes []string
	if g.same {
		notes = append(notes, commas(t.Groups[0].RawN)+" in each cell.")
	}
	if s.analysis != nil && s.analysis.Drawn != "" {
		notes = append(notes, fmt.Sprintf("Small: intervals of %g%% confidence, Wilson’s for shares, Student’s for means.", 100*stats.DefaultConfidence))
	}
	for i, of := range t.Of {
		w := newMeans(t, i)
		if last > 0 && w.constant() {
			notes = append(notes, sentence(plainName(of)+": "+w.write(w.least)+" everywhere"))
		} else if last > 0 {
			b.Parts = append(b.Parts, block{Title: plainName(of), Notes: paragraphs(s.column(of).Meaning), Table: s.means(g, w)})
		}
	}
	if last == 0 {
		b.Parts = []block{{Table: s.meansOfAll(g)}}
	}
	b.Notes = append(b.Notes, paragraphs(strings.Join(notes, " "))...)
	return b
}

// grouping is a breakdown with the values that the rows and the columns of its
// tables stand for.
type grouping struct {
	*stats.BreakTable
	down   [][]int64
	across []int64 // one 0 where rows are all there is
	same   bool    // all groups have the same number
}

func newGrouping(t *stats.BreakTable) *grouping {
	g := &grouping{BreakTable: t, same: len(t.Groups) > 0}
	last := len(t.By) - 1
	for _, group := range t.Groups { // in order, and so are the rows
		key := group.Values[:max(1, last)]
		if len(g.down) == 0 || !slices.Equal(g.down[len(g.down)-1], key) {
			g.down = append(g.down, key)
		}
		g.across = append(g.across, group.Values[last])
		g.same = g.same && group.RawN.Cmp(t.Groups[0].RawN) == 0
	}
	if last == 0 {
		g.across = []int64{0}
	}
	slices.Sort(g.across)
	g.across = slices.Compact(g.across)
	return g
}

// rowNames are the names of the rows of a breakdown's tables.
func (s *source) rowNames(g *grouping) []string {
	var out []string
	for _, key := range g.down {
		var parts []string
		for k, v := range key {
			parts = append(parts, valueName(s.columns, g.By[k])(v))
		}
		out = append(out, strings.Join(parts, " × "))
	}
	return out
}

// means is the table of the means of one column.
func (s *source) means(g *grouping, w means) *table {
	last := len(g.By) - 1
	var heads []string
	for _, v := range g.across {
		heads = append(heads, valueName(s.columns, g.By[last])(v))
	}
	p := newPivot(plainName(strings.Join(g.By[:last], ", ")), plainName(g.By[last]), s.rowNames(g), heads)
	row := 0
	for _, group := range g.Groups {
		for !slices.Equal(g.down[row], group.Values[:last]) {
			row++
		}
		k, _ := slices.BinarySearch(g.across, group.Values[last])
		p.cells[row][k] = w.cell(group, g.same)
	}
	return p.table()
}

// meansOfAll is the one table of a breakdown by one column: a column for each
// mean.
func (s *source) meansOfAll(g *grouping) *table {
	var heads []string
	if !g.same {
		heads = append(heads, "how many")
	}
	var all []means
	for i, of := range g.Of {
		heads = append(heads, plainName(of))
		all = append(all, newMeans(g.BreakTable, i))
	}
	p := newPivot(plainName(g.By[0]), "", s.rowNames(g), heads)
	for row, group := range g.Groups {
		var cells []cell
		if !g.same {
			cells = append(cells, cell{Text: commas(group.RawN)})
		}
		for _, w := range all {
			cells = append(cells, w.cell(group, true))
		}
		p.cells[row] = cells
	}
	return p.table()
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
func newMeans(t *stats.BreakTable, of int) means {
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

// constant reports whether all groups have one mean: a table would show nothing.
func (w *means) constant() bool { return w.least == w.most }

func (w *means) write(x float64) string {
	if w.share {
		return percent(x)
	}
	return digits(x, 3)
}

// cell shows a mean, its interval, and unless all are alike how many it is of.
func (w *means) cell(g stats.BreakGroup, same bool) cell {
	p := &g.Parts[w.of]
	if p.Raw.Mean == nil {
		return cell{Text: "–"}
	}
	c := cell{Text: w.write(*p.Raw.Mean), Fill: shade(*p.Raw.Mean, w.low, w.high)}
	if iv := p.Interval; iv != nil && !math.IsInf(iv.Low, 0) && !math.IsInf(iv.High, 0) {
		c.Small = strings.TrimSuffix(w.write(iv.Low), "%") + "–" + w.write(iv.High)
	}
	if !same {
		c.Small = strings.TrimPrefix(c.Small+", of "+commas(g.RawN), ", ")
	}
	return c
}
