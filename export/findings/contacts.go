package findings

import (
	"cmp"
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
)

// smallTable reads a table beside the rows, nil if there is none of that name. It also
// returns where the columns of these texts and of these numbers are, in this order.
func smallTable(d *export.Dataset, name string, texts, numbers []string, types ...enumerate.Type) (b *enumerate.Batch, at []int, err error) {
	if d.Manifest.Table(name) == nil {
		return nil, nil, nil
	}
	if b, err = d.Table(name); err != nil {
		return nil, nil, err
	}
	for _, column := range texts {
		at = append(at, enumerate.ColumnIndex(b.Columns, column, enumerate.String))
	}
	for _, column := range numbers {
		at = append(at, enumerate.ColumnIndex(b.Columns, column, types...))
	}
	if i := slices.Index(at, -1); i >= 0 {
		return nil, nil, fmt.Errorf("table %s has no column %s of the right type", name, slices.Concat(texts, numbers)[i])
	}
	return b, at, nil
}

// contact is a pair of pieces, with the share of solutions in which they touch
// and how many sides of cells they share on average.
type contact struct {
	first, second string
	share, sides  float64
}

// maxMatrix is the number of pieces up to which contacts are shown as a square.
// Of more pieces, the first and the last pairs are listed, so many of each.
const (
	maxMatrix = 20
	listed    = 12
)

// contacts shows which pieces touch.
func (f *Findings) contacts() ([]Section, error) {
	all := f.raw()
	b, at, err := smallTable(f.set, "contacts", []string{"piece_1", "piece_2"}, []string{"pairs", "raw", "raw_edges"}, enumerate.Integers...)
	if err != nil || b == nil || b.Len() == 0 || all == 0 {
		return nil, err
	}
	note := "The share of all " + f.Things + " in which two pieces touch; small, how many sides of cells they share on average."
	var names []string
	var pairs []contact
	exchanged := false
	for row := range b.Len() {
		n := float64(b.IntAt(at[2], row)) * all
		x := contact{string(b.StringAt(at[0], row)), string(b.StringAt(at[1], row)), float64(b.IntAt(at[3], row)) / n, float64(b.IntAt(at[4], row)) / n}
		exchanged = exchanged || b.IntAt(at[2], row) > 1
		pairs = append(pairs, x)
		for _, name := range []string{x.first, x.second} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	t := contactSquare(names, pairs)
	if len(names) > maxMatrix {
		slices.SortStableFunc(pairs, func(x, y contact) int { return cmp.Compare(y.share, x.share) })
		if len(pairs) > 2*listed {
			note += " The " + enumerate.Grouped(listed) + " pairs that touch most often, and as many that touch least often."
			pairs = slices.Concat(pairs[:listed], pairs[len(pairs)-listed:])
		}
		t = contactList(pairs)
	}
	if exchanged {
		note += " Pairs that symmetry exchanges are shown once, with the mean of all of them."
	}
	return []Section{{ID: "contacts", Title: "Which pieces touch", Notes: []string{note}, Table: t}}, nil
}

func contactList(pairs []contact) *Table {
	t := &Table{Rows: [][]Cell{append([]Cell{{Text: "pieces", Head: true}}, heads("", "touch", "sides")...)}}
	for _, x := range pairs {
		t.Rows = append(t.Rows, append([]Cell{{Text: x.first}}, line(x.second, enumerate.Percent(x.share), enumerate.Decimal(x.sides, 3))...))
	}
	return t
}

// contactSquare is the same on both sides of its diagonal. It is shaded from the
// least share to the greatest.
func contactSquare(names []string, pairs []contact) *Table {
	low, high := pairs[0].share, pairs[0].share
	for _, x := range pairs {
		low, high = min(low, x.share), max(high, x.share)
	}
	p := newPivot("", "", names, names)
	for _, x := range pairs {
		i, k := slices.Index(names, x.first), slices.Index(names, x.second)
		shown := Cell{Text: enumerate.Percent(x.share), Small: enumerate.Decimal(x.sides, 3), Tint: shade(x.share, low, high)}
		p.cells[i][k], p.cells[k][i] = shown, shown
	}
	t := p.table()
	t.Class = "grid square"
	return t
}
