package sudoku

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/grid"
)

// benchmarked is the number of puzzles that a benchmark solves.
const benchmarked = 10_000

// BenchmarkSurvey solves lists of puzzles: by the kernel alone, and as a survey
// that counts or makes rows. The lists are drawn puzzles, the same with three
// givens less, hard ones for singles and for the kernel, and those of the files in
// the folder sudoku of COVERSTAT_DATA: puzzles with 17 givens, for one, are too rare
// to be drawn. Every puzzle is a random image of one of the list: in many
// lists the digits and lines have an order that makes a solver look fast.
func BenchmarkSurvey(b *testing.B) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("COVERSTAT_DATA"), "sudoku", "*.txt")) // the pattern is sound
	drawn := filepath.Join("testdata", "drawn.txt")
	benchmarkList(b, "drawn", drawn, 0)
	benchmarkList(b, "many", drawn, 3)
	benchmarkList(b, "hard", filepath.Join("testdata", "hard.txt"), 0)
	benchmarkList(b, "hardest", filepath.Join("testdata", "hardest.txt"), 0)
	for _, file := range files {
		benchmarkList(b, strings.TrimSuffix(filepath.Base(file), ".txt"), file, 0)
	}
}

// benchmarkList solves images of the puzzles of a file without some of their givens.
func benchmarkList(b *testing.B, name, file string, fewer int) {
	data, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	var list [][]byte
	_, err = grid.List(grid.Ask{Shape: grid.Nine}).Read(enumerate.PuzzleFile{Name: file, In: bytes.NewReader(data)}, func(p *grid.Puzzle) error {
		list = append(list, bytes.Clone(p.Cells))
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var puzzles [benchmarked][81]byte
	var text []byte
	for i := range puzzles {
		p := &puzzles[i]
		randomImage(grid.Nine, rng, list[i*len(list)/benchmarked], p[:])
		for left := fewer; left > 0; {
			if k := rng.IntN(81); p[k] != 0 {
				p[k] = 0
				left--
			}
		}
		text = append(grid.Append(text, p[:]), '\n')
	}
	measure := func(way string, solve func() (nodes int64)) {
		b.Run(name+"/"+way, func(b *testing.B) {
			var nodes int64
			for b.Loop() {
				nodes = solve()
			}
			b.ReportMetric(float64(nodes)/benchmarked, "nodes/puzzle")
			b.ReportMetric(benchmarked*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
	solver := bands.New()
	measure("kernel", func() (nodes int64) {
		for i := range puzzles {
			_, effort := solver.Solve(&puzzles[i], 3, nil) // as a survey with limit 2
			nodes += effort.Nodes
		}
		return nodes
	})
	survey := func(count bool) func() int64 {
		return func() int64 {
			job, err := config{kind: enumerate.Survey, count: count, puzzle: params{Input: "f"}, files: map[string]string{"f": string(text)}}.open()
			if err != nil {
				b.Fatal(err)
			}
			w, err := job.NewWorker()
			if err != nil {
				b.Fatal(err)
			}
			out := enumerate.NewBatch(job.Columns)
			var all enumerate.Tally
			var stop atomic.Bool
			for task := range job.Tasks() {
				tally, _, err := w(task, &stop, out, nil)
				if err != nil {
					b.Fatal(err)
				}
				all.Add(tally)
				out.Reset()
			}
			return all.Effort.Nodes
		}
	}
	measure("count", survey(true))
	measure("rows", survey(false))
}
