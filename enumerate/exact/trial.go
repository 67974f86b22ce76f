package exact

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// Trials of pivots. The numbers of options mostly say which pivots make a search
// short. Where the search is long with those, too, reductions with other pivots
// are tried. A trial estimates the nodes that the kernel will need by random
// probes of the tree, which follow the kernel's own branches (D. E. Knuth,
// Estimating the efficiency of backtrack programs, 1975). All choices rest on
// counted nodes and a fixed seed, so the same instance and kernel get the same
// pivots on every machine. (Products are rounded by a conversion before they are
// added, because some processors add without rounding.)
const (
	// worthATrial is the number of nodes from which a search counts as long:
	// about a second with the fastest kernel. In shorter searches of the shipped
	// puzzles other pivots save at most a fiftieth of the nodes.
	worthATrial = 1 << 25
	// trialPart of the nodes of a search, but at most trialMost, are spent on
	// comparing the pivots of a step.
	trialPart = 1.0 / 256
	trialMost = 1 << 25

	// Hopeless is the number of nodes from which a search is called hopeless: a
	// thousand of today's cores need half a year for it. Other pivots do not save it,
	// and trials of them would be long: their paths have hundreds of steps. On 40 x 40
	// cells with dominoes they took 38 s.
	Hopeless = 1e18
	// plainNodes ends the probes of a hopeless search: its size is plain by then. One
	// probe of four million options has hundreds of steps with thousands of branches.
	plainNodes = 1 << 22
	// sizeUpdates bounds the updates of the dancing links in the probes of the size. A
	// single step among four million options takes 10^8: six seconds.
	sizeUpdates = 1 << 27

	// To see how long a search is takes sizeProbes. Without symmetry nothing but the cut
	// depends on it: then leastProbes must do, unless sizeProbes cost at most a
	// sizePart-th of the search. 48 were half of a search of 17,600 nodes. (With symmetry
	// so few mislead: 12 found 230,000 nodes for the 10 million of soma-like.)
	leastProbes = 12
	sizeProbes  = 48
	sizePart    = 20
	probeNodes  = 1 << 10 // of a probe at most: a kernel looks at the stop flag so often

	firstProbes = 64 // to compare, then twice as many and so on
	mostProbes  = 1 << 14
	certain     = 3
	sizeShare   = 1.0 / 64
	trialShare  = 1.0 / 256
	oneLevel    = 0.999 // a cut that ends at the next branching
	partCost    = 32    // nodes that the kernel searches in the time of cutting off a part
	caseCost    = 64    // nodes that it searches in the time of entering a case
)

// A Trial says how long the search of a reduction is.
type Trial struct {
	Reduction *symmetry.Reduction
	// Nodes is the estimate and Error its standard error, for the cases that
	// not all compared reductions have. Entering a case counts as some nodes.
	Nodes, Error float64
}

// chosen is a reduced search and why it is reduced so.
type chosen struct {
	reduction *symmetry.Reduction
	long      bool // the search is long enough for trials
	// nodes is a first estimate of the search's nodes, by a few probes. It may be far
	// too low. It is infinite beyond what a float64 holds.
	nodes float64
	// unsized says that the probes were given up, because options are too many: the
	// estimate is worth nothing.
	unsized bool
	// trials are those of each step that had several pivots, the winner's
	// first; there are none for a short search.
	trials [][]Trial
}

// choosePivots reduces the search of an instance by counts of options and estimates its
// nodes with a kernel.
func choosePivots(x *Instance, k enumerate.Kernel) chosen {
	c := chosen{reduction: symmetry.Reduce(x.Problem, x.Group)}
	n := sizeProbes
	if x.Group.Order() == 1 { // there are no pivots to choose
		n = leastProbes
	}
	for ; ; n *= 4 {
		size := newTrial(k, c.reduction.Cases, sizeShare)
		size.most = sizeUpdates
		size.probe(n)
		if c.unsized = size.tooMany(); c.unsized {
			return c
		}
		c.nodes = size.mean()
		if n >= sizeProbes || c.nodes < sizePart*4*probeNodes*float64(n) {
			return c
		}
	}
}

// tryPivots compares other pivots by trials, if the search has at least worth nodes.
func (c *chosen) tryPivots(k enumerate.Kernel, worth float64) {
	if c.long = c.unsized || c.nodes >= worth; !c.long || c.unsized || c.nodes >= Hopeless {
		return
	}
	for step := range 2 {
		if others := c.reduction.Others(step); len(others) > 0 {
			all := contest(k, append([]*symmetry.Reduction{c.reduction}, others...))
			c.trials = append(c.trials, all)
			c.reduction = all[0].Reduction
			if step == 0 { // more probes than those of the size; further steps change parts only
				c.nodes = all[0].Nodes
			}
			if !(c.nodes < Hopeless) {
				break
			}
		}
	}
}

// contest compares reductions and returns the trials, the winner's first. The
// first reduction wins unless another is better by more than certain standard
// errors of the difference: nodes of probes have a heavy tail.
func contest(k enumerate.Kernel, reductions []*symmetry.Reduction) []Trial {
	var all []*trial
	for _, cases := range differing(reductions) {
		all = append(all, newTrial(k, cases, trialShare))
	}
	best := race(all, trialPart)
	if !all[0].exceeds(best, certain) {
		best = all[0]
	}
	var results []Trial
	for i, t := range all {
		results = append(results, t.result(reductions[i]))
		if t == best {
			results[0], results[i] = results[i], results[0]
		}
	}
	return results
}

// race makes probes of all trials until only one is left that may be the best, or they
// have cost that part of the search. It returns the best.
func race(all []*trial, part float64) *trial {
	open := slices.Clone(all)
	for n, spent := firstProbes, int64(0); len(open) > 1 && n <= mostProbes; n *= 2 {
		for _, t := range open {
			spent -= t.spent
			t.probe(n)
			spent += t.spent
		}
		best := leastOf(open)
		if !(best.mean() < Hopeless) {
			break
		}
		open = slices.DeleteFunc(open, func(t *trial) bool {
			return t.exceeds(best, certain)
		})
		if float64(spent) > min(trialMost, part*best.mean()) {
			break
		}
	}
	return leastOf(open)
}

// differing returns the cases of each reduction that are not in all of them.
func differing(reductions []*symmetry.Reduction) [][]symmetry.Case {
	in := func(c symmetry.Case, r *symmetry.Reduction) bool {
		return slices.ContainsFunc(r.Cases, func(d symmetry.Case) bool {
			return slices.Equal(c.Fixed, d.Fixed) && slices.Equal(c.Banned, d.Banned)
		})
	}
	var all [][]symmetry.Case
	for _, r := range reductions {
		var own []symmetry.Case
		for _, c := range r.Cases {
			if slices.ContainsFunc(reductions, func(other *symmetry.Reduction) bool { return !in(c, other) }) {
				own = append(own, c)
			}
		}
		all = append(all, own)
	}
	return all
}

func leastOf(trials []*trial) *trial {
	return slices.MinFunc(trials, func(a, b *trial) int { return cmp.Compare(a.mean(), b.mean()) })
}

// trial estimates the nodes of a search.
type trial struct {
	kernel enumerate.Kernel
	cases  []enumerate.Case
	strata []enumerate.Task // the cases themselves, if there are many
	ends   []float64        // sums of the strata's shares
	above  float64          // nodes above the strata
	source *rand.Rand
	whole  float64     // subtrees of larger shares are not searched whole
	stop   atomic.Bool // always set: a search ends when the kernel looks at it

	n           int
	sum, square float64 // of probes
	spent       int64
	updates     int64
	most        int64 // updates from which probes are given up; 0 is never
}

func newTrial(k enumerate.Kernel, cases []symmetry.Case, share float64) *trial {
	t := &trial{kernel: k, whole: 1, source: rand.New(rand.NewPCG(1, 1))}
	t.stop.Store(true)
	for i := range cases {
		t.cases = append(t.cases, cases[i].Case)
	}
	if share*float64(len(cases)) >= 1 {
		for i := range cases {
			t.strata = append(t.strata, enumerate.Task{Case: &t.cases[i], Share: 1 / float64(len(cases))})
		}
	} else {
		tasks, above := k.Split(t.cases, share)
		t.strata, t.above, t.spent = tasks, float64(above.Nodes), above.Nodes+partCost*int64(len(tasks))
	}
	t.above += caseCost * float64(len(cases))
	sum := 0.0
	for _, s := range t.strata {
		sum += s.Share
		t.ends = append(t.ends, sum)
	}
	return t
}

// probe makes n more probes, spread evenly over the strata and in their order:
// kernels are quicker if tasks of a case come in a row.
func (t *trial) probe(n int) {
	if len(t.strata) == 0 {
		return
	}
	total := t.ends[len(t.ends)-1]
	offset := t.source.Float64()
	at := 0
	for j := range n {
		point := total / float64(n) * (float64(j) + offset)
		for at < len(t.ends)-1 && t.ends[at] <= point {
			at++
		}
		nodes := float64(total / t.strata[at].Share * t.descend(t.strata[at]))
		t.n++
		t.sum += nodes
		t.square += float64(nodes * nodes)
		if t.plain(t.sum/float64(t.n)) || t.tooMany() {
			return
		}
	}
}

// descend estimates the nodes below a task: those of its search, if that ends
// before the kernel looks at the stop flag, else those of the next branching
// and, in proportion, those below one of its parts.
func (t *trial) descend(task enumerate.Task) float64 {
	nodes, scale, share := 0.0, 1.0, task.Share
	for last := false; ; {
		if share <= t.whole || last {
			effort, done := t.kernel.Search(task, &t.stop, func([]enumerate.OptionID) bool { return true })
			t.spent += effort.Nodes
			if done || last {
				return nodes + float64(scale*float64(effort.Nodes))
			}
			t.whole = share / 4
		}
		next, b := descend(t.kernel, task, oneLevel, t.source)
		t.spent += b.searched + partCost*int64(b.parts)
		t.updates += b.updates
		nodes += float64(scale * float64(b.nodes))
		if b.dead {
			return nodes
		}
		if t.plain(nodes/mostProbes) || t.tooMany() {
			return nodes
		}
		task = next
		scale /= task.Share
		share *= task.Share
		last = len(task.Path) == 0 // it cannot be cut further
	}
}

// HopelessText says that a search of so many nodes does not end. Few probes mostly find
// too few nodes.
func HopelessText(nodes float64) string {
	if math.IsInf(nodes, 0) {
		return "hopeless: more than 10^308 nodes"
	}
	return fmt.Sprintf("hopeless: about 10^%.0f nodes or more", math.Log10(nodes))
}

// plain reports whether a search with so many nodes is hopeless and enough was spent
// on finding that out.
func (t *trial) plain(nodes float64) bool { return t.spent > plainNodes && !(nodes < Hopeless) }

func (t *trial) tooMany() bool { return t.most > 0 && t.updates > t.most }

// mean is the estimate of the nodes. It is infinite if the products of a probe
// overflowed.
func (t *trial) mean() float64 {
	if math.IsNaN(t.sum) {
		return math.Inf(1)
	}
	return t.above + t.sum/float64(max(1, t.n))
}

// variance is that of the mean.
func (t *trial) variance() float64 {
	if t.n < 2 {
		return 0
	}
	n := float64(t.n)
	squares := t.square - float64(t.sum*t.sum)/n
	return max(0, squares) / (n - 1) / n
}

func (t *trial) error() float64 { return math.Sqrt(t.variance()) }

// exceeds reports whether the mean is above that of another by more than so
// many standard errors of the difference.
func (t *trial) exceeds(other *trial, errors float64) bool {
	d := t.mean() - other.mean()
	return d > 0 && d*d > errors*errors*(t.variance()+other.variance())
}

func (t *trial) result(r *symmetry.Reduction) Trial {
	return Trial{Reduction: r, Nodes: t.mean(), Error: t.error()}
}
