package report

import (
	"fmt"
	"html/template"
	"image/color"
	"math"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"

	"gonum.org/v1/plot/palette/brewer"
)

// heatMap shows how often a piece covers each cell.
type heatMap struct {
	Piece     string
	Low, High string // in percent
	Long      bool   // much wider than high
	SVG       template.HTML
}

// heatMaps draws the table of occupancy: a map for each piece, from white at
// never to dark at the piece's own most. Where all cells are alike there is
// nothing to see, and no map.
func heatMaps(d *export.Dataset, rows *enumerate.Drawer, drawer *picture.Drawer, raw float64) ([]heatMap, error) {
	t := occupancy(d)
	if t == nil || raw == 0 || drawer == nil || len(rows.Board) == 0 || len(rows.Board) > maxHeatCells {
		return nil, nil
	}
	b, err := d.Table(t.Name)
	if err != nil {
		return nil, err
	}
	piece, count := enumerate.ColumnIndex(b.Columns, "piece"), enumerate.ColumnIndex(b.Columns, "raw")
	share := enumerate.ColumnIndex(b.Columns, "share") // of a sample
	if piece < 0 || count < 0 && share < 0 {
		return nil, fmt.Errorf("table occupancy: expected the column piece, and raw or share")
	}
	var names []string
	cells := map[string][]float64{}
	for i := range b.Len() {
		name := string(b.StringAt(piece, i))
		if cells[name] == nil {
			names = append(names, name)
			cells[name] = make([]float64, len(rows.Board))
			for k := range cells[name] {
				cells[name][k] = math.NaN() // blocked
			}
		}
		at, err := rows.CellOf(b, i)
		if err != nil {
			return nil, err
		}
		if share >= 0 {
			cells[name][at] = b.Vectors[share].Doubles[i]
		} else {
			cells[name][at] = float64(b.IntAt(count, i)) / raw
		}
	}
	var out []heatMap
	for _, name := range names {
		m, err := heat(name, cells[name], drawer.Empty())
		if err != nil {
			return nil, err
		}
		if m != nil {
			out = append(out, *m)
		}
	}
	return out, nil
}

// maxHeatCells bounds a map: beyond it cells would be specks.
const maxHeatCells = 4096

func occupancy(d *export.Dataset) *export.Table {
	for i, t := range d.Manifest.Tables {
		if t.Name == "occupancy" {
			return &d.Manifest.Tables[i]
		}
	}
	return nil
}

func heat(name string, shares []float64, board *picture.Board) (*heatMap, error) {
	low, high := math.Inf(1), 0.0
	for _, x := range shares {
		if !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	if high-low < 1e-12 {
		return nil, nil
	}
	ramp, err := brewer.GetPalette(brewer.TypeSequential, "YlGnBu", 9)
	if err != nil {
		return nil, err
	}
	for i, x := range shares {
		board.Cells[i].Region, board.Cells[i].Fill = 0, picture.Blank()
		if !math.IsNaN(x) {
			board.Cells[i].Fill = between(ramp.Colors(), x/high)
		}
	}
	svg, err := boardSVG(board, "how often "+name+" covers each cell")
	if err != nil {
		return nil, err
	}
	return &heatMap{Piece: name, Low: percent(low), High: percent(high), Long: long(board), SVG: svg}, nil
}

// between returns the colour at x, from 0 to 1, of a ramp that begins white.
func between(ramp []color.Color, x float64) color.NRGBA {
	at := x * float64(len(ramp))
	k := min(int(at), len(ramp)-1)
	from := color.NRGBA{255, 255, 255, 255}
	if k > 0 {
		from = color.NRGBAModel.Convert(ramp[k-1]).(color.NRGBA)
	}
	to := color.NRGBAModel.Convert(ramp[k]).(color.NRGBA)
	f := at - float64(k)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-f) + float64(b)*f)) }
	return color.NRGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), 255}
}

func percent(x float64) string {
	switch {
	case x == 0:
		return "0%"
	case x < 0.001:
		return fmt.Sprintf("%.2g%%", 100*x)
	}
	return fmt.Sprintf("%.1f%%", 100*x)
}
