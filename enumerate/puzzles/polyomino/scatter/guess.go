package scatter

import (
	"math/bits"
	"math/rand/v2"
)

// Estimate is what [Count] would cost.
type Estimate struct {
	// Packings that would be enumerated, symmetry used: one counter is
	// incremented for each.
	Packings float64
	// Nodes is the number of pieces placed.
	Nodes float64
	// Bytes is the size of the table. Little else is held.
	Bytes int64
}

// guessProbes gives Packings of the 6x6 board with eight pieces to about 1%,
// in a few milliseconds.
const guessProbes = 4096

// Guess estimates the cost of [Count] by random descents with a fixed seed (D.
// E. Knuth, Estimating the efficiency of backtrack programs, 1975): equal
// puzzles, equal estimates. It fails where Count would refuse.
func Guess(p *Puzzle) (Estimate, error) {
	if err := p.check(); err != nil {
		return Estimate{}, err
	}
	size, err := subsets(bits.OnesCount64(p.Board), p.Uncovered)
	if err != nil {
		return Estimate{}, err
	}
	e := Estimate{Bytes: int64(size) * 4}
	pl := newPlan(p)
	if len(pl.tasks) == 0 {
		return e, nil
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range guessProbes {
		t := pl.tasks[random.IntN(len(pl.tasks))]
		product := float64(len(pl.tasks))
		nodes := product
		for t.stage < len(pl.stages) {
			children := expand(pl.stages, t)
			product *= float64(len(children))
			nodes += product
			if len(children) == 0 {
				break
			}
			t = children[random.IntN(len(children))]
		}
		e.Packings += product / guessProbes
		e.Nodes += nodes / guessProbes
	}
	return e, nil
}
