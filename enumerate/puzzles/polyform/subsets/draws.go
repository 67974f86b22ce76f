package subsets

import (
	"fmt"
	"math/big"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/survey"
)

// drawnInstance is the least image of an instance that was drawn, and the size of its orbit.
type drawnInstance struct {
	Instance
	orbit int
}

// drawAll makes the draws. Each depends on the seed and its number alone; all instances of the space
// are equally likely.
func (s *Survey) drawAll() {
	met := map[Instance]bool{}
	var images []Instance
	for i := range s.Draws {
		rank := enumerate.Random(s.Seed, enumerate.Stream(i)).Int64N(s.Space.Len())
		images = s.Space.Images(images[:0], s.Space.unrank(rank))
		least := slices.MinFunc(images, Instance.compare)
		if met[least] {
			continue
		}
		met[least] = true
		orbit, _ := orbitOf(s.Space.Images(images[:0], least))
		s.drawn = append(s.drawn, drawnInstance{least, orbit})
	}
}

// count is the number of instances that are visited.
func (s *Survey) count() int64 {
	if s.Draws > 0 {
		return int64(len(s.drawn))
	}
	return s.Space.Len()
}

// ofDraws makes a job one of the instances that were drawn.
func (s *Survey) ofDraws(job *survey.Survey[Answer]) {
	job.Source = &survey.Source{Count: s.count(), Tasks: s.tasks}
	job.NewAnswerer = func() (survey.Answerer[Answer], error) {
		answer := s.newAnswer()
		return func(i int64, stop *atomic.Bool, effort *enumerate.Effort) (*Answer, error) {
			return answer(i, s.drawn[i].Instance, s.drawn[i].orbit, stop, effort)
		}, nil
	}
	job.Features.CountRows = func() (*big.Int, string) { return big.NewInt(s.count()), "drawing them" }
	job.Facts = append(job.Facts, enumerate.Fact{Key: "draws", Value: s.Draws,
		Text: fmt.Sprintf("%s of them drawn, with seed %d: %s up to symmetry", enumerate.Grouped(s.Draws), s.Seed, enumerate.Grouped(len(s.drawn)))})
}
