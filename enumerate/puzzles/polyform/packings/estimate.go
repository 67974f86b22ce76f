package packings

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// estimate is what [Count] would cost.
type estimate struct {
	// Packings that would be counted, one of each orbit where symmetry can be
	// used: increments of a counter.
	Packings float64
	// Nodes is the number of pieces placed, near [Table.Nodes]. The lower
	// halves are taken to cost as much as the upper ones.
	Nodes float64
	// Bytes is the size of the table with long counters.
	Bytes int64
}

// cost is the whole cost in pieces placed, by what each part takes on the 6x6
// board with eight pieces: sixteen increments, or two instances whose images are
// added up, take the time of one piece placed.
func (e estimate) cost() float64 {
	return e.Nodes + e.Packings/16 + float64(e.Bytes/4)/2
}

// estimateProbes gives Packings of the 6x6 board with eight pieces to 2% and Nodes
// to 20%, in some 50 ms.
const estimateProbes = 8192

// Cost estimates the cost of [Count], in pieces placed. The error says why a table cannot be made.
func Cost(p *Problem) (float64, error) {
	e, err := newEstimate(p)
	return e.cost(), err
}

// newEstimate estimates the cost of [Count] by random descents with a fixed seed (D.
// E. Knuth, Estimating the efficiency of backtrack programs, 1975): equal
// puzzles, equal estimates. Package probe cannot estimate this: it walks down the
// branches of an [enumerate.Kernel], and Count is none. The error is errTooLarge where Count
// would return it.
func newEstimate(p *Problem) (e estimate, err error) {
	size, err := subsets(bits.OnesCount64(p.Board), p.Uncovered)
	if err != nil {
		return e, err
	}
	pl, sections, err := prepare(p)
	if err != nil {
		return e, err
	}
	e.Bytes = size * 4
	random := rand.New(rand.NewPCG(1, 2))
	left := make([]int, len(pl.copies))
	for _, c := range sections {
		crossings := 0. // ways for pieces to lie across the middle, to 20%
		whole := make([][]shape, len(c.cross))
		for p := range whole {
			whole[p] = slices.Concat(c.cross[p], c.upper[p], c.lower[p])
		}
		for range estimateProbes {
			all := descent{random: random, area: pl.area, weight: 1. / estimateProbes, free: p.Board}
			if all.run(whole, pl.copies, true) {
				e.Packings += all.weight
			}
			d := descent{random: random, area: pl.area, weight: 1. / estimateProbes, free: p.Board}
			d.run(c.cross, pl.copies, false)
			crossings += d.weight
			for p, n := range pl.copies {
				left[p] = n - d.used[p]
			}
			upper := descent{random: random, area: pl.area, weight: d.weight, free: d.free, zone: pl.upper,
				most: p.Uncovered}
			upper.run(c.upper, left, false)
			e.Nodes += d.nodes
			e.Nodes += 2 * upper.nodes
		}
		if crossings > maxCrossings {
			return e, errTooLarge
		}
	}
	return e, nil
}

// descent is one random path down a [walk].
type descent struct {
	random *rand.Rand
	area   []int
	weight float64 // product of the numbers of choices
	nodes  float64 // estimate of the nodes of the tree
	free   uint64
	used   []int // copies placed of each piece
	zone   uint64
	most   int
	steps  []step
}

// step is a placement that may come next: a shape, and its anchor alone.
type step struct {
	shape  int
	anchor uint64
}

// run goes on to the end, placing all copies or as many as it happens, and
// reports whether it got there.
func (d *descent) run(shapes [][]shape, limit []int, all bool) bool {
	d.used = make([]int, len(limit))
	rest := 0 // area of the pieces that may still come
	for p, n := range limit {
		rest += n * d.area[p]
	}
	for p, list := range shapes {
		last := step{} // the copies of a piece come in the order of their steps
		for ; d.used[p] < limit[p]; d.used[p]++ {
			if bits.OnesCount64(d.free&d.zone)-rest > d.most {
				return false
			}
			d.steps = d.steps[:0]
			for i := last.shape; i < len(list); i++ {
				at := list[i].fits(d.free)
				if i == last.shape && last.anchor != 0 {
					at &^= last.anchor ^ (last.anchor - 1)
				}
				for ; at != 0; at &= at - 1 {
					d.steps = append(d.steps, step{i, at & -at})
				}
			}
			choices := len(d.steps)
			d.nodes += d.weight * float64(choices)
			if choices == 0 && all {
				return false
			}
			if choices == 0 {
				break
			}
			if !all {
				// To place no more copies is one choice among many with most of
				// the tree behind it: as likely as not, as all the others
				// together.
				d.weight *= 2
				if d.random.IntN(2) == 0 {
					break
				}
			}
			d.weight *= float64(choices)
			last = d.steps[d.random.IntN(choices)]
			d.free &^= list[last.shape].cells << bits.TrailingZeros64(last.anchor)
			rest -= d.area[p]
		}
		rest -= (limit[p] - d.used[p]) * d.area[p]
	}
	return true
}
