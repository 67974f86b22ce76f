package board

import (
	"errors"
	"slices"
	"strconv"
	"sync/atomic"

	"coverstat/enumerate"
)

// MaxCells is the largest board, holes included.
const MaxCells = 128

// A Problem is a rectangle, a stock of pieces and the placements allowed. Every
// free cell must be covered exactly once. Cells are numbered row by row.
type Problem struct {
	Rows, Cols int
	// Free says of each cell whether it is to be covered.
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

// A Placement puts a piece on free cells. All placements of a piece have as many cells, and no
// two have the same.
type Placement struct {
	Piece int
	Cells []int // ascending
}

// A stock is what the kernels derive from a puzzle's pieces and the number of
// cells to cover, with the neighbours of each cell of the board.
type stock struct {
	size        []int // cells of a piece; 0 if it has no placement
	least, most []int // as given
	min, max    []int // as far as they matter for the area
	area        int
	total       int    // placements that a solution has at least
	sizes       *sizes // that some of the pieces make up
	reachable   *sizes // that solutions may have
	placements  []int  // of a piece
	neighbours  [][]int
}

// fit sets what depends on the number of cells to cover. If the pieces must all
// be used at their most to fill them, or at their least, the choice is gone.
func (s *stock) fit(area int) {
	s.area = area
	low, high := 0, 0
	for i, size := range s.size {
		s.min[i], s.max[i] = s.least[i], s.least[i]
		if size > 0 {
			s.max[i] = max(s.least[i], min(s.most[i], area/size))
		}
		low += s.min[i] * size
		high += s.max[i] * size
	}
	if high == area {
		copy(s.min, s.max)
	} else if low == area {
		copy(s.max, s.min)
	}
	s.total = 0
	for _, n := range s.min {
		s.total += n
	}
}

// deepest is the most placements that a solution may have, for any area up to
// the present one.
func (s *stock) deepest() int {
	n := 0
	for i, size := range s.size {
		if size > 0 {
			n += min(s.most[i], s.area/size)
		}
	}
	return min(n, s.area)
}

// single reports whether each piece is used once.
func (s *stock) single() bool {
	other := func(n int) bool { return n != 1 }
	return !slices.ContainsFunc(s.min, other) && !slices.ContainsFunc(s.max, other)
}

// joined returns the cells that must not be isolated, as one word: all, or none if
// a piece of one cell may fill them.
func (s *stock) joined() uint64 {
	for i, size := range s.size {
		if size == 1 && s.most[i] > 0 {
			return 0
		}
	}
	return ^uint64(0)
}

// check derives the stock of a puzzle, unless the kernels cannot hold it.
func (p *Problem) check() (*stock, error) {
	cells, n := len(p.Free), len(p.Pieces)
	if cells > MaxCells {
		return nil, errors.New("board of " + strconv.Itoa(cells) + " cells: these kernels hold at most " +
			strconv.Itoa(MaxCells))
	}
	s := &stock{neighbours: neighbours(p.Rows, p.Cols), size: make([]int, n), least: make([]int, n),
		most: make([]int, n), min: make([]int, n), max: make([]int, n), placements: make([]int, n)}
	for id, q := range p.Placements {
		if !connected(q.Cells, s.neighbours) {
			return nil, errors.New("placement " + strconv.Itoa(id) +
				": its cells are not connected, and these kernels look at the sizes of regions")
		}
		s.placements[q.Piece]++
		s.size[q.Piece] = len(q.Cells)
	}
	for i, q := range p.Pieces {
		s.least[i], s.most[i] = q.Min, min(q.Max, MaxCells)
	}
	s.reach(cells)
	s.fit(countTrue(p.Free))
	return s, nil
}

func connected(cells []int, neighbours [][]int) bool {
	var rest cells128 // not reached
	for _, x := range cells[1:] {
		rest.add(x)
	}
	reached := make([]int, 1, 16)
	reached[0] = cells[0]
	for i := 0; i < len(reached); i++ {
		for _, y := range neighbours[reached[i]] {
			if rest.has(y) {
				rest.remove(y)
				reached = append(reached, y)
			}
		}
	}
	return rest == cells128{}
}

// reach finds the numbers of cells that the pieces can make up at all: the
// quick proof of impossibility. sizes are those of some of the pieces.
func (s *stock) reach(cells int) {
	s.sizes, s.reachable = newSizes(s, 0, func(i int) int { return s.most[i] }), &sizes{}
	need := 0
	for i, n := range s.least {
		if n > 0 && s.size[i] == 0 || n > cells {
			return
		}
		need += n * s.size[i]
	}
	if need <= cells {
		s.reachable = newSizes(s, need, func(i int) int { return s.most[i] - s.least[i] })
	}
}

func countTrue(free []bool) (n int) {
	for _, x := range free {
		if x {
			n++
		}
	}
	return n
}

// path is what both searches keep: the copies left on the path, the
// placements chosen, and what a run has cost.
type path struct {
	stock *stock
	left  []int // copies left of each piece
	need  int   // cells of the copies that must still be placed

	picks   [MaxCells]enumerate.OptionID
	depth   int // placements chosen above the root of the task
	effort  enumerate.Effort
	poll    int64 // nodes at which the stop flag is read again
	most    int64 // nodes of the task, 0 is no limit
	stop    *atomic.Bool
	visit   enumerate.Visit
	stopped bool
	task    uint64 // number of the run, marks the entries of the cache
}

// pollEvery is the number of nodes between two looks at the stop flag.
const pollEvery = 1024

// reset gives all copies back.
func (s *path) reset() {
	s.depth, s.need = 0, 0
	copy(s.left, s.stock.max)
	for i, n := range s.stock.min {
		s.need += n * s.stock.size[i]
	}
}

// take uses up a copy of a piece.
func (s *path) take(i int) {
	if s.stock.max[i]-s.left[i] < s.stock.min[i] {
		s.need -= s.stock.size[i]
	}
	s.left[i]--
}

// give is the inverse of take.
func (s *path) give(i int) {
	s.left[i]++
	if s.stock.max[i]-s.left[i] < s.stock.min[i] {
		s.need += s.stock.size[i]
	}
}

// start begins a run below the root of a task.
func (s *path) start(most int64, stop *atomic.Bool, visit enumerate.Visit) {
	s.effort = enumerate.Effort{Deepest: s.depth}
	s.stop, s.visit, s.stopped, s.poll, s.most = stop, visit, false, pollEvery, most
	s.task++
}

func (s *path) emit(n int) {
	s.effort.Solutions++
	s.effort.Deepest = max(s.effort.Deepest, n)
	if !s.visit(s.picks[:n]) {
		s.stopped = true
	}
}

// look ends the search if the stop flag is set or the task may take no more nodes.
func (s *path) look() {
	s.poll = s.effort.Nodes + pollEvery
	if s.stop != nil && s.stop.Load() || s.most > 0 && s.effort.Nodes > s.most {
		s.stopped = true
	}
}
