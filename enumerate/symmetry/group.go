package symmetry

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// A Group is a finite group of permutations of a problem's options together
// with the permutations of its items that they induce. It never changes and
// may be shared.
type Group struct {
	options [][]enumerate.OptionID // options[g][o] is the image of o
	items   [][]enumerate.Item     // items[g][i] is the image of i
}

// Trivial returns the group of the identity alone.
func Trivial(p *enumerate.Problem) *Group {
	g := &Group{}
	g.options = append(g.options, identity[enumerate.OptionID](p.Options()))
	g.items = append(g.items, identity[enumerate.Item](p.Items()))
	return g
}

// FromItems returns the group of the given item permutations, the identity
// first among them (order apart, they must be a whole group). Each must map
// options onto options, colours unchanged, and items onto items of the same
// bounds; the error says where one does not. Equal options are mapped in
// their order.
func FromItems(p *enumerate.Problem, permutations [][]enumerate.Item) (*Group, error) {
	index := newOptionIndex(p)
	g := &Group{}
	for k, perm := range permutations {
		options, err := index.induced(perm)
		if err != nil {
			return nil, fmt.Errorf("symmetry %d: %w", k, err)
		}
		g.options = append(g.options, options)
		g.items = append(g.items, perm)
	}
	if len(g.items) == 0 || !slices.Equal(g.items[0], identity[enumerate.Item](p.Items())) {
		return nil, fmt.Errorf("symmetry: the first permutation must be the identity")
	}
	return g, nil
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
	elements := [][]enumerate.Item{identity[enumerate.Item](p.Items())}
	seen := map[string]bool{key(elements[0]): true}
	for k := 0; k < len(elements); k++ {
		for _, gen := range generators {
			product := make([]enumerate.Item, p.Items())
			for i, image := range elements[k] {
				product[i] = gen[image]
			}
			if s := key(product); !seen[s] {
				if len(elements) == limit {
					return nil, fmt.Errorf("the generators give more than %d symmetries", limit)
				}
				seen[s] = true
				elements = append(elements, product)
			}
		}
	}
	return FromItems(p, elements)
}

// Order returns the number of elements.
func (g *Group) Order() int { return len(g.options) }

// Image returns the image of an option under element k.
func (g *Group) Image(k int, o enumerate.OptionID) enumerate.OptionID { return g.options[k][o] }

// ItemImage returns the image of an item under element k.
func (g *Group) ItemImage(k int, i enumerate.Item) enumerate.Item { return g.items[k][i] }

func identity[T ~int32](n int) []T {
	p := make([]T, n)
	for i := range p {
		p[i] = T(i)
	}
	return p
}

func key(perm []enumerate.Item) string {
	b := make([]byte, 0, 4*len(perm))
	for _, i := range perm {
		b = append(b, byte(i), byte(i>>8), byte(i>>16), byte(i>>24))
	}
	return string(b)
}

// optionIndex finds an option by its members.
type optionIndex struct {
	problem *enumerate.Problem
	byKey   map[string][]enumerate.OptionID
	members []enumerate.Member
	key     []byte
}

func newOptionIndex(p *enumerate.Problem) *optionIndex {
	x := &optionIndex{problem: p, byKey: make(map[string][]enumerate.OptionID, p.Options())}
	for o := range p.Options() {
		id := enumerate.OptionID(o)
		k := x.keyOf(id, nil)
		x.byKey[k] = append(x.byKey[k], id)
	}
	return x
}

// keyOf spells the members of o, mapped by perm unless that is nil, in order.
func (x *optionIndex) keyOf(o enumerate.OptionID, perm []enumerate.Item) string {
	x.members = append(x.members[:0], x.problem.Option(o)...)
	if perm != nil {
		for i := range x.members {
			x.members[i].Item = perm[x.members[i].Item]
		}
	}
	slices.SortFunc(x.members, func(a, b enumerate.Member) int { return int(a.Item - b.Item) })
	x.key = x.key[:0]
	for _, m := range x.members {
		x.key = fmt.Appendf(x.key, "%d:%d ", m.Item, m.Colour)
	}
	return string(x.key)
}

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
	taken := map[string]int{}
	for o := range options {
		k := x.keyOf(enumerate.OptionID(o), perm)
		n := taken[k]
		if n >= len(x.byKey[k]) {
			return nil, fmt.Errorf("it maps option %d (%s) to none", o, x.describe(enumerate.OptionID(o)))
		}
		options[o] = x.byKey[k][n]
		taken[k] = n + 1
	}
	return options, nil
}

func (x *optionIndex) describe(o enumerate.OptionID) string {
	s := ""
	for i, m := range x.problem.Option(o) {
		if i > 0 {
			s += " "
		}
		s += x.problem.Item(m.Item).Name
	}
	return s
}
