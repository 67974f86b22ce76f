package board

import (
	"errors"
	"strconv"
)

// MaxCells is the largest board, holes included.
const MaxCells = 128

// A Puzzle is a board, a stock of pieces and the placements allowed. Every
// free cell must be covered exactly once.
type Puzzle struct {
	Rows, Cols int
	// Free says of cell row*Cols+col whether it is to be covered.
	Free   []bool
	Pieces []Piece
	// Placements are the options: the index is the [enumerate.OptionID].
	Placements []Placement
}

// A Piece is used at least Min and at most Max times; Max may be
// [enumerate.Unbounded]. Copies are interchangeable.
type Piece struct {
	Min, Max int
}

// A Placement puts a piece on cells.
type Placement struct {
	Piece int
	// Orientation is for the caller; kernels look at the cells alone.
	Orientation int
	// Cells are row*Cols+col, ascending.
	Cells []int
}

// stock is what the kernels derive from a puzzle's pieces.
type stock struct {
	size     []int // cells of a piece; 0 if it has no placement
	min, max []int // max is at most what the board could hold
	area     int   // free cells
	// exact: every piece has min = max, so that every solution has the same
	// number of placements, total.
	exact bool
	total int
}

// check validates the puzzle and derives its stock.
func (p *Puzzle) check() (*stock, error) {
	cells := p.Rows * p.Cols
	switch {
	case p.Rows < 1 || p.Cols < 1:
		return nil, errors.New("board of " + by(p.Rows, p.Cols) + " cells: expected at least one row and one column")
	case p.Rows > MaxCells || p.Cols > MaxCells || cells > MaxCells:
		return nil, errors.New("board of " + by(p.Rows, p.Cols) + " cells: these kernels hold at most " + strconv.Itoa(MaxCells))
	case len(p.Free) != cells:
		return nil, errors.New("board of " + by(p.Rows, p.Cols) + " cells: free cells given for " + strconv.Itoa(len(p.Free)))
	}
	s := &stock{
		size:  make([]int, len(p.Pieces)),
		min:   make([]int, len(p.Pieces)),
		max:   make([]int, len(p.Pieces)),
		exact: true,
	}
	s.area = countTrue(p.Free)
	for id, q := range p.Placements {
		where := "placement " + strconv.Itoa(id)
		if q.Piece < 0 || q.Piece >= len(p.Pieces) {
			return nil, errors.New(where + ": piece " + strconv.Itoa(q.Piece) + " out of range, there are " + strconv.Itoa(len(p.Pieces)))
		}
		if len(q.Cells) == 0 {
			return nil, errors.New(where + " covers no cell")
		}
		for i, x := range q.Cells {
			if x < 0 || x >= cells || !p.Free[x] {
				return nil, errors.New(where + ": cell " + strconv.Itoa(x) + " is not a free cell of the board")
			}
			if i > 0 && x <= q.Cells[i-1] {
				return nil, errors.New(where + ": cells are not ascending")
			}
		}
		switch s.size[q.Piece] {
		case 0:
			s.size[q.Piece] = len(q.Cells)
		case len(q.Cells):
		default:
			return nil, errors.New(where + ": " + strconv.Itoa(len(q.Cells)) + " cells, other placements of piece " +
				strconv.Itoa(q.Piece) + " have " + strconv.Itoa(s.size[q.Piece]))
		}
	}
	for i, q := range p.Pieces {
		if q.Min < 0 || q.Max < q.Min {
			return nil, errors.New("piece " + strconv.Itoa(i) + ": bounds " + strconv.Itoa(q.Min) + " to " + strconv.Itoa(q.Max) + " are out of order")
		}
		s.min[i], s.max[i] = q.Min, min(q.Max, MaxCells)
		if s.size[i] == 0 {
			s.max[i] = q.Min
		} else {
			s.max[i] = max(q.Min, min(q.Max, s.area/s.size[i]))
		}
		s.exact = s.exact && s.min[i] == s.max[i]
		s.total += s.min[i]
	}
	return s, nil
}

// reachable returns, for every number of free cells up to cells, whether the
// pieces can make it up at all: the quick proof of impossibility.
func (s *stock) reachable(cells int) []bool {
	can := make([]bool, cells+1)
	need := 0
	for i, n := range s.min {
		if n > 0 && s.size[i] == 0 || n > cells {
			return can
		}
		need += n * s.size[i]
	}
	if need > cells {
		return can
	}
	can[need] = true
	for i, size := range s.size {
		for range min(s.max[i]-s.min[i], cells) {
			for a := cells; a >= size && size > 0; a-- {
				can[a] = can[a] || can[a-size]
			}
		}
	}
	return can
}

func countTrue(free []bool) (n int) {
	for _, x := range free {
		if x {
			n++
		}
	}
	return n
}

func by(r, c int) string { return strconv.Itoa(r) + "x" + strconv.Itoa(c) }
