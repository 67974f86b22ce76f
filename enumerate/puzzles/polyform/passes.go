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
	"coverstat/enumerate/exact/census"
	"coverstat/enumerate/probe"
	"coverstat/enumerate/puzzles/polyform/board"
	"coverstat/enumerate/puzzles/polyform/packings"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// maxTable is the largest table, in bytes, that a survey of boards may hold. The 6x6
// board with 8 blocked cells needs 60 MB, with long counters 121 MB.
const maxTable = 1 << 30

// boardPass describes a survey of boards to package packings.
type boardPass struct {
	puzzle packings.Problem
	cells  *numbering // by which package packings knows the cells
	place  []uint8    // by bit of an instance's mask, its number there
	// monos are the copies of each piece of one cell. These pieces are left out of the
	// puzzle, and added to the table afterwards.
	monos []int
}

// newPass describes the pass over all solutions of all instances.
func (s *instances) newPass() *pass {
	switch {
	case s.boards == nil:
		return s.newSetPass()
	case s.sets != nil:
		return &pass{unfit: errors.New("both boards and sets differ")}
	}
	p, bytes, err := s.newBoardPass()
	return &pass{over: "packings", unfit: err, bytes: bytes, cost: p.cost, fill: p.fill}
}

// newBoardPass describes the survey to package packings and returns the size of the table,
// in bytes. An error says why a pass cannot be made.
func (s *instances) newBoardPass() (p *boardPass, bytes int64, err error) {
	p = &boardPass{puzzle: packings.Problem{Uncovered: s.blocked}, cells: s.board.numbering(s.board.longestFirst())}
	p.place, p.puzzle.Board = s.numbering.permutation(s.frame[0].cells, p.cells), p.cells.free()
	if s.boards.Len() == 0 || s.blocked == 0 {
		return p, 0, fmt.Errorf("nothing is left uncovered")
	}
	for _, g := range s.frame {
		if !g.exchanges() {
			p.puzzle.Symmetries = append(p.puzzle.Symmetries, p.cells.permutation(g.cells, p.cells))
		}
	}
	for i, piece := range s.pieces {
		first, end := s.all.first[i], s.all.first[i+1]
		if piece.Min != piece.Max {
			return p, 0, fmt.Errorf("the number of %s varies", piece.Name)
		}
		if piece.Min > 0 && first == end {
			return p, 0, fmt.Errorf("%s does not fit on the board", piece.Name)
		}
		if piece.Size() == 1 {
			p.monos = append(p.monos, int(piece.Min))
			p.puzzle.Uncovered += int(piece.Min)
			continue
		}
		var placements []uint64
		for _, placement := range s.all.Placements[first:end] {
			placements = append(placements, p.cells.mask(placement.Cells))
		}
		p.puzzle.Pieces = append(p.puzzle.Pieces, placements)
		p.puzzle.Copies = append(p.puzzle.Copies, int(piece.Min))
	}
	space, err := packings.NewSpace(p.puzzle.Board, p.puzzle.Uncovered, nil)
	if err != nil {
		return p, 0, err
	}
	if bytes = space.Len() * 4; bytes > maxTable {
		return p, 0, fmt.Errorf("the table would have %d MB", bytes>>20)
	}
	return p, bytes, nil
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

func (p *boardPass) cost(float64) (passCost, error) {
	estimate, err := packings.NewEstimate(&p.puzzle)
	if errors.Is(err, packings.ErrTooLarge) {
		err = fmt.Errorf("%w: %w", errUnfit, err)
	}
	return passCost{nodes: estimate.Cost()}, err
}

func (p *boardPass) fill(workers int, stop *atomic.Bool, progress func(float64)) (*table, error) {
	t, err := packings.Count(&p.puzzle, workers, stop, progress)
	if t == nil && err == nil {
		return nil, nil // stopped
	}
	for _, copies := range p.monos {
		for k := 0; k < copies && err == nil; k++ {
			t, err = t.AddMonomino(k+1, workers)
		}
	}
	switch {
	case errors.Is(err, packings.ErrTooLarge) || errors.Is(err, packings.ErrOverflow):
		return nil, fmt.Errorf("%w: %w", errUnfit, err)
	case err != nil:
		return nil, err
	}
	return &table{
		counts: func(_ int64, in subsets.Instance, _ int) solutionCounts {
			return solutionCounts{all: int64(t.Solutions(t.Rank(packings.Permuted(in.Blocked, p.place))))}
		},
		effort: enumerate.Effort{Nodes: t.Nodes()},
	}, nil
}

// newCounter returns a search of instances. A kernel that goes from board to board is
// much faster than a kernel for each.
func (s *instances) newCounter() counter {
	if len(s.require) > 0 || s.sets != nil {
		return s.countOne
	}
	p, cells := s.all.boardProblem()
	if p == nil {
		return s.newCaseCounter()
	}
	retargetable, err := board.New(p)
	if err != nil {
		return s.newCaseCounter()
	}
	free := make([]bool, len(cells))
	return func(in subsets.Instance, stop *atomic.Bool) (counts solutionCounts, effort enumerate.Effort, _ error) {
		for i, cell := range cells {
			free[i] = !s.board.Blocked[cell] && !s.numbering.contains(in.Blocked, cell)
		}
		retargetable.Retarget(free)
		effort, _ = retargetable.Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, stop, s.counting(&counts.all))
		return counts, effort, nil
	}
}

// newCaseCounter returns a search of boards by one general kernel. The puzzle gets an option
// for each cell, which covers that cell alone. A case fixes those of the blocked cells and
// bans the others.
func (s *instances) newCaseCounter() counter {
	var b enumerate.ProblemBuilder
	p := s.all.Problem
	for i := range p.Items() {
		b.AddItem(p.Item(enumerate.Item(i)))
	}
	for o := range p.Options() {
		b.AddOption(p.Option(enumerate.OptionID(o))...)
	}
	free := s.board.FreeCells()
	for _, cell := range free {
		b.AddOption(enumerate.Member{Item: s.all.cellItem[cell]})
	}
	var kernel enumerate.Kernel
	extended, err := b.Build()
	if err == nil {
		kernel, err = newKernel(exact.GeneralKernels(extended), "auto")
	}
	return func(in subsets.Instance, stop *atomic.Bool) (counts solutionCounts, effort enumerate.Effort, _ error) {
		if err != nil {
			return counts, effort, err
		}
		var c enumerate.Case
		for i, cell := range free {
			if o := enumerate.OptionID(p.Options() + i); s.numbering.contains(in.Blocked, cell) {
				c.Fixed = append(c.Fixed, o)
			} else {
				c.Banned = append(c.Banned, o)
			}
		}
		effort, _ = kernel.Search(enumerate.Task{Case: &c, Share: 1}, stop, s.counting(&counts.all))
		return counts, effort, nil
	}
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

// errManySolutions says that a set has more solutions than a counter of 32 bits holds.
var errManySolutions = errors.New("a set has more solutions than a 32-bit counter holds")

// newSetPass describes the pass over all solutions of the puzzle with all pieces.
func (s *instances) newSetPass() *pass {
	p := &pass{over: "solutions", bytes: 8 * s.sets.Len(), cost: s.passCost, fill: s.fill}
	if !s.listClosed {
		p.unfit = errors.New("symmetries of the board take some pieces to others that are not in the list, and a set without those pieces has more symmetries than the list")
	}
	return p
}

// passCost estimates the cost of the pass. An upper bound is known sooner: that of a
// tree with a solution at every node.
func (s *instances) passCost(atLeast float64) (passCost, error) {
	tree, err := s.all.tree()
	if err != nil {
		return passCost{}, err
	}
	if most := (1 + classCost) * tree.Nodes; most < atLeast {
		return passCost{nodes: most, atMost: true}, nil
	}
	if probe.Hopeless(tree.Nodes) {
		return passCost{}, fmt.Errorf("%w: it would have about %.3g nodes", errUnfit, tree.Nodes)
	}
	nodes, raw, err := estimate(tree, passBudget)
	return passCost{nodes: nodes + classCost*raw/float64(s.all.Group.Order())}, err
}

// estimateSearch estimates the nodes of the search of a set. A search that ends at a
// limit is taken to end after that part of its solutions.
func (s *instances) estimateSearch(in subsets.Instance) (float64, error) {
	z, err := s.puzzle(in)
	if err != nil || z.Impossible() != "" {
		return 0, err
	}
	tree, err := z.tree()
	if err != nil {
		return 0, err
	}
	nodes, raw, err := estimate(tree, setBudget)
	if most := float64(s.limit.Search()) * float64(z.Group.Order()); most > 0 && raw > most {
		nodes *= most / raw
	}
	return nodes, err
}

func (z *Puzzle) tree() (*enumerate.Tree, error) {
	c, err := z.census(estimateCut)
	if err != nil {
		return nil, err
	}
	return c.Tree()
}

func estimate(tree *enumerate.Tree, budget int64) (nodes, raw float64, err error) {
	var never atomic.Bool
	e, err := probe.Tree(tree, probe.Budget{Nodes: budget, Precision: 0.1, Seed: 1}, &never)
	if err != nil {
		return 0, 0, err
	}
	return e.Nodes.Estimate, e.Raw.Estimate, nil
}

// census returns the search for all solutions of a puzzle up to symmetry, cut into
// tasks of a largest share; 0 is the usual one.
func (z *Puzzle) census(share float64) (*census.Census, error) {
	x := &exact.Instance{Problem: z.Problem, Group: z.Group, Kernels: z.kernels(), Impossible: z.Impossible()}
	return census.New(x, "auto", share, true)
}

// fill makes the pass over the solutions with all pieces, up to symmetry. Each counts
// once, for the set that is the least of the images of its own; its orbit is spread
// evenly over these images. Solutions with too few or too many pieces do not count.
func (s *instances) fill(workers int, stop *atomic.Bool, progress func(float64)) (*table, error) {
	c, err := s.all.census(0)
	if err != nil {
		return nil, err
	}
	classes := make([]uint32, s.sets.Len()) // by number of the set
	orbits := make([]uint32, s.sets.Len())  // sum of the orbit sizes
	tally, err := c.EachClass(workers, stop, progress, func(_ int, form []enumerate.OptionID, orbit int64) error {
		var images [32]subsets.Instance
		least := slices.MinFunc(s.space.Images(images[:0], subsets.Instance{Set: s.maskOf(form)}), func(a, b subsets.Instance) int { return cmp.Compare(a.Set, b.Set) })
		r, ok := s.sets.Rank(least.Set)
		if !ok {
			return nil
		}
		atomic.AddUint32(&classes[r], 1)
		if orbit > math.MaxUint32 || atomic.AddUint32(&orbits[r], uint32(orbit)) < uint32(orbit) {
			return errManySolutions
		}
		return nil
	})
	if errors.Is(err, errManySolutions) {
		return nil, fmt.Errorf("%w: %w", errUnfit, err)
	}
	if err != nil || stop.Load() {
		return nil, err
	}
	return &table{
		counts: func(rank int64, _ subsets.Instance, orbit int) solutionCounts {
			return solutionCounts{distinct: int64(classes[rank]), all: int64(orbits[rank]) / int64(orbit)}
		},
		effort: tally.Effort,
	}, nil
}

// The methods of a survey, as configs and manifests name them.
const (
	passMethod = "scatter"
	eachMethod = "each"
)

// probes is the number of instances whose searches are estimated.
const probes = 32

// passCost is what a pass costs.
type passCost struct {
	nodes  float64
	atMost bool // nodes is an upper bound, below what single searches cost
}

// errUnfit says that a pass over all solutions cannot be made; what wraps it says why.
var errUnfit = errors.New("method " + passMethod + " does not fit")

// A pass counts the solutions of all instances at once.
type pass struct {
	over string // what it goes over: "packings", "solutions"
	// unfit says why the pass cannot be made; nil if it can.
	unfit error
	bytes int64 // of the table
	// cost estimates the cost, in nodes. Single searches cost atLeast: once cost can prove
	// less, it may stop. The error is [errUnfit] if the pass would be too large.
	cost func(atLeast float64) (passCost, error)
	// fill fills the table. Stopped by stop, it returns a nil table. The error is
	// [errUnfit] if the counts do not fit into the table.
	fill func(workers int, stop *atomic.Bool, progress func(float64)) (*table, error)
}

// A table holds the counts of all instances.
type table struct {
	// counts returns those of an instance that is the least of its orbit.
	counts func(rank int64, in subsets.Instance, orbit int) solutionCounts
	effort enumerate.Effort // what it cost to fill the table
}

// tableSize is the size of the table, for people.
func (p *pass) tableSize() string { return fmt.Sprintf("%d MB", (p.bytes+1<<20-1)>>20) }

// choose chooses between the pass and a search of each of so many instances, unless the
// config asks for one of them, and says why. It compares estimated nodes, from probes with fixed
// seeds: a search costs extra nodes besides the mean of those that mean estimates.
func (p *pass) choose(wanted, thing string, rows, extra float64, mean func() (float64, error)) (method, why string, err error) {
	each := func(unfit error) (string, string, error) {
		return eachMethod, fmt.Sprintf("a search of each %s, as %v", thing, unfit), nil
	}
	var unfit error
	if p.unfit != nil {
		unfit = fmt.Errorf("%w: %w", errUnfit, p.unfit)
	}
	switch {
	case wanted == passMethod && unfit != nil:
		return "", "", enumerate.KeyErrorf("puzzle.method", "%v", unfit)
	case wanted == passMethod:
		return passMethod, "as the config says; its table has " + p.tableSize(), nil
	case wanted == eachMethod:
		return eachMethod, "as the config says", nil
	case unfit != nil:
		return each(unfit)
	}
	// least is the least that all searches together can cost.
	least := extra * rows
	cost, err := p.cost(least)
	switch {
	case errors.Is(err, errUnfit):
		return each(err)
	case err != nil:
		return "", "", err
	case cost.atMost:
		return passMethod, fmt.Sprintf("one pass over all %s is worth at most about %.3g nodes with a table of %s, a search of each %s at least %.3g",
			p.over, cost.nodes, p.tableSize(), thing, least), nil
	}
	nodes, err := mean()
	nodes = (extra + nodes) * rows
	method = passMethod
	if nodes < cost.nodes {
		method = eachMethod
	}
	return method, fmt.Sprintf("one pass over all %s is worth about %.3g nodes with a table of %s, a search of each %s %.3g",
		p.over, cost.nodes, p.tableSize(), thing, nodes), err
}

func (s *instances) chooseMethod(wanted string) (method, why string, err error) {
	if s.sets != nil {
		return s.pass.choose(wanted, s.thing(), s.rows(), setCost, func() (float64, error) { return s.meanOf(s.estimateSearch) })
	}
	return s.pass.choose(wanted, s.thing(), s.rows(), 0, func() (float64, error) {
		count, never := s.newCounter(), new(atomic.Bool)
		return s.meanOf(func(in subsets.Instance) (float64, error) {
			_, effort, err := count(in, never)
			return float64(effort.Nodes), err
		})
	})
}

// rows is about the number of orbits.
func (s *instances) rows() float64 {
	if s.draw.Number > 0 {
		return float64(s.count())
	}
	return float64(s.space.Len()) / float64(s.space.Order())
}

// meanOf returns the mean of a number of instances, from some of them, evenly spread.
func (s *instances) meanOf(number func(subsets.Instance) (float64, error)) (mean float64, err error) {
	n := s.count()
	if s.draw.Until > 0 { // no more are drawn than are tried
		n = min(n, probes)
	}
	some := min(n, probes)
	sum, tried := 0.0, 0
	try := func(_ int64, in subsets.Instance, _ int) bool {
		var x float64
		x, err = number(in)
		sum += x
		tried++
		return false
	}
	for k := range int(some) {
		from, _ := survey.Range(n, k, int(some))
		if s.classes(from, n, new(atomic.Bool), try); err != nil {
			return 0, err
		}
	}
	return sum / float64(max(tried, 1)), nil
}
