package strip

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// A Family is the strips of all lengths.
type Family struct {
	// Board makes the strip of so many slices, at least 1.
	Board func(slices int) (*Board, error)
	// Period is the number of slices after which the lattice repeats.
	Period int
	// Reach is at least the number of slices that an option has items of.
	Reach int
	// Settled are the values of the sums from which on all are taken for equal, and Most those above which no solution
	// counts.
	Settled, Most []int64
	// Accept reports whether solutions with these values of the sums count.
	Accept func(values []int64) bool
}

func (f *Family) sums() int { return len(f.Settled) }

// Limits of a graph, and of the terms of which a recurrence is found.
const (
	maxNodes = 1 << 20 // those between two items of a slice among them
	// maxWork is the largest number of edges that all terms, modulo all primes, may pass.
	maxWork = 1 << 33
)

// A Graph gives the numbers of solutions of the strips of all lengths: it is a [enumerate/recurrence.Source].
type Graph struct {
	// layers, by place in a period of slices, lead from the nodes of a place to those of the next, and from the last to
	// the first. The nodes of the first place of a slice are the states at the boundary before it.
	layers []layer
	start  []*big.Int // by state: the ways to it from the beginning of a strip, first slices long
	// by parity of a slice, its number modulo the period, and state: the ways from it to the end, last slices long
	ends  [][]*big.Int
	first int
	last  int
	short []*big.Int // the numbers of solutions of the strips of fewer than first + last slices
}

// layer is edges: those of node i are to[ends[i-1]:ends[i]], and lead to as many nodes as next says.
type layer struct {
	ends, to []int32
	next     int
}

// New makes the graph of strips. The error says why there is none.
func New(f *Family) (*Graph, error) {
	length := 4*f.Reach + 4*f.Period
	var strips []*strip // one for each parity of the length, and one more
	for n := range f.Period + 1 {
		s, err := f.cut(length + n)
		if err != nil {
			return nil, err
		}
		strips = append(strips, s)
	}
	g := &Graph{}
	middle := length / 2 / f.Period * f.Period
	typical := strips[0].slices[middle:][:f.Period]
	for _, s := range strips {
		first, last := s.regular(typical, middle)
		if s.base != strips[0].base || first > length/3 || last > length/3 {
			return nil, errors.New("a measure of the conditions is not the same all along the strip")
		}
		g.first, g.last = max(g.first, first), max(g.last, last)
	}
	if f.sums() == 0 {
		g.last = 0 // no solution has the options that are not in the last slices
	}
	c := closure{family: f, typical: typical, numbers: map[node]int32{}}
	start := f.begin(strips[0], g.first)
	for x := range start {
		c.number(node{g.first % f.Period * len(typical[0].choices), x})
	}
	if err := c.close(); err != nil {
		return nil, err
	}
	ends := make([]func(state) *big.Int, f.Period)
	for _, s := range strips {
		from := len(s.slices) - g.last
		ends[from%f.Period] = f.completions(s.slices[from:])
	}
	g.link(&c, start, ends)
	for n := range g.first + g.last {
		a, err := f.count(n)
		if err != nil {
			return nil, err
		}
		g.short = append(g.short, a)
	}
	if g.work() > maxWork {
		return nil, fmt.Errorf("a boundary has %s states, and a search for the recurrence would take too long",
			enumerate.Grouped(g.States()))
	}
	return g, nil
}

func (f *Family) cut(length int) (*strip, error) {
	b, err := f.Board(length)
	if err != nil {
		return nil, err
	}
	return cut(b)
}

// regular returns how many slices from either end differ from the typical ones, of which the first is number middle.
func (s *strip) regular(typical []slice, middle int) (first, last int) {
	same := func(c int) bool { return s.slices[c].equal(&typical[c%len(typical)]) }
	from, to := middle, middle
	for from > 0 && same(from-1) {
		from--
	}
	for to < len(s.slices) && same(to) {
		to++
	}
	return from, len(s.slices) - to
}

// begin returns the states after the first slices of a strip, with the ways to them.
func (f *Family) begin(s *strip, slices int) map[state]*big.Int {
	root, all := state{values: s.base}, map[state]*big.Int{}
	if f.settle(&root) {
		all[root] = big.NewInt(1)
	}
	for i := range slices {
		all = f.cross(&s.slices[i], all)
	}
	return all
}

// cross returns the states after a slice, with numbers, that come of those before it.
func (f *Family) cross(s *slice, from map[state]*big.Int) map[state]*big.Int {
	for place := range s.choices {
		to := map[state]*big.Int{}
		for x, n := range from {
			f.step(s, place, x, func(next state) {
				if to[next] == nil {
					to[next] = new(big.Int)
				}
				to[next].Add(to[next], n)
			})
		}
		from = to
	}
	return from
}

// ended reports whether solutions count that end in a state.
func (f *Family) ended(x state) bool {
	var values []int64
	for k := range f.sums() {
		values = append(values, int64(x.values[k]))
	}
	return x.covered == [coveredWords]uint64{} && (f.Accept == nil || f.Accept(values))
}

// count returns the number of solutions of a short strip.
func (f *Family) count(n int) (*big.Int, error) {
	s := &strip{} // the empty board
	if n > 0 {
		var err error
		if s, err = f.cut(n); err != nil {
			return nil, err
		}
	}
	sum := new(big.Int)
	for x, n := range f.begin(s, n) {
		if f.ended(x) {
			sum.Add(sum, n)
		}
	}
	return sum, nil
}

// completions returns a function that counts the ways from a state across the last slices to the end of a strip.
func (f *Family) completions(last []slice) func(state) *big.Int {
	if len(last) == 0 {
		return func(x state) *big.Int {
			if f.ended(x) {
				return big.NewInt(1)
			}
			return new(big.Int)
		}
	}
	known, rest := map[state]*big.Int{}, f.completions(last[1:])
	return func(x state) *big.Int {
		if known[x] == nil {
			sum := new(big.Int)
			for next, n := range f.cross(&last[0], map[state]*big.Int{x: big.NewInt(1)}) {
				sum.Add(sum, new(big.Int).Mul(n, rest(next)))
			}
			known[x] = sum
		}
		return known[x]
	}
}

// node is a state before some place in a period.
type node struct {
	place int
	state state
}

// closure is the nodes that come of some, and the edges between them.
type closure struct {
	family  *Family
	typical []slice
	numbers map[node]int32
	nodes   []node
	to      [][]int32 // by node
}

// number returns the number of a node, which may be new.
func (c *closure) number(n node) int32 {
	k, ok := c.numbers[n]
	if !ok {
		k = int32(len(c.nodes))
		c.numbers[n], c.nodes = k, append(c.nodes, n)
	}
	return k
}

func (c *closure) close() error {
	width := len(c.typical[0].choices)
	for at := 0; at < len(c.nodes); at++ {
		if len(c.nodes) > maxNodes {
			return fmt.Errorf("a boundary of the strip has too many states: the graph would have more than %s nodes",
				enumerate.Grouped(maxNodes))
		}
		n := c.nodes[at]
		var to []int32
		c.family.step(&c.typical[n.place/width], n.place%width, n.state, func(x state) {
			to = append(to, c.number(node{(n.place + 1) % (len(c.typical) * width), x}))
		})
		c.to = append(c.to, to)
	}
	return nil
}

// link keeps the nodes that lead to an end, and numbers them by layer.
func (g *Graph) link(c *closure, start map[state]*big.Int, ends []func(state) *big.Int) {
	period, width := len(c.typical), len(c.typical[0].choices)
	back := make([][]int32, len(c.nodes))
	ways := make([]*big.Int, len(c.nodes))
	place := make([]int32, len(c.nodes)) // in its layer, -1 if it leads to no end
	var open []int32
	for k, n := range c.nodes {
		place[k] = -1
		for _, to := range c.to[k] {
			back[to] = append(back[to], int32(k))
		}
		if n.place%width > 0 {
			continue
		}
		if ways[k] = ends[n.place/width](n.state); ways[k].Sign() > 0 {
			place[k], open = 0, append(open, int32(k))
		}
	}
	for len(open) > 0 {
		k := open[len(open)-1]
		open = open[:len(open)-1]
		for _, from := range back[k] {
			if place[from] < 0 {
				place[from], open = 0, append(open, from)
			}
		}
	}
	g.layers, g.ends = make([]layer, period*width), make([][]*big.Int, period)
	members := make([][]int32, len(g.layers)) // nodes by place
	for k, n := range c.nodes {
		if place[k] < 0 {
			continue
		}
		place[k] = int32(len(members[n.place]))
		members[n.place] = append(members[n.place], int32(k))
		if parity := n.place / width; n.place%width == 0 {
			g.ends[parity] = append(g.ends[parity], ways[k])
			if parity == g.first%period {
				ways := start[n.state]
				if ways == nil {
					ways = new(big.Int)
				}
				g.start = append(g.start, ways)
			}
		}
	}
	for at := range g.layers {
		l := &g.layers[at]
		l.next = len(members[(at+1)%len(members)])
		for _, k := range members[at] {
			for _, to := range c.to[k] {
				if place[to] >= 0 {
					l.to = append(l.to, place[to])
				}
			}
			l.ends = append(l.ends, int32(len(l.to)))
		}
	}
}

// States returns the number of states at the boundaries of one period. Each strip too short for the graph counts as a
// state.
func (g *Graph) States() int {
	n := len(g.short)
	for _, ways := range g.ends {
		n += len(ways)
	}
	return n
}

// lanes is the number of primes of one pass.
const lanes = 8

// Terms returns the first n terms modulo primes below 2^61, by prime.
func (g *Graph) Terms(n int, primes []uint64) (terms [][]uint64) {
	for len(primes) > 0 {
		some := primes[:min(lanes, len(primes))]
		primes = primes[len(some):]
		terms = append(terms, g.pass(n, some)...)
	}
	return terms
}

func (g *Graph) pass(n int, primes []uint64) [][]uint64 {
	var p [lanes]uint64
	modulus, rest := new(big.Int), new(big.Int)
	for l := range p {
		p[l] = primes[min(l, len(primes)-1)]
	}
	reduce := func(numbers []*big.Int) (reduced [][lanes]uint64) {
		for _, x := range numbers {
			var r [lanes]uint64
			for l := range p {
				r[l] = rest.Mod(x, modulus.SetUint64(p[l])).Uint64()
			}
			reduced = append(reduced, r)
		}
		return reduced
	}
	terms := make([][]uint64, len(primes))
	put := func(r [lanes]uint64) {
		for l := range terms {
			terms[l] = append(terms[l], r[l])
		}
	}
	for _, r := range reduce(g.short[:min(n, len(g.short))]) {
		put(r)
	}
	var ends [][][lanes]uint64
	for _, ways := range g.ends {
		ends = append(ends, reduce(ways))
	}
	now, spare := reduce(g.start), [][lanes]uint64(nil)
	for slice := g.first; len(terms[0]) < n; slice++ {
		var sum [lanes]uint64
		parity := slice % len(g.ends)
		for i, ways := range ends[parity] {
			for l, x := range now[i] {
				if ways[l] != 0 && x != 0 {
					high, low := bits.Mul64(x, ways[l])
					sum[l] = (sum[l] + bits.Rem64(high, low, p[l])) % p[l]
				}
			}
		}
		put(sum)
		for _, l := range g.slice(parity) {
			now, spare = l.cross(now, spare, &p), now
		}
	}
	return terms
}

// slice returns the layers of the slices of a parity.
func (g *Graph) slice(parity int) []layer {
	width := len(g.layers) / len(g.ends)
	return g.layers[parity*width:][:width]
}

// cross adds up the numbers of the nodes of a place at those that they lead to, in the memory of next.
func (l *layer) cross(now, next [][lanes]uint64, p *[lanes]uint64) [][lanes]uint64 {
	next = slices.Grow(next[:0], l.next)[:l.next]
	clear(next)
	from := int32(0)
	for i, end := range l.ends {
		x := &now[i]
		for _, to := range l.to[from:end] {
			y := &next[to]
			for lane := range y {
				sum := y[lane] + x[lane] - p[lane] // a branch that nobody can predict took twice as long
				y[lane] = sum + p[lane]&uint64(int64(sum)>>63)
			}
		}
		from = end
	}
	return next
}

// Bits returns a number of bits that none of the first n terms has more of.
func (g *Graph) Bits(n int) int {
	most := 1
	for _, a := range g.short {
		most = max(most, a.BitLen())
	}
	float := func(numbers []*big.Int) (list []float64) {
		for _, x := range numbers {
			f, _ := new(big.Float).SetInt(x).Float64()
			list = append(list, f)
		}
		return list
	}
	// The numbers are those of now times 2^scale. Each is rounded, but less than one part of 2^50 a step.
	now, scale := float(g.start), 0
	var ends [][]float64
	for _, ways := range g.ends {
		ends = append(ends, float(ways))
	}
	for slice := g.first; slice < n; slice++ {
		parity, sum, largest := slice%len(g.ends), 0.0, 0.0
		for i, ways := range ends[parity] {
			sum += now[i] * ways
			largest = max(largest, now[i])
		}
		if sum > 0 {
			most = max(most, scale+math.Ilogb(sum)+3)
		}
		if largest > 1<<500 {
			scale += 500
			for i := range now {
				now[i] = math.Ldexp(now[i], -500)
			}
		}
		for _, l := range g.slice(parity) {
			next, from := make([]float64, l.next), int32(0)
			for i, end := range l.ends {
				for _, to := range l.to[from:end] {
					next[to] += now[i]
				}
				from = end
			}
			now = next
		}
	}
	return most
}

// work is about the number of edges that the search for a recurrence passes, modulo all primes.
func (g *Graph) work() float64 {
	edges := 0
	for _, l := range g.layers {
		edges += len(l.to)
	}
	n := 2 * g.States()
	return float64(edges) / float64(len(g.ends)) * float64(n) * float64(1+g.Bits(n)/60)
}
