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
	places *elementIndex
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

// An elementIndex finds the elements of a group by their permutations of items.
type elementIndex struct {
	items  [][]enumerate.Item
	places map[uint64][]int // by hash: the elements
	perm   []enumerate.Item // scratch
}

func newElementIndex(items [][]enumerate.Item) *elementIndex {
	x := &elementIndex{places: make(map[uint64][]int, len(items))}
	for _, perm := range items {
		x.add(perm)
	}
	return x
}

func (x *elementIndex) add(perm []enumerate.Item) {
	h := hashItems(perm)
	x.places[h] = append(x.places[h], len(x.items))
	x.items = append(x.items, perm)
}

func hashItems(perm []enumerate.Item) uint64 {
	h := uint64(14695981039346656037) // FNV-1a, an item at a time
	for _, i := range perm {
		h = (h ^ uint64(uint32(i))) * 1099511628211
	}
	return h
}

// find returns the element with the given permutation of items, or none.
func (x *elementIndex) find(perm []enumerate.Item) int {
	for _, k := range x.places[hashItems(perm)] {
		if slices.Equal(x.items[k], perm) {
			return k
		}
	}
	return none
}

// product returns the element that is e, then r; or none.
func (x *elementIndex) product(e, r int) int {
	x.perm = then(x.perm, x.items[e], x.items[r])
	return x.find(x.perm)
}

// powers returns the powers of an element of a group: the first, the second, and so on up
// to the identity.
func (x *elementIndex) powers(e int) []int {
	powers := []int{e}
	for power := e; power != 0; {
		power = x.product(power, e)
		powers = append(powers, power)
	}
	return powers
}

// conjugate returns the element of a group that does to the image of an item under s what e
// does to the item.
func (x *elementIndex) conjugate(e, s int) int {
	x.perm = append(x.perm[:0], x.items[s]...)
	for i, image := range x.items[s] {
		x.perm[image] = x.items[s][x.items[e][i]]
	}
	return x.find(x.perm)
}
