package sudoku

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/sudokutest"
)

// The files of puzzles in this tree are made here. The test makes them again and
// compares. Of the hard puzzles, which take half a minute, it makes
// only the first, and of the hardest, which depend on how the fast solver guesses,
// none. COVERSTAT_UPDATE=1 writes the files.

const (
	drawnSeed, drawnPuzzles                = 1, 200
	hardSeed, hardPuzzles                  = 2, 40
	exampleSeed, exampleDrawn, exampleHard = 3, 60, 12
)

func drawnText() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %d drawn puzzles, seed %d.\n# %s.\n# Bias: %s.\n", drawnPuzzles, drawnSeed, drawMethod, drawBias+nineBias)
	draw := randomPuzzles(grid.Nine)
	for i := range uint64(drawnPuzzles) {
		fmt.Fprintln(&b, grid.Format(draw(drawnSeed, i)))
	}
	return b.Bytes()
}

// hardText returns the first puzzles of a file of hardPuzzles that are hard for a solver.
func hardText(solver string, puzzles uint64, tries int,
	hard func(seed, number uint64, attempts int) (puzzle, solution [81]byte)) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %d puzzles made hard to solve by %s, by %d exchanges of givens each, seed %d.\n", hardPuzzles, solver, tries, hardSeed)
	for i := range puzzles {
		p, _ := hard(hardSeed, i, tries)
		fmt.Fprintln(&b, grid.Format(p[:]))
	}
	return b.Bytes()
}

func exampleText() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# The first puzzle of the program that this project continues; single candidates alone solve it.\n%s\n", firstPuzzle)
	fmt.Fprintf(&b, "# %d drawn puzzles, seed %d.\n", exampleDrawn, exampleSeed)
	for i := range uint64(exampleDrawn) {
		p, _ := sudokutest.Draw(exampleSeed, i)
		fmt.Fprintln(&b, grid.Format(p[:]))
	}
	fmt.Fprintf(&b, "# %d puzzles that need guesses, made from later draws by 60 exchanges of givens each.\n", exampleHard)
	for i := range uint64(exampleHard) {
		p, _ := sudokutest.Hard(exampleSeed, exampleDrawn+i, 60)
		fmt.Fprintln(&b, grid.Format(p[:]))
	}
	fmt.Fprintf(&b, "# One with two solutions, one with none, one whose givens exclude each other.\n")
	fmt.Fprintln(&b, rectangle())
	fmt.Fprintln(&b, "12345678.........9...............................................................")
	fmt.Fprintln(&b, "11...............................................................................")
	return b.Bytes()
}

// rectangle returns a drawn puzzle with a second solution: a puzzle without one
// of its givens, the first whose loss leaves exactly two solutions.
func rectangle() string {
	solver := bands.New()
	for number := uint64(exampleDrawn + exampleHard); ; number++ {
		p, _ := sudokutest.Draw(exampleSeed, number)
		for i, v := range p {
			p[i] = 0
			if n, _ := solver.Solve(&p, 3, nil); n == 2 {
				return grid.Format(p[:])
			}
			p[i] = v
		}
	}
}

func TestTestdata(t *testing.T) {
	hard := func(puzzles uint64) []byte { return hardText("singles", puzzles, 2000, sudokutest.Hard) }
	hardest := func(puzzles uint64) []byte { return hardText("the fast solver", puzzles, 5000, sudokutest.Hardest) }
	for _, f := range []struct {
		path   string
		text   func() []byte
		update func() []byte
	}{
		{filepath.Join("testdata", "drawn.txt"), drawnText, drawnText},
		{filepath.Join("testdata", "hard.txt"), func() []byte { return hard(1) }, func() []byte { return hard(hardPuzzles) }},
		{filepath.Join("testdata", "hardest.txt"), func() []byte { return hardest(0) }, func() []byte { return hardest(hardPuzzles) }},
		{filepath.Join("..", "..", "..", "configs", "data", "sudoku.txt"), exampleText, exampleText},
	} {
		if os.Getenv("COVERSTAT_UPDATE") == "1" {
			if err := os.WriteFile(f.path, f.update(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		stored, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(stored, f.text()) {
			t.Errorf("%s is not what its seed makes; COVERSTAT_UPDATE=1 writes it", f.path)
		}
	}
}
