package partition

import (
	"slices"

	"coverstat/enumerate"
)

// distances tells how much weight ahead it takes to make one region of two. Regions that would be too heavy with it are
// different for good, whether they touch or not, so that states need not say that they are apart: 7x7 squares in
// regions of 7 take 0.78 of the nodes.
type distances struct {
	*Problem
	beside [][]int32 // by vertex
	behind []bool
	work   int
}

const (
	far          = 1 << 40 // more than any weight
	mostDistance = 1 << 22 // steps that the distances of a plan may take; frontiers after that have none
)

func newDistances(p *Problem) *distances {
	d := &distances{Problem: p, beside: make([][]int32, len(p.Weights)), behind: make([]bool, len(p.Weights))}
	for _, e := range p.Edges {
		d.beside[e[0]], d.beside[e[1]] = append(d.beside[e[0]], e[1]), append(d.beside[e[1]], e[0])
	}
	return d
}

// between returns for each two vertices of the frontier after a vertex the least weight of vertices ahead in a region
// that has both, if they are in two so far; nil if that takes too long.
func (d *distances) between(frontier []enumerate.Item, after enumerate.Item) [][]int64 {
	d.behind[after] = true
	all, nearest, lightest := make([][]int64, len(frontier)), slices.Repeat([]int64{far}, len(frontier)), int64(far)
	for i, v := range frontier {
		if d.work > mostDistance {
			return nil
		}
		all[i] = d.from(v, frontier)
		nearest[i], lightest = slices.Min(all[i]), min(lightest, d.Weights[v])
	}
	for i := range frontier {
		for j := range frontier { // a third region may lie between them
			all[i][j] = min(all[i][j], nearest[i]+lightest+nearest[j])
		}
	}
	return all
}

// from returns the weight of the lightest path ahead from a vertex of the frontier to each other one.
func (d *distances) from(v enumerate.Item, frontier []enumerate.Item) []int64 {
	path := slices.Repeat([]int64{far}, len(d.Weights)) // by vertex: the weight of that which ends there
	path[v] = 0
	d.work += len(path)
	for queue := []int32{int32(v)}; len(queue) > 0; queue = queue[1:] {
		for _, x := range d.beside[queue[0]] {
			d.work++
			if w := path[queue[0]] + d.Weights[x]; !d.behind[x] && w < path[x] && w <= d.Most {
				path[x], queue = w, append(queue, x)
			}
		}
	}
	to := slices.Repeat([]int64{far}, len(frontier))
	for j, u := range frontier {
		for _, x := range d.beside[u] {
			if u != v && !d.behind[x] {
				to[j] = min(to[j], path[x])
			}
		}
	}
	return to
}
