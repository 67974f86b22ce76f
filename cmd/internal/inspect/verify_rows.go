package inspect

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"

	"github.com/zeebo/xxh3"
	"golang.org/x/sync/errgroup"
)

// rowScan reads all rows once, in parallel, and gathers what the checks of rows
// need.
type rowScan struct {
	study *study.Study // nil if an input of the run is missing
	set   *export.Dataset
	found *study.Observation

	read   atomic.Int64 // rows
	mu     sync.Mutex
	wrong  []string   // errors that the checker found
	hashes [][]uint64 // of the key columns of each row: a sorted list for each chunk
}

// scanRows is the number of rows that one goroutine reads at a time.
const scanRows = 1 << 17

// scan reads all rows.
func (c *rowScan) scan(ctx context.Context) error {
	n := int((c.set.Rows() + scanRows - 1) / scanRows)
	var features enumerate.Features
	if c.study != nil {
		features = c.study.Job.Features()
	}
	m := c.set.Manifest
	observers := study.NewObservers(c.set.Columns(), m.Job, m.Analysis, features)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		group.Go(func() error {
			from := int64(i) * scanRows
			return c.chunk(ctx, from, min(from+scanRows, c.set.Rows()), observers.Add)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var err error
	c.found, err = observers.Merge()
	return err
}

// chunk reads the rows from one number up to another.
func (c *rowScan) chunk(ctx context.Context, from, to int64, observe func(*enumerate.Batch) error) error {
	var checker enumerate.Checker
	if c.study != nil {
		var err error
		if checker, err = c.study.Job.NewChecker(); err != nil {
			return err
		}
	}
	r := c.set.Read(from, to)
	defer r.Close()
	b := enumerate.NewBatch(c.set.Columns())
	hashes := make([]uint64, 0, to-from)
	var wrong []string
	var key []byte
	for at := from; ; at += int64(b.Len()) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err := r.Next(b)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if err := observe(b); err != nil {
			return err
		}
		progress.Doing(ctx, "checking rows: %s of %s", enumerate.Grouped(int(c.read.Add(int64(b.Len())))), enumerate.Grouped(int(c.set.Rows())))
		for row := range b.Len() {
			if checker != nil && len(wrong) < maxFound {
				if err := checker.Check(b, row); err != nil {
					wrong = append(wrong, fmt.Sprintf("row %d: %v", at+int64(row), err))
				}
			}
			key = appendKey(key[:0], b, row)
			hashes = append(hashes, xxh3.Hash(key))
		}
	}
	slices.Sort(hashes)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrong = append(c.wrong, wrong...)
	c.hashes = append(c.hashes, hashes)
	return nil
}

// appendKey appends the values of a row's key columns.
func appendKey(dst []byte, b *enumerate.Batch, row int) []byte {
	for i, c := range b.Columns {
		if c.Role != enumerate.Key {
			continue
		}
		switch c.Type {
		case enumerate.String:
			dst = append(append(dst, b.StringAt(i, row)...), 0)
		case enumerate.Int32List:
			for _, x := range b.ListAt(i, row) {
				dst = append(strconv.AppendInt(dst, int64(x), 10), ',')
			}
		default:
			x := b.IntAt(i, row)
			if b.IsNull(i, row) {
				x = -1
			}
			dst = binary.LittleEndian.AppendUint64(dst, uint64(x))
		}
	}
	return dst
}

// maxDoubtful is the number of equal hashes up to which the rows are read again. More
// cannot be chance: of 10^9 different rows, two have the same hash with a probability of
// 0.03.
const maxDoubtful = 1000

// duplicates counts the rows that have the key of another. Where two hashes are equal it
// compares the keys themselves.
func (c *rowScan) duplicates(ctx context.Context) ([]string, error) {
	hashes := c.equalHashes()
	n := len(hashes)
	if n > 0 && n <= maxDoubtful {
		var err error
		if n, err = equalKeys(ctx, c.set.Read(0, c.set.Rows()), enumerate.NewBatch(c.set.Columns()), hashes); err != nil {
			return nil, err
		}
	}
	if n == 0 {
		return nil, nil
	}
	return []string{fmt.Sprintf("rows with the key of another: %d", n)}, nil
}

// equalKeys counts the rows whose key an earlier row has, of those with these hashes,
// which are ascending.
func equalKeys(ctx context.Context, r export.RowReader, b *enumerate.Batch, hashes []uint64) (n int, err error) {
	defer r.Close()
	seen := map[string]bool{}
	var key []byte
	for ctx.Err() == nil {
		if err := r.Next(b); err == io.EOF {
			return n, nil
		} else if err != nil {
			return 0, err
		}
		for row := range b.Len() {
			key = appendKey(key[:0], b, row)
			if _, found := slices.BinarySearch(hashes, xxh3.Hash(key)); found {
				if seen[string(key)] {
					n++
				}
				seen[string(key)] = true
			}
		}
	}
	return 0, ctx.Err()
}

// equalHashes returns the hashes that two rows have, ascending, once for each row but
// one. Hashes are compared in ranges: one list of them all took 30 bytes a row while it
// grew, 3.1 GB for 105 million rows.
func (c *rowScan) equalHashes() (equal []uint64) {
	next := make([]int, len(c.hashes)) // in each chunk
	var some []uint64
	for top := range uint64(1 << 8) { // by the upper 8 bits
		some = some[:0]
		for i, chunk := range c.hashes {
			from := next[i]
			for next[i] < len(chunk) && chunk[next[i]]>>(64-8) == top {
				next[i]++
			}
			some = append(some, chunk[from:next[i]]...)
		}
		slices.Sort(some)
		for i := 1; i < len(some); i++ {
			if some[i] == some[i-1] {
				equal = append(equal, some[i])
			}
		}
	}
	return equal
}

// orbitSum compares the number of solutions that the tasks counted with the number
// in the manifest and with the sum of the rows' orbit sizes.
func (c *rowScan) orbitSum(tasks []enumerate.TaskTally) []string {
	var sum enumerate.Tally
	for _, t := range tasks {
		sum.Add(t.Tally)
	}
	m := c.set.Manifest
	var wrong []string
	if m.Raw.Cmp(stats.Int(sum.Raw)) != 0 {
		wrong = append(wrong, fmt.Sprintf("the tasks counted %d, the manifest says %s", sum.Raw, m.Raw))
	}
	if !m.Complete {
		return wrong // tasks have more rows than a limit leaves
	}
	if m.Job != enumerate.Sample && sum.Rows != c.set.Rows() {
		wrong = append(wrong, fmt.Sprintf("the tasks yielded %d rows, there are %d", sum.Rows, c.set.Rows()))
	}
	if m.Shard != nil {
		return wrong // the members of an orbit may be counted by several shards
	}
	summary := c.found.Statistics.Summary()
	if err := summary.CompareRaw(sum.Raw); err != nil {
		wrong = append(wrong, err.Error())
	}
	return wrong
}

// rowCount compares the number of rows with the number that the job computes by
// another method. known is false if the job has none.
func (c *rowScan) rowCount() (name string, wrong []string, known bool) {
	if c.study == nil {
		return "", nil, false
	}
	count := c.study.Job.Features().CountRows
	if m := c.set.Manifest; count == nil || !m.Complete || m.Shard != nil {
		return "", nil, false
	}
	rows, how := count()
	if rows.Cmp(big.NewInt(c.set.Rows())) != 0 {
		wrong = append(wrong, fmt.Sprintf("there are %d, expected %d", c.set.Rows(), rows))
	}
	return "number of rows by " + how, wrong, true
}

// sameStatistics compares stats.json with the statistics of the rows.
func (c *rowScan) sameStatistics() []string {
	stored, err := study.ReadStats(files.OS(), c.set.Dir())
	if err != nil {
		return []string{err.Error()}
	}
	have, err := stored.Encode()
	if err != nil {
		return []string{err.Error()}
	}
	m := c.set.Manifest
	document := &stats.Document{Name: m.Name, Family: m.Family, Job: m.Job, Complete: m.Complete && m.Shard == nil, Effort: &m.Effort}
	c.found.Statistics.Fill(document)
	if s := document.Samples; s != nil {
		failed := stats.Int(int64(m.Failed))
		s.Failed = &failed
	}
	want, err := document.Encode()
	if err != nil {
		return []string{err.Error()}
	}
	if !bytes.Equal(have, want) {
		return []string{study.StatsName + " differs from what the rows give"}
	}
	return nil
}

// tables returns the tables that the puzzle, the tasks and the rows give, in the order of
// the manifest.
func (c *rowScan) tables(tasks []enumerate.TaskTally) (fixed []enumerate.Table, err error) {
	if c.study != nil {
		if fixed, err = c.study.Job.Tables(); err != nil {
			return nil, err
		}
	}
	counted, err := c.found.Tables()
	return slices.Concat(fixed, []enumerate.Table{export.NewTasksTable(tasks), study.MeasureTable(c.set.Columns())}, counted), err
}

// sameTables compares the tables of the dataset with what they should be.
func (c *rowScan) sameTables(tables []enumerate.Table) (wrong []string) {
	for _, t := range tables {
		if !slices.ContainsFunc(c.set.Manifest.Tables, func(have export.Table) bool { return have.Name == t.Name }) {
			continue
		}
		stored, err := c.set.Table(t.Name)
		if err != nil {
			return append(wrong, err.Error())
		}
		if !sameRows(stored, t.Rows) || !sameColumns(stored.Columns, t.Rows.Columns) {
			wrong = append(wrong, export.TableName(t.Name)+" differs from what the puzzle and the rows give")
		}
	}
	return wrong
}

func sameRows(a, b *enumerate.Batch) bool {
	if a.Len() != b.Len() || export.SameTypes(a.Columns, b.Columns) != nil {
		return false
	}
	for row := range a.Len() {
		if enumerate.SameRow(a, row, b, row) != nil {
			return false
		}
	}
	return true
}
