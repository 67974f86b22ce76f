package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"coverstat/stats"
)

// breakdowns shows means of columns by the values of others.
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
	var combinations [][]int64
	same := len(t.Groups) > 0 // all groups have the same number
	for _, group := range t.Groups {
		combinations = append(combinations, group.Values)
		same = same && group.RawN.Cmp(t.Groups[0].RawN) == 0
	}
	g := newGrid(t.By, combinations)
	tooLarge := g.tooLarge("combinations of values", "breakdowns")
	if !t.Exact {
		tooLarge = "There are too many combinations of values to sum up."
	}
	if tooLarge != "" {
		b.Notes = append(b.Notes, tooLarge)
		return b
	}
	var notes []string
	if same {
		notes = append(notes, commas(t.Groups[0].RawN)+" in each cell.")
	}
	if s.analysis != nil && s.analysis.Drawn != "" {
		notes = append(notes, fmt.Sprintf("Small: intervals of %g%% confidence, Wilson’s for shares, Student’s for means.", 100*stats.DefaultConfidence))
	}
	if len(t.By) == 1 {
		b.Parts = []block{{Table: s.meansBeside(t, g, same)}}
	} else {
		for i, of := range t.Of {
			w := newMeans(t, i)
			if w.least == w.most { // a table would show nothing
				notes = append(notes, sentence(plainName(of)+": "+w.write(w.least)+" everywhere"))
				continue
			}
			p := s.pivot(g)
			for _, group := range t.Groups {
				row, column := g.place(group.Values)
				p.cells[row][column] = w.cell(group, same)
			}
			b.Parts = append(b.Parts, block{Title: plainName(of), Notes: paragraphs(s.column(of).Meaning), Table: p.table()})
		}
	}
	b.Notes = append(b.Notes, paragraphs(strings.Join(notes, " "))...)
	return b
}

// meansBeside is the one table of a breakdown by one column: the means of all
// columns beside each other.
func (s *source) meansBeside(t *stats.BreakTable, g *grid, same bool) *table {
	p := s.pivot(g)
	for row, group := range t.Groups {
		if !same {
			p.cells[row] = append(p.cells[row], cell{Text: commas(group.RawN)})
		}
		for i := range t.Of {
			p.cells[row] = append(p.cells[row], newMeans(t, i).cell(group, true))
		}
	}
	if !same {
		p.heads = []string{"how many"}
	}
	for _, of := range t.Of {
		p.heads = append(p.heads, plainName(of))
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

func (w means) write(x float64) string {
	if w.share {
		return percent(x)
	}
	return digits(x, 3)
}

// cell shows a mean, its interval, and unless all are alike how many it is of.
func (w means) cell(g stats.BreakGroup, same bool) cell {
	p := &g.Parts[w.of]
	if p.Raw.Mean == nil {
		return cell{Text: "–"}
	}
	c := cell{Text: w.write(*p.Raw.Mean), Tint: shade(*p.Raw.Mean, w.low, w.high)}
	if iv := p.Interval; iv != nil && !math.IsInf(iv.Low, 0) && !math.IsInf(iv.High, 0) {
		c.Small = strings.TrimSuffix(w.write(iv.Low), "%") + "–" + w.write(iv.High)
	}
	if !same {
		c.Small = strings.TrimPrefix(c.Small+", of "+commas(g.RawN), ", ")
	}
	return c
}
