package polyomino

import (
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyomino/measure"
)

// measureInfos lists the measures of tilings and those of boards.
func measureInfos() []enumerate.MeasureInfo {
	infos := measure.Infos()
	for _, m := range boardMeasures {
		info := m.info
		info.Meaning += " (surveys of boards)"
		infos = append(infos, info)
	}
	return infos
}

// measureBoard describes the puzzle to package measure.
func (z *Puzzle) measureBoard() *measure.Board {
	b := &measure.Board{Rows: z.Board.Rows, Cols: z.Board.Cols, Blocked: z.Board.Blocked, Order: z.Group.Order(),
		Orbits: measure.Orbits(z.Problem.Options(), z.Group.Order(), z.Group.Image)}
	for i, p := range z.Pieces {
		b.Pieces = append(b.Pieces, measure.Piece{Name: p.Name, Copies: z.Copies(i), Separate: !p.Orientations[0].connected()})
	}
	for _, p := range z.Placements {
		b.Placements = append(b.Placements, measure.Placement{Piece: p.Piece, Cells: p.Cells})
	}
	return b
}

// occupancy makes the tables of how often each cell is covered by each piece,
// and of how often each placement up to symmetry occurs. raw counts options in
// all raw solutions, distinct sums each orbit of options over classes.
func (z *Puzzle) occupancy(raw, distinct []int64, orbit []int32) []enumerate.Table {
	cells := enumerate.NewBatch([]enumerate.Column{
		{Name: "row", Type: enumerate.Int32, Meaning: "row of the cell, from 0"},
		{Name: "col", Type: enumerate.Int32, Meaning: "column of the cell, from 0"},
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "raw", Type: enumerate.Int64, Meaning: "raw solutions in which the piece covers the cell", Unit: "solutions"},
	})
	count := make([]int64, len(z.Board.Blocked))
	for i, p := range z.Pieces {
		clear(count)
		for o := z.first[i]; o < z.first[i+1]; o++ {
			for _, c := range z.Placements[o].Cells {
				count[c] += raw[o]
			}
		}
		for c, n := range count {
			if z.Board.Blocked[c] {
				continue
			}
			cells.AppendInt32(0, int32(c/z.Board.Cols))
			cells.AppendInt32(1, int32(c%z.Board.Cols))
			cells.AppendString(2, []byte(p.Name))
			cells.AppendInt64(3, n)
		}
	}
	places := enumerate.NewBatch([]enumerate.Column{
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "place", Type: enumerate.Int32, Meaning: "number of the placement up to symmetry, as place(P) has it"},
		{Name: "option", Type: enumerate.Int32, Meaning: "the least of its options (tables/options)"},
		{Name: "orbit_size", Type: enumerate.Int32, Meaning: "options that symmetry makes of it", Unit: "options"},
		{Name: "raw", Type: enumerate.Int64, Meaning: "times that one of them occurs in raw solutions", Unit: "occurrences"},
		{Name: "distinct", Type: enumerate.Int64, Meaning: "times that one of them occurs in solutions up to symmetry", Unit: "occurrences"},
	})
	number := z.measureBoard().Places()
	size := make([]int32, len(orbit))
	for _, k := range orbit {
		size[k]++
	}
	for o, k := range orbit {
		if int(k) != o {
			continue
		}
		places.AppendString(0, []byte(z.Pieces[z.Placements[o].Piece].Name))
		places.AppendInt32(1, number[o])
		places.AppendInt32(2, int32(o))
		places.AppendInt32(3, size[o])
		places.AppendInt64(4, raw[o]*int64(size[o]))
		places.AppendInt64(5, distinct[o])
	}
	return []enumerate.Table{{Name: "occupancy", Rows: cells}, {Name: "placements", Rows: places}}
}
