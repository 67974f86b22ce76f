package exact

import (
	"fmt"
	"math/big"

	"coverstat/enumerate"
)

// OptionUse says how often options are used in all raw solutions. Rows show
// one image of each class, so options that symmetry exchanges are counted
// together: all arrays are by option, and the sums stand at the least option
// of each orbit, which Orbit gives.
type OptionUse struct {
	Orbit         []enumerate.OptionID
	Size          []int64    // options in the orbit
	Raw, Distinct []*big.Int // uses in raw solutions, or draws, and in rows; 0 but at the least option
	// All is the number of raw solutions, or draws; Order that of the group,
	// a multiple of every size.
	All   *big.Int
	Order int64
	// Drawn says that the counts come from a sample, so an orbit's count may
	// not divide evenly among its options.
	Drawn bool
}

// Each returns how often an option is used: the uses of its orbit, divided by the
// number of its options. The quotient is whole unless the solutions were drawn.
//
// For a row stands for all images of its solution. Each group element makes one, and
// for each option of an orbit the same number of elements map a given option of the
// row to it. So each row alone uses all options of an orbit equally often, also in
// shards and under a limit.
func (u *OptionUse) Each(o int) *big.Int {
	k := u.Orbit[o]
	return new(big.Int).Quo(u.Raw[k], big.NewInt(u.Size[k]))
}

// Images returns how often an option is used in the images of all solutions or draws,
// one for each symmetry. The number is exact also for draws.
func (u *OptionUse) Images(o int) *big.Int {
	k := u.Orbit[o]
	return new(big.Int).Mul(big.NewInt(u.Order/u.Size[k]), u.Raw[k])
}

// NewOptionUse sums counts of options in rows by orbit. Sums that do not
// divide evenly say that a row's orbit size is wrong.
func (x *Instance) NewOptionUse(raw, distinct []*big.Int, all *big.Int, drawn bool) (*OptionUse, error) {
	return newOptionUse(raw, distinct, all, x.Group.Orbits(), x.Group.Order(), drawn)
}

func newOptionUse(raw, distinct []*big.Int, all *big.Int, orbit []enumerate.OptionID, order int, drawn bool) (*OptionUse, error) {
	u := &OptionUse{Orbit: orbit, All: all, Order: int64(order), Drawn: drawn,
		Size: make([]int64, len(raw)), Raw: make([]*big.Int, len(raw)), Distinct: make([]*big.Int, len(raw))}
	none := new(big.Int)
	for o, k := range orbit {
		if u.Raw[o] == nil {
			u.Raw[o], u.Distinct[o] = none, none
		}
		if u.Size[k]++; u.Size[k] == 1 {
			u.Raw[k], u.Distinct[k] = new(big.Int), new(big.Int)
		}
		u.Raw[k].Add(u.Raw[k], raw[o])
		u.Distinct[k].Add(u.Distinct[k], distinct[o])
	}
	rest := new(big.Int)
	for o, k := range orbit {
		if rest.Rem(u.Raw[k], big.NewInt(u.Size[k])); rest.Sign() != 0 && !drawn {
			return nil, fmt.Errorf("option %d: its orbit of %d options is used %v times in all, which does not divide evenly: orbit sizes or rows are wrong", o, u.Size[k], u.Raw[k])
		}
	}
	return u, nil
}

// A CountColumn is a column of counts in a table. Counts of which one could be beyond 64
// bits are null in it, and digits in a column of text beside it.
type CountColumn struct {
	first int // its place in the table
	wide  bool
}

// NewCountColumn appends the column, and the column of digits if the greatest count, which
// may be as large as most, needs it.
func NewCountColumn(columns []enumerate.Column, c enumerate.Column, most *big.Int) ([]enumerate.Column, CountColumn) {
	n := CountColumn{first: len(columns), wide: !most.IsInt64()}
	c.Type, c.Nullable = enumerate.Int64, n.wide
	columns = append(columns, c)
	if n.wide {
		columns = append(columns, enumerate.Column{Name: c.Name + "_text", Type: enumerate.String, Unit: c.Unit,
			Meaning: "the digits of " + c.Name + ", which 64 bits cannot hold"})
	}
	return columns, n
}

// Append appends a count to a table.
func (n CountColumn) Append(b *enumerate.Batch, count *big.Int) {
	if n.wide {
		b.AppendNull(n.first)
		b.AppendString(n.first+1, count.Append(nil, 10))
		return
	}
	b.AppendInt64(n.first, count.Int64())
}

// usesTable says how often each option is used. Options that symmetry exchanges are counted
// together.
func usesTable(use *OptionUse) []enumerate.Table {
	columns := []enumerate.Column{
		{Name: "option", Type: enumerate.Int32, Meaning: "the least option of those that symmetry exchanges (tables/options)"},
		{Name: "orbit_size", Type: enumerate.Int32, Meaning: "number of these options", Unit: "options"},
	}
	most := new(big.Int).Mul(use.All, big.NewInt(int64(len(use.Orbit))))
	columns, raw := NewCountColumn(columns, enumerate.Column{Name: "raw", Meaning: "times that one of them is used in raw solutions, or draws", Unit: "uses"}, most)
	columns, distinct := NewCountColumn(columns, enumerate.Column{Name: "distinct", Meaning: "times that one of them is used in solutions up to symmetry", Unit: "uses"}, most)
	uses := enumerate.NewBatch(append(columns, enumerate.Column{Name: "share", Type: enumerate.Double,
		Meaning: "raw, of all raw solutions or draws: more than 1 where a solution may use several of them"}))
	for o, k := range use.Orbit {
		if int(k) == o {
			uses.AppendInt32(0, int32(o))
			uses.AppendInt32(1, int32(use.Size[o]))
			raw.Append(uses, use.Raw[o])
			distinct.Append(uses, use.Distinct[o])
			uses.AppendDouble(len(columns), Share(use.Raw[o], use.All))
		}
	}
	return []enumerate.Table{{Name: "uses", Rows: uses}}
}

// Share returns count/all, rounded once; 0 of nothing.
func Share(count, all *big.Int) float64 {
	if all.Sign() == 0 {
		return 0
	}
	f, _ := new(big.Rat).SetFrac(count, all).Float64()
	return f
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
	f.OptionUses = &enumerate.OptionUses{Columns: names, Options: x.Problem.Options(), Tables: func(raw, distinct []*big.Int, all *big.Int) ([]enumerate.Table, error) {
		use, err := x.NewOptionUse(raw, distinct, all, drawn)
		if err != nil {
			return nil, err
		}
		return x.Occupancy(use), nil
	}}
}
