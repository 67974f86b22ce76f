package cover

import (
	"math"
	"slices"

	"coverstat/enumerate"
)

// NarrowOrder orders the primary items of a problem so that the frontier stays small: next
// comes the item of the frontier whose options add the fewest items to it, of equals
// the one that has been there longest. The first is an item with few neighbours, such
// as a corner of a board. On a board of 12 x 16 cells with dominoes, which reach from
// a row of 16 to the next, it finds a frontier of 12.
// NOTES.md compares it with other orders.
func NarrowOrder(p *enumerate.Problem) []enumerate.Item {
	n := orderer{problem: p, options: make([][]enumerate.OptionID, p.Items()), ahead: make([]bool, p.Items()),
		behind: make([]bool, p.Items()), chosen: make([]bool, p.Options()), mark: make([]int32, p.Items())}
	for o := range enumerate.OptionID(p.Options()) {
		for _, m := range p.Option(o) {
			if p.Item(m.Item).Primary() {
				n.options[m.Item] = append(n.options[m.Item], o)
			}
		}
	}
	for _, start := range n.byNeighbours() {
		if n.behind[start] {
			continue
		}
		n.take(start)
		for len(n.frontier) > 0 {
			best, least := 0, math.MaxInt
			for at, i := range n.frontier {
				if g := n.growth(i, least); g < least {
					best, least = at, g
				}
			}
			i := n.frontier[best]
			n.frontier = slices.Delete(n.frontier, best, best+1)
			n.take(i)
		}
	}
	return n.order
}

// orderer is an order in the making.
type orderer struct {
	problem  *enumerate.Problem
	options  [][]enumerate.OptionID // that contain a primary item
	ahead    []bool                 // items that a chosen option contains
	behind   []bool                 // primary items in the order
	chosen   []bool                 // options that contain an item of the order
	frontier []enumerate.Item       // the primary items ahead that are not behind, the longest there first
	order    []enumerate.Item
	mark     []int32 // items that the last growth counted
	marks    int32
}

// byNeighbours returns the primary items, those with few neighbours first.
func (n *orderer) byNeighbours() []enumerate.Item {
	var items []enumerate.Item
	neighbours := make([]int, n.problem.Items())
	for i := range enumerate.Item(n.problem.Items()) {
		if n.problem.Item(i).Primary() {
			items = append(items, i)
			neighbours[i] = n.growth(i, math.MaxInt)
		}
	}
	slices.SortStableFunc(items, func(a, b enumerate.Item) int { return neighbours[a] - neighbours[b] })
	return items
}

// growth is the number of items that item i adds to the frontier. It stops at most.
func (n *orderer) growth(i enumerate.Item, most int) int {
	n.marks++
	count := 0
	for _, o := range n.options[i] {
		if n.chosen[o] {
			continue
		}
		for _, m := range n.problem.Option(o) {
			if !n.ahead[m.Item] && n.mark[m.Item] != n.marks {
				n.mark[m.Item] = n.marks
				if count++; count >= most {
					return count
				}
			}
		}
	}
	return count
}

// take puts item i next in the order.
func (n *orderer) take(i enumerate.Item) {
	n.order = append(n.order, i)
	n.ahead[i], n.behind[i] = true, true
	for _, o := range n.options[i] {
		if n.chosen[o] {
			continue
		}
		n.chosen[o] = true
		for _, m := range n.problem.Option(o) {
			if !n.ahead[m.Item] {
				n.ahead[m.Item] = true
				if n.problem.Item(m.Item).Primary() {
					n.frontier = append(n.frontier, m.Item)
				}
			}
		}
	}
}

// findShape finds a number that two plans share if a symmetry of the problem maps one order to
// the other, and all other items to themselves, and that they hardly share else.
func (b *plan) findShape() (shape uint64) {
	for o := range b.start {
		h := uint64(0)
		for _, m := range b.problem.Option(enumerate.OptionID(o)) {
			at := uint64(m.Item) << 1
			if b.problem.Item(m.Item).Primary() {
				at = uint64(b.place[m.Item])<<1 | 1
			}
			h += enumerate.Mix(at | uint64(m.Colour)<<32)
		}
		for _, s := range b.tally.Sums {
			if s.Values != nil {
				h = enumerate.Mix(h + uint64(s.Values[o]))
			}
		}
		shape += enumerate.Mix(h)
	}
	return shape
}
