package sudoku

import (
	"bytes"
	"testing"

	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
	"coverstat/enumerate/puzzles/sudoku/sudokutest"
)

// TestDrawnBoxes: drawn puzzles of all shapes have one solution, by an exact cover, and need each of their givens; the
// seed and the number alone decide which they are.
func TestDrawnBoxes(t *testing.T) {
	for _, shape := range []grid.Shape{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 2, Cols: 4}, grid.Nine} {
		draw, again := randomPuzzles(shape), randomPuzzles(shape)
		again(7, 2)
		seen := map[string]bool{}
		for number := range uint64(6) {
			puzzle := bytes.Clone(draw(7, number))
			if !bytes.Equal(puzzle, again(7, number)) {
				t.Errorf("%s, draw %d: another puzzle the second time", shape, number)
			}
			seen[string(puzzle)] = true
			if alone, _ := sudokutest.Draw(7, number); shape == grid.Nine && !bytes.Equal(puzzle, alone[:]) {
				t.Errorf("draw %d: %s, by the fast solver alone %s", number, grid.Format(puzzle), grid.Format(alone[:]))
			}
			solutions := func() (n int) {
				if err := solveByCover(shape, puzzle, func([]byte) bool { n++; return n < 2 }); err != nil {
					t.Fatal(err)
				}
				return n
			}
			if n := solutions(); n != 1 {
				t.Errorf("%s, draw %d: %d solutions", shape, number, n)
			}
			for i, digit := range puzzle {
				if puzzle[i] = 0; digit > 0 && solutions() == 1 {
					t.Errorf("%s, draw %d: the given at %d is not needed", shape, number, i)
				}
				puzzle[i] = digit
			}
		}
		if len(seen) < 4 {
			t.Errorf("%s: %d different puzzles", shape, len(seen))
		}
	}
}

// TestDrawnSixteen: a puzzle of 16x16, which need not be minimal, has one solution.
func TestDrawnSixteen(t *testing.T) {
	shape := grid.Shape{Rows: 4, Cols: 4}
	puzzle := randomPuzzles(shape)(1, 0)
	if n, _ := singles.New(4, 4).Solve(puzzle, singles.Settings{Hidden: true, Limit: 2}, nil); n != 1 || grid.Clues(puzzle) > 120 {
		t.Errorf("%d solutions, %d givens", n, grid.Clues(puzzle))
	}
}
