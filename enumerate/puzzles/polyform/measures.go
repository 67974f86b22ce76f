package polyform

import (
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/measure"
)

// measureInfos lists the measures of tilings, of boards and of sets of pieces.
func measureInfos() []enumerate.MeasureInfo {
	infos := measure.Infos()
	for _, m := range boardMeasures {
		info := m.info
		info.Meaning += " (surveys of boards)"
		infos = append(infos, info)
	}
	for _, m := range setMeasures {
		info := m.info
		info.Meaning += " (surveys of piece sets)"
		infos = append(infos, info)
	}
	return infos
}

// measurePuzzle describes the puzzle to package measure.
func (z *Puzzle) measurePuzzle() *measure.Puzzle {
	b := &measure.Puzzle{Board: &z.Board.Board, Order: z.Group.Order(),
		Orbits: z.Group.Orbits()}
	for i, p := range z.Pieces {
		b.Pieces = append(b.Pieces, measure.Piece{Name: p.Name, Copies: z.Copies(i), Separate: !z.Board.Connected(p.Orientations[0])})
	}
	for _, p := range z.Placements {
		b.Placements = append(b.Placements, measure.Placement{Piece: p.Piece, Cells: p.Cells})
	}
	return b
}
