package polyform

import (
	"strings"

	"coverstat/enumerate"
)

// tables returns the dimension tables: pieces and options.
func (l *layout) tables() ([]enumerate.Table, error) {
	z := l.puzzle
	pieces := enumerate.NewBatch([]enumerate.Column{
		{Name: "name", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "copy", Type: enumerate.Int32, Meaning: "which copy of it, from 1"},
		{Name: "symbol", Type: enumerate.String, Meaning: "its character in grid; copies take theirs in the order of their first cells; empty without grids"},
		{Name: "size", Type: enumerate.Int32, Meaning: "number of cells", Unit: "cells"},
		{Name: "orientations", Type: enumerate.Int32, Meaning: "number of different orientations"},
		{Name: "cells", Type: enumerate.String, Meaning: "picture of orientation 0, rows separated by slashes"},
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
	options := enumerate.NewBatch([]enumerate.Column{
		{Name: "id", Type: enumerate.Int32, Meaning: "the option, as the piece columns of the rows have it"},
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "orientation", Type: enumerate.Int32, Meaning: "which orientation, from 0"},
		{Name: "place", Type: enumerate.Int32, Meaning: "which placement of the piece, those that a symmetry exchanges taken as one: what place(P) measures"},
		{Name: "row", Type: enumerate.Int32, Meaning: "row of the first cell in row order, from 0"},
		{Name: "col", Type: enumerate.Int32, Meaning: "column of that cell, from 0"},
		{Name: "cells", Type: enumerate.Int32List, Meaning: "the cells covered, row*columns+column, ascending"},
		{Name: "picture", Type: enumerate.String, Meaning: "the orientation, rows separated by slashes"},
	})
	var cells []int32
	places := z.measurePuzzle().Places()
	for o, pl := range z.Placements {
		options.AppendInt32(0, int32(o))
		options.AppendString(1, []byte(z.Pieces[pl.Piece].Name))
		options.AppendInt32(2, int32(pl.Orientation))
		options.AppendInt32(3, places[o])
		first := z.Board.Cell(pl.Cells[0])
		options.AppendInt32(4, int32(first.Row))
		options.AppendInt32(5, int32(first.Col))
		cells = cells[:0]
		for _, c := range pl.Cells {
			cells = append(cells, int32(c))
		}
		options.AppendInt32List(6, cells)
		options.AppendString(7, []byte(strings.ReplaceAll(z.Pieces[pl.Piece].Orientations[pl.Orientation].Picture(), "\n", "/")))
	}
	return []enumerate.Table{{Name: "pieces", Rows: pieces}, {Name: "options", Rows: options}}, nil
}
