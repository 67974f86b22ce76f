package polyform

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/packings"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
	"coverstat/enumerate/symmetry"
)

// instances are the puzzles of a survey, each a row up to symmetry: boards with further cells blocked, sets
// of pieces chosen from a list, or each pair of such a board and such a set.
type instances struct {
	board     *Board
	numbering *numbering       // of the board, for the blocked cells of instances
	pieces    []Piece          // of every puzzle
	list      []Piece          // to choose from
	boards    subsets.List     // the cells that are blocked beyond the board's own; nil: none
	blocked   int              // how many these are
	sets      *subsets.Choices // the pieces that are chosen; nil: none
	space     *subsets.Space
	// all is the puzzle with nothing more blocked, and with every piece of the list used at
	// most once.
	all          *Puzzle
	layout       *layout         // of all
	frame        []boardSymmetry // those that map the pieces of every puzzle onto themselves, the identity first
	permutations [][]uint8       // of the numbering, by those of the frame; nil without boards
	// listClosed says that all symmetries of the frame map the list onto itself, too. If one does not, it may
	// still map a set onto itself.
	listClosed bool

	// What the config asks for:
	limit     survey.Limit
	require   []string    // conditions that a solution must meet to count
	draw      survey.Draw // the instances that are drawn instead of all
	seed      uint64
	solutions bool // a column of solutions
	difficult bool // that, or a measure of the search by the rule

	draws  *survey.Draws[subsets.Orbit, subsets.Instance]
	pass   *pass
	method string
	why    string // why this method
	tasks  int
	table  *table // filled by prepare
}

func openSurvey(spec enumerate.Spec, p params, b *Board, pieces, list []Piece) (*enumerate.Job, error) {
	if len(p.Blocked) == 0 && p.Choose == nil {
		return nil, enumerate.KeyErrorf("puzzle.blocked", "a survey needs puzzle.blocked, such as [{choose: 8}], or puzzle.choose, such as {pieces: 6, from: [hexominoes]}: one board with one set of pieces is a census")
	}
	s := &instances{board: b, numbering: b.numbering(nil), pieces: pieces, list: list, limit: survey.Limit(p.Limit), require: spec.Require, draw: p.Draw, seed: p.Seed, solutions: spec.Solution}
	if err := s.makeSpace(p); err != nil {
		return nil, err
	}
	var err error
	if s.all, err = newPuzzle(b, slices.Concat(pieces, optional(list)), s.blocked, CountParam{}, restriction{}); err != nil {
		return nil, err
	}
	if len(spec.Require) > 0 && p.Choose != nil {
		s.all.exchanges = exchangesInSets(b, pieces, list)
	}
	if _, err := s.all.checkRequired(spec.Require, list); err != nil {
		return nil, err
	}
	flags, err := s.flagColumns(p.Flags)
	if err != nil {
		return nil, err
	}
	if s.layout, err = newLayout(s.all, false); err != nil {
		return nil, err
	}
	if s.solutions && s.layout.symbols == nil {
		return nil, enumerate.KeyErrorf("output.solution", "output.solution: the pieces and their copies are more than the %d symbols of a grid: expected fewer, or no solution", maxSymbols)
	}
	s.pass = s.newPass()
	if s.draw.Number > 0 {
		s.pass.unfit = fmt.Errorf("%ss are drawn", s.thing())
		s.draws = &survey.Draws[subsets.Orbit, subsets.Instance]{Most: s.draw.Number,
			One: func(i int64) subsets.Orbit { return s.space.Draw(s.seed, i) }, Key: func(o subsets.Orbit) subsets.Instance { return o.Least }}
		if s.draw.Until == 0 {
			s.draws.All = int64(len(s.draws.Range(0, s.draw.Number, new(atomic.Bool))))
		} else if orbits := s.space.Orbits(); orbits.IsInt64() {
			s.draws.All = orbits.Int64()
		}
	}
	if len(s.require) > 0 {
		s.pass.unfit = errors.New("the conditions of require are tested on the solutions of one instance at a time")
	}
	job, err := s.job(spec, p.Method, flags)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, c := range job.Columns {
		names = append(names, c.Name)
	}
	return job, enumerate.AtKey("puzzle.flags", differentNames(names))
}

func (s *instances) thing() string {
	switch {
	case s.sets == nil:
		return "board"
	case s.boards == nil:
		return "set"
	}
	return "pair"
}

func (s *instances) measures() (list []instanceMeasure) {
	symmetry := instanceMeasure{info: symmetryMeasure, value: s.symmetries}
	if s.boards != nil {
		list = s.numbering.measures()
	}
	if s.sets != nil {
		list = append(list, s.setMeasures()...)
	}
	return append(list, symmetry)
}

// symmetries counts the symmetries of the board that map the blocked cells and the pieces of an
// instance onto themselves.
func (s *instances) symmetries(in subsets.Instance) (n int32) {
	if s.sets == nil {
		return int32(s.boardSymmetries(in))
	}
	f, blocked := newFootprints(s.board, s.piecesOf(in)), slices.Collect(s.numbering.each(in.Blocked))
	for k, cells := range s.board.Symmetries() {
		moved := slices.ContainsFunc(blocked, func(c int) bool { return !s.numbering.contains(in.Blocked, cells[c]) })
		if !moved && f.images(s.board.Isometries[k]) != nil {
			n++
		}
	}
	return n
}

func (s *instances) appendName(dst []byte, in subsets.Instance) []byte {
	from := len(dst)
	if s.boards != nil {
		dst = s.numbering.picture(dst, in.Blocked)
	}
	for i, p := range s.list {
		if in.Set>>i&1 == 0 {
			continue
		}
		if len(dst) > from {
			dst = append(dst, ' ')
		}
		dst = append(dst, p.Name...)
	}
	return dst
}

func (s *instances) facts() ([]enumerate.Fact, error) {
	facts := s.all.facts()
	n, order := s.space.Len(), enumerate.Grouped(s.all.Group.Order())
	what, images := "", ""
	if s.boards != nil {
		what = fmt.Sprintf("%s, each with %s blocked", enumerate.Plural(s.boards.Len(), "board"), enumerate.Plural(s.blocked, "cell"))
	}
	if s.sets != nil {
		if facts = facts[:1]; len(s.pieces) > 0 { // the board
			facts = append(facts, pieceFact("in every set ", s.pieces))
		}
		facts = append(facts, pieceFact("to choose from ", s.list))
		switch k := s.space.Order(); {
		case s.boards != nil:
			what = enumerate.Plural(n, "pair") + " of " + what + ", and of "
		case k > 1:
			images = fmt.Sprintf("symmetries exchange pieces of the list: up to %d sets are one row", k)
		default:
			images = "no symmetry exchanges pieces of the list: each set is a row"
		}
		number := CountParam{min: int32(s.sets.Min), max: int32(s.sets.Max)}
		what += fmt.Sprintf("%s of %v of %s", enumerate.Plural(s.sets.Len(), "set"), number, enumerate.Plural(len(s.list), "piece"))
	}
	facts = append(facts, enumerate.Fact{Key: "instances", Text: what, Value: n})
	if images != "" {
		facts = append(facts, enumerate.Fact{Key: "set_group_order", Text: images, Value: s.space.Order()})
	}
	facts = append(facts, enumerate.Fact{Key: "group_order", Text: "symmetry group of order " + order, Value: s.all.Group.Order()})
	for _, text := range s.require {
		facts = append(facts, enumerate.Fact{Key: "require", Text: "required: " + text + ", or a solution does not count", Value: text})
	}
	facts = append(facts, enumerate.Fact{Key: "kernel", Text: fmt.Sprintf("method %s: %s", s.method, s.why), Value: s.method})
	if s.difficult {
		fact, err := s.difficultyFact()
		if err != nil {
			return nil, err
		}
		facts = append(facts, fact)
	}
	if s.draw.Number > 0 && s.draw.Until == 0 {
		facts = append(facts, enumerate.Fact{Key: "draws", Value: s.draw.Number,
			Text: fmt.Sprintf("%s of them drawn, with seed %d: %s up to symmetry", enumerate.Grouped(s.draw.Number), s.seed, enumerate.Grouped(s.count()))})
	}
	return facts, nil
}

func (s *instances) puzzle(in subsets.Instance) (*Puzzle, error) {
	z, err := NewPuzzle(s.numbering.with(in.Blocked), s.piecesOf(in))
	if err == nil && len(s.require) > 0 {
		z.require, z.exchanges = s.require, s.all.exchanges
	}
	return z, err
}

func (s *instances) piecesOf(in subsets.Instance) []Piece {
	pieces := slices.Clone(s.pieces)
	for i, p := range s.list {
		if in.Set>>i&1 != 0 {
			pieces = append(pieces, p)
		}
	}
	return pieces
}

// each visits the solutions of an instance, until visit returns false: those up to symmetry or,
// with images, all. raw is the number of solutions that those it has seen stand for.
func (s *instances) each(in subsets.Instance, images bool, stop *atomic.Bool, visit func(*Puzzle, []enumerate.OptionID) bool) (raw int64, total enumerate.Effort, err error) {
	z, err := s.puzzle(in)
	if err != nil {
		return 0, total, err
	}
	k, err := z.kernel("auto")
	if k == nil || err != nil {
		return 0, total, err
	}
	g := z.Group
	if images {
		g = symmetry.Trivial(z.Problem)
	}
	reduced, canon := symmetry.Reduce(z.Problem, g), symmetry.NewCanonicaliser(g)
	for i := range reduced.Cases {
		task := enumerate.Task{Case: &reduced.Cases[i].Case, Share: 1}
		of, effort, done, err := reduced.EachClass(i, task, k, canon, stop, func(solution []enumerate.OptionID) bool { return visit(z, solution) })
		total.Add(effort)
		if raw += of; !done || err != nil {
			return raw, total, err
		}
	}
	return raw, total, nil
}

// countOne counts the solutions of an instance by a search of its puzzle: it is a [counter].
func (s *instances) countOne(in subsets.Instance, stop *atomic.Bool) (counts solutionCounts, effort enumerate.Effort, err error) {
	counted := s.counting(&counts.distinct)
	counts.all, effort, err = s.each(in, false, stop, func(_ *Puzzle, solution []enumerate.OptionID) bool { return counted(solution) })
	counts.all = max(counts.all, counts.distinct)
	return counts, effort, err
}

// counting returns what counts solutions until there are more than the limit.
func (s *instances) counting(n *int64) func([]enumerate.OptionID) bool {
	most := s.limit.Search()
	return func([]enumerate.OptionID) bool {
		*n++
		return *n != most
	}
}

// recount counts the solutions of an instance by dancing links without any reduction. It shares no
// code with counters and passes: rows are checked by it.
func (s *instances) recount(in subsets.Instance) (counts solutionCounts, err error) {
	z, meets, err := s.conditional(in)
	if err != nil {
		return counts, err
	}
	counts.all, counts.distinct = z.countAll(z.Group, s.limit, meets)
	return counts, nil
}

// newDistinct returns what counts the solutions of a board up to symmetry, by Burnside's lemma: a
// search finds those that a symmetry of the board maps to themselves. orbit is that of the board.
func (s *instances) newDistinct() func(in subsets.Instance, orbit int, all int64) int64 {
	fixed := make([]*cellSearch, len(s.frame))
	return func(in subsets.Instance, orbit int, all int64) int64 {
		if all == 0 || orbit == len(s.frame) { // only the identity maps the board to itself
			return all
		}
		sum, order := all, int64(1)
		for k := 1; k < len(s.frame); k++ {
			if packings.Permuted(in.Blocked, s.permutations[k]) != in.Blocked {
				continue
			}
			if fixed[k] == nil {
				fixed[k] = newCellSearch(s.all, len(s.pieces), func(o enumerate.OptionID) enumerate.OptionID { return s.all.Group.Image(k, o) })
			}
			sum += int64(fixed[k].search(in, 0, new(atomic.Bool), nil).solutions)
			order++
		}
		return sum / order
	}
}

// countAll counts the solutions that meet a condition, and those up to the symmetries of a
// group: a solution that m of g symmetries map to itself is one of g/m images. It ends when
// there are surely more classes than the limit.
func (z *Puzzle) countAll(group *symmetry.Group, limit survey.Limit, meets func([]enumerate.OptionID) bool) (raw, classes int64) {
	order, fixing := group.Order(), int64(0)
	chosen := make([]bool, len(z.Placements))
	var never atomic.Bool
	kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func(solution []enumerate.OptionID) bool {
		if !meets(solution) {
			return true
		}
		raw++
		for _, o := range solution {
			chosen[o] = true
		}
		for k := range order {
			if !slices.ContainsFunc(solution, func(o enumerate.OptionID) bool { return !chosen[group.Image(k, o)] }) {
				fixing++
			}
		}
		for _, o := range solution {
			chosen[o] = false
		}
		return limit == 0 || (fixing-1)/int64(order) < int64(limit)
	})
	return raw, (fixing + int64(order) - 1) / int64(order)
}
