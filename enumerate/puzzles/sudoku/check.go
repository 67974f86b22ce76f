package sudoku

import (
	"bytes"
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
)

// surveyChecker judges rows of a survey by the text of the puzzle alone: another
// solver counts, the measures are taken again.
type surveyChecker struct {
	*survey
	solver *singles.Solver
	again  *enumerate.Batch
}

// NewChecker implements [enumerate.Job].
func (s *survey) NewChecker() (enumerate.Checker, error) {
	return &surveyChecker{survey: s, solver: singles.New(s.shape.Rows, s.shape.Cols), again: enumerate.NewBatch(s.columns)}, nil
}

// checkedGuesses bounds the patience of the checker: a count that singles cannot
// confirm within so many guesses is only tested for a sound solution. Of 52,000
// puzzles of public lists, the hardest known among them, none took 4,400.
const checkedGuesses = 100_000

// Check implements [enumerate.Checker].
func (c *surveyChecker) Check(b *enumerate.Batch, row int) error {
	cells, err := parseCells(b.StringAt(instanceColumn, row), c.shape)
	if err != nil {
		return fmt.Errorf("instance: %w", err)
	}
	if got, want := b.IntAt(cluesColumn, row), int64(grid.Clues(cells)); got != want {
		return fmt.Errorf("clues is %d, expected %d", got, want)
	}
	solutions, capped := b.IntAt(solutionsColumn, row), b.IntAt(cappedColumn, row) == 1
	if c.limit > 0 && solutions > c.limit || capped && solutions != c.limit {
		return fmt.Errorf("%d solutions with limit %d, and solutions_capped is %v", solutions, c.limit, capped)
	}
	if unique := solutions == 1 && !capped; b.IsNull(solutionColumn, row) == unique {
		return fmt.Errorf("%d solutions, capped %v: solution should be null just where there is not exactly one", solutions, capped)
	}
	// Solutions in the millions are not counted again one by one.
	if solutions < checkedGuesses {
		want := solutions
		if capped {
			want++ // at least
		}
		var found []byte
		n, stats := c.solver.Solve(cells, singles.Options{Hidden: true, Limit: int(solutions + 1), NodeLimit: checkedGuesses}, func(g []byte) bool {
			found = append(found[:0], g...)
			return true
		})
		if !stats.Unfinished && int64(n) != want {
			return fmt.Errorf("solutions is %d, capped %v, singles count %d", solutions, capped, n)
		}
		if !b.IsNull(solutionColumn, row) && !stats.Unfinished && grid.Format(found) != string(b.StringAt(solutionColumn, row)) {
			return fmt.Errorf("solution is not %s", grid.Format(found))
		}
	}
	if !b.IsNull(solutionColumn, row) {
		solution, err := parseCells(b.StringAt(solutionColumn, row), c.shape)
		if err == nil {
			err = c.shape.CheckSolution(solution, cells)
		}
		if err != nil {
			return fmt.Errorf("solution: %w", err)
		}
	}
	return c.checkExtras(b, row, cells)
}

// checkExtras checks the columns behind the standard ones.
func (c *surveyChecker) checkExtras(b *enumerate.Batch, row int, cells []byte) error {
	column := firstExtraColumn
	if c.canonical {
		if n := b.IntAt(solutionsColumn, row); b.IsNull(column, row) && n > 0 && (b.IntAt(cappedColumn, row) == 0 && n <= maxForms) || !b.IsNull(column, row) && (n == 0 || n > maxForms) {
			return fmt.Errorf("canonical is null %v with %d solutions", b.IsNull(column, row), n)
		}
		if !b.IsNull(column, row) {
			form, err := parseCells(b.StringAt(column, row), c.shape)
			if err != nil {
				return fmt.Errorf("canonical: %w", err)
			}
			if grid.Clues(form) != grid.Clues(cells) || !bytes.Equal(signature(c.shape, form), signature(c.shape, cells)) {
				return fmt.Errorf("canonical has other givens than the puzzle")
			}
		}
		if duplicate := b.IntAt(column+2, row) == 1; b.IsNull(column+2, row) != b.IsNull(column, row) || duplicate == b.IsNull(column+1, row) {
			return fmt.Errorf("duplicate is %v, expected null just where canonical is and true just where duplicate_of is not null", duplicate)
		}
		column += formColumns
	}
	for _, way := range c.policies {
		_, stats := c.solver.Solve(cells, singles.Options{Guess: way.guess, Hidden: way.hidden, Limit: int(c.limit), NodeLimit: c.nodeLimit}, nil)
		got := [...]int64{stats.Guesses, int64(stats.Deepest), stats.Naked, stats.Hidden}
		for i, want := range got {
			if is := b.IntAt(column+i, row); is != want {
				return fmt.Errorf("%s is %d, expected %d", c.columns[column+i].Name, is, want)
			}
		}
		column += len(policyColumns)
	}
	for _, m := range c.measures {
		if got, want := b.IntAt(column, row), int64(m.value(c.shape, cells)); got != want {
			return fmt.Errorf("%s is %d, expected %d", m.info.Name, got, want)
		}
		column++
	}
	return nil
}

// signature is what symmetries cannot change of a puzzle, in short: the numbers
// of givens of its boxes, of its lines and of its digits, sorted.
func signature(s grid.Shape, cells []byte) []byte {
	n := s.Side()
	counts := make([]byte, 4*n)
	digits, rows, cols, boxes := counts[:n], counts[n:2*n], counts[2*n:3*n], counts[3*n:]
	for i, v := range cells {
		if v != 0 {
			digits[v-1]++
			rows[i/n]++
			cols[i%n]++
			boxes[s.Box(i)]++
		}
	}
	sortBytes(digits)
	sortBytes(counts[n : 3*n])
	sortBytes(boxes)
	return counts
}

func sortBytes(b []byte) {
	for i, v := range b {
		for ; i > 0 && b[i-1] > v; i-- {
			b[i] = b[i-1]
		}
		b[i] = v
	}
}

// parseCells reads the cells of a stored board.
func parseCells(text []byte, shape grid.Shape) ([]byte, error) {
	cells, err := grid.Values(make([]byte, 0, len(text)), text)
	if err != nil {
		return nil, err
	}
	if len(cells) != shape.Cells() {
		return nil, fmt.Errorf("%d cells, expected %d", len(cells), shape.Cells())
	}
	for i, v := range cells {
		if int(v) > shape.Side() {
			return nil, fmt.Errorf("digit %c at %d, expected at most %c", grid.Symbol(v), i+1, grid.Symbol(byte(shape.Side())))
		}
	}
	return cells, nil
}

// gridChecker judges rows of a census or sample of grids by trying every
// symmetry of the board, row orders and column orders in nested loops: nothing
// of it is in package canon.
type gridChecker struct {
	shape    grid.Shape
	orbit    int // its column
	measures []measure
	first    int // their first column
	withAuto bool
	rows     [][]int
	cols     [][]int
}

func newGridChecker(shape grid.Shape, orbit int, measures []measure, withAuto bool) *gridChecker {
	return &gridChecker{shape: shape, orbit: orbit, measures: measures, first: orbit + 1, withAuto: withAuto,
		rows: lineOrders(shape.Cols, shape.Rows), cols: lineOrders(shape.Rows, shape.Cols)}
}

// lineOrders lists the orders of groups of lines that keep groups together.
func lineOrders(groups, size int) (orders [][]int) {
	n := groups * size
	order := make([]int, 0, n)
	used := make([]bool, n)
	var extend func()
	extend = func() {
		if len(order) == n {
			orders = append(orders, append([]int(nil), order...))
			return
		}
		for line := range n {
			if used[line] || len(order)%size != 0 && order[len(order)-1]/size != line/size {
				continue
			}
			used[line] = true
			order = append(order, line)
			extend()
			order = order[:len(order)-1]
			used[line] = false
		}
	}
	extend()
	return orders
}

// Check implements [enumerate.Checker].
func (c *gridChecker) Check(b *enumerate.Batch, row int) error {
	cells, err := parseCells(b.StringAt(0, row), c.shape)
	if err != nil {
		return err
	}
	if err := c.shape.CheckSolution(cells, nil); err != nil {
		return err
	}
	fixed, all := 0, 0
	turns := 1
	if c.shape.Rows == c.shape.Cols {
		turns = 2
	}
	for turn := range turns {
		for _, rows := range c.rows {
			for _, cols := range c.cols {
				all++
				switch c.compare(cells, rows, cols, turn == 1) {
				case -1:
					return fmt.Errorf("not in canonical form: rows %v, columns %v, transposed %v give a lesser image", rows, cols, turn == 1)
				case 0:
					fixed++
				}
			}
		}
	}
	names := 1
	for v := 2; v <= c.shape.Side(); v++ {
		names *= v
	}
	if got, want := b.IntAt(c.orbit, row), int64(names*all/fixed); got != want {
		return fmt.Errorf("orbit size is %d, expected %d", got, want)
	}
	column := c.first
	for _, m := range c.measures {
		if got, want := b.IntAt(column, row), int64(m.value(c.shape, cells)); got != want {
			return fmt.Errorf("%s is %d, expected %d", m.info.Name, got, want)
		}
		column++
	}
	if c.withAuto {
		if got := b.IntAt(column, row); got != int64(fixed) {
			return fmt.Errorf("%s is %d, expected %d", automorphismsName, got, fixed)
		}
	}
	return nil
}

// compare orders the image of a grid, digits renamed by its first row, relative
// to the grid.
func (c *gridChecker) compare(cells []byte, rows, cols []int, transpose bool) int {
	n := c.shape.Side()
	var names [grid.MaxSide + 1]byte
	next := byte(1)
	for i := range cells {
		from := rows[i/n]*n + cols[i%n]
		if transpose {
			from = cols[i%n]*n + rows[i/n]
		}
		v := cells[from]
		if names[v] == 0 {
			names[v] = next
			next++
		}
		if names[v] != cells[i] {
			if names[v] < cells[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}
