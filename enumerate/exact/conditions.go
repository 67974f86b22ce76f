package exact

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/condition"
	"coverstat/enumerate/symmetry"
)

// Conditions are those that a config puts on solutions: only solutions that meet all of
// them count. Measures are the same for all images of a solution, so these solutions are whole
// orbits, and symmetry reduces the search as it does without conditions.
type Conditions struct {
	texts      []string
	conditions []*condition.Condition
	meters     *Meters
	effects    []effect             // by condition
	banned     []enumerate.OptionID // that no solution can have
	items      []boundedItem
}

// Require restricts an instance to the solutions that meet conditions, such as crossroads=0.
// compile makes measures as configs write them. An error names the key of the condition.
func (x *Instance) Require(texts []string, compile func(written []string) (*Meters, error)) error {
	if len(texts) == 0 {
		return nil
	}
	r := &Conditions{texts: texts}
	var written []string // one measure may be written in several ways
	for i, text := range texts {
		c, err := condition.Parse(text, func(name string) (int, enumerate.Column, error) {
			m, err := compile([]string{name})
			if err != nil {
				return 0, enumerate.Column{}, err
			}
			if len(m.Columns) != 1 {
				return 0, enumerate.Column{}, enumerate.Errorf("condition %q: %s stands for %d measures: expected one", text, name, len(m.Columns))
			}
			at := slices.IndexFunc(written, func(other string) bool {
				both, err := compile([]string{other, name})
				return err == nil && len(both.Columns) == 1
			})
			if at < 0 {
				at, written = len(written), append(written, name)
			}
			return at, m.Columns[0], nil
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
	r.findEffects(x)
	x.Conditions, x.Kernels = r, r.restrict(x)
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

// Facts says what each condition does in a search by a kernel, "sweep" for sweeps.
func (r *Conditions) Facts(kernel string) (facts []enumerate.Fact) {
	if r == nil {
		return nil
	}
	for i, text := range r.texts {
		var does []string
		if n := r.effects[i].options; n > 0 {
			does = append(does, "leaves out "+enumerate.Plural(n, "option"))
		}
		switch {
		case kernel == "sweep":
			does = append(does, "is counted by the sweep")
		case takesBounded(kernel) && r.effects[i].bounded:
			does = append(does, "bounds the search")
		default:
			does = append(does, "is tested on each solution found")
		}
		facts = append(facts, enumerate.Fact{Key: "require", Text: fmt.Sprintf("required: %s, which %s", text, strings.Join(does, " and ")), Value: text})
	}
	return facts
}

// Sums gives the measures that the conditions compare as sums. If one does not add up it
// returns the name of that measure.
func (r *Conditions) Sums() (sums []*enumerate.Sum, lacking string) {
	for i, s := range r.meters.Sums {
		if s == nil {
			return nil, r.meters.Columns[i].Name
		}
	}
	return r.meters.Sums, ""
}

// Most returns the greatest value of each measure that the conditions allow.
func (r *Conditions) Most() []int64 {
	all := slices.Repeat([]int64{math.MaxInt64}, len(r.meters.Columns))
	for k := range all {
		for _, c := range r.conditions {
			_, most := c.Range(k)
			all[k] = min(all[k], most)
		}
	}
	return all
}

// Settled returns a threshold for each measure: the conditions do not tell values at or above it apart,
// whatever the values of the others.
func (r *Conditions) Settled() []int64 {
	all := make([]int64, len(r.meters.Columns))
	for k := range all {
		for _, c := range r.conditions {
			all[k] = max(all[k], c.Settled(k))
		}
	}
	return all
}

// Allow reports whether values of the measures meet all conditions.
func (r *Conditions) Allow(values []int64) bool { return r.unmet(values) < 0 }

// unmet returns the number of a condition that values do not meet, -1 if they meet all.
func (r *Conditions) unmet(values []int64) int {
	return slices.IndexFunc(r.conditions, func(c *condition.Condition) bool { return !c.Holds(values) })
}

// test returns a function for one goroutine: the number of a condition that a solution,
// ascending, does not meet, -1 if it meets all. stabiliser is the number of symmetries that map
// the solution to itself.
func (r *Conditions) test() func(solution []enumerate.OptionID, stabiliser int64) int {
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
	r := x.Conditions
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
