package enumerate

import "sync/atomic"

// A Case is a part of a problem's solutions: those that contain every Fixed
// option and no Banned one. Symmetry reduction hands a kernel a few disjoint
// cases instead of the whole problem.
type Case struct {
	Fixed  []OptionID
	Banned []OptionID // ascending
}

// A Task is a subtree of the search for the solutions of one case: the path
// of options that the kernel chose below the case's fixed options. It depends
// on the problem, the kernel and the cut alone, never on speed or workers.
type Task struct {
	Case *Case
	Path []OptionID
	// Share is the product of 1/branching along the path, in (0, 1]; the
	// shares of all tasks sum to at most 1 (dead ends above the cut have the
	// rest). Progress is measured in it.
	Share float64
	// MostNodes ends the search when it has taken so many nodes, or some thousand more; 0 is
	// never.
	MostNodes int64
}

// Visit receives a solution: option identities in no particular order. The
// slice belongs to the kernel and is valid only during the call. Returning
// false ends the search.
type Visit func(solution []OptionID) bool

// A Kernel searches one problem. It is not safe for concurrent use: every
// worker makes its own. Solutions, tasks and efforts are deterministic.
type Kernel interface {
	// Split cuts the search of the cases into tasks, in search order, none
	// with a share above maxShare unless it cannot be cut further. The effort
	// is that of the nodes above the cut, which no task counts again. A
	// solution found above the cut becomes a task of its own. Split gives up,
	// and tasks are missing, once there are more than [MostTasks].
	Split(cases []Case, maxShare float64) ([]Task, Effort)
	// Search visits every solution in the task's subtree once. It looks at
	// stop, and at the nodes that the task may take, every thousand nodes or so. The result says whether the subtree
	// was exhausted: false after a stop, beyond the task's nodes, or when visit returned false.
	Search(t Task, stop *atomic.Bool, visit Visit) (Effort, bool)
}

// Effort is what a search cost, in machine-independent units. All fields but
// Deepest and Steps add up.
type Effort struct {
	// Nodes counts options tried: nodes of the search tree, the root left out.
	Nodes int64
	// Updates counts removals of an option from an item's list (Knuth's
	// "updates"); 0 in kernels that do not keep lists.
	Updates int64
	// Solutions counts calls of visit.
	Solutions int64
	// Deepest is the largest number of options on a path.
	Deepest int
	// Steps are those of a Split whose time its nodes and updates do not tell, each as long as an update. They bound
	// probes, and are not added up.
	Steps int64
}

// Add adds the effort of another part of the same search.
func (e *Effort) Add(o Effort) {
	e.Nodes += o.Nodes
	e.Updates += o.Updates
	e.Solutions += o.Solutions
	e.Deepest = max(e.Deepest, o.Deepest)
}

// MostTasks is the number of tasks that a job may have: a run of so many holds half a
// gigabyte for them.
const MostTasks = 1 << 20

// TooManyTasks is the error of a cut that makes more than [MostTasks].
func TooManyTasks() error {
	return KeyErrorf("cut", "cut: more than %s tasks: expected a larger share of the search", Grouped(MostTasks))
}

// DefaultShare is the largest part of the search tree that one task may be, where
// the config has no cut and the search is not long.
const DefaultShare = 0.001
