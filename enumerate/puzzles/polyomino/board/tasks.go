package board

import (
	"sync/atomic"

	"coverstat/enumerate"
)

// pollEvery is the number of nodes between two looks at the stop flag.
const pollEvery = 1024

// An engine is what the kernels have below [enumerate.Kernel]: a state that
// can be set to any point of the search.
type engine interface {
	// begin sets the state to the start of a case: its banned placements gone
	// and no placement chosen.
	begin(c *enumerate.Case)
	// place chooses a placement; false if it does not fit the state.
	place(o enumerate.OptionID) bool
	// solved reports whether the placements chosen are a solution.
	solved() bool
	// children appends the placements the search would try next, in order and
	// without those it would refute at once, and returns how many it tried.
	children(dst []enumerate.OptionID) ([]enumerate.OptionID, int)
	// run searches below the state.
	run(stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool)
}

// kernel makes an [enumerate.Kernel] of an engine.
type kernel struct{ engine }

// set brings the engine to a task's root.
func (k kernel) set(c *enumerate.Case, path []enumerate.OptionID) bool {
	k.begin(c)
	for _, o := range c.Fixed {
		if !k.place(o) {
			return false
		}
	}
	for _, o := range path {
		if !k.place(o) {
			return false
		}
	}
	return true
}

// Search implements [enumerate.Kernel].
func (k kernel) Search(t enumerate.Task, stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	if !k.set(t.Case, t.Path) {
		return enumerate.Effort{}, true
	}
	return k.run(stop, visit)
}

// Split implements [enumerate.Kernel]. A task's own placements count above the
// cut, its subtree below.
func (k kernel) Split(cases []enumerate.Case, maxShare float64) ([]enumerate.Task, enumerate.Effort) {
	s := splitter{kernel: k, maxShare: maxShare}
	for i := range cases {
		s.effort.Nodes += int64(len(cases[i].Fixed))
		s.split(&cases[i], nil, 1/float64(len(cases)))
	}
	return s.tasks, s.effort
}

type splitter struct {
	kernel
	maxShare float64
	tasks    []enumerate.Task
	effort   enumerate.Effort
}

func (s *splitter) split(c *enumerate.Case, path []enumerate.OptionID, share float64) {
	if !s.set(c, path) {
		return
	}
	s.effort.Deepest = max(s.effort.Deepest, len(c.Fixed)+len(path))
	var list []enumerate.OptionID
	if share > s.maxShare && !s.solved() {
		var tried int
		list, tried = s.children(nil)
		s.effort.Nodes += int64(tried)
		for _, o := range list {
			s.split(c, append(path[:len(path):len(path)], o), share/float64(len(list)))
		}
		return
	}
	s.tasks = append(s.tasks, enumerate.Task{Case: c, Path: path, Share: share})
}
