package symmetry

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// A closure finds the permutations of options that a group of item permutations
// induces. Only generators look up the images of options; those of products are
// products, which are found in a tenth of the time. The elements known so far are a
// subgroup. Elements are multiplied from left to right.
type closure struct {
	group  *Group
	places *elementIndex[enumerate.Item]
	known  []int
}

func newClosure(p *enumerate.Problem, items [][]enumerate.Item) *closure {
	c := &closure{
		group:  &Group{options: make([][]enumerate.OptionID, len(items)), items: items},
		places: newElementIndex(items),
		known:  []int{0},
	}
	c.group.options[0] = identity[enumerate.OptionID](p.Options())
	return c
}

// extend adds generator k, which permutes the options so, and all its products.
func (c *closure) extend(k int, options []enumerate.OptionID) error {
	g := c.group
	g.options[k], g.generators, c.known = options, append(g.generators, k), append(c.known, k)
	for n := 0; n < len(c.known); n++ {
		for _, s := range g.generators {
			e := c.known[n]
			product := c.places.product(e, s)
			if product == none {
				return fmt.Errorf("the symmetries are no group: the product of two of them is none of them")
			}
			if g.options[product] == nil {
				options := make([]enumerate.OptionID, 0, len(g.options[e])) // not nil, even if there are none
				g.options[product] = then(options, g.options[e], g.options[s])
				c.known = append(c.known, product)
			}
		}
	}
	return nil
}

// An elementIndex finds the elements of a group by their permutations of items, or by the images
// of some options.
type elementIndex[T ~int32] struct {
	perms  [][]T
	places map[uint64][]int // by hash: the elements
	perm   []T              // scratch
}

func newElementIndex[T ~int32](perms [][]T) *elementIndex[T] {
	x := &elementIndex[T]{places: make(map[uint64][]int, len(perms))}
	for _, perm := range perms {
		x.add(perm)
	}
	return x
}

func (x *elementIndex[T]) add(perm []T) {
	h := hashPerm(perm)
	x.places[h] = append(x.places[h], len(x.perms))
	x.perms = append(x.perms, perm)
}

func hashPerm[T ~int32](perm []T) uint64 {
	h := uint64(14695981039346656037) // FNV-1a, a number at a time
	for _, i := range perm {
		h = (h ^ uint64(uint32(i))) * 1099511628211
	}
	return h
}

// find returns the element with the given permutation, or none.
func (x *elementIndex[T]) find(perm []T) int {
	for _, k := range x.places[hashPerm(perm)] {
		if slices.Equal(x.perms[k], perm) {
			return k
		}
	}
	return none
}

// product returns the element that is e, then r; or none.
func (x *elementIndex[T]) product(e, r int) int {
	x.perm = then(x.perm, x.perms[e], x.perms[r])
	return x.find(x.perm)
}

// powers returns the powers of an element of a group: the first, the second, and so on up
// to the identity.
func (x *elementIndex[T]) powers(e int) []int {
	powers := []int{e}
	for power := e; power != 0; {
		power = x.product(power, e)
		powers = append(powers, power)
	}
	return powers
}

// conjugate returns the element of a group that does to the image of an item under s what e
// does to the item.
func (x *elementIndex[T]) conjugate(e, s int) int {
	x.perm = append(x.perm[:0], x.perms[s]...)
	for i, image := range x.perms[s] {
		x.perm[image] = x.perms[s][x.perms[e][i]]
	}
	return x.find(x.perm)
}
