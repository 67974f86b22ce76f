package enumerate

import (
	"io"
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

// A Job is a numbered list of independent tasks. The rows of all tasks, in task
// order, are the dataset; a sample's rows are merged by their key columns and
// sorted by them instead. A job depends on its config alone: the number of
// workers, shards and interruptions never change its rows.
type Job struct {
	Columns []Column // of its rows
	// Kernel is the name of the kernel that searches, or of the method where
	// no kernel does; "" if there is nothing to choose. The rows come in the
	// kernel's order, so the name is part of the dataset's identity.
	Kernel string
	// Tables makes the small dimension tables that explain the rows.
	Tables func() ([]Table, error)
	// Tasks is the number of tasks. It and what follows may cut the search when first asked.
	Tasks func() int
	// Share is the part of the whole work that task i is estimated to be;
	// shares sum to at most 1.
	Share func(i int) float64
	// Above is the effort of cutting the search into tasks. All shards repeat
	// it, and it is counted once.
	Above func() Effort
	// NewWorker returns a worker for one goroutine.
	NewWorker func() (Worker, error)
	// NewChecker returns an independent checker of rows for one goroutine. It
	// shares no code with the search.
	NewChecker func() (Checker, error)
	// Facts describe the job for people, and for programs by `check --json` and the
	// manifest: items, options, symmetry group, kernel and why it was chosen, tasks. Packages
	// read them by [Describe] alone.
	// export/MANIFEST.md lists their keys.
	Facts func() []Fact
	Features
}

// Features are what some jobs have and others have not. A nil function is a
// feature that the job does not have.
type Features struct {
	// Analysis says which columns are counted together, besides what the
	// config asks for.
	Analysis Analysis
	// Preparation is the work before the first task; nil if there is none.
	Preparation *Preparation
	// Methods are the ways to answer a question about all solutions: by a list, or without.
	// The first is the one to begin with, and why says so. It is an error if there is none.
	Methods func(Question) (methods []Method, why string, err error)
	// CountRows finds the number of rows without doing the job, by counting orbits, say. how
	// names the method; "" and nil if that would take too long.
	CountRows func() (rows *big.Int, how string)
	// DrawnFrom returns the number of all solutions where a sample draws from them uniformly, once
	// the preparation has counted them; nil if it is not known.
	DrawnFrom func() *big.Int
	// Tree returns the search whose size `estimate` estimates. Jobs without a
	// tree are estimated by doing some of their tasks.
	Tree func() (*Tree, error)
	// Sequence makes the sequence of a survey over sizes. The error says why there is none. Nil
	// for other jobs. Where it is set, the command count prints the rows.
	Sequence func() (*Sequence, error)
	// Weighed counts all solutions, each as often as it weighs. Nil if the config weighs none.
	Weighed *Weighed
	// Counters count the rows as they are written or read.
	Counters RowCounters
	// FindMeasure returns the name of the column that a measure of pieces, as configs write it,
	// has, "" if it has none. The error says why it is no measure of the puzzle. Nil where
	// measures name no pieces.
	FindMeasure func(written string) (column string, err error)
	// Diagram makes the diagram of all solutions, by a sweep or a list, within the memory of a question. The error says
	// why it does not fit. It is nil after stop is set.
	Diagram func(q Question, stop *atomic.Bool) (*Diagram, error)
	// Smaller says what would take less time and memory, such as "a smaller board or fewer pieces".
	Smaller string
	// Memory is what the job is expected to hold, if that is much.
	Memory func() Memory
	// LimitTasks leaves tasks that need more than so many nodes unfinished, from now on; 0 is no limit.
	LimitTasks func(nodes int64)
	// Counting makes numbers of the rows, where these are numbers of sweeps.
	Counting *Counting
	// Stabilisers are those of all classes that workers have counted, of whose rows they made none. The number of
	// classes is given. The error says why they are not known.
	Stabilisers func(classes int64) ([]Stabiliser, error)
	// Shuffles says that a sample could draw solutions without listing or counting them.
	Shuffles bool
	// SolveInstance prints all solutions of the instance that has a name in the column instance; with trace, every
	// node of a search by a fixed rule, too. Nil if rows are no such instances.
	SolveInstance func(out io.Writer, name string, trace bool) error
	// Narrow returns what a config needs instead of its own settings, so that all solutions are those that have the
	// given options and none of the forbidden ones. Nil if no settings do that.
	Narrow func(given, forbidden []OptionID) ([]Setting, error)
	// Covers are the exact covers that the job searches, one by one or all. Nil if other
	// means than exact covers find its rows, or if there are too many to number.
	Covers *Covers
}

// Weighed are all solutions of a job, each as often as it weighs.
type Weighed struct {
	// Measures are the columns of the measures whose values are known of them.
	Measures []Column
	// Method answers a question about them.
	Method func(Question) (Method, error)
}

// A Preparation is work before the first task, such as filling a table that every task
// reads.
type Preparation struct {
	// Do may call progress with its finished share, 0 to 1, on any goroutine, and returns nil
	// soon after stop is set. It is called once, and only if some task is still to be done.
	Do func(workers int, stop *atomic.Bool, progress func(float64)) error
	// Name says what is done, such as "drawing puzzles", and Things to how many things; 0 if
	// they are not counted.
	Name   string
	Things int64
}

// RowCounters are what a job counts of its rows, apart from statistics of columns. Any of
// them may be missing.
type RowCounters struct {
	// New returns empty counts for one goroutine, nil if there are none: tables that are made
	// by looking at every row.
	New func() RowCounts
	// NewStabilisers returns empty counts of the stabilisers of rows with these columns.
	NewStabilisers func([]Column) StabiliserCounts
	// Options asks for tables of how often each option is used.
	Options *OptionUses
}

// A Tree is a search whose size can be estimated before it is done.
type Tree struct {
	// Job does the search: its tasks are the tree's, cut at MaxShare.
	Job       *Job
	NewKernel func() Kernel
	Cases     []Case
	// Weights are the raw solutions that one solution of each case stands for.
	Weights []int64
	// MaxShare is the cut of the run: no task is above this share of the tree.
	MaxShare float64
	// Nodes is a first estimate of the search's nodes, by few probes: it may be far
	// too low. It is infinite if it is beyond all numbers.
	Nodes float64
}

// A Worker does tasks one after another. It appends the rows of a task to out, and calls
// flush, which empties out, whenever out holds [BatchRows] rows or more; [DoTask] flushes what
// remains at the end. It looks at stop often. The boolean says whether the
// task was finished; the rows of an unfinished task must not be kept.
type Worker func(task int, stop *atomic.Bool, out *Batch, flush func() error) (Tally, bool, error)

// DoTask lets a worker do a task. take is called with rows of the task in out, which it may not
// keep, and also with those of an unfinished task.
func DoTask(w Worker, task int, stop *atomic.Bool, out *Batch, take func() error) (Tally, bool, error) {
	flush := func() (err error) {
		if out.trim(); out.Len() > 0 {
			err = take()
		}
		out.Reset()
		return err
	}
	out.Reset()
	tally, done, err := w(task, stop, out, flush)
	if err == nil {
		err = flush()
	}
	return tally, done, err
}

// A Checker checks a stored row independently of how it was found. The error says what is wrong with the row, if
// anything is.
type Checker func(b *Batch, row int) error

// Tally is what one task found, apart from its rows. Tallies add up.
type Tally struct {
	Rows int64
	// Raw is the number of raw objects (solutions, instances, draws) that the
	// task's rows must stand for, counted before duplicates by symmetry were
	// dropped: over all tasks it equals the sum of the rows' weights.
	Raw int64
	// Failed counts draws that gave no row: no solution within their node limit, or an instance that does not meet the
	// condition of the draws.
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

// A TaskTally is a finished task: its number and what it found.
type TaskTally struct {
	Task int // number of the task in the whole job
	Tally
}

// Numbers lists the fields in the order in which files have them: task, rows, raw, failed, nodes, updates, solutions,
// deepest.
func (t *TaskTally) Numbers() [8]int64 {
	e := &t.Effort
	return [8]int64{int64(t.Task), t.Rows, t.Raw, t.Failed, e.Nodes, e.Updates, e.Solutions, int64(e.Deepest)}
}

// NumberedTask is the inverse of [TaskTally.Numbers].
func NumberedTask(n [8]int64) TaskTally {
	return TaskTally{Task: int(n[0]), Tally: Tally{Rows: n[1], Raw: n[2], Failed: n[3],
		Effort: Effort{Nodes: n[4], Updates: n[5], Solutions: n[6], Deepest: int(n[7])}}}
}

// OptionUses are tables of how often each option is used in the rows.
type OptionUses struct {
	Columns []string // that hold numbers of options
	Options int      // their number
	// Tables makes the tables of the uses of each option, in raw objects and in rows.
	// all is the number of raw objects. Uses that the rows cannot have are an error.
	Tables func(raw, distinct []*big.Int, all *big.Int) ([]Table, error)
	// Each makes of the uses in raw objects, of which a row shows one image, the number of raw objects with
	// each option. Uses that the rows cannot have are an error.
	Each func(raw []*big.Int, all *big.Int) ([]*big.Int, error)
}

// RowCounts are tables counted from the rows: which pieces touch, or how often
// each option occurs. They are exact and do not depend on the order of rows or
// on how rows are divided among workers.
type RowCounts interface {
	// Add counts all rows of a batch.
	Add(*Batch) error
	// Merge adds other counts of the same job, which are not changed.
	Merge(RowCounts)
	// Tables makes the tables. Counts that rows of this job cannot give are an
	// error.
	Tables() ([]Table, error)
}

// StabiliserCounts count rows by the stabilisers of their solutions.
type StabiliserCounts interface {
	RowCounts
	// Stabilisers makes the list. The error says why the stabilisers are not known.
	Stabilisers() ([]Stabiliser, error)
}

// Analysis says which columns of a job's rows are to be looked at together. It
// names columns and holds no numbers: those are counted as the rows pass, and
// again from the rows alone. A config adds to what the job asks for by itself.
type Analysis struct {
	Breakdowns []Breakdown `json:"breakdowns,omitempty"`
	// Drawn says how the instances of a survey or the solutions of a sample
	// were drawn, each independently of the others: then shares and means are
	// estimates and have intervals. "" if the rows are all there are.
	Drawn string `json:"drawn,omitempty"`
	// Until is the number of rows with which a survey of drawn instances ends, those that meet Where; 0 if it ends with
	// its tasks.
	Until int64  `json:"until,omitempty"`
	Where string `json:"where,omitempty"`
}

// Breakdown asks for the numbers of rows in the groups that some columns make,
// and for the means of other columns in each group: the share of solvable puzzles
// by size and density, say. A crosstab is a breakdown by two columns that averages none.
type Breakdown struct {
	// Title and Text are for readers; both may be "".
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"`
	// By are one to [MaxBy] integer columns. Of are integer columns, or none.
	By []string `json:"by"`
	Of []string `json:"of,omitempty"`
}

// MaxBy is the number of columns that a breakdown goes by at most.
const MaxBy = 3
