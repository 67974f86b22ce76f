package cluesets

import (
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// shapes are the clues of lines of one length, with the pictures of a line that
// have them.
type shapes struct {
	n      int
	clues  [][]int
	lines  [][]uint32 // by clue: the pictures of a line that have it, bit i for cell i
	clueOf []uint8    // by picture
	mirror []uint8    // clue read from the other end
}

func newShapes(n int) *shapes {
	s := &shapes{n: n, clueOf: make([]uint8, 1<<n)}
	theorems.EachClue(n, func(clue []int) { s.clues = append(s.clues, slices.Clone(clue)) })
	s.lines = make([][]uint32, len(s.clues))
	s.mirror = make([]uint8, len(s.clues))
	find := func(clue []int) uint8 {
		return uint8(slices.IndexFunc(s.clues, func(c []int) bool { return slices.Equal(c, clue) }))
	}
	for v := range s.clueOf {
		id := find(line.ClueOf(nil, cellsOf(uint32(v), ^uint32(v), n)))
		s.clueOf[v] = id
		s.lines[id] = append(s.lines[id], uint32(v))
	}
	for id, clue := range s.clues {
		back := slices.Clone(clue)
		slices.Reverse(back)
		s.mirror[id] = find(back)
	}
	return s
}

func cellsOf(f, e uint32, n int) []line.Cell {
	cells := make([]line.Cell, n)
	for i := range cells {
		switch {
		case f>>i&1 == 1:
			cells[i] = line.Black
		case e>>i&1 == 1:
			cells[i] = line.Crossed
		}
	}
	return cells
}

func masksOf(cells []line.Cell) (f, e uint32) {
	for i, c := range cells {
		switch c {
		case line.Black:
			f |= 1 << i
		case line.Crossed:
			e |= 1 << i
		}
	}
	return f, e
}

// A table holds, for every clue and state of a line, that state with everything
// that its rules settle: black cells from bit 8, crossed ones from bit 0. At
// impossible states it holds the state itself. No instance reaches such a
// state, because it has a solution and the rules are sound.
//
// The place of (clue, f, e) is clue<<2n | f<<n | e.
type table []uint16

// lineTable is the table of complete line logic.
func (s *shapes) lineTable() table {
	return s.makeTable(func(clue []int) func([]line.Cell) {
		a, err := line.New(clue, s.n)
		if err != nil {
			panic(err) // the clue was read off a line
		}
		sweeps := a.NewSweeps()
		var found []line.Found
		return func(cells []line.Cell) {
			found, _ = a.Deduce(sweeps, cells, 0, s.n-1, found[:0])
			for _, f := range found {
				cells[f.Pos()] = f.Cell()
			}
		}
	})
}

// theoremTable is the table of one application of one theorem.
func (s *shapes) theoremTable(t theorems.Theorem) table {
	var state theorems.State
	return s.makeTable(func(clue []int) func([]line.Cell) {
		return func(cells []line.Cell) {
			if state.Load(clue, cells) {
				state.Apply(t)
				copy(cells, state.Cells())
			}
		}
	})
}

func (s *shapes) makeTable(settler func(clue []int) func([]line.Cell)) table {
	tab := make(table, len(s.clues)<<(2*s.n))
	for id, clue := range s.clues {
		settle := settler(clue)
		theorems.EachState(s.n, func(cells []line.Cell) {
			f, e := masksOf(cells)
			work := slices.Clone(cells)
			settle(work)
			f2, e2 := masksOf(work)
			tab[s.place(id, f, e)] = uint16(f2<<8 | e2)
		})
	}
	return tab
}

func (s *shapes) place(clue int, f, e uint32) int {
	return clue<<(2*s.n) | int(f)<<s.n | int(e)
}

// closure is the table of the fixpoint of several tables on one line.
func (s *shapes) closure(tabs []table) table {
	out := make(table, len(s.clues)<<(2*s.n))
	for id := range s.clues {
		theorems.EachState(s.n, func(cells []line.Cell) {
			f, e := masksOf(cells)
			at := s.place(id, f, e)
			for again := true; again; {
				again = false
				for _, tab := range tabs {
					if x := tab[s.place(id, f, e)]; x != uint16(f<<8|e) {
						f, e = uint32(x>>8), uint32(x&255)
						again = true
					}
				}
			}
			out[at] = uint16(f<<8 | e)
		})
	}
	return out
}
