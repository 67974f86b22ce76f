package diagram

import (
	"math/big"
	"math/bits"
	"math/rand/v2"

	"coverstat/enumerate"
)

// number is a number of so many 64-bit digits, the least first.
type number interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [32]uint64
}

// paths are numbers of paths, by node. All are at most the number of all solutions: a node of a diagram has paths to
// it and from it, and so have products of both. So they fit if that does.
type paths[N number] struct{ to, from []N }

func newPaths[N number](nodes int) counter { return &paths[N]{from: make([]N, nodes)} }

// add adds y to x and returns the carry.
func add[N number](x, y *N) (carry uint64) {
	if len(*x) == 1 {
		(*x)[0], carry = bits.Add64((*x)[0], (*y)[0], 0)
		return carry
	}
	for i := range len(*x) {
		(*x)[i], carry = bits.Add64((*x)[i], (*y)[i], carry)
	}
	return carry
}

// addProduct adds the product of x and y, which fits, to sum.
func addProduct[N number](sum, x, y *N) {
	if len(*x) == 1 {
		(*sum)[0] += (*x)[0] * (*y)[0]
		return
	}
	for i := range len(*x) {
		a := (*x)[i]
		if a == 0 {
			continue
		}
		carry := uint64(0)
		for j := range len(*x) - i {
			high, low := bits.Mul64(a, (*y)[j])
			var c, d uint64
			low, c = bits.Add64(low, carry, 0)
			(*sum)[i+j], d = bits.Add64((*sum)[i+j], low, 0)
			carry = high + c + d
		}
	}
}

func zero[N number](x *N) bool {
	all := uint64(0)
	for i := range len(*x) {
		all |= (*x)[i]
	}
	return all == 0
}

func (n *paths[N]) after(x *Explorer) bool {
	d, carry := x.diagram, uint64(0)
	end := len(n.from) - 1
	clear(n.from)
	n.from[end][0] = 1
	for p := len(x.limits) - 2; p >= 0; p-- {
		limit := x.limits[p]
		for node := d.Layers[p+1] - 1; node >= d.Layers[p]; node-- {
			var sum N
			for a := d.First[node]; a < d.First[node+1]; a++ {
				if to := d.Targets[a]; to < limit && x.open[d.Choices[a]] {
					carry |= add(&sum, &n.from[to])
				}
			}
			n.from[node] = sum
		}
	}
	return carry == 0
}

func (n *paths[N]) total() *big.Int { return toBig(n.from[0]) }

func (n *paths[N]) uses(x *Explorer) []*big.Int {
	d := x.diagram
	sums := make([]N, len(d.Options))
	n.forward(x, func(node, to, choice int32) { addProduct(&sums[choice], &n.to[node], &n.from[to]) })
	uses := make([]*big.Int, len(sums))
	for c := range sums {
		uses[c] = toBig(sums[c])
	}
	return uses
}

// forward counts the paths to each node, and calls visit with the arcs on paths to the end.
func (n *paths[N]) forward(x *Explorer, visit func(node, to, choice int32)) {
	d := x.diagram
	if n.to == nil {
		n.to = make([]N, len(n.from))
	}
	clear(n.to)
	n.to[0][0] = 1
	for p, limit := range x.limits[:len(x.limits)-1] {
		for node := d.Layers[p]; node < d.Layers[p+1]; node++ {
			if zero(&n.to[node]) || zero(&n.from[node]) {
				continue
			}
			for a := d.First[node]; a < d.First[node+1]; a++ {
				to, choice := d.Targets[a], d.Choices[a]
				if to >= limit || !x.open[choice] || zero(&n.from[to]) {
					continue
				}
				add(&n.to[to], &n.to[node])
				visit(node, to, choice)
			}
		}
	}
}

// draw follows a random number below the number of paths, as a rank among them.
func (n *paths[N]) draw(x *Explorer, dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID {
	d, total := x.diagram, n.from[0]
	top := len(total) - 1
	for total[top] == 0 {
		top--
	}
	mask := ^uint64(0) >> bits.LeadingZeros64(total[top])
	var rank N
	for { // by rejection
		for i := range top + 1 {
			rank[i] = source.Uint64()
		}
		if rank[top] &= mask; less(&rank, &total) {
			break
		}
	}
	p := 0
	for node := int32(0); int(node) < len(n.from)-1; {
		for node >= d.Layers[p+1] {
			p++
		}
		for a := d.First[node]; ; a++ {
			to, choice := d.Targets[a], d.Choices[a]
			if to >= x.limits[p] || !x.open[choice] {
				continue
			}
			if less(&rank, &n.from[to]) {
				dst = append(dst, d.Options[choice]...)
				node = to
				break
			}
			subtract(&rank, &n.from[to])
		}
	}
	return dst
}

// less compares numbers.
func less[N number](x, y *N) bool {
	for i := len(*x) - 1; i >= 0; i-- {
		if (*x)[i] != (*y)[i] {
			return (*x)[i] < (*y)[i]
		}
	}
	return false
}

// subtract takes y, which is not greater, from x.
func subtract[N number](x, y *N) {
	borrow := uint64(0)
	for i := range len(*x) {
		(*x)[i], borrow = bits.Sub64((*x)[i], (*y)[i], borrow)
	}
}

func toBig[N number](x N) *big.Int {
	n := new(big.Int)
	for i := len(x) - 1; i >= 0; i-- {
		n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(x[i]))
	}
	return n
}
