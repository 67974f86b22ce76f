package kernel

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// Search implements [enumerate.Kernel].
func (b *Bits) Search(t enumerate.Task, stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	if stop == nil {
		stop = &b.never
	}
	b.enter(t.Case)
	c, n := b.rootC, b.rootN
	if n == deadEnd {
		return enumerate.Effort{}, true
	}
	s := &b.states[1]
	for _, o := range t.Path {
		if n <= 0 || b.lists[int(c)*b.words+int(o)>>6]>>(o&63)&1 == 0 {
			panic("kernel: the task is not one of this problem and kernel")
		}
		c, n = b.step(s, s, int32(o))
	}
	b.most = t.MostNodes
	return b.measured(c, n, 1, -1, stop, func(float64) bool { return visit(b.chosen[:b.depth]) })
}

// Split implements [enumerate.Kernel]. Every case has the same share.
func (b *Bits) Split(cases []enumerate.Case, maxShare float64) ([]enumerate.Task, enumerate.Effort) {
	b.most = 0
	var tasks []enumerate.Task
	var above enumerate.Effort
	for i := range cases {
		c := &cases[i]
		if len(tasks) > enumerate.MostTasks {
			break
		}
		if b.enter(c); b.rootN == deadEnd {
			continue
		}
		effort, _ := b.measured(b.rootC, b.rootN, 1/float64(len(cases)), max(0, maxShare), &b.never,
			func(share float64) bool {
				tasks = append(tasks,
					enumerate.Task{Case: c, Path: slices.Clone(b.chosen[b.skipped:b.depth]), Share: share})
				return len(tasks) <= enumerate.MostTasks
			})
		effort.Solutions = 0 // those were tasks
		above.Add(effort)
	}
	return tasks, above
}

// enter makes states[0] the root of a case, unless it is that already, and copies it
// to states[1], where searches begin.
func (b *Bits) enter(c *enumerate.Case) {
	if c == nil || c != b.current || !b.entered {
		b.current, b.entered = c, true
		b.dead.epoch++
		b.depth = 0
		b.rootC, b.rootN = b.root(c)
		b.skipped = b.depth
	}
	b.depth = b.skipped
	b.states[1].set(&b.states[0])
}

// set makes s a copy of r.
func (s *bitState) set(r *bitState) {
	s.n, s.options, s.wide = r.n, r.options, r.wide
	copy(s.word, r.word)
	copy(s.place, r.place)
	copy(s.slices, r.slices)
	copy(s.high, r.high)
	copy(s.used, r.used)
}

// root builds states[0]. It returns the item to branch on and the number of its
// options, as step does.
func (b *Bits) root(c *enumerate.Case) (item int32, n int) {
	s := &b.states[0]
	clear(s.slices)
	for i := range b.items {
		s.slices[i>>6].active |= 1 << (i & 63)
	}
	s.n = b.words
	for w := range b.words {
		s.place[w], s.word[w] = int32(w), ^uint64(0)
	}
	if tail := b.problem.Options() & 63; tail != 0 {
		s.word[b.words-1] = 1<<tail - 1
	}
	clear(s.used)
	for i := range b.stocks {
		if x := &b.stocks[i]; x.max == 0 {
			for w, set := range x.options {
				s.word[w] &^= set
			}
		}
	}
	if c != nil {
		for _, o := range c.Banned {
			s.word[o>>6] &^= 1 << (o & 63)
		}
		for _, o := range c.Fixed {
			if s.word[o>>6]>>(o&63)&1 == 0 {
				return 0, deadEnd
			}
			b.chosen[b.depth] = o
			b.depth++
			row := b.claim(s, s, int32(o), b.conflict[int(o)*b.words:][:b.words])
			for w := range s.word {
				s.word[w] &^= row[w]
			}
			for w := range s.slices {
				s.slices[w].active &^= b.covers[int(o)*b.itemSets+w]
			}
		}
	}
	s.options = 0
	for _, x := range s.word {
		s.options += bits.OnesCount64(x)
	}
	if slices.ContainsFunc(s.slices, func(x slice) bool { return x.active != 0 }) {
		nothing := make([]uint64, b.itemSets)
		item, n = b.count(s, s, nothing, b.rows(s.word, s.place), false)
	} else {
		s.n, n = 0, solved
	}
	if b.lacks(s) {
		return 0, deadEnd
	}
	return item, n
}

// measured searches below states[1], which has n options for item c.
func (b *Bits) measured(c int32, n int, share, cut float64, stop *atomic.Bool,
	deliver func(float64) bool) (enumerate.Effort, bool) {
	b.effort = enumerate.Effort{Deepest: b.depth - b.skipped}
	done := b.search(c, n, share, cut, stop, deliver)
	b.dropOpen()
	return b.effort, done
}

// search calls deliver for every solution. With a cut it also calls deliver for every
// node whose share is at most cut, and does not search below that node.
func (b *Bits) search(c int32, n int, share, cut float64, stop *atomic.Bool, deliver func(float64) bool) bool {
	level := 1 // the states in use
	steps := 0 // without the nodes that were repeated
	dead := &b.dead
	ask := cut < 0 && !dead.off && dead.table != nil
	for {
		s := &b.states[level]
		// The search is at a node: item c has n options.
		switch {
		case n == solved || n > 0 && share <= cut:
			b.effort.Solutions++
			if !deliver(share) {
				return false
			}
			level--
		case n == deadEnd || ask && n > 1 && b.known(s, level):
			if b.probe && b.effort.Solutions > 0 { // below a state that is known
				return false
			}
			level--
		default:
			s.item, s.untried, s.depth, s.share = c, n, b.depth, share/float64(n)
			s.rank = 0
			s.at, s.rest = 0, s.word[0]&b.lists[int(c)*b.words+int(s.place[0])]
		}
		if k := len(dead.open); k > 0 && dead.open[k-1].level > level {
			b.closeDead(level)
		}
		// Take the next option of this node, or of the latest node that has one.
		if level == 0 {
			return true
		}
		if b.effort.Nodes >= b.limit {
			return false
		}
		s = &b.states[level]
		var o int32
		if b.ranks != nil {
			o = b.nextByRank(s, b.ranks)
		} else {
			for s.rest == 0 {
				s.at++
				s.rest = s.word[s.at] & b.lists[int(s.item)*b.words+int(s.place[s.at])]
			}
			o = s.place[s.at]<<6 + int32(bits.TrailingZeros64(s.rest))
			s.rest &= s.rest - 1
		}
		b.effort.Nodes++
		if steps++; steps&1023 == 0 {
			if b.most > 0 && b.effort.Nodes > b.most || stop.Load() {
				return false
			}
			if ask = cut < 0 && !dead.off; ask && dead.table == nil {
				b.remember(deadEntries)
			}
		}
		b.depth, share = s.depth, s.share
		if s.untried--; s.untried > 0 {
			level++
		}
		c, n = b.step(s, &b.states[level], o)
		b.effort.Deepest = max(b.effort.Deepest, b.depth-b.skipped)
	}
}
