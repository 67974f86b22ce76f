package theorems

import "coverstat/enumerate/puzzles/nonogram/line"

// Tally says how far the rules reach on all lines of up to some length. A state
// is a clue with known cells such that a placement exists. A state is open if
// complete line logic settles a further cell.
type Tally struct {
	States, Open int
	Cells        int // settled by complete logic

	PrintedCells int // settled by the printed order
	AgainCells   int // settled by all six to the fixpoint
	PrintedShort int // open states where the printed order settles less than the fixpoint
	PrintedEqual int // open states where the printed order settles all
	AgainEqual   int // open states where the fixpoint settles all

	ShortClue  []int // the first state where the printed order falls short of the fixpoint
	ShortCells []line.Cell
	MissClue   []int // the first state where the fixpoint falls short of complete logic
	MissCells  []line.Cell
}

// Census goes through every clue and state of the lines of from … to cells and
// compares the two orders with complete logic. It answers whether the printed
// order suffices. Lines of up to 8 cells have 492,535 states, which take a few
// seconds; one more cell takes five times as long.
func Census(from, to int) Tally {
	var t Tally
	var s State
	for n := from; n <= to; n++ {
		line.EachClue(n, func(clue []int) {
			a, err := line.New(clue, n, 1)
			if err != nil {
				panic(err) // EachClue yields clues that fit
			}
			sweeps := a.NewSweeps()
			var found []line.Deduction
			eachState(n, func(cells []line.Cell) {
				var ok bool
				found, ok = a.Deduce(sweeps, cells, 0, n-1, found[:0])
				if !ok {
					return
				}
				t.States++
				if len(found) == 0 {
					return
				}
				t.Open++
				t.Cells += len(found)
				reach := func(o Order) int {
					s.Load(clue, cells)
					s.Run(o)
					k := 0
					for i, c := range s.Cells() {
						if c != cells[i] {
							k++
						}
					}
					return k
				}
				printed, again := reach(Printed), reach(Fixpoint)
				t.PrintedCells += printed
				t.AgainCells += again
				if printed == len(found) {
					t.PrintedEqual++
				}
				if printed < again {
					if t.PrintedShort == 0 {
						t.ShortClue, t.ShortCells = append(t.ShortClue, clue...), append(t.ShortCells, cells...)
					}
					t.PrintedShort++
				}
				if again == len(found) {
					t.AgainEqual++
				} else if t.MissCells == nil {
					t.MissClue, t.MissCells = append(t.MissClue, clue...), append(t.MissCells, cells...)
				}
			})
		})
	}
	return t
}

// Run applies an order to one line. It returns false if the line can no longer
// be completed.
func (s *State) Run(o Order) bool {
	each := func(ts []Theorem) (sum int, ok bool) {
		for _, t := range ts {
			n := s.Apply(t)
			if n < 0 {
				return 0, false
			}
			sum += n
		}
		return sum, true
	}
	if _, ok := each(o.First); !ok {
		return false
	}
	for {
		n, ok := each(o.Loop)
		if !ok {
			return false
		}
		if n == 0 {
			break
		}
	}
	_, ok := each(o.Last)
	return ok
}
