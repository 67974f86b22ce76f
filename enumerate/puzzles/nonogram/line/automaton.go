package line

import (
	"errors"
	"slices"
	"strconv"
)

// Cell is what is known of one cell.
type Cell = uint8

// The three states of a cell. Every table of this package is indexed by them.
const (
	Blank   Cell = iota // nothing known
	Black               // part of a block
	Crossed             // part of no block
)

// maxCells bounds the length of a line: a [Deduction] holds a position in an int32, with two
// bits for the cell.
const maxCells = 1 << 24

// A Deduction is a cell that complete logic settled: its position and its value.
type Deduction int32

// Pos returns the position of the settled cell in its line.
func (f Deduction) Pos() int { return int(f >> 2) }

// Cell returns the value of the settled cell, Black or Crossed.
func (f Deduction) Cell() Cell { return Cell(f & 3) }

// An Automaton recognises the lines of n cells that satisfy one clue. In black and white it never changes
// and may be shared.
type Automaton struct {
	n, states, words int
	kernel           kernel

	// One word: the states that survive a step up (move) and a step on the spot
	// (stay), by the cell read. Entry 3 is never read; it saves a bounds check.
	move, stay [4]uint64
	accept     uint64

	// Two words: the same in pairs.
	move2, stay2 [4][2]uint64
	accept2      [2]uint64

	// Any number of words.
	f, e, acceptN []uint64

	*coloured // nil in black and white
}

// kernel says by which procedures lines are read.
type kernel uint8

const (
	kernelOne kernel = iota + 1 // one word
	kernelTwo
	kernelMany
	kernelColoured
)

// AppendClue appends a clue as text: its numbers with commas between them, 0 for
// the empty clue. Behind the numbers of the second colour and those after it stands a
// letter: b, c, ….
func AppendClue(dst []byte, clue []int) []byte {
	if len(clue) == 0 {
		return append(dst, '0')
	}
	for i, run := range clue {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(Length(run)), 10)
		if colour := Colour(run); colour > 0 {
			dst = append(dst, Letter(colour))
		}
	}
	return dst
}

// Letter returns the letter of a colour: a to z, then A to Z.
func Letter(colour int) byte {
	if colour < 26 {
		return 'a' + byte(colour)
	}
	return 'A' + byte(colour-26)
}

// EachClue calls f with every clue that fits n cells, those with fewer blocks
// first. The slice is valid during the call only.
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

// Fit returns an error unless the clue can be placed in a line of n cells. The empty clue means an
// empty line.
func Fit(clue []int, n int) error {
	need := 0
	for i, run := range clue {
		c := Length(run)
		if c <= 0 {
			return errors.New(string(AppendClue([]byte("clue "), clue)) + ": numbers must be positive")
		}
		if c > maxCells {
			need = c // no sum, which might be too large a number
			break
		}
		if i > 0 {
			need += gap(clue[i-1], run)
		}
		need += c
	}
	if need > n {
		return errors.New(string(AppendClue([]byte("clue "), clue)) + " needs " + strconv.Itoa(need) +
			" cells, the line has " + strconv.Itoa(n))
	}
	return nil
}

// New builds the automaton of a clue for lines of n cells that may have so many
// colours. It takes 3·words·8 bytes and a few hundred more. With more than one colour,
// every array of cells has colours+1 places for each cell: place i·(colours+1) + v is
// Black if cell i is the v-th of Black, Crossed, …, the cells of pictures, and Crossed
// if it is not; the automaton then has working memory of its own and may not be shared.
func New(clue []int, n, colours int) (*Automaton, error) {
	return build(clue, n, colours, func(v int) int { return v })
}

// Mirrored builds the automaton of the line read from its other end: the places of cells
// come in the opposite order.
func Mirrored(clue []int, n, colours int) (*Automaton, error) {
	back := slices.Clone(clue)
	slices.Reverse(back)
	return build(back, n, colours, func(v int) int { return colours - v })
}

// build builds an automaton in which value v of a cell of several colours has place at(v).
func build(clue []int, n, colours int, at func(v int) int) (*Automaton, error) {
	if err := Fit(clue, n); err != nil {
		return nil, err
	}
	a := &Automaton{n: n, states: len(clue) + 1}
	for _, run := range clue {
		a.states += Length(run)
	}
	a.words = (a.states + 63) / 64
	k := a.words
	a.kernel = kernel(min(k, int(kernelMany)))
	sets := make([]uint64, 3*k)
	a.f, a.e, a.acceptN = sets[:k:k], sets[k:2*k:2*k], sets[2*k:]
	set := func(m []uint64, s int) { m[s>>6] |= 1 << (s & 63) }
	s := 0
	set(a.e, s)
	for _, run := range clue {
		for range Length(run) {
			s++
			set(a.f, s)
		}
		s++
		set(a.e, s)
	}
	set(a.acceptN, s)
	if s > 0 {
		set(a.acceptN, s-1)
	}
	switch a.words {
	case 1:
		f, e := a.f[0], a.e[0]
		a.move = [4]uint64{Blank: f | e, Black: f, Crossed: e}
		a.stay = [4]uint64{Blank: e, Crossed: e}
		a.accept = a.acceptN[0]
	case 2:
		for w := range 2 {
			f, e := a.f[w], a.e[w]
			a.move2[Blank][w], a.move2[Black][w], a.move2[Crossed][w] = f|e, f, e
			a.stay2[Blank][w], a.stay2[Crossed][w] = e, e
			a.accept2[w] = a.acceptN[w]
		}
	}
	if colours > 1 {
		a.kernel, a.coloured = kernelColoured, newColoured(a, clue, colours, at)
	}
	return a, nil
}

// ClueOf appends to dst the clue of a line. Blank cells count as crossed.
func ClueOf(dst []int, cells []Cell) []int {
	run, last := 0, Crossed
	for _, c := range cells {
		if c == Blank {
			c = Crossed
		}
		if c == last {
			run++
			continue
		}
		if last != Crossed {
			dst = append(dst, Run(run, ColourOf(last)))
		}
		run, last = 1, c
	}
	if last != Crossed {
		dst = append(dst, Run(run, ColourOf(last)))
	}
	return dst
}
