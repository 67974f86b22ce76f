package line

// deduce2 is deduce1 for 65 to 128 states. The two words of a set lie in two arrays, one
// for each word, so that the compiler sees that the index is in range.
func (a *Automaton) deduce2(s *Sweeps, cells []Cell, lo, hi int, out []Found) int {
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
		out[k] = Found(i<<2 | value)
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
			out[k] = Found(i<<2 | value)
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
