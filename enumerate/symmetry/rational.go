package symmetry

import "coverstat/enumerate"

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
	index := newElementIndex(g.items)
	degree := len(g.items[0])
	inverses := make([][]enumerate.Item, len(g.generators))
	for n, s := range g.generators {
		inverses[n] = make([]enumerate.Item, degree)
		for i, image := range g.items[s] {
			inverses[n][image] = enumerate.Item(i)
		}
	}
	met := make([]bool, g.Order())
	product := make([]enumerate.Item, degree)
	var classes []RationalClass
	for k := range met {
		if met[k] {
			continue
		}
		class := g.samePowers(index, k)
		for _, e := range class {
			met[e] = true
		}
		for n := 0; n < len(class); n++ {
			perm := g.items[class[n]]
			for at, s := range g.generators {
				for i, before := range inverses[at] {
					product[i] = g.items[s][perm[before]]
				}
				if e := index.find(product); !met[e] {
					met[e] = true
					class = append(class, e)
				}
			}
		}
		classes = append(classes, RationalClass{k, len(class)})
	}
	return classes
}

// samePowers returns the elements that generate the same subgroup as element k: its powers
// whose exponents have no factor in common with its order.
func (g *Group) samePowers(index elementIndex, k int) []int {
	power := append([]enumerate.Item(nil), g.items[k]...)
	powers := []int{k} // the first, the second, ..., the identity
	for powers[len(powers)-1] != 0 {
		for i, image := range power {
			power[i] = g.items[k][image]
		}
		powers = append(powers, index.find(power))
	}
	var same []int
	for n, e := range powers {
		if gcd(n+1, len(powers)) == 1 {
			same = append(same, e)
		}
	}
	return same
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Powers returns the subgroup that an element generates, in a group of at most
// [MaxSubgroups] elements.
func (g *Group) Powers(k int) Subgroup {
	all := Subgroup(1)
	index := newElementIndex(g.items)
	power := append([]enumerate.Item(nil), g.items[k]...)
	for e := k; all>>e&1 == 0; e = index.find(power) {
		all |= 1 << e
		for i, image := range power {
			power[i] = g.items[k][image]
		}
	}
	return all
}
