package sudokutest

import (
	"math/rand/v2"

	"coverstat/enumerate/puzzles/sudoku/bands"
)

// Draw returns the random puzzle of a seed and a number, and its solution, as a survey of drawn puzzles has it. The
// puzzle is minimal, and so has one solution. This takes about 175 searches, 95 of them for the grid.
func Draw(seed, number uint64) (puzzle, solution [81]byte) {
	rng, solver := rand.New(rand.NewPCG(seed, number)), bands.New()
	solution = drawGrid(solver, rng)
	puzzle = solution
	minimise(solver, rng, &puzzle)
	return puzzle, solution
}

// minimise removes givens from a puzzle with one solution, in random order, as
// long as one solution is left.
func minimise(s *bands.Solver, rng *rand.Rand, puzzle *[81]byte) {
	for _, i := range rng.Perm(81) {
		v := puzzle[i]
		if v == 0 {
			continue
		}
		puzzle[i] = 0
		if n, _ := s.Solve(puzzle, 2, nil); n != 1 {
			puzzle[i] = v
		}
	}
}

// drawGrid fills cells in random order until one solution is left.
func drawGrid(s *bands.Solver, rng *rand.Rand) (grid [81]byte) {
	var givens [81]byte
	for _, i := range rng.Perm(81) {
		for _, d := range rng.Perm(9) {
			givens[i] = byte(d + 1)
			n, _ := s.Solve(&givens, 2, func(g []byte) bool {
				grid = [81]byte(g)
				return true
			})
			if n == 1 {
				return grid
			}
			if n > 1 {
				break
			}
		}
	}
	panic("sudokutest: 81 givens that leave a solution left more than one")
}
