package sweep

import (
	"cmp"
	"math"
	"slices"

	"coverstat/enumerate"
)

// A Size is what a count is expected to take.
type Size struct {
	Nodes  float64 // options tried that fit
	States float64 // in all layers
	Work   float64 // nodes, each with contacts for contactNodes others
	// Memory in bytes: of a [Counter], of [Completions], and of these with uses.
	Count, Complete, Uses float64
	Layers                []float64 // nodes of each layer, as a sampled sweep expects them: only their ratios mean something
}

// Estimate says how large a count is: exactly where no layer has more states than width, else by a
// sampled sweep, which goes on with so many states of a layer, drawn at random. How
// many states a layer would have follows from how often the same state was met, as ecologists
// tell the number of species from a sample. The same plan gives the same estimate.
func Estimate(p *Plan, width int) Size {
	if p.impossible {
		return Size{}
	}
	less, _ := newSweeper(p, Limits{}, nil).sample(width / widthStep)
	size, _ := newSweeper(p, Limits{}, nil).sample(width)
	return size.extended(p, width, less)
}

// extended is the expected size, by a sampled sweep and another one whose width is less by
// widthStep, if there is one.
//
// A sampled sweep expects too few where layers are much larger than its width: a third to an eighth
// of them with a width of 500, a thirteenth with values in the states. What it expects grows as a
// power of the width, until no layer is larger; so it is extended by this power, mostly to within a
// factor of two.
func (s Size) extended(p *Plan, width int, less Size) Size {
	layer := s.States / float64(len(p.steps)) // on average
	if layer <= float64(width) {
		return s
	}
	power := plainPower
	if less.Nodes > 0 {
		power = min(max(math.Log(s.Nodes/less.Nodes)/math.Log(widthStep), 0), mostPower)
	}
	if len(p.sums) > 0 {
		power = (max(power, commonPower) + commonPower) / 2 // the measured one is a matter of chance
	}
	// With f times the states, layers are f times as large: f = (f*layer/width)^power.
	f := math.Pow(layer/float64(width), power/(1-power))
	return Size{f * s.Nodes, f * s.States, f * s.Work, f * s.Count, f * s.Complete, f * s.Uses, s.Layers}
}

const (
	widthStep = 4 // from the width of a sampled sweep to that of the next
	// Of 20 sweeps by measures on boards 18 had powers of 0.2 to 0.4, fault lines up to 0.5.
	commonPower = 1.0 / 3
	mostPower   = 0.6
	plainPower  = 0.25 // without values, where there is one sampled sweep alone
)

// A Choice is the plan with the shortest sweep of several, expected.
type Choice struct {
	Number  int // of the plan
	Size    Size
	Counter *Counter // of the plan; it has counted if Done is set, and else goes on
	Done    bool
}

const (
	// A choice begins with sampled sweeps of firstWidth, the next are wider, up to mostWidth.
	firstWidth, mostWidth = 128, 1 << 15
	// choicePart of the expected nodes may be spent on the choice.
	choicePart = 1.0 / 32
	// A plan that is expected to take worseBy times the nodes of another is not looked at further, after
	// the first sampled sweeps: those of large counts may be wrong by a factor of a hundred.
	worseBy = 3
	// typicalEdges is the number of options that fit, of a state, typically.
	typicalEdges = 6
)

// Choose chooses among plans of a problem in several orders. All must count the same. Plans that
// differ by a symmetry of the problem alone are one.
//
// Many a count takes fewer nodes than sampled sweeps do. So the plan with the least frontier, the
// last of several, is counted first, for as long as four of the first of these would take: if that
// ends the count, it is the choice, even if another plan were a little shorter. Else the plans are
// estimated by sampled sweeps, wider and wider, until one is clearly better than all others, or
// until that has taken its part of the expected nodes.
func Choose(plans []*Plan) Choice {
	type candidate struct {
		number         int
		sampled, whole Size    // of the last sampled sweep, and extended
		left           float64 // nodes that are not counted yet
	}
	var left []candidate
	for i, p := range plans {
		if !slices.ContainsFunc(left, func(c candidate) bool { return plans[c.number].shape == p.shape }) {
			left = append(left, candidate{number: i})
		}
	}
	slices.Reverse(left)
	slices.SortStableFunc(left, func(x, y candidate) int { return plans[x.number].slots - plans[y.number].slots })
	firstNumber, width := left[0].number, firstWidth
	first := plans[firstNumber]
	counter := NewCounter(first, Limits{Nodes: int64(4 * width * typicalEdges * len(first.steps))})
	if counter.Run(nil) == Done {
		n := float64(counter.Nodes)
		return Choice{firstNumber, Size{Nodes: n, Work: n * first.nodeWork()}, counter, true}
	}
	spent := 0.0
	for ; ; width *= widthStep {
		for i := range left {
			c := &left[i]
			size, tried := newSweeper(plans[c.number], Limits{}, nil).sample(width)
			c.whole, c.sampled = size.extended(plans[c.number], width, c.sampled), size
			if c.left = c.whole.Nodes; c.number == firstNumber {
				c.left = max(0, c.left-float64(counter.Nodes))
			}
			spent += tried
		}
		slices.SortStableFunc(left, func(x, y candidate) int { return cmp.Compare(x.left, y.left) })
		best := left[0]
		if width > firstWidth {
			left = slices.DeleteFunc(left, func(c candidate) bool { return c.left > worseBy*best.whole.Nodes })
		}
		if len(left) == 1 || width*widthStep > mostWidth || spent > choicePart*best.whole.Nodes {
			break
		}
	}
	best := Choice{Number: left[0].number, Size: left[0].whole, Counter: counter}
	if best.Number != firstNumber {
		best.Counter = NewCounter(plans[best.Number], Limits{})
	}
	return best
}

// findShape finds a number that two plans share if a symmetry of the problem maps one order to
// the other, and all other items to themselves, and that they hardly share else.
func (b *planner) findShape() (shape uint64) {
	for o := range b.start {
		h := uint64(0)
		for _, m := range b.problem.Option(enumerate.OptionID(o)) {
			at := uint64(m.Item) << 1
			if b.problem.Item(m.Item).Primary() {
				at = uint64(b.place[m.Item])<<1 | 1
			}
			h += enumerate.Mix(at | uint64(m.Colour)<<32)
		}
		for _, s := range b.sums {
			if s.Values != nil {
				h = enumerate.Mix(h + uint64(s.Values[o]))
			}
		}
		shape += enumerate.Mix(h)
	}
	return shape
}

// sample makes a sampled sweep, and tells how many options it tried. The counts of its states are how
// often each was met.
func (a *pass[K]) sample(width int) (size Size, allTried float64) {
	source := enumerate.Random(enumerate.FixedSeed, enumerate.ChoiceStream)
	layers := a.shards[0].layers
	edges := make([]float64, len(layers)) // into a layer, of the whole count
	paths := make([]float64, len(layers)) // partial solutions that lead to a layer
	a.begin(1)
	edges[0], paths[0] = 1, 1
	counts := make([]float64, len(layers)) // of states, in the whole count
	lists := make([]float64, len(layers))  // bytes of lists for a state
	last := len(layers) - 1
	open := 1.0     // edges into the layers in memory
	perState := 1.0 // options tried of a state of the layer before
	w, once := a.workers[0], []uint64{1}
	most := float64(max(sampleNodes, width*sampleNodes/usualWidth))
	for p := range last {
		a.settle(p)
		l := &layers[p]
		states := min(float64(l.used)+l.unseen(edges[p]), edges[p])
		size.States += states
		room := most*float64(p+1)/float64(last) - allTried
		drawn := min(width, l.used, max(leastWidth, int(room/perState)))
		each := states / float64(max(1, drawn)) // states that a drawn one stands for
		left, rest := drawn, l.used
		tried := int64(0)
		for at := 0; left > 0; at++ {
			k, used := l.key(at)
			if !used {
				continue
			}
			if source.IntN(rest) < left {
				left--
				var n int64
				w.found, n = a.children(p, k, w.found)
				tried += n
				for _, c := range w.found {
					q := c.place
					w.add(int(q), c.key, once)
					edges[q] += each
					paths[q] += each * paths[p] / states
					open += each
				}
			}
			rest--
		}
		size.Layers = append(size.Layers, each*float64(tried))
		size.Nodes += each * float64(tried)
		allTried += float64(tried)
		if drawn > 0 {
			perState = max(1, float64(tried)/float64(drawn))
		}
		if counts[p] = states; states > 0 {
			of := float64(bytes[K](tableRoom, digits(paths[p]/states)))
			if a.lists != nil { // at most: of many states, more have the same list
				lists[p] = float64(a.lists[p].bytes) / float64(l.used)
			}
			size.Count = max(size.Count, open*states/edges[p]*(of+lists[p]))
		}
		open -= edges[p]
		a.free(p)
	}
	size.Work = size.Nodes * a.plan.nodeWork()
	for p, n := range counts {
		if n > 0 {
			ways := digits(paths[last] / paths[p])
			size.Complete += n * (lists[p] + float64(bytes[K](tableRoom, ways)))
			size.Uses += n * (lists[p] + float64(bytes[K](tableRoom, ways+digits(paths[p]/n))))
		}
	}
	return size, allTried
}

// A sampled sweep of the usual width tries about sampleNodes options at most, some tenths of a
// second, and wider ones more: it goes on with fewer states than its width where each has hundreds
// of options, but not with fewer than leastWidth.
const (
	sampleNodes = 1 << 22
	usualWidth  = 512
)

// leastWidth states of a layer, or all, are in every sample: fewer tell nothing.
const leastWidth = 20

// contactNodes is the number of nodes that take as long as one with contacts.
const contactNodes = 10

// nodeWork is what a node takes.
func (p *Plan) nodeWork() float64 {
	if p.contacts {
		return contactNodes
	}
	return 1
}

// tableRoom is the entries of a table for each state, on average: from 4/3 to 8/3.
const tableRoom = 2

// digits is the number of 64-bit digits of the counts of a layer whose mean is given. Some
// are much larger than that.
func digits(mean float64) int {
	_, exponent := math.Frexp(mean)
	return min(limbs, max(1, (exponent+73)/64))
}

// unseen estimates how many states of a layer were not met, of which so many edges lead to
// it in the whole count. f1 states were met once, f2 twice, by a part q of all edges: then
// f1^2 / (2 f2 + f1 q/(1-q)) were not met (A. Chao and C.-W. Lin, Nonparametric lower bounds
// for species richness and shared species richness under sampling without replacement,
// 2012).
func (l *layer[K]) unseen(edges float64) float64 {
	f1, f2, met := 0.0, 0.0, 0.0
	for at := range l.room() {
		if _, used := l.key(at); used {
			n := l.countAt(at)[0]
			met += float64(n)
			switch n {
			case 1:
				f1++
			case 2:
				f2++
			}
		}
	}
	if f1 == 0 || met >= edges {
		return 0
	}
	q := met / edges
	return f1 * f1 / (2*f2 + f1*q/(1-q))
}
