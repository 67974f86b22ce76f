package nonogram

import (
	"bytes"
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// eachChecker judges a row of a survey of single puzzles by its clues alone:
// the solution is read back, the number of solutions counted again where that
// is not too much work, and the columns must agree with one another.
type eachChecker struct {
	*each
}

// checkedCells is the patience of the recount: cells tried a row. It confirms
// the counts of all puzzles of up to 5 by 5 and of most up to 10 by 10.
const checkedCells = 200_000

// Check implements [enumerate.Checker].
func (c *eachChecker) Check(b *enumerate.Batch, row int) error {
	at := &c.at
	p, err := checkedPuzzle(b.StringAt(at.instance, row))
	if err != nil {
		return err
	}
	if err := c.source.checkLabels(b, at.labels, row, p); err != nil {
		return err
	}
	get := func(col int) int64 { return b.IntAt(col, row) }
	cells := int64(p.Height() * p.Width())
	for _, x := range []struct {
		col  int
		want int64
	}{{at.height, int64(p.Height())}, {at.width, int64(p.Width())}, {at.black, int64(p.Black())},
		{at.nodes, get(at.guesses) + get(at.probes)}, {at.class, int64(effortClass(get(at.nodes)))}} {
		if got := get(x.col); got != x.want {
			return fmt.Errorf("%s is %d, expected %d", c.columns[x.col].Name, got, x.want)
		}
	}
	n, capped := get(at.solutions), get(at.capped) == 1
	if n < 0 || n > c.limit {
		return fmt.Errorf("%d solutions, expected at most the limit, %d", n, c.limit)
	}
	// A search that was not stopped at its limit of nodes knows that there are more.
	more := capped && get(at.nodes) < c.nodeLimit
	if more && n != c.limit {
		return fmt.Errorf("%d solutions with limit %d and nodes to spare, and solutions_capped is %v", n, c.limit, capped)
	}
	only, err := c.checkGrid(p, b, row, at.grid, n == 1 && !capped)
	if err != nil {
		return err
	}
	if at.unique >= 0 && (get(at.unique) == 1) != (n == 1 && !capped) {
		return fmt.Errorf("unique should be %v", n == 1 && !capped)
	}
	if stopped := string(b.StringAt(at.solvedBy, row)) == byNothing; at.unique >= 0 && (get(at.unique+1) == 1) != stopped {
		return fmt.Errorf("stopped should be %v", stopped)
	}
	if err := checkCount(p, n, capped, more, checkedCells); err != nil {
		return err
	}
	if err := c.checkSettled(b, row, cells, n, capped); err != nil {
		return err
	}
	again := enumerate.NewBatch([]enumerate.Column{{}})
	for k := range c.asked {
		again.Columns[0] = c.columns[at.measures+k]
		again.Reset()
		c.asked[k].append(again, 0, p, only)
		if again.IsNull(0, 0) != b.IsNull(at.measures+k, row) || again.IntAt(0, 0) != get(at.measures+k) {
			return fmt.Errorf("%s is %d, expected %d", again.Columns[0].Name, get(at.measures+k), again.IntAt(0, 0))
		}
	}
	return nil
}

// checkedPuzzle reads an instance and tests what needs no solver.
func checkedPuzzle(text []byte) (*Puzzle, error) {
	rows, cols, err := parseClues(text)
	if err != nil {
		return nil, err
	}
	p := &Puzzle{Rows: rows, Cols: cols}
	if err := p.FitError(); err != nil {
		return nil, fmt.Errorf("instance %q: %w", text, err)
	}
	if again := appendClues(nil, rows, cols); !bytes.Equal(again, text) {
		return nil, fmt.Errorf("instance %q, expected %q", text, again)
	}
	return p, nil
}

// checkGrid tests that there is a picture just where the solution is the only
// one, and that it has the clues.
func (c *eachChecker) checkGrid(p *Puzzle, b *enumerate.Batch, row, col int, unique bool) (Picture, error) {
	if b.IsNull(col, row) == unique {
		return nil, fmt.Errorf("grid should be null just where there is not exactly one solution")
	}
	if !unique {
		return nil, nil
	}
	pic, err := parseGrid(b.StringAt(col, row))
	if err == nil {
		err = p.Check(pic)
	}
	if err != nil {
		return nil, fmt.Errorf("grid: %w", err)
	}
	return pic, nil
}

// checkCount counts solutions again, within reason: there are n, or at least
// that if capped, or more if there must be more.
func checkCount(p *Puzzle, n int64, capped, more bool, budget int64) error {
	got, exact := recount(p.Rows, p.Cols, n+1, budget)
	switch {
	case exact && !capped && got != n:
		return fmt.Errorf("solutions is %d, counted cell by cell %d", n, got)
	case exact && more && got == n:
		return fmt.Errorf("solutions is capped at %d, counted cell by cell there are no more", n)
	case exact && capped && got < n:
		return fmt.Errorf("solutions is capped at %d, counted cell by cell there are %d", n, got)
	}
	return nil
}

// checkSettled tests that the columns on theorems and lines agree with the
// answer.
func (c *eachChecker) checkSettled(b *enumerate.Batch, row int, cells, n int64, capped bool) error {
	at := &c.at
	byTheorem, byPrinted, byLogic := b.IntAt(at.theorems, row), b.IntAt(at.printed, row), b.IntAt(at.line, row)
	sum := int64(0)
	for t := range theorems.Count {
		sum += b.IntAt(at.fixed+t, row)
	}
	if sum != byTheorem {
		return fmt.Errorf("the theorems settle %d cells one by one, settled_theorems is %d", sum, byTheorem)
	}
	for _, x := range []struct {
		col  int
		want bool
	}{{at.theoremSolvable, byTheorem == cells}, {at.lineSolvable, byLogic == cells}, {at.printedSolvable, byPrinted == cells}} {
		if n > 0 && (b.IntAt(x.col, row) == 1) != x.want {
			return fmt.Errorf("%s should be %v", c.columns[x.col].Name, x.want)
		}
	}
	solved := string(b.StringAt(at.solvedBy, row))
	if n > 0 && (byPrinted > byTheorem || byTheorem > byLogic || byLogic > cells) {
		return fmt.Errorf("settled cells: printed order %d, theorems %d, line logic %d of %d, expected no less from the stronger", byPrinted, byTheorem, byLogic, cells)
	}
	want := solved
	switch {
	case n == 1 && byTheorem == cells:
		want = byTheorems
	case n == 1 && byLogic == cells:
		want = byLine
	case n > 1 || n == 1 && !capped:
		want = bySearch
	case n == 1 && solved != bySearch:
		want = byNothing
	}
	if solved != want {
		return fmt.Errorf("solved_by is %s, expected %s (%d and %d of %d cells settled)", solved, want, byTheorem, byLogic, cells)
	}
	switch solved {
	case byTheorems, byLine, bySearch:
	case byNothing:
		if !capped {
			return fmt.Errorf("solved_by is %s and solutions not capped", solved)
		}
	default:
		return fmt.Errorf("solved_by is %q, expected one of %s, %s, %s, %s", solved, byTheorems, byLine, bySearch, byNothing)
	}
	return nil
}
