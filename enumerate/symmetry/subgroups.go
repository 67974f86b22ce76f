package symmetry

import (
	"math/bits"
	"slices"
)

// MaxSubgroups is the order up to which a group lists its subgroups. It is that of a cube
// and a bit more: those of large groups are too many.
const MaxSubgroups = 64

// A Subgroup is a set of elements of a group of at most [MaxSubgroups] elements: element k
// is in it if bit k is 1.
type Subgroup uint64

// Order returns the number of elements.
func (s Subgroup) Order() int { return bits.OnesCount64(uint64(s)) }

// Elements returns the elements, ascending.
func (s Subgroup) Elements() (elements []int) {
	for ; s != 0; s &= s - 1 {
		elements = append(elements, bits.TrailingZeros64(uint64(s)))
	}
	return elements
}

// Subgroups lists all subgroups, those that are conjugate to one another together, by
// ascending order: the trivial one first. The group has at most [MaxSubgroups] elements.
func (g *Group) Subgroups() (classes [][]Subgroup) {
	n := g.Order()
	index := newElementIndex(g.items)
	product, conjugate := make([][]int, n), make([][]int, n)
	for a := range n {
		for b := range n {
			product[a] = append(product[a], index.product(a, b))
			conjugate[a] = append(conjugate[a], index.conjugate(a, b))
		}
	}
	// closed adds products until there are no more.
	closed := func(s Subgroup) Subgroup {
		for list := s.Elements(); ; {
			before := s
			for _, a := range list {
				for _, b := range list {
					s |= 1 << product[a][b]
				}
			}
			if s == before {
				return s
			}
			list = s.Elements()
		}
	}
	all := []Subgroup{1}
	add := func(s Subgroup) {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	// Every subgroup is a smaller one and a further element, closed.
	for i := 0; i < len(all); i++ {
		for k := range n {
			if all[i]>>k&1 == 0 {
				add(closed(all[i] | 1<<k))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Subgroup) int { return a.Order() - b.Order() })
	met := map[Subgroup]bool{}
	for _, s := range all {
		var class []Subgroup
		for k := range n {
			var image Subgroup
			for _, e := range s.Elements() {
				image |= 1 << conjugate[e][k]
			}
			if !met[image] {
				met[image] = true
				class = append(class, image)
			}
		}
		if class != nil {
			classes = append(classes, class)
		}
	}
	return classes
}
