package theorems

import "coverstat/enumerate/puzzles/nonogram/line"

// Tally says how far rules reach on all lines of up to some length. A state is a
// clue with cells known such that a placement exists; it is open if complete
// line logic settles a further cell.
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

// Census runs through every clue and state of the lines of from … to cells and
// compares the two orders with complete logic. It answers whether the printed
// order suffices. Lines of up to 8 cells are 492,535 states of all kinds, a few seconds;
// a cell more costs five times as much.
func Census(from, to int) Tally {
	var t Tally
	var s State
	for n := from; n <= to; n++ {
		EachClue(n, func(clue []int) {
			a, err := line.New(clue, n)
			if err != nil {
				panic(err) // EachClue yields clues that fit
			}
			sweeps := a.NewSweeps()
			var found []line.Found
			EachState(n, func(cells []line.Cell) {
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
				printed, again := reach(Printed), reach(Again)
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

// EachClue calls f with every clue that fits n cells, shorter ones first. The
// slice belongs to EachClue.
func EachClue(n int, f func(clue []int)) {
	var clue []int
	var grow func(blocks, room int)
	grow = func(blocks, room int) {
		if blocks == 0 {
			f(clue)
			return
		}
		for c := 1; c <= room; c++ {
			clue = append(clue, c)
			grow(blocks-1, room-c-1)
			clue = clue[:len(clue)-1]
		}
	}
	for blocks := 0; 2*blocks-1 <= n; blocks++ {
		grow(blocks, n)
	}
}

// EachState calls f with every way to know and not to know n cells. The slice
// belongs to EachState.
func EachState(n int, f func(cells []line.Cell)) {
	cells := make([]line.Cell, n)
	for {
		f(cells)
		i := 0
		for ; i < n && cells[i] == line.Crossed; i++ {
			cells[i] = line.Blank
		}
		if i == n {
			return
		}
		cells[i]++
	}
}
