package partition

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/symmetry"
)

// plan is how a sweep goes through the partitions of a [Problem]. A place is a vertex, which joins some of the
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
//
// Of partitions into two regions, those that touch the same one are parts of one region, and each of them
// has the weight of all. So 8x8 squares have 7,157,114,189 pairs of halves in 3 million nodes.
//
// Where only partitions count that some symmetries map to themselves, a place is an orbit of vertices, and the
// edges of an orbit are decided together. So the frontier is symmetric, and its regions are those of the whole
// graph; of the images of a region, the state has the weight of one.
type plan struct {
	*Problem
	steps     [][]step           // by place: of its vertices
	images    [][][]int          // by place, and by symmetry: where it takes each vertex of the frontier
	frontiers [][]enumerate.Item // by place: the vertices
	// by place: likewise for symmetries of the vertices behind; images of a state there are one state
	mirrors  [][][]int
	two      bool // there are at most two regions
	label    int  // bits of the number of a region
	weight   int  // bits of its weight
	counted  bool // the number of regions that cannot grow is in states
	closed   sweep.Field
	marked   sweep.Field // of a forest: whether an edge is marked
	heaviest int64       // weight of a region, at most
	// impossible says that there is no partition.
	impossible bool
	numbers    []regionNumber
	constant   []sweep.Field            // the numbers that are at the same place in all states
	bits       int                      // of a key
	options    [][][]enumerate.OptionID // by place and choice
	tally      *sweep.Tally
	lists      *lists
}

// step is what happens when a vertex joins regions.
type step struct {
	vertex   int32
	weight   int64
	lightest int64   // weight of the vertices ahead; too much for any region if there are none
	ahead    int64   // sum of these
	behind   int     // vertices of the frontier
	beside   []int   // of them, those beside the vertex, by edge
	choice   []int32 // by edge: the bit of its orbit in the number of a choice
	stay     []int   // of the frontier, those of the next one; the vertex itself may follow
	itself   bool
	last     bool      // no vertex is ahead
	apart    [][]int64 // of two vertices of the next frontier: see distances
	lists    []bool    // that have vertices ahead
}

// regionNumber is where states have a [number]: the count, or a weight and 1, so that 0
// is none so far.
type regionNumber struct {
	sweep.Field
	number
}

const (
	mostRegions  = 30              // of a frontier
	mostChoices  = 12              // edges, or orbits of edges, at a place
	vertexRegion = mostRegions + 1 // the number of that of the vertex at hand
)

// Plan makes the plan of a sweep in which the vertices come in this order and the partitions are counted by the given
// sums. If q is not nil, the partitions are those that each of its symmetries maps to itself. The options are those of
// the quotient by it, then: two of each orbit of edges.
func (p *Problem) Plan(q *symmetry.Quotient, order []enumerate.Item, filter *sweep.Filter,
	sums ...enumerate.Sum) (*sweep.Plan, error) {
	var fixing [][]int32
	if q != nil {
		fixing = p.generated(q.Elements)
	}
	r := &plan{Problem: p, lists: listsOf(p, true), tally: sweep.NewTally(filter, sums)}
	sums = r.tally.Sums
	all := p.total()
	if p.Least <= slices.Min(p.Weights) && p.Most >= all && !slices.ContainsFunc(sums, weighs) {
		// Every weight will do, so states are without.
		r.Problem, all = &Problem{Edges: p.Edges, Weights: make([]int64, len(order)), Fewest: p.Fewest,
			Greatest: p.Greatest, Together: p.Together, Apart: p.Apart}, 0
	}
	out := &sweep.Plan{Values: true}
	frontiers, choices, err := r.findSteps(order, fixing, out)
	if err != nil {
		return nil, err
	}
	r.bound(all)
	r.counted = r.counted || r.two
	r.findSlots(frontiers)
	if err := r.addNumbers(out, false); err != nil {
		return nil, err
	}
	for at := range r.steps {
		r.addOptions(choices[at])
	}
	if fixing == nil && r.lists.count == 0 {
		r.addMirrors(p, order, sums)
	}
	out.Places = len(r.steps)
	out.Specs = sweep.Specs{Of1: specOf[[1]uint64](r), Of2: specOf[[2]uint64](r), Of4: specOf[[4]uint64](r),
		Of8: specOf[[8]uint64](r), Of16: specOf[[16]uint64](r)}
	return out, nil
}

// total is the weight of all vertices.
func (p *Problem) total() (all int64) {
	for _, w := range p.Weights {
		all += w
	}
	return all
}

// bound finds the greatest weight that a region may have, of that of all, and what is known of the number of regions.
func (r *plan) bound(all int64) {
	low, high := r.HowMany(all)
	low, high = max(low, 1), min(high, int64(len(r.Weights)))
	r.impossible = max(low, r.Fewest) > min(high, r.Greatest)
	r.two = min(high, r.Greatest) <= 2
	r.counted = low < r.Fewest || high > r.Greatest
	r.heaviest = min(r.Most, all)
}

// addNumbers adds the numbers that all states have: how many regions have ended, whether an edge is marked, and the
// values of the sums.
func (r *plan) addNumbers(out *sweep.Plan, marks bool) error {
	if r.counted {
		r.closed = r.addField(int64(len(r.Weights)))
	}
	if marks {
		r.marked = r.addField(1)
	}
	for _, s := range r.tally.Sums {
		r.impossible = !r.addSum(s) || r.impossible
	}
	out.Impossible, out.Bits, out.Tally = r.impossible, r.bits, r.tally
	return sweep.Fits(r.bits)
}

// addSum adds the next sum. It reports whether the filter lets any value of it count.
func (r *plan) addSum(s enumerate.Sum) (possible bool) {
	most, base := int64(0), s.Base
	for e := 0; e < len(s.Values); e += 2 {
		most += int64(max(s.Values[e], s.Values[e+1]))
	}
	own, ofRegions := s.Own.(*numberSum)
	if ofRegions {
		if most = int64(len(r.Weights)); own.number != regionCount {
			most, base = r.heaviest+1, -1
		}
	}
	f := r.addField(most)
	if ofRegions {
		r.numbers = append(r.numbers, regionNumber{f, own.number})
	}
	return r.tally.Place(f, base, 0, !ofRegions || own.number != leastWeight)
}

// weighs reports whether a sum depends on the weights of regions.
func weighs(s enumerate.Sum) bool {
	own, ok := s.Own.(*numberSum)
	return ok && own.number != regionCount
}

// addField gives a number up to most the next bits, the same in all states.
func (r *plan) addField(most int64) sweep.Field {
	width := max(1, bits.Len64(uint64(most)))
	if r.bits>>6 != (r.bits+width-1)>>6 { // a number does not cross the border of two words
		r.bits = (r.bits + 63) &^ 63
	}
	f := sweep.Field{Word: r.bits >> 6, Shift: r.bits & 63, Mask: 1<<width - 1}
	r.bits += width
	r.constant = append(r.constant, f)
	return f
}

// addOptions adds the choices at a place: which of these orbits of edges lie between regions, as bits of the
// number of a choice.
func (r *plan) addOptions(orbits []int32) {
	options := make([][]enumerate.OptionID, 1<<len(orbits))
	for number := range options {
		for k, e := range orbits {
			options[number] = append(options[number], enumerate.OptionID(2*int(e)+number>>k&1))
		}
	}
	r.options = append(r.options, options)
}

// findSlots finds how many bits the numbers and weights of regions have, and the slots of states without what
// all have. frontiers are the sizes of the orbits of each frontier, the largest first: as many orbits
// of regions may there be, as large.
func (r *plan) findSlots(frontiers [][]int) {
	widest := 0
	for _, orbits := range frontiers {
		n := 0
		for _, size := range orbits {
			n += size
		}
		widest = max(widest, n)
	}
	r.label, r.weight = bits.Len(uint(widest)), bits.Len64(uint64(r.heaviest))
	for p, orbits := range frontiers {
		n, pairs := 0, 0
		for _, size := range orbits {
			n += size
			pairs += n - 1
		}
		r.bits = max(r.bits, n*r.label+len(orbits)*r.weight+pairs+n*len(r.lists.stored[p]))
	}
}

// edgeOrbits numbers the orbits of edges, as the quotient does.
func (r *plan) edgeOrbits(fixing [][]int32) (orbit []int32, count int32) {
	orbit = slices.Repeat([]int32{-1}, len(r.Edges))
	for e, ends := range r.Edges {
		if orbit[e] >= 0 {
			continue
		}
		orbit[e] = count
		for _, image := range fixing {
			orbit[r.Edge(image[ends[0]], image[ends[1]])] = count
		}
		count++
	}
	return orbit, count
}

// findSteps makes the steps. It returns the sizes of the orbits of each frontier, and the orbits of edges that are
// decided at each place.
func (r *plan) findSteps(order []enumerate.Item, fixing [][]int32,
	out *sweep.Plan) (frontiers [][]int, choices [][]int32, err error) {
	orbit, count := r.edgeOrbits(fixing)
	out.Options = 2 * int(count)
	vertices, number, first := byOrbit(order, fixing)
	last := slices.Clone(number) // by vertex: of the last step that needs it
	for _, e := range r.Edges {
		x, y := e[0], e[1]
		last[x], last[y] = max(last[x], number[y]), max(last[y], number[x])
		out.Shape += enumerate.Mix(uint64(min(number[x], number[y]))<<32 | uint64(max(number[x], number[y])))
	}
	var behind []enumerate.Item
	d := newDistances(r.Problem)
	for at, v := range vertices {
		if first[v] {
			r.steps, choices = append(r.steps, nil), append(choices, nil)
			frontiers = append(frontiers, r.addImages(behind, fixing))
			r.frontiers = append(r.frontiers, slices.Clone(behind))
			r.lists.store(vertices[:at], vertices[at:])
		}
		p := len(r.steps) - 1
		s := step{vertex: int32(v), weight: r.Weights[v], lightest: math.MaxInt64 / 2, behind: len(behind),
			last: at == len(order)-1, lists: r.lists.ahead(vertices[at+1:])}
		out.Shape += enumerate.Mix(uint64(at)<<40 ^ uint64(s.weight))
		for _, k := range r.lists.of[v] {
			out.Shape += enumerate.Mix(^(uint64(k)<<40 ^ uint64(at)))
		}
		for _, w := range vertices[at+1:] {
			s.ahead += r.Weights[w]
			s.lightest = min(s.lightest, r.Weights[w])
		}
		choices[p] = r.findBeside(&s, behind, orbit, choices[p])
		if len(choices[p]) > mostChoices {
			return nil, nil, errors.New("a vertex with more than 12 neighbours before it")
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
		if behind = next; len(behind) > mostRegions {
			return nil, nil, errors.New("a frontier of more than 30 vertices")
		}
		s.apart = d.between(behind, v)
		r.steps[p] = append(r.steps[p], s)
	}
	r.addImages(nil, nil)
	r.lists.store(nil, nil)
	return frontiers, choices, nil
}

// byOrbit returns the vertices in the order of steps, where those of an orbit follow each other; and, by vertex, the
// number of its step, and whether it is the first of an orbit.
func byOrbit(order []enumerate.Item, fixing [][]int32) (vertices []enumerate.Item, number []int, first []bool) {
	number, first = slices.Repeat([]int{-1}, len(order)), make([]bool, len(order))
	for _, v := range order {
		first[v] = number[v] < 0
		for _, image := range append([][]int32{nil}, fixing...) {
			w := v
			if image != nil {
				w = enumerate.Item(image[v])
			}
			if number[w] < 0 {
				number[w], vertices = len(vertices), append(vertices, w)
			}
		}
	}
	return vertices, number, first
}

// findBeside finds the vertices of the frontier beside that of a step. orbit is by edge. To the orbits of edges that
// are decided at the place it adds those of the edges to these vertices.
func (r *plan) findBeside(s *step, frontier []enumerate.Item, orbit, decided []int32) []int32 {
	for e, ends := range r.Edges {
		for k, x := range ends {
			if i := slices.Index(frontier, enumerate.Item(ends[1-k])); x == s.vertex && i >= 0 {
				c := slices.Index(decided, orbit[e])
				if c < 0 {
					c, decided = len(decided), append(decided, orbit[e])
				}
				s.beside, s.choice = append(s.beside, i), append(s.choice, 1<<c)
			}
		}
	}
	return decided
}

// addImages adds the images of the frontier at the next place, and returns the sizes of its orbits, the largest first.
func (r *plan) addImages(behind []enumerate.Item, fixing [][]int32) (orbits []int) {
	var images [][]int
	for _, fixed := range fixing[min(1, len(fixing)):] {
		image := make([]int, len(behind))
		for i, v := range behind {
			image[i] = slices.Index(behind, enumerate.Item(fixed[v]))
		}
		images = append(images, image)
	}
	r.images = append(r.images, images)
	for i := range behind {
		orbit := map[int]bool{i: true}
		least := i
		for _, image := range images {
			orbit[image[i]] = true
			least = min(least, image[i])
		}
		if least == i {
			orbits = append(orbits, len(orbit))
		}
	}
	slices.SortFunc(orbits, func(x, y int) int { return y - x })
	return orbits
}
