package cluesets

import (
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// cluesOfLines makes a side that has the clues of lines of n cells, and no tables.
func cluesOfLines(n int) *side {
	s := &side{n: n, clueOf: make([]uint8, 1<<n)}
	line.EachClue(n, func(clue []int) { s.clues = append(s.clues, slices.Clone(clue)) })
	s.lines = make([][]uint32, len(s.clues))
	s.mirror = make([]uint8, len(s.clues))
	find := func(clue []int) uint8 {
		return uint8(slices.IndexFunc(s.clues, func(c []int) bool { return slices.Equal(c, clue) }))
	}
	for v := range s.clueOf {
		id := find(line.ClueOf(nil, lineState(v<<8).cells(n)))
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

// A lineState is what is known of a line: black cells from bit 8, crossed ones from bit 0.
type lineState uint16

func (x lineState) cells(n int) []line.Cell {
	cells := make([]line.Cell, n)
	for i := range cells {
		cells[i] = line.Cell(x>>(8+i)&1)*line.Black | line.Cell(x>>i&1)*line.Crossed
	}
	return cells
}

func stateOf(cells []line.Cell) (x lineState) {
	for i, c := range cells {
		switch c {
		case line.Black:
			x |= 1 << (8 + i)
		case line.Crossed:
			x |= 1 << i
		}
	}
	return x
}

// A table holds, for every clue and state of a line, that state with everything
// that its rules settle. At impossible states it holds the state itself. No
// instance reaches such a state, because it has a solution and the rules are sound.
//
// The place of a clue and a state with black cells f and crossed cells e is
// clue<<2n | f<<n | e.
type table []lineState

func (s *side) place(clue int, x lineState) int {
	return clue<<(2*s.n) | int(x>>8)<<s.n | int(x&255)
}

func (s *side) makeTable(settle func(clue int, x lineState) lineState) table {
	tab := make(table, len(s.clues)<<(2*s.n))
	for clue := range s.clues {
		for f := range lineState(1) << s.n {
			for e := range lineState(1) << s.n {
				if x := f<<8 | e; f&e == 0 {
					tab[s.place(clue, x)] = settle(clue, x)
				}
			}
		}
	}
	return tab
}

// lineTable is the table of complete line logic.
func (s *side) lineTable() table {
	return s.makeTable(func(clue int, x lineState) lineState {
		a, err := line.New(s.clues[clue], s.n, 1)
		if err != nil {
			panic(err) // the clue was read off a line
		}
		cells := x.cells(s.n)
		found, _ := a.Deduce(a.NewSweeps(), cells, 0, s.n-1, nil)
		for _, f := range found {
			cells[f.Pos()] = f.Cell()
		}
		return stateOf(cells)
	})
}

// theoremTable is the table of one application of one theorem.
func (s *side) theoremTable(t theorems.Theorem) table {
	var state theorems.State
	return s.makeTable(func(clue int, x lineState) lineState {
		if !state.Load(s.clues[clue], x.cells(s.n)) {
			return x
		}
		state.Apply(t)
		return stateOf(state.Cells())
	})
}

// closure is the table of the fixpoint of several tables on one line.
func (s *side) closure(tabs []table) table {
	return s.makeTable(func(clue int, x lineState) lineState {
		for again := true; again; {
			again = false
			for _, tab := range tabs {
				if y := tab[s.place(clue, x)]; y != x {
					x, again = y, true
				}
			}
		}
		return x
	})
}
