package line

// deduce1 is Deduce for at most 64 states. It returns the number of cells found, or -1
// if the line cannot be completed.
//
// A settled cell is rare and unpredictable, so the loops do not branch on it: they
// always write the candidate and advance the count by 0 or 1.
func (a *Automaton) deduce1(s *Sweeps, cells []Cell, lo, hi int, out []Found) int {
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
		out[k] = Found(i<<2 | value)
		k += found
	}
	b := bwd[hi+1]
	for i := hi; i >= 0; i-- {
		c := cells[i] & 3
		d := fwd[i]
		x := d << 1 & b
		value, found := verdict(c, x&f, (x|d&b)&e)
		out[k] = Found(i<<2 | value)
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
