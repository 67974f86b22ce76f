package report

import (
	"fmt"
	"html/template"
	"math"
	"math/big"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/chart"
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
	b := block{Class: "ways", Title: w.Title, Notes: paragraphs(w.Text), Layout: "twins"}
	t := &table{Class: "grid", Rows: [][]cell{{{Head: true, Span: 2}}, heads("", things)}}
	for i, name := range w.Names {
		t.Rows = append(t.Rows, []cell{{Text: name, Head: true, Class: "row", Swatch: fmt.Sprintf("s%d", i%len(chart.Colours))}})
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
		var curves []stats.Distribution
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
			curves = append(curves, m.Raw)
		}
		if !q.Share {
			svg := template.HTML(curvesChart(curves, q.Name, q.Log)) // package chart escapes
			b.Figures = append(b.Figures, figure{SVG: svg, Text: "Share of the " + things + " with at most this: " + q.Name,
				Spoken: "curves: share of the " + things + " by " + q.Name})
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

// curvesChart draws distributions over one axis, logarithmic if asked for. A
// curve shows, for each value, the share of counts that do not exceed it. Bars of
// several distributions would hide one another; curves do not.
func curvesChart(list []stats.Distribution, name string, log bool) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, d := range list {
		if d.Min != nil {
			low, high = min(low, d.Min.Float()), max(high, d.Max.Float())
		}
	}
	if high < low {
		return ""
	}
	at := func(v float64) float64 { return v }
	ticks := evenTicks(low, high)
	if log && low >= 0 {
		at = func(v float64) float64 { return math.Log10(v + 1) } // there may be 0
		ticks = powerTicks(high)
	}
	c := &chart.Chart{Label: name, Low: at(low), High: max(at(high), at(low)+1)}
	for _, v := range ticks {
		label := whole(v)
		if v >= 1e6 && log {
			label = strconv.FormatFloat(v, 'g', 1, 64)
		}
		c.Ticks = append(c.Ticks, chart.Tick{At: at(v), Label: label})
	}
	for _, d := range list {
		c.Curves = append(c.Curves, curve(d, at, c.Low, c.High))
	}
	return c.Inline()
}

// curve returns the corners of a curve, at most one for each third of a unit of
// the chart: a distribution may have many thousands of values.
func curve(d stats.Distribution, at func(float64) float64, left, right float64) []chart.Point {
	total, seen := d.N.Float(), 0.0
	if total == 0 || d.Histogram == nil {
		return nil
	}
	const columns = 3 * chart.Width
	out := []chart.Point{{X: left}}
	last := -1
	for _, b := range d.Histogram {
		seen += b.Count.Float()
		x := at(float64(b.Value))
		column := int((x - left) / (right - left) * columns)
		if column == last {
			out[len(out)-1].Share = 100 * seen / total
			continue
		}
		last = column
		out = append(out, chart.Point{X: x, Share: 100 * seen / total})
	}
	return append(out, chart.Point{X: right, Share: 100})
}

// powerTicks are 0 and the powers of ten.
func powerTicks(high float64) []float64 {
	ticks := []float64{0}
	for v := 1.0; v <= high && len(ticks) < 30; v *= 10 {
		ticks = append(ticks, v)
	}
	return ticks
}

// evenTicks are whole numbers at even distances.
func evenTicks(low, high float64) []float64 {
	step := float64(chart.NiceStep(int64((high-low)/8) + 1))
	var ticks []float64
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		ticks = append(ticks, v)
	}
	return ticks
}
