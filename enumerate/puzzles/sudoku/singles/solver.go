package singles

import (
	"math/bits"
	"sync/atomic"

	"coverstat/enumerate/invariants"
)

// The board is one integer a cell:
//
//   - v > 0: open; bit d is set while digit d+1 may stand there
//   - v < 0: holds the digit whose bit is -v
//   - v = 0: nothing may stand there: the board is dead
//
// Invariants, whenever the queue is empty and the board is not dead:
//
//   - no open cell has a candidate that a peer holds
//   - no open cell has exactly one candidate: such cells go through the queue
//   - open is the number of cells with v > 0
//
// For every guess under way the stack keeps the whole board as it was before
// the guess (n*n integers), the cell, and the candidates not tried yet. Going
// back copies the board; nothing is undone step by step. A frame stays on the
// stack while its last candidate is tried, as it always did in this method. So
// the depth of the stack is the number of guesses on which the board rests.

// Guess is the policy that picks the cell in which to guess.
type Guess int

// The policies; ties go to the first cell by rows.
const (
	fewest Guess = iota // fewest candidates
	first               // first open cell by rows
	most                // most candidates
)

// Policies are the names of the policies, in order.
var Policies = [...]string{fewest: "fewest", first: "first", most: "most"}

// Settings say how to solve. The zero value finds all solutions with naked
// singles and the fewest candidates.
type Settings struct {
	Guess  Guess
	Hidden bool // place hidden singles too, when no naked one is left
	Limit  int  // stop at so many solutions; 0: none
	// NodeLimit ends the search after so many guesses; 0: never.
	NodeLimit int64
	// Stop is looked at every 1,024 guesses; nil: never.
	Stop *atomic.Bool
	// Trace, if not nil, sees every step.
	Trace func(Step)
}

// Counters counts the work of one Solve. It depends on puzzle and options alone.
type Counters struct {
	Guesses int64 // candidates tried
	Naked   int64 // naked singles placed, on all branches
	Hidden  int64 // hidden singles placed, on all branches
	Deepest int   // largest number of frames on the stack
	// BySingles: a solution was reached without a guess.
	BySingles bool
	// Unfinished: the search ended early, by NodeLimit or Stop. The count is then the
	// number of solutions found so far.
	Unfinished bool
}

// Kind is the kind of a step.
type Kind int

// The kinds of steps.
const (
	Start    Kind = iota // all givens are placed
	Naked                // a naked single was placed
	Hidden               // a hidden single was placed
	Guessed              // a candidate was tried: number Number of Of
	Dead                 // a cell (or, with hidden singles, a digit) has no place left
	Back                 // the board before the last guess is restored
	Solution             // every cell is filled
)

// A Step is one step of the search. The board belongs to the solver and shows
// the state after the step. Cells that are about to be filled still show their
// one candidate.
type Step struct {
	Kind       Kind
	Cell       int // of Naked, Hidden, Guessed and Back; else -1
	Digit      int // of Naked, Hidden and Guessed
	Number, Of int // of Guessed: which candidate of how many
	Depth      int // frames on the stack
	Board      []int32
}

const stopInterval = 1024

// A Solver holds the tables of a box shape and the stack. It is for one
// goroutine at a time. Solving does not allocate.
type Solver struct {
	side  int
	peers []int16 // degree of them a cell
	units []int16 // side of them a unit: rows, columns, boxes
	board []int32
	open  int
	queue []int16 // naked singles to place, first in first out
	head  int
	saved []int32 // boards of the stack
	stack []frame
	grid  []byte
}

type frame struct {
	cell   int
	left   int32 // candidates not tried yet
	number int
	of     int
	open   int
}

// New returns a solver for boxes of the given rows and columns, at most 25 cells.
// It takes 4 bytes for each pair of cells: 26 kB for 3x3, 1.6 MB for 5x5.
func New(boxRows, boxCols int) *Solver {
	n := boxRows * boxCols
	cells := n * n
	s := &Solver{
		side:  n,
		units: make([]int16, 0, 3*cells),
		board: make([]int32, cells),
		queue: make([]int16, cells),
		saved: make([]int32, cells*cells),
		stack: make([]frame, 0, cells),
		grid:  make([]byte, cells),
	}
	box := func(cell int) int { return cell/n/boxRows*boxRows + cell%n/boxCols }
	for a := range cells {
		for b := range cells {
			if a != b && (a/n == b/n || a%n == b%n || box(a) == box(b)) {
				s.peers = append(s.peers, int16(b))
			}
		}
	}
	for _, unit := range []func(int) int{func(c int) int { return c / n }, func(c int) int { return c % n }, box} {
		for u := range n {
			for c := range cells {
				if unit(c) == u {
					s.units = append(s.units, int16(c))
				}
			}
		}
	}
	return s
}

// Solve counts the solutions of a puzzle. givens has the digit of each cell, 0
// for an empty one. visit, which may be nil, sees each solution; the grid
// belongs to the solver, and returning false ends the search.
func (s *Solver) Solve(givens []byte, opt Settings, visit func(grid []byte) bool) (count int, counters Counters) {
	alive := s.load(givens)
	s.show(&opt, Step{Kind: Start, Cell: -1})
	for {
		if alive {
			alive = s.fill(&opt, &counters)
		}
		if invariants.Enabled && alive {
			s.checkInvariants()
		}
		switch {
		case !alive:
			s.show(&opt, Step{Kind: Dead, Cell: -1})
		case s.open == 0:
			count++
			counters.BySingles = counters.BySingles || len(s.stack) == 0
			s.show(&opt, Step{Kind: Solution, Cell: -1})
			if visit != nil && !visit(s.solution()) || count == opt.Limit {
				return count, counters
			}
		default:
			s.push(opt.Guess)
			counters.Deepest = max(counters.Deepest, len(s.stack))
		}
		if !s.next(&opt, &counters, &alive) {
			return count, counters
		}
	}
}

// load places the givens and reports whether the board is alive.
func (s *Solver) load(givens []byte) bool {
	all := int32(1)<<s.side - 1
	for i := range s.board {
		s.board[i] = all
	}
	s.open, s.head, s.queue, s.stack = len(s.board), 0, s.queue[:0], s.stack[:0]
	for i, v := range givens {
		if v == 0 {
			continue
		}
		bit := int32(1) << (v - 1)
		if s.board[i]&bit == 0 || !s.place(i, bit) {
			return false
		}
	}
	return true
}

// place puts a digit into an open cell and takes it from the peers. It returns
// false, with the work half done, when a peer has no candidate left.
func (s *Solver) place(cell int, bit int32) bool {
	s.board[cell] = -bit
	s.open--
	degree := len(s.peers) / len(s.board)
	for _, p := range s.peers[cell*degree : (cell+1)*degree] {
		v := s.board[p]
		if v < 0 || v&bit == 0 {
			continue
		}
		v &^= bit
		s.board[p] = v
		if v&(v-1) == 0 {
			if v == 0 {
				return false
			}
			s.queue = append(s.queue, p)
		}
	}
	return true
}

// fill places singles until none is left or the board is dead.
func (s *Solver) fill(opt *Settings, counters *Counters) bool {
	for {
		for s.head < len(s.queue) {
			cell := int(s.queue[s.head])
			s.head++
			bit := s.board[cell]
			if bit < 0 {
				continue // placed meanwhile, as a given or a hidden single
			}
			counters.Naked++
			alive := s.place(cell, bit)
			s.show(opt, Step{Kind: Naked, Cell: cell, Digit: digit(bit)})
			if !alive {
				return false
			}
		}
		s.head, s.queue = 0, s.queue[:0]
		if !opt.Hidden || s.open == 0 {
			return true
		}
		cell, bit, alive := s.hiddenSingle()
		if !alive {
			return false
		}
		if bit == 0 {
			return true
		}
		counters.Hidden++
		alive = s.place(cell, bit)
		s.show(opt, Step{Kind: Hidden, Cell: cell, Digit: digit(bit)})
		if !alive {
			return false
		}
	}
}

// hiddenSingle returns the first hidden single, rows before columns before
// boxes; bit 0 if there is none. alive is false if a unit has no place for a
// digit.
func (s *Solver) hiddenSingle() (cell int, bit int32, alive bool) {
	all := int32(1)<<s.side - 1
	for u := 0; u < len(s.units); u += s.side {
		unit := s.units[u : u+s.side]
		var once, twice, held int32
		for _, c := range unit {
			v := s.board[c]
			if v < 0 {
				held |= -v
				continue
			}
			twice |= once & v
			once |= v
		}
		if once|held != all {
			return 0, 0, false
		}
		if single := once &^ twice; single != 0 {
			bit = single & -single
			for _, c := range unit {
				if v := s.board[c]; v > 0 && v&bit != 0 {
					return int(c), bit, true
				}
			}
		}
	}
	return 0, 0, true
}

// push saves the board and opens a guess in the cell that the policy picks.
func (s *Solver) push(policy Guess) {
	best, of := -1, 0
	for i, v := range s.board {
		if v < 0 {
			continue
		}
		n := bits.OnesCount32(uint32(v))
		if best >= 0 && (policy == fewest && n >= of || policy == most && n <= of) {
			continue
		}
		best, of = i, n
		if policy == first || policy == fewest && n == 2 {
			break
		}
	}
	copy(s.saved[len(s.stack)*len(s.board):], s.board)
	s.stack = append(s.stack, frame{cell: best, left: s.board[best], of: of, open: s.open})
}

// next tries the next candidate of the latest guess that has one left, after
// restoring the board. It returns false when the search is over.
func (s *Solver) next(opt *Settings, counters *Counters, alive *bool) bool {
	for len(s.stack) > 0 {
		f := &s.stack[len(s.stack)-1]
		if f.left == 0 {
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		if opt.NodeLimit > 0 && counters.Guesses == opt.NodeLimit ||
			counters.Guesses%stopInterval == 0 && opt.Stop != nil && opt.Stop.Load() {
			counters.Unfinished = true
			return false
		}
		if f.number > 0 {
			copy(s.board, s.saved[(len(s.stack)-1)*len(s.board):])
			s.open, s.head, s.queue = f.open, 0, s.queue[:0]
			s.show(opt, Step{Kind: Back, Cell: f.cell})
		}
		bit := f.left & -f.left
		f.left &^= bit
		f.number++
		counters.Guesses++
		*alive = s.place(f.cell, bit)
		s.show(opt, Step{Kind: Guessed, Cell: f.cell, Digit: digit(bit), Number: f.number, Of: f.of})
		return true
	}
	return false
}

// digit returns the digit of a bit.
func digit(bit int32) int { return bits.TrailingZeros32(uint32(bit)) + 1 }

// solution returns the filled board as digits.
func (s *Solver) solution() []byte {
	for i, v := range s.board {
		s.grid[i] = byte(digit(-v))
	}
	return s.grid
}

// show gives a step to the trace.
func (s *Solver) show(opt *Settings, step Step) {
	if opt.Trace == nil {
		return
	}
	step.Depth, step.Board = len(s.stack), s.board
	opt.Trace(step)
}
