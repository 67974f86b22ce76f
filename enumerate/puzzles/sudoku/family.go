package sudoku

import (
	"fmt"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
)

// Family returns the family of Sudoku puzzles and grids.
func Family() enumerate.Family {
	return enumerate.Family{
		Name:       "sudoku",
		Help:       "Sudoku puzzles and grids, boxes from 2x2 to 5x5",
		Measures:   measureInfos(),
		Open:       open,
		Drawer:     newDrawer,
		Solve:      Solve,
		SolveFlags: solveFlags,
	}
}

// params is the puzzle section of a config.
type params struct {
	Box   []int  `yaml:"box"`
	Grid  string `yaml:"grid"`
	Input string `yaml:"input"`
	Draw  int64  `yaml:"draw"`
	Seed  uint64 `yaml:"seed"`
	// Limit caps the solutions counted for a puzzle of a survey.
	Limit *int64 `yaml:"limit"`
	// Canonical asks for the puzzles' forms and for duplicates.
	Canonical bool `yaml:"canonical"`
	// Permute replaces each puzzle by a random image of it, by this seed.
	Permute *uint64 `yaml:"permute"`
	// Singles names ways of solving by singles, such as fewest+hidden, whose
	// statistics become columns.
	Singles []policy `yaml:"singles"`
	// NodeLimit ends a solving by singles after so many guesses.
	NodeLimit int64 `yaml:"node_limit"`
}

// policy is a way of solving by singles: a guess policy, with hidden singles or
// without.
type policy struct {
	guess  singles.Guess
	hidden bool
}

// UnmarshalText reads "fewest" or "fewest+hidden".
func (p *policy) UnmarshalText(text []byte) error {
	name, hidden := strings.CutSuffix(string(text), "+hidden")
	for i, known := range singles.Policies {
		if name == known {
			*p = policy{singles.Guess(i), hidden}
			return nil
		}
	}
	return &enumerate.InputError{
		Problem:  fmt.Sprintf("got %q", text),
		Expected: strings.Join(singles.Policies[:], ", ") + ", each alone or with +hidden",
	}
}

// prefix begins the names of the policy's columns.
func (p policy) prefix() string {
	if p.hidden {
		return singles.Policies[p.guess] + "_with_hidden"
	}
	return singles.Policies[p.guess]
}

func (p *params) shape() (grid.Shape, error) {
	switch len(p.Box) {
	case 0:
		return grid.Nine, nil
	case 2:
		return grid.NewShape(p.Box[0], p.Box[1])
	}
	return grid.Shape{}, enumerate.KeyErrorf("puzzle.box", "puzzle.box has %d numbers: expected two, rows and columns, such as [3, 3]", len(p.Box))
}

func open(spec enumerate.Spec) (enumerate.Job, error) {
	p := params{Seed: 1}
	if err := spec.Puzzle(&p); err != nil {
		return nil, err
	}
	shape, err := p.shape()
	if err != nil {
		return nil, enumerate.AtKey("puzzle.box", err)
	}
	switch spec.Kind {
	case enumerate.Survey:
		return openSurvey(spec, &p, shape)
	case enumerate.Census, enumerate.Sample:
		if err := p.refuse(string(spec.Kind), map[string]bool{
			"input": p.Input != "", "draw": p.Draw != 0, "limit": p.Limit != nil, "canonical": p.Canonical,
			"permute": p.Permute != nil, "singles": p.Singles != nil, "node_limit": p.NodeLimit != 0,
		}); err != nil {
			return nil, err
		}
	}
	if p.Grid != "" {
		return openPuzzle(spec, shape, p.Grid)
	}
	if spec.Kind == enumerate.Sample {
		return openSample(spec, shape)
	}
	return openCensus(spec, shape)
}

// refuse reports a key that means nothing in a job.
func (p *params) refuse(job string, set map[string]bool) error {
	for _, key := range []string{"grid", "input", "draw", "limit", "canonical", "permute", "singles", "node_limit"} {
		if set[key] {
			return enumerate.KeyErrorf("puzzle."+key, "puzzle.%s has no meaning in a %s of this kind", key, job)
		}
	}
	return nil
}
