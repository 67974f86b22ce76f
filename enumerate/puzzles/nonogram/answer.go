package nonogram

import (
	"cmp"
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/search"
	"coverstat/enumerate/puzzles/nonogram/theorems"
	"coverstat/enumerate/survey"
)

// answer is what is known of one puzzle. A survey sets the fields of its columns only.
type answer struct {
	number   int64 // of the puzzle in its source
	puzzle   *puzzle
	palette  string
	orbit    int32
	count    survey.Count
	solvedBy string
	picture  picture // a solution; in a survey of puzzles the only one, or nil

	theorems, printed, line int32 // cells that each means settles

	least  int32                     // the least set of theorems that settles every cell
	rounds int32                     // turns of the theorems over all lines
	fixed  [theorems.Count + 1]int32 // cells that each theorem settles, by its number

	counters search.Counters
}

// The values of solved_by: the weakest means that settles a puzzle, that is,
// finds its only solution or shows that there is none or more than one.
const (
	byTheorems = "theorems"
	byLine     = "line"
	bySearch   = "search"
	byNothing  = "stopped"
)

func (a *answer) cells() int32 { return int32(a.puzzle.height() * a.puzzle.width()) }

// Whether each means settles every cell. The theorems may do so and then find that there is no
// solution.
func (a *answer) theoremSolvable() bool { return a.theorems == a.cells() && a.count.Solutions > 0 }
func (a *answer) lineSolvable() bool    { return a.line == a.cells() }
func (a *answer) printedSolvable() bool { return a.printed == a.cells() && a.count.Solutions > 0 }

// checkSettled returns an error if a stronger means settles fewer cells of a puzzle with solutions
// than a weaker one.
func (a *answer) checkSettled() error {
	if a.printed > a.theorems || a.theorems > a.line || a.line > a.cells() {
		return fmt.Errorf(
			"settled cells: printed order %d, theorems %d, line logic %d of %d, expected no less from the stronger",
			a.printed, a.theorems, a.line, a.cells())
	}
	return nil
}

// unique reports whether there is exactly one solution.
func (a *answer) unique() bool { return a.count.One() }

// answered reports whether the search found an answer within its limit of nodes.
func (a *answer) answered() bool { return a.solvedBy != byNothing }

// nodes is the number of nodes of the search.
func (a *answer) nodes() int64 { return a.counters.Nodes() }

type column = survey.Column[answer]

func instanceColumn() column {
	return survey.Text(enumerate.InstanceColumn,
		"the clues: rows from the top, a bar, columns from the left; lines separated by /, numbers by commas, 0 for none",
		func(dst []byte, a *answer) []byte { return a.puzzle.clues().append(dst) }).
		Parsed(func(a *answer, text []byte) (err error) {
			a.puzzle, err = parsePuzzle(text)
			return err
		}).As(enumerate.Key)
}

func blackColumn() column {
	return survey.Value("black", "black cells",
		func(a *answer) int32 { return int32(a.puzzle.black()) }).Measured("cells")
}

func solutionsColumn(meaning string) column {
	return survey.Solutions(enumerate.SolutionsColumn, meaning, func(a *answer) *survey.Count { return &a.count })
}

func solvedByColumn(meaning string) column {
	return survey.Stored("solved_by", meaning, func(a *answer) *string { return &a.solvedBy })
}

func gridColumn(meaning string) column {
	return survey.Text(enumerate.GridColumn, meaning,
		func(dst []byte, a *answer) []byte { return a.picture.append(dst, symbols) }).
		Parsed(func(a *answer, text []byte) error {
			end := 0
			if a.picture, end = readCells(a.picture[:0], text, '#', '.', line.MaxColours); end < len(text) {
				return fmt.Errorf("%q: expected only # and . in it", text)
			}
			return nil
		})
}

// solvableColumns say which means settle every cell.
func solvableColumns() []column {
	return []column{
		survey.Value("theorem_solvable", "the six theorems settle every cell", (*answer).theoremSolvable).Measured(""),
		survey.Value("line_solvable", "complete line logic settles every cell", (*answer).lineSolvable).Measured(""),
		survey.Value("printed_solvable", "the theorems in their printed order settle every cell",
			(*answer).printedSolvable).Measured(""),
	}
}

// settledColumns say how many cells each means settles.
func settledColumns() []column {
	return []column{
		survey.Stored("settled_theorems", "cells that the six theorems settle, in any order",
			func(a *answer) *int32 { return &a.theorems }).Measured("cells"),
		survey.Stored("settled_printed", "cells that the theorems settle in their printed order",
			func(a *answer) *int32 { return &a.printed }).Measured("cells"),
		survey.Stored("settled_line", "cells that complete line logic settles",
			func(a *answer) *int32 { return &a.line }).Measured("cells"),
	}
}

// measureColumns declares the measures asked for. The black cells are a column
// of every survey.
func measureColumns(asked []string) ([]column, error) {
	picked, _, err := enumerate.PickMeasures(measures, func(m measure) enumerate.MeasureInfo { return m.info }, asked)
	var columns []column
	for _, m := range picked {
		if m.info.Name == blackColumn().Name {
			continue
		}
		c := survey.Measure(m.info, func(a *answer) int32 { return int32(m.value(a.puzzle, a.picture)) })
		if m.picture {
			c = c.NullUnless((*answer).unique)
		}
		columns = append(columns, c)
	}
	return columns, err
}

// theoremTable explains the theorems and their rules beside the rows.
func theoremTable() ([]enumerate.Table, error) {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "theorem", Type: enumerate.Int32, Meaning: "number of the theorem"},
		{Name: "name", Type: enumerate.String, Meaning: "its name"},
		{Name: "rule", Type: enumerate.String, Meaning: "a rule that follows from it"},
		{Name: "says", Type: enumerate.String, Meaning: "what the rule says"},
	})
	for _, r := range theorems.Rules {
		b.AppendValues(0, int(r.Theorem), r.Theorem.String(), r.Name, r.Says)
	}
	return []enumerate.Table{{Name: enumerate.TheoremsTable, Rows: b}}, nil
}

// measure is an integer function of a clue set, or of the picture it determines.
type measure struct {
	info    enumerate.MeasureInfo
	picture bool // a function of the picture: null unless there is exactly one solution
	value   func(p *puzzle, pic picture) int
}

var measures = []measure{
	{enumerate.MeasureInfo{Name: "black", Meaning: "black cells", Unit: "cells"}, false,
		func(p *puzzle, _ picture) int { return p.black() }},
	{enumerate.MeasureInfo{Name: "blocks", Meaning: "numbers in the clues of all rows and columns",
		Unit: "blocks"}, false,
		func(p *puzzle, _ picture) int { return p.blocks() }},
	{enumerate.MeasureInfo{Name: "symmetry",
		Meaning: "symmetries of the rectangle that leave the clues as they are, 1 for none but doing nothing",
		Unit:    "symmetries"}, false,
		func(p *puzzle, _ picture) int { return p.symmetries() }},
	{enumerate.MeasureInfo{Name: "components",
		Meaning: "pieces into which the black cells fall, joined along edges; null without a single solution",
		Unit:    "pieces"}, true,
		func(p *puzzle, pic picture) int { return pic.components(p.width()) }},
}

func measureInfos() []enumerate.MeasureInfo {
	var out []enumerate.MeasureInfo
	for _, m := range measures {
		out = append(out, m.info)
	}
	return out
}

func (p *puzzle) blocks() int {
	n := 0
	for _, clue := range slices.Concat(p.Rows, p.Cols) {
		n += len(clue)
	}
	return n
}

// symmetries counts the symmetries of the rectangle that leave the clues as they are.
func (p *puzzle) symmetries() (n int) {
	images := p.images()
	for _, image := range images {
		if image.compare(images[0]) == 0 {
			n++
		}
	}
	return n
}

// clueSet is the clues of a puzzle, rows before columns.
type clueSet [2][][]int

// images returns the clues under the symmetries of the rectangle, as they are first.
func (p *puzzle) images() []clueSet {
	images := make([]clueSet, 0, 8)
	rows, cols := turned(p.Rows), turned(p.Cols)
	for flip := range 2 {
		for mirror := range 2 {
			image := clueSet{rows[flip][mirror], cols[mirror][flip]}
			if images = append(images, image); p.height() == p.width() {
				images = append(images, clueSet{image[1], image[0]})
			}
		}
	}
	return images
}

// turned returns the clues of one side: with [1] the last line first, with [·][1] each line read from its
// other end.
func turned(clues [][]int) (all [2][2][][]int) {
	back := make([][]int, len(clues))
	for i, clue := range clues {
		back[i] = slices.Clone(clue)
		slices.Reverse(back[i])
	}
	for ends, list := range [2][][]int{clues, back} {
		all[0][ends], all[1][ends] = list, slices.Clone(list)
		slices.Reverse(all[1][ends])
	}
	return all
}

// compare orders clues as the survey of all pictures numbers them: by the last row, then the row
// before it, and so on to the first column; clues of fewer numbers first.
func (s clueSet) compare(other clueSet) int {
	for side, clues := range s {
		for i := len(clues) - 1; i >= 0; i-- {
			a, b := clues[i], other[side][i]
			if order := cmp.Or(len(a)-len(b), slices.Compare(a, b)); order != 0 {
				return order
			}
		}
	}
	return 0
}

// components counts the pieces of black cells. It joins each cell to the neighbours before it.
func (pic picture) components(width int) (n int) {
	parent := make([]int32, len(pic))
	root := func(c int) int32 {
		r := int32(c)
		for parent[r] != r {
			parent[r] = parent[parent[r]]
			r = parent[r]
		}
		return r
	}
	for c, v := range pic {
		parent[c] = int32(c)
		join := func(before int) {
			if a, b := root(before), root(c); pic[before] == v && a != b {
				parent[a] = b
				n--
			}
		}
		if line.ColourOf(v) < 0 {
			continue
		}
		n++
		if c%width > 0 {
			join(c - 1)
		}
		if c >= width {
			join(c - width)
		}
	}
	return n
}
