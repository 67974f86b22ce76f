package inspect

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/block"
	"coverstat/export/files"
	"coverstat/export/sorted"
	"coverstat/stats"

	"github.com/zeebo/xxh3"
)

// rowScan reads all rows once, in parallel, and gathers what the checks of rows need.
type rowScan struct {
	*verifier
	read   atomic.Int64 // rows
	hashes []uint64     // of what identifies each row
	// whole says that equal keys are no fault, only equal rows: where instances are those that
	// somebody gave, and not up to symmetry, one may come twice.
	whole bool

	mu    sync.Mutex
	wrong []string // errors that the checker found
}

func newRowScan(v *verifier) *rowScan {
	weighed := slices.ContainsFunc(v.set.Columns(), func(c enumerate.Column) bool { return c.Role == enumerate.Weight })
	return &rowScan{verifier: v, hashes: make([]uint64, v.set.Rows()), whole: v.set.Manifest.Job == enumerate.Survey && !weighed}
}

// scan reads all rows.
func (c *rowScan) scan(ctx context.Context) (study.Observation, error) {
	var counters enumerate.RowCounters
	var err error
	if c.study != nil {
		counters = c.study.Job.Features().Counters
	} else if counters.NewStabilisers, err = stabilisersOf(c.set); err != nil {
		return nil, err
	}
	m := c.set.Manifest
	observers := study.NewObservers(c.set.Columns(), m.Job, m.Analysis, counters)
	if err := export.InRanges(c.set.Rows(), runtime.GOMAXPROCS(0), func(from, to int64) error {
		return c.chunk(ctx, from, to, observers.Add)
	}); err != nil {
		return nil, err
	}
	o, err := observers.Merge()
	if c.study == nil {
		o = c.withStabilisers(o)
	}
	return o, err
}

// withStabilisers completes an observation of rows without the table of images, by which the
// stabilisers of solutions are found: their numbers are those of the dataset.
func (v *verifier) withStabilisers(o study.Observation) study.Observation {
	return func(d *stats.Document) ([]enumerate.Table, []enumerate.Fact, error) {
		tables, facts, err := o(d)
		if stored, e := study.ReadStats(files.OS(), v.Dir); e == nil && d.Solutions != nil && stored.Solutions != nil && d.Solutions.BySymmetry == nil {
			d.Solutions.BySymmetry = stored.Solutions.BySymmetry
		}
		return tables, facts, err
	}
}

// checkRows appends what a checker finds in a batch, up to maxFound errors. first is the number
// of the first row.
func checkRows(wrong []string, checker enumerate.Checker, b *enumerate.Batch, first int64) []string {
	for row := 0; row < b.Len() && len(wrong) < maxFound; row++ {
		if err := checker.Check(b, row); err != nil {
			wrong = append(wrong, fmt.Sprintf("row %d: %v", first+int64(row), err))
		}
	}
	return wrong
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
	var wrong []string
	var key []byte
	at := from
	if err := block.Each(c.set.Read(from, to), c.set.Columns(), func(b *enumerate.Batch) error {
		if err := cmp.Or(ctx.Err(), observe(b)); err != nil {
			return err
		}
		progress.Doing(ctx, "checking rows: %s of %s", enumerate.Grouped(int(c.read.Add(int64(b.Len())))), enumerate.Grouped(int(c.set.Rows())))
		if checker != nil {
			wrong = checkRows(wrong, checker, b, at)
		}
		for row := range b.Len() {
			key = appendKey(key[:0], b, row, c.whole)
			c.hashes[at] = xxh3.Hash(key)
			at++
		}
		return nil
	}); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrong = append(c.wrong, wrong...)
	return nil
}

// appendKey appends the values of a row's key columns; of all columns with whole.
func appendKey(dst []byte, b *enumerate.Batch, row int, whole bool) []byte {
	for i, c := range b.Columns {
		if c.Role != enumerate.Key && !whole {
			continue
		}
		switch c.Type {
		case enumerate.Double:
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(b.Vectors[i].Doubles[row]))
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

// maxDoubtful is the number of equal hashes up to which the rows are read again. More cannot be
// chance: of 10^9 different rows, two have the same hash with a probability of 0.03.
const maxDoubtful = 1000

// twice looks for rows that have the key of another. Where two hashes are equal it compares the
// keys themselves.
func (c *rowScan) twice(ctx context.Context) ([]string, error) {
	progress.Doing(ctx, "looking for equal rows")
	if c.set.Manifest.Job == enumerate.Sample {
		return c.outOfOrder(ctx)
	}
	slices.Sort(c.hashes)
	var equal []uint64 // once for each row but one
	for i := 1; i < len(c.hashes); i++ {
		if c.hashes[i] == c.hashes[i-1] {
			equal = append(equal, c.hashes[i])
		}
	}
	n := len(equal)
	if n > 0 && n <= maxDoubtful {
		var err error
		if n, err = equalKeys(ctx, c.set.Read(0, c.set.Rows()), c.set.Columns(), equal, c.whole); err != nil {
			return nil, err
		}
	}
	if n == 0 {
		return nil, nil
	}
	of := "key"
	if c.whole {
		of = "values"
	}
	return []string{fmt.Sprintf("rows with the %s of another: %d", of, n)}, nil
}

// equalKeys counts the rows whose key an earlier row has, of those with these hashes,
// which are ascending. whole is that of appendKey.
func equalKeys(ctx context.Context, r export.RowReader, columns []enumerate.Column, hashes []uint64, whole bool) (n int, err error) {
	seen := map[string]bool{}
	var key []byte
	err = block.Each(r, columns, func(b *enumerate.Batch) error {
		for row := range b.Len() {
			key = appendKey(key[:0], b, row, whole)
			if _, found := slices.BinarySearch(hashes, xxh3.Hash(key)); found {
				if seen[string(key)] {
					n++
				}
				seen[string(key)] = true
			}
		}
		return ctx.Err()
	})
	return n, err
}

// outOfOrder returns where the rows of a sample are not in the order of their keys, or
// have the key of the row before.
func (c *rowScan) outOfOrder(ctx context.Context) (wrong []string, err error) {
	order, err := sorted.NewOrder(c.set.Columns())
	if err != nil {
		return nil, err
	}
	last := enumerate.NewBatch(c.set.Columns()) // the row before, if there is one
	err = c.set.Scan(nil, func(b *enumerate.Batch, first int64) error {
		for i := range b.Len() {
			before, at := b, i-1
			if i == 0 {
				before, at = last, 0
			}
			if before.Len() > 0 && order.Compare(before, at, b, i) >= 0 && len(wrong) < maxFound {
				wrong = append(wrong, fmt.Sprintf("row %d: its key is not above that of the row before", first+int64(i)))
			}
		}
		last.Reset()
		last.AppendRows(b, b.Len()-1, b.Len())
		return ctx.Err()
	})
	return wrong, err
}
