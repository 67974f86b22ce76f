package bands

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"
)

// maxDepth bounds the boards alive at once. Each guess fixes the pattern of one
// digit in one of its six bands and stacks, so no branch holds more than 54.
const maxDepth = 55

// stopInterval is the number of nodes between two looks at the stop flag.
const stopInterval = 1024

// Effort counts the work of one Solve. It depends on the puzzle and the limit
// alone.
type Effort struct {
	Nodes   int64 // boards propagated
	Guesses int64 // boards branched on
}

// Solver holds the boards of a search, 18 kB, and is reused from puzzle to
// puzzle without allocating. It is for one goroutine at a time.
type Solver struct {
	boards [maxDepth]board
	digit  [9]uint8 // digit of the puzzle that the board calls d
	limit  int
	found  int
	visit  func(*[81]byte) bool
	halted bool
	stop   *atomic.Bool
	effort Effort
	grid   [81]byte
}

// New returns a Solver.
func New() *Solver { return &Solver{} }

// StopOn makes Solve look at flag every 1,024 nodes and return early, with the
// solutions counted so far, once it is set.
func (s *Solver) StopOn(flag *atomic.Bool) { s.stop = flag }

// Solve counts the solutions of a puzzle: cells by rows, 1 to 9 for a given, 0
// for an empty cell. It stops at limit solutions (0: no limit),
// when visit returns false, or when the stop flag is set. visit, which may be
// nil, sees each solution once, in an order that depends on the puzzle alone;
// the grid belongs to the Solver. Contradictory givens have no solution.
func (s *Solver) Solve(givens *[81]byte, limit int, visit func(grid *[81]byte) bool) (int, Effort) {
	s.limit, s.visit, s.found, s.halted, s.effort = limit, visit, 0, false, Effort{}
	if s.load(givens) {
		s.search(0, allDirty)
	}
	return s.found, s.effort
}

// load sets the first board to the givens, digits renumbered by the number of
// their givens, most first: propagation takes the lowest digit first and the
// fullest one says most. It reports false if two givens in a row of a band or in
// a box are in conflict; two in a column leave a stack without a pattern.
func (s *Solver) load(givens *[81]byte) bool {
	lo, hi := givenBits(givens)
	g := &s.boards[0]
	g.open = [4]uint64{
		allCells &^ bandOf(lo), allCells &^ bandOf(lo>>27), allCells &^ bandOf(lo>>54|hi<<10), 0,
	}
	var words [16][4]uint64 // by digit of the puzzle
	for v := 1; v <= 9; v++ {
		words[v] = [4]uint64{g.open[0] | allLanes, g.open[1] | allLanes, g.open[2] | allLanes}
	}
	var many uint64 // givens of digit v in six bits from 6v
	for b := range 3 {
		open := g.open[b]
		for m := allCells &^ open; m != 0; m &= m - 1 {
			k := bits.TrailingZeros64(m) & 63
			v := givens[tab.index[b][k]%81] & 15
			many += 1 << (6 * v & 63)
			w, keep := &words[v][b], tab.place[k]
			if *w&^(keep|open) != 0 {
				return false // a given that this one excludes
			}
			*w = *w&keep | 1<<k
		}
	}

	// A counting sort within one word. First the digits with n givens are counted in
	// the six bits from 60-6n; the product adds to each count those of all greater
	// n and so leaves, in the six bits from 54-6n, how many digits have more than n:
	// the place of the next digit with n givens. No digit has more than nine, or two
	// would have excluded each other.
	var rank uint64
	for v := uint64(1); v <= 9; v++ {
		rank += 1 << (60 - 6*(many>>(6*v)&63))
	}
	rank *= 0o0101010101010101010101
	for v := uint64(1); v <= 9; v++ {
		at := 54 - 6*(many>>(6*v)&63)
		d := rank >> at & 15
		rank += 1 << at
		g.word[d] = words[v]
		s.digit[d] = uint8(v)
	}
	return true
}

// givenBits returns one bit a cell, set if it is given: cells 0 to 63 and 64 to
// 80. Eight cells at a time: adding 7f carries into the top bit of every byte that
// is not 0, and the product gathers the eight top bits. A loop of 81 branches on
// what is as good as random would cost as much as half an easy puzzle.
func givenBits(givens *[81]byte) (lo, hi uint64) {
	for i := range 10 {
		x := binary.LittleEndian.Uint64(givens[8*i:])
		top := (x&0x7f7f7f7f7f7f7f7f + 0x7f7f7f7f7f7f7f7f | x) >> 7 & 0x0101010101010101
		eight := top * 0x0102040810204080 >> 56
		if i < 8 {
			lo |= eight << (8 * i)
		} else {
			hi |= eight << (8*i - 64)
		}
	}
	return lo, hi | uint64(bit(uint64(givens[80])))<<16
}

// bandOf lays out the lowest 27 bits, cells of a band by rows, as cells of a word.
func bandOf(x uint64) uint64 {
	row := func(x uint64) uint64 { return x&7 | x>>3&7<<boxBits | x>>6&7<<(2*boxBits) }
	return row(x) | row(x>>9)<<3 | row(x>>18)<<6
}

// search propagates the board at a depth and branches on what is left open. A
// branch gives one digit one pattern in one band or stack: patterns are tried in
// the order of the permutations, the last on the board itself.
func (s *Solver) search(depth int, dirty uint32) {
	s.effort.Nodes++
	if s.effort.Nodes%stopInterval == 0 && s.stop != nil && s.stop.Load() {
		s.halted = true
		return
	}
	g := &s.boards[depth]
	result := g.propagate(dirty)
	if checking && result != dead {
		g.mustHold()
	}
	switch result {
	case dead:
		return
	case solved:
		s.emit(g)
		return
	}
	s.effort.Guesses++
	line, d := g.choose()
	var present uint64
	if line < 3 {
		present = g.word[d][line] >> mayShift & (7 * everyBox) * gather >> 55
	} else {
		present = g.stackPatterns(d) >> (boxBits * (line - 3)) & 511
	}
	for try := uint32(tab.inside[present&511]); try != 0; {
		p := bits.TrailingZeros32(try)
		try &= try - 1
		child, childDepth := g, depth
		if try != 0 {
			childDepth++
			child = &s.boards[childDepth]
			*child = *g
		}
		w := &child.word[d]
		if line < 3 {
			w[line] &= tab.rowPattern[p]
		} else {
			keep := &tab.colPattern[line-3][p]
			w[0] &= keep[0]
			w[1] &= keep[1]
			w[2] &= keep[2]
		}
		s.search(childDepth, 1<<d)
		if s.halted {
			return
		}
	}
}

// wideBoard is the number of open cells from which choose looks at undecided
// digits before patterns.
const wideBoard = 54

// choose returns the line to branch on, a band (0 to 2) or stack (3 to 5), and
// the digit. The line: on a wide board the one with the fewest undecided
// digits, of these the one with the most patterns over its digits; on any other
// board the one with the fewest patterns; then the first. The digit: of those
// undecided there, the one with just two patterns in the most lines of the
// board, for each of these is settled as soon as one of the two falls; then the
// last.
//
// Nodes a puzzle (17 clues; top1465; forum hardest, 3,047 of 48,766 and 375):
//
//	this rule                                        2.34  19.0  104  116
//	digit with the fewest patterns in the line       2.55  19.7  114  146
//	and line with the fewest patterns always         2.34  19.1  123  210
//	and line with the fewest undecided digits always 2.94  20.5  114  146
//
// Of the digits with the most patterns, or with two in the line before others,
// some take 3% fewer nodes on the hardest puzzles and 2% more on others.
func (g *board) choose() (line, digit int) {
	const (
		field = 10 // bits a line: patterns in the low six, undecided digits above
		every = 1 | 1<<field | 1<<(2*field) | 1<<(3*field) | 1<<(4*field) | 1<<(5*field)
		two   = 64 + 2 // the entry of an undecided digit with two patterns
	)
	var counts [9]uint64
	var sum uint64
	for d := range g.word {
		w := &g.word[d]
		v := g.stackPatterns(d)
		n := uint64(tab.patterns[w[0]>>mayShift&(7*everyBox)*gather>>55]) |
			uint64(tab.patterns[w[1]>>mayShift&(7*everyBox)*gather>>55])<<field |
			uint64(tab.patterns[w[2]>>mayShift&(7*everyBox)*gather>>55])<<(2*field) |
			uint64(tab.patterns[v&511])<<(3*field) |
			uint64(tab.patterns[v>>boxBits&511])<<(4*field) |
			uint64(tab.patterns[v>>(2*boxBits)&511])<<(5*field)
		counts[d] = n
		sum += n
	}
	var flip, keep uint32 = 0, 63
	if bits.OnesCount64(g.open[0])+bits.OnesCount64(g.open[1])+bits.OnesCount64(g.open[2]) >= wideBoard {
		flip, keep = 63, 1023
	}
	best := ^uint32(0)
	for l := range uint32(6) {
		n := uint32(sum>>(field*l)) & 1023
		decided := (n - 64) >> 31 // 1 if no digit is undecided: never chosen
		best = min(best, decided<<20|((n^flip)&keep)<<3|l)
	}
	line = int(best & 7)
	best = ^uint32(0)
	for d, n := range counts {
		// Entries are below 128, so adding 127 sets bit 7 unless one is 0.
		others := uint32(bits.OnesCount64(((n ^ two*every) + 127*every) & (128 * every)))
		decided := (uint32(n>>(field*line))&63 - 2) >> 31
		best = min(best, decided<<20|others<<4|uint32(8-d))
	}
	return line, int(8 - best&15)
}

// stackPatterns gathers a digit's minicolumn presence: nine bits a stack, at the
// stack's box offset.
func (g *board) stackPatterns(d int) uint64 {
	w := &g.word[d]
	const shift = mayShift + columns
	return w[0]>>shift&firstRows | w[1]>>shift&firstRows<<3 | w[2]>>shift&firstRows<<6
}

// emit counts a solved board and shows it.
func (s *Solver) emit(g *board) {
	s.found++
	if s.visit != nil {
		for d := range g.word {
			for b := range 3 {
				for m := g.word[d][b] & allCells; m != 0; m &= m - 1 {
					s.grid[tab.index[b][bits.TrailingZeros64(m)]] = s.digit[d]
				}
			}
		}
		s.halted = !s.visit(&s.grid)
	}
	if s.found == s.limit {
		s.halted = true
	}
}
