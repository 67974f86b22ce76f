package line

// Fixed marks a cell of an explanation that must not be dropped: it costs
// nothing (true before any guess) or is the assumption to be refuted.
const Fixed Cell = 4

// Explainer finds minimal reasons. It is the working memory of one goroutine;
// it grows to the longest line and then allocates no more.
type Explainer struct {
	sets []uint64
	pair [2][]uint64
}

// Explain returns a minimal set of cells that make the line impossible. The
// cells given must make it impossible together; those not blank and not marked
// Fixed are candidates, and the answer lists the positions that stay: without
// any one of them the rest (and the fixed cells) would allow a placement.
// The slice is valid until the next call with the same toRight.
//
// To explain why cell p was settled with value v, pass the line with only the
// cells that were known then and 3-v | Fixed at p.
//
// One sweep does it. With the sets before each cell at hand, go from the far
// end and read each candidate as blank if even so no state meets the set
// before it: dropped for good, since the sets before it were computed with all
// other candidates still in. What is dropped depends on where one starts: cells
// near the start are dropped first, so the two directions give different sets
// and the caller takes the better one.
func (a *Automaton) Explain(x *Explainer, cells []Cell, toRight bool, out []int32) []int32 {
	switch a.words {
	case 1:
		if toRight {
			return a.explain1Right(x, cells, out)
		}
		return a.explain1Left(x, cells, out)
	case 2:
		if toRight {
			return a.explain2Right(x, cells, out)
		}
		return a.explain2Left(x, cells, out)
	}
	if toRight {
		return a.explainNRight(x, cells, out)
	}
	return a.explainNLeft(x, cells, out)
}

// room returns the sets memory for n+1 sets.
func (x *Explainer) room(a *Automaton, n int) []uint64 {
	k := (n + 1) * a.words
	if len(x.sets) < k {
		x.sets = make([]uint64, k)
		for i := range x.pair {
			x.pair[i] = make([]uint64, a.words)
		}
	}
	if len(x.pair[0]) < a.words {
		for i := range x.pair {
			x.pair[i] = make([]uint64, a.words)
		}
	}
	return x.sets[:k]
}

func droppable(c Cell) bool { return c == Black || c == Crossed }

func (a *Automaton) explain1Left(x *Explainer, cells []Cell, out []int32) []int32 {
	n := len(cells)
	sets := x.room(a, n)[:n+1]
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
	sets := x.room(a, n)[:n+1]
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
	sets := x.room(a, n)
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
	sets := x.room(a, n)
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

func (a *Automaton) explainNLeft(x *Explainer, cells []Cell, out []int32) []int32 {
	n, k := len(cells), a.words
	sets := x.room(a, n)
	clear(sets[:k])
	sets[0] = 1
	for i, c := range cells {
		a.stepN(sets[i*k:i*k+k], sets[i*k+k:i*k+2*k], c&3)
	}
	b, r := x.pair[0][:k], x.pair[1][:k]
	copy(b, a.acceptN)
	for i := n - 1; i >= 0; i-- {
		c := cells[i]
		if droppable(c) {
			a.backN(b, r, Blank)
			if !meets(r, sets[i*k:i*k+k]) {
				b, r = r, b
				continue
			}
			out = append(out, int32(i))
		}
		a.backN(b, b, c&3)
	}
	return out
}

func (a *Automaton) explainNRight(x *Explainer, cells []Cell, out []int32) []int32 {
	n, k := len(cells), a.words
	sets := x.room(a, n)
	copy(sets[n*k:], a.acceptN)
	for i := n - 1; i >= 0; i-- {
		a.backN(sets[i*k+k:i*k+2*k], sets[i*k:i*k+k], cells[i]&3)
	}
	d, r := x.pair[0][:k], x.pair[1][:k]
	clear(d)
	d[0] = 1
	for i, c := range cells {
		if droppable(c) {
			a.stepN(d, r, Blank)
			if !meets(r, sets[(i+1)*k:(i+1)*k+k]) {
				d, r = r, d
				continue
			}
			out = append(out, int32(i))
		}
		a.stepN(d, d, c&3)
	}
	return out
}
