package partition

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// Where a symmetry maps the vertices behind onto themselves, as a mirror does after each row of a board, the states
// there and their images have as many completions, with the same values: the least image of a state stands for all of
// them.

const (
	mostSymmetries = 1 << 10 // that are looked at
	mostMirrors    = 7       // of a state
)

// addMirrors finds these symmetries, if they keep the values of the sums.
func (r *plan) addMirrors(p *Problem, order []enumerate.Item, sums []enumerate.Sum) {
	r.mirrors = make([][][]int, len(r.steps)+1)
	place := make([]int, len(order))
	for at, v := range order {
		place[v] = at
	}
	for k := 1; k < min(p.Images.Len(), mostSymmetries); k++ {
		image := p.Images.Of(k)
		if slices.ContainsFunc(sums, func(s enumerate.Sum) bool { return !p.invariant(s, image) }) {
			continue
		}
		last := 0 // place of an image of the vertices behind
		for at := 1; at < len(order); at++ {
			if last = max(last, place[image[order[at-1]]]); last >= at || len(r.mirrors[at]) == mostMirrors {
				continue
			}
			to := make([]int, len(r.frontiers[at]))
			for i, v := range r.frontiers[at] {
				to[i] = slices.Index(r.frontiers[at], enumerate.Item(image[v]))
			}
			r.mirrors[at] = append(r.mirrors[at], to)
		}
	}
}

// invariant reports whether partitions and their images have the same value of a sum.
func (r *Problem) invariant(s enumerate.Sum, image []int32) bool {
	for o, value := range s.Values {
		ends := r.Edges[o/2]
		if s.Values[2*r.Edge(image[ends[0]], image[ends[1]])+o%2] != value {
			return false
		}
	}
	return true
}

// leastOf returns the least of the images of a state at place p. k has the numbers that all states have.
func leastOf[K sweep.Key](r *plan, p int, f *frontier, k, least K) K {
	var image frontier
	for _, to := range r.mirrors[p] {
		var number, region [mostRegions + 1]uint8 // of the regions, in the image; and by number
		for i, j := range to {
			image.label[j] = f.label[i]
		}
		image.count = 0
		for j := range to {
			c := image.label[j]
			if c > 0 && number[c] == 0 {
				image.count++
				number[c], region[image.count] = image.count, c
			}
			image.label[j] = number[c]
		}
		for c := uint8(1); c <= image.count; c++ {
			image.weight[c], image.apart[c] = f.weight[region[c]], 0
			for d := uint8(1); d < c; d++ {
				image.apart[c] |= f.apart[region[c]] >> region[d] & 1 << d
			}
		}
		if x := stateOf(r, p, &image, k); sweep.Before(x, least) {
			least = x
		}
	}
	return least
}
