package bands

import (
	"testing"

	"coverstat/enumerate/puzzles/sudoku/grid"
)

func TestPuzzlesAreMinimal(t *testing.T) {
	source, solver := New(), New()
	for draw := range uint64(50) {
		puzzle, solution := source.Draw(1, draw)
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
	a, b := New(), New()
	a.Draw(7, 3)
	a.Draw(7, 4)
	first, _ := a.Draw(7, 5)
	second, _ := b.Draw(7, 5)
	if first != second {
		t.Error("a draw depends on the draws before it")
	}
	if other, _ := New().Draw(8, 5); other == first {
		t.Error("two seeds, one puzzle")
	}
}
