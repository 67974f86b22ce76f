package sudoku

import (
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/survey"
)

// Family returns the family of Sudoku puzzles and grids.
func Family() enumerate.Family {
	return enumerate.Family{
		Name:     "sudoku",
		Help:     "Sudoku puzzles and grids, boxes from 2x2 to 5x5",
		Measures: measureInfos,
		Params:   params{},
		Open:     open,
		Drawer:   newDrawer,
		Solve:    Solve,
		SolveInput: `FILE or standard input holds puzzles, one a line, or each as a grid, or in another format
of coverstat list formats. A cell is a digit, or a letter from 10 on; 0 or . is an empty one. A line
of 81 characters is a 9x9 puzzle. Where 0 and . stand in one puzzle, and 9 in none, 0 is a digit.

  53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

The answers are unique SOLUTION, none, or many SOLUTION SOLUTION, a line a puzzle.`,
		Formats:      func() enumerate.Formats { return grid.List(grid.Ask{}).ForCommands() },
		SolveMethods: methods,
		Trace:        "print every step: candidates, placed digits and guesses",
		SolveFlags:   solveFlags,
	}
}

// params is the puzzle section of a config.
type params struct {
	Box       []int       `yaml:"box" default:"[3, 3]" help:"rows and columns of a box; a census without a grid lists all grids" example:"[2, 3]"`
	Grid      string      `yaml:"grid" help:"in a census: one puzzle, all of whose solutions are listed; 0 or . is an empty cell" example:"\"1... .2.. ..3. ...4\""`
	Input     string      `yaml:"input" help:"in a survey: a file of puzzles; coverstat solve sudoku --help has the format" example:"puzzles.txt"`
	Format    string      `yaml:"format" help:"in a survey: the format of the file, where its content does not tell; coverstat list formats has the names" example:"csv"`
	Digits    string      `yaml:"digits" help:"in a survey: the digits of the file, such as 0-8 or 0-F, where 0 is a digit and no empty cell" example:"0-8"`
	Draw      survey.Draw `yaml:"draw" help:"in a survey, instead of input: draw so many puzzles at random, of boxes of at most 16 cells; or draw until so many meet a condition" example:"1000"`
	Seed      uint64      `yaml:"seed" default:"1" help:"the same seed draws the same puzzles" example:"7"`
	Limit     *int64      `yaml:"limit" default:"2" help:"in a survey: count at most so many solutions of a puzzle; 0 counts all" example:"1000"`
	Canonical bool        `yaml:"canonical" default:"false" help:"in a survey: columns with the form of each puzzle up to symmetry, and which puzzles repeat another one" example:"true"`
	Permute   *uint64     `yaml:"permute" help:"in a survey: take a random image of each puzzle instead of it, by this seed" example:"1"`
	Singles   []policy    `yaml:"singles" default:"[]" help:"in a survey: statistics of solving by singles; the names say in which cell is guessed, by its candidates, and whether hidden singles are placed, too" example:"[fewest, first+hidden]"`
	NodeLimit int64       `yaml:"node_limit" default:"0" help:"solving by singles gives up after so many guesses; 0: never" example:"100000"`
}

func (p *params) shape() (grid.Shape, error) {
	switch len(p.Box) {
	case 0:
		return grid.Nine, nil
	case 2:
		return grid.NewShape(p.Box[0], p.Box[1])
	}
	return grid.Shape{}, enumerate.KeyErrorf("puzzle.box",
		"puzzle.box has %d numbers: expected two, rows and columns, such as [3, 3]", len(p.Box))
}

func open(spec enumerate.Spec) (*enumerate.Job, error) {
	p := params{Seed: 1}
	if err := spec.Puzzle(&p); err != nil {
		return nil, err
	}
	shape, err := p.shape()
	if err != nil {
		return nil, enumerate.AtKey("puzzle.box", err)
	}
	if err := p.refuse(spec.Kind); err != nil {
		return nil, err
	}
	switch {
	case spec.Kind == enumerate.Survey:
		return openSurvey(spec, &p, shape)
	case p.Grid != "":
		return openPuzzle(spec, shape, p.Grid)
	case spec.Kind == enumerate.Sample:
		return openSample(spec, shape)
	}
	return openCensus(spec, shape)
}

// refuse reports a key that means nothing in a job of that kind.
func (p *params) refuse(kind enumerate.Kind) error {
	for _, key := range []struct {
		name          string
		given, survey bool // whether it is a key of surveys alone, or of other jobs alone
	}{
		{"grid", p.Grid != "", false},
		{"input", p.Input != "", true},
		{"format", p.Format != "", true},
		{"digits", p.Digits != "", true},
		{"draw", p.Draw.Number != 0, true},
		{"limit", p.Limit != nil, true},
		{"canonical", p.Canonical, true},
		{"permute", p.Permute != nil, true},
		{"singles", p.Singles != nil, true},
		{"node_limit", p.NodeLimit != 0, true},
	} {
		if key.given && key.survey != (kind == enumerate.Survey) {
			return enumerate.KeyErrorf("puzzle."+key.name, "puzzle.%s has no meaning in a %s of this kind",
				key.name, kind)
		}
	}
	return nil
}
