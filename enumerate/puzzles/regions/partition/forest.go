package partition

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/symmetry"
)

// forest is how a sweep goes through the partitions of a [Problem], each as often as its regions have spanning trees,
// multiplied. That is the law of reversible ReCom and of sequential Monte Carlo, which draw plans of districts (S.
// Cannon, M. Duchin, D. Randall, P. Rule, Spanning tree methods for sampling graph partitions, 2022). The sum of these
// weights is the number of spanning forests whose trees have weights that regions may have, so forests are what is
// swept.
//
// A place is an edge, which is in a tree or not. The frontier is the vertices with edges behind and ahead. A state is
// the tree of each vertex of the frontier, and the weight of each such tree. Nothing needs to be known of trees that
// touch, so there are about half as many states as for partitions. A tree to which nothing can be added has the number
// 0.
//
// Squares 2x2 in regions of 2: the trees of the frontier behind each edge, and how many forests lead there.
//
//	ab  in  a b  0 0  1    out  a b  1 2  1        ab
//	ac  in  b c  1 0  1    out  b c  0 0  1        cd
//	bd  out c d  ...
//
// Where edges between regions are counted, an edge that is in no tree is within a region or between two. Trees
// within a region are a group, then: a state has the group of each tree, the weight of each group, and which
// groups are apart. A group must be one tree when the last vertex of one of its trees leaves the frontier.
//
// A partition weighs the product of trees times its edges between regions, the law of ReCom that takes pairs of
// districts by such edges, where one of these edges is marked: as many forests have one.
type forest struct {
	*plan
	edges   []edgeStep
	groups  bool
	marks   bool // one edge between regions is marked
	choices int  // how many there are at an edge
}

// edgeStep is what happens at an edge.
type edgeStep struct {
	behind   int     // vertices of the frontier
	enter    []int32 // those that are added to it
	ends     [2]int  // of all these, the vertices of the edge
	stay     []int   // the next frontier
	leave    []int   // the others
	lightest int64   // weight of the vertices that come later; too much for any tree if there are none
	lists    []bool  // that have vertices which come later
}

// The choices at an edge.
const (
	inTree  = iota
	outside // in no tree; where edges between regions are counted, between two
	within  // in no tree, within a region
	marked  // outside, and marked
)

// Forests are the partitions of a problem, each as often as its regions have spanning trees, multiplied; and with ByCut
// times its edges between regions.
type Forests struct {
	*Problem
	ByCut bool
}

// Plan makes the plan of a sweep in which the vertices come in this order and the partitions are counted by the given
// sums. There is none of a quotient.
func (x Forests) Plan(q *symmetry.Quotient, order []enumerate.Item, filter *sweep.Filter,
	sums ...enumerate.Sum) (*sweep.Plan, error) {
	if q != nil {
		return nil, errors.New("forests have no quotients")
	}
	p := x.Problem
	r := &plan{Problem: p, tally: sweep.NewTally(filter, sums)}
	f := &forest{plan: r, marks: x.ByCut, groups: x.ByCut ||
		slices.ContainsFunc(r.tally.Sums, func(s enumerate.Sum) bool { return s.Values != nil })}
	r.lists = listsOf(p, f.groups)
	edges, widest, err := f.findEdges(order)
	if err != nil {
		return nil, err
	}
	r.bound(p.total())
	r.label, r.weight = bits.Len(uint(widest)), bits.Len64(uint64(r.heaviest))
	r.bits = widest * (r.label + r.weight + r.lists.mostStored())
	if f.groups {
		r.bits += widest*r.label + widest*(widest-1)/2
	}
	switch f.choices = outside + 1; {
	case f.marks:
		f.choices = marked + 1
	case f.groups:
		f.choices = within + 1
	}
	out := &sweep.Plan{Places: len(f.edges), Options: 2 * len(p.Edges), Values: true}
	if err := r.addNumbers(out, f.marks); err != nil {
		return nil, err
	}
	for _, e := range edges {
		f.addChoices(e)
		out.Shape += enumerate.Mix(uint64(len(r.options))<<32 ^ uint64(e))
	}
	out.Specs = sweep.Specs{Of1: forestOf[[1]uint64](f), Of2: forestOf[[2]uint64](f), Of4: forestOf[[4]uint64](f),
		Of8: forestOf[[8]uint64](f), Of16: forestOf[[16]uint64](f)}
	return out, nil
}

// inOrder returns the numbers of the edges in the order of their later vertices.
func (f *forest) inOrder(order []enumerate.Item) (edges []int) {
	place := make([]int, len(order))
	for at, v := range order {
		place[v] = at
	}
	later := func(e int) [2]int {
		x, y := place[f.Edges[e][0]], place[f.Edges[e][1]]
		return [2]int{max(x, y), min(x, y)}
	}
	for e := range f.Edges {
		edges = append(edges, e)
	}
	slices.SortFunc(edges, func(x, y int) int {
		a, b := later(x), later(y)
		return slices.Compare(a[:], b[:])
	})
	return edges
}

// findEdges makes the steps of the edges in their order. It returns the numbers of the edges, and the vertices of the
// widest frontier.
func (f *forest) findEdges(order []enumerate.Item) (edges []int, widest int, err error) {
	edges = f.inOrder(order)
	// by vertex: its first and last edge
	first, last := slices.Repeat([]int{math.MaxInt}, len(order)), make([]int, len(order))
	for at, e := range edges {
		for _, v := range f.Edges[e] {
			first[v], last[v] = min(first[v], at), at
		}
	}
	if len(edges) == 0 {
		return nil, 0, errors.New("a graph without edges")
	}
	var frontier []int32
	var behind, ahead []enumerate.Item
	for at, e := range edges {
		f.lists.store(behind, ahead)
		behind, ahead = nil, nil
		s := edgeStep{behind: len(frontier), lightest: math.MaxInt64 / 2}
		for _, v := range order {
			if first[v] > at && first[v] < math.MaxInt {
				s.lightest, ahead = min(s.lightest, f.Weights[v]), append(ahead, v)
				continue
			}
			behind = append(behind, v)
			if first[v] == at || at == 0 && first[v] == math.MaxInt { // a vertex without edges comes and goes at once
				frontier, s.enter = append(frontier, int32(v)), append(s.enter, int32(v))
			}
		}
		s.lists = f.lists.ahead(ahead)
		if widest = max(widest, len(frontier)); widest > mostRegions {
			return nil, 0, errors.New("a frontier of more than 30 vertices")
		}
		var next []int32
		for i, v := range frontier {
			if last[v] > at {
				s.stay, next = append(s.stay, i), append(next, v)
			} else {
				s.leave = append(s.leave, i)
			}
		}
		for k, v := range f.Edges[e] {
			s.ends[k] = slices.Index(frontier, v)
		}
		f.edges, frontier = append(f.edges, s), next
	}
	f.lists.store(nil, nil)
	return edges, widest, nil
}

// addChoices adds the choices at an edge.
func (f *forest) addChoices(e int) {
	options := make([][]enumerate.OptionID, marked+1)
	for choice, id := range [...]int{inTree: 2 * e, outside: 2*e + 1, within: 2 * e, marked: 2*e + 1} {
		if choice != outside || f.groups { // else it may be within a region
			options[choice] = []enumerate.OptionID{enumerate.OptionID(id)}
		}
	}
	f.options = append(f.options, options)
}
