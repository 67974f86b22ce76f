package symmetry

import "coverstat/enumerate"

// ReduceWithin is Reduce in which a pivot of several items has at most the
// given number of choices.
func ReduceWithin(p *enumerate.Problem, g *Group, choices int) *Reduction {
	x := newReducer(p, g)
	x.maxChoices = choices
	return x.reduce()
}

// FindWithin is Find that visits so many members of options.
var FindWithin = find

// Test returns the elements under which the images of a case's solutions are compared.
func (c *Case) Test() []int32 {
	if c.tester == nil {
		return nil
	}
	return c.tester().elements
}

// FromFactors is FromItems that lists no products.
func FromFactors(p *enumerate.Problem, factors ...[][]enumerate.Item) (*Group, error) {
	return fromItems(p, 0, factors)
}
