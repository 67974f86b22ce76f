package line

import "math/bits"

// A clue is a list of runs. A run is its length and, from bit colourBits on, its
// colour: 0 for the first one, which is the black of black and white. So in black
// and white a run is its length.
const (
	colourBits = 25
	// MaxColours bounds the colours of a clue: a domain has a bit for each of them, and letters name them.
	MaxColours = 52
)

// Run returns a run of so many cells of a colour.
func Run(length, colour int) int { return length | colour<<colourBits }

// Length returns the number of cells of a run.
func Length(run int) int { return run - Colour(run)<<colourBits }

// Colour returns the colour of a run, from 0. Numbers that are no run have the first.
func Colour(run int) int {
	if colour := run >> colourBits; uint(colour) < MaxColours {
		return colour
	}
	return 0
}

// gap returns the least number of white cells between two neighbouring runs: none if
// they have different colours.
func gap(run, next int) int {
	if Colour(run) != Colour(next) {
		return 0
	}
	return 1
}

// Colours returns one more than the greatest colour of the clues, and at least 1.
func Colours(clues ...[]int) int {
	colours := 1
	for _, clue := range clues {
		for _, run := range clue {
			colours = max(colours, Colour(run)+1)
		}
	}
	return colours
}

// Of returns the cell of a picture that has a colour: Black for the first one, then
// the numbers after Crossed.
func Of(colour int) Cell {
	if colour == 0 {
		return Black
	}
	return Crossed + Cell(colour)
}

// ColourOf returns the colour of a cell of a picture, -1 if it has none.
func ColourOf(c Cell) int {
	switch c {
	case Black:
		return 0
	case Blank, Crossed:
		return -1
	}
	return int(c - Crossed)
}

// coloured is the part of an automaton that lines of several colours need. A cell then
// has a place for each value, in the order of the cells of pictures: the first colour,
// white, the other colours.
//
// Between runs of different colours the gap may be empty, so an arrow leads from the
// last state of a run past the gap to the first state of the next one. With by[v], the
// states that are reached by reading value v, and skip, those that such an arrow leads
// to, a cell that may have the values V takes the set D to
//
//	D' = ((D<<1) | (D<<2) & skip) & M | D & E if white is in V,   M = union of by[v], v in V
type coloured struct {
	values int        // places of a cell
	white  int        // the place of white
	by     [][]uint64 // by value
	skip   []uint64
	m      []uint64 // of the latest domain: working memory
}

// white is the value of cells without a colour.
const white = 1

// newColoured returns what the automaton of a clue of several colours needs, with value v at place at(v).
func newColoured(a *Automaton, clue []int, colours int, at func(v int) int) *coloured {
	k := a.words
	c := &coloured{values: colours + 1, skip: make([]uint64, k), m: make([]uint64, k)}
	sets := make([]uint64, c.values*k)
	for v := range c.values {
		c.by = append(c.by, sets[v*k:][:k:k])
	}
	copy(c.by[at(white)], a.e)
	c.white = at(white)
	s := 0
	for j, run := range clue {
		v := at(int(Of(Colour(run)) - 1))
		if j > 0 && gap(clue[j-1], run) == 0 {
			c.skip[(s+1)>>6] |= 1 << ((s + 1) & 63)
		}
		for range Length(run) {
			s++
			c.by[v][s>>6] |= 1 << (s & 63)
		}
		s++
	}
	return c
}

// domain returns the values that a cell may have, one bit each: those of its places
// that are not crossed, and only the black one if there is one.
func (c *coloured) domain(places []Cell) uint64 {
	var black, crossed uint64
	for v, x := range places {
		switch x & 3 {
		case Black:
			black |= 1 << v
		case Crossed:
			crossed |= 1 << v
		}
	}
	switch bits.OnesCount64(black) {
	case 0:
		return (1<<c.values - 1) &^ crossed
	case 1:
		return black &^ crossed
	}
	return 0
}

// reached sets m to the states that reading a value of a domain can lead to, and says
// whether white is one of them: all ones if so.
func (c *coloured) reached(domain uint64) (stay uint64) {
	clear(c.m)
	for x := domain; x != 0; x &= x - 1 {
		for w, s := range c.by[bits.TrailingZeros64(x)] {
			c.m[w] |= s
		}
	}
	if domain>>c.white&1 != 0 {
		return ^uint64(0)
	}
	return 0
}

// step reads a cell of a domain forward with the set d, and writes the new set to to. It
// reports whether that was another one. d and to are different memory.
func (a *Automaton) step(d, to []uint64, domain uint64) (changed bool) {
	c := a.coloured
	stay := c.reached(domain)
	var one, two, diff uint64 // what the word below shifts in
	for w, x := range d {
		y := (x<<1|one|(x<<2|two)&c.skip[w])&c.m[w] | x&a.e[w]&stay
		one, two = x>>63, x>>62
		diff |= y ^ to[w]
		to[w] = y
	}
	return diff != 0
}

// back reads a cell of a domain backward with the set b, as step does forward.
func (a *Automaton) back(b, to []uint64, domain uint64) (changed bool) {
	c := a.coloured
	stay := c.reached(domain)
	var one, two, diff uint64 // what the word above shifts in
	for w := len(b) - 1; w >= 0; w-- {
		y := b[w] & c.m[w]
		z := y & c.skip[w]
		x := y>>1 | one | z>>2 | two | b[w]&a.e[w]&stay
		one, two = y<<63, z<<62
		diff |= x ^ to[w]
		to[w] = x
	}
	return diff != 0
}

// possible returns the values of a domain that a cell can have, with the states d before
// it and b after it.
func (a *Automaton) possible(d, b []uint64, domain uint64) (values uint64) {
	c := a.coloured
	var one, two uint64
	for w, x := range d {
		y := (x<<1 | one | (x<<2|two)&c.skip[w]) & b[w]
		for v, s := range c.by {
			if y&s[w] != 0 {
				values |= 1 << v
			}
		}
		if x&b[w]&a.e[w] != 0 {
			values |= 1 << c.white
		}
		one, two = x>>63, x>>62
	}
	return values & domain
}

// deduceColoured is deduce1 for lines of several colours. The set before cell i is the
// words from i·words on.
func (a *Automaton) deduceColoured(s *Sweeps, cells []Cell, lo, hi int, out []Deduction) int {
	n, k, values := a.n, a.words, a.coloured.values
	hi = min(hi, n-1)
	domain := func(i int) uint64 { return a.coloured.domain(cells[i*values:][:values]) }
	i := lo
	for ; i < n; i++ {
		if !a.step(s.fwd[i*k:][:k], s.fwd[(i+1)*k:][:k], domain(i)) && i >= hi {
			break
		}
	}
	if i >= n-1 && !meets(s.fwd[n*k:][:k], a.acceptN) {
		return -1
	}
	found := 0
	for i := min(i, n-1); i >= 0; i-- {
		b, may := s.bwd[(i+1)*k:][:k], domain(i)
		can := a.possible(s.fwd[i*k:][:k], b, may)
		for v, x := range cells[i*values:][:values] {
			place := Deduction(i*values+v) << 2
			switch {
			case x != Blank:
			case can>>v&1 == 0:
				out[found] = place | Deduction(Crossed)
				found++
			case can == 1<<v:
				out[found] = place | Deduction(Black)
				found++
			}
		}
		if i <= hi && !a.back(b, s.bwd[i*k:][:k], may) && i <= lo {
			break
		}
	}
	return found
}

// explainColoured is explain1 for lines of several colours: the places of a cell are
// dropped one after another.
func (a *Automaton) explainColoured(x *Memory, cells []Cell, out []int32) []int32 {
	n, k, c := a.n, a.words, a.coloured
	sets := x.room(a, n+1)
	copy(sets[n*k:], a.acceptN)
	for i := n - 1; i >= 0; i-- {
		a.back(sets[(i+1)*k:][:k], sets[i*k:][:k], c.domain(cells[i*c.values:][:c.values]))
	}
	d, r := x.pair[0][:k], x.pair[1][:k]
	clear(d)
	d[0] = 1
	var rest [MaxColours + 1]Cell
	for i := range n {
		places := rest[:copy(rest[:], cells[i*c.values:][:c.values])]
		for v, y := range places {
			if !droppable(y) {
				continue
			}
			places[v] = Blank
			if a.step(d, r, c.domain(places)); meets(r, sets[(i+1)*k:][:k]) {
				places[v] = y
				out = append(out, int32(i*c.values+v))
			}
		}
		a.step(d, r, c.domain(places))
		d, r = r, d
	}
	return out
}
