package enumerate

import (
	"math/big"
	"sync/atomic"
)

// Kind is the kind of a job: what one row of the dataset is.
type Kind string

// The kinds.
const (
	// Census: a row is one solution, up to symmetry; all of them.
	Census Kind = "census"
	// Survey: a row is one instance of a puzzle, up to symmetry.
	Survey Kind = "survey"
	// Sample: a row is one distinct solution seen, with how often.
	Sample Kind = "sample"
)

// A Job is a numbered list of independent tasks whose rows, taken in task
// order, are the dataset. (A sample's rows are merged by their key columns
// and sorted by them instead.) It depends on its config alone; workers,
// shards and interruptions never show in what it yields.
type Job interface {
	// Columns are the columns of its rows.
	Columns() []Column
	// Tables are the small dimension tables that explain the rows.
	Tables() ([]Table, error)
	// Tasks is the number of tasks.
	Tasks() int
	// Share is the part of the whole work that task i is thought to be;
	// shares sum to at most 1.
	Share(i int) float64
	// Above is the effort of cutting the tasks, counted once for all shards.
	Above() Effort
	// NewWorker returns a worker for one goroutine.
	NewWorker() (Worker, error)
	// NewChecker returns an independent checker of rows for one goroutine. It
	// shares no code with the search.
	NewChecker() (Checker, error)
	// Facts describes the job for people: items, options, symmetry group,
	// kernel and why it was chosen, tasks.
	Facts() []Fact
}

// A Worker does tasks one after another.
type Worker interface {
	// Do appends the rows of a task to out, calling flush whenever out holds
	// [BatchRows] rows or more (flush empties it), and at the end not at all.
	// Whether a task's rows go to a dataset or are thrown away is not its
	// business. It looks at stop often; the boolean says whether the task was
	// finished, and rows of a task that was not must not be kept.
	Do(task int, stop *atomic.Bool, out *Batch, flush func() error) (Tally, bool, error)
}

// A Checker checks stored rows independently of how they were found.
type Checker interface {
	// Check returns an error saying what is wrong with the row, if anything.
	Check(b *Batch, row int) error
}

// Tally is what one task found, apart from its rows. Tallies add up.
type Tally struct {
	Rows int64
	// Raw is the number of raw objects (solutions, instances, draws) that the
	// task's rows must stand for, counted before duplicates by symmetry were
	// dropped: over all tasks it equals the sum of the rows' weights.
	Raw int64
	// Failed counts draws that gave no solution within their node limit.
	Failed int64
	Effort Effort
}

// Add adds another task's tally.
func (t *Tally) Add(o Tally) {
	t.Rows += o.Rows
	t.Raw += o.Raw
	t.Failed += o.Failed
	t.Effort.Add(o.Effort)
}

// A Table is a small table beside the rows.
type Table struct {
	Name string
	Rows *Batch
}

// A Fact is one line of a job's description: Key for programs, Text for
// people, Value any value that encodes as JSON.
type Fact struct {
	Key   string
	Text  string
	Value any
}

// A Preparer is a job with work to do before its first task: a table that
// every task reads. Run calls Prepare once, with progress in [0, 1], unless
// all tasks are done already.
type Preparer interface {
	Prepare(workers int, stop *atomic.Bool, progress func(float64)) error
}

// A Counter is a job that may know the number of its raw solutions without
// listing them: then raw is not nil, and how names the method.
type Counter interface {
	CountRaw(stop <-chan struct{}) (raw *big.Int, nodes int64, how string, err error)
}

// A Tabulator is a job that makes tables of how often each option occurs in
// its rows: occupancy of cells, placement frequencies.
type Tabulator interface {
	// OptionColumns are the columns that hold option identities, and the
	// number of options. No columns: no tables.
	OptionColumns() (columns []int, options int)
	// Tabulate makes tables of the counts, by option: raw, weighted, and
	// distinct, of rows; all is the number of raw objects that the rows stand
	// for. Counts that cannot come from the job's rows are an error.
	Tabulate(raw, distinct []int64, all int64) ([]Table, error)
}

// A RowTabulator is a job that makes tables by a look at every row: which
// pieces touch, say.
type RowTabulator interface {
	// NewRowCounts returns empty counts for one goroutine; nil for no tables.
	NewRowCounts() RowCounts
}

// RowCounts are what a [RowTabulator] counts. They are exact and order-free:
// neither the order of rows nor their division among workers shows.
type RowCounts interface {
	Add(*Batch) error
	// Merge adds other counts of the same job, which are not changed.
	Merge(RowCounts) error
	Tables() ([]Table, error)
}

// A RowCounter is a job that knows the number of its rows by another road
// than doing it: by counting orbits, say. known is false where it does not.
type RowCounter interface {
	CountRows() (rows *big.Int, how string, known bool)
}
