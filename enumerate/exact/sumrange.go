package exact

import (
	"math"

	"coverstat/enumerate"
)

// sumRange tells between which numbers a sum over the options of a solution lies. The value of
// an option is divided equally among its primary items, and a solution covers each of these
// once. So the sum is at least the least share in each item, added up over the items, and at
// most the greatest. For solutions with a given option, only options that fit beside it count.
type sumRange struct {
	problem *enumerate.Problem
	sum     *enumerate.Sum
	primary []int // by option, its primary items
	low     []float64
	high    []float64
	taken   []enumerate.Colour // by item: its colour in the given option, or free or whole
}

const (
	none  = enumerate.OptionID(-1) // no option is given
	free  = enumerate.Colour(-1)   // the given option does not have the item
	whole = enumerate.Colour(0)    // it has the item for itself, without a colour
)

// rangeWork limits the members of options that are looked at, all given options together.
const rangeWork = 1 << 27

func newSumRange(p *enumerate.Problem, sum *enumerate.Sum) *sumRange {
	r := &sumRange{problem: p, sum: sum, primary: make([]int, p.Options()), low: make([]float64, p.Items()), high: make([]float64, p.Items()),
		taken: make([]enumerate.Colour, p.Items())}
	for o := range r.primary {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			if p.Item(m.Item).Primary() {
				r.primary[o]++
			}
		}
	}
	return r
}

// of returns the least and the greatest sum that solutions with an option may have, for none
// all solutions. Where there can be no solution, low is above high.
func (r *sumRange) of(given enumerate.OptionID) (low, high int64) {
	p := r.problem
	if given != none && p.Members()*p.Options() > rangeWork {
		return math.MinInt64, math.MaxInt64
	}
	for i := range r.taken {
		r.taken[i], r.low[i], r.high[i] = free, math.Inf(1), math.Inf(-1)
	}
	if given != none {
		for _, m := range p.Option(given) {
			if !p.Item(m.Item).Bounded() {
				r.taken[m.Item] = m.Colour
			}
		}
	}
	value := func(o enumerate.OptionID) float64 {
		if r.sum.Values == nil {
			return 0
		}
		return float64(r.sum.Values[o])
	}
	rest := float64(r.sum.Base)
	least, most := rest, rest+float64(len(r.sum.Marks))
	for o := range enumerate.OptionID(p.Options()) {
		if o == given || !r.fits(o) {
			continue
		}
		if r.primary[o] == 0 { // any number of such options: nothing bounds their values
			if value(o) > 0 {
				most = math.Inf(1)
			}
			continue
		}
		share := value(o) / float64(r.primary[o])
		for _, m := range p.Option(o) {
			if p.Item(m.Item).Primary() {
				r.low[m.Item], r.high[m.Item] = min(r.low[m.Item], share), max(r.high[m.Item], share)
			}
		}
	}
	if given != none {
		least, most = least+value(given), most+value(given)
	}
	for i := range r.taken {
		if p.Item(enumerate.Item(i)).Primary() && r.taken[i] == free {
			least, most = least+r.low[i], most+r.high[i]
		}
	}
	const slack = 1e-6 // shares are rounded
	return toInt(math.Ceil(least - slack)), toInt(math.Floor(most + slack))
}

// fits reports whether an option may stand beside the given one.
func (r *sumRange) fits(o enumerate.OptionID) bool {
	for _, m := range r.problem.Option(o) {
		if t := r.taken[m.Item]; t != free && (t == whole || t != m.Colour) {
			return false
		}
	}
	return true
}

func toInt(x float64) int64 {
	switch {
	case x >= math.MaxInt64:
		return math.MaxInt64
	case x <= math.MinInt64:
		return math.MinInt64
	}
	return int64(x)
}
