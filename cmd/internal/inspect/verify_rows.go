package inspect

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
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
	"coverstat/export/block"
	"coverstat/stats"

	"github.com/zeebo/xxh3"
)

// rowScan reads all rows once, in parallel, and gathers what the checks of rows
// need.
type rowScan struct {
	study *study.Study // nil if an input of the run is missing
	set   *export.Dataset

	read   atomic.Int64 // rows
	mu     sync.Mutex
	wrong  []string   // errors that the checker found
	hashes [][]uint64 // of what identifies each row: a sorted list for each chunk
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
	return observers.Merge()
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
	hashes := make([]uint64, 0, to-from)
	var wrong []string
	var key []byte
	whole := c.wholeRows()
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
			key = appendKey(key[:0], b, row, whole)
			hashes = append(hashes, xxh3.Hash(key))
		}
		at += int64(b.Len())
		return nil
	}); err != nil {
		return err
	}
	slices.Sort(hashes)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrong = append(c.wrong, wrong...)
	c.hashes = append(c.hashes, hashes)
	return nil
}

// wholeRows reports whether equal keys are no fault, only equal rows: where instances are those
// that somebody gave, and not up to symmetry, one may come twice.
func (c *rowScan) wholeRows() bool {
	return c.set.Manifest.Job == enumerate.Survey && !slices.ContainsFunc(c.set.Columns(), func(c enumerate.Column) bool { return c.Role == enumerate.Weight })
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
		if n, err = equalKeys(ctx, c.set.Read(0, c.set.Rows()), c.set.Columns(), hashes, c.wholeRows()); err != nil {
			return nil, err
		}
	}
	if n == 0 {
		return nil, nil
	}
	of := "key"
	if c.wholeRows() {
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
func (v *verifier) orbitSum() ([]string, error) {
	var sum enumerate.Tally
	for _, t := range v.tasks {
		sum.Add(t.Tally)
	}
	m := v.set.Manifest
	var wrong []string
	if m.Raw.Cmp(stats.Int(sum.Raw)) != 0 {
		wrong = append(wrong, fmt.Sprintf("the tasks counted %d, the manifest says %s", sum.Raw, m.Raw))
	}
	if !m.Complete {
		return wrong, nil // tasks have more rows than a limit leaves
	}
	if m.Job != enumerate.Sample && sum.Rows != v.set.Rows() {
		wrong = append(wrong, fmt.Sprintf("the tasks yielded %d rows, there are %d", sum.Rows, v.set.Rows()))
	}
	if m.Shard != nil {
		return wrong, nil // the members of an orbit may be counted by several shards
	}
	var d stats.Document
	v.found.Fill(&d)
	if err := d.CompareRaw(stats.Int(sum.Raw)); err != nil {
		wrong = append(wrong, err.Error())
	}
	return wrong, nil
}

// rowCount compares the number of rows with the number that the job computes by
// another method.
func (v *verifier) rowCount() namedCheck {
	rows, how := v.study.Job.Features().CountRows()
	var wrong []string
	if rows.Cmp(big.NewInt(v.set.Rows())) != 0 {
		wrong = append(wrong, fmt.Sprintf("there are %d, expected %d", v.set.Rows(), rows))
	}
	return known("number of rows by "+how, wrong)
}
