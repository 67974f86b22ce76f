package exact

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

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
	impossible string               // why no solution meets them, if that is known
	banned     []enumerate.OptionID // that no solution can have
	items      []boundedItem
	bounded    func() *enumerate.Problem // the problem with the items
}

// Require compiles conditions on the solutions of a problem, such as crossroads=0; nil if there are no texts. compile
// makes measures as configs write them. An error names the key of the condition.
func Require(p *enumerate.Problem, texts []string,
	compile func(written []string) (*Meters, error)) (*Conditions, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	r := &Conditions{texts: texts}
	r.bounded = sync.OnceValue(func() *enumerate.Problem { return r.extend(p) })
	var written []string // one measure may be written in several ways
	for i, text := range texts {
		c, err := condition.Parse(text, func(name string) (int, enumerate.Column, error) {
			m, err := compile([]string{name})
			if err != nil {
				return 0, enumerate.Column{}, err
			}
			if len(m.Columns) != 1 {
				return 0, enumerate.Column{},
					enumerate.Errorf("condition %q: %s stands for %d measures: expected one", text, name,
						len(m.Columns))
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
			return nil, atRequire(i, err)
		}
		r.conditions = append(r.conditions, c)
	}
	var err error
	if r.meters, err = compile(written); err != nil {
		return nil, err
	}
	r.findEffects(p)
	return r, nil
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

// Facts says what each condition does in a search by a kernel, nil for sweeps.
func (r *Conditions) Facts(by *KernelChoice) (facts []enumerate.Fact) {
	if r == nil {
		return nil
	}
	for i, text := range r.texts {
		var does []string
		if n := r.effects[i].options; n > 0 {
			does = append(does, "leaves out "+enumerate.Plural(n, "option"))
		}
		switch {
		case by == nil:
			does = append(does, "is counted by the sweep")
		case by.General && r.effects[i].bounded:
			does = append(does, "bounds the search")
		default:
			does = append(does, "is tested on each solution found")
		}
		facts = append(facts, enumerate.Fact{Key: "require",
			Text: fmt.Sprintf("required: %s, which %s", text, strings.Join(does, " and ")), Value: text})
	}
	return facts
}

// Sums gives the measures that the conditions compare as sums. The error, an [enumerate.UnfitError], names one that
// does not add up.
func (r *Conditions) Sums() ([]*enumerate.Sum, error) {
	if i := slices.Index(r.meters.Sums, nil); i >= 0 {
		name := r.meters.Columns[i].Name
		return nil, &enumerate.UnfitError{Way: name, Why: fmt.Errorf("measure %s does not add up over pieces", name)}
	}
	return r.meters.Sums, nil
}

// Impossible says why no solution meets the conditions, if that is known without a search; "" if not.
func (r *Conditions) Impossible() string {
	if r == nil {
		return ""
	}
	return r.impossible
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

// BoundedKernels returns those of the instance's kernels that keep conditions by bounded items,
// none if no condition can be kept so.
func (x *Instance) BoundedKernels() []KernelChoice {
	if x.Conditions == nil || len(x.Conditions.items) == 0 {
		return nil
	}
	return slices.DeleteFunc(x.Searches(), func(k KernelChoice) bool { return !k.General })
}

// Searches are the instance's kernels as they find the solutions that meet its conditions, the best first.
func (x *Instance) Searches() []KernelChoice {
	kernels, r := slices.Clone(x.Kernels), x.Conditions
	if r == nil {
		return kernels
	}
	for i, choice := range kernels {
		kernels[i].New = func() (enumerate.Kernel, error) {
			inner := choice
			if choice.General && len(r.items) > 0 {
				general := GeneralKernels(r.bounded())
				inner = general[slices.IndexFunc(general, func(k KernelChoice) bool { return k.Name == choice.Name })]
			}
			k, err := inner.New()
			if err != nil {
				return nil, err
			}
			return &restrictedKernel{inner: k, banned: r.banned, meets: x.Meets()}, nil
		}
	}
	return kernels
}

// restrictedKernel is a kernel that finds those of another kernel's solutions that meet conditions.
type restrictedKernel struct {
	inner  enumerate.Kernel
	banned []enumerate.OptionID
	meets  func(solution []enumerate.OptionID) bool
	// with is [restrictedKernel.caseOf] of current, so that the tasks of a case, which come in a row,
	// have the same case in the other kernel.
	current, with *enumerate.Case
}

// caseOf returns a case in which the options that no solution can have are banned, nil if one of
// them is fixed.
func (k *restrictedKernel) caseOf(c *enumerate.Case) *enumerate.Case {
	if c == k.current && c != nil {
		return k.with
	}
	k.current, k.with = c, nil
	if !slices.ContainsFunc(c.Fixed, func(o enumerate.OptionID) bool {
		_, found := slices.BinarySearch(k.banned, o)
		return found
	}) {
		k.with = &enumerate.Case{Fixed: c.Fixed, Banned: slices.Concat(c.Banned, k.banned)}
		slices.Sort(k.with.Banned)
		k.with.Banned = slices.Compact(k.with.Banned)
	}
	return k.with
}

// Split implements [enumerate.Kernel].
func (k *restrictedKernel) Split(cases []enumerate.Case, maxShare float64) ([]enumerate.Task, enumerate.Effort) {
	var all []enumerate.Case
	var of []*enumerate.Case
	for i := range cases {
		if with := k.caseOf(&cases[i]); with != nil {
			all, of = append(all, *with), append(of, &cases[i])
		}
	}
	tasks, effort := k.inner.Split(all, maxShare)
	at := map[*enumerate.Case]int{}
	for i := range all {
		at[&all[i]] = i
	}
	for i := range tasks {
		tasks[i].Case = of[at[tasks[i].Case]]
	}
	return tasks, effort
}

// Search implements [enumerate.Kernel].
func (k *restrictedKernel) Search(t enumerate.Task, stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	with := k.caseOf(t.Case)
	if with == nil {
		return enumerate.Effort{}, true
	}
	t.Case = with
	found := int64(0)
	effort, done := k.inner.Search(t, stop, func(solution []enumerate.OptionID) bool {
		if !k.meets(solution) {
			return true
		}
		found++
		return visit(solution)
	})
	effort.Solutions = found
	return effort, done
}
