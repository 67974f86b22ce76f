package board

import (
	"sync/atomic"

	"coverstat/enumerate"
)

// path is what both searches keep: the copies left on the path, the
// placements chosen, and what a run has cost.
type path struct {
	stock *stock
	left  []int // copies left of each piece
	need  int   // cells of the copies that must still be placed

	picks   [MaxCells]enumerate.OptionID
	depth   int // placements chosen above the root of the task
	effort  enumerate.Effort
	poll    int64 // nodes at which the stop flag is read again
	most    int64 // nodes of the task, 0 is no limit
	stop    *atomic.Bool
	visit   enumerate.Visit
	stopped bool
	task    uint64 // number of the run, marks the entries of the cache
}

// pollEvery is the number of nodes between two looks at the stop flag.
const pollEvery = 1024

// reset gives all copies back.
func (s *path) reset() {
	s.depth, s.need = 0, 0
	copy(s.left, s.stock.max)
	for i, n := range s.stock.min {
		s.need += n * s.stock.size[i]
	}
}

// take uses up a copy of a piece.
func (s *path) take(i int) {
	if s.stock.max[i]-s.left[i] < s.stock.min[i] {
		s.need -= s.stock.size[i]
	}
	s.left[i]--
}

// give is the inverse of take.
func (s *path) give(i int) {
	s.left[i]++
	if s.stock.max[i]-s.left[i] < s.stock.min[i] {
		s.need += s.stock.size[i]
	}
}

// start begins a run below the root of a task.
func (s *path) start(most int64, stop *atomic.Bool, visit enumerate.Visit) {
	s.effort = enumerate.Effort{Deepest: s.depth}
	s.stop, s.visit, s.stopped, s.poll, s.most = stop, visit, false, pollEvery, most
	s.task++
}

func (s *path) emit(n int) {
	s.effort.Solutions++
	s.effort.Deepest = max(s.effort.Deepest, n)
	if !s.visit(s.picks[:n]) {
		s.stopped = true
	}
}

// look ends the search if the stop flag is set or the task may take no more nodes.
func (s *path) look() {
	s.poll = s.effort.Nodes + pollEvery
	if s.stop != nil && s.stop.Load() || s.most > 0 && s.effort.Nodes > s.most {
		s.stopped = true
	}
}
