package report

import (
	"fmt"
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
	b, at, err := smallTable(d, "occupancy", []string{"piece"}, []string{"share"}, enumerate.Double)
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

// heat draws the table of occupancy: a map for each piece, white where the piece
// never lies, dark where pieces lie most often. A piece that covers all cells equally
// often has no map.
func (s *source) heat() ([]block, error) {
	if s.painter == nil || s.raw() == 0 || len(s.options.Drawer.Board) > maxHeatCells {
		return nil, nil
	}
	o, err := readOccupancy(s.set, s.options.Drawer)
	if err != nil || o == nil {
		return nil, err
	}
	what := "solutions in which the piece covers the cell"
	if s.doc.Job == enumerate.Sample {
		what = "draws in which the piece covers the cell, all images of a solution being equally likely"
	}
	top := o.top(o.pieces)
	out := block{ID: "heat", Title: "Where each piece lies", Colours: scale(top), Layout: layout("maps", s.painter.Empty()), Notes: []string{
		"The share of all " + what + ", by one scale for all pieces."}}
	for _, name := range o.pieces {
		board, low, high := heatMap(o.shares[name], top, s.painter.Empty())
		if high-low < 1e-12 {
			continue
		}
		svg, err := boardSVG(board, "how often "+name+" covers each cell")
		if err != nil {
			return nil, err
		}
		out.Figures = append(out.Figures, figure{SVG: svg, Bold: name, Text: percent(low) + " to " + percent(high)})
	}
	if out.Figures == nil {
		return nil, nil
	}
	return []block{out}, nil
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
	top := o.top(pieces)
	var boards []*picture.Board
	for _, name := range pieces {
		board, low, high := heatMap(o.shares[name], top, painter.Empty())
		board.Caption = fmt.Sprintf("%s: %s to %s", name, percent(low), percent(high))
		boards = append(boards, board)
	}
	layout.Legend = append(scale(top), painter.Blocked(nil, boards)...)
	p, err := picture.Draw(boards, layout)
	if err == nil {
		p.SetTitle(d.Manifest.Name + ": how often " + strings.Join(pieces, ", ") + " covers each cell")
	}
	return p, err
}

// top returns the greatest share of some pieces.
func (o *occupancy) top(pieces []string) (top float64) {
	for _, name := range pieces {
		for _, x := range o.shares[name] {
			if x > top {
				top = x
			}
		}
	}
	return top
}

// heatColour returns the colour of a share, where top is the greatest one.
func heatColour(x, top float64) color.NRGBA {
	at := x / max(top, math.SmallestNonzeroFloat64) * float64(len(ramp)-1)
	k := min(int(at), len(ramp)-2)
	return picture.Mix(ramp[k], ramp[k+1], at-float64(k))
}

// scale says which shares some of the colours stand for.
func scale(top float64) []picture.LegendEntry {
	const steps = 5
	var out []picture.LegendEntry
	for k := range steps + 1 {
		x := top * float64(k) / steps
		out = append(out, picture.LegendEntry{Name: percent(x), Fill: heatColour(x, top)})
	}
	return out
}

// heatMap colours a board by the shares of a piece, and returns the least and the greatest.
// The darkest colour is that of top.
func heatMap(shares []float64, top float64, board *picture.Board) (b *picture.Board, low, high float64) {
	low = math.Inf(1)
	for i, x := range shares {
		board.Cells[i].Region, board.Cells[i].Fill = 0, picture.Blank()
		if !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
			board.Cells[i].Fill = heatColour(x, top)
		}
	}
	return board, low, high
}
