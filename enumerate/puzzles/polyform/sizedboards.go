package polyform

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// sizeRange is a size of a board that is a range in a config. Its column is called rows or rhombus_1.
type sizeRange struct {
	name        string
	of          func(*boardParam) *int
	least, most int
}

// set returns a board param with one size.
func (r sizeRange) set(p boardParam, n int) boardParam {
	p.Rhombus = slices.Clone(p.Rhombus)
	*r.of(&p) = n
	return p
}

// sizedBoard is a board of the survey. Of boards that are images of one another the first is counted, so that the
// effort is the same whichever is asked for first.
type sizedBoard struct {
	*Board
	sizes [3]int32 // those that vary
	name  string
	first *sizedBoard // that is an image of it

	// The numbers of a first one, as soon as they are known:
	sync.Mutex
	enumerate.Totals // its groups are the distributions of measures
	symmetries       int32
	effort           enumerate.Effort
}

// maxSizes is the largest number of boards of a survey over sizes.
const maxSizes = 10_000

// makeBoards lists the boards; the last size varies first.
func (s *sizes) makeBoards() error {
	ranges := s.params.Board.ranges
	count := 1
	for _, r := range ranges {
		if count *= r.most - r.least + 1; count > maxSizes {
			return enumerate.KeyErrorf("puzzle.board", "more than %d boards: expected smaller ranges", maxSizes)
		}
	}
	for rest := range count {
		p, b := s.params, &sizedBoard{}
		for k, r := range slices.Backward(ranges) {
			n := r.most - r.least + 1
			size := r.least + rest%n
			rest /= n
			b.sizes[k], p.Board = int32(size), r.set(p.Board, size)
		}
		var err error
		if b.Board, err = s.form.board(p.BoardParams); err != nil {
			return err
		}
		var names []string
		for _, n := range append([]int{p.Board.Layers, p.Board.Rows, p.Board.Cols, p.Board.Hexagon, p.Board.Triangle},
			p.Board.Rhombus...) {
			if n > 0 {
				names = append(names, strconv.Itoa(n))
			}
		}
		b.name = strings.Join(names, "x")
		s.boards = append(s.boards, b)
	}
	return nil
}

// shareAnswers finds the boards that are images of each other.
func (s *sizes) shareAnswers() {
	first := map[string]*sizedBoard{} // by image
	for _, b := range s.boards {
		key := s.image(b.Board)
		if b.first = first[key]; b.first == nil {
			b.first, first[key] = b, b
		}
	}
}

// image is equal for two boards if an isometry takes one to the other and maps the set of pieces onto itself. Where
// there are conditions or measures, it maps each piece to itself, and none of them depends on the numbers of
// placements.
func (s *sizes) image(b *Board) (least string) {
	f := newFootprints(b, s.pieces)
	cells := b.Coordinates(b.FreeCells())
	for i, k := range b.Isometries {
		to := f.images(k)
		if i > 0 && (to == nil || s.asks && (s.ofPlaces || !slices.IsSorted(to))) {
			continue
		}
		rows, cols := b.WrapRows, b.WrapCols
		if k.Image(lattice.Cell{Row: 1}).Row == k.Image(lattice.Cell{}).Row { // rows become columns
			rows, cols = cols, rows
		}
		text := fmt.Appendf(nil, "%t %t ", rows, cols)
		for _, c := range b.Image(cells, k) {
			for _, n := range []int{c.Layer, c.Row, c.Col} {
				text = binary.AppendVarint(text, int64(n))
			}
		}
		if least == "" || string(text) < least {
			least = string(text)
		}
	}
	return least
}

// boardOf returns the number of the board with these sizes, -1 if there is none.
func (s *sizes) boardOf(sizes [3]int32) int {
	return slices.IndexFunc(s.boards, func(b *sizedBoard) bool { return b.sizes == sizes })
}

// puzzleOf returns the puzzle of the board of an answer, nil if no pieces have the area of the board. It is made once.
func (s *sizes) puzzleOf(a *answer) (*Puzzle, error) {
	if a.whole != nil {
		return a.whole, nil
	}
	z, err := newPuzzle(a.board.Board, s.pieces, 0, s.params.Total, restriction{})
	if errors.As(err, new(*areaError)) {
		return nil, nil
	}
	if err == nil {
		z.require = s.require
	}
	a.whole = z
	return z, err
}
