package nonogram

import (
	"fmt"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/survey"
	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// all is the survey of all pictures of a size: a row is a clue set that some
// picture has, up to symmetry.
type all struct {
	height, width int
	countOnly     bool
	asked         []measure
	columns       []enumerate.Column
	tables        func() (*survey.Survey, []survey.Task) // made when first needed
}

// Columns of its rows.
const (
	allInstance = iota
	allOrbit
	allBlack
	allSolutions
	allSolvedBy
	allGrid
	allTheoremSolvable
	allLineSolvable
	allPrintedSolvable
	allLeast
	allTheorems
	allPrinted
	allLine
	allMeasures
)

const allTasks = 256

func newAll(spec enumerate.Spec, p params) (enumerate.Job, error) {
	if p.Rows < 1 || p.Cols < 1 || p.Rows > survey.MaxSide || p.Cols > survey.MaxSide || p.Rows*p.Cols > survey.MaxCells {
		return nil, sizeError(p)
	}
	if p.Limit != defaultLimit {
		return nil, enumerate.Errorf("puzzle.limit: the survey of all pictures counts all solutions: expected no limit")
	}
	a := &all{height: p.Rows, width: p.Cols, countOnly: spec.CountOnly}
	var err error
	if a.asked, err = resolve(spec.Measures, "black"); err != nil {
		return nil, err
	}
	a.tables = sync.OnceValues(func() (*survey.Survey, []survey.Task) {
		s, err := survey.New(p.Rows, p.Cols)
		if err != nil {
			panic(err) // the size was tested above
		}
		return s, s.Tasks(allTasks)
	})
	a.columns = []enumerate.Column{
		{Name: "instance", Type: enumerate.String, Role: enumerate.Key,
			Meaning: "the clues: rows from the top, a bar, columns from the left; lines separated by /, numbers by commas, 0 for none"},
		{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight, Meaning: "number of different clue sets that symmetry makes of this one", Unit: "clue sets"},
		{Name: "black", Type: enumerate.Int32, Role: enumerate.Measured, Meaning: "black cells", Unit: "cells"},
		{Name: "solutions", Type: enumerate.Int64, Role: enumerate.Measured, Meaning: "pictures with these clues", Unit: "solutions"},
		{Name: "solved_by", Type: enumerate.String, Meaning: "the weakest means that finds the only solution or shows that there are more: theorems, line (complete line logic), search"},
		{Name: "grid", Type: enumerate.String, Meaning: "a picture with these clues, row by row: # black, . white"},
		{Name: "theorem_solvable", Type: enumerate.Bool, Role: enumerate.Measured, Meaning: "the six theorems settle every cell"},
		{Name: "line_solvable", Type: enumerate.Bool, Role: enumerate.Measured, Meaning: "complete line logic settles every cell"},
		{Name: "printed_solvable", Type: enumerate.Bool, Role: enumerate.Measured, Meaning: "the theorems in their printed order settle every cell"},
		{Name: "least_theorems", Type: enumerate.Int32, Role: enumerate.Measured, Nullable: true,
			Meaning: "the smallest set of theorems that settles every cell (of several the one without homogeneity, then the least number): the sum of 2^(t-1) for each theorem t; null if none does"},
		{Name: "settled_theorems", Type: enumerate.Int32, Role: enumerate.Measured, Meaning: "cells that the six theorems settle, in any order", Unit: "cells"},
		{Name: "settled_printed", Type: enumerate.Int32, Role: enumerate.Measured, Meaning: "cells that the theorems settle in their printed order", Unit: "cells"},
		{Name: "settled_line", Type: enumerate.Int32, Role: enumerate.Measured, Meaning: "cells that complete line logic settles", Unit: "cells"},
	}
	for i := range a.asked {
		a.columns = append(a.columns, a.asked[i].column())
	}
	return a, nil
}

// Columns implements [enumerate.Job].
func (a *all) Columns() []enumerate.Column { return a.columns }

// Tables implements [enumerate.Job].
func (a *all) Tables() ([]enumerate.Table, error) { return []enumerate.Table{theoremTable()}, nil }

// Tasks implements [enumerate.Job].
func (a *all) Tasks() int { return allTasks }

// Share implements [enumerate.Job].
func (a *all) Share(int) float64 { return 1.0 / allTasks }

// Above implements [enumerate.Job].
func (a *all) Above() enumerate.Effort { return enumerate.Effort{} }

func (a *all) symmetries() int {
	if a.height == a.width {
		return 8
	}
	return 4
}

// Facts implements [enumerate.Job].
func (a *all) Facts() []enumerate.Fact {
	pictures := int64(1) << (a.height * a.width)
	return []enumerate.Fact{
		{Key: "instances", Text: fmt.Sprintf("the clue sets of all %d pictures of %d by %d cells", pictures, a.height, a.width), Value: pictures},
		{Key: "group_order", Text: fmt.Sprintf("symmetry group of order %d", a.symmetries()), Value: a.symmetries()},
		{Key: "kernel", Text: "counting clue sets, row clues by row clues; lines by table", Value: "count"},
		{Key: "tasks", Text: fmt.Sprintf("%d tasks", allTasks), Value: allTasks},
	}
}

// NewWorker implements [enumerate.Job].
func (a *all) NewWorker() (enumerate.Worker, error) {
	s, tasks := a.tables()
	return &allWorker{all: a, tasks: tasks, kernel: s.NewKernel()}, nil
}

// NewChecker implements [enumerate.Job].
func (a *all) NewChecker() (enumerate.Checker, error) { return newAllChecker(a), nil }

type allWorker struct {
	*all
	tasks  []survey.Task
	kernel *survey.Kernel
	puzzle Puzzle
	pic    Picture
	text   []byte
}

// Do implements [enumerate.Worker].
func (w *allWorker) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	var tally enumerate.Tally
	var err error
	before := w.kernel.Totals()
	visit := func(c *survey.Class) bool {
		tally.Rows++
		tally.Effort.Solutions += int64(c.Solutions)
		if w.countOnly || out == nil {
			return true
		}
		w.row(c, out)
		if out.Len() >= enumerate.BatchRows {
			err = flush()
		}
		return err == nil
	}
	work := w.kernel.Run
	if w.countOnly {
		work = w.kernel.Count
	}
	done := work(w.tasks[task], stop, visit)
	after := w.kernel.Totals()
	tally.Raw = after.Sets - before.Sets
	tally.Effort.Nodes = after.Drawn - before.Drawn
	return tally, done && err == nil, err
}

func (w *allWorker) row(c *survey.Class, out *enumerate.Batch) {
	p := &w.puzzle
	p.Rows, p.Cols = p.Rows[:0], p.Cols[:0]
	for r := range w.height {
		p.Rows = append(p.Rows, c.RowClue(r))
	}
	for i := range w.width {
		p.Cols = append(p.Cols, c.ColClue(i))
	}
	w.pic = w.pic[:0]
	for r := range w.height {
		for i := range w.width {
			w.pic = append(w.pic, line.Crossed-line.Cell(c.Picture>>(w.height*i+r)&1))
		}
	}
	w.text = appendClues(w.text[:0], p.Rows, p.Cols)
	out.AppendString(allInstance, w.text)
	out.AppendInt32(allOrbit, int32(c.Orbit))
	out.AppendInt32(allBlack, int32(p.Black()))
	out.AppendInt64(allSolutions, int64(c.Solutions))
	by := bySearch
	switch {
	case c.TheoremSolvable():
		by = byTheorems
	case c.LineSolvable():
		by = byLine
	}
	out.AppendString(allSolvedBy, []byte(by))
	w.text = gridText(w.text[:0], w.pic)
	out.AppendString(allGrid, w.text)
	out.AppendBool(allTheoremSolvable, c.TheoremSolvable())
	out.AppendBool(allLineSolvable, c.LineSolvable())
	out.AppendBool(allPrintedSolvable, c.PrintedSolvable())
	if c.TheoremSolvable() {
		out.AppendInt32(allLeast, int32(c.Least))
	} else {
		out.AppendNull(allLeast)
	}
	out.AppendInt32(allTheorems, int32(c.TheoremSettled))
	out.AppendInt32(allPrinted, int32(c.PrintedSettled))
	out.AppendInt32(allLine, int32(c.LineSettled))
	var only Picture
	if c.Solutions == 1 {
		only = w.pic
	}
	for k := range w.asked {
		w.asked[k].append(out, allMeasures+k, p, only)
	}
}

// allChecker judges a row of the survey of all pictures by its clues: images
// under symmetry, solutions cell by cell, line logic by trying all pictures of
// a line.
type allChecker struct {
	*all
	byWidth, byHeight map[string][]uint32 // clue -> its lines, bit i for cell i
	ids               [2]map[string]int64 // clue -> its number, of rows and of columns
	text              []byte
}

func newAllChecker(a *all) *allChecker {
	c := &allChecker{all: a}
	c.byWidth, c.ids[0] = linesByClue(a.width)
	c.byHeight, c.ids[1] = linesByClue(a.height)
	return c
}

// linesByClue lists the lines of n cells by their clue, and numbers the clues
// as the survey orders them.
func linesByClue(n int) (lines map[string][]uint32, ids map[string]int64) {
	lines, ids = map[string][]uint32{}, map[string]int64{}
	cells := make([]line.Cell, n)
	for v := range uint32(1) << n {
		for i := range cells {
			cells[i] = line.Crossed - line.Cell(v>>i&1)
		}
		key := ClueText(line.ClueOf(nil, cells))
		lines[key] = append(lines[key], v)
	}
	theorems.EachClue(n, func(clue []int) { ids[ClueText(clue)] = int64(len(ids)) })
	return lines, ids
}

// Check implements [enumerate.Checker].
func (c *allChecker) Check(b *enumerate.Batch, row int) error {
	p, err := checkedPuzzle(b.StringAt(allInstance, row))
	if err != nil {
		return err
	}
	if p.Height() != c.height || p.Width() != c.width {
		return fmt.Errorf("instance of %d by %d, expected %d by %d", p.Height(), p.Width(), c.height, c.width)
	}
	if err := c.checkOrbit(p, b.IntAt(allOrbit, row)); err != nil {
		return err
	}
	if got, want := b.IntAt(allBlack, row), int64(p.Black()); got != want {
		return fmt.Errorf("black is %d, expected %d", got, want)
	}
	pic, err := parseGrid(b.StringAt(allGrid, row))
	if err == nil {
		err = p.Check(pic)
	}
	if err != nil {
		return fmt.Errorf("grid: %w", err)
	}
	n := b.IntAt(allSolutions, row)
	if got, _ := recount(p.Rows, p.Cols, n+1, 1<<40); got != n {
		return fmt.Errorf("solutions is %d, counted cell by cell %d", n, got)
	}
	if err := c.checkSettled(p, b, row, n); err != nil {
		return err
	}
	var only Picture
	if n == 1 {
		only = pic
	}
	again := enumerate.NewBatch([]enumerate.Column{{}})
	for k := range c.asked {
		again.Columns[0] = c.columns[allMeasures+k]
		again.Reset()
		c.asked[k].append(again, 0, p, only)
		if again.IsNull(0, 0) != b.IsNull(allMeasures+k, row) || again.IntAt(0, 0) != b.IntAt(allMeasures+k, row) {
			return fmt.Errorf("%s is %d, expected %d", again.Columns[0].Name, b.IntAt(allMeasures+k, row), again.IntAt(0, 0))
		}
	}
	return nil
}

// checkOrbit makes the images of the clues and tests that their number is the
// orbit's and that none comes before the row's own.
func (c *allChecker) checkOrbit(p *Puzzle, orbit int64) error {
	number := func(clues [][]int, ids map[string]int64) int64 {
		x := int64(0)
		for i := len(clues) - 1; i >= 0; i-- {
			x = x*int64(len(ids)) + ids[ClueText(clues[i])]
		}
		return x
	}
	type pair struct{ rows, cols int64 }
	own := pair{number(p.Rows, c.ids[0]), number(p.Cols, c.ids[1])}
	images := map[pair]bool{}
	first := true
	p.images(func(rows, cols [][]int) {
		q := pair{number(rows, c.ids[0]), number(cols, c.ids[1])}
		images[q] = true
		first = first && (own.rows < q.rows || own.rows == q.rows && own.cols <= q.cols)
	})
	if int64(len(images)) != orbit {
		return fmt.Errorf("orbit_size is %d, the clues have %d images", orbit, len(images))
	}
	if !first {
		return fmt.Errorf("the clues are not the first of their images")
	}
	return nil
}

// checkSettled solves by lines once more, each by trying all its pictures, and
// tests the columns on theorems against that.
func (c *allChecker) checkSettled(p *Puzzle, b *enumerate.Batch, row int, n int64) error {
	cells := int64(c.height * c.width)
	logic := c.settle(p)
	if got := b.IntAt(allLine, row); got != logic {
		return fmt.Errorf("settled_line is %d, expected %d", got, logic)
	}
	byTheorem, byPrinted := b.IntAt(allTheorems, row), b.IntAt(allPrinted, row)
	if byPrinted > byTheorem || byTheorem > logic {
		return fmt.Errorf("settled cells: printed order %d, theorems %d, line logic %d, expected no less from the stronger", byPrinted, byTheorem, logic)
	}
	for _, x := range []struct {
		col  int
		want bool
	}{{allTheoremSolvable, byTheorem == cells}, {allLineSolvable, logic == cells}, {allPrintedSolvable, byPrinted == cells}} {
		if (b.IntAt(x.col, row) == 1) != x.want {
			return fmt.Errorf("%s should be %v", c.columns[x.col].Name, x.want)
		}
	}
	if logic == cells && n != 1 {
		return fmt.Errorf("line logic settles all cells of a puzzle with %d solutions", n)
	}
	by := bySearch
	switch {
	case byTheorem == cells:
		by = byTheorems
	case logic == cells:
		by = byLine
	}
	if got := string(b.StringAt(allSolvedBy, row)); got != by {
		return fmt.Errorf("solved_by is %s, expected %s", got, by)
	}
	if b.IsNull(allLeast, row) == (byTheorem == cells) {
		return fmt.Errorf("least_theorems should be null just where the theorems leave cells open")
	}
	if least := b.IntAt(allLeast, row); least < 0 || least > int64(theorems.All) {
		return fmt.Errorf("least_theorems is %d, expected a sum of distinct powers of 2 up to %d", least, int(theorems.All))
	}
	return nil
}

// settle returns the number of cells that line logic settles.
func (c *allChecker) settle(p *Puzzle) int64 {
	black, white := make([]bool, c.height*c.width), make([]bool, c.height*c.width)
	known := int64(0)
	read := func(lines []uint32, at func(i int) int, n int) {
		always, never := ^uint32(0), ^uint32(0)
	next:
		for _, v := range lines {
			for i := range n {
				if q := at(i); black[q] && v>>i&1 == 0 || white[q] && v>>i&1 == 1 {
					continue next
				}
			}
			always &= v
			never &= ^v
		}
		for i := range n {
			q := at(i)
			if black[q] || white[q] {
				continue
			}
			black[q], white[q] = always>>i&1 == 1, never>>i&1 == 1
			if black[q] || white[q] {
				known++
			}
		}
	}
	for before := int64(-1); before != known; {
		before = known
		for r, clue := range p.Rows {
			read(c.byWidth[ClueText(clue)], func(i int) int { return r*c.width + i }, c.width)
		}
		for q, clue := range p.Cols {
			read(c.byHeight[ClueText(clue)], func(i int) int { return i*c.width + q }, c.height)
		}
	}
	return known
}
