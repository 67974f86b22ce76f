package singles_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
	"coverstat/enumerate/puzzles/sudoku/sudokutest"
)

// The first puzzle of the program that this project continues.
const first = "060593000901000500030400090108020004400309001200010609080006020004000807000785010"

func parse(text string) []byte {
	cells := make([]byte, len(text))
	for i := range cells {
		if c := text[i]; c >= '1' && c <= '9' {
			cells[i] = c - '0'
		}
	}
	return cells
}

func everyWay(f func(opt singles.Settings, name string)) {
	for policy, name := range singles.Policies {
		for _, hidden := range []bool{false, true} {
			opt := singles.Settings{Guess: singles.Guess(policy), Hidden: hidden}
			if hidden {
				name += ", hidden"
			}
			f(opt, name)
		}
	}
}

func TestFirstPuzzleBySinglesAlone(t *testing.T) {
	solver := singles.New(3, 3)
	for _, hidden := range []bool{false, true} {
		var solution []byte
		count, counters := solver.Solve(parse(first), singles.Settings{Hidden: hidden}, func(g []byte) bool {
			solution = bytes.Clone(g)
			return true
		})
		want := singles.Counters{Naked: 49, BySingles: true}
		if count != 1 || counters != want {
			t.Errorf("hidden %v: %d solutions, %+v, want %+v", hidden, count, counters, want)
		}
		if err := grid.Nine.CheckSolution(solution, parse(first)); err != nil {
			t.Error(err)
		}
	}
}

// TestAgreesWithBands: all policies, with and without hidden singles, find the
// solutions that the bitboard kernel finds.
func TestAgreesWithBands(t *testing.T) {
	fast, slow := bands.New(), singles.New(3, 3)
	rng := rand.New(rand.NewPCG(1, 1))
	unfinished := 0
	for i := range uint64(40) {
		puzzle, solution := sudokutest.Draw(11, i)
		for j := range 81 { // towards easier puzzles: policy "most" has no patience
			if rng.IntN(4) == 0 {
				puzzle[j] = solution[j]
			}
		}
		switch i % 4 {
		case 1: // many solutions
			for j := range 81 {
				if rng.IntN(3) == 0 {
					puzzle[j] = 0
				}
			}
		case 2: // most likely none
			j := slices.IndexFunc(puzzle[:], func(v byte) bool { return v == 0 })
			puzzle[j] = solution[j]%9 + 1
		}
		want := map[string]bool{}
		fast.Solve(&puzzle, 200, func(g []byte) bool {
			want[string(g)] = true
			return true
		})
		everyWay(func(opt singles.Settings, name string) {
			got := map[string]bool{}
			opt.Limit = 200
			opt.NodeLimit = 50000
			count, counters := slow.Solve(puzzle[:], opt, func(g []byte) bool {
				got[string(g)] = true
				return true
			})
			if counters.Unfinished {
				unfinished++
			} else if len(got) != len(want) {
				t.Errorf("puzzle %d, %s: %d solutions, bands %d", i, name, len(got), len(want))
			}
			if count != len(got) || count > len(want) {
				t.Errorf("puzzle %d, %s: %d solutions, %d different; bands %d", i, name, count, len(got), len(want))
			}
			for g := range got {
				if len(want) < 200 && !want[g] {
					t.Errorf("puzzle %d, %s: a solution that bands does not have", i, name)
				}
			}
		})
	}
	if unfinished > 12 {
		t.Errorf("%d of 240 searches not finished", unfinished)
	}
}

// TestCounts4x4 counts all grids; 288 is OEIS A107739(2).
func TestCounts4x4(t *testing.T) {
	solver := singles.New(2, 2)
	everyWay(func(opt singles.Settings, name string) {
		if count, _ := solver.Solve(make([]byte, 16), opt, nil); count != 288 {
			t.Errorf("%s: %d grids, want 288", name, count)
		}
	})
}

// TestCounts6x6 counts the grids whose first row is fixed: 28,200,960 / 6!.
func TestCounts6x6(t *testing.T) {
	givens := make([]byte, 36)
	copy(givens, []byte{1, 2, 3, 4, 5, 6})
	if count, _ := singles.New(2, 3).Solve(givens, singles.Settings{}, nil); count != 39168 {
		t.Errorf("%d grids, want 39168", count)
	}
}

func TestEveryShape(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, box := range []string{"1x4", "2x2", "2x3", "3x2", "2x4", "3x3", "3x4", "4x4", "4x5", "5x5"} {
		shape, err := grid.ParseShape(box)
		if err != nil {
			t.Fatal(err)
		}
		n := shape.Side()
		puzzle := make([]byte, n*n)
		for i := range puzzle {
			if r, c := i/n, i%n; rng.IntN(3) > 0 {
				puzzle[i] = byte((c+r%shape.Rows*shape.Cols+r/shape.Rows)%n + 1)
			}
		}
		solver := singles.New(shape.Rows, shape.Cols)
		count, _ := solver.Solve(puzzle, singles.Settings{Hidden: true, Limit: 2}, func(g []byte) bool {
			if err := shape.CheckSolution(g, puzzle); err != nil {
				t.Errorf("%s: %v", box, err)
			}
			return true
		})
		if count == 0 {
			t.Errorf("%s: no solution", box)
		}
	}
}

func TestContradictoryGivens(t *testing.T) {
	puzzle := make([]byte, 81)
	puzzle[3], puzzle[5] = 4, 4
	if count, counters := singles.New(3, 3).Solve(puzzle, singles.Settings{}, nil); count != 0 || counters.Guesses != 0 {
		t.Errorf("%d solutions, %+v", count, counters)
	}
}

func TestLimits(t *testing.T) {
	solver, empty := singles.New(3, 3), make([]byte, 81)
	if count, counters := solver.Solve(empty, singles.Settings{Limit: 3}, nil); count != 3 || counters.Unfinished {
		t.Errorf("limit 3: %d, %+v", count, counters)
	}
	if count, _ := solver.Solve(empty, singles.Settings{}, func([]byte) bool { return false }); count != 1 {
		t.Errorf("visit returned false: %d", count)
	}
	if _, counters := solver.Solve(empty, singles.Settings{NodeLimit: 7, Guess: singles.Guess(slices.Index(singles.Policies[:], "most"))}, nil); counters.Guesses != 7 || !counters.Unfinished {
		t.Errorf("node limit 7: %+v", counters)
	}
	var stop atomic.Bool
	stop.Store(true)
	if _, counters := solver.Solve(empty, singles.Settings{Stop: &stop}, nil); counters.Guesses != 0 || !counters.Unfinished {
		t.Errorf("stopped: %+v", counters)
	}
	if n := testing.AllocsPerRun(5, func() { solver.Solve(empty, singles.Settings{Limit: 50, Hidden: true}, nil) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTraceMatchesStats replays the trace and compares it with the statistics.
func TestTraceMatchesStats(t *testing.T) {
	solver := singles.New(3, 3)
	puzzle, _ := sudokutest.Hard(4, 0, 30)
	var kinds [7]int64
	deepest := 0
	_, counters := solver.Solve(puzzle[:], singles.Settings{Hidden: true, Trace: func(step singles.Step) {
		kinds[step.Kind]++
		deepest = max(deepest, step.Depth)
		switch step.Kind {
		case singles.Naked, singles.Hidden, singles.Guessed:
			if got := -step.Board[step.Cell]; got != 1<<(step.Digit-1) {
				t.Errorf("step %+v: the cell holds %d", step, got)
			}
		case singles.Back:
			if step.Board[step.Cell] <= 0 {
				t.Errorf("step %+v: the cell is not open", step)
			}
		}
	}}, nil)
	if kinds[singles.Start] != 1 || kinds[singles.Naked] != counters.Naked || kinds[singles.Hidden] != counters.Hidden ||
		kinds[singles.Guessed] != counters.Guesses || deepest != counters.Deepest || kinds[singles.Solution] != 1 || counters.Guesses == 0 {
		t.Errorf("trace %v, depth %d, counters %+v", kinds, deepest, counters)
	}
}

func FuzzPoliciesAgree(f *testing.F) {
	f.Add(first, true)
	f.Add(strings.Repeat("1.2", 27), false)
	f.Fuzz(func(t *testing.T, text string, hidden bool) {
		var puzzle [81]byte
		copy(puzzle[:], parse(text[:min(81, len(text))]))
		if grid.Clues(puzzle[:]) < 25 {
			return
		}
		want, _ := bands.New().Solve(&puzzle, 20, nil)
		solver := singles.New(3, 3)
		for policy := range singles.Policies {
			count, counters := solver.Solve(puzzle[:], singles.Settings{Guess: singles.Guess(policy), Hidden: hidden, Limit: 20, NodeLimit: 20000}, nil)
			if !counters.Unfinished && count != want {
				t.Errorf("%q: policy %s finds %d, bands %d", text, singles.Policies[policy], count, want)
			}
		}
	})
}

func BenchmarkDrawn(b *testing.B) {
	solver := singles.New(3, 3)
	var puzzles [100][81]byte
	for i := range puzzles {
		puzzles[i], _ = sudokutest.Draw(1, uint64(i))
	}
	for policy, name := range singles.Policies {
		b.Run(name, func(b *testing.B) {
			var guesses int64
			for b.Loop() {
				guesses = 0
				for i := range puzzles {
					_, counters := solver.Solve(puzzles[i][:], singles.Settings{Guess: singles.Guess(policy), Hidden: true, Limit: 2}, nil)
					guesses += counters.Guesses
				}
			}
			b.ReportMetric(float64(guesses)/float64(len(puzzles)), "guesses/puzzle")
		})
	}
}
