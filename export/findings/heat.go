package findings

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
)

// ramp are the colours of a heat map from never to most: YlGnBu of C. Brewer's
// ColorBrewer (2002), after white.
var ramp = [...]color.NRGBA{{255, 255, 255, 255}, {255, 255, 217, 255}, {237, 248, 177, 255}, {199, 233, 180, 255}, {127, 205, 187, 255},
	{65, 182, 196, 255}, {29, 145, 192, 255}, {34, 94, 168, 255}, {37, 52, 148, 255}, {8, 29, 88, 255}}

// maxHeatCells is the number of cells up to which a page has maps: cells of larger
// boards would be too small to see.
const maxHeatCells = 4096

// occupancy is how often each piece covers each cell of the board.
type occupancy struct {
	pieces []string
	shares map[string][]float64 // of all solutions, by place on the board; NaN where a cell is blocked
}

// readOccupancy reads the table of occupancy; nil if there is none, or no board.
func readOccupancy(d *export.Dataset, rows *enumerate.Drawer) (*occupancy, error) {
	if rows.CellOf == nil {
		return nil, nil
	}
	b, at, err := smallTable(d, enumerate.OccupancyTable, []string{"piece"}, []string{"share"}, enumerate.Double)
	if err != nil || b == nil {
		return nil, err
	}
	o := &occupancy{shares: map[string][]float64{}}
	for i := range b.Len() {
		name := string(b.StringAt(at[0], i))
		if o.shares[name] == nil {
			o.pieces = append(o.pieces, name)
			o.shares[name] = slices.Repeat([]float64{math.NaN()}, len(rows.Board)) // cells that are not in the table are blocked
		}
		cell, err := rows.CellOf(b, i)
		if err != nil {
			return nil, err
		}
		o.shares[name][cell] = b.Vectors[at[1]].Doubles[i]
	}
	return o, nil
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
		out.Figures = append(out.Figures, Figure{Board: m.Board, Spoken: "how often " + m.Piece + " covers each cell", Bold: m.Piece, Text: m.Text})
	}
	return []Section{out}, nil
}

// Heat draws maps of how often pieces cover each cell; * is all of them.
func Heat(d *export.Dataset, painter *picture.Painter, rows *enumerate.Drawer, pieces []string, layout picture.Layout) (*picture.Picture, error) {
	o, err := readOccupancy(d, rows)
	if err != nil {
		return nil, err
	}
	if o == nil || len(o.pieces) == 0 {
		return nil, enumerate.Errorf("%s does not count which piece covers which cell: expected a census or a sample of pieces on a board", d.Dir())
	}
	if slices.Contains(pieces, "*") {
		pieces = o.pieces
	}
	for _, name := range pieces {
		if o.shares[name] == nil {
			return nil, enumerate.Errorf("no piece %q: did you mean %s?", name, enumerate.Nearest(name, o.pieces))
		}
	}
	maps, colours := o.maps(pieces, painter)
	var boards []*picture.Board
	for _, m := range maps {
		m.Board.Caption = m.Piece + ": " + m.Text
		boards = append(boards, m.Board)
	}
	layout.Legend = append(colours, painter.Blocked(nil, boards)...)
	p, err := picture.Draw(boards, layout)
	if err == nil {
		p.SetTitle(d.Manifest.Name + ": how often " + strings.Join(pieces, ", ") + " covers each cell")
	}
	return p, err
}

// A HeatMap is a board coloured by how often a piece covers each cell.
type HeatMap struct {
	Piece, Text string // from which share to which
	Board       *picture.Board
	flat        bool // all cells are covered equally often
}

// HeatMaps returns the maps of all pieces but those that cover all cells equally often, and
// which shares some of their colours stand for; none if the dataset does not count which
// piece covers which cell, or its board is too large.
func HeatMaps(d *export.Dataset, painter *picture.Painter, rows *enumerate.Drawer) ([]HeatMap, []picture.LegendEntry, error) {
	o, err := readOccupancy(d, rows)
	if err != nil || o == nil || len(rows.Board) > maxHeatCells {
		return nil, nil, err
	}
	maps, colours := o.maps(o.pieces, painter)
	maps = slices.DeleteFunc(maps, func(m HeatMap) bool { return m.flat })
	if len(maps) == 0 {
		return nil, nil, nil
	}
	return maps, colours, nil
}

// maps makes the maps of some pieces by one scale: white is never, and the darkest colour
// is the greatest share of all.
func (o *occupancy) maps(pieces []string, painter *picture.Painter) (maps []HeatMap, colours []picture.LegendEntry) {
	top := math.SmallestNonzeroFloat64
	for _, name := range pieces {
		for _, x := range o.shares[name] {
			if x > top {
				top = x
			}
		}
	}
	colour := func(x float64) color.NRGBA {
		at := x / top * float64(len(ramp)-1)
		k := min(int(at), len(ramp)-2)
		return picture.Mix(ramp[k], ramp[k+1], at-float64(k))
	}
	for _, name := range pieces {
		m := HeatMap{Piece: name, Board: painter.Empty()}
		low, high := math.Inf(1), 0.0
		for i, x := range o.shares[name] {
			c := &m.Board.Cells[i]
			c.Region, c.Fill = 0, picture.Blank()
			if !math.IsNaN(x) {
				low, high = min(low, x), max(high, x)
				c.Fill = colour(x)
			}
		}
		m.Text, m.flat = enumerate.Percent(low)+" to "+enumerate.Percent(high), high-low < 1e-12
		maps = append(maps, m)
	}
	const steps = 5
	for k := range steps + 1 {
		x := top * float64(k) / steps
		colours = append(colours, picture.LegendEntry{Name: enumerate.Percent(x), Fill: colour(x)})
	}
	return maps, colours
}
