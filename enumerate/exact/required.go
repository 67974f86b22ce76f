package exact

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/condition"
	"coverstat/enumerate/symmetry"
)

// Required are the conditions that a config puts on solutions: only solutions that meet all of
// them count. Measures are the same for all images of a solution, so these solutions are whole
// orbits, and symmetry reduces the search as it does without conditions.
type Required struct {
	texts      []string
	conditions []*condition.Condition
	meters     *Meters
	prunes     []prunes             // by condition
	banned     []enumerate.OptionID // that no solution can have
	items      []boundedItem
}

// prunes is what a condition does to the search.
type prunes struct {
	options int  // so many are left out
	bounded bool // bounded items keep the condition
}

// boundedItem is an item that some options have in addition to the items of the problem.
type boundedItem struct {
	info    enumerate.ItemInfo
	options []enumerate.OptionID
}

// BoundedKernels returns those of the instance's kernels that keep conditions by bounded items,
// none if no condition can be kept so.
func (x *Instance) BoundedKernels() (bounded []KernelChoice) {
	for _, k := range x.Kernels {
		if x.required != nil && len(x.required.items) > 0 && takesBounded(k.Name) {
			bounded = append(bounded, k)
		}
	}
	return bounded
}

// Require restricts an instance to the solutions that meet conditions, such as crossroads=0.
// compile makes measures as configs write them. An error names the key of the condition.
func (x *Instance) Require(texts []string, compile func(written []string) (*Meters, error)) error {
	if len(texts) == 0 {
		return nil
	}
	r := &Required{texts: texts}
	var written, measures []string // one measure may be written in several ways
	for i, text := range texts {
		c, err := condition.Parse(text, func(name string) (int, enumerate.Column, error) {
			m, err := compile([]string{name})
			if err != nil {
				return 0, enumerate.Column{}, err
			}
			if len(m.Columns) != 1 {
				return 0, enumerate.Column{}, enumerate.Errorf("condition %q: %s stands for %d measures: expected one", text, name, len(m.Columns))
			}
			column := m.Columns[0]
			measure := cmp.Or(column.Measure, column.Name)
			at := slices.Index(measures, measure)
			if at < 0 { // a sum in another order, if the family says so
				at = slices.IndexFunc(measures, func(other string) bool {
					if len(other) != len(measure) || !strings.Contains(measure, "+") {
						return false
					}
					both, err := compile([]string{other, measure})
					return err == nil && len(both.Columns) == 1
				})
			}
			if at < 0 {
				at, written, measures = len(written), append(written, name), append(measures, measure)
			}
			return at, column, nil
		})
		if err == nil && c == nil {
			err = enumerate.Errorf("an empty condition: expected one such as crossroads=0")
		}
		if err != nil {
			return atRequire(i, err)
		}
		r.conditions = append(r.conditions, c)
	}
	var err error
	if r.meters, err = compile(written); err != nil {
		return err
	}
	r.plan(x)
	x.required, x.Kernels = r, r.restrict(x)
	return nil
}

// atRequire says in an error that it is about condition i of the config.
func atRequire(i int, err error) error {
	var input *enumerate.InputError
	if errors.As(err, &input) {
		e := *input
		e.Key = ""
		err = &e
	}
	return enumerate.AtKey(fmt.Sprintf("require.%d", i), err)
}

// plan finds what the conditions tell before the search: the options that no solution can
// have, bounds that a kernel can keep, or that there is no solution at all.
func (r *Required) plan(x *Instance) {
	impossible := ""
	gone := make([]bool, x.Problem.Options())
	r.prunes = make([]prunes, len(r.conditions))
	for k, sum := range r.meters.Sums {
		if sum == nil || sum.Contacts != nil { // contacts are no number of an option alone
			continue
		}
		limits := make([][2]int64, len(r.conditions)) // of each condition
		low, high := int64(math.MinInt64), int64(math.MaxInt64)
		for i, c := range r.conditions {
			least, most := c.Range(k)
			limits[i] = [2]int64{least, most}
			low, high = max(low, least), min(high, most)
			r.prunes[i].bounded = r.prunes[i].bounded || !unlimited(least, most) && countable(sum, most)
		}
		if unlimited(low, high) {
			continue
		}
		possible := newSumRange(x.Problem, sum)
		for o := none; int(o) < len(gone); o++ {
			from, to := possible.of(o)
			for i, l := range limits {
				switch {
				case from > to || from <= l[1] && to >= l[0]: // other reasons, or none, against the option
				case o == none:
					impossible = cmp.Or(impossible, fmt.Sprintf("%s is required, and %s lies between %d and %d", r.texts[i], r.meters.Columns[k].Name, from, to))
				default:
					r.prunes[i].options++
					gone[o] = true
				}
			}
		}
		if low > high {
			impossible = cmp.Or(impossible, fmt.Sprintf("no value of %s meets all conditions", r.meters.Columns[k].Name))
		} else if countable(sum, high) {
			r.addItems(sum, r.meters.Columns[k].Name, low, high)
		}
	}
	if impossible != "" {
		x.Impossible = cmp.Or(x.Impossible, impossible)
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

// countable reports whether bounded items can keep a sum in a range with the end most. One item
// can if the sum counts some of the options. One item for each mark can if no mark may stay
// untouched.
func countable(sum *enumerate.Sum, most int64) bool {
	if len(sum.Marks) > 0 {
		return sum.Values == nil && sum.Base == 0 && most == 0
	}
	return sum.Values != nil && !slices.ContainsFunc(sum.Values, func(v int32) bool { return v > 1 })
}

// addItems adds the bounded items that keep a countable sum from low to high.
func (r *Required) addItems(sum *enumerate.Sum, name string, low, high int64) {
	for i, mark := range sum.Marks {
		r.items = append(r.items, boundedItem{enumerate.ItemInfo{Name: fmt.Sprintf("%s %d", name, i+1), Min: 1, Max: enumerate.Unbounded}, mark})
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

// Facts says what each condition does in a search by a kernel, "sweep" for sweeps.
func (r *Required) Facts(kernel string) (facts []enumerate.Fact) {
	for i, text := range r.texts {
		var does []string
		if n := r.prunes[i].options; n > 0 {
			does = append(does, "leaves out "+enumerate.Plural(n, "option"))
		}
		switch {
		case kernel == "sweep":
			does = append(does, "is counted by the sweep")
		case takesBounded(kernel) && r.prunes[i].bounded:
			does = append(does, "bounds the search")
		default:
			does = append(does, "is tested on each solution found")
		}
		facts = append(facts, enumerate.Fact{Key: "require", Text: fmt.Sprintf("required: %s, which %s", text, strings.Join(does, " and ")), Value: text})
	}
	return facts
}

// Required returns the conditions on the solutions, nil if there are none.
func (x *Instance) Required() *Required { return x.required }

// Sums gives the measures that the conditions compare as sums. If one does not add up it
// returns the name of that measure.
func (r *Required) Sums() (sums []*enumerate.Sum, lacking string) {
	for i, s := range r.meters.Sums {
		if s == nil {
			return nil, r.meters.Columns[i].Name
		}
	}
	return r.meters.Sums, ""
}

// Most returns the greatest value of each measure that the conditions allow.
func (r *Required) Most() []int64 {
	all := slices.Repeat([]int64{math.MaxInt64}, len(r.meters.Columns))
	for k := range all {
		for _, c := range r.conditions {
			_, most := c.Range(k)
			all[k] = min(all[k], most)
		}
	}
	return all
}

// Settled returns numbers from which on all values of a measure meet the conditions, or none does, whatever
// the values of the others.
func (r *Required) Settled() []int64 {
	all := make([]int64, len(r.meters.Columns))
	for k := range all {
		for _, c := range r.conditions {
			all[k] = max(all[k], c.Settled(k))
		}
	}
	return all
}

// Allow reports whether values of the measures meet all conditions.
func (r *Required) Allow(values []int64) bool { return r.unmet(values) < 0 }

// unmet returns the number of a condition that values do not meet, -1 if they meet all.
func (r *Required) unmet(values []int64) int {
	return slices.IndexFunc(r.conditions, func(c *condition.Condition) bool { return !c.Holds(values) })
}

// test returns a function for one goroutine: the number of a condition that a solution,
// ascending, does not meet, -1 if it meets all. stabiliser is the number of symmetries that map
// the solution to itself.
func (r *Required) test() func(solution []enumerate.OptionID, stabiliser int64) int {
	meter := r.meters.NewMeter()
	values := make([]int64, len(r.meters.Columns))
	return func(solution []enumerate.OptionID, stabiliser int64) int {
		for k, v := range meter(solution, stabiliser) {
			values[k] = int64(v)
		}
		return r.unmet(values)
	}
}

// Meets returns a function for one goroutine, which tells whether a solution, its options in
// any order, meets the conditions.
func (x *Instance) Meets() func(solution []enumerate.OptionID) bool {
	r := x.required
	if r == nil {
		return func([]enumerate.OptionID) bool { return true }
	}
	unmet, canon, order := r.test(), symmetry.NewCanonicaliser(x.Group), int64(x.Group.Order())
	var sorted []enumerate.OptionID
	return func(solution []enumerate.OptionID) bool {
		sorted = append(sorted[:0], solution...)
		slices.Sort(sorted)
		stabiliser := int64(1)
		if r.meters.NeedStabiliser {
			_, orbit := canon.Canonical(sorted)
			stabiliser = order / orbit
		}
		return unmet(sorted, stabiliser) < 0
	}
}

// Bounded returns the problem whose solutions are those that meet the conditions: bounded items
// say so. The options keep their numbers. The error names a condition that no item can say.
func (x *Instance) Bounded() (*enumerate.Problem, error) {
	r := x.required
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
	return r.extend(x.Problem), nil
}

// extend adds the bounded items to a problem.
func (r *Required) extend(p *enumerate.Problem) *enumerate.Problem {
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
