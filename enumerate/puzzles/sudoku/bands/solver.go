package bands

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"

	"coverstat/enumerate/invariants"
)

// maxDepth bounds the number of boards in use at once. Each guess fixes the
// pattern of one digit in one of its six bands and stacks, so a path has at
// most 54 guesses.
const maxDepth = 55

// stopInterval is the number of nodes between two looks at the stop flag.
const stopInterval = 1024

// Counters counts the work of one Solve. It depends only on the puzzle and the limit.
type Counters struct {
	Nodes   int64 // boards propagated
	Guesses int64 // boards branched on
}

// A Solver holds the boards of a search, 34 kB. It solves one puzzle after
// another without allocating. It is for one goroutine at a time.
type Solver struct {
	boards   [maxDepth]board
	words    [16][8]uint64 // of load: the words of the first board by digit of the puzzle
	digit    [9]uint8      // digit of the puzzle that the board calls d
	loose    bool          // the puzzle has so many givens that it is searched by chooseLoose
	limit    int
	found    int
	visit    func([]byte) bool
	halted   bool
	stop     *atomic.Bool
	counters Counters
	grid     [256]byte // of which 81 are used: an index of 8 bits needs no check
}

// New returns a Solver.
func New() *Solver { return &Solver{} }

// StopOn makes Solve look at a flag every 1,024 nodes. Once the flag is set,
// Solve returns with the solutions counted so far.
func (s *Solver) StopOn(flag *atomic.Bool) { s.stop = flag }

// Solve counts the solutions of a puzzle, given by rows: 1 to 9 for a given, 0
// for an empty cell. It stops at limit solutions (0 means no limit), when visit
// returns false, or when the stop flag is set. visit, which may be nil, sees
// each solution once, in an order that depends on the puzzle alone; the grid
// belongs to the Solver. Contradictory givens have no solution.
func (s *Solver) Solve(givens *[81]byte, limit int, visit func(grid []byte) bool) (int, Counters) {
	s.limit, s.visit, s.found, s.halted, s.counters = limit, visit, 0, false, Counters{}
	if s.load(givens) {
		s.search(0, allDirty)
	}
	return s.found, s.counters
}

// ShowNoMore, called by visit, makes Solve count the other solutions without showing them.
func (s *Solver) ShowNoMore() { s.visit = nil }

// load sets the first board to the givens. It numbers the digits anew by the
// number of their givens, most first: propagation takes the lowest digit first,
// and the one with the most givens says most. It returns false if two givens
// conflict in a row of a band or in a box. Two in a column leave a stack
// without a pattern, which propagation finds.
func (s *Solver) load(givens *[81]byte) bool {
	lo, hi := givenBits(givens)
	g := &s.boards[0]
	g.open = [4]uint64{
		allCells &^ bandOf(lo), allCells &^ bandOf(lo>>27), allCells &^ bandOf(lo>>54|hi<<10), allDirty,
	}
	s.loose = g.openCells() <= 81-looseGivens
	free := [8]uint64{g.open[0] | allLanes, g.open[1] | allLanes, g.open[2] | allLanes, 0, allLanes, allLanes, allLanes}
	for v := 1; v <= 9; v++ {
		s.words[v] = free // a variable on the stack would be cleared first, which takes 3% of the time
	}
	var many uint64 // givens of digit v in six bits from 6v
	for b := range 3 {
		index := &tab.index[b]
		for m := allCells &^ g.open[b]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros64(m) & 63
			v := givens[index[k]] & 15
			many += 1 << (6 * v & 63)
			w, keep := &s.words[v], tab.keep[k]
			if w[placed+b]&^keep != 0 {
				return false // a given that this one excludes
			}
			w[b] &= keep
			w[placed+b] |= 1 << k
		}
	}

	// This is a counting sort within one word. First the digits with n givens
	// are counted in the six bits from 60-6n. The product adds to each count
	// the counts of all greater n. So the six bits from 54-6n hold how many
	// digits have more than n givens: the place of the next digit with n
	// givens. No digit has more than nine, or two of them would have excluded
	// each other.
	var rank uint64
	for v := uint64(1); v <= 9; v++ {
		rank += 1 << (60 - 6*(many>>(6*v)&63))
	}
	rank *= 0o0101010101010101010101
	for v := uint64(1); v <= 9; v++ {
		at := 54 - 6*(many>>(6*v)&63)
		d := rank >> at & 15
		rank += 1 << at
		g.word[d] = s.words[v]
		s.digit[d] = uint8(v)
	}
	return true
}

// givenBits returns one bit a cell, set if the cell is given: cells 0 to 63 in
// lo, 64 to 80 in hi. It takes eight cells at a time: adding 7f carries into
// the top bit of every byte that is not 0, and the product gathers the eight
// top bits. A loop over the cells would have 81 branches that no processor can predict.
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

// bandOf converts the lowest 27 bits, the cells of a band by rows, to the cells
// of a word.
func bandOf(x uint64) uint64 {
	row := func(x uint64) uint64 { return x&7 | x>>3&7<<boxBits | x>>6&7<<(2*boxBits) }
	return row(x) | row(x>>9)<<3 | row(x>>18)<<6
}

// search propagates the board at a depth and branches on what is left open. A
// branch gives one digit one pattern in one band or stack. Patterns are tried
// in the order of the permutations, the last one on the board itself.
func (s *Solver) search(depth int, dirty uint32) {
	s.counters.Nodes++
	if s.counters.Nodes%stopInterval == 0 && s.stop != nil && s.stop.Load() {
		s.halted = true
		return
	}
	g := &s.boards[depth]
	result := g.propagate(dirty)
	if invariants.Enabled && result != dead {
		g.checkInvariants()
	}
	switch result {
	case dead:
		return
	case solved:
		s.emit(g)
		return
	}
	s.counters.Guesses++
	var line, d int
	if s.loose {
		line, d = g.chooseLoose()
	} else {
		line, d = g.choose()
		if invariants.Enabled {
			g.checkChoice(line, d)
		}
	}
	var present uint64
	if line < 3 {
		present = rowPatterns(g.word[d][line])
	} else {
		present = g.stackPatterns(d) >> (stackShift + boxBits*(line-3))
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

// wideBoard is the number of open cells from which choose uses the weights
// wideLine and wideDigit.
const wideBoard = 54

// The weight of a digit that has 2, 3, 4, 5 or 6 patterns left in a line, in
// the sum of the line and in the sum of the digit. A decided digit has weight
// 0.
var (
	narrowLine  = [7]uint16{2: 1, 3: 2, 4: 4, 5: 4, 6: 5}
	narrowDigit = [7]uint16{2: 3, 3: 3, 4: 3, 5: 2, 6: 0}
	wideLine    = [7]uint16{2: 33, 3: 32, 4: 35, 5: 32, 6: 32}
	wideDigit   = [7]uint16{2: 2, 3: 2, 4: 2, 5: 2, 6: 1}
)

// choose returns the line to branch on, a band (0 to 2) or a stack (3 to 5),
// and the digit.
//
// The line is the one with the least sum over its digits, the first one on
// ties. In short, this is the line with the fewest surplus patterns, and on a
// wide board the line with the fewest undecided digits. Of the digits that are
// undecided there it takes the one with the greatest sum over the lines of the
// board. In short, this is the digit that is undecided in the most lines, since
// a branch affects each of them at once. On ties it takes the lowest digit, on
// a wide board the highest. The weights are small numbers near those that a
// hill climb over closures, nodes and guesses found.
//
// The weights of a digit are kept until propagate touches the digit. What else was
// tried, with nodes: NOTES.md.
func (g *board) choose() (line, digit int) {
	weights, flip := &tab.narrow, 15 // flipped, the lowest digit is the greatest
	if g.open[stale]&narrowBit == 0 {
		if g.openCells() >= wideBoard {
			weights, flip = &tab.wide, 0
		} else {
			g.open[stale] = narrowBit | allDirty
		}
	}
	for old := g.open[stale] & allDirty; old != 0; old &= old - 1 {
		d := bits.TrailingZeros64(old)
		n := g.weigh(d, weights)
		total := n >> 6 & (7 * everyLine) * everyLine >> (5 * field) & 31
		g.word[d][weight] = n | (total<<4|uint64(d^flip))<<(6*field)
	}
	g.open[stale] &= narrowBit
	var sum uint64
	for d := range g.word {
		sum += g.word[d][weight] & (63 * everyLine)
	}
	// A line without undecided digits has sum 0, which less 1 is the greatest.
	rank := func(line uint32) uint32 { return (uint32(sum>>(field*line)&511)-1)<<3 | line }
	line = int(min(rank(0), rank(1), rank(2), rank(3), rank(4), rank(5)) & 7)
	chosen := uint64(511) << (field * line & 63)
	var best uint64
	for d := range g.word {
		n := g.word[d][weight]
		if n&chosen == 0 {
			n = 0 // decided in this line
		}
		best = max(best, n)
	}
	return line, int(best>>(6*field)&15) ^ flip
}

// looseGivens is the number of givens from which a puzzle that needs a guess is taken
// to have several solutions. Puzzles with one solution that need a guess have fewer,
// with rare exceptions, which take a few nodes more.
const looseGivens = 32

// chooseLoose is choose for puzzles with so many givens that most guesses lead to a
// solution. There the best guess is the one that leaves the fewest solutions. It takes
// the undecided digit with the fewest givens, in the line where this digit has the most
// patterns, by a fifth of the instructions of choose and with fewer nodes.
func (g *board) chooseLoose() (line, digit int) {
	digit = 8
	for digit > 0 && g.word[digit][0]&g.open[0]|g.word[digit][1]&g.open[1]|g.word[digit][2]&g.open[2] == 0 {
		digit--
	}
	n := g.weigh(digit, &tab.narrow)
	rank := func(line uint32) uint32 { return uint32(n>>(field*line)&63)<<3 | line }
	return int(max(rank(0), rank(1), rank(2), rank(3), rank(4), rank(5)) & 7), digit
}

const (
	field     = 9 // bits a line: a weight in the sum of the line in six, one in the sum of the digit above
	everyLine = 1 | 1<<field | 1<<(2*field) | 1<<(3*field) | 1<<(4*field) | 1<<(5*field)
)

// weigh returns the weights of a digit in the six lines.
func (g *board) weigh(d int, weights *[512]uint16) uint64 {
	w := &g.word[d]
	v := g.stackPatterns(d)
	return uint64(weights[rowPatterns(w[0])]) |
		uint64(weights[rowPatterns(w[1])])<<field |
		uint64(weights[rowPatterns(w[2])])<<(2*field) |
		uint64(weights[v>>stackShift&511])<<(3*field) |
		uint64(weights[v>>(stackShift+boxBits)&511])<<(4*field) |
		uint64(weights[v>>(stackShift+2*boxBits)])<<(5*field)
}

func (g *board) openCells() int {
	return bits.OnesCount64(g.open[0]) + bits.OnesCount64(g.open[1]) + bits.OnesCount64(g.open[2])
}

// rowPatterns returns which minirows a word's digit may take: nine bits, box by box.
func rowPatterns(w uint64) uint64 {
	return w & (7 * everyBox << mayShift) * (gather >> mayShift) >> 55
}

// stackShift is the place of the first stack in the result of stackPatterns.
const stackShift = mayShift + columns

// stackPatterns returns which minicolumns a digit may take: nine bits a stack,
// from stackShift on, a box apart.
func (g *board) stackPatterns(d int) uint64 {
	w := &g.word[d]
	const mask = firstRows << stackShift
	return w[0]&mask | w[1]&mask<<3 | w[2]&mask<<6
}

// emit counts a solved board and shows it.
func (s *Solver) emit(g *board) {
	s.found++
	if s.visit != nil {
		for d := range g.word {
			w, v := &g.word[d], s.digit[d]
			s.put(&tab.index[0], w[placed], v)
			s.put(&tab.index[1], w[placed+1], v)
			s.put(&tab.index[2], w[placed+2], v)
		}
		s.halted = !s.visit(s.grid[:81])
	}
	if s.found == s.limit {
		s.halted = true
	}
}

// put writes digit v into its three cells of a band.
func (s *Solver) put(index *[64]uint8, m uint64, v uint8) {
	m &= allCells
	s.grid[index[bits.TrailingZeros64(m)&63]] = v
	m &= m - 1
	s.grid[index[bits.TrailingZeros64(m)&63]] = v
	m &= m - 1
	s.grid[index[bits.TrailingZeros64(m)&63]] = v
}
