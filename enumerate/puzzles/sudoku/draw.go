package sudoku

import (
	"bytes"
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
)

const (
	drawMethod = "grid: the first solution found when cells are filled in random order with random digits that leave a solution; " +
		"puzzle: givens removed one by one in random order while the solution stays unique (a random path to a minimal puzzle)"
	// drawBias says how the method differs from a uniform one. Whether it suits a statistic
	// is for the user to decide.
	drawBias = "neither step is uniform: a grid's chance depends on how many digits were open at each cell, and removal in random order favours puzzles with few givens"
	// nineBias is what is known of puzzles of 9x9.
	nineBias = " (24.4 on average, where all minimal puzzles have 26.6 by Berthier's estimate of 2009)"

	// drawGuesses is the most that a search by singles may guess. Boards of 16x16 have searches without an end in sight.
	drawGuesses = 200
)

var givenUp = fmt.Sprintf(
	"; where a search takes more than %d guesses, the grid is the solution found last, and a given stays, so that the puzzle need not be minimal",
	drawGuesses)

// howDrawn says how puzzles of a shape are drawn, how that differs from a uniform way, and how many are a task.
func howDrawn(shape grid.Shape) (method, bias string, stride int64) {
	method, bias, stride = drawMethod, drawBias, firstStride
	switch {
	case shape == grid.Nine:
		bias += nineBias
	case shape.Cells() > grid.Nine.Cells():
		method, stride = method+givenUp, 4
	}
	return method, bias, stride
}

// randomPuzzles returns what draws puzzles for one goroutine, each by a seed and a number: it fills cells in random order with
// random digits that leave a solution, until one is left, and removes givens in random order as long as that stays the
// only one. A puzzle of 9x9 takes about 175 searches, 95 of them for the grid.
func randomPuzzles(shape grid.Shape) func(seed, number uint64) []byte {
	s, solution := newSearcher(shape), make([]byte, shape.Cells())
	keep := func(grid []byte) bool {
		copy(solution, grid)
		return true
	}
	return func(seed, number uint64) []byte {
		random := enumerate.Random(seed, enumerate.Stream(number))
		puzzle := make([]byte, len(solution))
		s.settings.NodeLimit = 0 // some solution must be found, and on a board nearly empty it soon is
	fill:
		for _, cell := range random.Perm(len(puzzle)) {
			for _, d := range random.Perm(shape.Side()) {
				puzzle[cell] = byte(d + 1)
				found, _, ended := s.search(puzzle, 2, nil, keep)
				if found > 0 {
					s.settings.NodeLimit = drawGuesses
				}
				if found == 1 || found == 0 && !ended {
					break fill
				}
				if found > 1 {
					continue fill
				}
			}
		}
		full := bytes.Clone(solution)
		copy(puzzle, full)
		for _, cell := range random.Perm(len(puzzle)) {
			puzzle[cell] = 0
			if found, _, ended := s.search(puzzle, 2, nil, nil); found != 1 || !ended {
				puzzle[cell] = full[cell]
			}
		}
		return puzzle
	}
}
