package bands

import (
	"bufio"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// oracle lists the solutions of a puzzle in the simplest way: it takes the cell
// with the fewest digits left and tries all of them.
func oracle(givens [81]byte, limit int) (solutions [][81]byte) {
	allowed := func(cell int) (digits []byte) {
	next:
		for v := byte(1); v <= 9; v++ {
			for i := range 81 {
				if i != cell && givens[i] == v && (i/9 == cell/9 || i%9 == cell%9 || i/27 == cell/27 && i%9/3 == cell%9/3) {
					continue next
				}
			}
			digits = append(digits, v)
		}
		return digits
	}
	for i, v := range givens {
		if v != 0 && !slices.Contains(allowed(i), v) {
			return nil
		}
	}
	var search func()
	search = func() {
		best, digits := -1, []byte(nil)
		for i, v := range givens {
			if v != 0 {
				continue
			}
			if d := allowed(i); best < 0 || len(d) < len(digits) {
				best, digits = i, d
			}
		}
		if best < 0 {
			solutions = append(solutions, givens)
			return
		}
		for _, v := range digits {
			givens[best] = v
			search()
			givens[best] = 0
			if limit > 0 && len(solutions) == limit {
				return
			}
		}
	}
	search()
	return solutions
}

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

// randomGrid shuffles the digits, rows and columns of a fixed grid. Then the
// oracle refills most of it, so that it is no image of the fixed grid.
func randomGrid(rng *rand.Rand) [81]byte {
	digits := rng.Perm(9)
	var g [81]byte
	for i := range 27 { // the first band of a cyclic grid, relabelled
		g[i] = byte(digits[(i%9+i/9*3)%9] + 1)
	}
	rng.Shuffle(9, func(a, b int) { g[a], g[b] = g[b], g[a] })
	for i := range 18 {
		g[9+i] = 0
	}
	return oracle(g, 1)[0]
}

func thin(rng *rand.Rand, g [81]byte, clues int) [81]byte {
	for _, i := range rng.Perm(81)[clues:] {
		g[i] = 0
	}
	return g
}

func solveAll(s *Solver, p *[81]byte) (grids [][81]byte) {
	s.Solve(p, 0, func(g []byte) bool {
		grids = append(grids, [81]byte(g))
		return true
	})
	return grids
}

func sortGrids(g [][81]byte) {
	slices.SortFunc(g, func(a, b [81]byte) int { return slices.Compare(a[:], b[:]) })
}

// TestAgainstOracle compares whole solution sets on puzzles with none, one and
// many solutions, some of them with wrong givens.
func TestAgainstOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s := New()
	var none, one, many int
	for range 250 {
		p := thin(rng, randomGrid(rng), 27+rng.IntN(20))
		if rng.IntN(2) == 0 { // spoil a cell
			i := rng.IntN(81)
			p[i] = byte(rng.IntN(10))
		}
		want := oracle(p, 300)
		if len(want) == 300 {
			continue
		}
		got := solveAll(s, &p)
		sortGrids(got)
		sortGrids(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%v: %d solutions, oracle %d", p, len(got), len(want))
		}
		switch len(want) {
		case 0:
			none++
		case 1:
			one++
		default:
			many++
		}
	}
	if none < 20 || one < 20 || many < 20 {
		t.Errorf("the puzzles drawn do not test much: %d without, %d with one, %d with many solutions", none, one, many)
	}
}

func TestLimitVisitAndStop(t *testing.T) {
	var empty [81]byte
	s := New()
	for _, limit := range []int{1, 2, 1000} {
		seen := map[[81]byte]bool{}
		count, counters := s.Solve(&empty, limit, func(g []byte) bool {
			seen[[81]byte(g)] = true
			return true
		})
		if count != limit || len(seen) != limit {
			t.Errorf("limit %d: count %d, %d different", limit, count, len(seen))
		}
		if again, e := s.Solve(&empty, limit, nil); again != count || e != counters {
			t.Errorf("limit %d: counters %v, then %v", limit, counters, e)
		}
	}
	if count, _ := s.Solve(&empty, 0, func([]byte) bool { return false }); count != 1 {
		t.Errorf("visit returned false, yet %d solutions", count)
	}
	shown := 0
	if count, _ := s.Solve(&empty, 9, func([]byte) bool { shown++; s.ShowNoMore(); return true }); count != 9 || shown != 1 {
		t.Errorf("%d solutions shown of %d, expected 1 of 9", shown, count)
	}
	var stop atomic.Bool
	stop.Store(true)
	s.StopOn(&stop)
	if _, counters := s.Solve(&empty, 0, nil); counters.Nodes != stopInterval {
		t.Errorf("stopped after %d nodes, want %d", counters.Nodes, stopInterval)
	}
}

func TestContradictoryGivens(t *testing.T) {
	s := New()
	for _, pair := range [][2]int{{0, 8}, {0, 72}, {0, 10}, {40, 30}} {
		var p [81]byte
		p[pair[0]], p[pair[1]] = 5, 5
		if count, counters := s.Solve(&p, 2, nil); count != 0 || counters.Nodes > 1 {
			t.Errorf("cells %v both 5: %d solutions in %d nodes", pair, count, counters.Nodes)
		}
	}
}

func TestSolveDoesNotAllocate(t *testing.T) {
	s, rng := New(), rand.New(rand.NewPCG(3, 4))
	p := thin(rng, randomGrid(rng), 24)
	if n := testing.AllocsPerRun(10, func() { s.Solve(&p, 2, nil) }); n != 0 {
		t.Errorf("%v allocations a puzzle", n)
	}
}

// TestTables checks every closure against its definition, pattern by pattern.
func TestTables(t *testing.T) {
	for v := range 512 {
		union, count := 0, 0
		for _, p := range permutations {
			q := 1<<p[0] | 8<<p[1] | 64<<p[2]
			if v&q == q {
				union |= q
				count++
			}
		}
		var m uint64 // one cell in each minirow of v
		for i := range 9 {
			m |= uint64(v>>i&1) << (boxBits*(i/3) + 3*(i%3) + v%3)
		}
		closed := closeRows(m)
		for i := range 9 {
			s, r := i/3, i%3
			box := closed >> (boxBits * s)
			may := union>>i&1 == 1
			must := may && union>>(3*s)&7 == 1<<r
			if (box>>(3*r)&7 == 7) != may || (box>>(mayShift+r)&1 == 1) != may || (box>>(mayShift+loose+r)&1 == 0) != must {
				t.Errorf("minirow pattern %09b, box %d, row %d: %063b", v, s, r, closed)
			}
			column := tab.minicols[v] >> (boxBits * s)
			if (column>>r&0o111 == 0o111) != may || (column>>(mayShift+columns+r)&1 == 1) != may || (column>>(mayShift+columns+loose+r)&1 == 0) != must {
				t.Errorf("minicolumn pattern %09b, band %d, column %d: %021b", v, s, r, column)
			}
		}
		if got := bits.OnesCount8(tab.inside[v]); got != count || (tab.narrow[v] == 0) != (count < 2) || (tab.wide[v] == 0) != (count < 2) {
			t.Errorf("pattern %09b: %d permutations, table %d, weights %d and %d", v, count, got, tab.narrow[v], tab.wide[v])
		}
	}
}

func TestGivenBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 1000 {
		var p [81]byte
		var open [3]uint64
		for i := range p {
			p[i] = byte(max(0, rng.IntN(20)-10))
			if p[i] != 0 {
				open[i/27] |= 1 << (boxBits*(i%9/3) + 3*(i/9%3) + i%3)
			}
		}
		lo, hi := givenBits(&p)
		for i, v := range p {
			got := lo >> (i & 63) & 1
			if i >= 64 {
				got = hi >> (i - 64) & 1
			}
			if got == 1 != (v != 0) {
				t.Fatalf("cell %d holds %d, bit %d", i, v, got)
			}
		}
		if got := [3]uint64{bandOf(lo), bandOf(lo >> 27), bandOf(lo>>54 | hi<<10)}; got != open {
			t.Fatalf("bands %x, want %x", got, open)
		}
	}
}

func TestSoleCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 10000 {
		m := rng.Uint64() & rng.Uint64() & rng.Uint64() & allCells
		want := uint64(0)
		for s := range 3 {
			if box := m >> (boxBits * s) & 0o777; box&(box-1) == 0 {
				want |= box << (boxBits * s)
			}
		}
		if got := soleCells(m); got != want {
			t.Fatalf("soleCells(%x) = %x, want %x", m, got, want)
		}
	}
}

// TestKnownNodes fixes the exact effort on the project's own puzzles. A change
// of the search must justify new numbers here.
func TestKnownNodes(t *testing.T) {
	for _, c := range []struct {
		file           string
		puzzles        int
		nodes, guesses int64
	}{
		{"drawn.txt", 200, 563, 177},
		{"hard.txt", 40, 662, 280},
	} {
		s := New()
		var total Counters
		puzzles := readPuzzles(t, filepath.Join("..", "testdata", c.file))
		for i := range puzzles {
			count, counters := s.Solve(&puzzles[i], 2, nil)
			if count != 1 {
				t.Errorf("%s, puzzle %d: %d solutions", c.file, i+1, count)
			}
			total.Nodes += counters.Nodes
			total.Guesses += counters.Guesses
		}
		if len(puzzles) != c.puzzles || total.Nodes != c.nodes || total.Guesses != c.guesses {
			t.Errorf("%s: %d puzzles, %d nodes, %d guesses; want %d, %d, %d",
				c.file, len(puzzles), total.Nodes, total.Guesses, c.puzzles, c.nodes, c.guesses)
		}
	}
}

// TestKnownNodesWithManyGivens does the same for puzzles that chooseLoose searches.
func TestKnownNodesWithManyGivens(t *testing.T) {
	s, rng := New(), rand.New(rand.NewPCG(7, 8))
	var total Counters
	solutions := 0
	for range 50 {
		p := thin(rng, randomGrid(rng), looseGivens)
		count, counters := s.Solve(&p, 2, nil)
		solutions += count
		total.Nodes += counters.Nodes
		total.Guesses += counters.Guesses
	}
	if want := (Counters{Nodes: 293, Guesses: 182}); solutions != 100 || total != want {
		t.Errorf("%d solutions, %+v, want 100, %+v", solutions, total, want)
	}
}

// dataFolder returns the folder of real puzzles, or skips.
func dataFolder(t *testing.T) string {
	dir := os.Getenv("COVERSTAT_DATA")
	if dir == "" {
		t.Skip("COVERSTAT_DATA does not name a folder of real puzzles")
	}
	return dir
}

// TestCounts answers a public test set of puzzles with 0, 1 and more solutions.
func TestCounts(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(dataFolder(t), "sudoku", "counts-0-1-many.txt"))
	if err != nil {
		t.Fatal(err)
	}
	s, tested := New(), 0
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		fields := strings.Split(line, ":")
		if len(fields) < 2 || strings.HasPrefix(line, "#") {
			continue
		}
		p := digits(fields[0])
		var first [81]byte
		count, _ := s.Solve(&p, 0, func(g []byte) bool {
			first = [81]byte(g)
			return true
		})
		want, err := strconv.Atoi(fields[1])
		if err != nil || count != want {
			t.Errorf("line %d: %d solutions, want %s (%v)", n+1, count, fields[1], err)
		}
		if want == 1 && len(fields) > 2 && first != digits(fields[2]) {
			t.Errorf("line %d: another solution than %s", n+1, fields[2])
		}
		tested++
	}
	if tested == 0 {
		t.Error("no puzzle tested")
	}
}

// TestSeventeenClues proves that all known 17-clue puzzles have one solution.
func TestSeventeenClues(t *testing.T) {
	s := New()
	puzzles := readPuzzles(t, filepath.Join(dataFolder(t), "sudoku", "17-clue-49151.txt"))
	var total Counters
	for i := range puzzles {
		count, counters := s.Solve(&puzzles[i], 2, nil)
		if count != 1 {
			t.Errorf("puzzle %d: %d solutions", i+1, count)
		}
		total.Nodes += counters.Nodes
		total.Guesses += counters.Guesses
	}
	if len(puzzles) != 49151 || total != (Counters{Nodes: 111352, Guesses: 28823}) {
		t.Errorf("%d puzzles, %+v", len(puzzles), total)
	}
}

func FuzzSolve(f *testing.F) {
	f.Add(strings.Repeat("123456789", 9), uint64(7))
	f.Add("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		// Givens from the text, over a grid thinned so that the oracle can keep up.
		rng := rand.New(rand.NewPCG(seed, 1))
		p := thin(rng, randomGrid(rng), 30)
		for i := 0; i < len(text) && i < 81; i++ {
			if c := text[i]; c >= '1' && c <= '9' && p[i] != 0 {
				p[i] = c - '0'
			}
		}
		want := oracle(p, 50)
		count, _ := New().Solve(&p, 50, nil)
		if count != len(want) {
			t.Errorf("%v: %d solutions, oracle %d", p, count, len(want))
		}
	})
}
