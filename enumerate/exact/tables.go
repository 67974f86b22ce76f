package exact

import (
	"fmt"
	"math/big"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// maxImageRows is the largest number of rows of the table of images.
const maxImageRows = 4_000_000

// imageCount is the number of rows of the table of images, which may be beyond any integer; 0 if
// there is only the identity.
func (x *Instance) imageCount() float64 {
	if x.Group.Order() == 1 {
		return 0
	}
	return float64(x.Problem.Options()) * float64(x.Group.Order())
}

// AllTables returns the dimension tables, with that of symmetries where these have names, and that
// of images where there is a table of options and the group is neither trivial nor too large.
func (x *Instance) AllTables() ([]enumerate.Table, error) {
	tables, err := x.Tables()
	if named, err := symmetry.NewSubgroups(x.Group); err == nil {
		tables = append(tables, named.Table())
	}
	n := x.imageCount()
	if err != nil || n == 0 || n > maxImageRows {
		return tables, err
	}
	if slices.ContainsFunc(tables, func(t enumerate.Table) bool { return t.Name == enumerate.OptionsTable }) {
		tables = append(tables, enumerate.Table{Name: enumerate.ImagesTable, Rows: x.images()})
	}
	return tables, nil
}

// images lists the image of each option under each symmetry.
func (x *Instance) images() *enumerate.Batch {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "option", Type: enumerate.Int32, Meaning: "number of the option (tables/options)"},
		{Name: "symmetry", Type: enumerate.Int32, Meaning: "which symmetry of the puzzle, from 0, the identity"},
		{Name: "image", Type: enumerate.Int32, Meaning: "number of the option that this symmetry makes of it"},
	})
	for o := range enumerate.OptionID(x.Problem.Options()) {
		for k := range x.Group.Order() {
			b.AppendInt32(0, int32(o))
			b.AppendInt32(1, int32(k))
			b.AppendInt32(2, int32(x.Group.Image(k, o)))
		}
	}
	return b
}

// OptionUse says how often options are used in all raw solutions. A row is one image of a
// solution, so the options of an orbit, which symmetry exchanges, are counted together. All
// arrays are by option; counts stand at the least option of each orbit.
type OptionUse struct {
	Orbit         []enumerate.OptionID // the least option of the orbit
	Size          []int64              // options in the orbit
	Raw, Distinct []*big.Int           // uses in raw solutions, or draws, and in rows; 0 at other options
	All           *big.Int             // raw solutions, or draws
	Order         int64                // of the group: a multiple of every size
	Drawn         bool                 // the solutions are a sample
}

// Images returns how often an option is used in all images of the solutions or draws, one image
// for each symmetry. This number is exact for draws, too.
func (u *OptionUse) Images(o int) *big.Int {
	k := u.Orbit[o]
	return new(big.Int).Mul(big.NewInt(u.Order/u.Size[k]), u.Raw[k])
}

// NewOptionUse adds up counts of options in rows by orbit. Unless they are drawn, it is an error if a
// sum is no multiple of the orbit's size, or if an item that must be covered is not covered in all
// solutions.
func (x *Instance) NewOptionUse(raw, distinct []*big.Int, all *big.Int, drawn bool) (*OptionUse, error) {
	u, err := newOptionUse(raw, distinct, all, x.Group.Orbits(), x.Group.Order(), drawn)
	if err != nil || drawn {
		return u, err
	}
	return u, u.checkCovered(x.Problem)
}

// UsesOfEach returns in how many solutions each option is. It takes counts of options in rows, and has the same errors.
func (x *Instance) UsesOfEach(raw []*big.Int, all *big.Int) ([]*big.Int, error) {
	use, err := x.NewOptionUse(raw, raw, all, false)
	if err != nil {
		return nil, err
	}
	uses := make([]*big.Int, len(raw))
	for o, k := range use.Orbit {
		uses[o] = new(big.Int).Quo(use.Raw[k], big.NewInt(use.Size[k]))
	}
	return uses, nil
}

func (u *OptionUse) checkCovered(p *enumerate.Problem) error {
	covered, uses := make([]big.Int, p.Items()), new(big.Int)
	for o, k := range u.Orbit {
		uses.Quo(u.Raw[k], big.NewInt(u.Size[k])) // of the option in all solutions
		for _, m := range p.Option(enumerate.OptionID(o)) {
			covered[m.Item].Add(&covered[m.Item], uses)
		}
	}
	for i := range covered {
		if item := p.Item(enumerate.Item(i)); item.Primary() && covered[i].Cmp(u.All) != 0 {
			return fmt.Errorf("item %s is covered in %v solutions: expected %v", item.Name, &covered[i], u.All)
		}
	}
	return nil
}

func newOptionUse(raw, distinct []*big.Int, all *big.Int, orbit []enumerate.OptionID, order int,
	drawn bool) (*OptionUse, error) {
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
			return nil, fmt.Errorf(
				"option %d: its orbit of %d options is used %v times in all, which does not divide evenly: orbit sizes or rows are wrong", o, u.Size[k], u.Raw[k])
		}
	}
	return u, nil
}

// usesTable says how often each option is used. Options that symmetry exchanges are counted
// together.
func usesTable(use *OptionUse) []enumerate.Table {
	columns := []enumerate.Column{
		{Name: "option", Type: enumerate.Int32,
			Meaning: "the least option of those that symmetry exchanges (tables/options)"},
		{Name: "orbit_size", Type: enumerate.Int32, Meaning: "number of these options", Unit: "options"},
	}
	most := new(big.Int).Mul(use.All, big.NewInt(int64(len(use.Orbit))))
	columns, raw := enumerate.NewCountColumn(columns,
		enumerate.Column{Name: "raw", Meaning: "times that one of them is used in raw solutions, or draws",
			Unit: "uses"}, most)
	columns, distinct := enumerate.NewCountColumn(columns,
		enumerate.Column{Name: "distinct", Meaning: "times that one of them is used in solutions up to symmetry",
			Unit: "uses"}, most)
	uses := enumerate.NewBatch(append(columns, enumerate.Column{Name: "share", Type: enumerate.Double,
		Meaning: "raw, of all raw solutions or draws: more than 1 where a solution may use several of them"}))
	for o, k := range use.Orbit {
		if int(k) == o {
			uses.AppendValues(0, o, use.Size[o], raw.Of(use.Raw[o]), distinct.Of(use.Distinct[o]),
				Share(use.Raw[o], use.All))
		}
	}
	return []enumerate.Table{{Name: enumerate.UsesTable, Rows: uses}}
}

// Share returns count/all, rounded once. It is 0 if all is 0.
func Share(count, all *big.Int) float64 {
	if all.Sign() == 0 {
		return 0
	}
	f, _ := new(big.Rat).SetFrac(count, all).Float64()
	return f
}

// Counters say what is counted of the rows of a job of this instance: the family's own counts, stabilisers, and the
// uses of options. drawn says that the rows are a sample's.
func (x *Instance) Counters(drawn bool) enumerate.RowCounters {
	counters := enumerate.RowCounters{New: x.NewRowCounts,
		NewStabilisers: func(columns []enumerate.Column) enumerate.StabiliserCounts {
			return symmetry.NewStabiliserCounts(x.Group, columns, x.NewRecorder().Parse)
		}}
	var names []string
	for _, c := range x.Solution {
		if c.Type == enumerate.Int32 || c.Type == enumerate.Int32List {
			names = append(names, c.Name)
		}
	}
	if x.Occupancy == nil || len(names) == 0 {
		return counters
	}
	counters.Options = &enumerate.OptionUses{Columns: names, Options: x.Problem.Options(), Each: x.UsesOfEach,
		Tables: func(raw, distinct []*big.Int, all *big.Int) ([]enumerate.Table, error) {
			use, err := x.NewOptionUse(raw, distinct, all, drawn)
			if err != nil {
				return nil, err
			}
			return x.Occupancy(use), nil
		}}
	return counters
}
