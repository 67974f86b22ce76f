package report

import (
	"image/color"
	"math"
	"math/big"
	"slices"
	"strconv"

	"coverstat/enumerate"
	"coverstat/stats"
)

// crosstab is a table of two measures.
type crosstab struct {
	Across, Down string
	Meanings     []string
	Bits         string // of mutual information, "" if unknown
	Big          string // why there is no table, "" if there is one
	Heads        []string
	Rows         []crossLine
	Totals       []string
	Counted      string // what the numbers count
	Distinct     *crosstab
}

// crossLine is a row of a table with its total.
type crossLine struct {
	Head  string
	Cells []cell
	Total string
}

// The sizes up to which a table is one that people read.
const (
	maxAcross = 24
	maxDown   = 60
)

func newCrosstab(t *stats.CrossTable, kind enumerate.Kind, columns []enumerate.Column) *crosstab {
	c := &crosstab{Across: t.Across, Down: t.Down}
	for _, name := range []string{t.Across, t.Down} {
		if i := enumerate.ColumnIndex(columns, name); i >= 0 && columns[i].Meaning != "" {
			c.Meanings = append(c.Meanings, name+": "+columns[i].Meaning)
		}
	}
	if !t.Exact {
		c.Big = "There are too many pairs of values to count."
		return c
	}
	if t.Information != nil {
		c.Bits = strconv.FormatFloat(*t.Information, 'g', 3, 64)
	}
	across, down := crossValues(t.Raw)
	if len(across) > maxAcross && len(down) <= maxAcross {
		c.Across, c.Down = c.Down, c.Across
		across, down = down, across
	}
	if len(across) > maxAcross || len(down) > maxDown {
		c.Big = strconv.Itoa(len(across)) + " by " + strconv.Itoa(len(down)) + " values: see tables/crosstabs.parquet."
		return c
	}
	turned := c.Across != t.Across
	names := []func(int64) string{valueName(columns, c.Across), valueName(columns, c.Down)}
	c.fill(t.Raw, across, down, turned, names)
	c.Counted = map[enumerate.Kind]string{enumerate.Census: "solutions", enumerate.Survey: "instances", enumerate.Sample: "draws"}[kind]
	if t.RawN.Cmp(t.DistinctN) != 0 {
		c.Distinct = &crosstab{Across: c.Across, Down: c.Down, Counted: "up to symmetry"}
		c.Distinct.fill(t.Distinct, across, down, turned, names)
	}
	return c
}

// crossValues lists the values of both measures.
func crossValues(counts stats.CrossCounts) (across, down []int64) {
	for _, row := range counts {
		across = append(across, row.Value)
		for _, b := range row.Counts {
			down = append(down, b.Value)
		}
	}
	slices.Sort(down)
	return across, slices.Compact(down)
}

// valueName returns how the values of a column are written.
func valueName(columns []enumerate.Column, name string) func(int64) string {
	i := enumerate.ColumnIndex(columns, name)
	return func(v int64) string {
		if i >= 0 && columns[i].Type == enumerate.Bool {
			return [...]string{"no", "yes"}[v&1]
		}
		return commas(stats.Int(v))
	}
}

func (c *crosstab) fill(counts stats.CrossCounts, across, down []int64, turned bool, names []func(int64) string) {
	n := make([][]*big.Int, len(down)+1) // the last row and the last column hold the totals
	for i := range n {
		n[i] = make([]*big.Int, len(across)+1)
		for k := range n[i] {
			n[i][k] = new(big.Int)
		}
	}
	for _, row := range counts {
		for _, b := range row.Counts {
			x, y := row.Value, b.Value
			if turned {
				x, y = y, x
			}
			k, _ := slices.BinarySearch(across, x)
			i, _ := slices.BinarySearch(down, y)
			for _, at := range [][2]int{{i, k}, {len(down), k}, {i, len(across)}, {len(down), len(across)}} {
				n[at[0]][at[1]].Add(n[at[0]][at[1]], b.Count.Big())
			}
		}
	}
	for _, v := range across {
		c.Heads = append(c.Heads, names[0](v))
	}
	total := n[len(down)]
	for i, v := range down {
		line := crossLine{Head: names[1](v), Total: groups(n[i][len(across)].String())}
		for k := range across {
			line.Cells = append(line.Cells, cell{Text: groups(n[i][k].String()),
				Fill: tint(n[i][k], n[i][len(across)], total[k], total[len(across)])})
		}
		c.Rows = append(c.Rows, line)
	}
	for _, x := range total {
		c.Totals = append(c.Totals, groups(x.String()))
	}
}

// tint colours a count by what it would be if the two measures had nothing to
// do with each other: blue above, orange below, full at four times either way.
// Shading by the count itself was tried: rows and columns of large totals hide
// all else.
func tint(n, row, column, all *big.Int) string {
	expected := toFloat(row) * toFloat(column) / toFloat(all)
	if !(expected > 0) {
		return ""
	}
	off := math.Log2(toFloat(n) / expected) // -Inf for none
	strength := math.Min(math.Abs(off)/2, 1)
	to := color.NRGBA{107, 163, 214, 255}
	if off < 0 {
		to = color.NRGBA{240, 160, 80, 255}
	}
	if strength < 0.02 {
		return ""
	}
	return hex(mix(color.NRGBA{255, 255, 255, 255}, to, strength))
}

func toFloat(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}

// mix returns the colour at x, from 0 to 1, between two.
func mix(from, to color.NRGBA, x float64) color.NRGBA {
	m := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-x) + float64(b)*x)) }
	return color.NRGBA{m(from.R, to.R), m(from.G, to.G), m(from.B, to.B), 255}
}
