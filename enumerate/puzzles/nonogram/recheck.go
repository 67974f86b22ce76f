package nonogram

import (
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/theorems"
	"coverstat/enumerate/survey"
)

// checkedCells bounds the recount of the solutions of a row: so many cells are tried. That
// is enough for all puzzles of up to 5 by 5 cells, and for most of up to 10 by 10.
const checkedCells = 200_000

// givenUp reports whether the search ended at its limit of nodes: then it does
// not know whether there are more solutions.
func (s *puzzleSurvey) givenUp(a *answer) bool { return a.nodes() >= s.nodeLimit }

// recheck judges a stored puzzle by its clues alone: it reads the solution back,
// counts solutions again where that is not too much work, and tests that the
// columns agree with one another. What the theorems and the search did is not
// repeated.
func (s *puzzleSurvey) recheck(a *answer) error {
	if s.source.numbered {
		if a.number < 0 || a.number >= s.source.Count {
			return fmt.Errorf("draw is %d, expected 0 to %d", a.number, s.source.Count-1)
		}
		a.puzzle = s.source.puzzle(a.number)
	}
	if a.unique() {
		if err := a.puzzle.check(a.picture); err != nil {
			return fmt.Errorf("grid: %w", err)
		}
	}
	n, capped := a.count.Solutions, a.count.Capped
	more := capped && !s.givenUp(a) // the search knew that there are more
	got, exact := recount(a.puzzle.Rows, a.puzzle.Cols, n+1, checkedCells)
	if exact && (got < n || got == n && more || got > n && !capped) {
		return fmt.Errorf("solutions is %d, solutions_capped %v: counted cell by cell, there are %d", n, capped, got)
	}
	return a.recheckSettled()
}

// recheckSettled computes again what follows from other columns: cells settled by
// theorems, the solvable columns and solved_by.
func (a *answer) recheckSettled() error {
	a.theorems = 0
	for _, n := range a.fixed {
		a.theorems += n
	}
	n, cells := a.count.Solutions, a.cells()
	if n > 0 {
		if err := a.checkSettled(); err != nil {
			return err
		}
	}
	switch {
	case n == 1 && a.theorems == cells:
		a.solvedBy = byTheorems
	case n == 1 && a.line == cells:
		a.solvedBy = byLine
	case n > 1 || n == 1 && !a.count.Capped:
		a.solvedBy = bySearch
	case n == 1 && a.solvedBy != bySearch:
		a.solvedBy = byNothing
	}
	switch a.solvedBy {
	case byTheorems, byLine, bySearch:
	case byNothing:
		if !a.count.Capped {
			return fmt.Errorf("solved_by is %s and solutions not capped", a.solvedBy)
		}
	default:
		return fmt.Errorf("solved_by is %q, expected one of %s, %s, %s, %s", a.solvedBy, byTheorems, byLine, bySearch,
			byNothing)
	}
	return nil
}

// runner is a line being read: the number of finished blocks and the length of
// the present run.
type runner struct {
	clue  []int
	need  []int // cells needed by block j and those after it
	block int
	run   int
	left  int // cells to come
}

func newRunner(clue []int, n int) runner {
	r := runner{clue: clue, need: make([]int, len(clue)+1), left: n}
	for j := len(clue) - 1; j >= 0; j-- {
		r.need[j] = line.Length(clue[j]) + r.between(j) + r.need[j+1]
	}
	return r
}

// between returns the cells that must be white behind block j.
func (r *runner) between(j int) int {
	if j+1 < len(r.clue) && line.Colour(r.clue[j]) == line.Colour(r.clue[j+1]) {
		return 1
	}
	return 0
}

// read reads a cell of a colour, or a white one, of colour -1. It reports whether the room that is left still
// allows the line to be completed.
func (r *runner) read(colour int) bool {
	if r.run > 0 && colour != line.Colour(r.clue[r.block]) {
		if r.run < line.Length(r.clue[r.block]) {
			return false
		}
		r.block++
		r.run = 0
	}
	if colour >= 0 {
		if r.block == len(r.clue) || colour != line.Colour(r.clue[r.block]) || r.run == line.Length(r.clue[r.block]) {
			return false
		}
		r.run++
	}
	r.left--
	return r.room()
}

// room reports whether the blocks to come fit into the cells to come.
func (r *runner) room() bool {
	if r.run == 0 {
		return r.need[r.block] <= r.left
	}
	return line.Length(r.clue[r.block])-r.run+r.between(r.block)+r.need[r.block+1] <= r.left
}

// recount counts the solutions of a puzzle for the checker, up to a limit. It sets the cells one by
// one, from the top left, and looks only at the runs so far and at the room that is left
// in the two lines of the cell. So it shares nothing with the solvers, and it gives up on
// puzzles that take too many steps: ok says that it counted to the end, or to the limit, within the budget of cells
// tried.
func recount(rows, cols [][]int, limit, budget int64) (n int64, ok bool) {
	height, width, colours := len(rows), len(cols), max(line.Colours(rows...), line.Colours(cols...))
	runners := make([]runner, 0, height+width) // rows, then columns
	for i, clue := range slices.Concat(rows, cols) {
		length := width
		if i >= height {
			length = height
		}
		runners = append(runners, newRunner(clue, length))
	}
	var place func(r, c int)
	place = func(r, c int) {
		if c == width {
			r, c = r+1, 0
		}
		if r == height {
			n++ // room says that every line is complete
			return
		}
		row, col := &runners[r], &runners[height+c]
		before, above := *row, *col
		for v := range colours + 1 { // white is the last
			if n >= limit || budget <= 0 {
				return
			}
			budget--
			if v == colours {
				v = -1
			}
			if row.read(v) && col.read(v) {
				place(r, c+1)
			}
			*row, *col = before, above
		}
	}
	place(0, 0)
	return n, budget > 0 || n >= limit
}

// recheck judges a row of the survey of all pictures by its clues: it makes their images under
// symmetry, counts the solutions cell by cell and repeats line logic by trying all pictures of a
// line. How far the theorems come is not repeated.
func (s *pictureSurvey) recheck(a *answer) (err error) {
	p := a.puzzle
	if p.height() != s.height || p.width() != s.width {
		return fmt.Errorf("%d by %d, expected %d by %d", p.height(), p.width(), s.height, s.width)
	}
	if a.orbit, err = survey.Orbit(p.images(), clueSet.compare); err != nil {
		return err
	}
	if err := p.check(a.picture); err != nil {
		return fmt.Errorf("grid: %w", err)
	}
	a.count.Solutions, _ = recount(p.Rows, p.Cols, a.count.Solutions+1, math.MaxInt64)
	a.line = s.settle(p)
	if err := a.checkSettled(); err != nil {
		return err
	}
	if a.lineSolvable() && a.count.Solutions != 1 {
		return fmt.Errorf("line logic settles all cells of a puzzle with %d solutions", a.count.Solutions)
	}
	a.solvedBy = a.settledBy()
	if a.least < 0 || a.least > int32(theorems.All) {
		return fmt.Errorf("least_theorems is %d, expected a sum of distinct powers of 2 up to %d", a.least,
			int(theorems.All))
	}
	return nil
}

// picturesOfLine returns the pictures of a line of n cells, bit i for cell i, by the text of the clue
// that they have.
func picturesOfLine(n int) map[string][]uint32 {
	all := map[string][]uint32{}
	cells := make([]line.Cell, n)
	for v := range uint32(1) << n {
		for i := range cells {
			cells[i] = line.Crossed - line.Cell(v>>i&1)
		}
		clue := clueText(line.ClueOf(nil, cells))
		all[clue] = append(all[clue], v)
	}
	return all
}

// settle returns the number of cells that line logic settles. Bit height·c + r of
// black and white is cell r of column c.
func (s *pictureSurvey) settle(p *puzzle) int32 {
	byRow, byCol := s.lines()
	rows, cols := make([][]uint32, 0, s.height), make([][]uint32, 0, s.width) // the pictures of each line
	for _, clue := range p.Rows {
		rows = append(rows, byRow[clueText(clue)])
	}
	for _, clue := range p.Cols {
		cols = append(cols, byCol[clueText(clue)])
	}
	var black, white uint32
	known := int32(0)
	read := func(lines []uint32, first, step, n int) {
		b, w := uint32(0), uint32(0)
		for i := range n {
			b |= black >> (first + i*step) & 1 << i
			w |= white >> (first + i*step) & 1 << i
		}
		always, never := uint32(1)<<n-1, uint32(1)<<n-1
		for _, v := range lines {
			if v&b == b && v&w == 0 {
				always &= v
				never &= ^v
			}
		}
		for i := range n {
			black |= always >> i & 1 << (first + i*step)
			white |= never >> i & 1 << (first + i*step)
			known += int32((always&^b | never&^w) >> i & 1)
		}
	}
	for before := int32(-1); before != known; {
		before = known
		for r, lines := range rows {
			read(lines, r, s.height, s.width)
		}
		for c, lines := range cols {
			read(lines, c*s.height, 1, s.height)
		}
	}
	return known
}
