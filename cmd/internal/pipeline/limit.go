package pipeline

import "coverstat/enumerate"

// firstTasks returns the tasks that lie wholly within the first rows, up to the
// limit, and their sum. A task that goes on beyond the limit is not among them,
// nor are later tasks that workers happened to finish: a dataset must be the
// same for any number of workers. All finished tasks stay in the journal for a
// run that goes on.
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
