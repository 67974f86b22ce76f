package findings

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"coverstat/enumerate"
	"coverstat/export/chart"
	"coverstat/export/picture"
)

// mostSizes is the number of boards up to which a page has a table of them.
const mostSizes = 2500

// A sizedNumber is a board of a survey over sizes with a number of solutions; nil if nobody knows it.
type sizedNumber struct {
	sizes    []int64 // those that vary
	cells    int64
	solution *big.Int
}

// sizes are the columns of the sizes that vary in a survey over sizes of boards; none in others.
func (f *Findings) sizes() []enumerate.Column { return enumerate.SizeColumns(f.columns) }

// bySize reports whether a measure is a number of solutions in a survey over sizes: mean and median over boards of
// all sizes say nothing.
func (f *Findings) bySize(measure string) bool {
	return len(f.sizes()) > 0 && (measure == enumerate.SolutionsColumn || measure == enumerate.DistinctSolutionsColumn)
}

// sizedNumbers reads a column of numbers of solutions with the sizes of the boards.
func (f *Findings) sizedNumbers(name string) (out []sizedNumber, err error) {
	n := len(f.sizes())
	read := append(enumerate.Indices(n), enumerate.ColumnIndex(f.columns, "cells"),
		enumerate.ColumnIndex(f.columns, name+enumerate.TextSuffix, enumerate.String))
	err = f.set.Scan(read, func(b *enumerate.Batch, _ int64) error {
		for row := range b.Len() {
			x := sizedNumber{cells: b.IntAt(n, row)}
			for i := range n {
				x.sizes = append(x.sizes, b.IntAt(i, row))
			}
			if !b.IsNull(n+1, row) {
				x.solution, _ = new(big.Int).SetString(string(b.StringAt(n+1, row)), 10)
			}
			out = append(out, x)
		}
		return nil
	})
	return out, err
}

// log10 is the logarithm of a number above 0.
func log10(a *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(a).MantExp(mantissa)
	x, _ := mantissa.Float64()
	return math.Log10(x) + float64(exponent)*math.Log10(2)
}

// sizePlot plots the logarithms of the numbers above 0 over the size that varies, or over the cells where several do.
func (f *Findings) sizePlot(list []sizedNumber) *chart.Plot {
	p := &chart.Plot{Label: "n = cells"}
	sizes := f.sizes()
	if len(sizes) == 1 {
		p.Label = "n = " + sizes[0].Name
	}
	for _, x := range list {
		if x.solution == nil || x.solution.Sign() <= 0 {
			continue
		}
		n := int(x.cells)
		if len(sizes) == 1 {
			n = int(x.sizes[0])
		}
		p.Points = append(p.Points, chart.Point{N: n, Y: log10(x.solution)})
	}
	return p
}

// sizeChart is the picture of a number of solutions in a survey over sizes.
func (f *Findings) sizeChart(name string) (*picture.Picture, error) {
	list, err := f.sizedNumbers(name)
	if err != nil {
		return nil, err
	}
	p := f.sizePlot(list)
	if len(p.Points) == 0 {
		return nil, enumerate.Errorf("measure %s: no board has a solution", name)
	}
	p.Label = "log10 of " + plainName(name) + ", " + p.Label
	return p.Picture(), nil
}

// numbersBySize are the numbers of solutions of boards of several sizes: a table of the last two sizes for each of a
// first, shaded by the logarithm; of one size without a recurrence, a plot.
func (f *Findings) numbersBySize() ([]Section, error) {
	sizes := f.sizes()
	if len(sizes) == 0 || f.Statistics.Sequence.Known() || f.set.Rows() > mostSizes {
		return nil, nil
	}
	out := Section{ID: "sizes", Title: "Solutions by size", Layout: "cards"}
	for _, name := range []string{enumerate.SolutionsColumn, enumerate.DistinctSolutionsColumn} {
		list, err := f.sizedNumbers(name)
		if err != nil {
			return nil, err
		}
		title := map[bool]string{true: "solutions",
			false: "solutions " + UpToSymmetry}[name == enumerate.SolutionsColumn]
		if len(sizes) > 1 {
			out.Layout = ""
			out.Parts = append(out.Parts, f.sizeTables(title, list)...)
			continue
		}
		if p := f.sizePlot(list); len(p.Points) > 1 {
			out.Parts = append(out.Parts, Section{Title: "log10 of " + title,
				Chart: &Figure{Chart: p, Spoken: "plot of the logarithms of the numbers of " + title}})
		}
	}
	if out.Parts == nil {
		return nil, nil
	}
	if len(sizes) > 1 {
		out.Notes = []string{
			"The darker, the more solutions, by their logarithm. Where one size alone varies, a run also finds the recurrence of a line: " +
				"give the other sizes as numbers."}
	}
	return []Section{out}, nil
}

// sizeTables are tables of the last two sizes, one for each value of a first.
func (f *Findings) sizeTables(title string, list []sizedNumber) (out []Section) {
	sizes, most := f.sizes(), 0.0
	for _, x := range list {
		if x.solution != nil && x.solution.Sign() > 0 {
			most = max(most, log10(x.solution))
		}
	}
	down, across := len(sizes)-2, len(sizes)-1
	var t *Table
	for i, x := range list {
		if i == 0 || down > 0 && x.sizes[0] != list[i-1].sizes[0] {
			s := Section{Title: fmt.Sprintf("%s, %s by %s", title, plainName(sizes[down].Name),
				plainName(sizes[across].Name)),
				Table: &Table{Class: "grid"}}
			if down > 0 {
				s.Title += fmt.Sprintf(", %s %d", plainName(sizes[0].Name), x.sizes[0])
			}
			t = s.Table
			var heads []Cell
			for _, y := range list[i:] {
				if y.sizes[down] != x.sizes[down] {
					break
				}
				heads = append(heads, Cell{Text: strconv.FormatInt(y.sizes[across], 10), Head: true, Class: "n"})
			}
			t.Rows = [][]Cell{append([]Cell{rowHead("")}, heads...)}
			out = append(out, s)
		}
		if len(t.Rows) == 1 || x.sizes[down] != list[i-1].sizes[down] {
			t.Rows = append(t.Rows, []Cell{rowHead(strconv.FormatInt(x.sizes[down], 10))})
		}
		c := Cell{Class: "n"}
		if x.solution != nil {
			c.Text = enumerate.GroupDigits(x.solution.String())
			if x.solution.Sign() > 0 {
				c.Tint = log10(x.solution) / max(most, 1)
			}
		}
		row := &t.Rows[len(t.Rows)-1]
		*row = append(*row, c)
	}
	return out
}
