package bands

import "math/rand/v2"

// DrawMethod describes [Solver.Draw] for datasets and reports.
const DrawMethod = "grid: the first solution found when cells are filled in random order with random digits that leave a solution; " +
	"puzzle: givens removed one by one in random order while the solution stays unique (a random path to a minimal puzzle)"

// DrawBias says how the method differs from a uniform one. Whether it suits a statistic
// is for the user to decide.
const DrawBias = "neither step is uniform: a grid's chance depends on how many digits were open at each cell, " +
	"and removal in random order favours puzzles with few givens (24.4 on average, where all minimal puzzles have 26.6 by Berthier's estimate of 2009)"

// Draw returns the random puzzle of a seed and a number, whatever was drawn before, and
// its solution. The puzzle is minimal, and so has one solution. This takes about 175
// calls of Solve, 95 of them for the grid. The solver must have no stop flag.
func (s *Solver) Draw(seed, number uint64) (puzzle, solution [81]byte) {
	rng := rand.New(rand.NewPCG(seed, number))
	solution = s.drawGrid(rng)
	puzzle = solution
	s.Minimise(rng, &puzzle)
	return puzzle, solution
}

// Minimise removes givens from a puzzle with one solution, in random order, as
// long as one solution is left.
func (s *Solver) Minimise(rng *rand.Rand, puzzle *[81]byte) {
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
func (s *Solver) drawGrid(rng *rand.Rand) (grid [81]byte) {
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
	panic("bands: 81 givens that leave a solution left more than one")
}
