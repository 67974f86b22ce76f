package polyomino

import (
	"fmt"
	"sync/atomic"

	"coverstat/enumerate"
)

// NewChecker implements [enumerate.Job].
func (s *survey) NewChecker() (enumerate.Checker, error) {
	exact, err := newBoardCounter(s.base, "dlx", s.limit)
	if err != nil {
		return nil, err
	}
	w := &surveyWorker{survey: s, shape: newBoardShape(s.base.Board)}
	return &surveyChecker{survey: s, worker: w, again: enumerate.NewBatch(s.columns), counter: exact,
		group: s.symmetries(), orbit: map[uint64]bool{}}, nil
}

// instanceGroup returns the symmetries of the board that map the set of
// instances onto itself. To take any symmetry for an instance whose image
// happens to be one too would join orbits that are not one.
func (s *survey) instanceGroup() [][]uint8 {
	group := cellGroup(s.base.Board, s.base.Pieces)
	l, ok := s.universe.(*listed)
	if !ok {
		return group // every choice of so many cells has its images among them
	}
	var kept [][]uint8
	for _, perm := range group {
		inside := true
		for _, m := range l.masks {
			if inside = l.contains(image(m, perm)); !inside {
				break
			}
		}
		if inside {
			kept = append(kept, perm)
		}
	}
	return kept
}

// surveyChecker checks stored rows of a survey of boards. The number of
// solutions is found again, by dancing links, for one row in recountEvery,
// chosen by the mask alone.
type surveyChecker struct {
	survey  *survey
	worker  *surveyWorker
	again   *enumerate.Batch
	counter *boardCounter
	group   [][]uint8
	orbit   map[uint64]bool // scratch: the orbit of a board
}

const recountEvery = 8192

// Check implements [enumerate.Checker].
func (c *surveyChecker) Check(b *enumerate.Batch, row int) error {
	s := c.survey
	mask := uint64(b.Vectors[maskColumn].Int64s[row])
	if !s.universe.contains(mask) {
		return fmt.Errorf("mask %#x is no board of this survey", mask)
	}
	least, orbit := mask, c.orbit
	clear(orbit)
	for _, perm := range c.group {
		m := image(mask, perm)
		least = min(least, m)
		orbit[m] = true
	}
	if least != mask {
		return fmt.Errorf("board %#x is not in canonical form: %#x is less", mask, least)
	}
	n := b.Vectors[solutionsColumn].Int64s[row]
	capped := s.limit > 0 && b.IntAt(firstExtraColumn, row) == 1
	if n < 0 || s.limit > 0 && n > s.limit || capped && n != s.limit {
		return fmt.Errorf("%d solutions with limit %d, and solutions_capped is %v", n, s.limit, capped)
	}
	c.again.Reset()
	c.worker.append(c.again, mask, len(orbit), n, capped)
	if err := enumerate.SameRow(b, row, c.again, 0); err != nil {
		return err
	}
	if mask*0x9E3779B97F4A7C15>>32%recountEvery != 0 && s.universe.len() > recountEvery {
		return nil
	}
	var never atomic.Bool
	got, _, err := c.counter.count(mask, &never)
	if err != nil {
		return err
	}
	want := n
	if capped {
		want++ // at least
	}
	if got != want {
		return fmt.Errorf("board %s has %d solutions by dancing links, the row says %d, capped %v", b.StringAt(instanceColumn, row), got, n, capped)
	}
	return nil
}
