package jobs

import (
	"math/big"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact/totals"
)

// burnsideNodes bounds the sweeps that count classes beside a list: some tenths of a second.
const burnsideNodes = 1 << 22

// countRows counts the classes of solutions without a list: by sweeps over the solutions that each symmetry maps to
// themselves. It returns nil if no sweep fits, or if they would take too long.
func (c *Census) countRows() (rows *big.Int, how string) {
	sweeps, err := totals.New(c.Instance, enumerate.Question{Distinct: true})
	if err != nil || sweeps.Prepare() != nil || sweeps.Work() > burnsideNodes {
		return nil, ""
	}
	job := sweeps.Job()
	job.LimitTasks(burnsideNodes)
	worker, err := job.NewWorker()
	if err != nil {
		return nil, ""
	}
	found := enumerate.NewBatch(job.Columns)
	for task := range job.Tasks() {
		if _, done, err := worker(task, new(atomic.Bool), found, func() error { return nil }); err != nil || !done {
			return nil, ""
		}
	}
	t, err := job.Counting.Totals([]*enumerate.Batch{found})
	if err != nil || t.Distinct == nil {
		return nil, ""
	}
	return t.Distinct, "Burnside's lemma, with sweeps"
}
