package totals

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/symmetry"
)

// Sweeps answer a question. A task is one sweep; of a question for the
// number of solutions alone, the one task is all sweeps. A row is a number that a sweep has found.
type Sweeps struct {
	x        *exact.Instance
	question enumerate.Question
	memory   int64
	other    float64          // nodes in the time of another method
	sums     []*enumerate.Sum // the measures, by column
	groups   [][]int          // places in sums: the values of these are counted together
	joint    int              // the group of all measures, -1 if they are not counted together
	noJoint  error            // why not
	classes  []symmetry.RationalClass

	prepared error // that no sweep fits
	covers   []*cover
	tasks    []task
	paused   map[int]*sweep.Counter // counts of tasks that a limit of nodes has broken off
	once     sync.Once
	// generators are symmetries that map the solutions of each cover to themselves, and generate all that do: those of
	// classes come first, then those of subgroups that no one symmetry generates. subgroups are the classes
	// of subgroups; coverOf has the number of the cover of each.
	generators  [][]int
	named       *symmetry.Subgroups
	subgroups   [][]symmetry.Subgroup
	coverOf     []int
	noSubgroups error // why there are no subgroups

	workers    atomic.Int64 // of each sweep
	limit      atomic.Int64 // nodes of a task, 0 is none
	turn       sync.Mutex   // held by the task at hand: one at a time may use all memory
	at         atomic.Int64 // the task at hand
	nodes      atomic.Int64 // of the task at hand
	step       atomic.Int64 // its layers that are done, forward and back
	checkpoint enumerate.Checkpoint
	files      func() (enumerate.TemporaryFile, error)
}

// task is what one task finds.
type task struct {
	kind  taskKind
	cover int
	group int        // of values
	size  sweep.Size // expected
}

type taskKind int8

const (
	countAll   taskKind = iota // solutions, and those up to symmetry if that does not take long
	countOne                   // the solutions of the cover
	countUses                  // and the uses of its options
	countGroup                 // its solutions by values of sums
)

const (
	maxClasses   = 1000    // of symmetries: each takes sweeps of its own
	fewNodes     = 1 << 16 // of a sweep need little memory
	mostUnderway = 0.99    // of a task is called done before its end
)

// New returns the job of a question. It is an [enumerate.UnfitError] if no sweep can answer it.
// The sweeps are planned when they are first needed.
func New(x *exact.Instance, q enumerate.Question) (*Sweeps, error) {
	j := &Sweeps{x: x, question: q, joint: -1, paused: map[int]*sweep.Counter{}, other: math.Inf(1),
		memory: cmp.Or(q.Memory, sweep.DefaultMemory), classes: x.Group.RationalClasses()}
	var lacking []string
	if q.Statistics || q.Values {
		if x.Sums != nil {
			j.sums = x.Sums()
		}
		for i, column := range x.Measures {
			if i >= len(j.sums) || j.sums[i] == nil {
				lacking = append(lacking, column.Name)
			}
		}
	}
	if r := x.Conditions; r != nil {
		var unfit *enumerate.UnfitError
		if _, err := r.Sums(); errors.As(err, &unfit) {
			lacking = append(lacking, unfit.Way)
		}
	}
	if len(lacking) > 0 {
		expected := "no measures"
		if len(x.AddUp) > 0 {
			expected = "measures that add up over pieces: " + strings.Join(x.AddUp, ", ")
		}
		return nil, &enumerate.UnfitError{Key: "measures", Expected: expected,
			Why: fmt.Errorf("%s does not add up over pieces", strings.Join(lacking, ", "))}
	}
	for i := range j.sums {
		j.groups = append(j.groups, []int{i})
	}
	if !q.Statistics {
		return j, nil
	}
	if len(j.classes) > maxClasses {
		return nil, &enumerate.UnfitError{
			Why: fmt.Errorf("the symmetries are of %d classes, and a sweep is needed for each",
				len(j.classes))}
	}
	for _, names := range q.Together {
		var group []int
		for _, name := range names {
			i := enumerate.ColumnIndex(x.Measures, name)
			if i < 0 {
				return nil, &enumerate.UnfitError{Why: fmt.Errorf("%s is no measure", name)}
			}
			group = append(group, i)
		}
		j.groups = append(j.groups, group)
	}
	if len(j.sums) > 0 && q.Joint > 0 {
		j.joint = len(j.groups)
		j.groups = append(j.groups, slices.Concat(j.groups[:len(j.sums)]...))
	}
	return j, nil
}

// ChoiceTime is what the choice of an order for all solutions needs, in nanoseconds.
func (j *Sweeps) ChoiceTime() float64 {
	const nodes = 768 // at each place of an order
	return SweepNode * nodes * float64((2+len(j.x.Scans))*j.x.Problem.Items())
}

// LimitChoice limits the choice of an order for all solutions by the time of another method, in nanoseconds.
func (j *Sweeps) LimitChoice(time float64) { j.other = time / SweepNode }

// Prepare plans the sweeps, if that has not been done. The error, an [enumerate.UnfitError], says
// why none fits.
func (j *Sweeps) Prepare() error {
	j.once.Do(func() {
		if err := j.plan(); err != nil {
			j.prepared = &enumerate.UnfitError{Why: err}
		}
	})
	return j.prepared
}

// plan makes the covers and the tasks.
func (j *Sweeps) plan() error {
	x := j.x
	if x.Impossible != "" {
		return nil // no tasks: there are no solutions
	}
	whole, err := newCover(x, nil, j.other)
	if err != nil {
		return err
	}
	j.covers = []*cover{whole}
	j.planSubgroups()
	switch {
	case j.question.Statistics:
	case j.question.Uses:
		return j.addTask(task{kind: countUses})
	default:
		j.tasks = []task{{kind: countAll, size: whole.size}}
		for g := range j.groups {
			if err := j.addTask(task{kind: countGroup, group: g}); err != nil {
				return err
			}
		}
		return nil
	}
	for k := range j.classes {
		err := j.addCover(k)
		if err == nil {
			err = j.addTask(task{kind: countUses, cover: k})
		}
		for g, group := range j.groups {
			if err == nil && g != j.joint && !j.derived(group) {
				err = j.addTask(task{kind: countGroup, cover: k, group: g})
			}
		}
		if err != nil {
			return err
		}
	}
	j.planJoint()
	for k := len(j.classes); k < len(j.generators); k++ {
		err := j.addCover(k)
		if err == nil {
			err = j.addTask(task{kind: countOne, cover: k})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// planJoint adds the sweeps by all measures at once, unless they do not fit. The group of one
// measure alone is its own.
func (j *Sweeps) planJoint() {
	if j.joint < 0 || len(j.sums) == 1 {
		return
	}
	before := len(j.tasks)
	for k := range j.classes {
		if err := j.addTask(task{kind: countGroup, cover: k, group: j.joint}); err != nil {
			j.tasks, j.groups, j.joint = j.tasks[:before], j.groups[:j.joint], -1
			j.noJoint = fmt.Errorf("a sweep by all measures does not fit: %w", err)
			return
		}
	}
}

// addCover adds cover k; that of the identity, the first, is there.
func (j *Sweeps) addCover(k int) error {
	if k == 0 {
		return nil
	}
	c, err := newCover(j.x, j.covers[0].order.Items, math.Inf(1), j.generators[k]...)
	j.covers = append(j.covers, c)
	return err
}

// addTask adds a sweep, with its expected size. How much memory the count of a cover took is not
// known if it was short.
func (j *Sweeps) addTask(t task) error {
	c := j.covers[t.cover]
	t.size = c.size
	if t.kind == countGroup || t.kind == countUses && c.size.Nodes > fewNodes {
		plan, err := j.planOf(t)
		if err != nil {
			return err
		}
		t.size = sweep.Estimate(plan, estimateWidth)
	}
	if t.kind == countUses {
		t.size = t.size.Twice() // it goes back, too
	}
	j.tasks = append(j.tasks, t)
	return nil
}

// planOf makes the plan of a task.
func (j *Sweeps) planOf(t task) (*sweep.Plan, error) {
	c := j.covers[t.cover]
	var by []*enumerate.Sum
	if t.kind == countGroup {
		for _, i := range j.groups[t.group] {
			by = append(by, j.sums[i])
		}
	}
	return planOf(j.x, c.quotient, c.order.Items, by...)
}

// derived reports whether the numbers of a group follow from the uses of options. They do if it is
// one sum, of values alone, and all options that have a value contain the same item, without a
// colour: then a solution has at most one of them.
func (j *Sweeps) derived(group []int) bool {
	if len(group) != 1 || len(j.sums[group[0]].Marks) > 0 || j.sums[group[0]].Contacts != nil ||
		j.sums[group[0]].Own != nil {
		return false
	}
	p, sum := j.x.Problem, j.sums[group[0]]
	options := 0 // that have a value
	with := make([]int, p.Items())
	for o, v := range sum.Values {
		if v == 0 {
			continue
		}
		options++
		for _, m := range p.Option(enumerate.OptionID(o)) {
			if p.Item(m.Item).Max == 1 && m.Colour == 0 {
				with[m.Item]++
			}
		}
	}
	return slices.Contains(with, options)
}

// Job is the job of the sweeps.
func (j *Sweeps) Job() *enumerate.Job {
	prepare := func(workers int, _ *atomic.Bool, _ func(float64)) error {
		j.workers.Store(int64(workers))
		return j.Prepare()
	}
	return &enumerate.Job{
		Columns:    enumerate.CountingColumns,
		Kernel:     "sweep",
		Tables:     j.x.AllTables,
		Tasks:      j.Tasks,
		Share:      j.share,
		Above:      func() enumerate.Effort { return enumerate.Effort{} },
		NewWorker:  func() (enumerate.Worker, error) { return j.do, j.Prepare() },
		NewChecker: func() (enumerate.Checker, error) { return nil, fmt.Errorf("numbers of sweeps have no checker") },
		Facts:      j.facts,
		Features: enumerate.Features{
			Preparation: &enumerate.Preparation{Do: prepare},
			Memory:      j.expectedMemory,
			LimitTasks:  j.limit.Store,
			Counting: &enumerate.Counting{Size: j.Size, Solutions: j.Solutions, Totals: j.totals, Underway: j.underway,
				SetCheckpoint: func(c enumerate.Checkpoint) { j.checkpoint = c },
				SetFiles:      func(create func() (enumerate.TemporaryFile, error)) { j.files = create }},
		},
	}
}

// Tasks is the number of tasks. If no sweep fits there is one, which fails.
func (j *Sweeps) Tasks() int {
	if j.Prepare() != nil {
		return 1
	}
	return len(j.tasks)
}

// share is that of [enumerate.Job].
func (j *Sweeps) share(task int) float64 {
	if j.Prepare() != nil {
		return 1
	}
	all := 0.0
	for _, t := range j.tasks {
		all += 1 + t.size.Work
	}
	return (1 + j.tasks[task].size.Work) / all
}

// facts are those of [enumerate.Job].
func (j *Sweeps) facts() []enumerate.Fact {
	text, _ := j.Size()
	facts := append(j.x.AllFacts(), j.x.Conditions.Facts(nil)...)
	return append(facts, enumerate.Fact{Key: "sweeps", Text: text, Value: j.Tasks()})
}

// Text says in words how all solutions are counted.
func (j *Sweeps) Text() string {
	if len(j.tasks) == 0 {
		return "sweeps: there is nothing to count"
	}
	c := j.covers[0]
	return fmt.Sprintf("sweeps, %s, the first of %s nodes", c.order.Name, nodesText(c.size))
}

func nodesText(size sweep.Size) string {
	write := func(nodes float64) string {
		if nodes < 1e5 {
			return enumerate.Grouped(int64(math.Round(nodes)))
		}
		return fmt.Sprintf("%.2g", nodes)
	}
	if size.Low == size.High {
		return write(size.Nodes)
	}
	return fmt.Sprintf("about %s (%.1g to %.1g)", write(size.Nodes), size.Low, size.High)
}

// Size is that of [enumerate.Counting].
func (j *Sweeps) Size() (text string, nodes float64) {
	if err := j.Prepare(); err != nil {
		return err.Error(), math.NaN()
	}
	var all sweep.Size
	for _, t := range j.tasks {
		if !j.givenUp(t) {
			all.Nodes, all.Low, all.High = all.Nodes+t.size.Nodes, all.Low+t.size.Low, all.High+t.size.High
			all.States = max(all.States, t.size.States)
		}
	}
	text = fmt.Sprintf("%s: %s nodes", enumerate.Plural(len(j.tasks), "sweep"), nodesText(all))
	if all.States > 0 {
		text += fmt.Sprintf(", %.2g states in the largest", all.States)
	}
	return text, all.Nodes
}

// Solutions is that of [enumerate.Counting].
func (j *Sweeps) Solutions() float64 {
	if j.Prepare() != nil || len(j.covers) == 0 {
		return 0
	}
	c := j.covers[0]
	if c.total != nil {
		n, _ := c.total.Float64()
		return n
	}
	return c.size.Solutions
}

// Work is the expected work in nodes, those of contacts counted as what they cost.
func (j *Sweeps) Work() (work float64) {
	if j.Prepare() != nil {
		return math.Inf(1)
	}
	for _, t := range j.tasks {
		if !j.givenUp(t) {
			work += t.size.Work
		}
	}
	return work
}

// Method is the method to answer the question by the sweeps.
func (j *Sweeps) Method() enumerate.Method {
	return enumerate.Method{Job: j.Job(), Node: SweepNode, Nodes: j.Work()}
}

// underway is that of [enumerate.Counting].
func (j *Sweeps) underway() (share float64, nodes int64) {
	if len(j.tasks) == 0 {
		return 0, 0
	}
	task, step, done, all := int(j.at.Load()), int(j.step.Load()), 0.0, 0.0
	for i, n := range j.layers(j.tasks[task]) {
		if all += n; i < step {
			done += n
		}
	}
	return j.share(task) * min(mostUnderway, done/max(1, all)), j.nodes.Load()
}

// layers lists the layers that a task goes through, with the nodes that are expected there; none
// of a short sweep.
func (j *Sweeps) layers(t task) []float64 {
	forward, back := t.size.Layers, slices.Clone(t.size.Layers)
	slices.Reverse(back)
	switch {
	case t.kind == countUses:
		return slices.Concat(forward, back)
	case j.wantsExamples(t):
		return slices.Concat(forward, forward, back, forward, back)
	}
	return forward
}

// Plan is the plan of a sweep over all solutions.
func (j *Sweeps) Plan() (*sweep.Plan, error) { return j.planOf(task{}) }

// CompletionsMemory is the expected memory of the completions in bytes, 0 if they are few.
func (j *Sweeps) CompletionsMemory() float64 { return j.covers[0].size.Complete }
