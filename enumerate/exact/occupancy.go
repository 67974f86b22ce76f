package exact

import (
	"fmt"
	"math/bits"

	"coverstat/enumerate"
)

// OptionUse says how often options are used in all raw solutions. Rows show
// one image of each class, so options that symmetry exchanges are counted
// together: all arrays are by option, and the sums stand at the least option
// of each orbit, which Orbit gives.
type OptionUse struct {
	Orbit         []int32
	Size          []int64 // options in the orbit
	Raw, Distinct []int64 // uses in raw solutions, or draws, and in rows
	// All is the number of raw solutions, or draws; Order that of the group,
	// a multiple of every size.
	All, Order int64
	// Drawn is that these are draws: an option's part of its orbit's uses need
	// not be whole.
	Drawn bool
}

// Each returns the part of an option in the uses of its orbit: among all images
// of a solution, the options of an orbit are equally frequent. Of solutions
// that are not drawn it is whole.
//
// Proof: a row s stands for the mean over g of |orbit of s| copies of g s, so
// an option's count is the mean over g of the weighted stored counts of its
// images; each option of its orbit is met equally often. That holds for every
// row by itself: its part of the total divides evenly, in shards and under a
// limit, too.
func (u *OptionUse) Each(o int) int64 {
	k := u.Orbit[o]
	return u.Raw[k] / u.Size[k]
}

// Images returns how often an option is used in all images of all solutions or
// draws, Order times All of them: whole, too, where these were drawn.
func (u *OptionUse) Images(o int) int64 {
	k := u.Orbit[o]
	return u.Order / u.Size[k] * u.Raw[k]
}

// newOptionUse sums counts of options in rows by orbit. Sums that do not
// divide evenly say that a row's orbit size is wrong.
func newOptionUse(raw, distinct []int64, all int64, orbit []int32, order int, drawn bool) (*OptionUse, error) {
	u := &OptionUse{Orbit: orbit, All: all, Order: int64(order), Drawn: drawn,
		Size: make([]int64, len(raw)), Raw: make([]int64, len(raw)), Distinct: make([]int64, len(raw))}
	for o, k := range orbit {
		sum := uint64(u.Raw[k]) + uint64(raw[o]) // of two below 2^63
		if high, images := bits.Mul64(sum, uint64(order)); high != 0 || int64(images) < 0 {
			return nil, fmt.Errorf("option %d and its images are used more often than a table of 64 bits can hold", o)
		}
		u.Raw[k] = int64(sum)
		u.Distinct[k] += distinct[o] // no more than rows times copies: far below 2^63
		u.Size[k]++
	}
	for o, k := range orbit {
		if rest := u.Raw[k] % u.Size[k]; rest != 0 && !drawn {
			return nil, fmt.Errorf("option %d: its orbit of %d options is used %d times in all, which does not divide evenly: orbit sizes or rows are wrong", o, u.Size[k], u.Raw[k])
		}
	}
	return u, nil
}

// optionColumns are those that hold options, if there are tables of them.
func (x *Instance) optionColumns() (columns []int, options int) {
	if x.Occupancy == nil {
		return nil, 0
	}
	for i, column := range x.Solution {
		if column.Type == enumerate.Int32 || column.Type == enumerate.Int32List {
			columns = append(columns, i)
		}
	}
	return columns, x.Problem.Options()
}

func (x *Instance) tabulate(raw, distinct []int64, all int64, drawn bool) ([]enumerate.Table, error) {
	orbit := make([]int32, len(raw))
	for o := range orbit {
		orbit[o] = int32(o)
		for k := range x.Group.Order() {
			orbit[o] = min(orbit[o], int32(x.Group.Image(k, enumerate.OptionID(o))))
		}
	}
	use, err := newOptionUse(raw, distinct, all, orbit, x.Group.Order(), drawn)
	if err != nil {
		return nil, err
	}
	return x.Occupancy(use), nil
}

func (x *Instance) newRowCounts() enumerate.RowCounts {
	if x.NewRowCounts == nil {
		return nil
	}
	return x.NewRowCounts()
}

// OptionColumns implements [enumerate.Tabulator].
func (c *Census) OptionColumns() (columns []int, options int) { return c.Instance.optionColumns() }

// Tabulate implements [enumerate.Tabulator].
func (c *Census) Tabulate(raw, distinct []int64, all int64) ([]enumerate.Table, error) {
	return c.Instance.tabulate(raw, distinct, all, false)
}

// NewRowCounts implements [enumerate.RowTabulator].
func (c *Census) NewRowCounts() enumerate.RowCounts { return c.Instance.newRowCounts() }

// OptionColumns implements [enumerate.Tabulator].
func (s *Sample) OptionColumns() (columns []int, options int) { return s.Instance.optionColumns() }

// Tabulate implements [enumerate.Tabulator].
func (s *Sample) Tabulate(raw, distinct []int64, all int64) ([]enumerate.Table, error) {
	return s.Instance.tabulate(raw, distinct, all, true)
}

// NewRowCounts implements [enumerate.RowTabulator].
func (s *Sample) NewRowCounts() enumerate.RowCounts { return s.Instance.newRowCounts() }
