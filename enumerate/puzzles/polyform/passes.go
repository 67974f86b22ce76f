package polyform

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/probe"
	"coverstat/enumerate/puzzles/polyform/packings"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// maxTable is the largest table, in bytes, that a survey of boards may hold. The 6x6
// board with 8 blocked cells needs 60 MB, with long counters 121 MB.
const maxTable = 1 << 30

// newPass describes the pass over all solutions of all instances.
func (s *pairs) newPass() *pass {
	switch {
	case s.boards == nil:
		return s.newSetPass()
	case s.sets != nil:
		return &pass{unfit: errors.New("both boards and sets differ")}
	}
	return s.newBoardPass()
}

// newBoardPass describes the pass over the packings of all boards.
func (s *pairs) newBoardPass() *pass {
	puzzle := packings.Problem{Uncovered: s.blocked}
	cells := s.board.numbering(s.board.longestFirst())        // by which package packings knows the cells
	place := s.numbering.permutation(s.frame[0].cells, cells) // by bit of an instance's mask, its number there
	monos, err := s.describe(&puzzle, cells)
	p := &pass{over: "packings", unfit: err}
	p.cost = func(float64) (float64, bool, error) {
		nodes, err := packings.Cost(&puzzle)
		if err != nil {
			err = unfit(err)
		}
		return nodes, false, err
	}
	p.fill = func(workers int, stop *atomic.Bool, progress func(float64)) error {
		t, err := packings.Count(&puzzle, workers, stop, progress)
		if t == nil && err == nil {
			return nil // stopped
		}
		for _, copies := range monos {
			for k := 0; k < copies && err == nil; k++ {
				t, err = t.AddMonomino(k+1, workers)
			}
		}
		if err != nil {
			return unfit(err)
		}
		p.effort = enumerate.Effort{Nodes: t.Nodes()}
		p.counts = func(a *answer) solutionCounts {
			return solutionCounts{all: int64(t.Solutions(t.Rank(packings.Permuted(uint64(a.blocked), place))))}
		}
		return nil
	}
	if err == nil {
		p.bytes, p.unfit = tableBytes(&puzzle)
	}
	return p
}

// describe describes the survey of boards to package packings. monos are the copies of each piece of one cell: these
// are left out of the puzzle, and added to the table afterwards. An error says why a pass cannot be made.
func (s *pairs) describe(puzzle *packings.Problem, cells *numbering) (monos []int, err error) {
	puzzle.Board = cells.free()
	if s.boards.Len() == 0 || s.blocked == 0 {
		return nil, errors.New("nothing is left uncovered")
	}
	for _, g := range s.frame {
		if !g.exchanges() {
			puzzle.Symmetries = append(puzzle.Symmetries, cells.permutation(g.cells, cells))
		}
	}
	for i, piece := range s.pieces {
		first, end := s.all.first[i], s.all.first[i+1]
		switch {
		case piece.Min != piece.Max:
			return nil, fmt.Errorf("the number of %s varies", piece.Name)
		case piece.Min > 0 && first == end:
			return nil, fmt.Errorf("%s does not fit on the board", piece.Name)
		case piece.Size() == 1:
			monos = append(monos, int(piece.Min))
			puzzle.Uncovered += int(piece.Min)
			continue
		}
		var placements []uint64
		for _, placement := range s.all.Placements[first:end] {
			placements = append(placements, cells.mask(placement.Cells))
		}
		puzzle.Pieces, puzzle.Copies = append(puzzle.Pieces, placements), append(puzzle.Copies, int(piece.Min))
	}
	return monos, nil
}

// tableBytes returns the size of the table of counts, in bytes. An error says why there is none.
func tableBytes(puzzle *packings.Problem) (int64, error) {
	space, err := packings.NewSpace(puzzle.Board, puzzle.Uncovered, nil)
	if err != nil {
		return 0, err
	}
	bytes := space.Len() * 4
	if bytes > maxTable {
		return bytes, fmt.Errorf("the table would have %d MB", bytes>>20)
	}
	return bytes, nil
}

// longestFirst lists the cells in an order that ascends along the longest side
// of the box: package packings cuts the board where half of the numbers are used, and the
// smaller that cut, the fewer pieces lie across it.
func (b *Board) longestFirst() []int {
	dimensions := b.dimensions()
	order := make([]int, len(dimensions)) // the longest dimension first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return dimensions[j].length - dimensions[i].length })
	cells := make([]int, len(b.Blocked))
	for cell := range cells {
		at, n := b.coordinates(cell), 0
		for _, i := range order {
			n = n*dimensions[i].length + at[i]
		}
		cells[n] = cell
	}
	return cells
}

// What a method costs besides the nodes of its search, in nodes.
const (
	classCost = 64      // to bring a solution into canonical form and count it
	setCost   = 1 << 15 // to list the placements of a set and to make a kernel
)

// Budgets of the estimates, in nodes.
const (
	passBudget = 1 << 20
	setBudget  = 1 << 16
	// estimateCut is the largest share of a task: an estimate needs none finer.
	estimateCut = 1.0 / 16
)

// newSetPass describes the pass over all solutions of the puzzle with all pieces.
func (s *pairs) newSetPass() *pass {
	p := &pass{over: "solutions", bytes: 8 * s.sets.Len(), cost: s.passCost}
	p.fill = func(workers int, stop *atomic.Bool, progress func(float64)) error {
		return s.fill(p, workers, stop, progress)
	}
	if !s.listClosed {
		p.unfit = errors.New(
			"symmetries of the board take some pieces to others that are not in the list, and a set without those pieces has more symmetries than the list")
	}
	return p
}

// passCost estimates the cost of the pass. An upper bound is known sooner: that of a
// tree with a solution at every node.
func (s *pairs) passCost(atLeast float64) (nodes float64, atMost bool, err error) {
	tree, err := s.all.tree()
	if err != nil {
		return 0, false, err
	}
	if most := (1 + classCost) * tree.Nodes; most < atLeast {
		return most, true, nil
	}
	if probe.Hopeless(tree.Nodes) {
		return 0, false, unfit(fmt.Errorf("it would have about %.3g nodes", tree.Nodes))
	}
	nodes, raw := estimate(tree, passBudget)
	return nodes + classCost*raw/float64(s.all.Group.Order()), false, nil
}

// estimateSearch estimates the nodes of the search of a set. A search that ends at a
// limit is taken to end after that part of its solutions.
func (s *pairs) estimateSearch(a *answer) (float64, error) {
	z, err := s.puzzleOf(a.instance())
	if err != nil || z.impossible() != "" {
		return 0, err
	}
	tree, err := z.tree()
	if err != nil {
		return 0, err
	}
	nodes, raw := estimate(tree, setBudget)
	if most := float64(s.limit.Search()) * float64(z.Group.Order()); most > 0 && raw > most {
		nodes *= most / raw
	}
	return nodes, nil
}

func (z *Puzzle) tree() (*enumerate.Tree, error) {
	c, err := z.census(estimateCut)
	if err != nil {
		return nil, err
	}
	return c.Tree()
}

func estimate(tree *enumerate.Tree, budget int64) (nodes, raw float64) {
	var never atomic.Bool
	e := probe.Tree(tree, probe.Budget{Nodes: budget, Precision: 0.1, Seed: 1}, &never)
	return e.Nodes.Estimate, e.Raw.Estimate
}

// census returns the search for all solutions of a puzzle up to symmetry, cut into
// tasks of a largest share; 0 is the usual one.
func (z *Puzzle) census(share float64) (*jobs.Census, error) {
	x := &exact.Instance{Problem: z.Problem, Group: z.Group, Kernels: z.kernels(), Impossible: z.impossible()}
	return jobs.NewCensus(x, "auto", share, true)
}

// fill makes the pass over the solutions with all pieces, up to symmetry. Each counts
// once, for the set that is the least of the images of its own; its orbit is spread
// evenly over these images. Solutions with too few or too many pieces do not count.
func (s *pairs) fill(p *pass, workers int, stop *atomic.Bool, progress func(float64)) error {
	c, err := s.all.census(0)
	if err != nil {
		return err
	}
	classes := make([]uint32, s.sets.Len()) // by number of the set
	orbits := make([]uint32, s.sets.Len())  // sum of the orbit sizes
	tally, err := c.EachClass(workers, stop, progress, func(_ int, form []enumerate.OptionID, orbit int64) error {
		var images [32]subsets.Instance
		least := slices.MinFunc(s.space.Images(images[:0], subsets.Instance{Set: s.maskOf(form)}),
			func(a, b subsets.Instance) int { return cmp.Compare(a.Set, b.Set) })
		r, ok := s.sets.Rank(least.Set)
		if !ok {
			return nil
		}
		atomic.AddUint32(&classes[r], 1)
		if orbit > math.MaxUint32 || atomic.AddUint32(&orbits[r], uint32(orbit)) < uint32(orbit) {
			return unfit(errors.New("a set has more solutions than a 32-bit counter holds"))
		}
		return nil
	})
	if err == nil && !stop.Load() {
		p.effort = tally.Effort
		p.counts = func(a *answer) solutionCounts {
			return solutionCounts{distinct: int64(classes[a.number]), all: int64(orbits[a.number]) / int64(a.orbit)}
		}
	}
	return err
}

// The methods of a survey, as configs and manifests name them.
const (
	passMethod = "scatter"
	eachMethod = "each"
)

// probes is the number of instances whose searches are estimated.
const probes = 32

// unfit is the error that a pass over all solutions cannot be made, with the reason.
func unfit(err error) error {
	return &enumerate.UnfitError{Way: passMethod, Why: fmt.Errorf("method %s does not fit: %w", passMethod, err)}
}

// A pass counts the solutions of all instances at once.
type pass struct {
	over string // what it goes over: "packings", "solutions"
	// unfit says why the pass cannot be made; nil if it can.
	unfit error
	bytes int64 // of the table
	// cost estimates the cost, in nodes. Single searches cost atLeast: once cost can prove
	// less, it may stop, and nodes are an upper bound. The error is an [enumerate.UnfitError] if the pass would be too large.
	cost func(atLeast float64) (nodes float64, atMost bool, err error)
	// fill makes counts and effort, unless it was stopped. The error is an [enumerate.UnfitError] if the counts do
	// not fit into the table.
	fill func(workers int, stop *atomic.Bool, progress func(float64)) error
	// counts returns those of an instance that is the least of its orbit.
	counts func(a *answer) solutionCounts
	effort enumerate.Effort
}

// tableSize is the size of the table, for people.
func (p *pass) tableSize() string { return fmt.Sprintf("%d MB", (p.bytes+1<<20-1)>>20) }

// choose chooses between the pass and a search of each of so many instances, unless the
// config asks for one of them, and says why. It compares estimated nodes, from probes with fixed
// seeds: a search costs extra nodes besides the mean of those that mean estimates.
func (p *pass) choose(wanted, thing string, rows, extra float64,
	mean func() (float64, error)) (method, why string, err error) {
	each := func(err error) (string, string, error) {
		return eachMethod, fmt.Sprintf("a search of each %s, as %v", thing, err), nil
	}
	switch {
	case wanted == passMethod && p.unfit != nil:
		return "", "", enumerate.KeyErrorf("puzzle.method", "%v", unfit(p.unfit))
	case wanted == passMethod:
		return passMethod, "as the config says; its table has " + p.tableSize(), nil
	case wanted == eachMethod:
		return eachMethod, "as the config says", nil
	case p.unfit != nil:
		return each(unfit(p.unfit))
	}
	// least is the least that all searches together can cost.
	least := extra * rows
	cost, atMost, err := p.cost(least)
	switch {
	case errors.As(err, new(*enumerate.UnfitError)):
		return each(err)
	case err != nil:
		return "", "", err
	case atMost:
		return passMethod,
			fmt.Sprintf(
				"one pass over all %s is worth at most about %.3g nodes with a table of %s, a search of each %s at least %.3g",
				p.over, cost, p.tableSize(), thing, least), nil
	}
	nodes, err := mean()
	nodes = (extra + nodes) * rows
	method = passMethod
	if nodes < cost {
		method = eachMethod
	}
	return method,
		fmt.Sprintf("one pass over all %s is worth about %.3g nodes with a table of %s, a search of each %s %.3g",
			p.over, cost, p.tableSize(), thing, nodes), err
}

func (s *pairs) chooseMethod(wanted string) (method, why string, err error) {
	if s.sets != nil {
		return s.pass.choose(wanted, s.thing(), s.rows(), setCost,
			func() (float64, error) { return s.meanOf(s.estimateSearch) })
	}
	return s.pass.choose(wanted, s.thing(), s.rows(), 0, func() (float64, error) {
		count, never := s.fastest(), new(atomic.Bool)
		return s.meanOf(func(a *answer) (float64, error) {
			_, effort, err := count(a.instance(), never)
			return float64(effort.Nodes), err
		})
	})
}

// rows is about the number of orbits.
func (s *pairs) rows() float64 {
	if s.draw.Number > 0 {
		return float64(s.count())
	}
	return float64(s.space.Len()) / float64(s.space.Order())
}

// meanOf returns the mean of a number of instances, from some of them, evenly spread.
func (s *pairs) meanOf(number func(*answer) (float64, error)) (mean float64, err error) {
	n := s.count()
	if s.draw.Until > 0 { // no more are drawn than are tried
		n = min(n, probes)
	}
	some := min(n, probes)
	sum, tried := 0.0, 0
	for k := range int(some) {
		from, _ := survey.Range(n, k, int(some))
		s.visit(from, n, new(atomic.Bool), func(a *answer) bool {
			var x float64
			x, err = number(a)
			sum += x
			tried++
			return false
		})
		if err != nil {
			return 0, err
		}
	}
	return sum / float64(max(tried, 1)), nil
}
