package symmetry

import (
	"slices"

	"coverstat/enumerate"
)

// A Quotient is the exact cover whose solutions are those of a problem that one symmetry, or
// each of several, maps to themselves. Such a solution consists of whole orbits of options
// under the symmetries, and uses all items of an orbit equally often. So the items of the
// quotient are the orbits of items, with the bounds of one of them. Its options are the orbits
// of options that fit together: they overlap only where a colour allows it. Such an option
// takes as many copies of a bounded item as the options of the orbit do together.
type Quotient struct {
	Problem *enumerate.Problem
	Members [][]enumerate.OptionID // by option of the quotient: the options of the orbit
	Items   []enumerate.Item       // by item of the quotient: the least item of the orbit
	Orbit   []enumerate.Item       // by item of the problem: the item of the quotient
	// Elements are the symmetries, or those that generate them.
	Elements []int
}

// NewQuotient returns the quotient of a problem by elements of its group.
func NewQuotient(p *enumerate.Problem, g *Group, elements ...int) (*Quotient, error) {
	q := &Quotient{Orbit: make([]enumerate.Item, p.Items()), Elements: elements}
	b := enumerate.ProblemBuilder{Multiple: true}
	for i := range q.Orbit {
		q.Orbit[i] = none
	}
	for i, o := range q.Orbit {
		if o != none {
			continue
		}
		least := enumerate.Item(i)
		to := b.AddItem(p.Item(least))
		q.Items = append(q.Items, least)
		for _, j := range orbitOf(least, &g.items, elements) {
			q.Orbit[j] = to
		}
	}
	met := make([]bool, p.Options())
	var members []enumerate.Member
	for o := range met {
		if met[o] {
			continue
		}
		orbit := orbitOf(enumerate.OptionID(o), &g.options, elements)
		for _, j := range orbit {
			met[j] = true
		}
		var fits bool
		if members, fits = q.join(members[:0], p, orbit); fits {
			b.AddOption(members...)
			q.Members = append(q.Members, orbit)
		}
	}
	var err error
	q.Problem, err = b.Build()
	return q, err
}

// orbitOf returns the images of an item or option under the group that some elements
// generate, itself first.
func orbitOf[T ~int32](first T, images *Permutations[T], elements []int) []T {
	orbit := []T{first}
	for at := 0; at < len(orbit); at++ {
		for _, k := range elements {
			if j := images.Image(k, orbit[at]); !slices.Contains(orbit, j) {
				orbit = append(orbit, j)
			}
		}
	}
	return orbit
}

// join appends what an orbit of options needs of the least item of each orbit. Of the other
// items it needs the same. It reports whether the options fit together.
func (q *Quotient) join(members []enumerate.Member, p *enumerate.Problem,
	orbit []enumerate.OptionID) ([]enumerate.Member, bool) {
	for _, o := range orbit {
		for _, m := range p.Option(o) {
			to := q.Orbit[m.Item]
			if q.Items[to] != m.Item {
				continue
			}
			if !p.Item(m.Item).Bounded() {
				at := slices.IndexFunc(members, func(other enumerate.Member) bool { return other.Item == to })
				if at >= 0 && (m.Colour == 0 || m.Colour != members[at].Colour) {
					return members, false
				}
				if at >= 0 {
					continue
				}
			}
			members = append(members, enumerate.Member{Item: to, Colour: m.Colour})
		}
	}
	return members, true
}

// Order returns the items of the quotient in the order in which a list of items of the
// problem first meets their orbits.
func (q *Quotient) Order(items []enumerate.Item) []enumerate.Item {
	met := make([]bool, len(q.Items))
	var order []enumerate.Item
	for _, i := range items {
		if to := q.Orbit[i]; !met[to] {
			met[to] = true
			order = append(order, to)
		}
	}
	return order
}

// A RationalClass is a set of elements of a group that map equally many solutions to themselves:
// those that are conjugate to one of them, or to one that generates the same subgroup.
type RationalClass struct {
	Element int // one of them
	Size    int
}

// RationalClasses divides the group into classes, the identity first.
func (g *Group) RationalClasses() []RationalClass {
	if g.Order() == 1 {
		return []RationalClass{{0, 1}}
	}
	m := g.items.multiplication()
	var inverses []int // of the generators
	for _, s := range g.generators {
		inverses = append(inverses, m.inverse(s))
	}
	met := make([]bool, g.Order())
	var classes []RationalClass
	for k := range met {
		if met[k] {
			continue
		}
		class := m.samePowers(k)
		for _, e := range class {
			met[e] = true
		}
		for n := 0; n < len(class); n++ {
			for i, s := range g.generators {
				if e := m.product(m.product(inverses[i], class[n]), s); !met[e] {
					met[e] = true
					class = append(class, e)
				}
			}
		}
		classes = append(classes, RationalClass{k, len(class)})
	}
	return classes
}

// samePowers returns the elements that generate the same subgroup as element k: of its n powers
// those whose number has no divisor in common with n.
func (m *multiplication[T]) samePowers(k int) (same []int) {
	powers := m.powers(k)
	for n, e := range powers {
		a, b := n+1, len(powers)
		for b > 0 {
			a, b = b, a%b
		}
		if a == 1 {
			same = append(same, e)
		}
	}
	return same
}
