package report

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
)

// smallTable reads a table beside the rows, nil if there is none of that name.
func smallTable(d *export.Dataset, name string) (*enumerate.Batch, error) {
	if !slices.ContainsFunc(d.Manifest.Tables, func(t export.Table) bool { return t.Name == name }) {
		return nil, nil
	}
	return d.Table(name)
}

// ramp are the colours of a heat map from never to most: YlGnBu of C. Brewer's
// ColorBrewer (2002), after white.
var ramp = [...]color.NRGBA{{255, 255, 255, 255}, {255, 255, 217, 255}, {237, 248, 177, 255}, {199, 233, 180, 255}, {127, 205, 187, 255},
	{65, 182, 196, 255}, {29, 145, 192, 255}, {34, 94, 168, 255}, {37, 52, 148, 255}, {8, 29, 88, 255}}

// maxHeatCells is the number of cells up to which a map is drawn: cells of larger
// boards would be too small to see.
const maxHeatCells = 4096

// heat draws the table of occupancy: a map for each piece, white where the piece
// never lies, dark where it lies most often. A piece that covers all cells equally
// often has no map.
func (s *source) heat() ([]block, error) {
	rows := s.options.Drawer
	if s.painter == nil || s.raw() == 0 || rows.CellOf == nil || len(rows.Board) > maxHeatCells {
		return nil, nil
	}
	b, err := smallTable(s.set, "occupancy")
	if err != nil || b == nil {
		return nil, err
	}
	piece, share := enumerate.ColumnIndex(b.Columns, "piece"), enumerate.ColumnIndex(b.Columns, "share")
	if piece < 0 || b.Columns[piece].Type != enumerate.String || share < 0 || b.Columns[share].Type != enumerate.Double {
		return nil, fmt.Errorf("table occupancy: expected the columns piece, of texts, and share, of doubles")
	}
	var names []string
	shares := map[string][]float64{}
	for i := range b.Len() {
		name := string(b.StringAt(piece, i))
		if shares[name] == nil {
			names = append(names, name)
			shares[name] = slices.Repeat([]float64{math.NaN()}, len(rows.Board)) // cells that are not in the table are blocked
		}
		at, err := rows.CellOf(b, i)
		if err != nil {
			return nil, err
		}
		x := b.Vectors[share].Doubles[i]
		if !(x >= 0 && x <= 1) {
			return nil, fmt.Errorf("table occupancy: row %d: share is %v, expected 0 to 1", i, x)
		}
		shares[name][at] = x
	}
	what := "solutions in which the piece covers the cell"
	if s.doc.Job == enumerate.Sample {
		what = "draws in which the piece covers the cell, all images of a solution being equally likely"
	}
	out := block{ID: "heat", Title: "Where each piece lies", Layout: layout("maps", s.painter.Empty()), Notes: []string{
		"The share of all " + what + ": never in white cells, most often in dark blue ones."}}
	for _, name := range names {
		d, err := heatMap(name, shares[name], s.painter.Empty())
		if err != nil {
			return nil, err
		}
		if d != nil {
			out.Figures = append(out.Figures, *d)
		}
	}
	if out.Figures == nil {
		return nil, nil
	}
	return []block{out}, nil
}

// heatMap draws the shares of a piece, NaN where a cell is blocked; nil if they
// are all the same.
func heatMap(name string, shares []float64, board *picture.Board) (*figure, error) {
	low, high := math.Inf(1), 0.0
	for _, x := range shares {
		if !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	if high-low < 1e-12 {
		return nil, nil
	}
	for i, x := range shares {
		board.Cells[i].Region, board.Cells[i].Fill = 0, picture.Blank()
		if !math.IsNaN(x) {
			at := x / high * float64(len(ramp)-1)
			k := min(int(at), len(ramp)-2)
			board.Cells[i].Fill = picture.Mix(ramp[k], ramp[k+1], at-float64(k))
		}
	}
	svg, err := boardSVG(board, "how often "+name+" covers each cell")
	return &figure{SVG: svg, Bold: name, Text: percent(low) + " to " + percent(high)}, err
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
func (s *source) contacts() ([]block, error) {
	all := s.raw()
	b, err := smallTable(s.set, "contacts")
	if err != nil || b == nil || b.Len() == 0 || all == 0 {
		return nil, err
	}
	var at [5]int
	for i, name := range []string{"piece_1", "piece_2", "pairs", "raw", "raw_edges"} {
		if at[i] = enumerate.ColumnIndex(b.Columns, name); at[i] < 0 {
			return nil, fmt.Errorf("table contacts: there is no column %s", name)
		}
	}
	what := "solutions"
	if s.doc.Job == enumerate.Sample {
		what = "draws"
	}
	note := "The share of all " + what + " in which two pieces touch; small, how many sides of cells they share on average."
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
			note += " The " + count(listed) + " pairs that touch most often, and as many that touch least often."
			pairs = slices.Concat(pairs[:listed], pairs[len(pairs)-listed:])
		}
		t = contactList(pairs)
	}
	if exchanged {
		note += " Pairs that symmetry exchanges are shown once, with the mean of all of them."
	}
	return []block{{ID: "contacts", Title: "Which pieces touch", Notes: []string{note}, Table: t}}, nil
}

func contactList(pairs []contact) *table {
	t := &table{Rows: [][]cell{append([]cell{{Text: "pieces", Head: true}}, heads("", "touch", "sides")...)}}
	for _, x := range pairs {
		t.Rows = append(t.Rows, append([]cell{{Text: x.first}, {Text: x.second}}, numbers(percent(x.share), digits(x.sides, 3))...))
	}
	return t
}

// contactSquare is the same on both sides of its diagonal. It is shaded from the
// least share to the greatest.
func contactSquare(names []string, pairs []contact) *table {
	low, high := pairs[0].share, pairs[0].share
	for _, x := range pairs {
		low, high = min(low, x.share), max(high, x.share)
	}
	p := newPivot("", "", names, names)
	for _, x := range pairs {
		i, k := slices.Index(names, x.first), slices.Index(names, x.second)
		shown := cell{Text: percent(x.share), Small: digits(x.sides, 3), Tint: shade(x.share, low, high)}
		p.cells[i][k], p.cells[k][i] = shown, shown
	}
	t := p.table()
	t.Class = "grid square"
	return t
}
