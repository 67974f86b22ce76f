package nonogram

import (
	"coverstat/enumerate"
	"coverstat/enumerate/survey"
)

// Family returns the family of nonograms.
func Family() enumerate.Family {
	return enumerate.Family{
		Name:     "nonogram",
		Help:     "pictures from the lengths of their black runs: files, drawn pictures, all pictures of a size",
		Measures: measureInfos,
		Params:   params{},
		Open:     open,
		Drawer:   newDrawer,
		Formats:  func() enumerate.Formats { return fileFormats().ForCommands() },
		Solve:    solve,
		SolveInput: `FILE or standard input holds puzzles in a format of coverstat list formats, such as a .non file (several with
==== between them), the XML of webpbn.com, a .g file, a picture in PNG or PBM, or addresses of puzz.link;
or the lengths of the black runs of one puzzle as plain lines: those of the rows from
the top, a blank line, those of the columns from the left; 0 is an empty line.

  1 1
  3
  1

  2
  2
  2`,
		SolveMethods: methods,
		Trace:        "print every step: which theorem about a line fixed which cells",
		SolveFlags:   solveFlags,
	}
}

// params are the puzzle section of a config.
type params struct {
	Input  oneOrMore[string] `yaml:"input" help:"a file of puzzles, or a list of files: .non, the XML of webpbn.com, .g, plain lines of clues, …; coverstat list formats has them all" example:"[mine.non, more.xml]"`
	Format string            `yaml:"format" help:"the format of the files, where their content does not tell; coverstat list formats has the names" example:"nin"`
	// Lists are for drawn pictures, Draw of each size and density; without Cols they are
	// squares.
	Rows      oneOrMore[int]     `yaml:"rows" help:"instead of input: all pictures with so many rows, or drawn ones; a list is for drawn ones" example:"5"`
	Cols      oneOrMore[int]     `yaml:"cols" default:"drawn pictures: as rows" help:"and so many columns" example:"5"`
	Draw      survey.Draw        `yaml:"draw" help:"draw so many pictures of each size and density; or, of one, until so many meet a condition" example:"1000"`
	Density   oneOrMore[float64] `yaml:"density" default:"0.5" help:"the share of black cells in drawn pictures, 0 to 1" example:"[0.4, 0.5]"`
	Seed      uint64             `yaml:"seed" default:"0" help:"the same seed draws the same pictures" example:"7"`
	Limit     int64              `yaml:"limit" default:"2" help:"count at most so many solutions of a puzzle" example:"10"`
	NodeLimit int64              `yaml:"node_limit" default:"10000000" help:"give up a puzzle after so many guesses and probes: it is undecided" example:"100000"`
}

// Limits of what a config may ask for.
const (
	defaultLimit     = 2
	maxLimit         = 1_000_000
	defaultNodeLimit = 10_000_000
	maxDrawnSide     = 1000
)

func open(spec enumerate.Spec) (*enumerate.Job, error) {
	if spec.Kind != enumerate.Survey {
		return nil, enumerate.KeyErrorf("job", "job: %s of nonograms: expected survey", spec.Kind)
	}
	if spec.Kernel != "" && spec.Kernel != "auto" {
		return nil, enumerate.KeyErrorf("kernel", "kernel %q: nonograms have one way of each kind: expected auto",
			spec.Kernel)
	}
	var p params
	if err := spec.Puzzle(&p); err != nil {
		return nil, err
	}
	sized := p.Rows.given() || p.Cols.given()
	switch {
	case p.Input.given() && (sized || p.Draw.Number != 0):
		return nil, enumerate.KeyErrorf("puzzle", "puzzle: expected input, or rows and cols, not both")
	case !p.Input.given() && !sized:
		return nil, enumerate.KeyErrorf("puzzle", "puzzle: expected input: [FILES], or rows and cols")
	case p.Format != "" && !p.Input.given():
		return nil, enumerate.KeyErrorf("puzzle.format", "puzzle.format is of files: expected input with it")
	case p.Draw.Number < 0:
		return nil, enumerate.KeyErrorf("puzzle.draw", "puzzle.draw %d: expected 1 or more", p.Draw.Number)
	case p.Limit < 0 || p.Limit > maxLimit:
		return nil, enumerate.KeyErrorf("puzzle.limit", "puzzle.limit %d: expected 1 to %d", p.Limit, maxLimit)
	case p.NodeLimit < 0:
		return nil, enumerate.KeyErrorf("puzzle.node_limit", "puzzle.node_limit %d: expected 1 or more", p.NodeLimit)
	case p.Draw.Number == 0 && (p.Density.given() || p.Seed != 0):
		return nil, enumerate.KeyErrorf("puzzle.density",
			"puzzle.density and seed belong to drawn pictures: expected draw: N with them")
	}
	if p.Limit == 0 {
		p.Limit = defaultLimit
	}
	if p.NodeLimit == 0 {
		p.NodeLimit = defaultNodeLimit
	}
	switch {
	case p.Input.given():
		src, err := openFiles(spec, p.Input.values, p.Format)
		if err != nil {
			return nil, err
		}
		return openPuzzles(spec, p, src)
	case p.Draw.Number > 0:
		src, err := openDrawn(p)
		if err != nil {
			return nil, err
		}
		return openPuzzles(spec, p, src)
	}
	if p.Rows.list || p.Cols.list {
		return nil, enumerate.KeyErrorf("puzzle.rows",
			"puzzle: lists of rows or cols are of drawn pictures: expected draw: N with them")
	}
	return openPictures(spec, p.Rows.only(), p.Cols.only(), p.Limit)
}
