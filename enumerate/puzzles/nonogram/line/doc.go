// Package line is complete logic for one line of a nonogram. From what is known of the
// cells it finds every cell that is the same in all placements of the clue, and the window
// of every block: its leftmost and rightmost place. It explains each cell found by a
// minimal set of other cells, and says how probable the others are black.
//
// The package owns the line automaton and its sweeps. It knows no puzzle, no second
// line and no guess: the crossing lines belong to package search, the rules that a
// person would use to package theorems.
//
//	a, err := line.New([]int{2, 1}, 5, 1)
//	sweeps := a.NewSweeps()
//	found, ok := a.Deduce(sweeps, cells, 0, 4, nil)
//
// # The automaton in a word
//
// A clue n1 … nk becomes the states
//
//	e0  f f … f  e1  f f … f  e2  …  ek
//
// with n1, n2 … states f: sum + k + 1 bits, state s in bit s. A state says how much of
// the clue has been read. In a state e the automaton is in a gap, in a state f inside a
// block. Reading a black cell moves every state one up and keeps those that arrive at
// an f. A crossed cell keeps or moves those that arrive at an e. A blank cell does both.
// With masks F and E of the two kinds:
//
//	black    D' = (D<<1) & F
//	crossed  D' = (D | D<<1) & E
//	blank    D' = (D<<1) & (F|E) | D & E
//
// The run starts in e0 and must end in ek or in the last f. This is the "shift-and"
// string matcher (Baeza-Yates and Gonnet, 1992) on Glushkov's automaton. Its states can
// be shifted because every arrow leads to the next state or to the state itself.
//
// D runs forward over the cells; the same arrows run backward give B. A cell with D
// before it and B after it can be black if and only if (D<<1) & F & B is not empty, and
// crossed if and only if (D | D<<1) & E & B is not empty. So two sweeps settle a line. The clue
// 2 1 and five cells, of which the middle one is black (ExampleAutomaton_Deduce):
//
//	0 ?  D e0 - - - - -    B e0 - f e1 - -    crossed: black would lead to the first f
//	1 ?  D e0 f - - - -    B - f - e1 - -     black, to the first f
//	2 #  D e0 f f - - -    B - - f e1 f e2
//	3 ?  D - f f - - -     B - - - e1 f e2    crossed, to e1
//	4 ?  D - - f e1 - -    B - - - - f e2     black, to the last f
//
// A line of 25 random cells takes 90 ns. The automaton takes lines of any length: one word
// up to 64 states, two up to 128, and as many as needed beyond. The number of states
// decides, not that of cells: an almost empty line of 200 cells fits in one word. What
// else was tried: NOTES.md.
//
// # Naming
//
//	a   automaton            n   cells of the line
//	i   cell, 0 … n-1        w   words of a state set
//	d   states before cell i, in the forward sweep (fwd)
//	b   states after it from which acceptance can be reached (bwd)
//	lo, hi   first and last cell changed since the last sweep
package line
