package exact

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
)

// effect is what a condition does to the search.
type effect struct {
	options int  // so many are left out
	bounded bool // bounded items keep the condition
}

// boundedItem is an item that some options have in addition to the items of the problem.
type boundedItem struct {
	info    enumerate.ItemInfo
	options []enumerate.OptionID
}

// findEffects finds what the conditions tell before the search: the options that no solution can
// have, bounds that a kernel can keep, or that there is no solution at all.
func (r *Conditions) findEffects(p *enumerate.Problem) {
	gone := make([]bool, p.Options())
	r.effects = make([]effect, len(r.conditions))
	for k, sum := range r.meters.Sums {
		if sum == nil || sum.Contacts != nil || sum.Own != nil { // no number of an option alone
			continue
		}
		limits := make([][2]int64, len(r.conditions)) // of each condition
		low, high := int64(math.MinInt64), int64(math.MaxInt64)
		for i, c := range r.conditions {
			least, most := c.Range(k)
			limits[i] = [2]int64{least, most}
			low, high = max(low, least), min(high, most)
			r.effects[i].bounded = r.effects[i].bounded || !unlimited(least, most) && countable(sum, most)
		}
		if unlimited(low, high) {
			continue
		}
		possible := newSumRange(p, sum)
		for o := noOption; int(o) < len(gone); o++ {
			from, to := possible.of(o)
			for i, l := range limits {
				switch {
				case from > to || from <= l[1] && to >= l[0]: // other reasons, or none, against the option
				case o == noOption:
					r.impossible = cmp.Or(r.impossible,
						fmt.Sprintf("%s is required, and %s lies between %d and %d", r.texts[i],
							r.meters.Columns[k].Name, from, to))
				default:
					r.effects[i].options++
					gone[o] = true
				}
			}
		}
		if low > high {
			r.impossible = cmp.Or(r.impossible,
				fmt.Sprintf("no value of %s meets all conditions", r.meters.Columns[k].Name))
		} else if countable(sum, high) {
			r.addItems(sum, r.meters.Columns[k].Name, low, high)
		}
	}
	if r.impossible != "" {
		r.items = []boundedItem{{info: enumerate.ItemInfo{Name: "require", Min: 1, Max: 1}}} // of no option
	}
	for o, b := range gone {
		if b {
			r.banned = append(r.banned, enumerate.OptionID(o))
		}
	}
}

// unlimited reports whether a range has all numbers.
func unlimited(least, most int64) bool { return least == math.MinInt64 && most == math.MaxInt64 }

// countable reports whether bounded items can keep a sum in a range with the end most. A sum of
// values 0 and 1 needs one item. A sum of marks that must all be touched needs one item a mark.
func countable(sum *enumerate.Sum, most int64) bool {
	if len(sum.Marks) > 0 {
		return sum.Values == nil && sum.Base == 0 && most == 0
	}
	return sum.Values != nil && !slices.ContainsFunc(sum.Values, func(v int32) bool { return v > 1 })
}

// addItems adds the bounded items that keep a countable sum from low to high.
func (r *Conditions) addItems(sum *enumerate.Sum, name string, low, high int64) {
	for i, mark := range sum.Marks {
		r.items = append(r.items,
			boundedItem{enumerate.ItemInfo{Name: fmt.Sprintf("%s %d", name, i+1), Min: 1, Max: enumerate.Unbounded},
				mark})
	}
	if len(sum.Marks) > 0 {
		return
	}
	var counted []enumerate.OptionID
	for o, v := range sum.Values {
		if v == 1 {
			counted = append(counted, enumerate.OptionID(o))
		}
	}
	within := func(n int64) int32 { // the number of options that makes the sum n, which may be infinite
		return int32(min(max(0, min(max(n, math.MinInt32), enumerate.Unbounded)-sum.Base), enumerate.Unbounded))
	}
	least, most := within(low), within(high)
	if high == math.MaxInt64 {
		most = enumerate.Unbounded
	}
	r.items = append(r.items, boundedItem{enumerate.ItemInfo{Name: name, Min: least, Max: most}, counted})
}

// Bounded returns the problem whose solutions are those that meet the conditions: bounded items
// say so. The options keep their numbers. The error names a condition that no item can say.
func (x *Instance) Bounded() (*enumerate.Problem, error) {
	r := x.Conditions
	if r == nil {
		return x.Problem, nil
	}
	for i, c := range r.conditions {
		for k, sum := range r.meters.Sums {
			least, most := c.Range(k)
			if !c.Exact() || !unlimited(least, most) && (sum == nil || !countable(sum, most)) {
				return nil, fmt.Errorf("%s cannot be written as limits on the number of chosen options", r.texts[i])
			}
		}
	}
	return r.bounded(), nil
}

// extend adds the bounded items to a problem.
func (r *Conditions) extend(p *enumerate.Problem) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	for i := range p.Items() {
		b.AddItem(p.Item(enumerate.Item(i)))
	}
	more := make([][]enumerate.Member, p.Options())
	for _, x := range r.items {
		item := b.AddItem(x.info)
		for _, o := range x.options {
			more[o] = append(more[o], enumerate.Member{Item: item})
		}
	}
	for o := range p.Options() {
		b.AddOption(slices.Concat(p.Option(enumerate.OptionID(o)), more[o])...)
	}
	extended, err := b.Build()
	if err != nil {
		panic(err) // p is a problem
	}
	return extended
}

// sumRange tells between which numbers a sum over the options of a solution lies. The value of
// an option is divided equally among its primary items, and a solution covers each of these
// once. So the sum is at least the least share in each item, added up over the items, and at
// most the greatest. For solutions with a given option, only options that fit beside it count.
type sumRange struct {
	problem *enumerate.Problem
	sum     *enumerate.Sum
	values  []int32 // of the options
	primary []int   // by option, its primary items
	low     []float64
	high    []float64
	taken   []enumerate.Colour // by item: its colour in the given option, or unused or exclusive
}

const (
	noOption  = enumerate.OptionID(-1) // no option is given
	unused    = enumerate.Colour(-1)   // the given option does not have the item
	exclusive = enumerate.Colour(0)    // it has the item for itself, without a colour
)

// rangeWork limits the members of options that are looked at, all given options together.
const rangeWork = 1 << 27

func newSumRange(p *enumerate.Problem, sum *enumerate.Sum) *sumRange {
	r := &sumRange{problem: p, sum: sum, primary: make([]int, p.Options()), low: make([]float64, p.Items()),
		high:  make([]float64, p.Items()),
		taken: make([]enumerate.Colour, p.Items())}
	if r.values = sum.Values; r.values == nil {
		r.values = make([]int32, p.Options())
	}
	for o := range r.primary {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			if p.Item(m.Item).Primary() {
				r.primary[o]++
			}
		}
	}
	return r
}

// of returns the least and the greatest sum that solutions with an option may have, for noOption
// all solutions. Where there can be no solution, low is above high.
func (r *sumRange) of(given enumerate.OptionID) (low, high int64) {
	p := r.problem
	if given != noOption && p.Members()*p.Options() > rangeWork {
		return math.MinInt64, math.MaxInt64
	}
	for i := range r.taken {
		r.taken[i], r.low[i], r.high[i] = unused, math.Inf(1), math.Inf(-1)
	}
	if given != noOption {
		for _, m := range p.Option(given) {
			if !p.Item(m.Item).Bounded() {
				r.taken[m.Item] = m.Colour
			}
		}
	}
	rest := float64(r.sum.Base)
	least, most := rest, rest+float64(len(r.sum.Marks))
	for o := range enumerate.OptionID(p.Options()) {
		if o == given || !r.fits(o) {
			continue
		}
		if r.primary[o] == 0 { // any number of such options: nothing bounds their values
			if r.values[o] > 0 {
				most = math.Inf(1)
			}
			continue
		}
		share := float64(r.values[o]) / float64(r.primary[o])
		for _, m := range p.Option(o) {
			if p.Item(m.Item).Primary() {
				r.low[m.Item], r.high[m.Item] = min(r.low[m.Item], share), max(r.high[m.Item], share)
			}
		}
	}
	if given != noOption {
		value := float64(r.values[given])
		least, most = least+value, most+value
	}
	for i := range r.taken {
		if p.Item(enumerate.Item(i)).Primary() && r.taken[i] == unused {
			least, most = least+r.low[i], most+r.high[i]
		}
	}
	const slack = 1e-6 // shares are rounded
	return toInt(math.Ceil(least - slack)), toInt(math.Floor(most + slack))
}

// fits reports whether an option may stand beside the given one.
func (r *sumRange) fits(o enumerate.OptionID) bool {
	for _, m := range r.problem.Option(o) {
		if t := r.taken[m.Item]; t != unused && (t == exclusive || t != m.Colour) {
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
