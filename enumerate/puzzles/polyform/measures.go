package polyform

import (
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// measureInfos lists the measures of tilings, and those of boards and of sets of
// pieces that have a meaning on the lattice.
func (f *form) measureInfos() []enumerate.MeasureInfo {
	infos := measure.Infos(f.lattice)
	cell := &Board{Board: lattice.NewBoard(f.lattice, 1, 1, 1)}
	add := func(measures []subsets.Measure, of string) {
		for _, m := range measures {
			if m.Lacks == "" {
				m.Info.Meaning += " (surveys of " + of + ")"
				infos = append(infos, m.Info)
			}
		}
	}
	add(cell.measures(), "boards")
	add((&setSurvey{board: cell}).measures(), "piece sets")
	return infos
}

// measurePuzzle describes the puzzle to package measure.
func (z *Puzzle) measurePuzzle() *measure.Subject {
	b := &measure.Subject{Board: &z.Board.Board, Order: z.Group.Order(),
		Orbits: z.Group.Orbits()}
	for i, p := range z.Pieces {
		b.Pieces = append(b.Pieces, measure.Piece{Name: p.Name, Copies: z.Copies(i), Separate: !z.Board.Connected(p.Orientations[0])})
	}
	for _, p := range z.Placements {
		b.Placements = append(b.Placements, measure.Placement{Piece: p.Piece, Cells: p.Cells})
	}
	return b
}
