package line

// Fixed marks a cell of an explanation that must not be dropped. Such a cell
// costs nothing (it is true before any guess), or it is the assumption to be
// refuted.
const Fixed Cell = 4

// Memory is the working memory of [Automaton.Explain] and [Automaton.Weigh], for one goroutine;
// it grows to the longest line and then allocates no more.
type Memory struct {
	sets     []uint64
	pair     [2][]uint64
	fwd, bwd []float64
}

// Explain returns a minimal set of cells that make the line impossible. The
// given cells must make it impossible together. Those that are not blank and not
// marked Fixed are candidates; the answer, appended to out, lists the positions of
// the candidates that are needed. Without any one of them, the rest and the fixed
// cells would allow a placement.
//
// To explain why cell p was settled with value v, pass the line with only the
// cells that were known then, and with 3-v | Fixed at p.
//
// Two sweeps do it. The first runs from the right end towards the left and stores
// for each cell the set of states on its far side. The second runs from the left end
// and reads each candidate as blank if even then no state meets the set stored at
// that cell. Such a candidate is dropped for good, since the stored sets were
// computed with all later candidates still in. Candidates near the left end are
// dropped first. So the mirrored line, with the automaton of its clue, gives another
// answer, and the caller takes the better one.
func (a *Automaton) Explain(x *Memory, cells []Cell, out []int32) []int32 {
	switch a.kernel {
	case kernelOne:
		return a.explain1(x, cells, out)
	case kernelColoured:
		return a.explainColoured(x, cells, out)
	}
	return a.explainN(x, cells, out)
}

// room returns memory for n sets.
func (x *Memory) room(a *Automaton, n int) []uint64 {
	k := n * a.words
	if len(x.sets) < k {
		x.sets = make([]uint64, k)
	}
	if len(x.pair[0]) < a.words {
		for i := range x.pair {
			x.pair[i] = make([]uint64, a.words)
		}
	}
	return x.sets[:k]
}

func droppable(c Cell) bool { return c == Black || c == Crossed }

func (a *Automaton) explain1(x *Memory, cells []Cell, out []int32) []int32 {
	n := len(cells)
	sets := x.room(a, n+1)[:n+1]
	b := a.accept
	for i := n - 1; i >= 0; i-- {
		sets[i+1] = b
		c := cells[i] & 3
		b = b&a.move[c]>>1 | b&a.stay[c]
	}
	d := uint64(1)
	for i, c := range cells {
		if droppable(c) {
			if r := d<<1&a.move[Blank] | d&a.stay[Blank]; r&sets[i+1] == 0 {
				d = r
				continue
			}
			out = append(out, int32(i))
		}
		d = d<<1&a.move[c&3] | d&a.stay[c&3]
	}
	return out
}

// explainN is explain1 for any number of words.
func (a *Automaton) explainN(x *Memory, cells []Cell, out []int32) []int32 {
	n, w := len(cells), a.words
	sets := x.room(a, n)
	d, b := x.pair[0][:w], x.pair[1][:w]
	copy(b, a.acceptN)
	for i := n - 1; i >= 0; i-- {
		copy(sets[i*w:][:w], b)
		a.backN(b, cells[i])
	}
	clear(d)
	d[0] = 1
	r := b
	for i, c := range cells {
		if droppable(c) {
			a.stepN(d, r, Blank)
			if !meets(r, sets[i*w:][:w]) {
				d, r = r, d
				continue
			}
			out = append(out, int32(i))
		}
		a.stepN(d, d, c)
	}
	return out
}

// stepN reads cell c forward with the set d, and writes the new set to to, which may be d
// itself.
func (a *Automaton) stepN(d, to []uint64, c Cell) {
	black, cross := allow(c)
	to = to[:len(d)]
	var carry uint64
	for w, x := range d {
		f, e := a.f[w]&black, a.e[w]&cross
		to[w] = (x<<1|carry)&(f|e) | x&e
		carry = x >> 63
	}
}

// backN reads cell c backward with the set b, and writes the new set to it.
func (a *Automaton) backN(b []uint64, c Cell) {
	black, cross := allow(c)
	var carry uint64
	for w := len(b) - 1; w >= 0; w-- {
		f, e := a.f[w]&black, a.e[w]&cross
		x := b[w]
		y := x & (f | e)
		b[w] = y>>1 | carry | x&e
		carry = y << 63
	}
}
