package exact

import (
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// BoundedKernels returns those of the instance's kernels that keep conditions by bounded items,
// none if no condition can be kept so.
func (x *Instance) BoundedKernels() []KernelChoice {
	if x.Conditions == nil || len(x.Conditions.items) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(x.Kernels), func(k KernelChoice) bool { return !takesBounded(k.Name) })
}

// restrict makes of the kernels of an instance those that find the solutions that meet the
// conditions.
func (r *Conditions) restrict(x *Instance) []KernelChoice {
	kernels := slices.Clone(x.Kernels)
	var bounded []KernelChoice
	if len(r.items) > 0 {
		bounded = GeneralKernels(r.extend(x.Problem))
	}
	for i := range kernels {
		all := kernels[i].New
		if at := slices.IndexFunc(bounded, func(k KernelChoice) bool { return k.Name == kernels[i].Name }); at >= 0 {
			all = bounded[at].New
		}
		kernels[i].New = func() (enumerate.Kernel, error) {
			k, err := all()
			if err != nil {
				return nil, err
			}
			return &restrictedKernel{all: k, banned: r.banned, meets: x.Meets()}, nil
		}
	}
	return kernels
}

// restrictedKernel is a kernel that finds those of another kernel's solutions that meet conditions.
type restrictedKernel struct {
	all    enumerate.Kernel
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
	if !slices.ContainsFunc(c.Fixed, func(o enumerate.OptionID) bool { _, found := slices.BinarySearch(k.banned, o); return found }) {
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
	tasks, effort := k.all.Split(all, maxShare)
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
	effort, done := k.all.Search(t, stop, func(solution []enumerate.OptionID) bool {
		if !k.meets(solution) {
			return true
		}
		found++
		return visit(solution)
	})
	effort.Solutions = found
	return effort, done
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
	return r.extend(x.Problem), nil
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
