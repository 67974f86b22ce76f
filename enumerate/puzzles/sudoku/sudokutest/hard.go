// Package sudokutest makes Sudoku puzzles for tests and benchmarks: drawn ones, and ones that are hard to solve, about
// whose distribution nothing is known.
package sudokutest

import (
	"math/rand/v2"

	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/singles"
)

// Hard returns a minimal puzzle that takes many guesses to solve by naked and
// hidden singles. The guesses are those of package singles, not of the fast solver,
// so the puzzles stay the same when the fast solver learns to guess better.
func Hard(seed, number uint64, attempts int) (puzzle, solution [81]byte) {
	solver := singles.New(3, 3)
	return climb(seed, number, attempts, func(puzzle *[81]byte) int64 {
		_, stats := solver.Solve(puzzle[:], singles.Settings{Hidden: true, Limit: 2}, nil)
		return stats.Guesses
	})
}

// Hardest returns a minimal puzzle that takes many guesses to solve by the fast solver
// of today.
func Hardest(seed, number uint64, attempts int) (puzzle, solution [81]byte) {
	solver := bands.New()
	return climb(seed, number, attempts, func(puzzle *[81]byte) int64 {
		_, effort := solver.Solve(puzzle, 2, nil)
		return effort.Guesses
	})
}

// climb starts from the puzzle of a [Draw] and makes the
// given number of attempts to exchange up to three givens for others. An attempt is
// kept if the new puzzle needs no fewer guesses. It takes about 50 solver calls.
func climb(seed, number uint64, attempts int, guesses func(*[81]byte) int64) (puzzle, solution [81]byte) {
	solver := bands.New()
	puzzle, solution = Draw(seed, number)
	rng := rand.New(rand.NewPCG(seed, ^number))
	best := guesses(&puzzle)
	for range attempts {
		next := puzzle
		remove := 1 + rng.IntN(3)
		for _, i := range rng.Perm(81) {
			if next[i] != 0 && remove > 0 {
				next[i] = 0
				remove--
			}
		}
		for _, i := range rng.Perm(81) {
			if next[i] != 0 {
				continue
			}
			next[i] = solution[i]
			if n, _ := solver.Solve(&next, 2, nil); n == 1 {
				break
			}
		}
		minimise(solver, rng, &next)
		if g := guesses(&next); g >= best {
			puzzle, best = next, g
		}
	}
	return puzzle, solution
}
