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
	met := make([]bool, g.Order())
	var classes []RationalClass
	for k := range met {
		if met[k] {
			continue
		}
		class := samePowers(index, k)
		for _, e := range class {
			met[e] = true
		}
		for n := 0; n < len(class); n++ {
			for _, s := range g.generators {
				if e := index.conjugate(class[n], s); !met[e] {
					met[e] = true
					class = append(class, e)
				}
			}
		}
		classes = append(classes, RationalClass{k, len(class)})
	}
	return classes
}

// samePowers returns the elements that generate the same subgroup as element k: its powers of the
// same order.
func samePowers(index *elementIndex[enumerate.Item], k int) (same []int) {
	powers := index.powers(k)
	for _, e := range powers {
		if len(index.powers(e)) == len(powers) {
			same = append(same, e)
		}
	}
	return same
}
