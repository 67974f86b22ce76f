package enumerate

// A TaskTally is a finished task: its number and what it found.
type TaskTally struct {
	Task int // number of the task in the whole job
	Tally
}

// TaskNumbers are the fields of a [TaskTally] in the order in which files list
// them: task, rows, raw, failed, nodes, updates, solutions, deepest.
type TaskNumbers [8]int64

// Numbers lists the fields.
func (t *TaskTally) Numbers() TaskNumbers {
	e := &t.Effort
	return TaskNumbers{int64(t.Task), t.Rows, t.Raw, t.Failed, e.Nodes, e.Updates, e.Solutions, int64(e.Deepest)}
}

// TaskTally is the inverse of [TaskTally.Numbers].
func (n TaskNumbers) TaskTally() TaskTally {
	return TaskTally{Task: int(n[0]), Tally: Tally{Rows: n[1], Raw: n[2], Failed: n[3],
		Effort: Effort{Nodes: n[4], Updates: n[5], Solutions: n[6], Deepest: int(n[7])}}}
}

// DefaultShare is the largest part of the search tree that one task may be, where
// the config has no cut and the search is not long.
const DefaultShare = 0.001
