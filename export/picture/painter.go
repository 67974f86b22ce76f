package picture

import (
	"fmt"
	"image/color"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
)

// Style says how boards look.
type Style struct {
	Palette string // one of [Palettes]; "" is the first
	// Letters writes each piece's symbol into its cells. The palette "print"
	// has letters anyway: it has nothing else.
	Letters bool
}

// A Painter makes boards of the rows of a dataset.
type Painter struct {
	set     *export.Dataset
	rows    *enumerate.Drawer
	letters bool
	fills   []color.NRGBA // of each piece
	// shape returns the colour of the n-th shape. It is nil unless all pieces have
	// one name: then one colour a name would give a board in one colour.
	shape  func(n int) color.NRGBA
	shapes map[string]int // shapes met so far, numbered
}

// NewPainter returns a painter for a dataset whose family draws its rows by the
// given drawer. It checks the palette.
func NewPainter(set *export.Dataset, rows *enumerate.Drawer, s Style) (*Painter, error) {
	if s.Palette == "" {
		s.Palette = Palettes()[0]
	}
	p := &Painter{set: set, rows: rows, letters: s.Letters || s.Palette == "print", shapes: map[string]int{}}
	var names []string
	for _, piece := range rows.Pieces {
		if !slices.Contains(names, piece.Name) {
			names = append(names, piece.Name)
		}
	}
	colour, err := colours(s.Palette, names)
	if err != nil {
		return nil, err
	}
	for _, piece := range rows.Pieces {
		p.fills = append(p.fills, colour[slices.Index(names, piece.Name)])
	}
	if len(names) == 1 && len(rows.Pieces) > 1 {
		p.shape = shapeColours[s.Palette]
	}
	return p, nil
}

// Boards reads rows, given by their numbers, and makes their boards.
func (p *Painter) Boards(rows []int64) ([]*Board, error) {
	b := enumerate.NewBatch(export.Pick(p.set.Columns(), p.rows.Columns))
	var out []*Board
	for _, row := range rows {
		r := p.set.ReadColumns(p.rows.Columns, row, row+1)
		err := r.Next(b)
		if e := r.Close(); err == nil {
			err = e
		}
		if err != nil {
			return nil, err
		}
		drawing, err := p.rows.Draw(b, 0)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", row, err)
		}
		out = append(out, p.paint(drawing))
	}
	return out, nil
}

// Empty returns the board that all rows share, without pieces; nil if there is
// no such board.
func (p *Painter) Empty() *Board {
	if p.rows.Board == nil {
		return nil
	}
	return p.paint(&enumerate.Drawing{Cells: p.rows.Board})
}

// paint gives a drawing its colours and letters.
func (p *Painter) paint(drawing *enumerate.Drawing) *Board {
	b := &Board{Left: drawing.Left, Top: drawing.Top, ScaleX: p.rows.ScaleX, ScaleY: p.rows.ScaleY}
	for _, c := range drawing.Cells {
		cell := Cell{Outline: c.Outline, Region: c.Region, Fill: paper, Text: c.Text, Ink: black}
		switch {
		case c.Fill >= 0:
			cell.Fill = p.fills[c.Fill]
			if p.letters {
				cell.Text, cell.Ink = p.rows.Pieces[c.Fill].Symbol, inkOn(cell.Fill)
			}
		case c.Fill == enumerate.Pale:
			cell.Fill = pale
		case c.Fill == enumerate.Dark:
			cell.Fill = dark
		case c.Found:
			cell.Ink = found
		}
		b.Cells = append(b.Cells, cell)
	}
	if p.shape != nil {
		p.paintShapes(b)
	}
	return b
}

// paintShapes colours regions by their shape. Shapes are numbered as they come,
// region by region in the order of their first cells, board by board.
func (p *Painter) paintShapes(b *Board) {
	shapes := map[int]string{}
	first := map[int]enumerate.Point{} // the corner of each region's least cell
	for _, c := range b.Cells {
		if _, ok := first[c.Region]; !ok {
			first[c.Region] = c.Outline[0]
		}
		at := first[c.Region]
		shapes[c.Region] += fmt.Sprintf("%d,%d;", c.Outline[0].X-at.X, c.Outline[0].Y-at.Y)
	}
	for i := range b.Cells {
		c := &b.Cells[i]
		if c.Region < 0 {
			continue
		}
		s := shapes[c.Region]
		if _, ok := p.shapes[s]; !ok {
			p.shapes[s] = len(p.shapes)
		}
		c.Fill = p.shape(p.shapes[s])
		c.Ink = inkOn(c.Fill)
	}
}
