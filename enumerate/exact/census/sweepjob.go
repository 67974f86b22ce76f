package census

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/probe"
	"coverstat/enumerate/symmetry"
)

// sweepJob is the job of finding the statistics of a census by sweeps, without a list. A task is
// one sweep: over all solutions, or, for Burnside's lemma, over those that one symmetry maps to
// themselves. A row is a number that a sweep has found.
type sweepJob struct {
	census  *Census
	memory  int64
	sums    []*enumerate.Sum // the measures, by column
	groups  [][]int          // places in sums: the values of these are counted together
	classes []symmetry.RationalClass
	covers  []cover // of the classes, and then of subgroups
	// subgroups are in classes of conjugate ones, and coverOf has the cover of each class. They
	// tell how large the orbits are. Nil if they are too many.
	subgroups [][]symmetry.Subgroup
	coverOf   []int
	tasks     []sweepTask

	workers atomic.Int64     // of each sweep
	turn    sync.Mutex       // held by the sweep at hand: one at a time may use all memory
	at      atomic.Int64     // the task at hand
	nodes   atomic.Int64     // of the task at hand
	step    atomic.Int64     // its layers that are done, forward and back
	before  atomic.Int64     // nodes when this layer began
	keeper  enumerate.Keeper // of long tasks; nil if there is none
}

// cover is the exact cover of the solutions that some symmetries map to themselves.
type cover struct {
	problem  *enumerate.Problem
	quotient *symmetry.Quotient // nil of the problem itself
	order    []enumerate.Item
}

// sweepTask is one sweep.
type sweepTask struct {
	cover int
	group int        // in groups: values are counted; or one of the following
	size  sweep.Size // expected
}

const (
	allUses   = -1 // all solutions, and the uses of each option, are counted
	justTotal = -2 // all solutions are counted
)

// Places in [enumerate.SweepColumns].
const (
	taskColumn = iota
	kindColumn
	valuesColumn
	countColumn
)

// Kinds of rows.
const (
	totalRow    = iota // the number of all solutions
	usesRow            // of those with an option
	groupRow           // of those with these values of measures
	drawnRow           // an example: a solution drawn at random
	leastRow           // an example of the least value of a measure
	greatestRow        // an example of the greatest
	kindRow            // an example of a kind
)

const (
	drawnExamples = 24 // examples that are drawn at random
	boundExamples = 8  // measures with examples of their least and greatest values
	// A measure that tells at most kindExamples kinds apart has an example of each kind, if
	// one of drawnForKinds random solutions is of this kind.
	kindExamples  = 25
	drawnForKinds = 1000

	rowNodes      = 3    // a listing with rows takes so many times as long as one without
	maxClasses    = 1000 // of symmetries: each takes sweeps of its own
	thinForSweeps = 1000 // states of a layer that thin sweeps keep
	mostUnderway  = 0.99 // of a task is called done before its end
)

// newSweepJob implements the feature SweepJob of [enumerate.Features].
func (c *Census) newSweepJob(together [][]string, memory int64, must bool) (enumerate.SweepJob, string, error) {
	x := c.Instance
	s := &sweepJob{census: c, memory: cmp.Or(memory, sweep.DefaultMemory), classes: x.Group.RationalClasses()}
	if x.Sums != nil {
		s.sums = x.Sums()
	}
	lacking, hopeless := s.lacking(), probe.Hopeless(c.expected())
	switch {
	case x.Impossible != "":
		return nil, "there is no solution", nil
	case len(lacking) > 0 && hopeless:
		return nil, "", c.lack(lacking)
	case len(lacking) > 0:
		return nil, fmt.Sprintf("%s does not add up over pieces", lacking[0]), nil
	case len(s.classes) > maxClasses:
		return nil, fmt.Sprintf("the symmetries are of %d classes, and a sweep is needed for each", len(s.classes)), nil
	}
	for i := range s.sums {
		s.groups = append(s.groups, []int{i})
	}
	for _, names := range together {
		var group []int
		for _, name := range names {
			i := enumerate.ColumnIndex(x.Measures, name)
			if i < 0 {
				return nil, fmt.Sprintf("%s is no measure", name), nil
			}
			group = append(group, i)
		}
		s.groups = append(s.groups, group)
	}
	err := s.prepare()
	work := 0.0
	for _, t := range s.tasks {
		work += t.size.Work
	}
	switch {
	case err != nil && hopeless:
		return nil, "", enumerate.KeyErrorf("output.rows", "neither a list nor a sweep is possible: %v: expected a smaller board or fewer symmetries", err)
	case err != nil:
		return nil, err.Error(), nil
	case !must && work > rowNodes*c.listing():
		_, nodes := s.Expected()
		return nil, fmt.Sprintf("%d sweeps would take about %.2g nodes", len(s.tasks), nodes), nil
	}
	return s, "", nil
}

// lacking lists the measures, asked for or required, that do not add up.
func (s *sweepJob) lacking() (names []string) {
	x := s.census.Instance
	for i, column := range x.Measures {
		if i >= len(s.sums) || s.sums[i] == nil {
			names = append(names, column.Name)
		}
	}
	if r := x.Required(); r != nil {
		if _, name := r.Sums(); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// lack is the error of measures that do not add up where a listing is hopeless.
func (c *Census) lack(lacking []string) error {
	problem := fmt.Sprintf("a list of all solutions would take too long, and %s can only be had from a list", strings.Join(lacking, ", "))
	expected := "a smaller board, or no measures"
	if names := c.Instance.AddUp; len(names) > 0 {
		expected = "a smaller board, or measures that add up over pieces: " + strings.Join(names, ", ")
	}
	return &enumerate.InputError{Key: "measures", Problem: problem, Expected: expected}
}

// prepare makes the covers and the tasks.
func (s *sweepJob) prepare() (err error) {
	x := s.census.Instance
	for _, class := range s.classes {
		k, err := s.addCover(class.Element)
		if err != nil {
			return err
		}
		err = s.addTask(k, allUses)
		for g, group := range s.groups {
			if err == nil && !s.derived(group) {
				err = s.addTask(k, g)
			}
		}
		if err != nil {
			return err
		}
	}
	if x.Group.Order() > symmetry.MaxSubgroups {
		return nil
	}
	s.subgroups = x.Group.Subgroups()
	for _, conjugate := range s.subgroups {
		k := slices.IndexFunc(s.classes, func(c symmetry.RationalClass) bool { return slices.Contains(conjugate, x.Group.Powers(c.Element)) })
		if k < 0 {
			if k, err = s.addCover(conjugate[0].Elements()...); err == nil {
				err = s.addTask(k, justTotal)
			}
			if err != nil {
				return err
			}
		}
		s.coverOf = append(s.coverOf, k)
	}
	return nil
}

// addTask adds a sweep, with its expected size.
func (s *sweepJob) addTask(cover, group int) error {
	t := sweepTask{cover: cover, group: group}
	plan, err := s.plan(t)
	if err != nil {
		return err
	}
	if t.size = sweep.Estimate(plan, thinForSweeps); group == allUses {
		t.size.Nodes, t.size.Work = 2*t.size.Nodes, 2*t.size.Work // it goes back, too
	}
	s.tasks = append(s.tasks, t)
	return nil
}

// addCover adds the exact cover of the solutions that these symmetries map to themselves, in
// the best of some orders.
func (s *sweepJob) addCover(elements ...int) (int, error) {
	x := s.census.Instance
	c := cover{problem: x.Problem}
	orders := append([]exact.ItemOrder{givenOrder(x.Problem), narrowOrder(x.Problem)}, x.Scans...)
	if len(s.covers) > 0 {
		q, err := symmetry.NewQuotient(x.Problem, x.Group, elements...)
		if err != nil {
			return 0, err
		}
		c.problem, c.quotient = q.Problem, q
		orders = []exact.ItemOrder{{Items: q.Order(s.covers[0].order)}, narrowOrder(q.Problem)}
	}
	best, against := bestSweep(x, c.quotient, orders, thinForSweeps)
	if best.plan == nil {
		return 0, fmt.Errorf("a sweep does not fit: %w", against)
	}
	c.order = best.order
	s.covers = append(s.covers, c)
	return len(s.covers) - 1, nil
}

// derived reports whether the numbers of a group follow from the uses of options. They do if it is
// one sum, of values alone, and all options that have a value contain the same item, without a
// colour: then a solution has at most one of them.
func (s *sweepJob) derived(group []int) bool {
	if len(group) != 1 || len(s.sums[group[0]].Marks) > 0 || s.sums[group[0]].Contacts != nil {
		return false
	}
	p, sum := s.census.Instance.Problem, s.sums[group[0]]
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

// plan makes the plan of a task.
func (s *sweepJob) plan(t sweepTask) (*sweep.Plan, error) {
	c := &s.covers[t.cover]
	var by []*enumerate.Sum
	if t.group >= 0 {
		for _, i := range s.groups[t.group] {
			by = append(by, s.sums[i])
		}
	}
	return planOf(s.census.Instance, c.quotient, c.order, by...)
}

// sumOf makes a sum over the options of a problem one over the options of its quotient q. If q is
// nil, there is no quotient.
func sumOf(q *symmetry.Quotient, of *enumerate.Sum) enumerate.Sum {
	if q == nil {
		return *of
	}
	orbits := q.Members
	sum := enumerate.Sum{Base: of.Base}
	if of.Values != nil {
		sum.Values = make([]int32, len(orbits))
		for o, members := range orbits {
			for _, m := range members {
				sum.Values[o] += of.Values[m]
			}
		}
	}
	if of.Contacts != nil {
		contacts := *of.Contacts
		contacts.Members, contacts.Orbit = orbits, q.Orbit
		sum.Contacts = &contacts
	}
	for _, mark := range of.Marks {
		touching := map[enumerate.OptionID]bool{}
		for _, o := range mark {
			touching[o] = true
		}
		var touch []enumerate.OptionID
		for o, members := range orbits {
			if slices.ContainsFunc(members, func(m enumerate.OptionID) bool { return touching[m] }) {
				touch = append(touch, enumerate.OptionID(o))
			}
		}
		sum.Marks = append(sum.Marks, touch)
	}
	return sum
}

// Columns implements [enumerate.Job].
func (s *sweepJob) Columns() []enumerate.Column { return enumerate.SweepColumns }

// Tables implements [enumerate.Job].
func (s *sweepJob) Tables() ([]enumerate.Table, error) { return s.census.Tables() }

// Tasks implements [enumerate.Job].
func (s *sweepJob) Tasks() int { return len(s.tasks) }

// Share implements [enumerate.Job].
func (s *sweepJob) Share(task int) float64 {
	all := 0.0
	for _, t := range s.tasks {
		all += 1 + t.size.Work
	}
	return (1 + s.tasks[task].size.Work) / all
}

// Above implements [enumerate.Job].
func (s *sweepJob) Above() enumerate.Effort { return enumerate.Effort{} }

// Kernel implements [enumerate.Job].
func (s *sweepJob) Kernel() string { return "sweep" }

// Facts implements [enumerate.Job].
func (s *sweepJob) Facts() []enumerate.Fact {
	text, _ := s.Expected()
	facts := s.census.Instance.AllFacts()
	if r := s.census.Instance.Required(); r != nil {
		facts = append(facts, r.Facts("sweep")...)
	}
	return append(facts, enumerate.Fact{Key: "sweeps", Text: text, Value: len(s.tasks)})
}

// Expected implements [enumerate.SweepJob].
func (s *sweepJob) Expected() (text string, nodes float64) {
	states := 0.0
	for _, t := range s.tasks {
		nodes += t.size.Nodes
		states = max(states, t.size.States)
	}
	return fmt.Sprintf("%s: about %.2g nodes, %.2g states in the largest", enumerate.Plural(len(s.tasks), "sweep"), nodes, states), nodes
}

// Features implements [enumerate.Job].
func (s *sweepJob) Features() enumerate.Features {
	prepare := func(workers int, _ *atomic.Bool, _ func(float64)) error {
		s.workers.Store(int64(workers))
		return nil
	}
	return enumerate.Features{Prepare: prepare, Memory: s.needs, KeepIn: func(k enumerate.Keeper) { s.keeper = k }, Underway: s.underway}
}

// underway implements the feature Underway of [enumerate.Features].
func (s *sweepJob) underway() (share float64, nodes int64) {
	task, nodes := int(s.at.Load()), s.nodes.Load()
	layers := s.layers(task)
	step, before, done, all := int(s.step.Load()), float64(s.before.Load()), 0.0, 0.0
	for i, n := range layers {
		all += n
		if i < step {
			done = all
		}
	}
	if step < len(s.tasks[task].size.Layers) { // of the layer at hand, by the nodes that those before it had
		scale := 1.0
		if done > 0 && before > 0 {
			scale = before / done
		}
		done += min(layers[step], max(0, float64(nodes)-before)/scale)
	}
	return s.Share(task) * min(mostUnderway, done/max(1, all)), nodes
}

// layers lists the layers that a task goes through, with the nodes that are expected there.
func (s *sweepJob) layers(task int) []float64 {
	t := &s.tasks[task]
	forward, back := t.size.Layers, slices.Clone(t.size.Layers)
	slices.Reverse(back)
	switch {
	case t.group == allUses:
		return slices.Concat(forward, back)
	case s.wantsExamples(t):
		return slices.Concat(forward, forward, back, forward, back)
	}
	return forward
}

// needs is the memory of the largest sweep.
func (s *sweepJob) needs() enumerate.Memory {
	m := enumerate.Memory{Limit: s.memory, Key: "output.memory_limit"}
	for _, t := range s.tasks {
		if t.group == allUses {
			m.Expected = max(m.Expected, t.size.Uses)
		} else {
			m.Expected = max(m.Expected, t.size.Count)
		}
	}
	return m
}

// NewChecker implements [enumerate.Job].
func (s *sweepJob) NewChecker() (enumerate.Checker, error) {
	return nil, fmt.Errorf("numbers of sweeps have no checker")
}

// NewWorker implements [enumerate.Job].
func (s *sweepJob) NewWorker() (enumerate.Worker, error) { return sweeper{s}, nil }

type sweeper struct{ *sweepJob }

// Do implements [enumerate.Worker].
func (s sweeper) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	r := sweepRun{sweepJob: s.sweepJob, number: task, task: s.tasks[task], stop: stop, out: out, flush: flush}
	if stop.Load() {
		return r.tally, false, nil
	}
	plan, err := s.plan(r.task)
	if err != nil {
		return r.tally, false, err
	}
	s.at.Store(int64(task))
	s.step.Store(0)
	s.before.Store(0)
	defer s.nodes.Store(0)
	outcome := sweep.Done
	if r.task.group == allUses {
		outcome, err = r.uses(plan)
	} else {
		outcome, err = r.groups(plan)
	}
	switch {
	case err != nil || outcome == sweep.Stopped:
		return r.tally, false, err
	case outcome != sweep.Done:
		return r.tally, false, s.failure(outcome)
	}
	return r.tally, true, nil
}

func (s *sweepJob) failure(o sweep.Outcome) error {
	if o == sweep.Overflow {
		return sweep.ErrOverflow
	}
	return enumerate.KeyErrorf("output.memory_limit", "a sweep needs more than %d MiB of memory: expected a larger output.memory_limit, a smaller board or fewer pieces", s.memory>>20)
}
