package export

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// TablesDir is the folder of the small tables in a dataset.
const TablesDir = "tables"

// TableName returns the path of a table in the dataset.
func TableName(name string) string { return TablesDir + "/" + name + ".parquet" }

// A File is a file of a dataset in memory.
type File struct {
	FileInfo
	data []byte
}

// NewFile returns a file with these bytes.
func NewFile(path string, data []byte) *File {
	return &File{FileInfo{Path: path, Bytes: int64(len(data)), SHA256: digestOf(data)}, data}
}

// Write writes the file into a dataset, whole or not at all.
func (f *File) Write(fsys files.FS, dir string) error {
	name := filepath.Join(dir, filepath.FromSlash(f.Path))
	if err := fsys.MkdirAll(filepath.Dir(name)); err != nil {
		return err
	}
	return files.WriteAtomic(fsys, name, f.data)
}

// EncodeTable makes the file of a small table beside the rows, and its entry for the manifest.
func EncodeTable(t enumerate.Table) (*File, Table, error) {
	f, err := encodeBatch(TableName(t.Name), t.Rows)
	if err != nil {
		return nil, Table{}, fmt.Errorf("table %q: %w", t.Name, err)
	}
	return f, Table{Name: t.Name, FileInfo: f.FileInfo, Columns: DescribeColumns(t.Rows.Columns)}, nil
}

// encodeBatch makes a file of the dataset of a batch.
func encodeBatch(path string, rows *enumerate.Batch) (*File, error) {
	var out bytes.Buffer
	w, err := NewParquet(&out, rows.Columns)
	if err != nil {
		return nil, err
	}
	if err := w.Write(rows); err != nil {
		return nil, err
	}
	if err := w.Finish(); err != nil {
		return nil, err
	}
	f := NewFile(path, out.Bytes())
	f.Rows = int64(rows.Len())
	return f, nil
}

// EffortName is the file that says what each task cost. It is not one of the
// tables: tables depend on the rows alone, the effort also on the method.
const EffortName = "effort.parquet"

// taskColumns describes the numbers of a task in the order of [enumerate.TaskTally.Numbers].
func taskColumns() []enumerate.Column {
	columns := []enumerate.Column{
		{Name: "task", Meaning: "number of the task in the whole job"},
		{Name: "rows", Unit: "rows",
			Meaning: "rows that the task gave; in a census or survey they follow those of the task before"},
		{Name: "raw", Unit: "objects", Meaning: "raw objects that the rows stand for, counted by the search"},
		{Name: "failed", Unit: "draws", Meaning: "draws without a solution"},
		{Name: "nodes", Unit: "nodes", Meaning: "nodes of the search tree"},
		{Name: "updates", Unit: "updates", Meaning: "removals of an option from a list"},
		{Name: "solutions", Unit: "solutions", Meaning: "solutions visited"},
		{Name: "deepest", Unit: "options", Meaning: "options on the longest path"},
	}
	for i := range columns {
		columns[i].Type = enumerate.Int64
	}
	return columns
}

// tallyColumns and effortColumns are the columns of the tasks table and of the
// effort file, as indices of [taskColumns].
func tallyColumns() []int  { return []int{0, 1, 2, 3} }
func effortColumns() []int { return []int{0, 4, 5, 6, 7} }

func taskRows(columns []int, tasks []enumerate.TaskTally) *enumerate.Batch {
	b := enumerate.NewBatch(Pick(taskColumns(), columns))
	for i := range tasks {
		numbers := tasks[i].Numbers()
		for c, k := range columns {
			b.AppendInt64(c, numbers[k])
		}
	}
	return b
}

// NewTasksTable makes the table of what tasks found. With it the rows of a shard can be told
// apart by task, and so merged.
func NewTasksTable(tasks []enumerate.TaskTally) enumerate.Table {
	return enumerate.Table{Name: enumerate.TasksTable, Rows: taskRows(tallyColumns(), tasks)}
}

// EncodeEffort makes the file of what tasks cost.
func EncodeEffort(tasks []enumerate.TaskTally) (*File, error) {
	return encodeBatch(EffortName, taskRows(effortColumns(), tasks))
}

// DatasetTasks reads what the tasks of a dataset found and, if the dataset has an effort file, what they cost.
func DatasetTasks(d *Dataset) ([]enumerate.TaskTally, error) {
	t := d.Manifest.Table(enumerate.TasksTable)
	if t == nil {
		return nil, fmt.Errorf("%s: no table %q", d.dir, enumerate.TasksTable)
	}
	numbers, err := d.taskNumbers(t.FileInfo, tallyColumns())
	if err != nil {
		return nil, err
	}
	if d.Manifest.EffortFile != nil {
		cost, err := d.taskNumbers(*d.Manifest.EffortFile, effortColumns())
		if err != nil {
			return nil, err
		}
		if !slices.EqualFunc(cost, numbers, func(c, n [8]int64) bool { return c[0] == n[0] }) {
			return nil, &FileError{Path: EffortName, Err: errors.New("has other tasks than the table of tasks")}
		}
		for i := range numbers {
			for _, k := range effortColumns() {
				numbers[i][k] = cost[i][k]
			}
		}
	}
	tasks := make([]enumerate.TaskTally, len(numbers))
	for i, n := range numbers {
		tasks[i] = enumerate.NumberedTask(n)
	}
	return tasks, nil
}

// taskNumbers reads what taskRows has written to a file.
func (d *Dataset) taskNumbers(info FileInfo, columns []int) ([][8]int64, error) {
	b, err := d.withRows(Pick(taskColumns(), columns), []FileInfo{info}).onlyPart()
	if err != nil {
		return nil, err
	}
	numbers := make([][8]int64, b.Len())
	for i := range numbers {
		for c, k := range columns {
			x := b.Vectors[c].Int64s[i]
			if x < 0 {
				return nil, &FileError{Path: info.Path, Err: fmt.Errorf("row %d: %s is %d", i, b.Columns[c].Name, x)}
			}
			numbers[i][k] = x
		}
		if i > 0 && numbers[i][0] <= numbers[i-1][0] {
			return nil, &FileError{Path: info.Path, Err: errors.New("tasks are out of order")}
		}
	}
	return numbers, nil
}
