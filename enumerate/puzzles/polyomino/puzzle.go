package polyomino

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// Placement is one option: a piece in an orientation at a place.
type Placement struct {
	Piece       int
	Orientation int   // of the piece
	Cells       []int // row*cols+col, ascending
}

// Puzzle is a board and pieces with everything derived from them.
type Puzzle struct {
	Board      *Board
	Pieces     []Piece
	Placements []Placement // by OptionID
	Problem    *enumerate.Problem
	Group      *symmetry.Group

	area  int                  // cells to cover
	first []enumerate.OptionID // first[p] is the first option of piece p; one more at the end
	items []enumerate.Item     // piece -> item, -1 if its number is not limited
}

const maxOptions = 4_000_000

// NewPuzzle lists the placements and builds the exact cover and its group.
// Pieces that cannot fill the board by their number of cells are an error.
func NewPuzzle(board *Board, pieces []Piece) (*Puzzle, error) {
	return newPuzzle(board, pieces, 0)
}

// newPuzzle is NewPuzzle for a board of which the pieces leave spare cells
// free.
func newPuzzle(board *Board, pieces []Piece, spare int) (*Puzzle, error) {
	z := &Puzzle{Board: board, Pieces: pieces, area: board.Area() - spare}
	if err := z.checkArea(); err != nil {
		return nil, enumerate.AtKey("puzzle.pieces", fmt.Errorf("pieces: %w", err))
	}
	var b enumerate.ProblemBuilder
	cellItem := make([]enumerate.Item, len(board.Blocked))
	for i, blocked := range board.Blocked {
		cellItem[i] = -1
		if !blocked {
			cellItem[i] = b.AddItem(enumerate.ItemInfo{Name: cellName(board, i), Min: 1, Max: 1})
		}
	}
	for _, p := range pieces {
		item := enumerate.Item(-1)
		if p.Min > 0 || int64(p.Max)*int64(p.Size()) < int64(z.area) {
			item = b.AddItem(enumerate.ItemInfo{Name: p.Name, Min: p.Min, Max: p.Max})
		}
		z.items = append(z.items, item)
	}
	var members []enumerate.Member
	for pi, p := range pieces {
		z.first = append(z.first, enumerate.OptionID(len(z.Placements)))
		for oi, shape := range p.Orientations {
			height, width := shape.size()
			for row := 0; row+height <= board.Rows; row++ {
			place:
				for col := 0; col+width <= board.Cols; col++ {
					cells := make([]int, len(shape))
					for k, c := range shape {
						cells[k] = (row+c.Row)*board.Cols + col + c.Col
						if board.Blocked[cells[k]] {
							continue place
						}
					}
					members = members[:0]
					for _, cell := range cells {
						members = append(members, enumerate.Member{Item: cellItem[cell]})
					}
					if z.items[pi] >= 0 {
						members = append(members, enumerate.Member{Item: z.items[pi]})
					}
					b.AddOption(members...)
					z.Placements = append(z.Placements, Placement{Piece: pi, Orientation: oi, Cells: cells})
					if len(z.Placements) > maxOptions {
						return nil, enumerate.Errorf("more than %d placements: expected a smaller board or fewer pieces", maxOptions)
					}
				}
			}
		}
	}
	z.first = append(z.first, enumerate.OptionID(len(z.Placements)))
	problem, err := b.Build()
	if err != nil {
		return nil, fmt.Errorf("polyomino problem: %w", err)
	}
	z.Problem = problem
	z.Group, err = symmetry.FromItems(problem, z.itemPermutations(cellItem))
	return z, err
}

func cellName(b *Board, i int) string { return fmt.Sprintf("r%dc%d", i/b.Cols, i%b.Cols) }

// itemPermutations returns what the isometries of the board that also map the
// set of pieces onto itself do to the items, the identity first.
func (z *Puzzle) itemPermutations(cellItem []enumerate.Item) [][]enumerate.Item {
	var all [][]enumerate.Item
	items := 0
	for _, i := range slices.Concat(cellItem, z.items) {
		items = max(items, int(i)+1)
	}
	for k := range isometry(isometries) {
		cells := z.Board.image(k)
		pieces := pieceImage(z.Pieces, k)
		if cells == nil || pieces == nil {
			continue
		}
		perm := make([]enumerate.Item, items)
		for from, to := range cells {
			if cellItem[from] >= 0 {
				perm[cellItem[from]] = cellItem[to]
			}
		}
		for from, to := range pieces {
			if z.items[from] >= 0 {
				perm[z.items[from]] = z.items[to]
			}
		}
		all = append(all, perm)
	}
	return all
}

// pieceImage returns which piece each becomes under an isometry, or nil if
// one becomes none or one of another number of copies. No two pieces share an
// orientation.
func pieceImage(pieces []Piece, k isometry) []int {
	owner := map[string]int{}
	for i, p := range pieces {
		for _, s := range p.Orientations {
			owner[s.key()] = i
		}
	}
	to := make([]int, len(pieces))
	for i, p := range pieces {
		for n, s := range p.Orientations {
			j, ok := owner[s.transform(k).key()]
			if !ok || n > 0 && j != to[i] {
				return nil
			}
			to[i] = j
		}
		q := pieces[to[i]]
		if len(q.Orientations) != len(p.Orientations) || q.Min != p.Min || q.Max != p.Max {
			return nil
		}
	}
	return to
}

// Copies returns the largest number of copies of piece p that fit the board.
func (z *Puzzle) Copies(p int) int {
	return int(min(int64(z.Pieces[p].Max), int64(z.area/z.Pieces[p].Size())))
}
