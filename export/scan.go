package export

import (
	"io"
	"math/rand/v2"

	"coverstat/enumerate"
)

// Scan reads the given columns of all rows, in order, and calls visit with each
// batch of them and the number of its first row. The batch is valid during the
// call.
func (d *Dataset) Scan(columns []int, visit func(b *enumerate.Batch, first int64) error) error {
	rows := d.ReadColumns(columns, 0, d.Rows())
	defer rows.Close()
	b := enumerate.NewBatch(Pick(d.columns, columns))
	for first := int64(0); ; first += int64(b.Len()) {
		err := rows.Next(b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := visit(b, first); err != nil {
			return err
		}
	}
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
