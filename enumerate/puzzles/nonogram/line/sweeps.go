package line

import "math/bits"

// Sweeps is the memory of the two sweeps over one line. fwd[i] are the states before cell
// i, bwd[i] the states there from which acceptance can be reached.
//
// Invariants, after every Deduce that returned true, for the cells as they were then:
//
//	fwd[0] = {e0},   fwd[i+1] = step(fwd[i], cell i)
//	bwd[n] = accept, bwd[i] = back(bwd[i+1], cell i)
//	fwd[i] & bwd[i] is not empty for any i
//
// The memory makes a sweep incremental. If the caller changed only cells lo … hi since
// then, fwd is right up to lo, and bwd from hi+1 on. The forward sweep runs from lo and
// stops beyond hi as soon as it computes a set that is there already; the backward sweep
// does the same in the other direction. Only the cells between the two stops can have
// become certain. "Changed" means set or unset: the caller may take cells back in any
// order, as long as the range covers them.
//
// After a Deduce that returned false the memory may only be used with the full range
// 0 … n-1.
type Sweeps struct {
	fwd, bwd []uint64
}

// NewSweeps returns memory for lines of the automaton: 16·words·(n+1) bytes.
func (a *Automaton) NewSweeps() *Sweeps {
	k := a.words * (a.n + 1)
	sets := make([]uint64, 2*k)
	s := &Sweeps{fwd: sets[:k], bwd: sets[k:]}
	s.fwd[0] = 1
	if a.kernel == kernelTwo {
		s.bwd[a.n], s.bwd[2*a.n+1] = a.accept2[0], a.accept2[1] // two arrays, see deduce2
	} else {
		copy(s.bwd[k-a.words:], a.acceptN)
	}
	return s
}

// Deduce appends to out every blank cell that the other cells settle, and reports whether
// the line can be completed at all; if not, it appends nothing. Cells lo … hi are those
// changed since the last call with the same memory (0 … n-1 the first time and after a
// failure). The order of the cells found is fixed but otherwise without meaning.
func (a *Automaton) Deduce(s *Sweeps, cells []Cell, lo, hi int, out []Deduction) ([]Deduction, bool) {
	if len(cells) == 0 {
		return out, true
	}
	// The sweeps write a cell before they know whether it counts (see deduce1), so one
	// place more is needed.
	k := len(out)
	if cap(out)-k <= len(cells) {
		out = append(make([]Deduction, 0, 2*(k+len(cells)+1)), out...)
	}
	buf := out[k : k+len(cells)+1]
	var m int
	switch a.kernel {
	case kernelOne:
		m = a.deduce1(s, cells, lo, hi, buf)
	case kernelTwo:
		m = a.deduce2(s, cells, lo, hi, buf)
	case kernelMany:
		m = a.deduceN(s, cells, lo, hi, buf)
	default:
		m = a.deduceColoured(s, cells, lo, hi, buf)
	}
	if m < 0 {
		return out, false
	}
	return out[:k+m], true
}

// Windows writes the leftmost and the rightmost start of every block, of all placements
// that agree with the cells of the latest Deduce. That must have returned true.
func (a *Automaton) Windows(s *Sweeps, lo, hi []int) {
	step, across := a.words, 1 // word w of the set before cell i is at i·step + w·across
	if a.kernel == kernelTwo {
		step, across = 1, a.n+1 // two arrays, see deduce2
	}
	block, gap := 0, uint64(0)
	for w := range a.words {
		starts := a.f[w] & (a.e[w]<<1 | gap) // the first state of each block
		scan := func(to []int, i, stride int) {
			for open := starts; open != 0; i += stride {
				at := (i+1)*step + w*across
				for x := s.fwd[at] & s.bwd[at] & open; x != 0; x &= x - 1 {
					to[block+bits.OnesCount64(starts&(x&-x-1))] = i
					open &^= x & -x
				}
			}
		}
		scan(lo, 0, 1)
		scan(hi, a.n-1, -1)
		block += bits.OnesCount64(starts)
		gap = a.e[w] >> 63
	}
}

// deduce1 is Deduce for at most 64 states. It returns the number of cells found, or -1
// if the line cannot be completed.
//
// A settled cell is rare and unpredictable, so the loops do not branch on it: they
// always write the candidate and advance the count by 0 or 1.
func (a *Automaton) deduce1(s *Sweeps, cells []Cell, lo, hi int, out []Deduction) int {
	n := len(cells)
	fwd, bwd := s.fwd[:n+1], s.bwd[:n+1]
	d := fwd[lo]
	i := lo
	for ; i < n; i++ {
		c := cells[i] & 3
		d = d<<1&a.move[c] | d&a.stay[c]
		if i >= hi && d == fwd[i+1] {
			break
		}
		fwd[i+1] = d
	}
	top := min(i, n-1) // the last cell whose fwd differs
	if i >= n-1 && d&a.accept == 0 {
		return -1
	}
	k := 0
	f, e := a.move[Black], a.move[Crossed]
	for i := hi + 1; i <= top; i++ {
		d, b := fwd[i], bwd[i+1]
		x := d << 1 & b
		value, found := verdict(cells[i], x&f, (x|d&b)&e)
		out[k] = Deduction(i<<2 | value)
		k += found
	}
	b := bwd[hi+1]
	for i := hi; i >= 0; i-- {
		c := cells[i] & 3
		d := fwd[i]
		x := d << 1 & b
		value, found := verdict(c, x&f, (x|d&b)&e)
		out[k] = Deduction(i<<2 | value)
		k += found
		b = b&a.move[c]>>1 | b&a.stay[c]
		if i <= lo && b == bwd[i] {
			break
		}
		bwd[i] = b
	}
	return k
}

// verdict returns 1 as found if a cell is blank and settled, and its value then.
// black and cross are the states by which it can be black and crossed. The
// compiler makes it without a branch.
func verdict(c Cell, black, cross uint64) (value, found int) {
	var noBlack, noCross, blank int
	if black == 0 {
		noBlack = 1
	}
	if cross == 0 {
		noCross = 1
	}
	if c == Blank {
		blank = 1
	}
	return int(Black) + noBlack, (noBlack | noCross) & blank
}

// deduce2 is deduce1 for 65 to 128 states. The two words of a set lie in two arrays, one
// for each word, so that the compiler sees that the index is in range.
func (a *Automaton) deduce2(s *Sweeps, cells []Cell, lo, hi int, out []Deduction) int {
	n := len(cells)
	fwd0, fwd1 := s.fwd[:n+1], s.fwd[n+1:][:n+1]
	bwd0, bwd1 := s.bwd[:n+1], s.bwd[n+1:][:n+1]
	d0, d1 := fwd0[lo], fwd1[lo]
	i := lo
	for ; i < n; i++ {
		c := cells[i] & 3
		m, t := &a.move2[c], &a.stay2[c]
		d1 = (d1<<1|d0>>63)&m[1] | d1&t[1]
		d0 = d0<<1&m[0] | d0&t[0]
		if i >= hi && d0 == fwd0[i+1] && d1 == fwd1[i+1] {
			break
		}
		fwd0[i+1], fwd1[i+1] = d0, d1
	}
	top := min(i, n-1)
	if i >= n-1 && d0&a.accept2[0]|d1&a.accept2[1] == 0 {
		return -1
	}
	k := 0
	f0, f1 := a.move2[Black][0], a.move2[Black][1]
	e0, e1 := a.move2[Crossed][0], a.move2[Crossed][1]
	for i := hi + 1; i <= top; i++ {
		d0, d1, b0, b1 := fwd0[i], fwd1[i], bwd0[i+1], bwd1[i+1]
		x0, x1 := d0<<1&b0, (d1<<1|d0>>63)&b1
		value, found := verdict(cells[i], x0&f0|x1&f1, (x0|d0&b0)&e0|(x1|d1&b1)&e1)
		out[k] = Deduction(i<<2 | value)
		k += found
	}
	b0, b1 := bwd0[hi+1], bwd1[hi+1]
	for i := hi; i >= 0; i-- {
		c := cells[i] & 3
		// Here a branch on blank cells pays, since the test is long for two words.
		if c == Blank {
			d0, d1 := fwd0[i], fwd1[i]
			x0, x1 := d0<<1&b0, (d1<<1|d0>>63)&b1
			value, found := verdict(c, x0&f0|x1&f1, (x0|d0&b0)&e0|(x1|d1&b1)&e1)
			out[k] = Deduction(i<<2 | value)
			k += found
		}
		m, t := &a.move2[c], &a.stay2[c]
		x0, x1 := b0&m[0], b1&m[1]
		b0 = x0>>1 | x1<<63 | b0&t[0]
		b1 = x1>>1 | b1&t[1]
		if i <= lo && b0 == bwd0[i] && b1 == bwd1[i] {
			break
		}
		bwd0[i], bwd1[i] = b0, b1
	}
	return k
}

// live returns the first and the last word in which a useful state before cell
// i can lie. A state is at most i steps up there. It is useful only if the
// other n-i cells can lead from it to one of the last two states.
func (a *Automaton) live(i int) (lo, hi int) {
	lo = max(0, a.states-2-(a.n-i)) >> 6
	hi = min(i, a.states-1) >> 6
	return min(lo, hi), hi
}

// deduceN is deduce1 for any number of states. The set before cell i is the words from
// i·words on.
//
// Words outside live(i) stay zero in fwd[i] and bwd[i]. States beyond the reach
// of i cells never enter fwd, and states too far from the end never enter bwd.
// Leaving them out of the other set as well changes no test. The three inner
// loops are written out, since calls cost time here.
func (a *Automaton) deduceN(s *Sweeps, cells []Cell, lo, hi int, out []Deduction) int {
	n, k := len(cells), a.words
	f, e := a.f[:k], a.e[:k]
	i := lo
	for ; i < n; i++ {
		d, to := s.fwd[i*k:][:k], s.fwd[(i+1)*k:][:k]
		from, last := a.live(i + 1)
		mf, me := allow(cells[i])
		var carry, diff uint64
		if from > 0 {
			carry = d[from-1] >> 63
		}
		for w := from; w <= last; w++ {
			x := d[w]
			t := e[w] & me
			y := (x<<1|carry)&(f[w]&mf|t) | x&t
			carry = x >> 63
			diff |= y ^ to[w]
			to[w] = y
		}
		if i >= hi && diff == 0 {
			break
		}
	}
	top := min(i, n-1)
	if i >= n-1 && !meets(s.fwd[n*k:][:k], a.acceptN) {
		return -1
	}
	found := 0
	for i := top; i >= 0; i-- {
		d, b, to := s.fwd[i*k:][:k], s.bwd[(i+1)*k:][:k], s.bwd[i*k:][:k]
		from, last := a.live(i)
		next := last + 1
		if cells[i] == Blank {
			var carry, black, cross uint64
			if from > 0 {
				carry = d[from-1] >> 63
			}
			for w := from; w <= last; w++ {
				x := d[w]
				y := (x<<1 | carry) & b[w]
				black |= y & f[w]
				cross |= (y | x&b[w]) & e[w]
				carry = x >> 63
			}
			if next < k {
				black |= carry & b[next] & f[next]
				cross |= carry & b[next] & e[next]
			}
			if black == 0 {
				out[found] = Deduction(i<<2 | int(Crossed))
				found++
			} else if cross == 0 {
				out[found] = Deduction(i<<2 | int(Black))
				found++
			}
		}
		if i > hi {
			continue
		}
		mf, me := allow(cells[i])
		var carry, diff uint64
		if next < k {
			carry = b[next] & (f[next]&mf | e[next]&me) << 63
		}
		for w := last; w >= from; w-- {
			x := b[w]
			t := e[w] & me
			y := x & (f[w]&mf | t)
			z := y>>1 | carry | x&t
			carry = y << 63
			diff |= z ^ to[w]
			to[w] = z
		}
		if i <= lo && diff == 0 {
			break
		}
	}
	return found
}

// allow returns masks for the states f and e: all ones if the cell may be black, or
// crossed.
func allow(c Cell) (black, cross uint64) {
	return allowed[c&3][0], allowed[c&3][1]
}

var allowed = [4][2]uint64{Blank: {^uint64(0), ^uint64(0)}, Black: {^uint64(0), 0}, Crossed: {0, ^uint64(0)}}

// meets reports whether two sets have a common state.
func meets(a, b []uint64) bool {
	for w, x := range a {
		if x&b[w] != 0 {
			return true
		}
	}
	return false
}
