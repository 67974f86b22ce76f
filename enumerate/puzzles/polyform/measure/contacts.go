package measure

import (
	"slices"

	"coverstat/enumerate/puzzles/polyform/lattice"
)

// neighbours lists, for each placement, the cells outside of it that meet a cell of it.
// pairs are the pairs of cells that meet.
func (z *Subject) neighbours(pairs [][2]int32) *lattice.CellLists {
	beside := make([][]int32, len(z.Board.Blocked)) // by cell
	for _, p := range pairs {
		beside[p[0]], beside[p[1]] = append(beside[p[0]], p[1]), append(beside[p[1]], p[0])
	}
	return z.outside(beside, true)
}

// CutSides lists, for each placement, of each side between a cell of it and a cell
// outside of a greater number, that cell.
func (z *Subject) CutSides() *lattice.CellLists {
	after := make([][]int32, len(z.Board.Blocked)) // by cell
	for _, s := range z.Board.Sides() {
		after[s[0]] = append(after[s[0]], s[1])
	}
	return z.outside(after, false)
}

// outside lists, for each placement, the cells beside its own that are outside of it, each
// of them once or as often as it is there.
func (z *Subject) outside(beside [][]int32, once bool) *lattice.CellLists {
	lists := lattice.NewCellLists(len(z.Placements))
	for _, p := range z.Placements {
		for _, i := range p.Cells {
			for _, j := range beside[i] {
				if !slices.Contains(p.Cells, int(j)) && !(once && slices.Contains(lists.Open(), j)) {
					lists.Append(j)
				}
			}
		}
		lists.End()
	}
	return lists
}

// contacts fills the contact sets: that of each tile has the tiles that own one of its
// neighbours. What else was tried: NOTES.md.
func (e *Evaluator) contacts(sets []uint64, neighbours *lattice.CellLists) {
	owner := e.owner
	for k, o := range e.solution {
		if e.words == 1 {
			set := uint64(0)
			for _, i := range neighbours.Of(int32(o)) {
				set |= 1 << (uint16(owner[i]) & 63)
			}
			sets[k+1] = set &^ 1
			continue
		}
		set := sets[(k+1)*e.words:][:e.words]
		clear(set)
		for _, i := range neighbours.Of(int32(o)) {
			set[owner[i]/64] |= 1 << (uint16(owner[i]) % 64)
		}
		set[0] &^= 1
	}
}
