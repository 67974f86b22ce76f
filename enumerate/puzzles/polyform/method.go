package polyform

import (
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/board"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/scatter"
	"coverstat/enumerate/survey"
)

// maxTable is the largest table that a survey by scatter may hold. The 6x6
// board with 8 blocked cells needs 121 MB.
const maxTable = 1 << 30

// chooseMethod chooses between one pass over all packings and a search of each
// board. It compares estimated nodes: random descents with fixed seeds estimate
// those of the pass, and the search of a few boards estimates those of a board.
func (s *boardSurvey) chooseMethod(wanted string) error {
	var err error
	if s.method, s.why, err = settledMethod(wanted, s.prepareScatter(), "for each board"); s.method != "" || err != nil {
		return err
	}
	guess, err := scatter.Guess(s.scatter)
	if err != nil {
		return err
	}
	if guess.TooLarge() {
		s.method, s.why = "each", fmt.Sprintf("a search for each board, as scatter does not fit: %v", scatter.ErrTooLarge)
		return nil
	}
	each, err := s.guessEach()
	if err != nil {
		return err
	}
	s.method = "scatter"
	if each < guess.Work() {
		s.method = "each"
	}
	s.why = fmt.Sprintf("one pass over all packings is worth about %.3g nodes, a search of each board %.3g", guess.Work(), each)
	return nil
}

// settledMethod returns the method that the config names, or each where scatter does
// not fit, and why; it returns "" if the nodes must be compared. search says what each
// search is for.
func settledMethod(wanted string, unfit error, search string) (method, why string, err error) {
	switch {
	case wanted == "scatter" && unfit != nil:
		return "", "", enumerate.KeyErrorf("puzzle.method", "method scatter does not fit: %v", unfit)
	case wanted == "scatter" || wanted == "each":
		return wanted, "as the config says", nil
	case unfit != nil:
		return "each", fmt.Sprintf("a search %s, as scatter does not fit: %v", search, unfit), nil
	}
	return "", "", nil
}

// prepareScatter describes the survey to the scatter kernel, or says why it
// does not fit. Pieces of one cell are left out and added to the table later.
func (s *boardSurvey) prepareScatter() error {
	if s.instances.len() == 0 || s.blocked == 0 {
		return fmt.Errorf("nothing is left uncovered")
	}
	s.place = s.base.Board.longestFirst()
	p := &scatter.Puzzle{Uncovered: s.blocked}
	for _, c := range s.base.Board.FreeCells() {
		p.Board |= 1 << s.place[c]
	}
	for _, perm := range cellGroup(s.base.Board, s.base.Pieces, false) {
		moved := make([]uint8, len(perm))
		for from, to := range perm {
			moved[s.place[from]] = s.place[to]
		}
		p.Symmetries = append(p.Symmetries, moved)
	}
	for i, piece := range s.base.Pieces {
		if piece.Min != piece.Max {
			return fmt.Errorf("the number of %s varies", piece.Name)
		}
		if piece.Min > 0 && s.base.first[i] == s.base.first[i+1] {
			return fmt.Errorf("%s does not fit on the board", piece.Name)
		}
		if piece.Size() == 1 {
			s.monos = append(s.monos, int(piece.Min))
			p.Uncovered += int(piece.Min)
			continue
		}
		var placements []uint64
		for o := s.base.first[i]; o < s.base.first[i+1]; o++ {
			var m uint64
			for _, c := range s.base.Placements[o].Cells {
				m |= 1 << s.place[c]
			}
			placements = append(placements, m)
		}
		p.Pieces = append(p.Pieces, placements)
		p.Copies = append(p.Copies, int(piece.Min))
	}
	space, err := scatter.NewSpace(p.Board, p.Uncovered, nil)
	if err != nil {
		return err
	}
	if bytes := int64(space.Len()) * 4; bytes > maxTable {
		return fmt.Errorf("the table would have %d MB", bytes>>20)
	}
	s.scatter = p
	return nil
}

// longestFirst numbers the cells anew so that numbers ascend along the longest side
// of the box: scatter cuts the board where half of the numbers are used, and the
// smaller that cut, the fewer pieces lie across it. The 7 Soma pieces lie across
// the middle of a 3x3x4 box in 4.7 million ways if its length is cut, in 104
// million if its width is.
func (b *Board) longestFirst() []uint8 {
	type side struct {
		length int
		at     func(lattice.Cell) int
	}
	sides := []side{
		{b.Layers, func(c lattice.Cell) int { return c.Layer }},
		{b.Rows, func(c lattice.Cell) int { return c.Row }},
		{b.Cols, func(c lattice.Cell) int { return c.Col }},
	}
	slices.SortStableFunc(sides, func(a, b side) int { return b.length - a.length })
	place := make([]uint8, len(b.Blocked))
	for i := range place {
		n := 0
		for _, s := range sides {
			n = n*s.length + s.at(b.Cell(i))
		}
		place[i] = uint8(n)
	}
	return place
}

// guessEach estimates the nodes of a search of every class from 32 of them,
// evenly spread.
func (s *boardSurvey) guessEach() (float64, error) {
	c, err := newBoardCounter(s.base, "auto", s.limit)
	if err != nil {
		return 0, err
	}
	const probes = 32
	var nodes, n int64
	var never atomic.Bool
	for k := range probes {
		from := int(int64(s.instances.len()) * int64(k) / probes)
		s.instances.classes(from, s.instances.len(), func(mask uint64, _ int) bool {
			var e enumerate.Effort
			_, e, err = c.count(mask, &never)
			nodes += e.Nodes
			n++
			return false
		})
		if err != nil {
			return 0, err
		}
	}
	classes := float64(s.instances.len()) / float64(len(s.instances.symmetries()))
	return float64(nodes) / float64(max(n, 1)) * classes, nil
}

// boardCounter counts the solutions of boards that differ in their blocked
// cells alone.
type boardCounter struct {
	base  *Puzzle
	name  string
	most  int64         // solutions at which a search ends; 0: none
	move  *board.Kernel // nil: a new kernel for every board
	free  []bool
	cells []int // of move: the board's number of each
}

func newBoardCounter(base *Puzzle, kernel string, limit survey.Limit) (*boardCounter, error) {
	c := &boardCounter{base: base, name: kernel, most: limit.Search()}
	if kernel != "auto" {
		return c, nil
	}
	p, cells := base.boardPuzzle()
	c.cells, c.free = cells, make([]bool, len(cells))
	if k, err := board.New(p); err == nil {
		c.move = k
	}
	return c, nil
}

// count returns the number of solutions with the cells of mask blocked, up to
// [survey.Limit.Search] of the limit.
func (c *boardCounter) count(mask uint64, stop *atomic.Bool) (int64, enumerate.Effort, error) {
	var n int64
	visit := func([]enumerate.OptionID) bool {
		n++
		return n != c.most
	}
	root := enumerate.Task{Case: &enumerate.Case{}, Share: 1}
	if c.move != nil {
		for i, cell := range c.cells {
			c.free[i] = !c.base.Board.Blocked[cell] && mask>>cell&1 == 0
		}
		if err := c.move.Retarget(c.free); err != nil {
			return 0, enumerate.Effort{}, err
		}
		effort, _ := c.move.Search(root, stop, visit)
		return n, effort, nil
	}
	z, err := NewPuzzle(c.base.Board.with(mask), c.base.Pieces)
	if err != nil {
		return 0, enumerate.Effort{}, err
	}
	effort, err := z.search(c.name, stop, visit)
	return n, effort, err
}
