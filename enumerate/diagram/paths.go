package diagram

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"sync/atomic"

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
	last := len(*x) - 1
	for i := range last {
		(*x)[i], carry = bits.Add64((*x)[i], (*y)[i], carry)
	}
	(*x)[last], carry = bits.Add64((*x)[last], (*y)[last], carry)
	return carry
}

// addProduct adds the product of x and y, which fits, to sum. Most numbers have one or two digits.
func addProduct[N number](sum, x, y *N) {
	switch last := len(*x) - 1; last {
	case 0:
		(*sum)[last] += (*x)[last] * (*y)[last]
	case 1:
		high, low := bits.Mul64((*x)[0], (*y)[0])
		high += (*x)[0]*(*y)[last] + (*x)[last]*(*y)[0]
		var carry uint64
		(*sum)[0], carry = bits.Add64((*sum)[0], low, 0)
		(*sum)[last] += high + carry
	default:
		addLongProduct(sum, x, y)
	}
}

func addLongProduct[N number](sum, x, y *N) {
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

func (n *paths[N]) after(x *Explorer, stop *atomic.Bool) (fits bool) {
	carry := uint64(0)
	from := n.from
	clear(from)
	from[len(from)-1][0] = 1
	for i := len(x.bundles) - 1; i >= 0 && !stop.Load(); i-- {
		if g := &x.bundles[i]; x.open(g) {
			for _, a := range g.arcs {
				carry |= add(&from[a.source], &from[a.target])
			}
		}
	}
	return carry == 0
}

func (n *paths[N]) total() *big.Int { return toBig(n.from[0]) }

// uses counts the paths to each node, too.
func (n *paths[N]) uses(x *Explorer, stop *atomic.Bool) []*big.Int {
	if n.to == nil {
		n.to = make([]N, len(n.from))
	}
	to, from := n.to, n.from
	clear(to)
	to[0][0] = 1
	sums := make([]N, len(x.choices))
	for i := range x.bundles {
		g := &x.bundles[i]
		if !x.open(g) || stop.Load() {
			continue
		}
		sum := sums[g.choice]
		for _, a := range g.arcs {
			before := &to[a.source]
			addProduct(&sum, before, &from[a.target])
			add(&to[a.target], before)
		}
		sums[g.choice] = sum
	}
	uses := make([]*big.Int, len(sums))
	for c := range sums {
		uses[c] = toBig(sums[c])
	}
	return uses
}

func (n *paths[N]) ways(node int) (before, after *big.Int) {
	return toBig(n.to[node]), toBig(n.from[node])
}

// draw follows a random number below the number of paths, as a rank among them.
func (n *paths[N]) draw(x *Explorer, dst []enumerate.OptionID, source *rand.PCG) []enumerate.OptionID {
	total := n.from[0]
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
	for node, p := int32(0), int32(0); int(node) < len(n.from)-1; {
		for i := x.first[p]; ; i++ {
			g := &x.bundles[i]
			to := g.targetOf(node)
			if to < 0 || !x.open(g) {
				continue
			}
			if less(&rank, &n.from[to]) {
				dst = append(dst, x.choices[g.choice]...)
				node, p = to, g.target
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
