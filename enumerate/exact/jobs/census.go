package jobs

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/probe"
	"coverstat/enumerate/symmetry"
)

// Long searches are cut finer, because nothing of an unfinished task is kept when a run is
// stopped. Searches of up to 8 x 10^11 nodes have tasks of some million nodes, on average below
// a second. NOTES.md has the measurements.
const (
	taskNodes  = 1 << 23 // of a task of the largest share
	leastShare = 1e-5    // makes some hundred thousand tasks
	cutUpdates = 1 << 29 // of the dancing links, at most, in the cut: some seconds
	// Searches of fewer nodes than shortSearch that only count have a coarser cut. Nothing of them
	// is committed, and finer tasks make less of a kernel's cache of dead states. But a task is at
	// most casePart of a case, since one case may have most of the nodes.
	shortSearch = 1 << 25
	countShare  = 1.0 / 100
	casePart    = 0.5
)

// Census is the job of listing all solutions of an instance up to symmetry.
// Its rows are the instance's solution columns, orbit_size, and the measures.
type Census struct {
	Instance  *exact.Instance
	named     bool // the config asks for this kernel
	pool      *exact.KernelPool
	columns   []enumerate.Column
	countOnly bool
	maxShare  float64
	// reduced reduces the search and estimates it, cut also cuts it into tasks. Each works
	// once, on first use.
	reduced, cut func() *reducedSearch
	// Job is the job of the census, the same at each call.
	Job       func() *enumerate.Job
	mostNodes atomic.Int64 // of a task, 0 is no limit

	mu sync.Mutex
	// symmetric are the classes with symmetries of finished tasks, if they are only counted.
	symmetric map[int]map[symmetry.Subgroup]int64

	// If the measure forcing is asked for, the list that it needs, the instance without it, and the list again for
	// checkers.
	forcing  *forcing
	bare     *exact.Instance
	relisted func() (*forcing, error)
}

// reducedSearch is the search that symmetry leaves.
type reducedSearch struct {
	reduction *symmetry.Reduction
	// nodes and gaveUp are the estimate of [probe.Nodes].
	nodes  float64
	gaveUp bool

	// Once it is cut:
	share  float64 // of a task at most
	cases  []enumerate.Case
	tasks  []enumerate.Task
	caseOf []int32 // task -> case
	above  enumerate.Effort

	err error // that there are too many tasks
}

// NewCensus chooses a kernel. The search is reduced by symmetry and cut into tasks when
// tasks are first asked for; a count by a sweep never asks. With countOnly the workers
// count rows and append none.
func NewCensus(x *exact.Instance, kernel string, maxShare float64, countOnly bool) (*Census, error) {
	pool, err := exact.Choose(x.Searches(), kernel)
	named := kernel != "" && kernel != "auto"
	if err == nil && x.Conditions != nil && !named {
		pool, err = tryBounded(x, pool)
	}
	if err != nil {
		return nil, err
	}
	c := &Census{Instance: x, named: named, pool: pool, countOnly: countOnly, maxShare: maxShare,
		columns: x.Columns(enumerate.Weight), symmetric: map[int]map[symmetry.Subgroup]int64{}}
	c.reduced, c.cut, c.Job = sync.OnceValue(c.makeReduced), sync.OnceValue(c.makeCut),
		sync.OnceValue(func() *enumerate.Job { return c.makeJob(!countOnly) })
	if x.Forcing != nil && !countOnly {
		err = c.addForcing()
	}
	return c, err
}

// boundedGain is how many times as fast a kernel with bounded items must promise to be
// (../NOTES.md).
const boundedGain = 5

// tryBounded takes a kernel in which bounded items keep the conditions, if it seems much
// better.
func tryBounded(x *exact.Instance, pool *exact.KernelPool) (*exact.KernelPool, error) {
	kernels := x.BoundedKernels()
	if len(kernels) == 0 || slices.ContainsFunc(kernels,
		func(k exact.KernelChoice) bool { return k.Name == pool.Kernel.Name }) {
		return pool, nil
	}
	bounded, err := exact.Choose(kernels, "auto")
	if err != nil {
		return nil, err
	}
	var nodes [2]float64
	for i, p := range []*exact.KernelPool{pool, bounded} {
		k := p.Get()
		var gaveUp bool
		if nodes[i], gaveUp = probe.Nodes(k, []enumerate.Case{{}}, true); gaveUp {
			nodes[i] = math.Inf(1)
		}
		p.Put(k)
	}
	if nodes[1]*bounded.Kernel.Node*boundedGain < nodes[0]*pool.Kernel.Node {
		return bounded, nil
	}
	return pool, nil
}

// makeReduced reduces the search and estimates its nodes.
func (c *Census) makeReduced() *reducedSearch {
	x := c.Instance
	if x.Impossible != "" {
		return &reducedSearch{reduction: &symmetry.Reduction{}}
	}
	k := c.pool.Get()
	defer c.pool.Put(k)
	s := &reducedSearch{reduction: symmetry.Reduce(x.Problem, x.Group)}
	for _, part := range s.reduction.Cases {
		s.cases = append(s.cases, part.Case)
	}
	s.nodes, s.gaveUp = probe.Nodes(k, s.cases, x.Group.Order() == 1)
	return s
}

// expected returns the estimated nodes of a listing, NaN if they are unknown.
func (c *Census) expected() float64 {
	if t := c.reduced(); !t.gaveUp {
		return t.nodes
	}
	return math.NaN()
}

// makeCut cuts the reduced search.
func (c *Census) makeCut() *reducedSearch {
	t := *c.reduced()
	if c.Instance.Impossible != "" {
		return &t
	}
	k := c.pool.Get()
	defer c.pool.Put(k)
	t.share = c.share(&t)
	if c.maxShare == 0 {
		t.share = probe.Affordable(k, t.cases, t.share, cutUpdates)
	}
	for t.tasks, t.above = k.Split(t.cases, t.share); len(t.tasks) > enumerate.MostTasks && c.maxShare == 0 &&
		t.share < 1; {
		t.share = min(1, 4*t.share)
		t.tasks, t.above = k.Split(t.cases, t.share)
	}
	if len(t.tasks) > enumerate.MostTasks {
		t.err = enumerate.TooManyTasks()
	}
	index := make(map[*enumerate.Case]int32, len(t.cases))
	for i := range t.cases {
		index[&t.cases[i]] = int32(i)
	}
	t.caseOf = make([]int32, len(t.tasks))
	for i, task := range t.tasks {
		t.caseOf[i] = index[task.Case]
	}
	return &t
}

// share returns the cut: that of the config, or else one that follows from the estimated nodes.
// These come from probes with a fixed seed, so the tasks depend on the instance and the kernel
// alone. No cut makes the tasks of a hopeless search short.
func (c *Census) share(found *reducedSearch) float64 {
	share := c.maxShare
	if share == 0 {
		share = enumerate.DefaultShare
	}
	switch {
	case c.countOnly && !found.gaveUp && found.nodes < shortSearch:
		return max(share, min(countShare, casePart/float64(max(1, len(found.cases)))))
	case c.maxShare == 0 && !c.countOnly && !found.gaveUp && !probe.Hopeless(found.nodes):
		return min(share, max(leastShare, taskNodes/found.nodes))
	}
	return share
}

// longSearch is the number of nodes from which check says how many there are: a minute or
// more.
const longSearch = 1e9

// kernelName is the name of the kernel that searches, "" if nothing is searched.
func (c *Census) kernelName() string {
	if c.Instance.Impossible != "" {
		return ""
	}
	return c.pool.Kernel.Name
}

// makeJob makes the job of the census, with rows or only their number.
func (c *Census) makeJob(rows bool) *enumerate.Job {
	x := c.Instance
	j := &enumerate.Job{
		Columns:    c.columns,
		Kernel:     c.kernelName(),
		Tables:     x.AllTables,
		Tasks:      func() int { return len(c.cut().tasks) },
		Share:      func(i int) float64 { return c.cut().tasks[i].Share },
		Above:      func() enumerate.Effort { return c.cut().above },
		NewWorker:  func() (enumerate.Worker, error) { return c.newWorker(rows) },
		NewChecker: c.newChecker,
		Facts:      c.facts,
		Features: enumerate.Features{
			Tree: c.Tree, Covers: x.Covers(), CountRows: c.countRows, Diagram: c.diagram, Smaller: x.Smaller,
			FindMeasure: x.FindMeasure,
			Shuffles:    x.Shuffles(), LimitTasks: c.mostNodes.Store, Stabilisers: c.stabilisers,
			Methods: func(q enumerate.Question) ([]enumerate.Method, string, error) {
				methods, _, why, err := c.methods(q)
				return methods, why, err
			},
		},
	}
	if rows {
		j.Counters = x.Counters(false)
	}
	if c.forcing != nil {
		j.Preparation = &enumerate.Preparation{Do: c.forcing.prepare, Name: "listing all solutions"}
	}
	if w := x.Weighed; w != nil {
		j.Weighed = weighed(w)
	}
	return j
}

// Tree returns the search that the census will do.
func (c *Census) Tree() (*enumerate.Tree, error) {
	t := c.cut()
	if t.err != nil {
		return nil, t.err
	}
	tree := &enumerate.Tree{Job: c.Job(), NewKernel: c.pool.Get, Cases: slices.Clone(t.cases), MaxShare: t.share,
		Nodes: t.nodes}
	for _, k := range t.reduction.Cases {
		tree.Weights = append(tree.Weights, k.Weight)
	}
	return tree, nil
}

// facts are those of [enumerate.Job].
func (c *Census) facts() []enumerate.Fact {
	facts := c.Instance.AllFacts()
	if c.Instance.Impossible != "" {
		return append(facts, enumerate.Fact{Key: "impossible", Text: "no solution: " + c.Instance.Impossible,
			Value: c.Instance.Impossible})
	}
	facts = append(facts, c.Instance.Conditions.Facts(&c.pool.Kernel)...)
	facts = append(facts, enumerate.Fact{Key: "reduction", Text: c.reductionText(), Value: c.reductionText()})
	facts = append(facts, c.pool.Facts()...)
	switch t := c.cut(); {
	case t.gaveUp:
		facts = append(facts, enumerate.Fact{Key: "nodes",
			Text: "the nodes of the search are not known: probes of so many options would take too long; coverstat estimate takes longer"})
	case probe.Hopeless(t.nodes):
		facts = append(facts, enumerate.Fact{Key: "hopeless", Text: probe.HopelessText(t.nodes),
			Value: probe.HopelessText(t.nodes)})
	case t.nodes >= longSearch:
		facts = append(facts, enumerate.Fact{Key: "nodes",
			Text:  fmt.Sprintf("about %.1g nodes or more, by few probes; coverstat estimate knows more", t.nodes),
			Value: math.Round(t.nodes)})
	}
	largest, tasks := 0.0, c.cut().tasks
	for _, t := range tasks {
		largest = max(largest, t.Share)
	}
	return append(facts, enumerate.Fact{Key: "tasks",
		Text:  fmt.Sprintf("%s, the largest %.2g of the search tree", enumerate.Plural(len(tasks), "task"), largest),
		Value: len(tasks)})
}

func (c *Census) reductionText() string {
	r, p := c.cut().reduction, c.Instance.Problem
	switch {
	case c.Instance.Group.Order() == 1:
		return "no symmetry: every solution is listed"
	case len(r.Pivots) == 0:
		return "no item to reduce by: every solution is listed, the least of each orbit kept"
	}
	var steps []string
	for _, items := range r.Pivots {
		var names []string
		for _, i := range items {
			names = append(names, p.Item(i).Name)
		}
		steps = append(steps, strings.Join(names, " "))
	}
	steps[0] += " up to symmetry"
	return fmt.Sprintf("options of %s: %s", strings.Join(steps, ", then of "), enumerate.Plural(len(r.Cases), "case"))
}

// newChecker is that of [enumerate.Job].
func (c *Census) newChecker() (enumerate.Checker, error) {
	if c.forcing != nil {
		return c.newForcingChecker(), nil
	}
	return exact.NewRowChecker(c.Instance), nil
}

// newWorker is that of [enumerate.Job]: it writes the classes of tasks as rows, or counts them.
func (c *Census) newWorker(rows bool) (enumerate.Worker, error) {
	x := c.Instance
	var out *enumerate.Batch // of the task at hand
	var flush func() error
	var take func(form []enumerate.OptionID, orbit int64) error // nil: classes are only counted
	if rows {
		recorder := x.NewRecorder()
		take = func(form []enumerate.OptionID, orbit int64) error {
			x.AppendRow(recorder, out, form, orbit)
			if out.Len() < enumerate.BatchRows {
				return nil
			}
			return flush()
		}
	}
	w, err := c.newWalker(take)
	return func(task int, stop *atomic.Bool, o *enumerate.Batch, f func() error) (enumerate.Tally, bool, error) {
		out, flush = o, f
		tally, done, err := w.walk(task, c.mostNodes.Load(), stop)
		if done && len(w.symmetric) > 0 {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.symmetric[task] = w.symmetric
		}
		return tally, done, err
	}, err
}

// stabilisers are those of [enumerate.Features], if classes are only counted.
func (c *Census) stabilisers(classes int64) ([]enumerate.Stabiliser, error) {
	if classes == 0 {
		return []enumerate.Stabiliser{}, nil
	}
	all, err := symmetry.NewSubgroups(c.Instance.Group)
	if err != nil {
		return nil, err
	}
	counts := map[symmetry.Subgroup]int64{}
	for _, symmetric := range c.symmetric {
		for h, n := range symmetric {
			counts[h] += n
			classes -= n
		}
	}
	counts[symmetry.Subgroup{1}] = classes
	return all.Stabilisers(symmetry.BigCounts(counts)), nil
}
