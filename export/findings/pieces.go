package findings

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
)

// smallTable reads a table beside the rows, nil if there is none, and finds its columns of texts and of numbers.
func smallTable(d *export.Dataset, name string, texts, numbers []string,
	types ...enumerate.Type) (b *enumerate.Batch, at []int, err error) {
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
		return nil, nil, fmt.Errorf("table %s has no column %s of the right type", name,
			slices.Concat(texts, numbers)[i])
	}
	return b, at, nil
}

// contacts shows which pieces touch, shaded from the least share to the greatest.
func (f *Findings) contacts() ([]Section, error) {
	all := f.raw()
	b, at, err := smallTable(f.set, enumerate.ContactsTable, []string{"piece_1", "piece_2"},
		[]string{"pairs", "raw", "raw_edges"}, enumerate.Integers...)
	if err != nil || b == nil || b.Len() == 0 || all == 0 {
		return nil, err
	}
	s := Section{ID: "contacts", Title: "Which pieces touch", Notes: []string{
		"The share of all " + f.Things +
			" in which two pieces touch; small, how many sides of cells they share on average."}}
	exchanged := false
	var names []string
	low, high := math.Inf(1), 0.0
	share := func(row, column int) float64 {
		return float64(b.IntAt(at[column], row)) / (float64(b.IntAt(at[2], row)) * all)
	}
	for row := range b.Len() {
		low, high = min(low, share(row, 3)), max(high, share(row, 3))
		exchanged = exchanged || b.IntAt(at[2], row) > 1
		for _, i := range at[:2] {
			if name := string(b.StringAt(i, row)); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if exchanged {
		s.Notes[0] += " Pairs that symmetry exchanges are shown once, with the mean of all of them."
	}
	s.Table = &Table{Class: "grid square", Rows: [][]Cell{heads("", names...)}}
	for _, name := range names {
		s.Table.Rows = append(s.Table.Rows, append([]Cell{rowHead(name)}, numbers(make([]string, len(names))...)...))
	}
	for row := range b.Len() {
		i, k := slices.Index(names, string(b.StringAt(at[0], row))), slices.Index(names, string(b.StringAt(at[1], row)))
		c := Cell{Text: enumerate.Percent(share(row, 3)), Small: enumerate.Decimal(share(row, 4), 3), Class: "n",
			Tint: shade(share(row, 3), low, high)}
		s.Table.Rows[1+i][1+k], s.Table.Rows[1+k][1+i] = c, c
	}
	return []Section{s}, nil
}

// sets shows which pieces make a set of pieces solvable, in surveys of sets.
func (f *Findings) sets() ([]Section, error) {
	b, at, err := smallTable(f.set, enumerate.ChosenTable, []string{"piece"},
		[]string{"sets", "solvable", "unique", "sets_without", "solvable_without", "unique_without"},
		enumerate.Integers...)
	if err != nil || b == nil {
		return nil, err
	}
	share := func(row, part, whole int) float64 {
		return float64(b.IntAt(at[part], row)) / float64(max(1, b.IntAt(at[whole], row)))
	}
	order := enumerate.Indices(b.Len())
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(share(k, 2, 1), share(i, 2, 1)) })
	t := &Table{Rows: [][]Cell{heads("piece", "sets", "solvable", "without it", "one solution", "without it")}}
	for _, row := range order {
		t.Rows = append(t.Rows, line(string(b.StringAt(at[0], row)),
			enumerate.Grouped(b.IntAt(at[1], row)), enumerate.Percent(share(row, 2, 1)),
			enumerate.Percent(share(row, 5, 4)),
			enumerate.Percent(share(row, 3, 1)), enumerate.Percent(share(row, 6, 4))))
	}
	return []Section{{ID: "sets", Title: "Which pieces make sets solvable", Table: t, Notes: []string{
		"The share of the sets with each piece that have a solution, beside that of the sets without it; the same of the sets with exactly one solution, up to symmetry. The most helpful piece comes first."}}}, nil
}

// ramp are the colours of a heat map from never to most: YlGnBu of C. Brewer's ColorBrewer (2002), after white.
var ramp = [...]color.NRGBA{{255, 255, 255, 255}, {255, 255, 217, 255}, {237, 248, 177, 255}, {199, 233, 180, 255},
	{127, 205, 187, 255},
	{65, 182, 196, 255}, {29, 145, 192, 255}, {34, 94, 168, 255}, {37, 52, 148, 255}, {8, 29, 88, 255}}

// maxHeatCells is the number of cells up to which a page has maps: those of larger boards would be too small to see.
const maxHeatCells = 4096

// A heatMap is a board coloured by how often a piece covers each cell.
type heatMap struct {
	Piece, Text string // from which share to which
	Board       *picture.Board
	shares      []float64 // of all solutions, by place on the board; NaN where a cell is blocked
	low, high   float64
}

// allMaps reads the table of occupancy: the maps of all pieces, yet without boards; none without the table.
func allMaps(d *export.Dataset, rows *enumerate.Drawer) (maps []heatMap, err error) {
	if rows.CellOf == nil {
		return nil, nil
	}
	b, at, err := smallTable(d, enumerate.OccupancyTable, []string{"piece"}, []string{"share"}, enumerate.Double)
	if err != nil || b == nil {
		return nil, err
	}
	for i := range b.Len() {
		name := string(b.StringAt(at[0], i))
		k := slices.IndexFunc(maps, func(m heatMap) bool { return m.Piece == name })
		if k < 0 {
			k = len(maps)
			blocked := slices.Repeat([]float64{math.NaN()}, len(rows.Board)) // until the table has the cell
			maps = append(maps, heatMap{Piece: name, shares: blocked, low: math.Inf(1)})
		}
		cell, err := rows.CellOf(b, i)
		if err != nil {
			return nil, err
		}
		m, x := &maps[k], b.Vectors[at[1]].Doubles[i]
		m.shares[cell], m.low, m.high = x, min(m.low, x), max(m.high, x)
		m.Text = enumerate.Percent(m.low) + " to " + enumerate.Percent(m.high)
	}
	return maps, nil
}

// heat shows the maps of all pieces.
func (f *Findings) heat() ([]Section, error) {
	if f.painter == nil || f.raw() == 0 {
		return nil, nil
	}
	maps, colours, err := HeatMaps(f.set, f.painter, f.settings.Drawer)
	if err != nil || maps == nil {
		return nil, err
	}
	what := "solutions in which the piece covers the cell"
	if f.Statistics.Job == enumerate.Sample {
		what = "draws in which the piece covers the cell, all images of a solution being equally likely"
	}
	out := Section{ID: "heat", Title: "Where each piece lies", Colours: colours, Layout: "maps", Notes: []string{
		"The share of all " + what + ", by one scale for all pieces."}}
	for _, m := range maps {
		out.Figures = append(out.Figures, Figure{Board: m.Board, Spoken: "how often " + m.Piece + " covers each cell",
			Bold: m.Piece, Text: m.Text})
	}
	return []Section{out}, nil
}

// Heat draws maps of how often pieces cover each cell; * is all of them.
func Heat(d *export.Dataset, painter *picture.Painter, rows *enumerate.Drawer, pieces []string,
	layout picture.Layout) (*picture.Picture, error) {
	all, err := allMaps(d, rows)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, enumerate.Errorf(
			"%s does not count which piece covers which cell: expected a census or a sample of pieces on a board",
			d.Dir())
	}
	var names []string
	for _, m := range all {
		names = append(names, m.Piece)
	}
	if slices.Contains(pieces, "*") {
		pieces = names
	}
	var maps []heatMap
	for _, name := range pieces {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, enumerate.Errorf("no piece %q: did you mean %s?", name, enumerate.Nearest(name, names))
		}
		maps = append(maps, all[i])
	}
	layout.Legend = paint(maps, painter)
	var boards []*picture.Board
	for _, m := range maps {
		m.Board.Caption = m.Piece + ": " + m.Text
		boards = append(boards, m.Board)
	}
	layout.Legend = append(layout.Legend, painter.Blocked(nil, boards)...)
	layout.Title = d.Manifest.Name + ": how often " + strings.Join(pieces, ", ") + " covers each cell"
	return picture.Draw(boards, layout)
}

// HeatMaps returns the maps of all pieces but those that cover all cells equally often, and which shares some of
// their colours stand for; none if the dataset does not count what covers a cell, or its board is too large.
func HeatMaps(d *export.Dataset, painter *picture.Painter,
	rows *enumerate.Drawer) ([]heatMap, []picture.LegendEntry, error) {
	maps, err := allMaps(d, rows)
	if err != nil || len(rows.Board) > maxHeatCells {
		return nil, nil, err
	}
	colours := paint(maps, painter)
	maps = slices.DeleteFunc(maps, func(m heatMap) bool { return m.high-m.low < 1e-12 })
	if len(maps) == 0 {
		return nil, nil, nil
	}
	return maps, colours, nil
}

// paint makes the boards of maps by one scale, from white for never, and returns what its colours stand for.
func paint(maps []heatMap, painter *picture.Painter) (colours []picture.LegendEntry) {
	top := math.SmallestNonzeroFloat64
	for _, m := range maps {
		top = max(top, m.high)
	}
	colour := func(x float64) color.NRGBA {
		at := x / top * float64(len(ramp)-1)
		k := min(int(at), len(ramp)-2)
		return picture.Mix(ramp[k], ramp[k+1], at-float64(k))
	}
	for i := range maps {
		maps[i].Board = painter.Empty()
		for k, x := range maps[i].shares {
			c := &maps[i].Board.Cells[k]
			c.Region, c.Fill = 0, picture.Blank
			if !math.IsNaN(x) {
				c.Fill = colour(x)
			}
		}
	}
	const steps = 5
	for k := range steps + 1 {
		x := top * float64(k) / steps
		colours = append(colours, picture.LegendEntry{Name: enumerate.Percent(x), Fill: colour(x)})
	}
	return colours
}
