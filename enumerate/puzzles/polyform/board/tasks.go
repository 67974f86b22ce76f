package board

import (
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// Node is the typical time of a node in nanoseconds.
const Node = 25

// New returns the faster kernel that can hold a puzzle: corner or scan.
func New(p *Problem) (*Kernel, error) {
	if k, err := newCorner(p); err == nil {
		return k, nil
	}
	return NewScan(p)
}

// An engine is a search that can be set to any of its nodes: [corner64] or [scan].
type engine interface {
	// aim makes free the cells to be covered. The stock has been fitted.
	aim(free []bool)
	// ban forbids placements, and allows all others.
	ban(list []enumerate.OptionID)
	// begin sets the state to no placement chosen.
	begin()
	// place chooses a placement; false if it does not fit the state.
	place(o enumerate.OptionID) bool
	// children appends the placements the search would try next, in order and
	// without those it would refute at once, and returns how many it tried.
	children(dst []enumerate.OptionID) ([]enumerate.OptionID, int)
	// search searches below the state, from which some cell is to be covered.
	search()
	// empty reports whether no cell is to be covered.
	empty() bool
}

// A Kernel is an [enumerate.Kernel] that can be moved to other free cells, see
// Retarget.
type Kernel struct {
	engine
	path    *path // of the engine
	problem *Problem
	stock   *stock
	// head is the piece on which a case branches first, unless the case fixes
	// it; -1 for none.
	head  int
	heads []enumerate.OptionID // its placements
	// banned are the placements that the engine has banned.
	banned []enumerate.OptionID
}

// headCells is the least number of free cells for which there is a head.
const headCells = 48

func newKernel(e engine, own *path, p *Problem) *Kernel {
	k := &Kernel{engine: e, path: own, problem: p, stock: own.stock, head: -1, banned: make([]enumerate.OptionID, 0, len(p.Placements))}
	k.Retarget(p.Free)
	return k
}

// Retarget makes free the cells to be covered, at next to no cost: those taken
// away count as covered from the start. They must be free cells of the puzzle
// that the kernel was made for. Cases, tasks and solutions refer to the same
// placements as before.
func (k *Kernel) Retarget(free []bool) {
	if area := countTrue(free); area != k.stock.area {
		k.stock.fit(area)
	}
	k.aim(free)
	k.choose()
}

// choose sets the head: of the pieces used exactly once the one with fewest
// placements. It is the piece that fits worst, and a search that places it late
// fails late.
func (k *Kernel) choose() {
	head := -1
	if k.stock.area >= headCells {
		for i, n := range k.stock.placements {
			if k.stock.min[i] == 1 && k.stock.max[i] == 1 && (head < 0 || n < k.stock.placements[head]) {
				head = i
			}
		}
	}
	if head == k.head {
		return
	}
	k.head, k.heads = head, nil
	for id, q := range k.problem.Placements {
		if q.Piece == head {
			k.heads = append(k.heads, enumerate.OptionID(id))
		}
	}
}

func (k *Kernel) needsHead(c *enumerate.Case) bool {
	return k.head >= 0 && !slices.ContainsFunc(c.Fixed,
		func(o enumerate.OptionID) bool { return k.problem.Placements[o].Piece == k.head })
}

// set brings the engine to a task's root. It reports whether the placements of
// the case and the path fit together.
func (k *Kernel) set(c *enumerate.Case, path []enumerate.OptionID) bool {
	if !slices.Equal(k.banned, c.Banned) { // tasks of a case come in a row
		k.ban(c.Banned)
		k.banned = append(k.banned[:0], c.Banned...)
	}
	k.begin()
	for _, list := range [2][]enumerate.OptionID{c.Fixed, path} {
		for _, o := range list {
			if !k.place(o) {
				return false
			}
		}
	}
	return true
}

// solved reports whether the placements chosen are a solution.
func (k *Kernel) solved() bool { return k.empty() && k.path.need == 0 }

// run searches below the state. It ends after some more than most nodes, unless most is 0.
func (k *Kernel) run(most int64, stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	k.path.start(most, stop, visit)
	switch {
	case k.solved():
		k.path.emit(k.path.depth)
	case !k.empty():
		k.search()
	}
	return k.path.effort, !k.path.stopped
}

// Search implements [enumerate.Kernel].
func (k *Kernel) Search(t enumerate.Task, stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	if len(t.Path) > 0 || !k.needsHead(t.Case) {
		if !k.set(t.Case, t.Path) {
			return enumerate.Effort{}, true
		}
		return k.run(t.MostNodes, stop, visit)
	}
	var total enumerate.Effort
	for i := range k.heads {
		total.Nodes++
		if k.set(t.Case, k.heads[i:i+1]) {
			e, done := k.run(t.MostNodes, stop, visit)
			total.Add(e)
			if !done {
				return total, false
			}
		}
	}
	return total, true
}

// Split implements [enumerate.Kernel]. A task's own placements count above the
// cut, its subtree below.
func (k *Kernel) Split(cases []enumerate.Case, maxShare float64) ([]enumerate.Task, enumerate.Effort) {
	s := splitter{Kernel: k, maxShare: maxShare}
	for i := range cases {
		s.effort.Nodes += int64(len(cases[i].Fixed))
		s.split(&cases[i], nil, 1/float64(len(cases)))
	}
	return s.tasks, s.effort
}

type splitter struct {
	*Kernel
	maxShare float64
	tasks    []enumerate.Task
	effort   enumerate.Effort
}

func (s *splitter) split(c *enumerate.Case, path []enumerate.OptionID, share float64) {
	if len(s.tasks) > enumerate.MostTasks {
		return
	}
	cut := share > s.maxShare
	if cut || len(path) == 0 { // else the node above has seen that the path fits
		if !s.set(c, path) {
			return
		}
		cut = cut && !s.solved()
	}
	s.effort.Deepest = max(s.effort.Deepest, len(c.Fixed)+len(path))
	if !cut {
		s.tasks = append(s.tasks, enumerate.Task{Case: c, Path: path, Share: share})
		return
	}
	var list []enumerate.OptionID
	var tried int
	if len(path) == 0 && s.needsHead(c) {
		tried = len(s.heads)
		for i, o := range s.heads {
			if s.set(c, s.heads[i:i+1]) {
				list = append(list, o)
			}
		}
	} else {
		list, tried = s.children(nil)
	}
	s.effort.Nodes += int64(tried)
	paths := make([]enumerate.OptionID, 0, len(list)*(len(path)+1)) // in one piece: there are many parts
	for _, o := range list {
		at := len(paths)
		paths = append(append(paths, path...), o)
		s.split(c, paths[at:len(paths):len(paths)], share/float64(len(list)))
	}
}
