package polyform

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
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
	b := &measure.Subject{Board: &z.Board.Board, Placements: z.Placements, Order: z.Group.Order(), Orbits: z.Group.Orbits()}
	for i, p := range z.Pieces {
		b.Pieces = append(b.Pieces, measure.Piece{Name: p.Name, Copies: z.Copies(i), Separate: !z.Board.Connected(p.Orientations[0])})
	}
	return b
}

// checkRequired says what is wrong with the conditions of a survey, if anything. They can be
// about the pieces that all instances have, not about those chosen from a list.
func (z *Puzzle) checkRequired(texts []string, list []Piece) error {
	l, err := newLayout(z, true)
	if err != nil {
		return err
	}
	x := &exact.Instance{Problem: z.Problem, Group: z.Group}
	return x.Require(texts, func(written []string) (*exact.Meters, error) {
		for _, w := range written {
			_, args, _ := enumerate.ParseMeasure(w)
			for _, p := range list {
				if slices.Contains(args, p.Name) {
					return nil, enumerate.Errorf("measure %q: %s is not in every set: expected a measure of all pieces, or of those in puzzle.pieces", w, p.Name)
				}
			}
		}
		return l.meters(written)
	})
}

// requiredFacts says which solutions of an instance count.
func requiredFacts(texts []string) (facts []enumerate.Fact) {
	for _, text := range texts {
		facts = append(facts, enumerate.Fact{Key: "require", Text: "required: " + text + ", or a solution does not count", Value: text})
	}
	return facts
}
