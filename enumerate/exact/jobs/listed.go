package jobs

import (
	"errors"
	"fmt"
	"math/big"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// listed returns the list of all solutions of an instance that the rows of a census are.
func listed(x *exact.Instance, find func(columns []string) (*enumerate.Listing, error)) (*solutionList, error) {
	want := x.Columns(enumerate.Plain)[:len(x.Solution)+1] // with the size of the orbit
	var names []string
	for _, c := range want {
		names = append(names, c.Name)
	}
	rows, err := find(append(names, x.WeighedBy...))
	if err != nil {
		return nil, err
	}
	if err := enumerate.SameTypes(rows.Columns[:len(want)], want); err != nil {
		return nil, enumerate.KeyErrorf("sample.from", "sample.from: the rows of %s do not fit: %v", rows.Name, err)
	}
	return &solutionList{rows: rows, instance: x}, nil
}

var errStopped = errors.New("stopped")

// read reads the forms from the rows of a census.
func (l *solutionList) read(stop *atomic.Bool) error {
	recorder, orbitAt := l.instance.NewRecorder(), len(l.instance.Solution)
	var form []enumerate.OptionID
	row := 0
	err := l.rows.Each(func(b *enumerate.Batch) (err error) {
		if stop.Load() {
			return errStopped
		}
		for i := range b.Len() {
			if form, err = recorder.Parse(form[:0], b, i); err != nil {
				return fmt.Errorf("%s, row %d: %w", l.rows.Name, row, err)
			}
			if len(l.options)+len(form) > maxListOptions {
				return errTooMany
			}
			l.add(form, b.IntAt(orbitAt, i))
			if err := l.weigh(b, i); err != nil {
				return fmt.Errorf("%s, row %d: %w", l.rows.Name, row, err)
			}
			row++
		}
		return nil
	})
	switch {
	case err == errStopped:
		return nil
	case err != nil:
		return err
	}
	if l.ends == nil {
		l.group()
	}
	return nil
}

// weigh adds the weight of the solutions of a row, if solutions have weights.
func (l *solutionList) weigh(b *enumerate.Batch, row int) error {
	first := len(l.instance.Solution)
	if len(l.instance.WeighedBy) == 0 {
		return nil
	}
	weight := big.NewInt(1)
	for at := first; at <= first+len(l.instance.WeighedBy); at++ { // from the size of the orbit on
		if b.IsNull(at, row) {
			return fmt.Errorf("%s is null, beyond 2^63-1: expected sample without from, which draws by a sweep",
				b.Columns[at].Name)
		}
		weight.Mul(weight, big.NewInt(b.IntAt(at, row)))
	}
	l.total.Add(&l.total, weight)
	l.ends = append(l.ends, new(big.Int).Set(&l.total))
	return nil
}
