package export

import (
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"coverstat/enumerate"
	"coverstat/export/block"
)

// Scan reads the given columns of all rows, in order, and calls visit with each batch of them and
// the number of its first row. The batch is valid during the call.
func (d *Dataset) Scan(columns []int, visit func(b *enumerate.Batch, first int64) error) error {
	first := int64(0)
	return block.Each(d.ReadColumns(columns, 0, d.Rows()), Pick(d.columns, columns), func(b *enumerate.Batch) error {
		first += int64(b.Len())
		return visit(b, first-int64(b.Len()))
	})
}

// InRanges calls do for ranges that are so many rows together, of some workers at a time.
func InRanges(rows int64, workers int, do func(from, to int64) error) error {
	const size = 1 << 17
	var group errgroup.Group
	group.SetLimit(workers)
	for from := int64(0); from < rows; from += size {
		group.Go(func() error { return do(from, min(from+size, rows)) })
	}
	return group.Wait()
}

// A Reservoir keeps Limit of the rows that it is offered: each with the same
// chance (J. S. Vitter's Algorithm R, 1985), or, without Random, the first ones.
type Reservoir struct {
	Limit   int
	Random  *rand.Rand
	Rows    []int64
	Offered int64
}

// Offer offers a row by its number.
func (r *Reservoir) Offer(row int64) {
	r.Offered++
	if len(r.Rows) < r.Limit {
		r.Rows = append(r.Rows, row)
		return
	}
	if r.Random != nil {
		if i := r.Random.Int64N(r.Offered); i < int64(r.Limit) {
			r.Rows[i] = row
		}
	}
}
