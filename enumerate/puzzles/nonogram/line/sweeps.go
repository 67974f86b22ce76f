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
	if a.words == 2 {
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
func (a *Automaton) Deduce(s *Sweeps, cells []Cell, lo, hi int, out []Found) ([]Found, bool) {
	if len(cells) == 0 {
		return out, true
	}
	// The sweeps write a cell before they know whether it counts (see deduce1), so one
	// place more is needed.
	k := len(out)
	if cap(out)-k <= a.n {
		out = append(make([]Found, 0, 2*(k+a.n+1)), out...)
	}
	buf := out[k : k+a.n+1]
	var m int
	switch a.words {
	case 1:
		m = a.deduce1(s, cells, lo, hi, buf)
	case 2:
		m = a.deduce2(s, cells, lo, hi, buf)
	default:
		m = a.deduceN(s, cells, lo, hi, buf)
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
	if a.words == 2 {
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
