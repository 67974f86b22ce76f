package line

// Fixed marks a cell of an explanation that must not be dropped. Such a cell
// costs nothing (it is true before any guess), or it is the assumption to be
// refuted.
const Fixed Cell = 4

// Explainer finds minimal reasons. It is the working memory of one goroutine;
// it grows to the longest line and then allocates no more.
type Explainer struct {
	sets []uint64
	pair [2][]uint64
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
// Two sweeps do it. The first runs from the far end towards the start and stores
// for each cell the set of states on its far side. The second runs from the start
// and reads each candidate as blank if even then no state meets the set stored at
// that cell. Such a candidate is dropped for good, since the stored sets were
// computed with all later candidates still in. Candidates near the start are
// dropped first, so the two directions give different answers and the caller takes
// the better one. The start is the left end if toRight is true, else the right
// end.
func (a *Automaton) Explain(x *Explainer, cells []Cell, toRight bool, out []int32) []int32 {
	switch {
	case a.words == 1 && toRight:
		return a.explain1Right(x, cells, out)
	case a.words == 1:
		return a.explain1Left(x, cells, out)
	case a.words == 2 && toRight:
		return a.explain2Right(x, cells, out)
	case a.words == 2:
		return a.explain2Left(x, cells, out)
	}
	return a.explainN(x, cells, toRight, out)
}

// room returns memory for n sets.
func (x *Explainer) room(a *Automaton, n int) []uint64 {
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

// One and two words have a function for each direction, which is much faster than one
// function for both.

func (a *Automaton) explain1Left(x *Explainer, cells []Cell, out []int32) []int32 {
	n := len(cells)
	sets := x.room(a, n+1)[:n+1]
	d := uint64(1)
	for i, c := range cells {
		sets[i] = d
		d = d<<1&a.move[c&3] | d&a.stay[c&3]
	}
	b := a.accept
	for i := n - 1; i >= 0; i-- {
		c := cells[i]
		if droppable(c) {
			if r := b>>1 | b&a.stay[Blank]; r&sets[i] == 0 {
				b = r
				continue
			}
			out = append(out, int32(i))
		}
		b = b&a.move[c&3]>>1 | b&a.stay[c&3]
	}
	return out
}

func (a *Automaton) explain1Right(x *Explainer, cells []Cell, out []int32) []int32 {
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

func (a *Automaton) explain2Left(x *Explainer, cells []Cell, out []int32) []int32 {
	n := len(cells)
	sets := x.room(a, n+1)
	var d0, d1 uint64 = 1, 0
	for i, c := range cells {
		sets[2*i], sets[2*i+1] = d0, d1
		m, t := &a.move2[c&3], &a.stay2[c&3]
		d1 = (d1<<1|d0>>63)&m[1] | d1&t[1]
		d0 = d0<<1&m[0] | d0&t[0]
	}
	e0, e1 := a.stay2[Blank][0], a.stay2[Blank][1]
	b0, b1 := a.accept2[0], a.accept2[1]
	for i := n - 1; i >= 0; i-- {
		c := cells[i]
		if droppable(c) {
			r0, r1 := b0>>1|b1<<63|b0&e0, b1>>1|b1&e1
			if r0&sets[2*i]|r1&sets[2*i+1] == 0 {
				b0, b1 = r0, r1
				continue
			}
			out = append(out, int32(i))
		}
		m, t := &a.move2[c&3], &a.stay2[c&3]
		x0, x1 := b0&m[0], b1&m[1]
		b0 = x0>>1 | x1<<63 | b0&t[0]
		b1 = x1>>1 | b1&t[1]
	}
	return out
}

func (a *Automaton) explain2Right(x *Explainer, cells []Cell, out []int32) []int32 {
	n := len(cells)
	sets := x.room(a, n+1)
	b0, b1 := a.accept2[0], a.accept2[1]
	for i := n - 1; i >= 0; i-- {
		sets[2*i+2], sets[2*i+3] = b0, b1
		c := cells[i] & 3
		m, t := &a.move2[c], &a.stay2[c]
		x0, x1 := b0&m[0], b1&m[1]
		b0 = x0>>1 | x1<<63 | b0&t[0]
		b1 = x1>>1 | b1&t[1]
	}
	m, t := &a.move2[Blank], &a.stay2[Blank]
	var d0, d1 uint64 = 1, 0
	for i, c := range cells {
		if droppable(c) {
			r0, r1 := d0<<1&m[0]|d0&t[0], (d1<<1|d0>>63)&m[1]|d1&t[1]
			if r0&sets[2*i+2]|r1&sets[2*i+3] == 0 {
				d0, d1 = r0, r1
				continue
			}
			out = append(out, int32(i))
		}
		m, t := &a.move2[c&3], &a.stay2[c&3]
		d1 = (d1<<1|d0>>63)&m[1] | d1&t[1]
		d0 = d0<<1&m[0] | d0&t[0]
	}
	return out
}

// walk returns the first cell and the stride of a walk over n cells.
func walk(n int, toRight bool) (first, stride int) {
	if toRight {
		return 0, 1
	}
	return n - 1, -1
}

// stepN reads cell c with the set d, forward if toRight is true, else backward,
// and writes the new set to to, which may be d itself.
func (a *Automaton) stepN(d, to []uint64, c Cell, toRight bool) {
	black, cross := allow(c)
	to = to[:len(d)]
	var carry uint64
	if toRight {
		for w, x := range d {
			f, e := a.f[w]&black, a.e[w]&cross
			to[w] = (x<<1|carry)&(f|e) | x&e
			carry = x >> 63
		}
		return
	}
	for w := len(d) - 1; w >= 0; w-- {
		f, e := a.f[w]&black, a.e[w]&cross
		x := d[w]
		y := x & (f | e)
		to[w] = y>>1 | carry | x&e
		carry = y << 63
	}
}

// explainN is explain1 for any number of words.
func (a *Automaton) explainN(x *Explainer, cells []Cell, toRight bool, out []int32) []int32 {
	n, w := len(cells), a.words
	sets := x.room(a, n)
	d, b := x.pair[0][:w], x.pair[1][:w]
	clear(d)
	d[0] = 1
	copy(b, a.acceptN)
	if !toRight {
		d, b = b, d
	}
	i, stride := walk(n, !toRight)
	for range cells {
		copy(sets[i*w:][:w], b)
		a.stepN(b, b, cells[i], !toRight)
		i += stride
	}
	r := b
	i, stride = walk(n, toRight)
	for range cells {
		c := cells[i]
		if droppable(c) {
			a.stepN(d, r, Blank, toRight)
			if !meets(r, sets[i*w:][:w]) {
				d, r = r, d
				i += stride
				continue
			}
			out = append(out, int32(i))
		}
		a.stepN(d, d, c, toRight)
		i += stride
	}
	return out
}
