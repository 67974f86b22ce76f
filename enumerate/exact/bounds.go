package exact

import (
	"math"

	"coverstat/enumerate"
)

// bounds bound a sum over the options of a solution. The value of an option is divided
// equally among its primary items. A solution covers each primary item once. So its sum is at
// least the least share in each item, added up over the items, and at most the greatest. For
// solutions with a given option, only options that fit beside it are looked at.
type bounds struct {
	problem *enumerate.Problem
	sum     *enumerate.Sum
	primary []int // by option, its primary items
	low     []float64
	high    []float64
	taken   []enumerate.Colour // by item: its colour in the given option, or one of these
}

const (
	none  = enumerate.OptionID(-1) // no option is given
	free  = enumerate.Colour(-1)   // the given option does not have the item
	whole = enumerate.Colour(0)    // it has the item for itself, without a colour
)

// boundsWork limits the members of options that are looked at, all given options together.
const boundsWork = 1 << 27

func newBounds(p *enumerate.Problem, sum *enumerate.Sum) *bounds {
	b := &bounds{problem: p, sum: sum, primary: make([]int, p.Options()), low: make([]float64, p.Items()), high: make([]float64, p.Items()),
		taken: make([]enumerate.Colour, p.Items())}
	for o := range b.primary {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			if p.Item(m.Item).Primary() {
				b.primary[o]++
			}
		}
	}
	return b
}

// of returns bounds of the sum in solutions with an option, in all solutions for none. Where
// there can be no solution, low is above high.
func (b *bounds) of(given enumerate.OptionID) (low, high int64) {
	p := b.problem
	if given != none && p.Members()*p.Options() > boundsWork {
		return math.MinInt64, math.MaxInt64
	}
	for i := range b.taken {
		b.taken[i], b.low[i], b.high[i] = free, math.Inf(1), math.Inf(-1)
	}
	if given != none {
		for _, m := range p.Option(given) {
			if !p.Item(m.Item).Bounded() {
				b.taken[m.Item] = m.Colour
			}
		}
	}
	value := func(o enumerate.OptionID) float64 {
		if b.sum.Values == nil {
			return 0
		}
		return float64(b.sum.Values[o])
	}
	rest := float64(b.sum.Base)
	least, most := rest, rest+float64(len(b.sum.Marks))
	for o := range enumerate.OptionID(p.Options()) {
		if o == given || !b.fits(o) {
			continue
		}
		if b.primary[o] == 0 { // any number of such options: nothing bounds their values
			if value(o) > 0 {
				most = math.Inf(1)
			}
			continue
		}
		share := value(o) / float64(b.primary[o])
		for _, m := range p.Option(o) {
			if p.Item(m.Item).Primary() {
				b.low[m.Item], b.high[m.Item] = min(b.low[m.Item], share), max(b.high[m.Item], share)
			}
		}
	}
	if given != none {
		least, most = least+value(given), most+value(given)
	}
	for i := range b.taken {
		if p.Item(enumerate.Item(i)).Primary() && b.taken[i] == free {
			least, most = least+b.low[i], most+b.high[i]
		}
	}
	const slack = 1e-6 // shares are rounded
	return toInt(math.Ceil(least - slack)), toInt(math.Floor(most + slack))
}

// fits reports whether an option may stand beside the given one.
func (b *bounds) fits(o enumerate.OptionID) bool {
	for _, m := range b.problem.Option(o) {
		if t := b.taken[m.Item]; t != free && (t == whole || t != m.Colour) {
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
