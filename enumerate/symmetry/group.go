package symmetry

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// A Group is a finite group of permutations of a problem's options, together with the
// permutations of items that induce them. It never changes and may be shared.
type Group struct {
	options [][]enumerate.OptionID // options[g][o] is the image of o
	items   [][]enumerate.Item     // items[g][i] is the image of i
	// generators are elements that generate the group; there are few.
	generators []int
	// Kinds are those of the elements, such as "half turn", for people; nil if they have no names.
	Kinds []string
}

// Trivial returns the group of the identity alone.
func Trivial(p *enumerate.Problem) *Group {
	g := &Group{}
	g.options = append(g.options, identity[enumerate.OptionID](p.Options()))
	g.items = append(g.items, identity[enumerate.Item](p.Items()))
	return g
}

// FromItems returns the group of the given item permutations. They must be a whole
// group, each once, in any order but with the identity first. Each must map options to options
// with the same colours, and items to items with the same bounds; the error says where
// one does not. Equal options are mapped in their order.
func FromItems(p *enumerate.Problem, permutations [][]enumerate.Item) (*Group, error) {
	if len(permutations) == 0 || !slices.Equal(permutations[0], identity[enumerate.Item](p.Items())) {
		return nil, fmt.Errorf("symmetry: the first permutation must be the identity")
	}
	c := newClosure(p, permutations)
	index := newOptionIndex(p)
	for k, perm := range permutations {
		if c.group.options[k] != nil {
			continue
		}
		if c.places.find(perm) != k {
			return nil, fmt.Errorf("symmetry %d: it is there twice", k)
		}
		options, err := index.induced(perm)
		if err == nil {
			err = c.extend(k, options)
		}
		if err != nil {
			return nil, fmt.Errorf("symmetry %d: %w", k, err)
		}
	}
	return c.group, nil
}

// Generate returns the group that item permutations generate. It fails if a
// generator does not map the options onto themselves, or if the group has
// more than limit elements.
func Generate(p *enumerate.Problem, generators [][]enumerate.Item, limit int) (*Group, error) {
	index := newOptionIndex(p)
	for k, perm := range generators {
		if _, err := index.induced(perm); err != nil {
			return nil, fmt.Errorf("generator %d: %w", k+1, err)
		}
	}
	found := newElementIndex([][]enumerate.Item{identity[enumerate.Item](p.Items())})
	for k := 0; k < len(found.perms); k++ {
		for _, gen := range generators {
			found.perm = then(found.perm, found.perms[k], gen)
			if found.find(found.perm) != none {
				continue
			}
			if len(found.perms) == limit {
				return nil, fmt.Errorf("the generators give more than %d symmetries", limit)
			}
			found.add(slices.Clone(found.perm))
		}
	}
	return FromItems(p, found.perms)
}

// Keeping returns the elements that map each of some sets of options onto itself, as the group of a problem p with fewer
// of the options, which they map onto themselves, and perhaps with further items, which they leave.
func (g *Group) Keeping(p *enumerate.Problem, sets ...[]enumerate.OptionID) (*Group, error) {
	var permutations [][]enumerate.Item
	var kinds []string
	for k, perm := range g.items {
		keeps := true
		for _, set := range sets {
			keeps = keeps && !slices.ContainsFunc(set, func(o enumerate.OptionID) bool { return !slices.Contains(set, g.options[k][o]) })
		}
		if !keeps {
			continue
		}
		permutations = append(permutations, append(slices.Clone(perm), identity[enumerate.Item](p.Items())[len(perm):]...))
		if g.Kinds != nil {
			kinds = append(kinds, g.Kinds[k])
		}
	}
	kept, err := FromItems(p, permutations)
	if err == nil {
		kept.Kinds = kinds
	}
	return kept, err
}

// Order returns the number of elements.
func (g *Group) Order() int { return len(g.options) }

// Image returns the image of an option under element k.
func (g *Group) Image(k int, o enumerate.OptionID) enumerate.OptionID { return g.options[k][o] }

// ItemImage returns the image of an item under element k.
func (g *Group) ItemImage(k int, i enumerate.Item) enumerate.Item { return g.items[k][i] }

// Orbits gives each option the least option of its orbit.
func (g *Group) Orbits() []enumerate.OptionID {
	least := identity[enumerate.OptionID](len(g.options[0]))
	for _, perm := range g.options {
		for o, image := range perm {
			least[o] = min(least[o], image)
		}
	}
	return least
}

func identity[T ~int32](n int) []T {
	p := make([]T, n)
	for i := range p {
		p[i] = T(i)
	}
	return p
}

// then puts into dst the permutation that is first, followed by second.
func then[T ~int32](dst, first, second []T) []T {
	dst = slices.Grow(dst[:0], len(first))[:len(first)]
	for i, image := range first {
		dst[i] = second[image]
	}
	return dst
}

// optionIndex finds an option by its members, whatever their order.
type optionIndex struct {
	problem *enumerate.Problem
	first   map[uint64]int32 // by hash: the number of the first option, from 1
	next    []int32          // by option: the next one with the same hash, or none
	mapped  []enumerate.Member
	matched []bool // by option: it is the image of an option already
}

const none = -1

func newOptionIndex(p *enumerate.Problem) *optionIndex {
	n := p.Options()
	x := &optionIndex{problem: p, first: make(map[uint64]int32, n), next: make([]int32, n), matched: make([]bool, n)}
	for o := n - 1; o >= 0; o-- { // downwards, so that each list ascends
		hash := hashMembers(p.Option(enumerate.OptionID(o)))
		x.next[o], x.first[hash] = x.first[hash]-1, int32(o)+1
	}
	return x
}

// hashMembers sums a hash over the members, so their order does not matter.
func hashMembers(members []enumerate.Member) uint64 {
	sum := uint64(0)
	for _, m := range members {
		sum += enumerate.Mix(uint64(m.Item)<<32 | uint64(uint32(m.Colour)))
	}
	return sum
}

// sameMembers compares two options as sets. An option contains no item twice.
func sameMembers(a, b []enumerate.Member) bool {
	if len(a) != len(b) {
		return false
	}
	for _, m := range a {
		if !slices.Contains(b, m) {
			return false
		}
	}
	return true
}

// imageOf returns the first option, of those that are not yet the image of another one,
// whose members are those of o mapped by perm; or none.
func (x *optionIndex) imageOf(o enumerate.OptionID, perm []enumerate.Item) enumerate.OptionID {
	x.mapped = append(x.mapped[:0], x.problem.Option(o)...)
	for i := range x.mapped {
		x.mapped[i].Item = perm[x.mapped[i].Item]
	}
	q := x.first[hashMembers(x.mapped)] - 1
	for q != none && (x.matched[q] || !sameMembers(x.mapped, x.problem.Option(enumerate.OptionID(q)))) {
		q = x.next[q]
	}
	return enumerate.OptionID(q)
}

// induced returns the permutation of options that a permutation of items induces.
func (x *optionIndex) induced(perm []enumerate.Item) ([]enumerate.OptionID, error) {
	p := x.problem
	if len(perm) != p.Items() {
		return nil, fmt.Errorf("it moves %d items, the problem has %d", len(perm), p.Items())
	}
	hit := make([]bool, len(perm))
	for i, j := range perm {
		if j < 0 || int(j) >= len(perm) || hit[j] {
			return nil, fmt.Errorf("it is no permutation: item %q", p.Item(enumerate.Item(i)).Name)
		}
		hit[j] = true
		a, b := p.Item(enumerate.Item(i)), p.Item(j)
		if a.Min != b.Min || a.Max != b.Max {
			return nil, fmt.Errorf("it maps item %q to %q, which is not covered as often", a.Name, b.Name)
		}
	}
	options := make([]enumerate.OptionID, p.Options())
	clear(x.matched)
	for o := range options {
		options[o] = x.imageOf(enumerate.OptionID(o), perm)
		if options[o] == none {
			var names []string
			for _, m := range p.Option(enumerate.OptionID(o)) {
				names = append(names, p.Item(m.Item).Name)
			}
			return nil, fmt.Errorf("it maps option %d (%s) to none", o, strings.Join(names, " "))
		}
		x.matched[options[o]] = true
	}
	return options, nil
}

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
