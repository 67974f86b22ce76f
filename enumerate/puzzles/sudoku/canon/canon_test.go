package canon

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/sudokutest"
)

// symmetry is a random symmetry of a board, made without this package's code.
type symmetry struct {
	side      int
	rows      []int
	cols      []int
	names     []int
	transpose bool
}

func randomSymmetry(rng *rand.Rand, boxRows, boxCols int) symmetry {
	lines := func(groups, size int) (order []int) {
		for _, g := range rng.Perm(groups) {
			for _, x := range rng.Perm(size) {
				order = append(order, g*size+x)
			}
		}
		return order
	}
	n := boxRows * boxCols
	return symmetry{n, lines(boxCols, boxRows), lines(boxRows, boxCols), rng.Perm(n), boxRows == boxCols && rng.IntN(2) == 1}
}

func (s symmetry) apply(board []byte) []byte {
	image := make([]byte, len(board))
	for r := range s.side {
		for c := range s.side {
			from := s.rows[r]*s.side + s.cols[c]
			if s.transpose {
				from = s.cols[c]*s.side + s.rows[r]
			}
			if v := board[from]; v != 0 {
				image[r*s.side+c] = byte(s.names[v-1] + 1)
			}
		}
	}
	return image
}

// cyclic is the most symmetric grid of a shape, or nearly so.
func cyclic(boxRows, boxCols int) []byte {
	n := boxRows * boxCols
	grid := make([]byte, n*n)
	for i := range grid {
		r, c := i/n, i%n
		grid[i] = byte((c+r%boxRows*boxCols+r/boxRows)%n + 1)
	}
	return grid
}

// TestNineAgainstGeneral compares the fast canoniser with the one that tries
// everything, on drawn grids, which have hardly any symmetry, and on very
// symmetric ones.
func TestNineAgainstGeneral(t *testing.T) {
	fast, slow := newNine(), newGeneral(3, 3)
	grids := [][]byte{
		cyclic(3, 3),
		digits("123456789456789123789123456231564897564897231897231564312645978645978312978312645"),
		digits("123456789456789123789123456214365897365897214897214365531642978642978531978531642"),
		digits("123456789456789123789132465231564897564897231897213546312645978645978312978321654"),
	}
	for i := range uint64(24) {
		_, g := sudokutest.Draw(21, i)
		grids = append(grids, bytes.Clone(g[:]))
	}
	for i, g := range grids {
		if got, want := fast.Grid(g), slow.Grid(g); !bytes.Equal(got, want) {
			t.Errorf("grid %d: %v, want %v", i, got, want)
		}
		if got, want := fast.Automorphisms(), slow.Automorphisms(); got != want {
			t.Errorf("grid %d: %d automorphisms, want %d", i, got, want)
		}
	}
}

func TestFormsAreConstantOnOrbits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, box := range [][2]int{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}} {
		c := New(box[0], box[1])
		for range 20 {
			grid := randomSymmetry(rng, box[0], box[1]).apply(cyclic(box[0], box[1]))
			if box == [2]int{3, 3} {
				_, g := sudokutest.Draw(22, rng.Uint64())
				grid = g[:]
			}
			puzzle := bytes.Clone(grid)
			for i := range puzzle {
				if rng.IntN(3) > 0 {
					puzzle[i] = 0
				}
			}
			form, automorphisms := bytes.Clone(c.Grid(grid)), c.Automorphisms()
			puzzleForm := bytes.Clone(c.Puzzle(puzzle))
			if again := c.Grid(form); !bytes.Equal(again, form) {
				t.Fatalf("%v: the form of a form differs", box)
			}
			if !c.IsForm(form) || c.Automorphisms() != automorphisms || c.IsForm(grid) != bytes.Equal(grid, form) {
				t.Fatalf("%v: IsForm does not agree with Grid", box)
			}
			c.Grid(grid)
			if bytes.Compare(form, grid) > 0 {
				t.Fatalf("%v: the form is greater than the grid", box)
			}
			s := randomSymmetry(rng, box[0], box[1])
			if got := c.Grid(s.apply(grid)); !bytes.Equal(got, form) || c.Automorphisms() != automorphisms {
				t.Fatalf("%v: an image has another form, or %d automorphisms instead of %d", box, c.Automorphisms(), automorphisms)
			}
			if got := c.Puzzle(s.apply(puzzle)); !bytes.Equal(got, puzzleForm) {
				t.Fatalf("%v: the image of a puzzle has another form", box)
			}
		}
	}
}

// TestOrbits counts 4x4 grids by orbits: 288 in 2 classes (OEIS A107739, A109741).
func TestOrbits(t *testing.T) {
	c := New(2, 2)
	orbits := map[string]int64{}
	count := map[string]int64{}
	for _, g := range allGrids(2, 2) {
		form := string(c.Grid(g))
		count[form]++
		orbits[form] = Symmetries(2, 2) / int64(c.Automorphisms())
	}
	total := int64(0)
	for form, n := range count {
		if n != orbits[form] {
			t.Errorf("%q: %d grids, orbit of %d", form, n, orbits[form])
		}
		total += n
	}
	if len(count) != 2 || total != 288 {
		t.Errorf("%d classes, %d grids; want 2, 288", len(count), total)
	}
}

func allGrids(boxRows, boxCols int) (all [][]byte) {
	n := boxRows * boxCols
	grid := make([]byte, n*n)
	var fill func(i int)
	fill = func(i int) {
		if i == n*n {
			all = append(all, bytes.Clone(grid))
			return
		}
	next:
		for v := byte(1); int(v) <= n; v++ {
			for j := range i {
				if grid[j] == v && (i/n == j/n || i%n == j%n || i/n/boxRows == j/n/boxRows && i%n/boxCols == j%n/boxCols) {
					continue next
				}
			}
			grid[i] = v
			fill(i + 1)
			grid[i] = 0
		}
	}
	fill(0)
	return all
}

func TestSymmetries(t *testing.T) {
	for box, want := range map[[2]int]int64{
		{2, 2}: 24 * 128,
		{2, 3}: 720 * 3456,
		{3, 3}: 362880 * 3359232,
	} {
		if got := Symmetries(box[0], box[1]); got != want {
			t.Errorf("%v: %d, want %d", box, got, want)
		}
	}
	for _, x := range [][3]int{{2, 2, 8}, {2, 3, 72}, {3, 2, 48}, {3, 3, 1296}} {
		different := map[string]bool{}
		for _, order := range LineOrders(x[0], x[1]) {
			different[string(order)] = true
			for i, line := range order { // lines of one band stay together
				if first := order[i-i%x[1]]; int(line)/x[1] != int(first)/x[1] {
					t.Fatalf("%d bands of %d: order %v", x[0], x[1], order)
				}
			}
		}
		if len(different) != x[2] {
			t.Errorf("%d bands of %d: %d orders, want %d", x[0], x[1], len(different), x[2])
		}
	}
	// The most symmetric grid known has 648 automorphisms.
	c := New(3, 3)
	c.Grid(digits("123456789456789123789123456231564897564897231897231564312645978645978312978312645"))
	if c.Automorphisms() != 648 {
		t.Errorf("%d automorphisms, want 648", c.Automorphisms())
	}
	if New(3, 4) != nil {
		t.Error("3x4 boards are said to have forms")
	}
}

func digits(text string) []byte {
	cells := make([]byte, 81)
	for i := range cells {
		if c := text[i]; c >= '1' && c <= '9' {
			cells[i] = c - '0'
		}
	}
	return cells
}

func seventeen(tb testing.TB) (puzzles, solutions [][]byte) {
	dir := os.Getenv("COVERSTAT_DATA")
	if dir == "" {
		tb.Skip("COVERSTAT_DATA does not name a folder of real puzzles")
	}
	text, err := os.ReadFile(filepath.Join(dir, "sudoku", "17-clue-49151.txt"))
	if err != nil {
		tb.Fatal(err)
	}
	solver := bands.New()
	for _, line := range strings.Split(string(text), "\n") {
		if len(line) < 81 {
			continue
		}
		p := digits(line)
		solver.Solve((*[81]byte)(p), 1, func(g []byte) bool {
			solutions = append(solutions, bytes.Clone(g))
			return true
		})
		puzzles = append(puzzles, p)
	}
	return puzzles, solutions
}

// TestSeventeenClues: all known 17-clue puzzles are different; they have 46,294 grids.
func TestSeventeenClues(t *testing.T) {
	puzzles, solutions := seventeen(t)
	c := New(3, 3)
	grids, forms := map[string]bool{}, map[string]bool{}
	for i := range puzzles {
		grids[string(c.Grid(solutions[i]))] = true
		forms[string(c.Puzzle(puzzles[i]))] = true
	}
	if len(forms) != 49151 || len(grids) != 46294 {
		t.Errorf("%d classes of puzzles on %d grids, want 49151 on 46294", len(forms), len(grids))
	}
}

func BenchmarkNine(b *testing.B) {
	c := New(3, 3)
	grids := make([][81]byte, 500)
	for i := range grids {
		_, grids[i] = sudokutest.Draw(1, uint64(i))
	}
	for b.Loop() {
		for i := range grids {
			c.Grid(grids[i][:])
		}
	}
	b.ReportMetric(float64(len(grids)*b.N)/b.Elapsed().Seconds(), "grids/s")
}

func BenchmarkSeventeenClues(b *testing.B) {
	puzzles, solutions := seventeen(b)
	c, solver := New(3, 3), bands.New()
	b.Run("forms", func(b *testing.B) {
		for b.Loop() {
			for i := range puzzles {
				c.Grid(solutions[i])
				c.Puzzle(puzzles[i])
			}
		}
		b.ReportMetric(float64(len(puzzles)*b.N)/b.Elapsed().Seconds(), "puzzles/s")
	})
	b.Run("solved", func(b *testing.B) {
		for b.Loop() {
			for i := range puzzles {
				var solution [81]byte
				solver.Solve((*[81]byte)(puzzles[i]), 2, func(g []byte) bool {
					solution = [81]byte(g)
					return true
				})
				c.Grid(solution[:])
				c.Puzzle(puzzles[i])
			}
		}
		b.ReportMetric(float64(len(puzzles)*b.N)/b.Elapsed().Seconds(), "puzzles/s")
	})
}
