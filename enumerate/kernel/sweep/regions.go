package sweep

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// regionPlan is the plan of a [enumerate.RegionProblem]. A place is a vertex, which joins some of the
// regions beside it. The frontier is the vertices behind that have neighbours ahead. A state is the
// region of each vertex of the frontier, the weight of each such region, and which of them touch:
// these are different for good. (TdZdd and enumpart keep the same for edges in an order: J. Kawahara,
// T. Horiyama, K. Hotta, S. Minato, Generating all patterns of graph partitions within a disparity
// bound, 2017.)
//
// Squares 3x3 in regions of 3, row by row, after the first four cells. The second region is whole:
//
//	a b b    frontier  a b c are the cells (0,1), (0,2) and (1,0)
//	a . .    regions   b: cannot grow, 0; a: 1, of weight 2, so the frontier is 0 0 1
//
// A region that no vertex ahead can join has the number 0, as nothing ahead depends on which one it is;
// and that two regions touch is forgotten where they are too heavy to be one. In 8x8 squares this
// leaves a third of the states.
type regionPlan struct {
	*enumerate.RegionProblem
	steps    []regionStep
	label    int  // bits of the number of a region
	weight   int  // bits of its weight
	counted  bool // the number of regions that cannot grow is in states
	closed   field
	numbers  []regionNumber
	constant set // slots that are at the same place in all states
}

// regionStep is what happens at the place of a vertex.
type regionStep struct {
	weight   int64
	lightest int64 // weight of the vertices ahead; too much for any region if there are none
	ahead    int64 // sum of these
	behind   int   // vertices of the frontier
	beside   []int // of them, those beside the vertex, by edge
	edges    []int // these edges
	stay     []int // of them, those of the next frontier; the vertex itself may follow
	itself   bool
	last     bool // no vertex is ahead
}

// regionNumber is where states have a [enumerate.RegionNumber]: the count, or a weight and 1, so that 0
// is none so far.
type regionNumber struct {
	field
	number enumerate.RegionNumber
}

const (
	mostRegions = 30 // of a frontier
	mostBeside  = 12 // vertices behind that are beside one
	own         = mostRegions + 1
)

// NewRegionPlan makes the plan of a problem of regions, in which the vertices come in this order and the
// partitions are counted by the given sums.
func NewRegionPlan(p *enumerate.RegionProblem, order []enumerate.Item, filter *Filter, sums ...enumerate.Sum) (*Plan, error) {
	plan := &Plan{options: 2 * len(p.Edges), by: len(sums), steps: make([]step, len(order)+1)}
	if filter != nil {
		sums = slices.Concat(sums, filter.Sums)
		plan.accept = func(values []int64) bool { return filter.Accept(values[plan.by:]) }
	}
	r := &regionPlan{RegionProblem: p}
	plan.regions = r
	all := int64(0)
	for _, w := range p.Weights {
		all += w
	}
	if p.Least <= slices.Min(p.Weights) && p.Most >= all && !slices.ContainsFunc(sums, weighs) {
		// Every weight will do, so states are without.
		r.RegionProblem, all = &enumerate.RegionProblem{Edges: p.Edges, Weights: make([]int64, len(order)), Fewest: p.Fewest, Greatest: p.Greatest}, 0
	}
	frontier, err := r.findSteps(order, plan)
	if err != nil {
		return nil, err
	}
	low, high := r.HowMany(all)
	low, high = max(low, 1), min(high, int64(len(order)))
	plan.impossible = max(low, p.Fewest) > min(high, p.Greatest)
	r.counted = low < p.Fewest || high > p.Greatest
	heaviest := min(r.Most, all)
	r.label, r.weight = bits.Len(uint(frontier)), bits.Len64(uint64(heaviest))
	plan.slots = frontier*(r.label+r.weight) + frontier*(frontier-1)/2
	if r.counted {
		r.closed = r.addField(plan, int64(len(order)))
	}
	for i, s := range sums {
		most, base := int64(0), s.Base
		for e := 0; e < len(s.Values); e += 2 {
			most += int64(max(s.Values[e], s.Values[e+1]))
		}
		if s.Regions != nil {
			if most = int64(len(order)); s.Regions.Number != enumerate.RegionCount {
				most, base = heaviest+1, -1
			}
		}
		f := r.addField(plan, most)
		plan.sums = append(plan.sums, sum{f, base})
		if s.Regions != nil {
			r.numbers = append(r.numbers, regionNumber{f, s.Regions.Number})
		}
		if i < plan.by || s.Regions != nil && s.Regions.Number == enumerate.LeastRegion {
			continue // no cap, or a number that may become less
		}
		switch room := filter.Most[i-plan.by] - base; {
		case room < 0:
			plan.impossible = true
		case uint64(room) < f.mask:
			for at := range order {
				plan.steps[at+1].caps = append(plan.steps[at+1].caps, bound{f, uint64(room)})
			}
		}
	}
	if plan.slots > 64*words-1 {
		return nil, errors.New("a frontier of more than 255 bits")
	}
	for at := range order {
		r.addOptions(plan, at, sums)
	}
	return plan, nil
}

// weighs reports whether a sum depends on the weights of regions.
func weighs(s enumerate.Sum) bool {
	return s.Regions != nil && s.Regions.Number != enumerate.RegionCount
}

// addField gives a number up to most the next slots, the same in all states.
func (r *regionPlan) addField(plan *Plan, most int64) field {
	t := slotNeed{at: plan.slots, width: max(1, bits.Len64(uint64(most)))}
	if t.at>>6 != (t.at+t.width-1)>>6 { // a number does not cross the border of two words
		t.at = (t.at + 63) &^ 63
	}
	plan.slots = t.at + t.width
	for slot := t.at; slot < min(plan.slots, 64*words); slot++ {
		r.constant.add(slot)
	}
	return t.field()
}

// addOptions adds the choices at a place: which of the edges to the vertices behind lie between two
// regions, as bits of the number of a choice.
func (r *regionPlan) addOptions(plan *Plan, at int, sums []enumerate.Sum) {
	edges := r.steps[at].edges
	for number := range 1 << len(edges) {
		var x option
		for k, e := range edges {
			id := enumerate.OptionID(2*e + number>>k&1)
			x.more = append(x.more, id)
			for i, s := range sums {
				if s.Values != nil {
					f := plan.sums[i]
					x.gain[f.word] += uint64(s.Values[id]) << f.shift
				}
			}
		}
		plan.steps[at].options = append(plan.steps[at].options, x)
	}
}

// findSteps makes the steps and returns the greatest number of vertices of a frontier.
func (r *regionPlan) findSteps(order []enumerate.Item, plan *Plan) (frontier int, err error) {
	place, last := make([]int, len(order)), make([]int, len(order)) // by vertex
	for at, v := range order {
		place[v], last[v] = at, at
	}
	for _, e := range r.Edges {
		x, y := e[0], e[1]
		last[x], last[y] = max(last[x], place[y]), max(last[y], place[x])
		plan.shape += enumerate.Mix(uint64(min(place[x], place[y]))<<32 | uint64(max(place[x], place[y])))
	}
	var behind []enumerate.Item
	for at, v := range order {
		s := regionStep{weight: r.Weights[v], lightest: math.MaxInt64 / 2, behind: len(behind), last: at == len(order)-1}
		plan.shape += enumerate.Mix(uint64(at)<<40 ^ uint64(s.weight))
		for _, w := range order[at+1:] {
			s.ahead += r.Weights[w]
			s.lightest = min(s.lightest, r.Weights[w])
		}
		for e, ends := range r.Edges {
			for k, x := range ends {
				if i := slices.Index(behind, enumerate.Item(ends[1-k])); enumerate.Item(x) == v && i >= 0 {
					s.beside, s.edges = append(s.beside, i), append(s.edges, e)
				}
			}
		}
		if len(s.beside) > mostBeside {
			return 0, errors.New("a vertex with more than 12 neighbours before it")
		}
		var next []enumerate.Item
		for i, w := range behind {
			if last[w] > at {
				s.stay, next = append(s.stay, i), append(next, w)
			}
		}
		if s.itself = last[v] > at; s.itself {
			next = append(next, v)
		}
		behind, frontier = next, max(frontier, len(next))
		r.steps = append(r.steps, s)
	}
	if frontier > mostRegions {
		return 0, errors.New("a frontier of more than 30 vertices")
	}
	return frontier, nil
}

// frontier is the part of a state that says where the regions of the vertices behind are.
type frontier struct {
	label  [mostRegions]uint8 // by vertex: its region, from 1; 0 cannot grow
	weight [own + 1]int64     // by region
	apart  [own + 1]uint32    // by region: those that it may not join, as bits
	count  uint8              // of regions
	near   uint32             // regions beside the vertex at hand, as bits
	rest   int64              // weight that is in no region that cannot grow
}

// frontierOf reads a state at a place.
func frontierOf[K key](r *regionPlan, s *regionStep, k K) (f frontier) {
	at := 0
	for i := range s.behind {
		f.label[i] = uint8(bitsAt(k, at, r.label))
		f.count, at = max(f.count, f.label[i]), at+r.label
	}
	f.rest = s.weight + s.ahead
	for c := uint8(1); c <= f.count; c++ {
		f.weight[c] = int64(bitsAt(k, at, r.weight))
		f.rest, at = f.rest+f.weight[c], at+r.weight
	}
	for c := uint8(2); c <= f.count; c++ {
		row := uint32(bitsAt(k, at, int(c-1))) << 1
		at += int(c - 1)
		for f.apart[c] |= row; row != 0; row &= row - 1 {
			f.apart[bits.TrailingZeros32(row)] |= 1 << c
		}
	}
	for _, i := range s.beside {
		f.near |= 1 << f.label[i]
	}
	f.near &^= 1
	return f
}

// divide lets the vertex at place p join each set of the regions beside it, as [pass.children] tries
// options.
func (a *pass[K]) divide(p int, from K, found []child[K]) (children []child[K], edges int64) {
	s := &a.plan.regions.steps[p]
	f := frontierOf(a.plan.regions, s, from)
	from = both(from, clip[K](a.plan.regions.constant))
	found = found[:0]
	for joined := f.near; ; joined = (joined - 1) & f.near {
		if f.unite(a.plan.regions, s, joined) {
			edges++
			choice := int32(0)
			for k, i := range s.beside {
				if joined>>f.label[i]&1 == 0 {
					choice |= 1 << k
				}
			}
			if to, ok := advanced(a.plan.regions, s, &f, joined, from); ok {
				to = with(to, to, a.steps[p].choices[choice].gain)
				if !a.capped || !a.above(p+1, to) {
					found = append(found, child[K]{to, int32(p + 1), choice})
				}
			}
		}
		if joined == 0 {
			return found, edges
		}
	}
}

// unite makes the region of the vertex at hand of some of those beside it. It reports whether they may be one.
func (f *frontier) unite(r *regionPlan, s *regionStep, joined uint32) bool {
	weight, apart := s.weight, f.near&^joined
	for open := joined; open != 0; open &= open - 1 {
		c := bits.TrailingZeros32(open)
		if f.apart[c]&joined != 0 {
			return false
		}
		weight += f.weight[c]
		apart |= f.apart[c]
	}
	f.weight[own], f.apart[own] = weight, apart
	return weight <= r.Most
}

// advanced returns the state behind a vertex that has joined some regions, without what the choice adds to
// sums. k has the numbers that all states have.
func advanced[K key](r *regionPlan, s *regionStep, f *frontier, joined uint32, k K) (to K, ok bool) {
	var number [own + 1]uint8 // of the regions, in the new state
	var region [own + 1]uint8 // by number
	count, at := uint8(0), 0
	put := func(c uint8) {
		if joined>>c&1 != 0 {
			c = own
		}
		if number[c] == 0 && c != 0 && f.weight[c]+s.lightest <= r.Most {
			count++
			number[c], region[count] = count, c
		}
		k = withBits(k, at, r.label, uint64(number[c]))
		at += r.label
	}
	for _, i := range s.stay {
		put(f.label[i])
	}
	if s.itself {
		put(own)
	}
	rest, closed, least, greatest := f.rest, int64(0), int64(math.MaxInt64), int64(0)
	for c := uint8(1); c <= own; c++ {
		if c == f.count+1 {
			c = own
		}
		if joined>>c&1 != 0 || number[c] != 0 {
			continue
		}
		if f.weight[c] < r.Least {
			return k, false
		}
		closed++
		rest -= f.weight[c]
		least, greatest = min(least, f.weight[c]), max(greatest, f.weight[c])
	}
	low, high := r.HowMany(rest)
	if count > 0 || !s.last {
		low = max(low, 1)
	} else {
		high = 0
	}
	if r.counted {
		k[r.closed.word] += uint64(closed) << r.closed.shift
		all := int64(k[r.closed.word] >> r.closed.shift & r.closed.mask)
		low, high = max(low, r.Fewest-all), min(high, r.Greatest-all)
	}
	if low > high {
		return k, false
	}
	for c := uint8(1); c <= count; c++ {
		k = withBits(k, at, r.weight, uint64(f.weight[region[c]]))
		at += r.weight
	}
	for c := uint8(2); c <= count; c++ {
		row := uint64(0)
		x := region[c]
		for d := uint8(1); d < c; d++ {
			y := region[d]
			apart := f.apart[x] >> y
			if x == own || y == own { // it is known of own alone
				apart = f.apart[own] >> (x ^ y ^ own)
			}
			if apart&1 != 0 && f.weight[x]+f.weight[y] <= r.Most {
				row |= 1 << (d - 1)
			}
		}
		k = withBits(k, at, int(c-1), row)
		at += int(c - 1)
	}
	if closed > 0 {
		for _, n := range r.numbers {
			x := int64(k[n.word] >> n.shift & n.mask)
			switch {
			case n.number == enumerate.RegionCount:
				x += closed
			case n.number == enumerate.GreatestRegion:
				x = max(x, greatest+1)
			case x == 0 || least < x-1:
				x = least + 1
			}
			k[n.word] = k[n.word]&^(n.mask<<n.shift) | uint64(x)<<n.shift
		}
	}
	return k, true
}

func bitsAt[K key](k K, at, width int) uint64 {
	w, shift := at>>6, at&63
	x := k[w] >> shift
	if shift+width > 64 {
		x |= k[w+1] << (64 - shift)
	}
	return x & (1<<width - 1)
}

func withBits[K key](k K, at, width int, x uint64) K {
	w, shift := at>>6, at&63
	k[w] |= x << shift
	if shift+width > 64 {
		k[w+1] |= x >> (64 - shift)
	}
	return k
}
