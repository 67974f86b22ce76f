package draw

import (
	"testing"

	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/grid"
)

func TestPuzzlesAreMinimal(t *testing.T) {
	source, solver := NewSource(1), bands.New()
	for draw := range uint64(50) {
		puzzle, solution := source.Puzzle(draw)
		if err := grid.Nine.CheckSolution(solution[:], puzzle[:]); err != nil {
			t.Fatal(err)
		}
		if n, _ := solver.Solve(&puzzle, 2, nil); n != 1 {
			t.Fatalf("draw %d: %d solutions", draw, n)
		}
		for i, v := range puzzle {
			if v == 0 {
				continue
			}
			puzzle[i] = 0
			if n, _ := solver.Solve(&puzzle, 2, nil); n == 1 {
				t.Errorf("draw %d: given %d is not needed", draw, i)
			}
			puzzle[i] = v
		}
	}
}

func TestDrawsAreIndependent(t *testing.T) {
	a, b := NewSource(7), NewSource(7)
	a.Puzzle(3)
	a.Puzzle(4)
	first, _ := a.Puzzle(5)
	second, _ := b.Puzzle(5)
	if first != second {
		t.Error("a draw depends on the draws before it")
	}
	if other, _ := NewSource(8).Puzzle(5); other == first {
		t.Error("two seeds, one puzzle")
	}
}
