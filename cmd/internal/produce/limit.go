package produce

import (
	"context"
	"fmt"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
)

// firstTasks returns the tasks that lie wholly within the first rows, up to the limit, and their sum. Later
// tasks that workers happened to finish are not among them: a dataset must be the same for any number of
// workers. They stay in the journal for a run that goes on.
//
// The rows of a limited dataset are those of [journal.Work.LeadingList]: where
// the finished tasks have too few, the task that the limit cut short has more.
func firstTasks(tasks []enumerate.TaskTally, limit int64) (first []enumerate.TaskTally, sum enumerate.Tally) {
	for i, t := range tasks {
		if t.Task != i || sum.Rows >= limit || sum.Rows+t.Rows > limit {
			return tasks[:i], sum
		}
		sum.Add(t.Tally)
	}
	return tasks, sum
}

// reuseLimited returns the outcome of the dataset in the output folder if a run with the same limit
// made it and no file is damaged: then this run has nothing to do. It returns nil otherwise.
func (p *production) reuseLimited(ctx context.Context) (*Outcome, error) {
	if p.options.Limit == 0 || p.options.Fresh {
		return nil, nil
	}
	old, err := p.existing()
	if err != nil || old == nil || old.Complete || int64(old.Limit) != p.options.Limit || len(old.Parts) == 0 {
		return nil, err
	}
	if _, damaged, err := p.damagedFiles(ctx); err != nil || len(damaged) > 0 {
		return nil, err
	}
	outcome, err := readOutcome(p.fsys, p.options.Out)
	if r := study.ReadRecord(p.fsys, p.options.Out); err == nil && r != nil {
		outcome.Forecast = r.Forecast
	}
	return outcome, err
}

// removeLimited removes the rows of an earlier run with a limit, when the manifest
// does not name them any more: readers of rows/*.parquet would take them for those of
// this run. The tasks that gave them are still in the work.
func (p *production) removeLimited() error {
	if p.limited == 0 {
		return nil
	}
	p.options.Notice(fmt.Sprintf("%s: the rows of the earlier --limit %d are removed, because this run asks for others; their tasks are kept",
		p.options.Out, p.limited))
	p.limited = 0
	return p.removeData()
}
