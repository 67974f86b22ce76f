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
	Orbit         []enumerate.OptionID
	Size          []int64 // options in the orbit
	Raw, Distinct []int64 // uses in raw solutions, or draws, and in rows
	// All is the number of raw solutions, or draws; Order that of the group,
	// a multiple of every size.
	All, Order int64
	// Drawn says that the counts come from a sample, so an orbit's count may
	// not divide evenly among its options.
	Drawn bool
}

// Each returns the part of an option in the uses of its orbit: among all images
// of a solution, the options of an orbit are equally frequent. Of solutions
// that are not drawn it is whole.
//
// A row stands for all images of its solution. Each group element makes one, and
// for each option of an orbit the same number of elements map a given option of the
// row to it. So a row alone uses all options of an orbit equally often, and its part
// of the sum divides evenly, in shards and under a limit, too.
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
func newOptionUse(raw, distinct []int64, all int64, orbit []enumerate.OptionID, order int, drawn bool) (*OptionUse, error) {
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

// Counted says what is counted of the rows of a job of this instance: the family's own
// counts, and the uses of options. drawn says that the rows are a sample's.
func (x *Instance) Counted(f *enumerate.Features, drawn bool) {
	if x.NewRowCounts != nil {
		f.NewCounts = func() []enumerate.RowCounts {
			if counts := x.NewRowCounts(); counts != nil {
				return []enumerate.RowCounts{counts}
			}
			return nil
		}
	}
	var names []string
	for _, c := range x.Solution {
		if c.Type == enumerate.Int32 || c.Type == enumerate.Int32List {
			names = append(names, c.Name)
		}
	}
	if x.Occupancy == nil || len(names) == 0 {
		return
	}
	f.OptionUses = &enumerate.OptionUses{Columns: names, Options: x.Problem.Options(), Tables: func(raw, distinct []int64, all int64) ([]enumerate.Table, error) {
		use, err := newOptionUse(raw, distinct, all, x.Group.Orbits(), x.Group.Order(), drawn)
		if err != nil {
			return nil, err
		}
		return x.Occupancy(use), nil
	}}
}
