package census

import (
	"math/big"
	"math/rand/v2"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// sweepRun is a task that is being done.
type sweepRun struct {
	*sweepJob
	number int
	task   sweepTask
	stop   *atomic.Bool
	out    *enumerate.Batch
	flush  func() error
	tally  enumerate.Tally
}

// limits are those of a sweep after so many layers of others.
func (r *sweepRun) limits(after int) sweep.Limits {
	layer := func(step int) {
		r.step.Store(int64(after + step))
		r.before.Store(r.nodes.Load())
	}
	return sweep.Limits{Memory: r.memory, Workers: int(r.workers.Load()), Progress: r.nodes.Store, Layer: layer}
}

// add appends a row.
func (r *sweepRun) add(kind int32, count *big.Int, values ...int32) error {
	r.out.AppendInt32(taskColumn, int32(r.number))
	r.out.AppendInt32(kindColumn, kind)
	r.out.AppendInt32List(valuesColumn, values)
	r.out.AppendString(countColumn, count.Append(nil, 10))
	if r.tally.Rows++; r.out.Len() >= enumerate.BatchRows {
		return r.flush()
	}
	return nil
}

// uses counts all solutions and the uses of the options, and draws some of the solutions.
func (r *sweepRun) uses(plan *sweep.Plan) (sweep.Outcome, error) {
	c, outcome := sweep.Complete(plan, true, r.limits(0), r.stop)
	if outcome != sweep.Done {
		return outcome, nil
	}
	r.tally.Effort.Nodes += c.Nodes
	err := r.add(totalRow, c.Total())
	for o := range r.covers[r.task.cover].problem.Options() {
		if n := c.Uses(enumerate.OptionID(o)); err == nil && n.Sign() > 0 {
			err = r.add(usesRow, n, int32(o))
		}
	}
	if r.task.cover != 0 || c.Total().Sign() == 0 {
		return outcome, err // no examples
	}
	for i := range uint64(drawnExamples) {
		if err == nil {
			err = r.addExample(drawnRow, c.Draw(nil, rand.NewPCG(1, i)))
		}
	}
	for i, column := range r.census.Instance.Measures {
		if err == nil && column.ScaleOf() == enumerate.Nominal {
			err = r.kinds(c, r.sums[i])
		}
	}
	return outcome, err
}

// kinds adds an example of each kind that a measure tells apart, if there are few kinds.
func (r *sweepRun) kinds(c *sweep.Completions, sum *enumerate.Sum) error {
	kinds := map[int32]bool{0: true}
	for _, v := range sum.Values {
		kinds[v] = true
	}
	if len(kinds) > kindExamples {
		return nil
	}
	seen := map[int64]bool{}
	for i := uint64(0); i < drawnForKinds && len(seen) < len(kinds); i++ {
		solution := c.Draw(nil, rand.NewPCG(2, i))
		if v := sum.Of(solution); !seen[v] {
			seen[v] = true
			if err := r.addExample(kindRow, solution); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *sweepRun) addExample(kind int32, solution []enumerate.OptionID) error {
	var values []int32
	for _, o := range solution {
		values = append(values, int32(o))
	}
	return r.add(kind, big.NewInt(1), values...)
}

// groups counts the solutions by the values of the task's measures, and finds examples of
// the least and the greatest value.
func (r *sweepRun) groups(plan *sweep.Plan) (sweep.Outcome, error) {
	limits := r.limits(0)
	if r.keeper != nil {
		limits.Keep = func(snapshot func(put func([]byte) error) error) { r.keeper.Keep(r.number, snapshot) }
		get, done := r.keeper.Kept(r.number)
		defer done()
		limits.Kept = get
	}
	c := sweep.NewCounter(plan, limits)
	if outcome := c.Run(r.stop); outcome != sweep.Done {
		return outcome, nil
	}
	r.tally.Effort.Nodes += c.Nodes
	if r.task.group == justTotal {
		return sweep.Done, r.add(totalRow, c.Total())
	}
	found := c.Groups()
	for _, g := range found {
		values := make([]int32, len(g.Values))
		for i, v := range g.Values {
			values[i] = int32(v)
		}
		if err := r.add(groupRow, g.Count, values...); err != nil {
			return sweep.Done, err
		}
	}
	if len(found) < 2 || !r.wantsExamples(&r.task) {
		return sweep.Done, nil
	}
	for i, at := range []int{0, len(found) - 1} {
		kind, value := int32(leastRow+i), found[at].Values[0]
		c, outcome := sweep.Complete(plan.Only(func(values []int64) bool { return values[0] == value }), false, r.limits((1+2*i)*len(r.task.size.Layers)), r.stop)
		switch outcome {
		case sweep.Done:
			if err := r.addExample(kind, c.Draw(nil, rand.NewPCG(1, 0))); err != nil {
				return outcome, err
			}
		case sweep.Full: // then there is none
		default:
			return outcome, nil
		}
	}
	return sweep.Done, nil
}

// wantsExamples reports whether a task has examples of the least and the greatest value: it
// counts by one measure, one of the first whose values are counts.
func (s *sweepJob) wantsExamples(t *sweepTask) bool {
	columns := s.census.Instance.Measures
	if t.cover != 0 || t.group < 0 || t.group >= len(columns) {
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
