package polyform

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/packings"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// difficulty is what a search by a fixed rule found, which docs/difficulty.md has: to the end or to two solutions.
type difficulty struct {
	nodes, guesses, forced, forcedItems int64
	// pieces that forced moves lay before any guess, and the rounds of these moves
	certain, rounds int64
	solutions       int    // at most 2
	solution        []byte // the first
}

// difficultyMeasures are the measures that the search counts.
var difficultyMeasures = []instanceMeasure{
	{info: enumerate.MeasureInfo{Name: "nodes", Unit: "nodes",
		Meaning: "nodes of a search by a fixed rule, to the end or to two solutions: partial solutions, the empty one among them"},
		counted: func(d *difficulty) *int64 { return &d.nodes }},
	{info: enumerate.MeasureInfo{Name: "guesses", Unit: "nodes",
		Meaning: "nodes of that search with two options or more for the cell or piece that has the fewest"},
		counted: func(d *difficulty) *int64 { return &d.guesses }},
	{info: enumerate.MeasureInfo{Name: "forced", Unit: "nodes",
		Meaning: "nodes of that search with one option for the cell or piece that has the fewest"},
		counted: func(d *difficulty) *int64 { return &d.forced }},
	{info: enumerate.MeasureInfo{Name: "forced_items", Unit: "items",
		Meaning: "cells and pieces with one option, added up over the nodes that forced counts: of puzzles without guesses, those with few are hard to go on with"},
		counted: func(d *difficulty) *int64 { return &d.forcedItems }},
	{info: enumerate.MeasureInfo{Name: "certain_pieces", Unit: "pieces",
		Meaning: "pieces that forced moves lay from the beginning on: each is the only one that fits a cell, or has one place left"},
		counted: func(d *difficulty) *int64 { return &d.certain }},
	{info: enumerate.MeasureInfo{Name: "certain_rounds", Unit: "rounds",
		Meaning: "rounds of these moves: in each, all moves that are forced at its beginning are made at once"},
		counted: func(d *difficulty) *int64 { return &d.rounds }},
}

// A cellSearch searches one instance of a survey after another by a fixed rule, that of dancing
// links: it takes the item with the fewest options, the first of several, and tries the options in
// their order. Items are the cells, then the pieces of which a solution has exactly one. Of other
// pieces there are no more than the config says, and no solution has fewer.
//
// The options that are left are a set of bits, and so are those of each item. So to begin with
// another instance costs little.
type cellSearch struct {
	puzzle    *Puzzle    // of all instances
	numbering *numbering // of its board
	pieces    int        // that are in every set; the others are as the set says
	laid      []laidPieces

	// Of the instance at hand:
	fit        []int    // the options, as numbers of laid
	words      int      // of a set of options
	rows       []uint64 // by item: its options
	least, max []int    // copies of each piece
	used       []int    // copies of each piece
	open       [][]int  // by depth: items that are not covered
	live       [][]uint64
	// those that were tried, as numbers of fit: the options of the instance's own puzzle
	path    []enumerate.OptionID
	covered []bool // by item
	meets   func([]enumerate.OptionID) bool
	most    int
	stop    *atomic.Bool
	found   difficulty
	first   []enumerate.OptionID // solution, in placements

	// node, if not nil, is told each node, with the item that is taken, negative if none is open, and its options;
	// solved each solution.
	node   func(item, options int)
	solved func()
}

// laidPieces is what an option covers: a placement, or several.
type laidPieces struct {
	placement enumerate.OptionID // the first
	cells     []int
	mask      uint64 // of the cells
	pieces    []int  // a copy each
}

// newCellSearch returns a search among placements; the pieces from number pieces on are used as
// the sets of instances say. The laid options are the orbits of placements under image; nil is the identity.
func newCellSearch(z *Puzzle, pieces int, image func(enumerate.OptionID) enumerate.OptionID) *cellSearch {
	s := &cellSearch{puzzle: z, numbering: z.Board.numbering(nil), pieces: pieces}
	cells := len(z.Board.Blocked)
	s.covered = make([]bool, cells+len(z.Pieces))
	s.least, s.max, s.used = make([]int, len(z.Pieces)), make([]int, len(z.Pieces)), make([]int, len(z.Pieces))
	met := make([]bool, len(z.Placements))
orbits:
	for i := range z.Placements {
		l := laidPieces{placement: enumerate.OptionID(i)}
		for o := l.placement; !met[o]; o = image(o) {
			met[o] = true
			l.cells = append(l.cells, z.Placements[o].Cells...)
			l.pieces = append(l.pieces, z.Placements[o].Piece)
			if image == nil {
				break
			}
		}
		if len(l.cells) == 0 {
			continue
		}
		for k, c := range l.cells {
			if slices.Contains(l.cells[:k], c) {
				continue orbits
			}
		}
		l.mask = s.numbering.mask(l.cells)
		s.laid = append(s.laid, l)
	}
	return s
}

// search searches an instance until there are most solutions that meet a condition.
func (s *cellSearch) search(in subsets.Instance, most int, stop *atomic.Bool,
	meets func([]enumerate.OptionID) bool) difficulty {
	s.most, s.stop, s.meets, s.found = most, stop, meets, difficulty{}
	z, cells := s.puzzle, len(s.puzzle.Board.Blocked)
	for p, piece := range z.Pieces {
		s.used[p], s.least[p], s.max[p] = 0, int(piece.Min), int(piece.Max)
		if p >= s.pieces {
			chosen := int(in.Set >> (p - s.pieces) & 1)
			s.least[p], s.max[p] = chosen, chosen
		}
	}
	s.fit = s.fit[:0]
	for i := range s.laid {
		l := &s.laid[i]
		if l.mask&in.Blocked == 0 && !slices.ContainsFunc(l.pieces, func(p int) bool { return s.max[p] == 0 }) {
			s.fit = append(s.fit, i)
		}
	}
	s.words = (len(s.fit) + 63) / 64
	s.rows = slices.Grow(s.rows[:0], len(s.covered)*s.words)[:len(s.covered)*s.words]
	clear(s.rows)
	s.reach(0)
	for k, i := range s.fit {
		s.live[0][k/64] |= 1 << (k & 63)
		for _, c := range s.laid[i].cells {
			s.row(c)[k/64] |= 1 << (k & 63)
		}
		for _, p := range s.laid[i].pieces {
			s.row(cells + p)[k/64] |= 1 << (k & 63)
		}
	}
	for c, blocked := range z.Board.Blocked {
		if !blocked && !s.numbering.contains(in.Blocked, c) {
			s.open[0] = append(s.open[0], c)
		}
	}
	for p, n := range s.least {
		if n == 1 && s.max[p] == 1 {
			s.open[0] = append(s.open[0], cells+p)
		}
	}
	s.found.certain, s.found.rounds = s.force()
	s.path = s.path[:0]
	s.descend(0)
	return s.found
}

// row returns the options of an item.
func (s *cellSearch) row(item int) []uint64 { return s.rows[item*s.words:][:s.words] }

// reach makes room for a depth.
func (s *cellSearch) reach(depth int) {
	if depth == len(s.open) {
		s.open, s.live = append(s.open, nil), append(s.live, nil)
	}
	s.open[depth] = s.open[depth][:0]
	s.live[depth] = slices.Grow(s.live[depth][:0], s.words)[:s.words]
	clear(s.live[depth])
}

// descend searches below a node. It returns false to end the search.
func (s *cellSearch) descend(depth int) bool {
	s.found.nodes++
	if s.found.nodes%1024 == 0 && s.stop.Load() {
		return false
	}
	live := s.live[depth]
	item, fewest, ones := -1, math.MaxInt, int64(0)
	for _, i := range s.open[depth] {
		n := 0
		for w, x := range s.row(i) {
			n += bits.OnesCount64(x & live[w])
		}
		if n < fewest {
			item, fewest = i, n
		}
		if n == 1 {
			ones++
		}
		if n == 0 {
			break
		}
	}
	if s.node != nil {
		s.node(item, fewest)
	}
	switch {
	case item < 0:
		return s.solution()
	case fewest == 1:
		s.found.forced++
		s.found.forcedItems += ones
	case fewest > 1:
		s.found.guesses++
	}
	s.reach(depth + 1)
	for w, x := range s.row(item) {
		for x &= live[w]; x != 0; x &= x - 1 {
			if !s.lay(64*w+bits.TrailingZeros64(x), depth) {
				return false
			}
		}
	}
	return true
}

// lay searches below a node with one option more.
func (s *cellSearch) lay(option, depth int) bool {
	l := &s.laid[s.fit[option]]
	cells := len(s.puzzle.Board.Blocked)
	live := append(s.live[depth+1][:0], s.live[depth]...)
	without := func(item int) {
		for w, x := range s.row(item) {
			live[w] &^= x
		}
		s.covered[item] = true
	}
	enough := true
	for _, p := range l.pieces {
		s.used[p]++
		enough = enough && s.used[p] <= s.max[p]
		if s.used[p] == s.max[p] {
			without(cells + p)
		}
	}
	for _, c := range l.cells {
		without(c)
	}
	open := s.open[depth+1][:0]
	for _, i := range s.open[depth] {
		if !s.covered[i] {
			open = append(open, i)
		}
	}
	s.open[depth+1], s.live[depth+1] = open, live
	for _, c := range l.cells {
		s.covered[c] = false
	}
	for _, p := range l.pieces {
		s.covered[cells+p] = false
	}
	s.path = append(s.path, enumerate.OptionID(option))
	ok := !enough || s.descend(depth+1)
	s.path = s.path[:len(s.path)-1]
	for _, p := range l.pieces {
		s.used[p]--
	}
	return ok
}

// solution notes a solution. It returns false if it is the last that is wanted.
func (s *cellSearch) solution() bool {
	for p, n := range s.used {
		if n < s.least[p] {
			return true
		}
	}
	if s.meets != nil && !s.meets(s.path) {
		return true
	}
	if s.found.solutions++; s.found.solutions == 1 {
		s.first = s.first[:0]
		for _, k := range s.path {
			s.first = append(s.first, s.laid[s.fit[k]].placement)
		}
	}
	if s.solved != nil {
		s.solved()
	}
	return s.found.solutions != s.most
}

// newSearch implements [instances]. The search goes to the end or to two solutions.
func (s *pairs) newSearch() func(*answer, *atomic.Bool) error {
	search, r := newCellSearch(s.all, len(s.pieces), nil), s.layout.newRecorder(nil)
	return func(a *answer, stop *atomic.Bool) (err error) {
		var meets func([]enumerate.OptionID) bool
		if len(s.require) > 0 {
			if _, meets, err = s.puzzle(a); err != nil {
				return err
			}
		}
		in := a.instance()
		a.difficulty = search.search(in, 2, stop, meets)
		if !s.solutions || a.difficulty.solutions == 0 {
			return nil
		}
		a.difficulty.solution = s.picture(r, in, search.first)
		return nil
	}
}

// picture draws a solution of an instance, or a part of one, which it sorts.
func (s *pairs) picture(r *recorder, in subsets.Instance, solution []enumerate.OptionID) []byte {
	slices.Sort(solution)
	r.paint(solution)
	chars := r.draw(solution)
	for cell := range s.numbering.each(in.Blocked) {
		chars[cell] = '#'
	}
	return chars
}

// known returns the numbers of solutions of an instance, or one more than the limit, as far as the
// search by the rule has found them.
func (s *pairs) known(a *answer) (solutionCounts, bool) {
	if n := int64(a.difficulty.solutions); n < 2 {
		return solutionCounts{n, n}, true
	}
	if s.limit.Search() != 2 || s.sets != nil && s.boardSymmetries(a.instance()) > 1 {
		return solutionCounts{}, false
	}
	return solutionCounts{2, 2}, true
}

// difficultyFact says what the searches cost, by some of them, evenly spread.
func (s *pairs) difficultyFact() (enumerate.Fact, error) {
	search, never := s.newSearch(), new(atomic.Bool)
	nodes, err := s.meanOf(func(a *answer) (float64, error) {
		err := search(a, never)
		return float64(a.difficulty.nodes), err
	})
	each := "each"
	if s.draw.Until == 0 {
		nodes, each = nodes*s.rows(), "in all"
	}
	return enumerate.Fact{Key: "difficulty", Value: nodes,
		Text: fmt.Sprintf("each %s is searched by a fixed rule for its difficulty: about %.3g nodes %s, by %d of them",
			s.thing(), nodes, each, probes)}, err
}

// boardSymmetries counts the symmetries of the board that map the blocked cells onto themselves: at
// least as many as those of an instance.
func (s *pairs) boardSymmetries(in subsets.Instance) (n int) {
	if s.boards == nil {
		for range s.board.Symmetries() {
			n++
		}
		return n
	}
	for _, permutation := range s.permutations {
		if packings.Permuted(in.Blocked, permutation) == in.Blocked {
			n++
		}
	}
	return n
}

// checkSolution implements [instances].
func (s *pairs) checkSolution(a *answer) error {
	in, grid := a.instance(), a.difficulty.solution
	z := &Puzzle{Board: s.numbering.with(in.Blocked), Pieces: slices.Clone(s.all.Pieces)}
	for i := range s.list {
		chosen := int32(in.Set >> i & 1)
		z.Pieces[len(s.pieces)+i].Min, z.Pieces[len(s.pieces)+i].Max = chosen, chosen
	}
	if err := (&layout{puzzle: z, symbols: s.layout.symbols}).checkGrid(grid); err != nil || len(s.require) == 0 {
		return err
	}
	z, meets, err := s.puzzle(a)
	if err != nil {
		return err
	}
	number := map[byte]int{}
	for _, c := range grid {
		number[c]++
	}
	var solution []enumerate.OptionID
	for o, p := range z.Placements {
		symbol := grid[p.Cells[0]]
		if number[symbol] == len(p.Cells) && !slices.ContainsFunc(p.Cells, func(c int) bool {
			return grid[c] != symbol
		}) {
			solution = append(solution, enumerate.OptionID(o))
		}
	}
	if !meets(solution) {
		return fmt.Errorf("grid %s does not meet the conditions of require", grid)
	}
	return nil
}

// searchAgain searches by the rule in the plainest way: it is a checker, which shares no code with [cellSearch].
func (z *Puzzle) searchAgain(meets func([]enumerate.OptionID) bool) (found difficulty) {
	cells := len(z.Board.Blocked)
	items := z.Board.FreeCells() // and numbers from cells on for the pieces of which there is one
	var left, missing []int      // copies of each piece
	var options []enumerate.OptionID
	for i, p := range z.Pieces {
		if p.Min == 1 && p.Max == 1 {
			items = append(items, cells+i)
		}
		left, missing = append(left, int(p.Max)), append(missing, int(p.Min))
	}
	for o := range z.Placements {
		options = append(options, enumerate.OptionID(o))
	}
	contains := func(o enumerate.OptionID, item int) bool {
		p := z.Placements[o]
		return p.Piece == item-cells || slices.Contains(p.Cells, item)
	}
	found.certain, found.rounds = z.forceAgain(items, options, contains)
	var path []enumerate.OptionID
	var descend func(items []int, options []enumerate.OptionID)
	descend = func(items []int, options []enumerate.OptionID) {
		found.nodes++
		if len(items) == 0 {
			if slices.Max(missing) <= 0 && meets(path) {
				found.solutions++
			}
			return
		}
		fewest, forced := fewestOptions(items, options, contains)
		switch {
		case len(fewest) == 1:
			found.forced++
			found.forcedItems += forced
		case len(fewest) > 1:
			found.guesses++
		}
		for _, o := range fewest {
			if found.solutions == 2 {
				return
			}
			p := z.Placements[o]
			left[p.Piece]--
			missing[p.Piece]--
			path = append(path, o)
			descend(
				slices.DeleteFunc(slices.Clone(items), func(i int) bool { return contains(o, i) }),
				slices.DeleteFunc(slices.Clone(options), func(other enumerate.OptionID) bool {
					q := z.Placements[other]
					return left[q.Piece] == 0 ||
						slices.ContainsFunc(q.Cells, func(c int) bool { return slices.Contains(p.Cells, c) })
				}))
			path = path[:len(path)-1]
			left[p.Piece]++
			missing[p.Piece]++
		}
	}
	descend(items, options)
	return found
}

// fewestOptions returns the options of the first item that has the fewest, and how many items have one option.
func fewestOptions(items []int, options []enumerate.OptionID,
	contains func(enumerate.OptionID, int) bool) (fewest []enumerate.OptionID, one int64) {
	for k, i := range items {
		of := optionsOf(i, options, contains)
		if k == 0 || len(of) < len(fewest) {
			fewest = of
		}
		if len(of) == 1 {
			one++
		}
	}
	return fewest, one
}

// optionsOf returns the options that contain an item.
func optionsOf(item int, options []enumerate.OptionID,
	contains func(enumerate.OptionID, int) bool) (of []enumerate.OptionID) {
	for _, o := range options {
		if contains(o, item) {
			of = append(of, o)
		}
	}
	return of
}
