package polyform

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// challenges is a survey of given pieces: each set of so many placed pieces that is a part of a solution is an
// instance, once for all its images.
//
// All solutions are listed once, and kept with the option on each cell. The sets are those of one solution after
// another. A set belongs to the first solution that contains it, and is left out if an image of it is less. So no table
// of sets is needed, and memory grows with the solutions alone.
type challenges struct {
	asked
	whole      *Puzzle
	layout     *layout
	low, high  int // given pieces
	all        [][]enumerate.OptionID
	owner      []int32   // solution*cells + cell: the option that covers it
	containing [][]int32 // by option: the solutions that contain it, ascending
	ends       []uint64  // by solution: how many sets it has, and those before it
	draws      survey.Draws[[]enumerate.OptionID, string]
	effort     enumerate.Effort // of the list
}

const (
	// maxKept is the largest number of options and cells of all solutions that are kept, 4 bytes each.
	maxKept        = 1 << 28
	challengeTasks = 100
)

func openChallenges(spec enumerate.Spec, p params, z *Puzzle) (*enumerate.Job, error) {
	if len(spec.Require) > 0 {
		return nil, enumerate.KeyErrorf("require", "require in a survey of given pieces: expected no conditions")
	}
	c := &challenges{asked: newAsked(spec, &p, challengeTasks), whole: z, layout: newLayout(z, false),
		low: int(p.Given.choose.min), high: int(p.Given.choose.max)}
	if c.low < 1 || c.high > 16 {
		return nil, enumerate.KeyErrorf("puzzle.given", "puzzle.given: choose %v: expected 1 to 16 pieces",
			p.Given.choose)
	}
	if c.layout.symbols == nil {
		return nil, enumerate.KeyErrorf("puzzle.pieces",
			"the pieces and their copies are more than the %d symbols of a grid: expected fewer", maxSymbols)
	}
	columns, err := c.columns(spec.Measures)
	if err != nil {
		return nil, err
	}
	facts := append(z.facts(),
		enumerate.Fact{Key: "instances", Text: fmt.Sprintf("each set of %v placed pieces that is a part of a solution",
			p.Given.choose), Value: p.Given.choose.String()},
		enumerate.Fact{Key: "group_order", Text: "symmetry group of order " + enumerate.Grouped(z.Group.Order()),
			Value: z.Group.Order()})
	facts = append(facts, c.drawFacts()...)
	return c.job(c, &survey.Survey[answer]{
		Columns: columns, Kernel: passMethod, Tables: c.layout.tables, CountOnly: spec.CountOnly, Facts: facts,
		Features: enumerate.Features{Preparation: &enumerate.Preparation{Do: c.prepare, Name: "listing all solutions"}},
	})
}

// columns returns the columns of the rows, with the measures asked for.
func (c *challenges) columns(names []string) ([]survey.Column[answer], error) {
	measures, err := c.measureColumns(names, nil)
	return slices.Concat([]survey.Column[answer]{
		survey.Text(enumerate.InstanceColumn, "the given pieces, each as its name and its number in tables/options",
			c.appendName).Parsed(c.parseName).As(enumerate.Key),
		survey.Text("given", "the given pieces: the board "+c.whole.Board.words().reading+
			", a character a cell: # blocked, . free, else the symbol of the piece or copy (tables/pieces)",
			func(dst []byte, a *answer) []byte {
				return append(dst, c.picture(a.given)...)
			}),
		survey.Value("pieces", "number of given pieces",
			func(a *answer) int32 { return int32(len(a.given)) }).In("pieces"),
	}, c.weights("sets of given pieces"), []survey.Column[answer]{
		survey.Solutions(enumerate.SolutionsColumn, "number of all solutions that contain the given pieces",
			func(a *answer) *survey.Count { return &a.count }),
	}, c.solutionColumns(c.whole.Board, "the solution where there is one",
		func(a *answer) bool { return a.count.One() }), measures), err
}

func (c *challenges) appendName(dst []byte, a *answer) []byte {
	for i, o := range a.given {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = fmt.Appendf(dst, "%s:%d", c.whole.Pieces[c.whole.Placements[o].Piece].Name, o)
	}
	return dst
}

func (c *challenges) parseName(a *answer, text []byte) error {
	a.given = a.given[:0]
	for _, word := range strings.Fields(string(text)) {
		o, err := strconv.Atoi(word[strings.LastIndex(word, ":")+1:])
		if err != nil || o < 0 || o >= len(c.whole.Placements) {
			return fmt.Errorf("instance %q: %q is no option", text, word)
		}
		a.given = append(a.given, enumerate.OptionID(o))
	}
	return nil
}

// picture draws placed pieces.
func (c *challenges) picture(given []enumerate.OptionID) []byte {
	r := c.layout.newRecorder(nil)
	r.paint(given)
	return r.draw(given)
}

// prepare lists all solutions, and draws instances.
func (c *challenges) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	z := c.whole
	list, err := z.census(0)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	kept := 0
	tally, err := list.EachClass(workers, stop, progress, func(_ int, form []enumerate.OptionID, _ int64) error {
		mu.Lock()
		defer mu.Unlock()
		for k := range z.Group.Order() {
			var image []enumerate.OptionID
			for _, o := range form {
				image = append(image, z.Group.Image(k, o))
			}
			slices.Sort(image)
			c.all = append(c.all, image)
			if kept += len(image) + len(z.cellItem); kept > maxKept {
				return enumerate.KeyErrorf("puzzle.given",
					"more than %s solutions, which a survey of given pieces keeps in memory, %d MB: expected a puzzle with fewer",
					enumerate.Grouped(len(c.all)), maxKept>>18)
			}
		}
		return nil
	})
	if err != nil || stop.Load() {
		return err
	}
	slices.SortFunc(c.all, slices.Compare)
	c.all = slices.CompactFunc(c.all, slices.Equal)
	c.effort = tally.Effort
	c.owner, c.containing = make([]int32, len(c.all)*len(z.cellItem)), make([][]int32, len(z.Placements))
	for t, solution := range c.all {
		for _, o := range solution {
			c.containing[o] = append(c.containing[o], int32(t))
			for _, cell := range z.Placements[o].Cells {
				c.owner[t*len(z.cellItem)+cell] = int32(o)
			}
		}
	}
	if c.draw.Number > 0 {
		return c.prepareDraws(stop)
	}
	return nil
}

// with appends to dst the solutions of a list that contain an option.
func (c *challenges) with(dst, list []int32, o enumerate.OptionID) []int32 {
	cell, cells := c.whole.Placements[o].Cells[0], len(c.whole.cellItem)
	for _, t := range list {
		if c.owner[int(t)*cells+cell] == int32(o) {
			dst = append(dst, t)
		}
	}
	return dst
}

// containers returns the number of solutions that contain a set.
func (c *challenges) containers(given []enumerate.OptionID) int {
	list := c.containing[given[0]]
	for _, o := range given[1:] {
		list = c.with(nil, list, o)
	}
	return len(list)
}

// least brings a set into the form that is the least of its images, and returns the size of its orbit.
func (c *challenges) least(given []enumerate.OptionID) (form []enumerate.OptionID, orbit int32) {
	form, fixing := slices.Clone(given), 0
	image := make([]enumerate.OptionID, len(given))
	for k := range c.whole.Group.Order() {
		for i, o := range given {
			image[i] = c.whole.Group.Image(k, o)
		}
		slices.Sort(image)
		if slices.Equal(image, given) {
			fixing++
		}
		if slices.Compare(image, form) < 0 {
			copy(form, image)
		}
	}
	return form, int32(c.whole.Group.Order() / fixing)
}

// sets visits the sets that belong to a solution, each with the number of solutions that contain it.
func (c *challenges) sets(t int32, visit func(given []enumerate.OptionID, orbit int32, n int) bool) bool {
	solution, chosen := c.all[t], make([]enumerate.OptionID, 0, c.high)
	lists, own := make([][]int32, c.high+1), make([][]int32, c.high+1)
	var extend func(from int) bool
	extend = func(from int) bool {
		if d := len(chosen); d >= c.low && lists[d][0] == t {
			if form, orbit := c.least(chosen); slices.Equal(form, chosen) && !visit(chosen, orbit, len(lists[d])) {
				return false
			}
		}
		for i := from; i < len(solution) && len(chosen) < c.high; i++ {
			d := len(chosen) + 1
			if d == 1 {
				lists[d] = c.containing[solution[i]]
			} else {
				own[d] = c.with(own[d][:0], lists[d-1], solution[i])
				lists[d] = own[d]
			}
			chosen = append(chosen, solution[i])
			more := extend(i + 1)
			if chosen = chosen[:d-1]; !more {
				return false
			}
		}
		return true
	}
	return extend(0)
}

// prepareDraws draws instances: each set of all solutions is as likely as the others. A solution and some of its pieces
// are drawn, and taken with the probability 1/n if n solutions contain them.
func (c *challenges) prepareDraws(stop *atomic.Bool) error {
	sum := uint64(0)
	for _, solution := range c.all {
		for k := c.low; k <= min(c.high, len(solution)); k++ {
			sum += choices(len(solution), k)
		}
		if c.ends = append(c.ends, sum); sum > 1<<62 {
			return enumerate.KeyErrorf("puzzle.given",
				"the solutions have more than 2^62 sets of given pieces: expected fewer pieces")
		}
	}
	// a set is missed by so many draws with a probability of exp(-40) at most
	if c.draws.Most = c.draw.Number; sum < 1<<40 {
		c.draws.Most = min(c.draws.Most, int64(40*sum))
	}
	c.draws.One = func(i int64) []enumerate.OptionID {
		form, _ := c.least(c.drawOne(i))
		return form
	}
	c.draws.Key = func(given []enumerate.OptionID) string { return fmt.Sprint(given) }
	if c.draw.Until == 0 {
		slices.SortFunc(c.draws.Whole(stop), slices.Compare)
	}
	return nil
}

// drawOne makes draw i.
func (c *challenges) drawOne(i int64) []enumerate.OptionID {
	r, sum := enumerate.Random(c.seed, enumerate.Stream(i)), c.ends[len(c.ends)-1]
	for {
		u := r.Uint64N(sum)
		t, _ := slices.BinarySearch(c.ends, u+1)
		solution, k := c.all[t], c.low
		if t > 0 {
			u -= c.ends[t-1]
		}
		for u >= choices(len(solution), k) {
			u -= choices(len(solution), k)
			k++
		}
		var given []enumerate.OptionID
		for _, at := range r.Perm(len(solution))[:k] {
			given = append(given, solution[at])
		}
		slices.Sort(given)
		if r.Int64N(int64(c.containers(given))) == 0 {
			return given
		}
	}
}

// choices is n over k, at most 2^60.
func choices(n, k int) uint64 {
	x := new(big.Int).Binomial(int64(n), int64(k))
	if x.BitLen() > 60 {
		return 1 << 60
	}
	return x.Uint64()
}

// count implements [instances]: it counts solutions, or draws.
func (c *challenges) count() int64 {
	if c.draw.Number == 0 {
		return int64(len(c.all))
	}
	return cmp.Or(c.draws.All, c.draw.Number)
}

// prepared implements [instances].
func (c *challenges) prepared() (enumerate.Effort, error) {
	if c.containing == nil {
		return c.effort, errors.New("the list of solutions was not made")
	}
	return c.effort, nil
}

// visit implements [instances].
func (c *challenges) visit(from, to int64, stop *atomic.Bool, visit func(*answer) bool) (raw int64) {
	var a answer
	step := func(number int64, given []enumerate.OptionID, orbit int32, n int) bool {
		a = answer{given: given, orbit: orbit, number: number, count: survey.Count{Solutions: int64(n)}}
		raw += max(1, int64(orbit))
		return visit(&a)
	}
	if c.draw.Number == 0 {
		all := func(given []enumerate.OptionID, orbit int32, n int) bool { return step(0, given, orbit, n) }
		for i := from; i < to && !stop.Load() && c.sets(int32(i), all); i++ {
		}
		return raw
	}
	for i, given := range c.draws.Range(from, to, stop) {
		if stop.Load() || !step(from+int64(i), given, 0, c.containers(given)) {
			break
		}
	}
	return raw
}

// newCounter implements [instances]: visit has counted the solutions.
func (c *challenges) newCounter() func(*answer, *atomic.Bool, *enumerate.Effort) error {
	return func(*answer, *atomic.Bool, *enumerate.Effort) error { return nil }
}

// left returns the puzzle that given pieces leave, without items and options, and the options of its placements.
func (c *challenges) left(given []enumerate.OptionID) (*Puzzle, []enumerate.OptionID) {
	z := &Puzzle{Board: &Board{c.whole.Board.Board}, Pieces: slices.Clone(c.whole.Pieces)}
	z.Board.Blocked = slices.Clone(z.Board.Blocked)
	for _, o := range given {
		for _, cell := range c.whole.Placements[o].Cells {
			z.Board.Blocked[cell] = true
		}
		z.Pieces[c.whole.Placements[o].Piece].use()
	}
	var ids []enumerate.OptionID
	for o, p := range c.whole.Placements {
		if z.Pieces[p.Piece].Max > 0 && !slices.ContainsFunc(p.Cells, func(cell int) bool {
			return z.Board.Blocked[cell]
		}) {
			z.Placements, ids = append(z.Placements, p), append(ids, enumerate.OptionID(o))
		}
	}
	return z, ids
}

// puzzle implements [instances].
func (c *challenges) puzzle(a *answer) (*Puzzle, func([]enumerate.OptionID) bool, error) {
	z, _ := c.left(a.given)
	return z, func([]enumerate.OptionID) bool { return true }, nil
}

// newSearch implements [instances]. The search goes to the end or to two solutions.
func (c *challenges) newSearch() func(*answer, *atomic.Bool) error {
	return func(a *answer, stop *atomic.Bool) error {
		z, ids := c.left(a.given)
		s := newCellSearch(z, len(z.Pieces), nil)
		if a.difficulty = s.search(subsets.Instance{}, 2, stop, nil); c.solutions && a.difficulty.solutions == 1 {
			solution := slices.Clone(a.given)
			for _, o := range s.first {
				solution = append(solution, ids[o])
			}
			slices.Sort(solution)
			a.difficulty.solution = c.picture(solution)
		}
		return nil
	}
}

// find implements [instances]. Solutions are counted again in every row of a small board, and in some of the rows of
// others, chosen by the given pieces alone.
func (c *challenges) find(a *answer) (again bool, err error) {
	if len(a.given) < c.low || len(a.given) > c.high {
		return false, fmt.Errorf("%d given pieces, expected %d to %d", len(a.given), c.low, c.high)
	}
	form, orbit := c.least(a.given)
	if !slices.Equal(form, a.given) {
		return false, errors.New("the instance is not in canonical form: an image of it is less")
	}
	a.orbit = orbit
	hash := uint64(0)
	for _, o := range a.given {
		hash = enumerate.Mix(hash + uint64(o))
	}
	if c.solutions && a.count.One() {
		err = c.checkSolution(a)
	}
	return c.whole.area <= recountCells || hash%256 == 0, err
}

// newRecount implements [instances]: it counts by dancing links.
func (c *challenges) newRecount() func(*answer) error {
	links := kernel.NewDLX(c.whole.Problem)
	return func(a *answer) error {
		a.count = survey.Count{}
		var solution []enumerate.OptionID
		links.Search(enumerate.Task{Case: &enumerate.Case{Fixed: a.given}, Share: 1}, new(atomic.Bool),
			func(found []enumerate.OptionID) bool {
				a.count.Solutions++
				solution = append(solution[:0], found...)
				return true
			})
		if a.count.Solutions == 0 {
			return errors.New("no solution contains the given pieces")
		}
		slices.Sort(solution)
		a.difficulty.solution = c.picture(solution)
		return nil
	}
}

// checkSolution says what is wrong with the solution of a stored row, if anything.
func (c *challenges) checkSolution(a *answer) error {
	grid := a.difficulty.solution
	if err := c.layout.checkGrid(grid); err != nil {
		return fmt.Errorf("column solution: %w", err)
	}
	for _, o := range a.given {
		p := c.whole.Placements[o]
		for _, cell := range p.Cells {
			if grid[cell] != grid[p.Cells[0]] || !slices.Contains(c.layout.symbols[p.Piece], grid[cell]) {
				return fmt.Errorf("column solution: grid %s has no %s where it is given", grid,
					c.whole.Pieces[p.Piece].Name)
			}
		}
	}
	return nil
}
