package picture

import (
	"cmp"
	"context"
	"fmt"
	"image/color"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/export"
)

// Style says how boards look.
type Style struct {
	Palette string // one of [Palettes]; "" is the first
	Letters bool   // each piece's symbol in its cells; the palette "print" has nothing else
	View    string // of solids: one of [Views]; "" is the first
}

// Views lists the ways in which solids are drawn: by layers, as they look from the front, and their pieces one by one.
func Views() []string { return []string{"layers", "solid", "exploded"} }

// A Painter makes boards of the rows of a dataset.
type Painter struct {
	set     *export.Dataset
	rows    *enumerate.Drawer
	letters bool
	view    string
	fills   []color.NRGBA // of each piece
	turned  bool          // orientations have colours instead of pieces, which all have one name
	only    []string      // names of the pieces that are not faded; nil for all
	alone   bool          // pieces that lie nowhere yet are left out
	draw    func(b *enumerate.Batch, row int, stop *atomic.Bool) (*enumerate.Drawing, error)

	images     []int32 // those of each option, one after another; nil if rows are drawn as they are
	symmetries int
	seed       uint64
}

// Only returns a painter that fades all pieces but those of these names.
func (p *Painter) Only(names ...string) *Painter {
	q := *p
	q.only = names
	return &q
}

// Alone returns a painter that leaves out the pieces beside a board.
func (p *Painter) Alone() *Painter {
	q := *p
	q.alone = true
	return &q
}

// By returns a painter that draws rows by a function of its drawer: DrawPuzzle draws the puzzle of each row without a
// solution, DrawSolution a solution.
func (p *Painter) By(draw func(b *enumerate.Batch, row int, stop *atomic.Bool) (*enumerate.Drawing, error)) *Painter {
	q := *p
	q.draw = draw
	return &q
}

// OfImages returns a painter that draws a random image of each row; false if the images of options are not known.
func (p *Painter) OfImages(seed uint64) (*Painter, bool, error) {
	t := p.rows.Template
	if t == nil || len(t.Options) == 0 || p.set.Manifest.Table(enumerate.ImagesTable) == nil {
		return p, false, nil
	}
	b, err := p.set.Table(enumerate.ImagesTable)
	if err != nil {
		return nil, false, err
	}
	at := enumerate.ColumnIndex(b.Columns, "image", enumerate.Int32)
	if at < 0 || b.Len() == 0 || b.Len()%len(t.Options) != 0 {
		return nil, false, fmt.Errorf("table %s: expected a column image with as many values for each of %d options",
			enumerate.ImagesTable, len(t.Options))
	}
	q := *p
	q.images, q.symmetries, q.seed = b.Vectors[at].Int32s, b.Len()/len(t.Options), seed
	return &q, true, nil
}

// image puts the options of an image in the place of those of a row.
func (p *Painter) image(b *enumerate.Batch, row int64) {
	symmetry := enumerate.Random(p.seed, enumerate.Stream(row)).IntN(p.symmetries)
	for i, c := range b.Columns {
		for k, option := range b.Vectors[i].Int32s {
			if at := int(option)*p.symmetries + symmetry; c.Role == enumerate.Key && 0 <= at && at < len(p.images) {
				b.Vectors[i].Int32s[k] = p.images[at]
			}
		}
	}
}

// In returns a painter that shows solids in another of the [Views]; false if the boards are flat.
func (p *Painter) In(view string) (*Painter, bool) {
	q := *p
	q.view = view
	return &q, p.rows.Solid
}

// NewPainter returns a painter for a dataset whose family draws its rows by this drawer.
func NewPainter(set *export.Dataset, rows *enumerate.Drawer, s Style) (*Painter, error) {
	s.Palette, s.View = cmp.Or(s.Palette, Palettes()[0]), cmp.Or(s.View, Views()[0])
	switch {
	case !slices.Contains(Views(), s.View):
		return nil, enumerate.Unknown("no view", s.View, Views(), "")
	case s.View != Views()[0] && !rows.Solid:
		return nil, enumerate.Errorf(
			"view %s: these boards are flat and have one layer: the views are for solids", s.View)
	}
	p := &Painter{set: set, rows: rows, letters: s.Letters, view: s.View, draw: rows.DrawRow}
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
	p.letters = p.letters || s.Palette == "print" || len(names) > len(safe) // colours do not tell them apart
	for _, piece := range rows.Pieces {
		p.fills = append(p.fills, colour[slices.Index(names, piece.Name)])
	}
	p.turned = len(names) == 1 && len(rows.Pieces) > 1 && s.Palette != "print"
	return p, nil
}

// Piece returns how a piece looks, by its number in [enumerate.Drawer].Pieces.
func (p *Painter) Piece(i int) LegendEntry {
	e := LegendEntry{Name: p.rows.Pieces[i].Name, Fill: p.fills[i], Ink: inkOn(p.fills[i])}
	if p.letters {
		e.Symbol = p.rows.Pieces[i].Symbol
	}
	return e
}

// Orientation returns the colour of an orientation; false if a piece has one colour however it lies.
func (p *Painter) Orientation(n int) (color.NRGBA, bool) {
	return safeColour(n), p.turned
}

// Boards reads rows, given by their numbers, and makes their boards, until the context is done.
func (p *Painter) Boards(ctx context.Context, rows []int64) ([]*Board, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var out []*Board
	for _, row := range rows {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		b, err := p.set.ReadRow(p.rows.Columns, row)
		if err != nil {
			return nil, err
		}
		if p.images != nil {
			p.image(b, row)
		}
		drawing, err := p.draw(b, 0, &stop)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", row, err)
		}
		out = append(out, p.Paint(drawing))
	}
	return out, nil
}

// Empty returns the board that all rows share, without pieces; nil if there is none.
func (p *Painter) Empty() *Board {
	if p.rows.Board == nil {
		return nil
	}
	return p.Paint(&enumerate.Drawing{Cells: p.rows.Board})
}

// faded is how much paper there is in a faded colour.
const faded = 0.62

// Paint gives a drawing its colours and letters. Pieces beside a board are drawn as they look from the front.
func (p *Painter) Paint(drawing *enumerate.Drawing) *Board {
	b := p.paint(drawing)
	if b.Caption = drawing.Terms; !p.alone {
		b.beside(p.Pieces(drawing.Beside))
	}
	return b
}

// Pieces paints pieces, each by itself, with its name as caption.
func (p *Painter) Pieces(of []enumerate.PieceDrawing) (pieces []*Board) {
	front, _ := p.In("solid")
	for _, piece := range of {
		o := front.paint(piece.Drawing)
		if o.Caption = piece.Name; piece.Count != "" {
			o.Caption = fmt.Sprintf("%s (%s)", piece.Name, piece.Count)
		}
		pieces = append(pieces, o)
	}
	return pieces
}

func (p *Painter) paint(drawing *enumerate.Drawing) *Board {
	b := &Board{Link: drawing.Link, Left: drawing.Left, Top: drawing.Top, ScaleX: p.rows.ScaleX, ScaleY: p.rows.ScaleY,
		pieces: map[string]bool{}}
	for _, c := range drawing.Cells {
		cell := Cell{Outline: c.Outline, Layer: c.Layer, Region: c.Region, Repeat: c.Repeat, Fill: paper, Text: c.Text,
			Ink: black}
		rgb, isColour := c.Fill.RGB()
		switch {
		case c.Fill >= 0:
			piece := p.rows.Pieces[c.Fill]
			b.pieces[piece.Name] = true
			cell.Fill = p.fills[c.Fill]
			if p.turned {
				cell.Fill = safeColour(drawing.Orientations[c.Fill])
			}
			if p.letters {
				cell.Text, cell.Ink = piece.Symbol, inkOn(cell.Fill)
			}
			if p.only != nil && !slices.Contains(p.only, piece.Name) {
				cell.Fill, cell.Text = Mix(cell.Fill, paper, faded), ""
			}
		case c.Fill == enumerate.Pale:
			cell.Fill = Blank
		case c.Fill == enumerate.Dark:
			cell.Fill = dark
		case isColour:
			cell.Fill = color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}
		case c.Found:
			cell.Ink = Found
		}
		if c.Repeat {
			cell.Fill, cell.Text = Mix(cell.Fill, paper, faded), ""
		}
		b.Cells = append(b.Cells, cell)
	}
	switch {
	case !p.rows.Solid:
	case p.view == "layers":
		b.layers()
	case p.view == "exploded":
		b.apart()
	default:
		b.solid()
	}
	return b
}
