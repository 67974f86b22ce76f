// Package partition knows the partitions of a graph into connected regions: which they are ([Problem]), and how a sweep
// counts them without listing them ([Problem.Plan], [Forests]).
package partition

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// A Problem asks for the partitions of a graph into connected regions.
//
// As an exact cover ([Problem.Cover]) it has an item for each edge, and two options of each:
// 2e, the edge e lies within a region, and 2e+1, it lies between two. A partition is one of these
// covers, but few of them are partitions.
type Problem struct {
	Edges   [][2]int32 // pairs of vertices, the lesser first, ascending
	Weights []int64    // by vertex, at least 0
	// Least and Most bound the weight of a region, and Fewest and Greatest the number of regions.
	Least, Most      int64
	Fewest, Greatest int64
	// Together are lists of vertices, each of them in one region; a vertex is in one list at most. Of the vertices of a
	// list of Apart no two are in one region.
	Together, Apart [][]int32
	// Images are where each of the symmetries takes the vertices, the identity first. Those of a cover's group
	// are in the same order.
	Images symmetry.Permutations[int32]
}

// generated returns the images of vertices under the group that some symmetries generate, the identity first.
func (r *Problem) generated(symmetries []int) [][]int32 {
	all := [][]int32{r.Images.Of(0)}
	for at := 0; at < len(all); at++ {
		for _, k := range symmetries {
			var image []int32
			for _, v := range all[at] {
				image = append(image, r.Images.Image(k, v))
			}
			if !slices.ContainsFunc(all, func(other []int32) bool { return slices.Equal(other, image) }) {
				all = append(all, image)
			}
		}
	}
	return all
}

// Edge returns the number of the edge between two vertices.
func (r *Problem) Edge(x, y int32) int {
	ends := [2]int32{min(x, y), max(x, y)}
	e, _ := slices.BinarySearchFunc(r.Edges, ends, compareEdges)
	return e
}

func compareEdges(a, b [2]int32) int { return slices.Compare(a[:], b[:]) }

// Keeps reports whether a symmetry maps the lists of vertices together onto such lists, and the pairs apart onto such
// pairs.
func (r *Problem) Keeps(image []int32) bool {
	list, pairs := make([]int, len(r.Weights)), map[[2]int32]bool{} // by vertex, from 1; both ways
	for k, members := range r.Together {
		for _, v := range members {
			list[v] = k + 1
		}
	}
	each(r.Apart, func(v, w int32) { pairs[[2]int32{v, w}] = true })
	to := make([]int, len(r.Together)+1) // by list
	for v, k := range list {
		at := list[image[v]]
		if k > 0 && to[k] == 0 {
			to[k] = at
		}
		if to[k] != at {
			return false
		}
	}
	kept := true
	each(r.Apart, func(v, w int32) { kept = kept && pairs[[2]int32{image[v], image[w]}] })
	return kept
}

// each visits the pairs of different vertices of lists, both ways.
func each(lists [][]int32, visit func(v, w int32)) {
	for _, list := range lists {
		for i, v := range list {
			for j, w := range list {
				if i != j {
					visit(v, w)
				}
			}
		}
	}
}

// Cover returns the problem as an exact cover. name names an edge.
func (r *Problem) Cover(name func(edge int) string) (*enumerate.Problem, error) {
	var b enumerate.ProblemBuilder
	for e := range r.Edges {
		item := b.AddItem(enumerate.ItemInfo{Name: name(e), Min: 1, Max: 1})
		b.AddOption(enumerate.Member{Item: item})
		b.AddOption(enumerate.Member{Item: item})
	}
	return b.Build()
}

// Regions appends the number of each vertex's region to dst, which is empty: regions are numbered
// from 0 by their first vertices. The solution holds an option of each edge.
func (r *Problem) Regions(dst []int32, solution []enumerate.OptionID) []int32 {
	for v := range r.Weights {
		dst = append(dst, int32(v)) // the least vertex of its region that is known
	}
	root := func(v int32) int32 {
		for dst[v] != v {
			dst[v] = dst[dst[v]]
			v = dst[v]
		}
		return v
	}
	for _, o := range solution {
		if o%2 == 0 {
			x, y := root(r.Edges[o/2][0]), root(r.Edges[o/2][1])
			dst[max(x, y)] = min(x, y)
		}
	}
	next := int32(0)
	for v, first := range dst { // the first vertex of a region comes before its others
		if int(first) == v {
			dst[v] = next
			next++
		} else {
			dst[v] = dst[first]
		}
	}
	return dst
}

// Options appends the options of a partition, ascending, to dst.
func (r *Problem) Options(dst []enumerate.OptionID, regions []int32) []enumerate.OptionID {
	for e, ends := range r.Edges {
		o := enumerate.OptionID(2 * e)
		if regions[ends[0]] != regions[ends[1]] {
			o++
		}
		dst = append(dst, o)
	}
	return dst
}

// sizes returns the weight of each region.
func (r *Problem) sizes(regions []int32) []int64 {
	if len(regions) == 0 {
		return nil
	}
	sizes := make([]int64, slices.Max(regions)+1)
	for v, k := range regions {
		sizes[k] += r.Weights[v]
	}
	return sizes
}

// HowMany returns between which numbers of regions a weight may be divided. There is no such number if low
// is above high.
func (r *Problem) HowMany(weight int64) (low, high int64) {
	if high = math.MaxInt64; r.Least > 0 {
		high = weight / r.Least
	}
	if weight > 0 {
		low = (weight-1)/max(1, r.Most) + 1
	}
	return low, high
}

// Check returns an error unless a cover is a partition that the problem asks for.
func (r *Problem) Check(solution []enumerate.OptionID) error {
	regions := r.Regions(nil, solution)
	if !slices.Equal(r.Options(nil, regions), solution) {
		return errors.New("an edge lies within a region and is said to lie between two, or the other way round")
	}
	sizes := r.sizes(regions)
	if n := int64(len(sizes)); n < r.Fewest || n > r.Greatest {
		return fmt.Errorf("there are %d regions, expected %d to %d", n, r.Fewest, r.Greatest)
	}
	for k, size := range sizes {
		if size < r.Least || size > r.Most {
			return fmt.Errorf("region %d has the weight %d, expected %d to %d", k, size, r.Least, r.Most)
		}
	}
	return r.CheckGiven(regions, func(v int32) string { return fmt.Sprintf("vertex %d", v) })
}

// CheckGiven returns an error unless the regions of vertices are together and apart as they are to be. name names a
// vertex.
func (r *Problem) CheckGiven(regions []int32, name func(v int32) string) (err error) {
	for _, list := range r.Together {
		for _, v := range list {
			if regions[v] != regions[list[0]] {
				return fmt.Errorf("%s is not together with %s", name(v), name(list[0]))
			}
		}
	}
	each(r.Apart, func(v, w int32) {
		if err == nil && v > w && regions[v] == regions[w] {
			err = fmt.Errorf("%s is not apart from %s", name(v), name(w))
		}
	})
	return err
}

// number names a number of a partition that is no sum over its options.
type number uint8

const (
	regionCount number = iota
	leastWeight        // of a region
	greatestWeight
)

// numberSum is a number of the partitions of a problem, as an [enumerate.Sum] has it.
type numberSum struct {
	*Problem
	number
}

// Numbers returns how many regions there are, the least weight of a region, and the greatest.
func (r *Problem) Numbers() (count, least, greatest *enumerate.Sum) {
	return &enumerate.Sum{Own: &numberSum{r, regionCount}}, &enumerate.Sum{Own: &numberSum{r, leastWeight}},
		&enumerate.Sum{Own: &numberSum{r, greatestWeight}}
}

// Of implements [enumerate.Quantity].
func (s *numberSum) Of(solution []enumerate.OptionID) int64 {
	sizes := s.sizes(s.Regions(nil, solution))
	switch s.number {
	case leastWeight:
		return slices.Min(sizes)
	case greatestWeight:
		return slices.Max(sizes)
	}
	return int64(len(sizes))
}
