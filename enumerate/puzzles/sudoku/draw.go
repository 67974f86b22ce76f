package sudoku

import (
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
)

// A drawing is how puzzles of a shape are drawn.
type drawing struct {
	method, bias string
	stride       int64 // puzzles of a task
	// open returns what draws puzzles for one goroutine: the one of a seed and a number.
	open func() func(seed, number uint64) []byte
}

// drawGuesses is the most that a search by singles may guess. Boards of 16x16 have searches without an end in sight.
const drawGuesses = 200

// drawingOf returns how puzzles of a shape are drawn: those of 9x9 by the quick solver, others by singles.
func drawingOf(shape grid.Shape) drawing {
	if shape == grid.Nine {
		return drawing{method: bands.DrawMethod, bias: bands.DrawBias, stride: firstStride,
			open: func() func(seed, number uint64) []byte {
				solver := bands.New()
				return func(seed, number uint64) []byte {
					puzzle, _ := solver.Draw(seed, number)
					return puzzle[:]
				}
			}}
	}
	d := drawing{method: bands.DrawMethod, stride: firstStride,
		bias: "neither step is uniform: a grid's chance depends on how many digits were open at each cell, and removal in random order favours puzzles with few givens"}
	if shape.Cells() > grid.Nine.Cells() {
		d.stride = 4
		d.method += "; where a search takes more than 200 guesses, the grid is the solution found last, and a given stays, so that the puzzle need not be minimal"
	}
	d.open = func() func(seed, number uint64) []byte {
		solver := singles.New(shape.Rows, shape.Cols)
		return func(seed, number uint64) []byte { return drawBySingles(solver, shape, seed, number) }
	}
	return d
}

// drawBySingles fills cells in random order with random digits that leave a solution, until one is left, and removes
// givens in random order as long as that stays the only one.
func drawBySingles(solver *singles.Solver, shape grid.Shape, seed, number uint64) []byte {
	random := enumerate.Random(seed, enumerate.Stream(number))
	side := shape.Rows * shape.Cols
	puzzle, solution := make([]byte, shape.Cells()), make([]byte, shape.Cells())
	search := func() (found int, ended bool) {
		limit := int64(drawGuesses)
		if solution[0] == 0 { // some solution must be found, and on a board nearly empty it soon is
			limit = 0
		}
		found, counters := solver.Solve(puzzle, singles.Settings{Hidden: true, Limit: 2, NodeLimit: limit},
			func(grid []byte) bool {
				copy(solution, grid)
				return true
			})
		return found, !counters.Unfinished
	}
fill:
	for _, cell := range random.Perm(len(puzzle)) {
		for _, d := range random.Perm(side) {
			puzzle[cell] = byte(d + 1)
			switch found, ended := search(); {
			case found == 1 || found == 0 && !ended:
				break fill
			case found > 1:
				continue fill
			}
		}
	}
	copy(puzzle, solution)
	kept := make([]byte, len(solution))
	copy(kept, solution)
	for _, cell := range random.Perm(len(puzzle)) {
		puzzle[cell] = 0
		if found, ended := search(); found != 1 || !ended {
			puzzle[cell] = kept[cell]
		}
	}
	return puzzle
}
