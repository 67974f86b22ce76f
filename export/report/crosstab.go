package report

import (
	"math"
	"strconv"

	"coverstat/stats"
)

// crosstabs shows how often the values of two measures come together.
func (s *source) crosstabs() ([]block, error) {
	var tables stats.CrossTables
	if _, err := s.doc.Section(stats.CrosstabsSection, &tables); err != nil || len(tables) == 0 {
		return nil, err
	}
	all := block{ID: "crosstabs", Title: "Two measures together", Closed: len(tables) > 4, Notes: []string{
		"Blue cells have more than if the two measures were independent, orange cells have fewer; the colour is full from four times on. " +
			"Mutual information says how much one measure tells about the other, in bits: 0 if they are independent."}}
	for _, t := range tables {
		all.Parts = append(all.Parts, s.crosstab(t))
	}
	return []block{all}, nil
}

func (s *source) crosstab(t *stats.CrossTable) block {
	raw := pairsOf(t.Raw, false)
	g := newGrid([]string{t.Down, t.Across}, combinations(raw))
	// Values that are too many to stand side by side stand below each other.
	turned := len(g.across) > maxAcross && len(g.down) <= maxAcross
	if turned {
		raw = pairsOf(t.Raw, true)
		g = newGrid([]string{t.Across, t.Down}, combinations(raw))
	}
	b := block{Class: "crosstab", Title: plainName(g.by[1]) + " × " + plainName(g.by[0])}
	for _, name := range []string{t.Across, t.Down} {
		if meaning := s.column(name).Meaning; meaning != "" {
			b.Notes = append(b.Notes, name+": "+meaning)
		}
	}
	if t.Information != nil {
		b.Endings = []string{"Mutual information: " + strconv.FormatFloat(*t.Information, 'g', 3, 64) + " bits."}
	}
	tooLarge := g.tooLarge("values", "crosstabs")
	if !t.Exact {
		tooLarge = "There are too many pairs of values to count."
	}
	if tooLarge != "" {
		b.Notes = append(b.Notes, tooLarge)
		return b
	}
	b.Table = s.counts(g, raw, s.things())
	if t.RawN.Cmp(t.DistinctN) != 0 {
		b.Folded = []block{{Title: "Up to symmetry", Table: s.counts(g, pairsOf(t.Distinct, turned), "up to symmetry")}}
	}
	return b
}

// pair is how often two values come together: the one down, the one across.
type pair struct {
	values []int64
	n      stats.Number
}

// pairsOf lists counts. Turned puts the first of the two measures down.
func pairsOf(counts stats.CrossCounts, turned bool) []pair {
	var out []pair
	for _, row := range counts {
		for _, bin := range row.Counts {
			values := []int64{bin.Value, row.Value}
			if turned {
				values = []int64{row.Value, bin.Value}
			}
			out = append(out, pair{values, bin.Count})
		}
	}
	return out
}

func combinations(pairs []pair) [][]int64 {
	var out [][]int64
	for _, p := range pairs {
		out = append(out, p.values)
	}
	return out
}

// counts is a table of counts with totals in its last row and its last column.
func (s *source) counts(g *grid, pairs []pair, counted string) *table {
	lastRow, lastColumn := len(g.down), len(g.across)
	n := make([][]stats.Number, lastRow+1)
	for i := range n {
		n[i] = make([]stats.Number, lastColumn+1)
	}
	for _, pair := range pairs {
		row, column := g.place(pair.values)
		for _, at := range [][2]int{{row, column}, {lastRow, column}, {row, lastColumn}, {lastRow, lastColumn}} {
			n[at[0]][at[1]] = n[at[0]][at[1]].Add(pair.n)
		}
	}
	p := s.pivot(g)
	p = newPivot(p.down, p.across, append(p.rows, "all"), append(p.heads, counted))
	for i := range n {
		for k := range n[i] {
			c := &p.cells[i][k]
			c.Text = commas(n[i][k])
			switch {
			case i == lastRow:
				c.Class = "sum"
			case k < lastColumn:
				c.Tint = tint(n[i][k], n[i][lastColumn], n[lastRow][k], n[lastRow][lastColumn])
			}
		}
	}
	return p.table()
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
