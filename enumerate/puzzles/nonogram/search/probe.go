package search

import "coverstat/enumerate/puzzles/nonogram/line"

// run sets open cells to both values in turn, at the root. A value that fails
// is refuted, and so is the value of its first unique implication point, which
// says more. A cell that gets the same value from both values of another cell
// is settled. run returns false if the clues are refuted.
//
// It repeats until nothing changes. A literal that followed from the successful
// trial of another one cannot fail before the root changes: its consequences
// are among those that were consistent. Such trials are left out.
func (p *prober) run() bool {
	s := p.s
	last := int32(-1) // where to stop: nothing has changed since
	for {
		for c := range int32(len(s.cells)) {
			if c == last {
				return true
			}
			if s.cells[c] != line.Blank {
				continue
			}
			if s.outOfTime() {
				return true
			}
			if p.probe(c) {
				if !s.propagate() {
					return false
				}
				last = -1
			} else if last < 0 {
				last = c
			}
		}
		if last < 0 && len(s.trail) == len(s.cells) {
			return true
		}
	}
}

// prober is the memory of probing. Between cells, first is all blank. A stamp
// is 1 + the length of the root trail; entries with another stamp were made
// under another root and are void.
type prober struct {
	s       *Solver
	safe    []int32     // by literal: the stamp under which it was consistent
	tried   []int32     // by literal: the stamp under which it was tried
	gain    []int32     // by literal: the cells that it settled then
	first   []line.Cell // what followed from the first value
	touched []int32     // the cells of first
	both    []int32     // the cells that came out the same from both
}

func newProber(s *Solver) *prober {
	n := len(s.cells)
	return &prober{s: s, safe: make([]int32, 2*n), tried: make([]int32, 2*n), gain: make([]int32, 2*n),
		first: make([]line.Cell, n)}
}

// probe tries both values of a cell and puts what they prove on the trail. It
// reports whether that was anything.
func (p *prober) probe(c int32) bool {
	s := p.s
	root := len(s.trail)
	stamp := int32(root) + 1
	p.touched, p.both = p.touched[:0], p.both[:0]
	refuted := line.Blank
	for v := line.Black; v <= line.Crossed; v++ {
		if p.safe[makeTrue(c, v)] == stamp {
			continue
		}
		if !p.try(c, v) {
			refuted = v
			break
		}
		for _, q := range s.trail[root:] {
			w := s.cells[q]
			p.safe[makeTrue(q, w)] = stamp
			if v == line.Black {
				p.first[q] = w
				p.touched = append(p.touched, q)
			} else if p.first[q] == w {
				p.both = append(p.both, q)
			}
		}
		s.undo(0)
	}
	if refuted != line.Blank {
		ps, _, _ := s.analyze()
		s.undo(0)
		s.assignLiteral(ps[0], byRoot, -1)
		if s.cells[c] == line.Blank {
			s.assign(c, line.Black+line.Crossed-refuted, byRoot, -1, 0)
		}
	}
	for _, q := range p.both {
		s.assign(q, p.first[q], byRoot, -1, 0)
	}
	for _, q := range p.touched {
		p.first[q] = line.Blank
	}
	return len(s.trail) > root
}

// try sets a cell on trial and reports whether that is consistent. The caller
// must undo it.
func (p *prober) try(c int32, v line.Cell) bool {
	s := p.s
	root := len(s.trail)
	s.result.Counters.Probes++
	s.decide(c, v)
	ok := s.propagate()
	q := makeTrue(c, v)
	p.tried[q], p.gain[q] = int32(root)+1, int32(len(s.trail)-root)
	return ok
}

// score sets the activity of every open cell by the numbers of cells that its
// two values settle. The lesser number counts four times, because a cell that
// settles many others either way halves the puzzle. Values that the last round
// left out are tried now.
func (p *prober) score() {
	s := p.s
	stamp := int32(len(s.trail)) + 1
	for c := range int32(len(s.cells)) {
		if s.cells[c] != line.Blank || s.outOfTime() {
			continue
		}
		for v := line.Black; v <= line.Crossed; v++ {
			if p.tried[makeTrue(c, v)] != stamp {
				p.try(c, v)
				s.undo(0)
			}
		}
		a, b := p.gain[makeTrue(c, line.Black)], p.gain[makeTrue(c, line.Crossed)]
		s.order.activity[c] = float64(4*min(a, b) + max(a, b))
	}
}
