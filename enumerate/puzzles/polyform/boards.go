package polyform

import (
	"fmt"
	"math/bits"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/packings"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/survey"
)

// boardSurvey counts the solutions of many boards: a row is a board up to symmetry.
type boardSurvey struct {
	instances
	boards  subsets.Space
	blocked int // how many cells a mask has
}

func openBoardSurvey(spec enumerate.Spec, p params, b *Board, pieces []Piece) (enumerate.Job, error) {
	if len(p.Blocked) == 0 {
		return nil, enumerate.KeyErrorf("puzzle.blocked", "a survey needs puzzle.blocked, such as [{choose: 8}], or puzzle.choose, such as {pieces: 6, from: [hexominoes]}: one board with one set of pieces is a census")
	}
	if len(b.Blocked) > 64 {
		return nil, enumerate.KeyErrorf("puzzle.board", "a survey of boards of %s cells: expected at most 64 cells", b.size())
	}
	for k, clause := range p.Blocked {
		if err := clause.check(b, k); err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("puzzle.blocked.%d", k), err)
		}
	}
	s := &boardSurvey{instances: instances{board: b, pieces: pieces}}
	var err error
	if s.boards, s.blocked, err = blockedBoards(b, p.Blocked, cellGroup(b, pieces, true)); err != nil {
		return nil, enumerate.AtKey("puzzle.blocked", err)
	}
	if s.all, err = newPuzzle(b, pieces, s.blocked, countParam{}); err != nil {
		return nil, err
	}
	flags, err := flagColumns(b, p.Flags)
	if err != nil {
		return nil, err
	}
	job, err := s.open(spec, p, subsets.Survey{
		Thing: "board", Space: s.boards, Pass: s.pass(), NewCounter: s.newCounter,
		Instance:        "the board " + b.reading() + ": # blocked, . free",
		Mask:            "the blocked cells beyond the board's own: bit " + b.cellNumber(),
		SolutionsColumn: enumerate.SolutionsColumn,
		Solutions:       "number of ways to cover the free cells",
		AppendName:      b.picture, Columns: func(bool) []survey.Column[subsets.Answer] { return flags }, Measures: b.measures(), Facts: s.facts(),
	})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, c := range job.Columns() {
		names = append(names, c.Name)
	}
	return job, enumerate.AtKey("puzzle.flags", differentNames(names))
}

// flagColumns returns the columns of flags.
func flagColumns(b *Board, flags []flagParam) (columns []survey.Column[subsets.Answer], err error) {
	for i, p := range flags {
		f, err := newFlag(b, p)
		if err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("puzzle.flags.%d", i), err)
		}
		columns = append(columns, survey.Value(p.Name, "flag of the config: false on the boards it lists",
			func(a *subsets.Answer) bool { return f.value(uint64(a.Mask)) }))
	}
	return columns, nil
}

func (s *boardSurvey) facts() []enumerate.Fact {
	n, order := s.boards.Len(), s.boards.Order()
	return append(s.all.facts(),
		enumerate.Fact{Key: "instances", Text: fmt.Sprintf("%s, each with %s blocked", enumerate.Plural(n, "board"), enumerate.Plural(s.blocked, "cell")), Value: n},
		enumerate.Fact{Key: "group_order", Text: "symmetry group of order " + enumerate.Grouped(order), Value: order},
	)
}

// blockedBoards makes the sets of cells that the clauses block: a choice of cells, or
// one cell of each list. The number is that of the cells of each set.
func blockedBoards(b *Board, clauses []blockedParam, group [][]uint8) (subsets.Space, int, error) {
	free := b.freeMask()
	if len(clauses) == 1 && clauses[0].Choose > 0 {
		k := clauses[0].Choose
		if k >= b.Area() {
			return nil, 0, enumerate.Errorf("blocked: choose %d of %d free cells: expected fewer", k, b.Area())
		}
		s, err := packings.NewSpace(free, k, group)
		if err != nil {
			return nil, 0, enumerate.Errorf("blocked: choose %d: %v", k, err)
		}
		return s, k, nil
	}
	masks := []uint64{0}
	for n, clause := range clauses {
		cells, err := clause.cells(b, n)
		if err != nil {
			return nil, 0, err
		}
		for range max(1, clause.Choose) {
			var next []uint64
			for _, m := range masks {
				for _, c := range cells {
					if m&c == 0 {
						next = append(next, m|c)
					}
				}
				if len(next) > maxBoards {
					return nil, 0, enumerate.Errorf("blocked: more than %d boards: expected fewer cells to choose from", maxBoards)
				}
			}
			slices.Sort(next)
			masks = slices.Compact(next)
		}
	}
	if len(masks) == 0 {
		return nil, 0, enumerate.Errorf("blocked: no board is left, as a cell cannot be blocked twice")
	}
	return subsets.NewListed(masks, group), bits.OnesCount64(masks[0]), nil
}

// maxBoards is the largest number of boards that are kept as a list.
const maxBoards = 20_000_000

// cells returns the cells that a clause chooses from, as masks.
func (p blockedParam) cells(b *Board, n int) ([]uint64, error) {
	var all []uint64
	if p.Choose > 0 {
		for m := b.freeMask(); m != 0; m &= m - 1 {
			all = append(all, m&-m)
		}
		return all, nil
	}
	for i, c := range p.OneOf {
		cell, err := b.freeCell(c)
		if err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("puzzle.blocked.%d.one_of.%d", n, i), fmt.Errorf("blocked, clause %d: %w", n+1, err))
		}
		all = append(all, 1<<cell)
	}
	return all, nil
}

// check says what is wrong with clause number n, if anything.
func (p blockedParam) check(b *Board, n int) error {
	if (p.Choose > 0) == (len(p.OneOf) > 0) || p.Choose < 0 {
		return enumerate.Errorf("blocked, clause %d: expected {choose: N} with N at least 1, or {one_of: [%s, ...]}", n+1, b.naming())
	}
	return nil
}

// flag is a yes-or-no column that a config defines by its exceptions: false on
// the boards that block all the cells of one of them.
type flag struct{ except []uint64 }

func newFlag(b *Board, p flagParam) (f flag, err error) {
	if err := checkPieceName(p.Name); err != nil || p.Name == "" {
		return f, enumerate.Errorf("flags: name %q: expected a plain column name", p.Name)
	}
	for _, cells := range p.Except {
		var m uint64
		for _, c := range cells {
			cell, err := b.freeCell(c)
			if err != nil {
				return f, fmt.Errorf("flag %s: %w", p.Name, err)
			}
			m |= 1 << cell
		}
		f.except = append(f.except, m)
	}
	return f, nil
}

func (f flag) value(mask uint64) bool {
	for _, m := range f.except {
		if mask&m == m {
			return false
		}
	}
	return true
}
