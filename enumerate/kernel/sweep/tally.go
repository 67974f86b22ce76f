package sweep

import (
	"slices"

	"coverstat/enumerate"
)

// A Filter says which solutions count: those whose sums have values that Accept is true for.
type Filter struct {
	Sums   []enumerate.Sum
	Most   []int64 // by sum; a solution with a value above it does not count
	Accept func(values []int64) bool
}

// A Field is where keys have a number of some bits, which are in one word.
type Field struct {
	Word, Shift int
	Mask        uint64
}

// Of returns the number in its word.
func (f Field) Of(word uint64) uint64 { return word >> f.Shift & f.Mask }

// A Tally is where states have the values of sums so far: of those by which solutions are counted, and then of those of
// a filter.
type Tally struct {
	Sums   []enumerate.Sum
	Fields []Field // by sum: of its value, less its base
	bases  []int64
	by     int // so many are not of the filter
	filter *Filter
	caps   []bound
}

// bound is the greatest value of a sum with which a solution may count, from a place on.
type bound struct {
	Field
	most uint64
	from int
}

// NewTally returns a tally for [Tally.Place]. A nil filter lets all solutions count.
func NewTally(filter *Filter, sums []enumerate.Sum) *Tally {
	t := &Tally{Sums: sums, by: len(sums), filter: filter}
	if filter != nil {
		t.Sums = slices.Concat(sums, filter.Sums)
	}
	return t
}

// Place says where states have the next of the sums, from a place on; at the end all have it. If its values only grow,
// those above the most of the filter end a partial solution. It reports whether the base itself is not above it.
func (t *Tally) Place(f Field, base int64, from int, grows bool) (possible bool) {
	i := len(t.Fields) - t.by
	t.Fields, t.bases = append(t.Fields, f), append(t.bases, base)
	if i < 0 || !grows {
		return true
	}
	most := t.filter.Most[i]
	if room := uint64(most) - uint64(base); most >= base && room < f.Mask {
		t.caps = append(t.caps, bound{f, room, from})
	}
	return most >= base
}

// Gain is what an option adds to the values of sums in a state.
func Gain[K Key](t *Tally, o enumerate.OptionID) (gain K) {
	for i, s := range t.Sums {
		if s.Values != nil {
			f := t.Fields[i]
			gain[f.Word] += uint64(s.Values[o]) << f.Shift
		}
	}
	return gain
}

// Above reports whether a state at a place has a sum with which no solution counts.
func Above[K Key](t *Tally, place int, k K) bool { return len(t.caps) > 0 && above(t, place, k) }

func above[K Key](t *Tally, place int, k K) bool {
	for i := range t.caps {
		if c := &t.caps[i]; place >= c.from && c.Of(k[c.Word]) > c.most {
			return true
		}
	}
	return false
}

// accepted returns the values by which the solutions of a state at the end are counted, and whether they count.
func (a *pass[K]) accepted(k K) (values []int64, ok bool) {
	by, ok := 0, true
	if t := a.plan.Tally; t != nil {
		by, values = t.by, make([]int64, len(t.Fields))
		for i, f := range t.Fields {
			values[i] = t.bases[i] + int64(f.Of(k[f.Word]))
		}
		ok = t.filter == nil || t.filter.Accept(values[by:])
	}
	return values[:by], ok && (a.plan.only == nil || a.plan.only(values[:by]))
}
