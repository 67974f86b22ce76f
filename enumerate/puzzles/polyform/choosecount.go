package polyform

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/survey"
	"coverstat/enumerate/symmetry"
)

// setCounts is the table of the method "scatter". Each class of solutions of the puzzle
// with all pieces counts once, for the set that is the least of the images of its own.
// The orbit of a class is spread evenly over these images.
type setCounts struct {
	classes []uint32 // by number of the set
	orbits  []uint32 // sum of the orbit sizes
	effort  enumerate.Effort
}

// errManySolutions says that a set has more solutions than a counter of 32 bits holds.
var errManySolutions = errors.New("a set has more solutions than a 32-bit counter holds")

// prepare fills the table in one pass over the solutions with all pieces, up to
// symmetry. Solutions with too few or too many pieces are not counted.
func (s *setSurvey) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.counts != nil {
		return nil
	}
	c, err := s.census(s.all, 0)
	if err != nil {
		return err
	}
	t := &setCounts{classes: make([]uint32, s.sets.len()), orbits: make([]uint32, s.sets.len())}
	tally, err := c.EachClass(workers, stop, progress, func(_ int, form []enumerate.OptionID, orbit int64) error {
		var images [32]uint64
		r, ok := s.sets.rank(slices.Min(s.sets.images(images[:0], s.maskOf(form))))
		if !ok {
			return nil
		}
		atomic.AddUint32(&t.classes[r], 1)
		if orbit > math.MaxUint32 || atomic.AddUint32(&t.orbits[r], uint32(orbit)) < uint32(orbit) {
			return errManySolutions
		}
		return nil
	})
	if errors.Is(err, errManySolutions) {
		return enumerate.KeyErrorf("puzzle.method", "method scatter does not fit: %v: expected puzzle.method: each", err)
	}
	if err != nil || stop.Load() {
		return err
	}
	t.effort = tally.Effort
	s.counts = t
	return nil
}

// census returns the search for all solutions of a puzzle up to symmetry, cut into
// tasks of a largest share; 0 is the usual one.
func (s *setSurvey) census(z *Puzzle, share float64) (*exact.Census, error) {
	x := &exact.Instance{Problem: z.Problem, Group: z.Group, Kernels: z.kernels(), Impossible: z.Impossible()}
	return exact.NewCensus(x, "auto", share, true)
}

// newSolver returns a solver. The table's cost is counted with task 0, for it is
// known only where the table was made.
func (s *setSurvey) newSolver() (survey.Solver[setAnswer], error) {
	var a setAnswer
	images := make([]uint64, 0, len(s.sets.group))
	return func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*setAnswer) bool) error {
		from, to := survey.Range(s.sets.len(), task, s.tasks)
		tally.Raw = to - from
		if s.method == "scatter" && s.counts == nil {
			return errors.New("the table of counts was not made")
		}
		if task == 0 && s.counts != nil {
			tally.Effort = s.counts.effort
		}
		for r := from; r < to; r++ {
			mask := s.sets.unrank(r)
			images = s.sets.images(images[:0], mask)
			orbit, err := survey.Orbit(images)
			if err != nil {
				continue // another image has the row
			}
			a = setAnswer{mask: int64(mask), orbit: orbit}
			if s.counts != nil {
				a.count, a.raw = s.limit.Count(int64(s.counts.classes[r])), int64(s.counts.orbits[r])/int64(orbit)
			} else {
				effort, err := s.search(&a, stop)
				if err != nil {
					return err
				}
				tally.Effort.Add(effort)
			}
			if a.count.Capped {
				a.raw = 0
			}
			if !visit(&a) {
				return nil
			}
		}
		return nil
	}, nil
}

// search counts the solutions of one set. It ends when there are more than the limit.
func (s *setSurvey) search(a *setAnswer, stop *atomic.Bool) (enumerate.Effort, error) {
	a.count, a.raw, a.nodes = survey.Count{}, 0, 0
	z, err := NewPuzzle(s.board, s.pieces(uint64(a.mask)))
	if err != nil {
		return enumerate.Effort{}, err
	}
	classes := int64(0)
	raw, effort, err := z.eachClass(stop, func([]enumerate.OptionID) bool {
		classes++
		return s.limit == 0 || classes <= int64(s.limit)
	})
	a.count, a.raw, a.nodes = s.limit.Count(classes), raw, effort.Nodes
	return effort, err
}

// eachClass visits the solutions up to symmetry until visit returns false. raw is the
// number of solutions that those it has seen stand for.
func (z *Puzzle) eachClass(stop *atomic.Bool, visit func(solution []enumerate.OptionID) bool) (raw int64, total enumerate.Effort, err error) {
	if z.Impossible() != "" {
		return 0, total, nil
	}
	x := &exact.Instance{Kernels: z.kernels()}
	choice, _, err := x.Choose("auto")
	if err != nil {
		return 0, total, err
	}
	k, err := choice.New()
	if err != nil {
		return 0, total, err
	}
	reduced, canon := symmetry.Reduce(z.Problem, z.Group), symmetry.NewCanonicaliser(z.Group)
	for i := range reduced.Cases {
		c := &reduced.Cases[i]
		effort, done := k.Search(enumerate.Task{Case: &c.Case, Share: 1}, stop, func(solution []enumerate.OptionID) bool {
			return !reduced.Keep(canon, i, solution) || visit(solution)
		})
		total.Add(effort)
		raw += effort.Solutions * c.Weight
		if !done {
			break
		}
	}
	return raw, total, nil
}

// newRecheck returns what makes the answer of a stored set again. It counts the
// solutions by dancing links without any reduction, for one row in recountEvery,
// chosen by the mask alone; the numbers of other rows stay as they were read.
func (s *setSurvey) newRecheck() (survey.Recheck[setAnswer], error) {
	images := make([]uint64, 0, len(s.sets.group))
	return func(a *setAnswer) error {
		mask := uint64(a.mask)
		if _, ok := s.sets.rank(mask); !ok {
			return fmt.Errorf("mask %#x is no set of this survey", mask)
		}
		images = s.sets.images(images[:0], mask)
		var err error
		if a.orbit, err = survey.Orbit(images); err != nil {
			return err
		}
		if mask*0x9E3779B97F4A7C15>>32%recountEvery != 0 && s.sets.len() > recountEvery {
			return nil
		}
		z, err := NewPuzzle(s.board, s.pieces(mask))
		if err != nil {
			return err
		}
		raw, classes := z.countAll(s.limit)
		a.count, a.raw = s.limit.Count(classes), raw
		if a.count.Capped {
			a.raw = 0
		}
		return nil
	}, nil
}

// countAll counts the solutions, and those up to symmetry: a solution that m of g
// symmetries map to itself is one of g/m images. It ends when there are surely more
// classes than the limit.
func (z *Puzzle) countAll(limit survey.Limit) (raw, classes int64) {
	order, fixing := z.Group.Order(), int64(0)
	chosen := make([]bool, len(z.Placements))
	var never atomic.Bool
	kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func(solution []enumerate.OptionID) bool {
		raw++
		for _, o := range solution {
			chosen[o] = true
		}
		for k := range order {
			if !slices.ContainsFunc(solution, func(o enumerate.OptionID) bool { return !chosen[z.Group.Image(k, o)] }) {
				fixing++
			}
		}
		for _, o := range solution {
			chosen[o] = false
		}
		return limit == 0 || fixing <= int64(limit)*int64(order)
	})
	return raw, (fixing + int64(order) - 1) / int64(order)
}
