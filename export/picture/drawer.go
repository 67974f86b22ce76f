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

// A Drawer makes boards of the rows of a dataset.
type Drawer struct {
	set     *export.Dataset
	rows    *enumerate.Drawer
	letters bool
	fills   []color.NRGBA // of each piece
	// shape returns the colour of the n-th shape where all pieces have one name,
	// as one colour a name would give a board in one colour; nil otherwise.
	shape  func(n int) color.NRGBA
	shapes map[string]int // shapes met so far, numbered
}

// NewDrawer returns a drawer for a dataset whose family draws its rows by the
// given one. The palette is checked.
func NewDrawer(set *export.Dataset, rows *enumerate.Drawer, s Style) (*Drawer, error) {
	if s.Palette == "" {
		s.Palette = Palettes()[0]
	}
	d := &Drawer{set: set, rows: rows, letters: s.Letters || s.Palette == "print", shapes: map[string]int{}}
	var names []string
	for _, p := range rows.Pieces {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	colour, err := colours(s.Palette, names)
	if err != nil {
		return nil, err
	}
	for _, p := range rows.Pieces {
		d.fills = append(d.fills, colour[slices.Index(names, p.Name)])
	}
	if len(names) == 1 && len(rows.Pieces) > 1 {
		d.shape = shapeColours[s.Palette]
	}
	return d, nil
}

// Boards reads rows, given by their numbers, and makes their boards.
func (d *Drawer) Boards(rows []int64) ([]*Board, error) {
	b := enumerate.NewBatch(export.Pick(d.set.Columns(), d.rows.Columns))
	var out []*Board
	for _, row := range rows {
		r := d.set.ReadColumns(d.rows.Columns, row, row+1)
		err := r.Next(b)
		if e := r.Close(); err == nil {
			err = e
		}
		if err != nil {
			return nil, err
		}
		drawing, err := d.rows.Draw(b, 0)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", row, err)
		}
		out = append(out, d.paint(drawing))
	}
	return out, nil
}

// Empty returns the board that all rows share, without pieces; nil if there is
// no such board.
func (d *Drawer) Empty() *Board {
	if d.rows.Board == nil {
		return nil
	}
	return d.paint(&enumerate.Drawing{Cells: d.rows.Board})
}

// paint gives a drawing its colours and letters.
func (d *Drawer) paint(drawing *enumerate.Drawing) *Board {
	b := &Board{Left: drawing.Left, Top: drawing.Top, ScaleX: d.rows.ScaleX, ScaleY: d.rows.ScaleY}
	for _, c := range drawing.Cells {
		cell := Cell{Outline: c.Outline, Region: c.Region, Fill: paper, Text: c.Text, Ink: black}
		switch {
		case c.Fill >= 0:
			cell.Fill = d.fills[c.Fill]
			if d.letters {
				cell.Text, cell.Ink = d.rows.Pieces[c.Fill].Symbol, inkOn(cell.Fill)
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
	if d.shape != nil {
		d.paintShapes(b)
	}
	return b
}

// paintShapes gives each shape of a region its colour. Shapes have numbers in
// the order of their least cells, so that the numbers depend on nothing but
// what is drawn first.
func (d *Drawer) paintShapes(b *Board) {
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
		if _, ok := d.shapes[s]; !ok {
			d.shapes[s] = len(d.shapes)
		}
		c.Fill = d.shape(d.shapes[s])
		c.Ink = inkOn(c.Fill)
	}
}
