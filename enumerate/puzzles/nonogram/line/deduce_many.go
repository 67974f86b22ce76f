package line

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
func (a *Automaton) deduceN(s *Sweeps, cells []Cell, lo, hi int, out []Found) int {
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
				out[found] = Found(i<<2 | int(Crossed))
				found++
			} else if cross == 0 {
				out[found] = Found(i<<2 | int(Black))
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
