package report

import (
	"image/color"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// contacts shows which pieces touch.
type contacts struct {
	Note  string
	Names []string
	Rows  []crossLine // a row for each piece
	List  []contact   // instead of rows, where there are many pieces
}

// contact is a pair of pieces.
type contact struct {
	First, Second, Share, Edges string
	share                       float64
}

// maxMatrix is the number of pieces up to which contacts are a square, and
// listed how many of them are listed beyond.
const (
	maxMatrix = 20
	listed    = 12
)

// newContacts reads the table of contacts, nil if there is none.
func newContacts(d *export.Dataset, all float64) (*contacts, error) {
	if !slices.ContainsFunc(d.Manifest.Tables, func(t export.Table) bool { return t.Name == "contacts" }) {
		return nil, nil
	}
	b, err := d.Table("contacts")
	if err != nil {
		return nil, err
	}
	var at [5]int
	for i, name := range []string{"piece_1", "piece_2", "pairs", "raw", "raw_edges"} {
		if at[i] = enumerate.ColumnIndex(b.Columns, name); at[i] < 0 {
			return nil, nil // another family's idea of contacts
		}
	}
	if b.Len() == 0 {
		return nil, nil
	}
	c := &contacts{}
	var pairs []contact
	for row := range b.Len() {
		n := float64(b.IntAt(at[2], row)) * all
		x := contact{First: string(b.StringAt(at[0], row)), Second: string(b.StringAt(at[1], row)), share: float64(b.IntAt(at[3], row)) / n}
		x.Share, x.Edges = percent(x.share), digits(float64(b.IntAt(at[4], row))/n, 3)
		if b.IntAt(at[2], row) > 1 {
			c.Note = "Pairs that symmetry exchanges are shown once, with the mean of all of them."
		}
		pairs = append(pairs, x)
		for _, name := range []string{x.First, x.Second} {
			if !slices.Contains(c.Names, name) {
				c.Names = append(c.Names, name)
			}
		}
	}
	if len(c.Names) > maxMatrix {
		slices.SortStableFunc(pairs, func(x, y contact) int {
			switch {
			case x.share > y.share:
				return -1
			case x.share < y.share:
				return 1
			}
			return 0
		})
		if len(pairs) > 2*listed {
			c.Note = "The " + commas(stats.Int(listed)) + " pairs that touch most often, and as many that do least. " + c.Note
			pairs = slices.Concat(pairs[:listed], pairs[len(pairs)-listed:])
		}
		c.List = pairs
		return c, nil
	}
	c.fill(pairs)
	return c, nil
}

// fill makes the square, the same on both sides of its diagonal. It is shaded
// from the least share to the greatest.
func (c *contacts) fill(pairs []contact) {
	low, high := pairs[0].share, pairs[0].share
	for _, x := range pairs {
		low, high = min(low, x.share), max(high, x.share)
	}
	for _, name := range c.Names {
		c.Rows = append(c.Rows, crossLine{Head: name, Cells: make([]cell, len(c.Names))})
	}
	for _, x := range pairs {
		i, k := slices.Index(c.Names, x.First), slices.Index(c.Names, x.Second)
		shown := cell{Text: x.Share, Small: x.Edges}
		if high > low {
			shown.Fill = hex(mix(color.NRGBA{255, 255, 255, 255}, color.NRGBA{107, 163, 214, 255}, (x.share-low)/(high-low)))
		}
		c.Rows[i].Cells[k], c.Rows[k].Cells[i] = shown, shown
	}
}
