package report

import (
	"fmt"
	"math/big"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// ways shows several columns that measure the same thing beside one another.
func (s *source) ways() ([]block, error) {
	var out []block
	for _, w := range s.analysis.Ways {
		b, err := waysBlock(w, s.doc)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

// waysBlock shows all ways. All of it comes from the distributions.
func waysBlock(w enumerate.Ways, doc *stats.Document) (block, error) {
	things := "solutions"
	if doc.Job == enumerate.Survey {
		things = "puzzles"
	}
	b := block{Class: "ways", Title: w.Title, Notes: paragraphs(w.Text)}
	t := &table{Class: "grid", Rows: [][]cell{{{Head: true, Span: 2}}, heads("", things)}}
	for _, name := range w.Names {
		t.Rows = append(t.Rows, []cell{{Text: name, Head: true, Class: "row"}})
	}
	for k, q := range w.Quantities {
		name, marks := q.Name, []string{"mean", "median", "95%", "most"}
		if q.Share {
			name, marks = "", []string{q.Name}
		} else if q.Threshold != nil {
			marks = append(marks, fmt.Sprintf("above %d", *q.Threshold))
		}
		t.Rows[0] = append(t.Rows[0], cell{Text: name, Head: true, Class: "first", Span: len(marks)})
		t.Rows[1] = append(t.Rows[1], group(heads("", marks...)[1:])...)
		for i, column := range q.Columns {
			m := doc.Measures.Find(column)
			if m == nil {
				return b, fmt.Errorf("stats.json has no measure %q, which is shown beside others", column)
			}
			row := &t.Rows[2+i]
			if k == 0 {
				*row = append(*row, numbers(commas(m.Raw.N))...)
			}
			if q.Share {
				*row = append(*row, group([]cell{shareCell(m.Raw, estimated(doc, column))})...)
				continue
			}
			cells := meanCells(m.Raw, estimated(doc, column))
			if q.Threshold != nil {
				cells = append(cells, numbers(above(m.Raw, *q.Threshold))...)
			}
			*row = append(*row, group(cells)...)
		}
	}
	b.Table = t
	return b, nil
}

// group marks the first cell as the beginning of a group of columns.
func group(cells []cell) []cell {
	cells[0].Class = "n first"
	return cells
}

func meanCells(d stats.Distribution, mean *stats.Interval) []cell {
	if d.Mean == nil {
		return numbers("", "", "", "")
	}
	cells := numbers(digits(*d.Mean, 4), quantile(d, 1, 2), quantile(d, 19, 20), commas(*d.Max))
	if mean != nil {
		cells[0].Small = digits(mean.Low, 3) + "–" + digits(mean.High, 3)
	}
	return cells
}

// shareCell shows the mean of a column that is true or false.
func shareCell(d stats.Distribution, mean *stats.Interval) cell {
	if d.Mean == nil {
		return cell{}
	}
	c := cell{Text: commas(*d.Sum), Small: percent(*d.Mean)}
	if mean != nil {
		c.Small = strings.TrimSuffix(percent(mean.Low), "%") + "–" + percent(mean.High)
	}
	return c
}

// quantile returns the least value that at least a part p/q of the counts does not exceed;
// "" of too many values.
func quantile(d stats.Distribution, p, q int64) string {
	rank := d.N.Big()
	rank.Mul(rank, big.NewInt(p))
	rank.Add(rank, big.NewInt(q-1))
	rank.Div(rank, big.NewInt(q))
	seen := new(big.Int)
	for _, b := range d.Histogram {
		if seen.Add(seen, b.Count.Big()); seen.Cmp(rank) >= 0 {
			return count(b.Value)
		}
	}
	return ""
}

// above returns the share of counts that are above a value; "" of too many values.
func above(d stats.Distribution, value int64) string {
	if d.N.IsZero() || d.Histogram == nil {
		return ""
	}
	var n stats.Number
	for _, b := range d.Histogram {
		if b.Value > value {
			n = n.Add(b.Count)
		}
	}
	share, _ := new(big.Rat).SetFrac(n.Big(), d.N.Big()).Float64()
	return percent(share)
}
