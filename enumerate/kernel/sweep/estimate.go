package sweep

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"coverstat/enumerate"
)

// A Size is what a count is expected to take.
type Size struct {
	Nodes     float64 // options tried that fit
	Low, High float64 // the nodes are hardly ever outside
	States    float64 // in all layers
	Work      float64 // nodes, each with contacts for contactNodes others
	Solutions float64 // too few where each piece is to be used once, else mostly right within a factor of two
	// Memory in bytes: of a [Counter], of [Completions], and of these with uses.
	Count, Complete, Uses float64
	Layers                []float64 // nodes of each layer, of which only the ratios mean something
}

// Twice is the size of a count that goes forward and back.
func (s Size) Twice() Size {
	s.Nodes, s.Low, s.High, s.Work = 2*s.Nodes, 2*s.Low, 2*s.High, 2*s.Work
	return s
}

// Estimate says how large a count is: exactly where no layer has more states than width, else by
// sampled sweeps. The same plan gives the same estimate.
func Estimate(p *Plan, width int) Size {
	if p.Impossible {
		return Size{}
	}
	size, tried := newSweeper(p, Limits{}, nil).sample(width, Size{})
	return size.refined(p, width, tried, estimatePart)
}

// refined makes wider and wider sampled sweeps while each takes at most a part of the nodes that there may be, and at
// most mostTried. tried is what the sampled sweep before took.
func (s Size) refined(p *Plan, width int, tried, part float64) Size {
	for width < refinedWidth {
		most := part
		if width < valuesWidth { // a board of a thousand cells may take a million times what so small a sample tells
			most = max(part, choicePart)
		}
		if widthStep*tried >= min(most*s.High, mostTried) {
			break
		}
		width *= widthStep
		s, tried = newSweeper(p, Limits{}, nil).sample(width, s)
	}
	return s
}

// A sampled sweep goes on with so many states of a layer, drawn at random. How many states the next layer has follows
// from how often the same state was met, as ecologists tell the number of species from a sample. That is too few where
// a layer is much larger than the sample: states that few others lead to are hardly met, nor what they lead to. What is
// expected of a layer grows as a power of the width, until that is the layer's own. So where a state stands for n, the
// layer is taken to be n^(power/(1-power)) times as large. See NOTES.md for how right that is.
const (
	plainPower  = 0.25
	valuesPower = 0.36 // with values in the states, weights of regions among them
	// Where the widths are above usualWidth, half of the power is what two of them tell.
	mostPower = 0.45
	highPower = 0.5 // for the high end of the interval; the low end is without
)

// extension is how many times as large a layer is taken to be.
func extension(standsFor, power float64) float64 { return math.Pow(standsFor, power/(1-power)) }

// A Choice is the plan with the shortest sweep of several, expected.
type Choice struct {
	Number  int // of the plan
	Size    Size
	Counter *Counter // of the plan; it has counted if Done is set, and else goes on
	Done    bool

	left, tried float64 // nodes that are not counted yet, and those of the last sampled sweep
}

const (
	widthStep    = 4         // from the width of a sampled sweep to that of the next
	estimatePart = 1.0 / 16  // of the nodes that there may be, of a sampled sweep
	refinePart   = 1.0 / 256 // of one after the choice
	refinedWidth = 1 << 13   // of that one
	// A choice begins with sampled sweeps of firstWidth, or of valuesWidth where values are in the states: smaller
	// samples tell 170,000 nodes for the 14,000,000 of 7x7 cells in 7 regions. The next are wider, up to mostWidth.
	// Those of one width take no more than mostTried nodes, a second: boards of hundreds of cells are hopeless by any.
	firstWidth, mostWidth = 32, 1 << 15
	valuesWidth           = 128
	mostTried             = 1 << 23
	// choicePart of the expected nodes may be spent on the choice.
	choicePart = 1.0 / 32
	// OtherPart of what another method takes may be spent on the choice. It ends once sweeps are expected to take
	// otherTimes as long: samples rarely tell too many nodes.
	OtherPart  = 1.0 / 8
	otherTimes = 2
	// A plan that is expected to take worseBy times the nodes of another is not looked at further, after
	// the first sampled sweeps: those of large counts may be wrong by a factor of a hundred.
	worseBy = 3
	// typicalEdges is the number of options that fit, of a state, typically.
	typicalEdges = 6
)

// candidates returns one plan of each shape, by ascending frontiers: of equal ones the last is first.
func candidates(plans []*Plan) (all []Choice) {
	for i, p := range plans {
		if !slices.ContainsFunc(all, func(c Choice) bool { return plans[c.Number].Shape == p.Shape }) {
			all = append(all, Choice{Number: i})
		}
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(x, y Choice) int { return plans[x.Number].Bits - plans[y.Number].Bits })
	return all
}

// Choose chooses among plans of a problem in several orders. All must count the same. Plans that
// differ by a symmetry of the problem alone are one.
//
// Many a count takes fewer nodes than sampled sweeps do. So the plan with the least frontier, the
// last of several, is counted first, for as long as four of the first of these would take: if that
// ends the count, it is the choice, even if another plan were a little shorter. Else the plans are
// estimated by sampled sweeps, wider and wider, until one is clearly better than all others, or
// until that has taken its part of the expected nodes, or the next ones would take more than mostTried, or, with the
// first count, more than their part of the nodes in the time of another method, or until that is clearly shorter.
// Without another method other is infinite.
func Choose(plans []*Plan, other float64) Choice {
	left := candidates(plans)
	first := plans[left[0].Number]
	width := firstWidth
	if first.Values {
		width = valuesWidth
	}
	begin := width
	counter := NewCounter(first, Limits{Nodes: int64(2 * width * typicalEdges * (first.Places + 1))})
	left[0].Counter = counter
	if counter.Run(nil) == Done {
		n := float64(counter.Nodes)
		left[0].Size, left[0].Done = Size{Nodes: n, Low: n, High: n, Work: n * first.work()}, true
		return left[0]
	}
	counted, spent := float64(counter.Nodes), 0.0
	for ; ; width *= widthStep {
		before := spent
		for i := range left {
			c := &left[i]
			c.Size, c.tried = newSweeper(plans[c.Number], Limits{}, nil).sample(width, c.Size)
			if c.left = c.Size.Nodes; c.Counter != nil {
				c.left = max(0, c.left-counted)
			}
			spent += c.tried
		}
		slices.SortStableFunc(left, func(x, y Choice) int { return cmp.Compare(x.left, y.left) })
		best := left[0]
		if width > begin {
			left = slices.DeleteFunc(left, func(c Choice) bool { return c.left > worseBy*best.Size.Nodes })
		}
		next, expected := widthStep*(spent-before), best.Size.Nodes
		if first.Values {
			expected = best.Size.High // orders that differ by a factor of three look alike before
		}
		if len(left) == 1 || width*widthStep > mostWidth || spent > choicePart*expected || next > mostTried ||
			counted+spent+next > OtherPart*other || best.Size.Nodes > otherTimes*other {
			break
		}
	}
	best := left[0]
	if widthStep*best.tried < OtherPart*other-counted-spent && best.Size.Nodes <= otherTimes*other {
		best.Size = best.Size.refined(plans[best.Number], width, best.tried, refinePart)
	}
	if best.Counter == nil {
		best.Counter = NewCounter(plans[best.Number], Limits{})
	}
	return best
}

// sampled is what a sampled sweep finds of a layer.
type sampled struct {
	edges         float64 // into it, of the whole count
	paths         float64 // partial solutions that lead to it
	scale         float64 // of these, in its states
	states, nodes float64 // of the whole count
	each          float64 // states that a drawn one stands for
	memory, lists float64 // bytes: of states and their counts, this layer and what is ahead; and of lists, for a state
}

// sample makes a sampled sweep, and tells how many options it tried. The numbers of its states are how
// often each was met, and how many partial solutions lead to it, by a scale of its layer: what a drawn state has
// of these is its part of those of all states that were met, which is right on average. less is
// what a sweep with a width less by widthStep has found, if there was one.
func (a *pass[K]) sample(width int, less Size) (size Size, tried float64) {
	source := enumerate.Random(enumerate.FixedSeed, enumerate.ChoiceStream)
	layers := a.shards[0].layers
	last := len(layers) - 1
	found := make([]sampled, len(layers))
	a.begin(1, 1)
	found[0] = sampled{edges: 1, paths: 1, scale: 1}
	open := 1.0     // edges into the layers in memory
	perState := 1.0 // options tried of a state of the layer before
	most := float64(max(sampleNodes, width*sampleNodes/usualWidth))
	for p := range last {
		a.settle(p)
		l, f := &layers[p], &found[p]
		f.states = min(float64(l.used)+l.unseen(f.edges), f.edges)
		room := most*float64(p+1)/float64(last) - tried
		drawn := min(width, l.used, max(leastWidth, int(room/perState)))
		f.each = f.states / float64(max(1, drawn))
		n := 0.0
		n, open = a.follow(p, drawn, open, found, source)
		tried += n
		f.nodes = f.each * n
		if drawn > 0 {
			perState = max(1, n/float64(drawn))
		}
		if f.states > 0 {
			if a.lists != nil { // at most: of many states, more have the same list
				f.lists = float64(a.lists[p].memory()) / float64(l.used)
			}
			f.memory = open * f.states / f.edges *
				(float64(bytes[K](tableRoom, digits(f.paths/f.states))) + f.lists)
		}
		open -= f.edges
		a.free(p)
	}
	size = a.sizeOf(found, width, less)
	a.settle(last)
	for l, at := &layers[last], 0; at < l.room(); at++ {
		if k, used := l.key(at); used {
			if _, ok := a.accepted(k); ok {
				size.Solutions += float64(l.countAt(at)[1]) / found[last].scale
			}
		}
	}
	return size, tried
}

// follow draws states of a layer at random and goes on with them. It returns how many options it tried, and the edges
// into the layers in memory, which open were.
func (a *pass[K]) follow(p, drawn int, open float64, found []sampled, source *rand.Rand) (float64, float64) {
	w, l, f, tried := a.workers[0], &a.shards[0].layers[p], &found[p], int64(0)
	left, rest := drawn, l.used
	for at := 0; left > 0; at++ {
		k, used := l.key(at)
		if !used {
			continue
		}
		if source.IntN(rest) < left {
			left--
			lead := float64(l.countAt(at)[1]) / f.scale * float64(l.used) / float64(drawn)
			var n int64
			w.found, n = a.spec.Children(p, k, w.found[:0])
			tried += n
			for _, c := range w.found {
				to := &found[c.Place]
				if to.scale == 0 {
					to.scale = pathUnits * float64(drawn) / f.paths
				}
				w.add(int(c.Place), c.Key, []uint64{1, uint64(lead * to.scale)})
				to.edges += f.each
				to.paths += lead
				open += f.each
			}
		}
		rest--
	}
	return float64(tried), open
}

// sizeOf tells the size of a count from what a sampled sweep of this width found of its layers. The solutions are not
// told.
func (a *pass[K]) sizeOf(found []sampled, width int, less Size) (size Size) {
	last := len(found) - 1
	for _, f := range found[:last] {
		size.Low += f.nodes
	}
	power := plainPower
	if a.plan.Values {
		power = valuesPower
	}
	if less.Low > 0 && width > usualWidth {
		power = min(mostPower, (power+max(0, math.Log(size.Low/less.Low)/math.Log(widthStep)))/2)
	}
	for _, f := range found[:last] {
		more := extension(f.each, power)
		states := more * f.states
		size.States += states
		size.Layers = append(size.Layers, more*f.nodes)
		size.Nodes += more * f.nodes
		size.High += f.nodes * extension(f.each, highPower)
		size.Count = max(size.Count, more*f.memory)
		if states > 0 {
			ways := digits(found[last].paths / f.paths)
			size.Complete += states * (f.lists + float64(bytes[K](tableRoom, ways)))
			size.Uses += states * (f.lists + float64(bytes[K](tableRoom, ways+digits(f.paths/states))))
		}
	}
	size.Work = size.Nodes * a.plan.work()
	return size
}

// A sampled sweep of the usual width tries about sampleNodes options at most, some tenths of a
// second, and wider ones more: it goes on with fewer states than its width where each has hundreds
// of options, but not with fewer than leastWidth.
const (
	sampleNodes = 1 << 22
	usualWidth  = 512
)

// pathUnits is the number in a state for as many partial solutions as those of the layer before had on average.
const pathUnits = 1 << 32

// leastWidth states of a layer, or all, are in every sample: fewer tell nothing.
const leastWidth = 20

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
// 2012). An f2 of 0 counts as 1: it is a matter of chance.
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
	return f1 * f1 / (2*max(f2, 1) + f1*q/(1-q))
}
