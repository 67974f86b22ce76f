package census

import (
	"cmp"
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/probe"
)

// General kernels branch on an item with the fewest options, and on the first of several such
// items. So the order of the items decides between equals, which are most of the choices. Where
// the search is long, a trial compares the order of the problem with another: the items whose
// options have most conflicts come first, so that the choices which remove most are made early
// (the degree by which D. Brelaz, New methods to color the vertices of a graph, 1979, decides
// between equals). What that saves: NOTES.md.
const (
	worthAnOrder = 1 << 22  // nodes from which a search is worth a trial of the order
	orderPart    = 1.0 / 64 // of these nodes are spent on the trial
	orderErrors  = 2        // the difference that changes the order, in standard errors
	orderMembers = 1 << 22  // of the problem, at most: the second kernel takes memory, too
)

// reordered returns the problem with its items in descending order of the conflicts that
// an option of theirs has on average. Options keep their numbers. It is nil if that is the
// order of the problem.
func reordered(p *enumerate.Problem) *enumerate.Problem {
	agree := map[enumerate.Member]int{} // options with this colour
	options := make([]int, p.Items())
	for o := range p.Options() {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			if options[m.Item]++; m.Colour != 0 {
				agree[m]++
			}
		}
	}
	conflicts := make([]float64, p.Items()) // summed over the options of an item
	for o := range p.Options() {
		sum := 0
		for _, m := range p.Option(enumerate.OptionID(o)) {
			sum += options[m.Item] - agree[m]
		}
		for _, m := range p.Option(enumerate.OptionID(o)) {
			conflicts[m.Item] += float64(sum)
		}
	}
	order := make([]enumerate.Item, p.Items())
	for i := range order {
		order[i] = enumerate.Item(i)
		conflicts[i] /= float64(max(1, options[i]))
	}
	slices.SortStableFunc(order, func(a, b enumerate.Item) int { return cmp.Compare(conflicts[b], conflicts[a]) })
	if slices.IsSorted(order) {
		return nil
	}
	var b enumerate.ProblemBuilder
	at := make([]enumerate.Item, p.Items())
	for _, i := range order {
		at[i] = b.AddItem(p.Item(i))
	}
	for o := range p.Options() {
		members := slices.Clone(p.Option(enumerate.OptionID(o)))
		for k, m := range members {
			members[k].Item = at[m.Item]
		}
		b.AddOption(members...)
	}
	again, err := b.Build()
	if err != nil {
		panic(err) // p is a problem
	}
	return again
}

// tryOrder compares the kernel with the one whose items are in another order, and changes
// the census to that if it needs fewer nodes. It returns the kernel to go on with.
func (c *Census) tryOrder(t *search, k enumerate.Kernel) (enumerate.Kernel, error) {
	x := c.Instance
	if x.KernelsOf == nil || x.Problem.Members() > orderMembers || t.nodes < worthAnOrder || !t.feasible() {
		return k, nil
	}
	p := reordered(x.Problem)
	if p == nil {
		return k, nil
	}
	pool, _, err := exact.Choose(x.KernelsOf(p), c.kernel)
	if err != nil {
		return nil, err
	}
	other, err := pool.Get()
	if err != nil {
		return nil, err
	}
	cases := casesOf(t.reduction.Cases)
	both := []*probe.Search{probe.NewSearch(k, cases, probe.RaceShare), probe.NewSearch(other, cases, probe.RaceShare)}
	best := probe.Race(both, orderPart, c.nodesIn(raceTime), pivotErrors)
	taken := "the order of the problem"
	if both[0].Exceeds(best, orderErrors) {
		c.pool, k, taken = pool, other, "conflicts"
	} else {
		best = both[0]
	}
	t.nodes = best.Nodes()
	t.order = fmt.Sprintf("ties between items go by %s; nodes by the order of the problem %.2g ± %.1g, by conflicts %.2g ± %.1g",
		taken, both[0].Nodes(), both[0].Error(), both[1].Nodes(), both[1].Error())
	return k, nil
}
