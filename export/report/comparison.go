package report

import (
	"fmt"
	"html/template"
	"image/color"
	"math"
	"math/big"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// comparison shows several columns that measure the same thing beside one
// another.
type comparison struct {
	Title, Text string
	Heads       []head
	Rows        []contestant
	Charts      []curveChart
}

// head is a quantity with the names of its figures.
type head struct {
	Name  string
	Marks []string
}

// contestant is a row of a comparison.
type contestant struct {
	Name   string
	Colour string
	Cells  []cell
}

// cell is a figure with what is written small below it.
type cell struct {
	Text, Small string
	Fill        string // "" for none
	First       bool   // of its group
}

// curveChart is a chart of distributions.
type curveChart struct {
	Caption, Spoken string
	SVG             template.HTML
}

// contestColours tell the rows of a comparison apart, for the colour-blind too
// (M. Okabe and K. Ito, Color universal design, 2008).
func contestColours() []color.NRGBA {
	return []color.NRGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
		{86, 180, 233, 255}, {230, 159, 0, 255}, {90, 90, 90, 255}, {0, 0, 0, 255}}
}

// newComparison computes all that is shown from the distributions.
func newComparison(c enumerate.Comparison, doc *stats.Document) (*comparison, error) {
	things := "solutions"
	if doc.Job == enumerate.Survey {
		things = "puzzles"
	}
	out := &comparison{Title: c.Title, Text: c.Text, Heads: []head{{"", []string{""}}, {"", []string{things}}}}
	colours := contestColours()
	for i, name := range c.Rows {
		out.Rows = append(out.Rows, contestant{Name: name, Colour: hex(colours[i%len(colours)])})
	}
	for k, q := range c.Quantities {
		h := head{q.Name, []string{"mean", "median", "95%", "most"}}
		if q.Share {
			h = head{"", []string{q.Name}}
		} else if q.Threshold != nil {
			h.Marks = append(h.Marks, fmt.Sprintf("above %d", *q.Threshold))
		}
		out.Heads = append(out.Heads, h)
		var curves []curve
		for i, column := range q.Columns {
			m := doc.Measures.Find(column)
			if m == nil {
				return nil, fmt.Errorf("stats.json has no measure %q, which is compared", column)
			}
			d := m.Raw
			row := &out.Rows[i]
			if k == 0 {
				row.Cells = append(row.Cells, cell{Text: commas(d.N)})
			}
			at := len(row.Cells)
			if q.Share {
				row.Cells = append(row.Cells, shareCell(d, doc, column))
			} else {
				row.Cells = append(row.Cells, figureCells(d, doc, column)...)
				if q.Threshold != nil {
					row.Cells = append(row.Cells, cell{Text: above(d, *q.Threshold)})
				}
				curves = append(curves, curve{name: row.Name, colour: colours[i%len(colours)], d: d})
			}
			row.Cells[at].First = true
		}
		if q.Share {
			continue
		}
		svg, err := curvesChart(curves, q.Name, q.Log)
		if err != nil {
			return nil, err
		}
		out.Charts = append(out.Charts, curveChart{Caption: "Share of the " + things + " with at most this: " + q.Name,
			Spoken: "curves: share of the " + things + " by " + q.Name, SVG: svg})
	}
	return out, nil
}

func figureCells(d stats.Distribution, doc *stats.Document, column string) []cell {
	if d.Mean == nil {
		return make([]cell, 4)
	}
	mean := cell{Text: digits(*d.Mean, 4)}
	if iv := estimated(doc, column); iv != nil {
		mean.Small = digits(iv.Low, 3) + "–" + digits(iv.High, 3)
	}
	return []cell{mean, {Text: quantile(d, 1, 2)}, {Text: quantile(d, 19, 20)}, {Text: commas(*d.Max)}}
}

// shareCell shows the mean of a column that is true or false.
func shareCell(d stats.Distribution, doc *stats.Document, column string) cell {
	if d.Mean == nil {
		return cell{}
	}
	c := cell{Text: commas(d.Sum), Small: percent(*d.Mean)}
	if iv := estimated(doc, column); iv != nil {
		c.Small = strings.TrimSuffix(percent(iv.Low), "%") + "–" + percent(iv.High)
	}
	return c
}

// estimated returns the interval of a measure's mean, where there is one.
func estimated(doc *stats.Document, column string) *stats.Interval {
	if doc.Estimates == nil {
		return nil
	}
	for i := range doc.Estimates.Measures {
		if m := &doc.Estimates.Measures[i]; m.Name == column {
			return &m.Mean
		}
	}
	return nil
}

// quantile returns the least value that at least a part p/q of the counts does
// not exceed, or the range it lies in where counts are published by range.
func quantile(d stats.Distribution, p, q int64) string {
	rank := d.N.Big()
	rank.Mul(rank, big.NewInt(p))
	rank.Add(rank, big.NewInt(q-1))
	rank.Div(rank, big.NewInt(q))
	seen := new(big.Int)
	for _, b := range d.Histogram {
		if seen.Add(seen, b.Count.Big()); seen.Cmp(rank) >= 0 {
			return commas(stats.Int(b.Value))
		}
	}
	for _, r := range d.Ranges {
		if seen.Add(seen, r.Count.Big()); seen.Cmp(rank) >= 0 {
			return commas(stats.Int(r.Low)) + "–" + commas(stats.Int(r.High))
		}
	}
	return ""
}

// above returns how many counts are above a value, and their share. Ranges
// that the value lies in count as above: the share is then at most that.
func above(d stats.Distribution, value int64) string {
	n, most := new(big.Int), ""
	for _, b := range d.Histogram {
		if b.Value > value {
			n.Add(n, b.Count.Big())
		}
	}
	for _, r := range d.Ranges {
		if r.High > value {
			n.Add(n, r.Count.Big())
			most = "≤ "
		}
	}
	if d.N.IsZero() {
		return ""
	}
	share, _ := new(big.Rat).SetFrac(n, d.N.Big()).Float64()
	return most + percent(share)
}

// digits writes a number with so many digits that count, and no power of ten.
func digits(x float64, n int) string {
	if x == 0 {
		return "0"
	}
	after := max(0, n-1-int(math.Floor(math.Log10(math.Abs(x)))))
	text, fraction, _ := strings.Cut(strconv.FormatFloat(x, 'f', min(after, 9), 64), ".")
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		return groups(text) + "." + fraction
	}
	return groups(text)
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
