package regions

import (
	"math"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// kernelNode is how long a node of the kernel typically takes, in nanoseconds, with up to fewVertices. Beyond, it is as
// much longer as there are more: a region that is whole goes through all that are left.
const (
	kernelNode  = 40
	fewVertices = 64
)

// kernel lists partitions region by region. A region begins with the least vertex that has none; then the
// vertices beside it are taken into it or left out, each once (D. H. Redelmeier, Counting polyominoes: yet
// another attack, 1981). A node is such a decision. When a region is whole, each part of what is left must
// have the weight of some regions.
type kernel struct {
	*graph
	region []int32   // by vertex, from 0; none if it has none yet
	met    []int32   // by vertex: the last region beside which it was met
	list   []met     // vertices beside the regions, in the order in which they were met
	sizes  []int64   // of the regions
	alike  [][]int32 // by vertex: those of its list together
	apart  [][]int32 // by vertex: those that may not be in its region
	edge   []verdict // by edge: what the case says
	within []int     // edges that the case has within regions
	left   []int32   // vertices without a region, for divisible

	// Of the search at hand. A decision is an option of an edge that a vertex has to the region.
	path     []enumerate.OptionID // decisions
	given    int                  // so many of them are those of the task
	current  *enumerate.Case
	split    bool    // tasks are made
	share    float64 // of the decisions
	maxShare float64 // of a task
	tasks    []enumerate.Task
	effort   enumerate.Effort
	most     int64 // nodes
	stop     *atomic.Bool
	visit    enumerate.Visit
	solution []enumerate.OptionID
	ended    bool // before all was searched
}

// met is a vertex beside a region, and the region beside which it was met before.
type met struct{ vertex, before int32 }

// A verdict says where an edge lies in all partitions of a case.
type verdict uint8

const (
	anywhere verdict = iota
	within           // a region
	between          // two regions
)

const (
	none    = -1
	visited = -2 // a vertex that divisible has met, in the first part of what is left; one less in each further part
)

func newKernel(g *graph) *kernel {
	k := &kernel{graph: g, region: make([]int32, len(g.Weights)), met: make([]int32, len(g.Weights)),
		edge: make([]verdict, len(g.Edges))}
	k.alike, k.apart = make([][]int32, len(g.Weights)), make([][]int32, len(g.Weights))
	for _, list := range g.Together {
		for _, v := range list {
			k.alike[v] = list
		}
	}
	for _, list := range g.Apart {
		for _, v := range list {
			k.apart[v] = append(k.apart[v], list...) // and itself, which has no region yet when it is asked about
		}
	}
	return k
}

// Split implements [enumerate.Kernel].
func (k *kernel) Split(cases []enumerate.Case, maxShare float64) ([]enumerate.Task, enumerate.Effort) {
	k.tasks, k.effort, k.stop, k.most = nil, enumerate.Effort{}, new(atomic.Bool), math.MaxInt64
	k.split, k.maxShare = true, maxShare
	for i := range cases {
		if len(k.tasks) <= enumerate.MostTasks {
			k.search(&cases[i], nil, 1/float64(len(cases)))
		}
	}
	return k.tasks, k.effort
}

// Search implements [enumerate.Kernel].
func (k *kernel) Search(t enumerate.Task, stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	k.effort, k.stop, k.visit, k.most = enumerate.Effort{}, stop, visit, t.MostNodes
	if k.most == 0 {
		k.most = math.MaxInt64
	}
	k.split = false
	k.search(t.Case, t.Path, 1)
	return k.effort, !k.ended
}

// search searches a case below some decisions.
func (k *kernel) search(c *enumerate.Case, path []enumerate.OptionID, share float64) {
	clear(k.edge)
	for _, o := range c.Fixed {
		k.edge[o/2] = within + verdict(o%2)
	}
	for _, o := range c.Banned {
		k.edge[o/2] = between - verdict(o%2)
	}
	k.within = k.within[:0]
	for e, where := range k.edge {
		if where == within {
			k.within = append(k.within, e)
		}
	}
	for v := range k.region {
		k.region[v], k.met[v] = none, none
	}
	k.step(len(k.edge) / 4)
	k.current, k.share, k.ended = c, share, false
	k.path, k.given = append(k.path[:0], path...), len(path)
	k.list, k.sizes = k.list[:0], k.sizes[:0]
	k.next(0)
}

// next begins the next region, after so many decisions.
func (k *kernel) next(decisions int) {
	first := int32(slices.Index(k.region, none))
	if first < 0 {
		k.found(decisions)
		return
	}
	if k.Weights[first] > k.Most {
		return
	}
	begin, before := len(k.list), k.met[first]
	k.sizes = append(k.sizes, 0)
	k.take(first)
	k.met[first] = int32(len(k.sizes) - 1)
	k.grow(begin, decisions)
	k.leave(first, begin)
	k.met[first] = before
	k.sizes = k.sizes[:len(k.sizes)-1]
}

// take takes a vertex into the region at hand.
func (k *kernel) take(v int32) {
	at := int32(len(k.sizes) - 1)
	k.region[v] = at
	k.sizes[at] += k.Weights[v]
	for _, n := range k.beside[v] {
		if x := n.vertex; k.region[x] == none && k.met[x] != at {
			k.list = append(k.list, met{x, k.met[x]})
			k.met[x] = at
		}
	}
}

// leave undoes take, before which the list was so long.
func (k *kernel) leave(v int32, length int) {
	k.region[v] = none
	k.sizes[len(k.sizes)-1] -= k.Weights[v]
	for _, n := range k.list[length:] {
		k.met[n.vertex] = n.before
	}
	k.list = k.list[:length]
}

// grow decides about the vertices of the list from number i on, after so many decisions.
func (k *kernel) grow(i, decisions int) {
	if i == len(k.list) {
		if k.sizes[len(k.sizes)-1] >= k.Least && k.joined() && k.divisible() {
			k.next(decisions)
		}
		return
	}
	v := k.list[i].vertex
	k.step(4 + len(k.beside[v]))
	edge, in, out := k.choices(v)
	share, next := k.share, decisions+1
	switch {
	case k.edge[edge] != anywhere: // decided by the case
		next = decisions
	case decisions < k.given:
		in, out = in && k.path[decisions]%2 == 0, out && k.path[decisions]%2 == 1
	case k.split && in && out:
		if share <= k.maxShare {
			k.cut(decisions)
			return
		}
		k.share /= 2
	}
	if in && (next == decisions || k.decide(decisions, 2*edge)) && !k.ended {
		length := len(k.list)
		k.take(v)
		k.grow(i+1, next)
		k.leave(v, length)
	}
	if out && (next == decisions || k.decide(decisions, 2*edge+1)) && !k.ended {
		k.grow(i+1, next)
	}
	k.share = share
}

// step counts what a cut takes beside its decisions.
func (k *kernel) step(n int) {
	if k.split {
		k.effort.Steps += int64(n)
	}
}

// decide makes a decision, unless the task has made it, and reports whether the search goes on.
func (k *kernel) decide(decisions, option int) bool {
	if decisions >= k.given && !k.ended {
		k.path = append(k.path[:decisions], enumerate.OptionID(option))
		k.effort.Nodes++
		k.ended = k.effort.Nodes > k.most || k.effort.Nodes&1023 == 0 && k.stop.Load()
	}
	return !k.ended
}

// choices says whether a vertex may be in the region at hand, and whether it may be left out, with an edge
// of it to the region: one of which the case says where it lies, if there is any.
func (k *kernel) choices(v int32) (edge int, in, out bool) {
	at := int32(len(k.sizes) - 1)
	edge, in, out = none, k.sizes[at]+k.Weights[v] <= k.Most, true
	for _, n := range k.beside[v] {
		switch k.region[n.vertex] {
		case none:
		case at:
			if edge == none || k.edge[n.edge] != anywhere {
				edge = n.edge
			}
			in, out = in && k.edge[n.edge] != between, out && k.edge[n.edge] != within
		default:
			in = in && k.edge[n.edge] != within
		}
	}
	for _, x := range k.alike[v] {
		in, out = in && (k.region[x] == none || k.region[x] == at), out && k.region[x] != at
	}
	for _, x := range k.apart[v] {
		in = in && k.region[x] != at
	}
	return edge, in, out
}

// joined reports whether no edge that lies within a region leaves the region at hand, and no list of vertices together.
// A vertex may have been left out before a neighbour of it was taken.
func (k *kernel) joined() bool {
	return !slices.ContainsFunc(k.within,
		func(e int) bool { return k.region[k.Edges[e][0]] != k.region[k.Edges[e][1]] }) && k.inOne()
}

// inOne reports whether the vertices of each list together are in the same region, or in the same part of what is left.
func (k *kernel) inOne() bool {
	return !slices.ContainsFunc(k.Together, func(list []int32) bool {
		return slices.ContainsFunc(list, func(v int32) bool { return k.region[v] != k.region[list[0]] })
	})
}

// divisible reports whether each part of what is left has the weight of some regions, all together
// that of as many as are wanted, and no two have vertices of a list together.
func (k *kernel) divisible() bool {
	k.step(len(k.region))
	fewest, most := int64(len(k.sizes)), int64(len(k.sizes)) // regions
	k.left = k.left[:0]
	part := int32(visited + 1)
	for v := range k.region {
		if k.region[v] != none {
			continue
		}
		part--
		weight, from := int64(0), len(k.left)
		k.left, k.region[v] = append(k.left, int32(v)), part
		for ; from < len(k.left); from++ {
			weight += k.Weights[k.left[from]]
			for _, n := range k.beside[k.left[from]] {
				if k.region[n.vertex] == none {
					k.left, k.region[n.vertex] = append(k.left, n.vertex), part
				}
			}
		}
		low, high := k.HowMany(weight)
		if low = max(low, 1); low > high {
			most = none
			break
		}
		fewest, most = fewest+low, most+min(high, int64(len(k.region)))
	}
	if !k.inOne() {
		most = none
	}
	for _, v := range k.left {
		k.region[v] = none
	}
	return max(fewest, k.Fewest) <= min(most, k.Greatest)
}

// found visits the partition at hand, or makes a task of it.
func (k *kernel) found(decisions int) {
	if k.split {
		k.cut(decisions)
		return
	}
	k.effort.Solutions++
	k.effort.Deepest = max(k.effort.Deepest, decisions)
	k.solution = k.Options(k.solution[:0], k.region)
	k.ended = !k.visit(k.solution)
}

// cut makes a task of what is below some decisions.
func (k *kernel) cut(decisions int) {
	k.tasks = append(k.tasks, enumerate.Task{Case: k.current, Path: slices.Clone(k.path[:decisions]), Share: k.share})
	k.ended = len(k.tasks) > enumerate.MostTasks
}
