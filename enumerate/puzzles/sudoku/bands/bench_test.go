package bands

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func digits(line string) (p [81]byte) {
	for i := range min(81, len(line)) {
		if c := line[i]; c >= '1' && c <= '9' {
			p[i] = c - '0'
		}
	}
	return p
}

// readPuzzles returns the puzzles of a file, 81 characters a line.
func readPuzzles(tb testing.TB, path string) (puzzles [][81]byte) {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := lines.Text(); len(line) >= 81 && !strings.HasPrefix(line, "#") {
			puzzles = append(puzzles, digits(line))
		}
	}
	return puzzles
}

func benchmarkFile(b *testing.B, path string) {
	puzzles := readPuzzles(b, path)
	s := New()
	var nodes int64
	for b.Loop() {
		nodes = 0
		for i := range puzzles {
			_, effort := s.Solve(&puzzles[i], 2, nil)
			nodes += effort.Nodes
		}
	}
	n := float64(len(puzzles))
	b.ReportMetric(float64(nodes)/n, "nodes/puzzle")
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}

func BenchmarkDrawn(b *testing.B) { benchmarkFile(b, filepath.Join("..", "testdata", "drawn.txt")) }
func BenchmarkHard(b *testing.B)  { benchmarkFile(b, filepath.Join("..", "testdata", "hard.txt")) }

func BenchmarkSeventeen(b *testing.B) {
	dir := os.Getenv("COVERSTAT_DATA")
	if dir == "" {
		b.Skip("COVERSTAT_DATA does not name a folder of real puzzles")
	}
	benchmarkFile(b, filepath.Join(dir, "sudoku", "17-clue-49151.txt"))
}
