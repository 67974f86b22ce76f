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
	options Permutations[enumerate.OptionID]
	items   Permutations[enumerate.Item]
	// generators are elements that generate the group; there are few.
	generators []int
	// Kinds are those of the elements, such as "half turn", for people; nil if they have no names.
	Kinds []string
}

// Trivial returns the group of the identity alone.
func Trivial(p *enumerate.Problem) *Group {
	return &Group{options: NewPermutations([][]enumerate.OptionID{enumerate.Indices(enumerate.OptionID(p.Options()))}),
		items: NewPermutations([][]enumerate.Item{enumerate.Indices(enumerate.Item(p.Items()))})}
}

// FromItems returns the group of the given item permutations. A single factor must be a whole
// group, each element once, in any order but with the identity first. Of several, each must be one, and the elements
// are the products of one of each, as [NewPermutations] has them; those of a factor must map the products of the
// factors behind it to one another when these are conjugated. Each permutation must map options to options
// with the same colours, and items to items with the same bounds; the error says where
// one does not. Equal options are mapped in their order.
func FromItems(p *enumerate.Problem, factors ...[][]enumerate.Item) (*Group, error) {
	return fromItems(p, maxListed, factors)
}

func fromItems(p *enumerate.Problem, most int, factors [][][]enumerate.Item) (*Group, error) {
	g := &Group{items: products(most, factors)}
	options, stride, index := make([][][]enumerate.OptionID, len(factors)), g.items.Len(), newOptionIndex(p)
	for n, permutations := range factors {
		c, err := newClosure(index, permutations)
		if err != nil {
			return nil, err
		}
		options[n], stride = c.options, stride/len(permutations)
		for _, k := range c.generators {
			g.generators = append(g.generators, k*stride)
		}
	}
	g.options = products(most, options)
	if len(factors) > 1 {
		return g, g.checkFactors(factors)
	}
	return g, nil
}

// checkFactors returns an error unless the products of groups are a group, each of its elements once. With those of the
// last factors they are one if each generator of the factor before takes their generators, when it conjugates them,
// to such products.
func (g *Group) checkFactors(factors [][][]enumerate.Item) error {
	m, elements := g.items.multiplication(), g.Order()
	if m == nil {
		return fmt.Errorf("symmetry: two products of the factors are the same")
	}
	for _, f := range factors {
		elements /= len(f) // products of the factors behind
		for _, s := range g.generators {
			if s < elements || s >= elements*len(f) {
				continue
			}
			perm := g.items.Of(s)
			conjugate := make([]enumerate.Item, len(perm))
			for _, t := range g.generators {
				for i, image := range g.items.Of(t) {
					conjugate[perm[i]] = perm[image]
				}
				if k := m.find(conjugate); t < elements && (k == none || k >= elements) {
					return fmt.Errorf("symmetry: the products of the factors are no group")
				}
			}
		}
	}
	return nil
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
	found := newElementIndex([][]enumerate.Item{enumerate.Indices(enumerate.Item(p.Items()))})
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

// Keeping returns the elements that map each of some sets of options onto itself, as the group of a problem p with
// fewer of the options, which they map onto themselves, and perhaps with further items, which they leave.
func (g *Group) Keeping(p *enumerate.Problem, sets ...[]enumerate.OptionID) (*Group, error) {
	var permutations [][]enumerate.Item
	var kinds []string
	for k := range g.Order() {
		keeps := true
		for _, set := range sets {
			keeps = keeps && !slices.ContainsFunc(set,
				func(o enumerate.OptionID) bool { return !slices.Contains(set, g.Image(k, o)) })
		}
		if !keeps {
			continue
		}
		perm := g.items.Of(k)
		permutations = append(permutations,
			append(slices.Clone(perm), enumerate.Indices(enumerate.Item(p.Items()))[len(perm):]...))
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
func (g *Group) Order() int { return g.options.Len() }

// Image returns the image of an option under element k.
func (g *Group) Image(k int, o enumerate.OptionID) enumerate.OptionID { return g.options.Image(k, o) }

// ItemImage returns the image of an item under element k.
func (g *Group) ItemImage(k int, i enumerate.Item) enumerate.Item { return g.items.Image(k, i) }

// Images returns the different images of a solution, each ascending, the least first.
func (g *Group) Images(solution []enumerate.OptionID) [][]enumerate.OptionID {
	images := make([][]enumerate.OptionID, g.Order())
	for k := range images {
		images[k] = make([]enumerate.OptionID, len(solution))
		for i, o := range solution {
			images[k][i] = g.Image(k, o)
		}
		slices.Sort(images[k])
	}
	slices.SortFunc(images, slices.Compare)
	return slices.CompactFunc(images, slices.Equal)
}

// Orbits gives each option the least option of its orbit.
func (g *Group) Orbits() []enumerate.OptionID {
	least := enumerate.Indices(enumerate.OptionID(len(g.options.Of(0))))
	for _, k := range g.generators {
		for o := range least {
			a, b := root(least, enumerate.OptionID(o)), root(least, g.Image(k, enumerate.OptionID(o)))
			least[max(a, b)] = min(a, b)
		}
	}
	for o := range least {
		least[o] = root(least, enumerate.OptionID(o))
	}
	return least
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
	options    [][]enumerate.OptionID // by element; nil if it is not known
	places     *elementIndex[enumerate.Item]
	generators []int
	known      []int
}

func newClosure(index *optionIndex, permutations [][]enumerate.Item) (*closure, error) {
	p := index.problem
	if len(permutations) == 0 || !slices.Equal(permutations[0], enumerate.Indices(enumerate.Item(p.Items()))) {
		return nil, fmt.Errorf("symmetry: the first permutation must be the identity")
	}
	c := &closure{options: make([][]enumerate.OptionID, len(permutations)), places: newElementIndex(permutations),
		known: []int{0}}
	c.options[0] = enumerate.Indices(enumerate.OptionID(p.Options()))
	for k, perm := range permutations {
		if c.options[k] != nil {
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
	return c, nil
}

// extend adds generator k, which permutes the options so, and all its products.
func (c *closure) extend(k int, options []enumerate.OptionID) error {
	c.options[k], c.generators, c.known = options, append(c.generators, k), append(c.known, k)
	for n := 0; n < len(c.known); n++ {
		for _, s := range c.generators {
			e := c.known[n]
			product := c.places.product(e, s)
			if product == none {
				return fmt.Errorf("the symmetries are no group: the product of two of them is none of them")
			}
			if c.options[product] == nil {
				options := make([]enumerate.OptionID, 0, len(c.options[e])) // not nil, even if there are none
				c.options[product] = then(options, c.options[e], c.options[s])
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
