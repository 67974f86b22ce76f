package polyform

import (
	"math/big"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

func (l *layout) tables() ([]enumerate.Table, error) {
	z := l.puzzle
	words := z.Board.words()
	pieces := enumerate.NewBatch([]enumerate.Column{
		{Name: "name", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "copy", Type: enumerate.Int32, Meaning: "which copy of it, from 1"},
		{Name: "symbol", Type: enumerate.String,
			Meaning: "its character in grid; copies take theirs in the order of their first cells; empty without grids"},
		{Name: "size", Type: enumerate.Int32, Meaning: "number of cells", Unit: "cells"},
		{Name: "orientations", Type: enumerate.Int32, Meaning: "number of different orientations"},
		{Name: "cells", Type: enumerate.String, Meaning: "picture of orientation 0, " + words.rows},
	})
	for i, p := range z.Pieces {
		for k := range z.copies(i) {
			var symbol []byte
			if l.symbols != nil {
				symbol = l.symbols[i][k : k+1]
			}
			pieces.AppendValues(0, p.Name, k+1, symbol, p.Size(), len(p.Orientations), inLine(p.Orientations[0]))
		}
	}
	columns := []enumerate.Column{
		{Name: "id", Type: enumerate.Int32, Meaning: "the option, as the piece columns of the rows have it"},
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "orientation", Type: enumerate.Int32, Meaning: "which orientation, from 0"},
		{Name: "place", Type: enumerate.Int32,
			Meaning: "which placement of the piece, those that a symmetry exchanges taken as one: what place(P) measures"},
	}
	columns = append(columns, z.placeColumns(words.first, "that cell")...)
	options := enumerate.NewBatch(append(columns, []enumerate.Column{
		{Name: "cells", Type: enumerate.Int32List, Meaning: "the cells covered, " + words.number + ", ascending"},
		{Name: "picture", Type: enumerate.String, Meaning: "the orientation, " + words.rows},
	}...))
	places := z.measurePuzzle().Places()
	for o, pl := range z.Placements {
		p := &z.Pieces[pl.Piece]
		options.AppendValues(0, o, p.Name, pl.Orientation, places[o], z.Board.coordinates(pl.Cells[0]), l.cells[o],
			inLine(p.Orientations[pl.Orientation]))
	}
	return []enumerate.Table{{Name: enumerate.PiecesTable, Rows: pieces},
		{Name: enumerate.OptionsTable, Rows: options}}, nil
}

// inLine draws a shape in one line.
func inLine(s lattice.Shape) string { return strings.ReplaceAll(s.Picture(), "\n", "/") }

// placeColumns are the columns of a cell's coordinates. The cell is named twice: at
// first, and then again.
func (z *Puzzle) placeColumns(first, again string) (columns []enumerate.Column) {
	for i, d := range z.Board.dimensions() {
		if i > 0 {
			first = again
		}
		columns = append(columns,
			enumerate.Column{Name: d.column, Type: enumerate.Int32, Meaning: d.word + " of " + first + ", from 0"})
	}
	return columns
}

// occupancy makes the tables of how often each cell is covered by each piece,
// and of how often each placement up to symmetry occurs.
func (z *Puzzle) occupancy(use *exact.OptionUse) []enumerate.Table {
	return []enumerate.Table{{Name: enumerate.OccupancyTable, Rows: z.cellTable(use)},
		{Name: enumerate.PlacementsTable, Rows: z.placementTable(use)}}
}

// cellTable says how often each piece covers each cell, from all images of the rows. A draw is
// stored as the canonical image of its class, so that only the share says something of its cells.
func (z *Puzzle) cellTable(use *exact.OptionUse) *enumerate.Batch {
	columns := append(z.placeColumns("the cell", "the cell"),
		enumerate.Column{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"})
	var raw enumerate.CountColumn
	share := enumerate.Column{Name: "share", Type: enumerate.Double,
		Meaning: "share of the raw solutions in which the piece covers the cell"}
	if use.Drawn {
		share.Meaning =
			"share of the draws in which the piece covers the cell, all images of a solution being equally likely"
	} else {
		columns, raw = enumerate.NewCountColumn(columns,
			enumerate.Column{Name: "raw", Meaning: "raw solutions in which the piece covers the cell",
				Unit: "solutions"}, use.All)
	}
	order := big.NewInt(use.Order)
	all := new(big.Int).Mul(use.All, order)
	cells := enumerate.NewBatch(append(columns, share))
	count := make([]*big.Int, len(z.Board.Blocked))
	for i, p := range z.Pieces {
		for c := range count {
			count[c] = new(big.Int)
		}
		for o := z.first[i]; o < z.first[i+1]; o++ {
			images := use.Images(int(o))
			for _, c := range z.Placements[o].Cells {
				count[c].Add(count[c], images)
			}
		}
		for c, n := range count {
			if z.Board.Blocked[c] {
				continue
			}
			next := cells.AppendValues(0, z.Board.coordinates(c), p.Name)
			if !use.Drawn {
				next = cells.AppendValues(next, raw.Of(new(big.Int).Quo(n, order)))
			}
			cells.AppendValues(next, exact.Share(n, all))
		}
	}
	return cells
}

func (z *Puzzle) placementTable(use *exact.OptionUse) *enumerate.Batch {
	most := new(big.Int).Mul(use.All, big.NewInt(int64(z.area))) // no placement occurs more often in a solution
	columns := []enumerate.Column{
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "place", Type: enumerate.Int32, Meaning: "number of the placement up to symmetry, as place(P) has it"},
		{Name: "option", Type: enumerate.Int32, Meaning: "the least of its options (tables/options)"},
		{Name: "orbit_size", Type: enumerate.Int32, Meaning: "options that symmetry makes of it", Unit: "options"},
	}
	columns, raw := enumerate.NewCountColumn(columns,
		enumerate.Column{Name: "raw", Meaning: "times that one of them occurs in raw solutions, or draws",
			Unit: "occurrences"}, most)
	columns, distinct := enumerate.NewCountColumn(columns,
		enumerate.Column{Name: "distinct", Meaning: "times that one of them occurs in solutions up to symmetry",
			Unit: "occurrences"}, most)
	places := enumerate.NewBatch(append(columns, enumerate.Column{Name: "share", Type: enumerate.Double,
		Meaning: "raw, of all raw solutions or draws: more than 1 where a solution may have several of them"}))
	number := z.measurePuzzle().Places()
	for o, k := range use.Orbit {
		if int(k) != o {
			continue
		}
		places.AppendValues(0, z.Pieces[z.Placements[o].Piece].Name, number[o], o, use.Size[o], raw.Of(use.Raw[o]),
			distinct.Of(use.Distinct[o]), exact.Share(use.Raw[o], use.All))
	}
	return places
}
