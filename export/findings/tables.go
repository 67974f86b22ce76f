package findings

import (
	"fmt"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// tables are those of the job's analysis: numbers of several measures beside one another.
func (f *Findings) tables() ([]Section, error) {
	var out []Section
	for _, a := range f.Manifest.Analysis.Tables {
		t := &Table{Class: "grid", Rows: [][]Cell{heads("", f.Things)}}
		for _, name := range a.Rows {
			t.Rows = append(t.Rows, []Cell{rowHead(name)})
		}
		for i, c := range a.Columns {
			t.Rows[0] = append(t.Rows[0], Cell{Text: c.Head, Head: true, Class: "n"})
			for k, name := range c.Measures {
				m := f.Statistics.Measures.Find(name)
				if m == nil {
					return nil, fmt.Errorf("stats.json has no measure %q, which is shown in the table %q", name, a.Title)
				}
				row := &t.Rows[1+k]
				if i == 0 {
					*row = append(*row, numbers(m.Raw.N.Grouped())...)
				}
				*row = append(*row, number(c.Number, c.Than, m.Raw, f.Statistics.Estimates.Of(name).Mean))
			}
		}
		out = append(out, Section{Class: "measures-table", Title: a.Title, Notes: paragraphs(a.Text), Table: t})
	}
	return out, nil
}

// number is a number of a distribution. mean is the estimate of its mean, nil without one.
func number(which string, than int64, d stats.Distribution, mean *stats.Interval) Cell {
	c := Cell{Class: "n"}
	if d.Mean == nil {
		return c
	}
	switch which {
	case "mean":
		c.Text = enumerate.Rounded(*d.Mean)
		if mean != nil {
			c.Small = enumerate.Decimal(mean.Low, 3) + "–" + enumerate.Decimal(mean.High, 3)
		}
	case "median", "95%", "above":
		if len(d.Histogram) > 0 { // else the values are too many
			c.Text = ofHistogram(which, than, d.Histogram)
		}
	case "greatest":
		c.Text = d.Max.Grouped()
	case "yes":
		c.Text, c.Small = d.Sum.Grouped(), enumerate.Percent(*d.Mean)
		if mean != nil {
			c.Small = strings.TrimSuffix(enumerate.Percent(mean.Low), "%") + "–" + enumerate.Percent(mean.High)
		}
	}
	return c
}

// ofHistogram is a quantile, or the share of the counts that are above a value.
func ofHistogram(which string, than int64, h stats.Histogram) string {
	switch which {
	case "median":
		return enumerate.Grouped(h.Quantile(1, 2))
	case "95%":
		return enumerate.Grouped(h.Quantile(19, 20))
	}
	var n stats.Number
	for _, b := range h {
		if b.Value > than {
			n = n.Add(b.Count)
		}
	}
	return enumerate.Percent(n.Float() / h.Total().Float())
}
