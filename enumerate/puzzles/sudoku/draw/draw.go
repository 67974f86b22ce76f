// Package draw makes random 9x9 Sudoku puzzles from a seed.
//
// It owns the drawing and states the bias of its distribution. Whether that
// distribution suits a statistic is for the user to decide.
package draw

import (
	"math/rand/v2"

	"coverstat/enumerate/puzzles/sudoku/bands"
)

// Method describes the drawing for datasets and reports.
const Method = "grid: the first solution found when cells are filled in random order with random digits that leave a solution; " +
	"puzzle: givens removed one by one in random order while the solution stays unique (a random path to a minimal puzzle)"

// Bias says how the method differs from a uniform one.
const Bias = "neither step is uniform: a grid's chance depends on how many digits were open at each cell, " +
	"and removal in random order favours puzzles with few givens (24.4 on average, where all minimal puzzles have 26.6 by Berthier's estimate of 2009)"

// A Source draws puzzles. It is for one goroutine. Draws are independent of
// each other, so any of them can be repeated alone.
type Source struct {
	seed   uint64
	solver *bands.Solver
}

// NewSource returns a source of draws for a seed.
func NewSource(seed uint64) *Source {
	return &Source{seed: seed, solver: bands.New()}
}

// Puzzle returns the puzzle of a draw and its solution. The puzzle is minimal, and
// so has one solution. This takes about 175 solver calls, 95 of them for the grid.
func (s *Source) Puzzle(draw uint64) (puzzle, solution [81]byte) {
	rng := rand.New(rand.NewPCG(s.seed, draw))
	solution = s.grid(rng)
	puzzle = solution
	Minimise(s.solver, rng, &puzzle)
	return puzzle, solution
}

// Minimise removes givens from a puzzle with one solution, in random order, as
// long as one solution is left.
func Minimise(solver *bands.Solver, rng *rand.Rand, puzzle *[81]byte) {
	for _, i := range rng.Perm(81) {
		v := puzzle[i]
		if v == 0 {
			continue
		}
		puzzle[i] = 0
		if n, _ := solver.Solve(puzzle, 2, nil); n != 1 {
			puzzle[i] = v
		}
	}
}

// grid fills cells in random order until one solution is left.
func (s *Source) grid(rng *rand.Rand) (grid [81]byte) {
	var givens [81]byte
	for _, i := range rng.Perm(81) {
		for _, d := range rng.Perm(9) {
			givens[i] = byte(d + 1)
			n, _ := s.solver.Solve(&givens, 2, func(g *[81]byte) bool {
				grid = *g
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
	panic("draw: 81 givens that leave a solution left more than one")
}
