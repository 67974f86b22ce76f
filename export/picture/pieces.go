package picture

import (
	"fmt"
	"image/color"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
)

// pieces are the pieces of a tiling, and how each looks.
type pieces struct {
	names    []string // of each piece or copy
	symbols  []string
	fill     []color.NRGBA
	bySymbol map[byte]int
	letters  bool
	// shapes colours pieces by how they lie instead: where all have one name, a
	// colour a name would be a board in one colour.
	shapes  bool
	palette string
	seen    map[string]int // shapes met so far, numbered
}

func readPieces(d *export.Dataset, s Style) (*pieces, error) {
	t, err := d.Table("pieces")
	if err != nil {
		return nil, &ErrNoPicture{"there is no table of pieces"}
	}
	name, symbol := enumerate.ColumnIndex(t.Columns, "name"), enumerate.ColumnIndex(t.Columns, "symbol")
	if name < 0 {
		return nil, fmt.Errorf("table pieces: no column name")
	}
	p := &pieces{bySymbol: map[byte]int{}, letters: s.Letters, palette: s.Palette, seen: map[string]int{}}
	var different []string
	for row := range t.Len() {
		n := string(t.StringAt(name, row))
		text := ""
		if symbol >= 0 && !t.IsNull(symbol, row) {
			text = string(t.StringAt(symbol, row))
		}
		if len(text) == 1 {
			p.bySymbol[text[0]] = row
		}
		p.names, p.symbols = append(p.names, n), append(p.symbols, text)
		if !slices.Contains(different, n) {
			different = append(different, n)
		}
	}
	each, err := colours(s.Palette, different)
	if err != nil {
		return nil, err
	}
	for _, n := range p.names {
		p.fill = append(p.fill, each[slices.Index(different, n)])
	}
	p.shapes = len(different) == 1 && len(p.names) > 1
	return p, nil
}

// fromGrid draws a board that has a symbol for each cell.
func (p *pieces) fromGrid(grid []byte, shape shape) (*Board, error) {
	if len(grid) != shape.rows*shape.cols {
		return nil, fmt.Errorf("a grid of %d characters, expected %d x %d", len(grid), shape.rows, shape.cols)
	}
	board := newBoard(shape.rows, shape.cols)
	for i, c := range grid {
		switch c {
		case '#':
			board.Cells[i] = Cell{Region: outside, Fill: blocked}
			continue
		case '.':
			board.Cells[i] = Cell{Region: uncovered, Fill: paper}
			continue
		}
		k, ok := p.bySymbol[c]
		if !ok {
			return nil, fmt.Errorf("symbol %q is not in the table of pieces", c)
		}
		p.paint(&board.Cells[i], k, k)
	}
	return p.byShape(board)
}

// fromOptions draws a board from the options of a row, ascending. Copies of a
// piece are numbered in this order.
func (p *pieces) fromOptions(chosen []int32, options []option, shape shape) (*Board, error) {
	board := newBoard(shape.rows, shape.cols)
	for i := range board.Cells {
		board.Cells[i] = Cell{Region: uncovered, Fill: paper}
		if shape.blocked != nil && shape.blocked[i] {
			board.Cells[i] = Cell{Region: outside, Fill: blocked}
		}
	}
	used := make([]bool, len(p.names))
	for n, id := range chosen {
		if id < 0 || int(id) >= len(options) {
			return nil, fmt.Errorf("option %d is not in the table of options", id)
		}
		k := slices.Index(p.names, options[id].piece)
		for k >= 0 && k < len(p.names) && used[k] {
			k++
		}
		if k < 0 || k == len(p.names) || p.names[k] != options[id].piece {
			return nil, fmt.Errorf("option %d: more of piece %q than the table of pieces has", id, options[id].piece)
		}
		used[k] = true
		for _, cell := range options[id].cells {
			if cell < 0 || int(cell) >= len(board.Cells) {
				return nil, fmt.Errorf("option %d: cell %d of %d", id, cell, len(board.Cells))
			}
			p.paint(&board.Cells[cell], n, k)
		}
	}
	return p.byShape(board)
}

func (p *pieces) paint(c *Cell, region, piece int) {
	*c = Cell{Region: region, Fill: p.fill[piece]}
	if p.letters {
		c.Text, c.Ink = p.symbols[piece], inkOn(c.Fill)
	}
}

// byShape gives each shape of a region its colour, where all pieces have one
// name: numbers in the order of the least cells, so that they depend on what
// is drawn first alone.
func (p *pieces) byShape(b *Board) (*Board, error) {
	if !p.shapes || p.palette == "print" {
		return b, nil
	}
	regions := map[int]string{}
	first := map[int]int{}
	for i, c := range b.Cells {
		if c.Region < 0 {
			continue
		}
		if _, ok := first[c.Region]; !ok {
			first[c.Region] = i
		}
		at := first[c.Region]
		regions[c.Region] += fmt.Sprintf("%d,%d;", i/b.Cols-at/b.Cols, i%b.Cols-at%b.Cols)
	}
	for i := range b.Cells {
		c := &b.Cells[i]
		if c.Region < 0 {
			continue
		}
		s := regions[c.Region]
		if _, ok := p.seen[s]; !ok {
			p.seen[s] = len(p.seen)
		}
		if p.palette == "safe" {
			c.Fill = tint(safe[p.seen[s]%len(safe)], p.seen[s]/len(safe))
		} else {
			c.Fill = spread(p.seen[s])
		}
		c.Ink = inkOn(c.Fill)
	}
	return b, nil
}

// option is a placement of a piece.
type option struct {
	piece string
	cells []int32
}

func readOptions(d *export.Dataset) ([]option, error) {
	t, err := d.Table("options")
	if err != nil {
		return nil, &ErrNoPicture{"there is neither a grid nor a table of options"}
	}
	id, piece, cells := enumerate.ColumnIndex(t.Columns, "id"), enumerate.ColumnIndex(t.Columns, "piece"), enumerate.ColumnIndex(t.Columns, "cells")
	if id < 0 || piece < 0 || cells < 0 {
		return nil, &ErrNoPicture{"the table of options has no cells"}
	}
	out := make([]option, t.Len())
	for row := range out {
		if t.IntAt(id, row) != int64(row) {
			return nil, fmt.Errorf("table options: row %d has id %d", row, t.IntAt(id, row))
		}
		out[row] = option{string(t.StringAt(piece, row)), slices.Clone(t.ListAt(cells, row))}
	}
	return out, nil
}
