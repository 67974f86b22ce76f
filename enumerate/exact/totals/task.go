package totals

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/sweep"
	sweepcover "coverstat/enumerate/kernel/sweep/cover"
	"coverstat/enumerate/symmetry"
)

// Places in [enumerate.CountingColumns].
const (
	taskColumn = iota
	kindColumn
	valuesColumn
	countColumn
)

// Kinds of rows.
const (
	totalRow    = iota // the number of all solutions of the cover that values names
	usesRow            // of those with an option
	groupRow           // of those with these values of measures
	drawnRow           // an example: a solution drawn at random
	leastRow           // an example of the least value of a measure
	greatestRow        // an example of the greatest
	kindRow            // an example of a kind
	noJointRow         // the measures have too many combinations of values
	fullRow            // the combinations take too much memory
)

const (
	drawnExamples = 24 // examples that are drawn at random
	boundExamples = 8  // measures with examples of their least and greatest values
	// A measure that tells at most kindExamples kinds apart has an example of each kind, if
	// one of drawnForKinds random solutions is of this kind.
	kindExamples  = 25
	drawnForKinds = 1000

	// The sweeps over quotients that a count makes may take quotientsPart times the nodes of
	// the sweep over the problem, or leastQuotients, a tenth of a second.
	quotientsPart  = 2
	leastQuotients = 1 << 20
)

// do is the [enumerate.Worker]; one task is done at a time.
func (j *Sweeps) do(number int, stop *atomic.Bool, out *enumerate.Batch,
	flush func() error) (enumerate.Tally, bool, error) {
	j.turn.Lock()
	defer j.turn.Unlock()
	r := taskRun{Sweeps: j, number: number, task: j.tasks[number], stop: stop, out: out, flush: flush}
	if stop.Load() {
		return r.tally, false, nil
	}
	j.at.Store(int64(number))
	j.step.Store(0)
	defer j.nodes.Store(0)
	outcome, err := r.run()
	switch {
	case err != nil || outcome == sweep.Stopped || outcome == sweep.Exhausted:
		return r.tally, false, err
	case outcome == sweep.Overflow:
		return r.tally, false, sweep.ErrOverflow
	case outcome == sweep.Full:
		return r.tally, false, enumerate.KeyErrorf(memoryKey,
			"a sweep needs more than %s of memory: expected a larger %s, or %s",
			enumerate.Bytes(float64(j.memory)), memoryKey, j.x.Smaller)
	}
	return r.tally, true, nil
}

// taskRun is a task that is being done.
type taskRun struct {
	*Sweeps
	number int
	task   task
	stop   *atomic.Bool
	out    *enumerate.Batch
	flush  func() error
	tally  enumerate.Tally
}

func (r *taskRun) run() (sweep.Outcome, error) {
	if r.task.kind == countAll {
		return r.all()
	}
	if c := r.covers[r.task.cover]; r.task.kind == countOne && c.total != nil {
		return sweep.Done, r.addTotal(r.task.cover, c)
	}
	if r.givenUp(r.task) {
		return sweep.Done, r.add(fullRow, new(big.Int))
	}
	plan, err := r.planOf(r.task)
	switch {
	case err != nil:
		return 0, err
	case r.task.kind == countUses:
		return r.uses(plan)
	}
	c, outcome, err := r.count(plan, r.limit.Load())
	if outcome != sweep.Done || err != nil {
		if r.isJoint(r.task) && r.unneeded(outcome) {
			return sweep.Done, r.add(fullRow, new(big.Int))
		}
		return outcome, err
	}
	if r.task.kind == countOne {
		return outcome, r.add(totalRow, c.Total(), int32(r.task.cover))
	}
	return r.values(plan, c)
}

// limits are those of a sweep after so many layers of others, with so many nodes at most unless
// that is 0.
func (r *taskRun) limits(nodes int64, after int) sweep.Limits {
	layer := func(step int) { r.step.Store(int64(after + step)) }
	return sweep.Limits{Memory: r.memory, Workers: int(r.workers.Load()), Nodes: nodes, Progress: r.nodes.Store,
		Layer: layer}
}

// count counts by a plan, with so many nodes at most unless most is 0. It goes on from where a
// limit of nodes has broken the task off, or from what the checkpoint has of it.
func (r *taskRun) count(plan *sweep.Plan, most int64) (*sweep.Counter, sweep.Outcome, error) {
	c := r.paused[r.number]
	if c == nil {
		c = sweep.NewCounter(plan, sweep.Limits{})
	}
	delete(r.paused, r.number)
	outcome, err := r.goOn(c, most, true)
	if outcome == sweep.Exhausted {
		r.paused[r.number] = c
	}
	return c, outcome, err
}

// goOn goes on with a counter.
func (r *taskRun) goOn(c *sweep.Counter, most int64, checkpoint bool) (sweep.Outcome, error) {
	if c.Limits = r.limits(most, 0); r.isJoint(r.task) {
		c.Limits.Memory = r.spare()
	} else {
		c.Limits.Files = r.files
	}
	if checkpoint {
		c.Limits.Checkpoint, c.Limits.Task = r.checkpoint, r.number
	}
	outcome := c.Run(r.stop)
	if outcome == sweep.Done {
		r.tally.Effort.Nodes += c.Nodes
	}
	return outcome, c.Err
}

// add appends a row.
func (r *taskRun) add(kind int32, count *big.Int, values ...int32) error {
	r.out.AppendInt32(taskColumn, int32(r.number))
	r.out.AppendInt32(kindColumn, kind)
	r.out.AppendInt32List(valuesColumn, values)
	r.out.AppendString(countColumn, count.Append(nil, 10))
	if r.tally.Rows++; r.out.Len() >= enumerate.BatchRows {
		return r.flush()
	}
	return nil
}

// addTotal appends the number of all solutions of a cover, which is known.
func (r *taskRun) addTotal(number int, c *cover) error {
	r.tally.Effort.Nodes += c.counter.Nodes
	return r.add(totalRow, c.total, int32(number))
}

// all counts the solutions, and then those that one symmetry of each class maps to themselves, for
// Burnside's lemma, and those that the other subgroups do. The totals of some are left out if the
// sweeps take too long.
func (r *taskRun) all() (sweep.Outcome, error) {
	whole := r.covers[0]
	if outcome, err := r.totalOf(0, whole, r.limit.Load()); outcome != sweep.Done || err != nil {
		return outcome, err
	}
	if len(r.classes) > maxClasses {
		return sweep.Done, nil
	}
	most := r.tally.Effort.Nodes + max(leastQuotients, quotientsPart*r.tally.Effort.Nodes)
	if r.question.Distinct {
		most = math.MaxInt64
	}
	for k, elements := range r.generators[1:] {
		if r.stop.Load() {
			return sweep.Stopped, nil
		}
		c, err := newCover(r.x, whole.order.Items, math.Inf(1), elements...)
		if err != nil || r.tally.Effort.Nodes >= most {
			return sweep.Done, nil // no sweep fits, or it would take too long
		}
		outcome, err := r.totalOf(k+1, c, most-r.tally.Effort.Nodes)
		if outcome == sweep.Stopped || err != nil {
			return outcome, err
		}
		if outcome != sweep.Done {
			return sweep.Done, nil
		}
	}
	return sweep.Done, nil
}

// totalOf appends the number of all solutions of a cover.
func (r *taskRun) totalOf(number int, c *cover, most int64) (sweep.Outcome, error) {
	if c.total == nil {
		outcome, err := r.goOn(c.counter, most, false)
		if outcome != sweep.Done || err != nil {
			return outcome, err
		}
		c.total = c.counter.Total()
		return outcome, r.add(totalRow, c.total, int32(number))
	}
	return sweep.Done, r.addTotal(number, c)
}

// uses counts all solutions and the uses of the options, and draws some of the solutions.
func (r *taskRun) uses(plan *sweep.Plan) (sweep.Outcome, error) {
	c, outcome := sweep.Complete(plan, true, r.limits(r.limit.Load(), 0), r.stop)
	if outcome != sweep.Done {
		return outcome, nil
	}
	r.tally.Effort.Nodes += c.Nodes
	err := r.add(totalRow, c.Total(), int32(r.task.cover))
	for o, n := range c.Uses {
		if err == nil && n.Sign() > 0 {
			err = r.add(usesRow, n, int32(o))
		}
	}
	if r.task.cover != 0 || c.Total().Sign() == 0 || !r.question.Statistics {
		return outcome, err // no examples
	}
	for i := range uint64(drawnExamples) {
		if err == nil {
			err = r.addExample(drawnRow, c.Draw(nil, enumerate.Source(enumerate.FixedSeed, enumerate.Stream(i))))
		}
	}
	for i, column := range r.x.Measures {
		if err == nil && column.ScaleOf() == enumerate.Nominal {
			err = r.kinds(c, r.sums[i])
		}
	}
	return outcome, err
}

// kinds adds an example of each kind that a measure tells apart, if there are few kinds.
func (r *taskRun) kinds(c *sweep.Completions, sum *enumerate.Sum) error {
	kinds := map[int32]bool{0: true}
	for _, v := range sum.Values {
		kinds[v] = true
	}
	if len(kinds) > kindExamples {
		return nil
	}
	seen := map[int64]bool{}
	for i := uint64(0); i < drawnForKinds && len(seen) < len(kinds); i++ {
		solution := c.Draw(nil, enumerate.Source(enumerate.KindSeed, enumerate.Stream(i)))
		if v := sum.Of(solution); !seen[v] {
			seen[v] = true
			if err := r.addExample(kindRow, solution); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *taskRun) addExample(kind int32, solution []enumerate.OptionID) error {
	var values []int32
	for _, o := range solution {
		values = append(values, int32(o))
	}
	return r.add(kind, big.NewInt(1), values...)
}

// values appends the numbers of solutions by values, and examples of the least and the greatest
// value.
func (r *taskRun) values(plan *sweep.Plan, c *sweep.Counter) (sweep.Outcome, error) {
	groups := c.Groups
	if r.isJoint(r.task) && len(groups) > r.question.Joint {
		return sweep.Done, r.add(noJointRow, new(big.Int))
	}
	for _, g := range groups {
		values := make([]int32, len(g.Values))
		for i, v := range g.Values {
			values[i] = int32(v)
		}
		if err := r.add(groupRow, g.Raw, values...); err != nil {
			return sweep.Done, err
		}
	}
	if len(groups) < 2 || !r.wantsExamples(r.task) {
		return sweep.Done, nil
	}
	for i, at := range []int{0, len(groups) - 1} {
		kind, value := int32(leastRow+i), groups[at].Values[0]
		limits := r.limits(0, (1+2*i)*len(r.task.size.Layers))
		limits.Memory = r.spare()
		c, outcome := sweep.Complete(plan.Only(func(values []int64) bool { return values[0] == value }), false, limits,
			r.stop)
		switch {
		case outcome == sweep.Done:
			if err := r.addExample(kind, c.Draw(nil, enumerate.Source(enumerate.FixedSeed, 0))); err != nil {
				return outcome, err
			}
		case !r.unneeded(outcome):
			return outcome, nil
		}
	}
	return sweep.Done, nil
}

// wantsExamples reports whether a task has examples of the least and the greatest value: it
// counts by one measure, one of the first whose values are counts.
func (j *Sweeps) wantsExamples(t task) bool {
	columns := j.x.Measures
	if !j.question.Statistics || t.kind != countGroup || t.cover != 0 || t.group >= len(columns) {
		return false
	}
	counts := 0
	for i := range columns[:t.group+1] {
		if columns[i].ScaleOf() == enumerate.Count {
			counts++
		}
	}
	return columns[t.group].ScaleOf() == enumerate.Count && counts <= boundExamples
}

// SweepNode is how long a node of a sweep typically takes, in nanoseconds.
const SweepNode = 80

// estimateWidth is the width of the sampled sweep that estimates a task: some hundredths of a second.
const estimateWidth = 512

// cover is the exact cover of the solutions that some symmetries map to themselves, with the
// order of items in which it is swept.
type cover struct {
	problem  *enumerate.Problem
	quotient *symmetry.Quotient // nil: the problem itself
	order    exact.ItemOrder
	size     sweep.Size     // of a count
	counter  *sweep.Counter // a count that has begun
	total    *big.Int       // of its solutions, if the count has ended
}

// newCover makes the cover of the solutions that these elements of the group map to themselves, of
// all solutions if there are none. It begins to count them, and chooses the order of items by
// sampled sweeps if the count is not short. Another method takes the time of other nodes.
func newCover(x *exact.Instance, whole []enumerate.Item, other float64, elements ...int) (*cover, error) {
	c := &cover{problem: x.Problem}
	if len(elements) > 0 {
		q, err := symmetry.NewQuotient(x.Problem, x.Group, elements...)
		if err != nil {
			return nil, err
		}
		c.problem, c.quotient = q.Problem, q
	}
	orders := x.Scans
	if x.Space == nil {
		orders = ordersOf(c, orders, whole)
	}
	var plans []*sweep.Plan
	var fitting []exact.ItemOrder
	var against error
	for _, order := range orders {
		plan, err := planOf(x, c.quotient, order.Items)
		if err != nil {
			against = err
			continue
		}
		plans, fitting = append(plans, plan), append(fitting, order)
	}
	if len(plans) == 0 {
		return nil, fmt.Errorf("a sweep does not fit: %w", against)
	}
	choice := sweep.Choose(plans, other)
	c.order, c.size, c.counter = fitting[choice.Number], choice.Size, choice.Counter
	if choice.Done {
		c.total = choice.Counter.Total()
	}
	return c, nil
}

// ordersOf are the orders in which a sweep may count a cover: those of the board, or that for a quotient which comes
// from the whole one, and along a narrow frontier.
func ordersOf(c *cover, scans []exact.ItemOrder, whole []enumerate.Item) []exact.ItemOrder {
	orders := append([]exact.ItemOrder{givenOrder(c.problem)}, scans...)
	if c.quotient != nil {
		orders = []exact.ItemOrder{{Items: c.quotient.Order(whole)}}
	}
	return append(orders, exact.ItemOrder{Name: "item by item along a narrow frontier",
		Items: sweepcover.NarrowOrder(c.problem)})
}

// membersOf are the options of the problem that an option of the cover stands for.
func (c *cover) membersOf(o int) []enumerate.OptionID {
	if c.quotient == nil {
		return []enumerate.OptionID{enumerate.OptionID(o)}
	}
	return c.quotient.Members[o]
}

// givenOrder is the problem's own order of its primary items.
func givenOrder(p *enumerate.Problem) exact.ItemOrder {
	order := exact.ItemOrder{Name: "item by item"}
	for i := range enumerate.Item(p.Items()) {
		if p.Item(i).Primary() {
			order.Items = append(order.Items, i)
		}
	}
	return order
}

// planOf makes the plan of a sweep over the solutions of an instance, or of the quotient q if that
// is not nil. The sweep counts by the values of some sums.
func planOf(x *exact.Instance, q *symmetry.Quotient, order []enumerate.Item,
	by ...*enumerate.Sum) (*sweep.Plan, error) {
	p := x.Problem
	var symmetries sweepcover.Symmetries = x.Group
	if q != nil {
		p, symmetries = q.Problem, nil
	}
	var sums []enumerate.Sum
	for _, s := range by {
		sums = append(sums, sumOf(q, s))
	}
	newPlan := func(f *sweep.Filter) (*sweep.Plan, error) {
		if x.Space != nil {
			return x.Space.Plan(q, order, f, sums...)
		}
		return sweepcover.NewPlan(p, symmetries, order, f, sums...)
	}
	r := x.Conditions
	if r == nil {
		return newPlan(nil)
	}
	required, _ := r.Sums()
	f := &sweep.Filter{Most: r.Most(), Accept: r.Allow}
	for _, s := range required {
		f.Sums = append(f.Sums, sumOf(q, s))
	}
	return newPlan(f)
}

// sumOf makes a sum over the options of a problem one over the options of its quotient q. If q is
// nil, there is no quotient.
func sumOf(q *symmetry.Quotient, of *enumerate.Sum) enumerate.Sum {
	if q == nil {
		return *of
	}
	orbits := q.Members
	sum := enumerate.Sum{Base: of.Base, Own: of.Own}
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
