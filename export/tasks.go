package export

import (
	"errors"
	"fmt"
	"path/filepath"

	"coverstat/enumerate"
	"coverstat/export/files"
	"coverstat/export/journal"
)

// TasksTable is the name of the table that says what each task gave. With it
// the rows of a shard can be told apart by task, and so merged.
const TasksTable = "tasks"

// EffortName is the file that says what each task cost. It is no table,
// because tables depend on the rows alone, and the effort on the method, too.
const EffortName = "effort.parquet"

// TaskTally says what a finished task gave and cost.
type TaskTally struct {
	Task  int
	Tally enumerate.Tally
}

// taskColumn is a column of the tasks table or the effort file, and the place
// of its values.
type taskColumn struct {
	name, meaning, unit string
	get                 func(*TaskTally) int64
	set                 func(*TaskTally, int64)
}

func number() taskColumn {
	return taskColumn{"task", "number of the task in the whole job", "",
		func(t *TaskTally) int64 { return int64(t.Task) }, func(t *TaskTally, x int64) { t.Task = int(x) }}
}

func tallyColumns() []taskColumn {
	return []taskColumn{
		number(),
		{"rows", "rows that the task gave; in a census or survey they follow those of the task before", "rows",
			func(t *TaskTally) int64 { return t.Tally.Rows }, func(t *TaskTally, x int64) { t.Tally.Rows = x }},
		{"raw", "raw objects that the rows stand for, counted by the search", "objects",
			func(t *TaskTally) int64 { return t.Tally.Raw }, func(t *TaskTally, x int64) { t.Tally.Raw = x }},
		{"failed", "draws without a solution", "draws",
			func(t *TaskTally) int64 { return t.Tally.Failed }, func(t *TaskTally, x int64) { t.Tally.Failed = x }},
	}
}

func effortColumns() []taskColumn {
	return []taskColumn{
		number(),
		{"nodes", "nodes of the search tree", "nodes",
			func(t *TaskTally) int64 { return t.Tally.Effort.Nodes }, func(t *TaskTally, x int64) { t.Tally.Effort.Nodes = x }},
		{"updates", "removals of an option from a list", "updates",
			func(t *TaskTally) int64 { return t.Tally.Effort.Updates }, func(t *TaskTally, x int64) { t.Tally.Effort.Updates = x }},
		{"solutions", "solutions visited", "solutions",
			func(t *TaskTally) int64 { return t.Tally.Effort.Solutions }, func(t *TaskTally, x int64) { t.Tally.Effort.Solutions = x }},
		{"deepest", "options on the longest path", "options",
			func(t *TaskTally) int64 { return int64(t.Tally.Effort.Deepest) }, func(t *TaskTally, x int64) { t.Tally.Effort.Deepest = int(x) }},
	}
}

func columnsOfTasks(columns []taskColumn) []enumerate.Column {
	out := make([]enumerate.Column, len(columns))
	for i, c := range columns {
		out[i] = enumerate.Column{Name: c.name, Type: enumerate.Int64, Meaning: c.meaning, Unit: c.unit}
	}
	return out
}

func batchOfTasks(columns []taskColumn, tasks []TaskTally) *enumerate.Batch {
	b := enumerate.NewBatch(columnsOfTasks(columns))
	for i := range tasks {
		for c := range columns {
			b.AppendInt64(c, columns[c].get(&tasks[i]))
		}
	}
	return b
}

// WorkTasks lists the committed tasks, ascending.
func WorkTasks(w *journal.Work) []TaskTally {
	var tasks []TaskTally
	for task := range w.Header().Tasks {
		if w.Done(task) {
			tasks = append(tasks, TaskTally{task, w.Tally(task)})
		}
	}
	return tasks
}

// NewTasksTable makes the table of what tasks gave.
func NewTasksTable(tasks []TaskTally) enumerate.Table {
	return enumerate.Table{Name: TasksTable, Rows: batchOfTasks(tallyColumns(), tasks)}
}

// WriteEffort writes the file of what tasks cost, and returns its entry for
// the manifest.
func WriteEffort(fsys files.FS, dir string, tasks []TaskTally) (*FileInfo, error) {
	info, err := writeBatch(fsys, dir, EffortName, batchOfTasks(effortColumns(), tasks))
	if err != nil {
		return nil, err
	}
	return &info, nil
}

// DatasetTasks reads what the tasks of a dataset gave and, if that is there,
// what they cost.
func DatasetTasks(d *Dataset) ([]TaskTally, error) {
	gave, err := d.Table(TasksTable)
	if err != nil {
		return nil, err
	}
	tasks := make([]TaskTally, gave.Len())
	for i := range tasks {
		tasks[i].Task = -1 // not known yet
	}
	if err := readTasks(tasks, TableName(TasksTable), gave, tallyColumns()); err != nil {
		return nil, err
	}
	if d.Manifest.EffortFile == nil {
		return tasks, nil
	}
	cost, err := ReadTable(d.fsys, filepath.Join(d.dir, EffortName))
	if err != nil {
		return nil, err
	}
	return tasks, readTasks(tasks, EffortName, cost, effortColumns())
}

func readTasks(tasks []TaskTally, path string, b *enumerate.Batch, columns []taskColumn) error {
	fail := func(err error) error { return &FileError{Path: path, Err: err} }
	if err := sameTypes(b.Columns, columnsOfTasks(columns)); err != nil {
		return fail(err)
	}
	if b.Len() != len(tasks) {
		return fail(fmt.Errorf("%d tasks, expected %d", b.Len(), len(tasks)))
	}
	for i := range tasks {
		before := tasks[i].Task
		for c := range columns {
			x := b.Vectors[c].Int64s[i]
			if x < 0 {
				return fail(fmt.Errorf("row %d: %s is %d", i, columns[c].name, x))
			}
			columns[c].set(&tasks[i], x)
		}
		if before >= 0 && tasks[i].Task != before {
			return fail(fmt.Errorf("row %d: task %d, expected %d", i, tasks[i].Task, before))
		}
		if i > 0 && tasks[i].Task <= tasks[i-1].Task {
			return fail(errors.New("tasks are out of order"))
		}
	}
	return nil
}
