package polyform

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// cover is the puzzle as other programs are told of it.
func (z *Puzzle) cover() *enumerate.Cover {
	b := z.Board
	t := &enumerate.Tiling{Lattice: b.Lattice.Name, Size: [3]int{b.Layers, b.Rows, b.Cols}, Wraps: b.Wraps(), Total: z.total >= 0}
	for _, blocked := range b.Blocked {
		t.Free = append(t.Free, !blocked)
	}
	for _, p := range z.Pieces {
		shape := p.Orientations[0]
		turned := b.Lattice.Orientations(shape, true, b.Lattice.Dimensions < 3)
		piece := enumerate.TilePiece{Name: p.Name, Min: p.Min, Max: p.Max,
			Turned: len(turned) == len(p.Orientations) && !slices.ContainsFunc(turned, func(s lattice.Shape) bool { return !s.IsOneOf(p.Orientations) })}
		for _, c := range shape {
			piece.Cells = append(piece.Cells, [3]int{c.Layer, c.Row, c.Col})
		}
		t.Pieces = append(t.Pieces, piece)
	}
	return &enumerate.Cover{
		Problem: z.Problem,
		Label:   func(o enumerate.OptionID) string { return z.Pieces[z.Placements[o].Piece].Name },
		Tiling:  t,
	}
}
