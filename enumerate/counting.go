package enumerate

import (
	"fmt"
	"io"
	"math/big"
	"strings"
)

// An UnfitError says that a way to find or count solutions does not fit a puzzle or a question. There may be others.
type UnfitError struct {
	Way string // the kernel, method or measure that does not fit; "" where whoever asks knows
	Why error
	// Key is the key of the config at fault, and Expected what it should be; "" if there is
	// none.
	Key, Expected string
}

// Error implements error.
func (e *UnfitError) Error() string { return e.Why.Error() }

// Unwrap returns the reason.
func (e *UnfitError) Unwrap() error { return e.Why }

// A Question is what is asked of all solutions of a job.
type Question struct {
	// SweepOnly asks for sweeps, however long they take.
	SweepOnly bool
	// Statistics asks for the distributions of all measures, the uses of all options and the
	// classes by their symmetry. Without it, the number of solutions is asked for alone, and
	// their number up to symmetry if that does not take much longer.
	Statistics bool
	// Values asks for the numbers of solutions by the values of each measure, not up to symmetry.
	Values bool
	// Uses asks for the number of solutions with each option, not up to symmetry.
	Uses bool
	// Distinct asks for the number up to symmetry however long it takes.
	Distinct bool
	// Together are lists of measured columns whose values are counted together.
	Together [][]string
	// Joint asks for the numbers of solutions by the values of all measures at once, if there
	// are at most so many combinations of values; 0 does not ask.
	Joint int
	// Memory is the most that the states of a sweep may take, in bytes; 0 is the default.
	Memory int64
	// Told is told what a list would take before other ways are looked for, which may take seconds. It may be nil.
	Told func(list Method)
}

// A Method is a way to answer a [Question]: a job that lists the solutions, or one with a [Counting].
type Method struct {
	Job *Job
	// Node is how long a node of the job typically takes, in nanoseconds. Choices weigh nodes
	// by it, so that they do not depend on a clock.
	Node float64
	// Nodes are the expected nodes, roughly; NaN if they are unknown.
	Nodes float64
}

// Time is the expected time in nanoseconds.
func (m Method) Time() float64 { return m.Node * m.Nodes }

// A Counting is what a job has that answers a [Question] without a list. Its rows are numbers, of which
// Totals makes the answer. Its tasks may take hours, and much memory.
type Counting struct {
	// Size says in words what the tasks are expected to take, and how many nodes that is.
	Size func() (text string, nodes float64)
	// Solutions is the expected number of all solutions, 0 if nothing is known.
	Solutions func() float64
	// Totals makes the answer from the rows of all tasks.
	Totals func(rows []*Batch) (*Totals, error)
	// Underway is what the task at hand has done: its share of all work, and its nodes. It may
	// be called while workers work.
	Underway func() (share float64, nodes int64)
	// SetCheckpoint says where tasks keep what they have so far.
	SetCheckpoint func(Checkpoint)
	// SetFiles says how files are made for what memory does not hold. Several goroutines may
	// make files.
	SetFiles func(create func() (TemporaryFile, error))
}

// A TemporaryFile is gone when it is closed, or when the program ends.
type TemporaryFile interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
}

// A Checkpoint keeps what an unfinished task has so far, so that a stopped run goes on from
// there.
type Checkpoint interface {
	// Save keeps the bytes that snapshot puts, in place of what was kept before. It keeps
	// nothing if that was a short time ago.
	Save(task int, snapshot func(put func([]byte) error) error)
	// Load returns a function that fills a block with the next bytes of what was kept of a
	// task, nil if nothing was. done is called when it is not needed any more.
	Load(task int) (get func([]byte) error, done func())
}

// CountingColumns are the columns of every [Counting].
var CountingColumns = []Column{
	{Name: "task", Type: Int32, Meaning: "number of the sweep"},
	{Name: "kind", Type: Int32, Meaning: "which solutions are counted, or what the solution is an example of"},
	{Name: "values", Type: Int32List, Meaning: "values of measures, an option, or the options of a solution"},
	{Name: "solutions", Type: String, Meaning: "digits of the number of solutions"},
}

// Totals are statistics of all solutions.
type Totals struct {
	Raw *big.Int
	// Distinct is the number up to symmetry, nil if it is not known.
	Distinct *big.Int
	// BySymmetry are the numbers of classes by their stabilisers. Nil if they are not known:
	// then NoBySymmetry says why.
	BySymmetry   []Stabiliser
	NoBySymmetry error
	// Groups are the numbers of solutions by the values of each measure, in the order of
	// the columns, and then of what was asked together; by ascending values.
	Groups [][]Group
	// Uses are the numbers of solutions with each option, if they were asked for alone.
	Uses []*big.Int
	// Joint are the numbers of solutions by the values of all measures. Nil if these were not
	// counted together: then NoJoint says why.
	Joint   []Group
	NoJoint error
	Tables  []Table
}

// A Stabiliser is the number of classes of solutions that the same symmetries map to themselves,
// or conjugate ones.
type Stabiliser struct {
	Name      string // of the subgroup
	Order     int    // its elements
	OrbitSize int64  // solutions of each class
	Classes   *big.Int
}

// Group is the number of solutions with the same values; Distinct, those up to symmetry, is nil where
// it is not counted.
type Group struct {
	Values        []int64
	Raw, Distinct *big.Int
}

// Memory is what a job is expected to hold in memory at a time, and what it may. Two tables are refused
// without a key: maxTable of boards (polyform), maxListOptions of a list for uniform draws (exact/jobs).
type Memory struct {
	Expected float64 // bytes
	Limit    int64   // bytes
	Key      string  // of the config: sets the limit
	Smaller  string  // what takes less, such as "a smaller board or fewer pieces"
}

// A job is refused if it is expected to need refusedFrom times its limit, because the
// expectation may be wrong. From tightFrom on the text says that the limit may not suffice.
const (
	refusedFrom = 4
	tightFrom   = 0.7
)

// Refused reports whether the job cannot be expected to end.
func (m Memory) Refused() bool { return m.Expected > refusedFrom*float64(m.Limit) }

// Tight reports whether the limit may not suffice.
func (m Memory) Tight() bool { return m.Expected > tightFrom*float64(m.Limit) }

// Err is the error of a job that is refused, nil of others.
func (m Memory) Err() error {
	if !m.Refused() {
		return nil
	}
	return KeyErrorf(m.Key, "about %s of memory would be needed, and %s may be used: expected %s of %s, or %s",
		Bytes(m.Expected), Bytes(float64(m.Limit)), m.Key, m.enough(), m.Smaller)
}

// Text says what is expected, and what to do if the limit may not suffice.
func (m Memory) Text() string {
	s := fmt.Sprintf("about %s of memory, of %s that may be used", Bytes(m.Expected), Bytes(float64(m.Limit)))
	switch {
	case m.Refused():
		s += fmt.Sprintf(": a run does not begin unless %s is larger, such as %s", m.Key, m.enough())
	case m.Tight():
		s += fmt.Sprintf(": a run may end without a result unless %s is larger, such as %s", m.Key, m.enough())
	}
	return s
}

// enough is a limit that should suffice, as configs write it.
func (m Memory) enough() string {
	for limit := 1e6; ; limit *= 10 {
		for _, first := range []float64{1, 2, 5} {
			if first*limit >= 1.5*m.Expected {
				return strings.ReplaceAll(Bytes(first*limit), " ", "")
			}
		}
	}
}
