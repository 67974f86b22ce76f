package polyform

import (
	"strings"

	"coverstat/enumerate"
)

// tables returns the dimension tables of surveys, whose rows show no placements.
func (z *Puzzle) tables() ([]enumerate.Table, error) {
	l, err := newLayout(z, false)
	if err != nil {
		return nil, err
	}
	return l.tables()
}

func (l *layout) tables() ([]enumerate.Table, error) {
	z := l.puzzle
	words := z.Board.words()
	pieces := enumerate.NewBatch([]enumerate.Column{
		{Name: "name", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "copy", Type: enumerate.Int32, Meaning: "which copy of it, from 1"},
		{Name: "symbol", Type: enumerate.String, Meaning: "its character in grid; copies take theirs in the order of their first cells; empty without grids"},
		{Name: "size", Type: enumerate.Int32, Meaning: "number of cells", Unit: "cells"},
		{Name: "orientations", Type: enumerate.Int32, Meaning: "number of different orientations"},
		{Name: "cells", Type: enumerate.String, Meaning: "picture of orientation 0, " + words.rows},
	})
	for i, p := range z.Pieces {
		for k := range z.Copies(i) {
			pieces.AppendString(0, []byte(p.Name))
			pieces.AppendInt32(1, int32(k+1))
			var symbol []byte
			if l.symbols != nil {
				symbol = l.symbols[i][k : k+1]
			}
			pieces.AppendString(2, symbol)
			pieces.AppendInt32(3, int32(p.Size()))
			pieces.AppendInt32(4, int32(len(p.Orientations)))
			pieces.AppendString(5, []byte(strings.ReplaceAll(p.Orientations[0].Picture(), "\n", "/")))
		}
	}
	columns := []enumerate.Column{
		{Name: "id", Type: enumerate.Int32, Meaning: "the option, as the piece columns of the rows have it"},
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "orientation", Type: enumerate.Int32, Meaning: "which orientation, from 0"},
		{Name: "place", Type: enumerate.Int32, Meaning: "which placement of the piece, those that a symmetry exchanges taken as one: what place(P) measures"},
	}
	columns = append(columns, z.placeColumns(words.first, "that cell")...)
	options := enumerate.NewBatch(append(columns, []enumerate.Column{
		{Name: "cells", Type: enumerate.Int32List, Meaning: "the cells covered, " + words.number + ", ascending"},
		{Name: "picture", Type: enumerate.String, Meaning: "the orientation, " + words.rows},
	}...))
	var cells []int32
	places := z.measurePuzzle().Places()
	for o, pl := range z.Placements {
		options.AppendInt32(0, int32(o))
		options.AppendString(1, []byte(z.Pieces[pl.Piece].Name))
		options.AppendInt32(2, int32(pl.Orientation))
		options.AppendInt32(3, places[o])
		k := z.appendPlace(options, 4, pl.Cells[0])
		cells = cells[:0]
		for _, c := range pl.Cells {
			cells = append(cells, int32(c))
		}
		options.AppendInt32List(k, cells)
		options.AppendString(k+1, []byte(strings.ReplaceAll(z.Pieces[pl.Piece].Orientations[pl.Orientation].Picture(), "\n", "/")))
	}
	return []enumerate.Table{{Name: enumerate.PiecesTable, Rows: pieces}, {Name: enumerate.OptionsTable, Rows: options}}, nil
}

// placeColumns are the columns of a cell's coordinates. The cell is named twice: at
// first, and then again.
func (z *Puzzle) placeColumns(first, again string) (columns []enumerate.Column) {
	for i, d := range z.Board.dimensions() {
		if i > 0 {
			first = again
		}
		columns = append(columns, enumerate.Column{Name: d.column, Type: enumerate.Int32, Meaning: d.word + " of " + first + ", from 0"})
	}
	return columns
}

// appendPlace appends the coordinates of a cell to the columns from number k on. It
// returns the number of the next column.
func (z *Puzzle) appendPlace(b *enumerate.Batch, k, cell int) int {
	for _, at := range z.Board.coordinates(cell) {
		b.AppendInt32(k, int32(at))
		k++
	}
	return k
}
