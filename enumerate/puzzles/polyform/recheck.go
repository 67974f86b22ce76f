package polyform

import (
	"fmt"
	"sync/atomic"

	"coverstat/enumerate/survey"
)

// recountEvery says how many rows there are to one whose solutions a checker
// counts again.
const recountEvery = 8192

// newRecheck returns what makes the answer of a stored board again. It finds the
// number of solutions by dancing links, for one row in recountEvery, chosen by
// the mask alone; that of other rows stays as it was read.
func (s *boardSurvey) newRecheck() (survey.Recheck[boardAnswer], error) {
	counter, err := newBoardCounter(s.base, "dlx", s.limit)
	if err != nil {
		return nil, err
	}
	group := s.instances.symmetries()
	images := make([]uint64, len(group))
	return func(a *boardAnswer) error {
		mask := uint64(a.mask)
		if !s.instances.contains(mask) {
			return fmt.Errorf("mask %#x is no board of this survey", mask)
		}
		for i, perm := range group {
			images[i] = image(mask, perm)
		}
		var err error
		if a.orbit, err = survey.Orbit(images); err != nil {
			return err
		}
		if mask*0x9E3779B97F4A7C15>>32%recountEvery != 0 && s.instances.len() > recountEvery {
			return nil
		}
		var never atomic.Bool
		n, _, err := counter.count(mask, &never)
		a.count = s.limit.Count(n)
		return err
	}, nil
}
