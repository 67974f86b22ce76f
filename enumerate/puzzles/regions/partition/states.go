package partition

import (
	"math"
	"math/bits"
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// frontier is the part of a state that says where the regions of the vertices behind are.
type frontier struct {
	label  [mostRegions]uint8       // by vertex: its region, from 1; 0 cannot grow
	weight [vertexRegion + 1]int64  // by region; vertexRegion is that of the vertex at hand
	apart  [vertexRegion + 1]uint32 // by region: those that it may not join, as bits
	count  uint8                    // of regions
	same   uint32                   // vertexRegion, and those that can only be one with it, as bits
	across int64                    // weight of those that can only be the other of two regions
	rest   int64                    // weight that is in no region that cannot grow
	marks  marks
	second bool // all that is left is the second of two regions; weights are 0
}

// division is the way on from a state.
type division[K sweep.Key] struct {
	*spec[K]
	place int
	found []sweep.Child[K]
	edges int64    // options that fit
	next  frontier // behind the last vertex of the place
}

// spec is a plan with keys of some width.
type spec[K sweep.Key] struct {
	*plan
	constant K
	gains    [][]K // by place and choice: what it adds to the values of sums
	merged   bool  // images of a state are one state
}

func specOf[K sweep.Key](r *plan) func(merged bool, _ []sweep.Lists) sweep.Spec[K] {
	whole := sync.OnceValue(func() *spec[K] { return newSpec[K](r) })
	return func(merged bool, _ []sweep.Lists) sweep.Spec[K] {
		a := *whole()
		a.merged = merged && r.mirrors != nil
		return &a
	}
}

func newSpec[K sweep.Key](r *plan) *spec[K] {
	a := &spec[K]{plan: r, gains: make([][]K, len(r.options))}
	for _, c := range r.constant {
		a.constant[c.Word] |= c.Mask << c.Shift
	}
	for p, choices := range r.options {
		a.gains[p] = make([]K, len(choices))
		for c, options := range choices {
			for _, o := range options {
				a.gains[p][c] = plus(a.gains[p][c], sweep.Gain[K](r.tally, o))
			}
		}
	}
	return a
}

// plus adds to the numbers of a state.
func plus[K sweep.Key](k, gain K) K {
	for w := range len(k) {
		k[w] += gain[w]
	}
	return k
}

// Options implements [sweep.Spec].
func (a *spec[K]) Options(dst []enumerate.OptionID, place, choice int) []enumerate.OptionID {
	return append(dst, a.options[place][choice]...)
}

// Children implements [sweep.Spec]: the vertices at place p join each set of the regions beside them.
func (a *spec[K]) Children(p int, from K, found []sweep.Child[K]) (children []sweep.Child[K], nodes int64) {
	d := division[K]{spec: a, place: p, found: found}
	r, f := a.plan, new(frontier)
	read(r, p, from, f)
	s := &r.steps[p][0]
	f.rest = s.weight + s.ahead + f.sum(1<<(f.count+1)-2, r.two)
	f.second = r.two && r.closed.Of(from[r.closed.Word]) == 2
	for w := range len(from) {
		from[w] &= a.constant[w]
	}
	d.join(0, f, from, 0, 0)
	return d.found, d.edges
}

// join lets the vertex of a step join regions, and those of the steps after it. k has the numbers that all
// states have; within and between are the edges that were decided at this place.
func (d *division[K]) join(at int, f *frontier, k K, within, between int32) {
	r := d.plan
	steps := r.steps[d.place]
	s, next := &steps[at], &d.next
	last := at == len(steps)-1
	if !last {
		next = new(frontier)
	}
	near := uint32(0) // regions beside the vertex
	for _, i := range s.beside {
		near |= 1 << f.label[i]
	}
	near &^= 1
	light := f.light(r, s)
	for joined := near; ; joined = (joined - 1) & near {
		in, out := within, between
		for k, i := range s.beside {
			if joined>>f.label[i]&1 == 0 {
				out |= s.choice[k]
			} else {
				in |= s.choice[k]
			}
		}
		if in&out == 0 && f.unite(r, s, joined, near) {
			if last {
				d.edges++
			}
			if light&^joined == 0 {
				switch to, ok := advanced(r, s, f, next, joined, k); {
				case ok && last:
					d.add(to, out)
				case ok:
					d.join(at+1, next, to, in, out)
				}
			}
		}
		if joined == 0 {
			return
		}
	}
}

// add adds the state of the next frontier, to which a choice leads. k has the numbers that all states have.
func (d *division[K]) add(k K, choice int32) {
	to := stateOf(d.plan, d.place+1, &d.next, k)
	if d.merged && len(d.mirrors[d.place+1]) > 0 {
		to = leastOf(d.plan, d.place+1, &d.next, k, to)
	}
	if to = plus(to, d.gains[d.place][choice]); !sweep.Above(d.tally, d.place+1, to) {
		d.found = append(d.found, sweep.Child[K]{Key: to, Place: int32(d.place + 1), Choice: choice})
	}
}

// light returns the regions that end at a step unless the vertex joins them, and are too light for that.
func (f *frontier) light(r *plan, s *step) (light uint32) {
	if f.second {
		return 0
	}
	ends := uint32(2)<<f.count - 2
	for _, i := range s.stay {
		ends &^= 1 << f.label[i]
	}
	for ; ends != 0; ends &= ends - 1 {
		if c := bits.TrailingZeros32(ends); f.weight[c] < r.Least {
			light |= 1 << c
		}
	}
	return light
}

// sum is the weight of some regions. Of two regions, all parts of one have its weight.
func (f *frontier) sum(regions uint32, two bool) (weight int64) {
	for regions != 0 {
		c := bits.TrailingZeros32(regions)
		regions &= regions - 1
		if weight += f.weight[c]; two {
			regions &^= f.apartFrom(f.apart[c])
		}
	}
	return weight
}

// apartFrom returns the regions that are apart from some of these.
func (f *frontier) apartFrom(regions uint32) (apart uint32) {
	for ; regions != 0; regions &= regions - 1 {
		apart |= f.apart[bits.TrailingZeros32(regions)]
	}
	return apart
}

// unite makes the region of the vertex at hand of some of those near it. It reports whether they may be one.
func (f *frontier) unite(r *plan, s *step, joined, near uint32) bool {
	f.same, f.weight[vertexRegion], f.apart[vertexRegion] = 1<<vertexRegion, 0, 0
	apart := f.apartFrom(joined) | f.marks.rivals(r.lists, s.vertex)
	if apart&joined != 0 {
		return false
	}
	same := joined
	switch apart |= near &^ joined; {
	case f.second:
		return joined == near && apart == 0
	case r.two:
		for range 2 {
			apart |= f.apartFrom(same)
			same |= f.apartFrom(apart)
		}
		if same&apart != 0 {
			return false
		}
		f.across = f.sum(apart, true)
	}
	f.weight[vertexRegion], f.apart[vertexRegion], f.same = s.weight+
		f.sum(same, r.two), apart, same&^joined|1<<vertexRegion
	return f.weight[vertexRegion] <= r.Most && f.across <= r.Most
}

// weightOf is the weight of a region with the vertex at hand.
func (f *frontier) weightOf(c uint8, two bool) int64 {
	switch {
	case two && f.same>>c&1 != 0:
		return f.weight[vertexRegion]
	case two && f.apart[vertexRegion]>>c&1 != 0:
		return f.across
	}
	return f.weight[c]
}

// allApart returns the regions that are apart from one of them or from the vertex at hand.
func (f *frontier) allApart(c uint8) uint32 {
	apart := f.apart[c]
	if f.same>>c&1 != 0 {
		apart |= f.apart[vertexRegion]
	}
	if f.apart[vertexRegion]>>c&1 != 0 {
		apart |= f.same
	}
	return apart
}

// whole reports whether a region of two has no other part.
func (f *frontier) whole(c uint8) bool {
	parts := f.apartFrom(f.apart[c])
	switch {
	case f.same>>c&1 != 0:
		parts = f.same
	case f.apart[vertexRegion]>>c&1 != 0:
		parts = f.apart[vertexRegion]
	}
	return parts&^(1<<c) == 0
}

// advanced makes the frontier behind a vertex that has joined some regions, and changes the numbers that all states
// have, but for what the choice adds to sums.
func advanced[K sweep.Key](r *plan, s *step, f, next *frontier, joined uint32, k K) (to K, ok bool) {
	var number [vertexRegion + 1]uint8                   // of the regions, in the new state
	var region [vertexRegion + 1]uint8                   // by number
	var members [vertexRegion + 1]uint32                 // by number: its vertices of the next frontier, as bits
	gone := (2<<f.count - 2 | 1<<vertexRegion) &^ joined // regions that cannot grow any more
	put := func(i int, c uint8) {
		if joined>>c&1 != 0 {
			c = vertexRegion
		}
		if number[c] == 0 && c != 0 && f.weight[c]+s.lightest <= r.Most {
			next.count++
			number[c], region[next.count] = next.count, c
			gone &^= 1 << c
		}
		next.label[i] = number[c]
		members[number[c]] |= 1 << i
	}
	next.count = 0
	for i, from := range s.stay {
		put(i, f.label[from])
	}
	if s.itself {
		put(len(s.stay), vertexRegion)
	}
	if !f.mark(r, s, next, joined, gone, &number) {
		return k, false
	}
	var closed, least, greatest int64
	if r.two {
		closed, least, greatest, ok = f.endOfTwo(r, s, next, gone)
	} else {
		closed, least, greatest, ok = f.end(r, next, gone)
	}
	if !ok || !f.goOn(r, s, next, &number, &region, &members) {
		return k, false
	}
	if closed > 0 { // else the rest may be divided as before
		open := !next.second && (next.count > 0 || !s.last)
		if k, ok = ended(r, k, closed, least, greatest, next.rest, open); !ok {
			return k, false
		}
	}
	return k, len(next.marks) == 0 || next.joinable(r)
}

// end ends the regions that are gone: how many, the least weight and the greatest. It reports whether they may end.
func (f *frontier) end(r *plan, next *frontier, gone uint32) (closed, least, greatest int64, ok bool) {
	next.rest, least = f.rest, math.MaxInt64
	for ; gone != 0; gone &= gone - 1 {
		weight := f.weight[bits.TrailingZeros32(gone)]
		if weight < r.Least {
			return 0, 0, 0, false
		}
		closed++
		next.rest -= weight
		least, greatest = min(least, weight), max(greatest, weight)
	}
	return closed, least, greatest, true
}

// endOfTwo does what end does, where there are at most two regions. With the first, the second is known: all that is
// left.
func (f *frontier) endOfTwo(r *plan, s *step, next *frontier, gone uint32) (closed, least, greatest int64, ok bool) {
	if next.second = f.second; f.second {
		next.rest = 0
		return 0, 0, 0, gone == 0 || s.last && gone == 1<<vertexRegion
	}
	for parts := gone; parts != 0; parts &= parts - 1 {
		if !f.whole(uint8(bits.TrailingZeros32(parts))) {
			return 0, 0, 0, false
		}
	}
	closed, least, greatest, ok = f.end(r, next, gone)
	if !ok || closed != 1 || next.count == 0 && s.last {
		return closed, least, greatest, ok
	}
	least, greatest = min(least, next.rest), max(greatest, next.rest)
	next.rest, next.second = 0, true
	return 2, least, greatest, least >= r.Least && greatest <= r.Most
}

// goOn enters the weights of the regions that go on, and which of them are apart. It reports whether that is possible.
// The regions have a number in the next frontier, and some vertices of it as members.
func (f *frontier) goOn(r *plan, s *step, next *frontier, number, region *[vertexRegion + 1]uint8,
	members *[vertexRegion + 1]uint32) bool {
	for c := uint8(1); c <= next.count; c++ {
		if next.weight[c], next.apart[c] = f.weightOf(region[c], r.two), 0; next.second {
			next.weight[c] = 0
		}
		for apart := f.allApart(region[c]); apart != 0; apart &= apart - 1 {
			d := number[bits.TrailingZeros32(apart)]
			if d == 0 || d >= c || !r.two && next.weight[c]+next.weight[d]+s.between(members[c], members[d]) > r.Most {
				continue
			}
			if next.second {
				return false
			}
			next.apart[c] |= 1 << d
			next.apart[d] |= 1 << c
		}
	}
	return true
}

// ended enters regions that ended into the numbers of a state: how many, the least weight and the greatest. It reports
// whether the rest of the weight may be divided. There are vertices ahead, or regions that can grow, if it is open.
func ended[K sweep.Key](r *plan, k K, closed, least, greatest, rest int64, open bool) (K, bool) {
	low, high := r.HowMany(rest)
	if open {
		low = max(low, 1)
	} else {
		high = 0
	}
	if r.counted {
		k[r.closed.Word] += uint64(closed) << r.closed.Shift
		all := int64(r.closed.Of(k[r.closed.Word]))
		low, high = max(low, r.Fewest-all), min(high, r.Greatest-all)
	}
	return record(r, k, closed, least, greatest), low <= high
}

// between returns the least weight of vertices ahead in a region that has some vertices of the next frontier, and
// others that are in another region so far.
func (s *step) between(some, others uint32) (least int64) {
	if least = s.lightest; s.apart == nil {
		return least
	}
	for least = far; some != 0; some &= some - 1 {
		from := s.apart[bits.TrailingZeros32(some)]
		for to := others; to != 0; to &= to - 1 {
			least = min(least, from[bits.TrailingZeros32(to)])
		}
	}
	return least
}

// mark makes the marks of the next frontier, of regions with these numbers; gone cannot grow. It reports whether the
// lists together may still be in one region each.
func (f *frontier) mark(r *plan, s *step, next *frontier, joined, gone uint32, number *[vertexRegion + 1]uint8) bool {
	if len(f.marks) == 0 {
		return true
	}
	next.marks = append(next.marks[:0], f.marks...)
	for k, all := range f.marks {
		if all&joined != 0 {
			next.marks[k] = all&^joined | 1<<vertexRegion
		}
	}
	next.marks.enter(r.lists, s.vertex, vertexRegion)
	if !next.marks.end(r.lists, gone, s.lists) {
		return false
	}
	for k, all := range next.marks {
		next.marks[k] = 0
		for ; all != 0; all &= all - 1 {
			next.marks[k] |= 1 << number[bits.TrailingZeros32(all)]
		}
	}
	return true
}

// joinable reports whether regions with vertices of a list together may become one.
func (f *frontier) joinable(r *plan) bool {
	for _, all := range f.marks[:r.lists.together] {
		weight := int64(0)
		for left := all; left != 0; left &= left - 1 {
			c := bits.TrailingZeros32(left)
			weight += f.weight[c]
			if f.apart[c]&all != 0 || weight > r.Most && !r.two {
				return false
			}
		}
	}
	return true
}

// record enters regions that ended into the numbers of a state: how many, the least weight and the greatest.
func record[K sweep.Key](r *plan, k K, closed, least, greatest int64) K {
	for _, n := range r.numbers {
		x := int64(n.Of(k[n.Word]))
		switch {
		case n.number == regionCount:
			x += closed
		case n.number == greatestWeight:
			x = max(x, greatest+1)
		case x == 0 || least < x-1:
			x = least + 1
		}
		k[n.Word] = k[n.Word]&^(n.Mask<<n.Shift) | uint64(x)<<n.Shift
	}
	return k
}

// regionImages returns where each symmetry takes the regions of a frontier at place p.
func (r *plan) regionImages(p int, f *frontier) (images [][vertexRegion + 1]uint8) {
	for _, image := range r.images[p] {
		var to [vertexRegion + 1]uint8
		for i, j := range image {
			to[f.label[i]] = f.label[j]
		}
		images = append(images, to)
	}
	return images
}

// leastImage returns the least number of the images of a region.
func leastImage(images [][vertexRegion + 1]uint8, c uint8) uint8 {
	least := c
	for i := range images {
		least = min(least, images[i][c])
	}
	return least
}
