package search

import (
	"math/bits"
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// Values found on random pictures. What matters is that clauses are forgotten from the
// first restart on; the effect of the other values is smaller than chance.
const (
	decay          = 0.95 // of activities, per conflict
	restartUnit    = 100  // conflicts, times the Luby sequence
	clausesAtFirst = 0    // learnt before some are forgotten for the first time, at a restart
	clausesMore    = 500  // more before each further time
	firstBelief    = 200  // conflicts until a restart begins with the cells that are surest
	moreBelief     = 20   // more from the n-th such restart to the next, times n
)

// Solve runs the search to its end. It may be called only once.
func (s *Solver) Solve(opt Settings) Result {
	opt.Solutions = max(opt.Solutions, 2)
	s.opt = opt
	open := s.solve()
	r := &s.result
	r.Complete = !open
	switch n := len(r.Solutions); {
	case n >= 2:
		r.Verdict = Many
	case open:
		r.Verdict = Stopped
	case n == 1:
		r.Verdict = Unique
	default:
		r.Verdict = None
	}
	return *r
}

// solve reports whether solutions may be left.
func (s *Solver) solve() bool {
	for l := range s.lines {
		s.enqueue(int32(l))
	}
	ok := s.propagate()
	s.result.Settled = s.settled()
	if s.opt.LineOnly {
		s.result.Partial = s.picture()
	}
	if !ok || len(s.trail) == len(s.cells) {
		s.result.LineOnly = true
		if ok {
			s.save()
		}
		return false
	}
	if s.opt.LineOnly {
		return true
	}
	s.prepare()
	if s.probing {
		p := newProber(s)
		if !p.run() {
			return false
		}
		if len(s.trail) == len(s.cells) {
			s.save()
			return false
		}
		p.score()
	}
	s.startOrder()
	return s.search()
}

// startOrder scales the scores of the probes to less than one bump and fills the heap.
func (s *Solver) startOrder() {
	top := s.order.top()
	for c := range s.order.activity {
		s.order.activity[c] /= top + 1
	}
	s.order.cells = s.order.cells[:0]
	for c := range s.order.place {
		s.order.place[c] = -1
	}
	for c := range int32(len(s.cells)) {
		if s.cells[c] == line.Blank {
			s.phase[c] = line.Black
			s.order.push(c)
		}
	}
}

func (s *Solver) search() bool {
	var (
		effort     = &s.result.Counters
		budget     = s.restartUnit * luby(1)
		nextBelief = int64(firstBelief)
		beliefs    = int64(0)
	)
	for {
		if !s.propagate() {
			effort.Conflicts++
			budget--
			if s.level() == 0 {
				return false
			}
			ps, level, rank := s.analyze()
			s.undo(level)
			s.learn(ps, rank)
			s.inc /= decay
			continue
		}
		switch {
		case len(s.trail) == len(s.cells):
			if !s.save() || len(s.result.Solutions) >= s.opt.Solutions {
				return s.level() > 0
			}
			if s.level() == 0 {
				return false
			}
			s.forbid()
			continue
		case s.outOfTime():
			return true
		case budget <= 0:
			effort.Restarts++
			budget = s.restartUnit * luby(effort.Restarts+1)
			s.undo(0)
			if effort.Conflicts >= nextBelief && len(s.result.Solutions) == 0 {
				beliefs++
				nextBelief = effort.Conflicts + moreBelief*beliefs
				s.believe()
			}
			if s.db.learnt > s.clauseLimit {
				s.db.forget(s.satisfied)
				s.clauseLimit += clausesMore
			}
			continue
		}
		if len(s.trail) > s.longest {
			s.longest = len(s.trail)
			for _, c := range s.trail {
				s.phase[c] = s.cells[c]
			}
		}
		c := s.order.pop()
		for s.cells[c] != line.Blank {
			c = s.order.pop()
		}
		effort.Decisions++
		s.decide(c, s.phase[c])
	}
}

// learn adds the clause and makes its first literal true.
func (s *Solver) learn(ps []literal, rank int32) {
	if len(ps) == 1 {
		s.assignLiteral(ps[0], byRoot, -1)
		return
	}
	r := s.db.add(ps, rank, int32(s.result.Counters.Conflicts))
	s.assignLiteral(ps[0], byClause, r)
}

// forbid adds the clause that excludes the solution on the trail, and goes back
// one level. The clause needs only the negated decisions, since they imply the
// solution.
func (s *Solver) forbid() {
	s.learnt = s.learnt[:0]
	for i := len(s.lim) - 1; i >= 0; i-- {
		c := s.trail[s.lim[i]]
		s.learnt = append(s.learnt, makeFalse(c, s.cells[c]))
	}
	s.undo(s.level() - 1)
	s.learn(s.learnt, 0)
}

// save adds the present cells to the solutions. It reports whether more are wanted.
func (s *Solver) save() bool {
	cells := s.picture()
	s.result.Solutions = append(s.result.Solutions, cells)
	return s.opt.Visit == nil || s.opt.Visit(cells)
}

// picture returns the present cells of the picture.
func (s *Solver) picture() []line.Cell {
	if s.values == 1 {
		return slices.Clone(s.cells)
	}
	pic := make([]line.Cell, s.width*s.height)
	for i, v := range s.cells {
		if v == line.Black {
			pic[i/s.values] = line.Cell(i%s.values + 1)
		}
	}
	return pic
}

// settled returns how many cells of the picture are known.
func (s *Solver) settled() (n int) {
	for _, c := range s.trail {
		if s.values == 1 || s.cells[c] == line.Black {
			n++
		}
	}
	return n
}

// satisfied reports whether a clause is true.
func (s *Solver) satisfied(ps []literal) bool {
	for _, p := range ps {
		if s.isTrue(p) {
			return true
		}
	}
	return false
}

// outOfTime reports whether a limit is reached. It looks at the stop flag every 1,024
// nodes.
func (s *Solver) outOfTime() bool {
	n := s.result.Counters.Nodes()
	if s.opt.MaxNodes > 0 && n >= s.opt.MaxNodes {
		return true
	}
	if s.opt.Stop != nil && !s.stopped && n >= s.nextLook {
		s.nextLook = n + 1024
		s.stopped = s.opt.Stop.Load()
	}
	return s.stopped
}

// luby returns the i-th number of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 … (Luby,
// Sinclair and Zuckerman, 1993).
func luby(i int64) int64 {
	for {
		k := bits.Len64(uint64(i))
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}

// heap orders cells by activity, the most active on top. Ties depend on the
// order of arrival, which is deterministic. place[c] is -1 while c is not in
// the heap.
type heap struct {
	cells    []int32
	place    []int32
	activity []float64
}

func (h *heap) init(n int) {
	*h = heap{cells: make([]int32, 0, n), place: slices.Repeat([]int32{-1}, n), activity: make([]float64, n)}
}

func (h *heap) push(c int32) {
	if h.place[c] >= 0 {
		return
	}
	h.cells = append(h.cells, c)
	h.place[c] = int32(len(h.cells) - 1)
	h.up(h.place[c])
}

// pop removes the most active cell. The heap must not be empty.
func (h *heap) pop() int32 {
	top, last := h.cells[0], h.cells[len(h.cells)-1]
	h.cells = h.cells[:len(h.cells)-1]
	h.place[top] = -1
	if len(h.cells) > 0 {
		h.cells[0] = last
		h.place[last] = 0
		h.down(0)
	}
	return top
}

// bump raises the activity of c. If it exceeds 1e100 all activities are scaled down. bump
// returns the increment to use from now on.
func (h *heap) bump(c int32, inc float64) float64 {
	h.activity[c] += inc
	if h.activity[c] > 1e100 {
		for i := range h.activity {
			h.activity[i] *= 1e-100
		}
		inc *= 1e-100
	}
	h.raise(c, 0)
	return inc
}

// raise adds to the activity of c.
func (h *heap) raise(c int32, by float64) {
	h.activity[c] += by
	if h.place[c] >= 0 {
		h.up(h.place[c])
	}
}

// top returns the greatest activity.
func (h *heap) top() float64 { return max(0, slices.Max(h.activity)) }

// above reports whether the cell in place i is more active than that in place k.
func (h *heap) above(i, k int32) bool { return h.activity[h.cells[i]] > h.activity[h.cells[k]] }

func (h *heap) swap(i, k int32) {
	h.cells[i], h.cells[k] = h.cells[k], h.cells[i]
	h.place[h.cells[i]], h.place[h.cells[k]] = i, k
}

func (h *heap) up(i int32) {
	for p := (i - 1) / 2; i > 0 && h.above(i, p); p = (i - 1) / 2 {
		h.swap(i, p)
		i = p
	}
}

func (h *heap) down(i int32) {
	for k := 2*i + 1; int(k) < len(h.cells); k = 2*i + 1 {
		if int(k+1) < len(h.cells) && h.above(k+1, k) {
			k++
		}
		if !h.above(k, i) {
			break
		}
		h.swap(i, k)
		i = k
	}
}
