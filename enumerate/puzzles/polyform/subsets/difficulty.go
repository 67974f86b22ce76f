package subsets

import (
	"fmt"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/survey"
)

// Difficulty searches instances by a fixed rule, to the end or to two solutions: what it counts are
// measures, and the first solution is a column. docs/difficulty.md has the rule.
type Difficulty struct {
	// Grid is the meaning of the column solution; "" if it is not asked for.
	Grid string
	// New makes a search for one goroutine. A solution is valid until the next search.
	New func() func(in Instance, stop *atomic.Bool) (Search, error)
	// Again counts the same in another way.
	Again func(in Instance) (Search, error)
	// Check says what is wrong with a stored solution, if anything.
	Check func(in Instance, solution []byte) error
	// Symmetries is at least the order of the group of an instance.
	Symmetries func(in Instance) int

	asked bool // by a measure or for the solutions
}

// Search is what a search by the rule found.
type Search struct {
	Nodes, Guesses, Forced int64
	Solutions              int    // at most 2
	Solution               []byte // the first
}

// known returns the numbers of solutions of an instance, or one more than the limit, as far as the
// search has found them.
func (s *Survey) known(in Instance, found Search) (Found, bool) {
	if n := int64(found.Solutions); n < 2 {
		return Found{n, n}, true
	}
	most := s.Limit.Search()
	if most != 2 || s.LimitDistinct && s.Difficulty.Symmetries(in) > 1 {
		return Found{}, false
	}
	return Found{most, most}, true
}

// difficulty are the measures that the search counts.
var difficulty = []struct {
	name, meaning string
	value         func(*Search) *int64
}{
	{"nodes", "nodes of a search by a fixed rule, to the end or to two solutions: partial solutions, the empty one among them", func(s *Search) *int64 { return &s.Nodes }},
	{"guesses", "nodes of that search with two options or more for the cell or piece that has the fewest", func(s *Search) *int64 { return &s.Guesses }},
	{"forced", "nodes of that search with one option for the cell or piece that has the fewest", func(s *Search) *int64 { return &s.Forced }},
}

// DifficultyMeasures lists the measures of the search by the rule.
func DifficultyMeasures() (infos []enumerate.MeasureInfo) {
	for _, m := range difficulty {
		infos = append(infos, enumerate.MeasureInfo{Name: m.name, Meaning: m.meaning, Unit: "nodes"})
	}
	return infos
}

// solution is the column of solutions.
func (s *Survey) solution() survey.Column[Answer] {
	return survey.Text(enumerate.SolutionColumn, s.Difficulty.Grid, func(dst []byte, a *Answer) []byte { return append(dst, a.Search.Solution...) }).
		NullUnless(s.one).
		Parsed(func(a *Answer, text []byte) error {
			a.Search.Solution = text
			return nil
		})
}

// difficultyFact says what the searches cost, by some of them, evenly spread.
func (s *Survey) difficultyFact() (enumerate.Fact, error) {
	search, never := s.Difficulty.New(), new(atomic.Bool)
	mean, err := s.meanOf(func(in Instance) (float64, error) {
		found, err := search(in, never)
		return float64(found.Nodes), err
	})
	nodes := mean * s.rows()
	return enumerate.Fact{Key: "difficulty", Value: nodes,
		Text: fmt.Sprintf("each %s is searched by a fixed rule for its difficulty: about %.3g nodes in all, by %d of them", s.Thing, nodes, probes)}, err
}
