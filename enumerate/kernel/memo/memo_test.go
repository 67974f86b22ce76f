package memo_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/kernel/memo"
	"coverstat/enumerate/kernel/state"
)

func count(t testing.TB, p *enumerate.Problem, o memo.Settings) *memo.Counter {
	t.Helper()
	s, err := state.New(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := memo.NewCounter(s, o)
	if got := c.Run(nil, nil); got != memo.Done {
		t.Fatalf("outcome %d", got)
	}
	return c
}

// TestPublished compares with published counts: dominoes are OEIS A004003, Latin squares
// A002860, Sudoku grids A107739.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		name    string
		problem *enumerate.Problem
		want    string
	}{
		{"dominoes 2x2", kerneltest.Dominoes(2, 2), "2"},
		{"dominoes 3x3", kerneltest.Dominoes(3, 3), "0"},
		{"dominoes 8x8", kerneltest.Dominoes(8, 8), "12988816"},
		{"dominoes 12x12", kerneltest.Dominoes(12, 12), "53060477521960000"},
		{"Latin squares of order 5", kerneltest.Latin(5), "161280"},
		{"Sudoku grids with 2x2 boxes", kerneltest.Sudoku(2, 2), "288"},
	} {
		rules := []memo.Rule{memo.First, memo.Fewest}
		if strings.HasSuffix(c.name, "12x12") {
			rules = rules[:1]
		}
		for _, rule := range rules {
			if got := count(t, c.problem, memo.Settings{Rule: rule}).Total().String(); got != c.want {
				t.Errorf("%s, rule %d: %s, expected %s", c.name, rule, got, c.want)
			}
		}
	}
}

// TestBeyond64Bits: n stacks of 2x2 squares have 2^n tilings by dominoes.
func TestBeyond64Bits(t *testing.T) {
	for _, n := range []int{1, 62, 63, 64} {
		var b enumerate.ProblemBuilder
		for range n {
			at := kerneltest.AddItems(&b, 4)
			for _, pair := range [][2]enumerate.Item{{0, 1}, {2, 3}, {0, 2}, {1, 3}} {
				b.AddOption(kerneltest.Option(at+pair[0], at+pair[1])...)
			}
		}
		if n == 64 { // 256 items are the most; these count twelvefold
			for range 11 {
				b.AddOption(kerneltest.Option(252, 253, 254, 255)...)
				b.AddOption(kerneltest.Option(252, 253, 254, 255)...)
			}
		}
		c := count(t, kerneltest.Build(&b), memo.Settings{Edges: true})
		want := new(big.Int).Lsh(big.NewInt(1), uint(n))
		if n == 64 {
			want.Mul(want, big.NewInt(12))
		}
		if got := c.Total(); got.Cmp(want) != 0 {
			t.Errorf("%d: %v, expected %v", n, got, want)
		}
		source := rand.NewPCG(1, 2)
		solution := c.Sampler(nil).Draw(nil, source)
		if len(solution) < 2*n-1 {
			t.Errorf("%d: drew %v", n, solution)
		}
	}
}

// TestRandomProblems compares with dancing links, with all kinds of items mixed.
func TestRandomProblems(t *testing.T) {
	fitted := 0
	for seed := range uint64(6000) {
		if compare(t, seed) {
			fitted++
		}
	}
	if fitted < 3000 {
		t.Errorf("only %d of the problems fitted", fitted)
	}
}

func FuzzCount(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compare(t, seed) })
}

// compare makes a problem and compares counts and draws with dancing links. It
// returns false if the problem does not fit.
func compare(t *testing.T, seed uint64) bool {
	r := rand.New(rand.NewPCG(seed, 1))
	p := kerneltest.Random(r)
	s, err := state.New(p, nil)
	if err != nil {
		return false
	}
	k := enumerate.Case{}
	for o := range p.Options() {
		switch r.IntN(12) {
		case 0:
			k.Banned = append(k.Banned, enumerate.OptionID(o))
		case 1:
			k.Fixed = append(k.Fixed, enumerate.OptionID(o))
		}
	}
	want := map[string]int{}
	var sum int64
	kernel.NewDLX(p).Search(enumerate.Task{Case: &k, Share: 1}, nil, func(x []enumerate.OptionID) bool {
		sum++
		want[key(x)]++
		return true
	})
	for _, rule := range []memo.Rule{memo.First, memo.Fewest} {
		c := memo.NewCounter(s, memo.Settings{Rule: rule, Edges: true})
		if c.Run(&k, nil) != memo.Done || c.Total().Int64() != sum {
			t.Fatalf("rule %d: counted %v, expected %d, in %s with %+v", rule, c.Total(), sum, kerneltest.Text(p), k)
		}
		if sum == 0 || c.Nodes == 0 {
			continue
		}
		source, sampler := rand.NewPCG(3, 4), c.Sampler(k.Fixed)
		for range 5 {
			if x := sampler.Draw(nil, source); want[key(x)] == 0 {
				t.Fatalf("drew %v, which is no solution, in %s with %+v", x, kerneltest.Text(p), k)
			}
		}
	}
	return true
}

func key(x []enumerate.OptionID) string {
	x = slices.Clone(x)
	slices.Sort(x)
	var b []byte
	for _, o := range x {
		b = append(b, byte(o))
	}
	return string(b)
}

// TestSmallCache: a cache that drops most states gives the same count.
func TestSmallCache(t *testing.T) {
	c := count(t, kerneltest.Dominoes(8, 10), memo.Settings{Rule: memo.Fewest, Memory: 1})
	if got := c.Total().Int64(); got != 1031151241 {
		t.Errorf("%d, expected 1031151241 (OEIS A099390)", got)
	}
	s, _ := state.New(kerneltest.Dominoes(12, 12), nil)
	if got := memo.NewCounter(s, memo.Settings{Memory: 1, Edges: true}).Run(nil, nil); got != memo.Full {
		t.Errorf("with edges: outcome %d, expected Full", got)
	}
	if got := memo.NewCounter(s, memo.Settings{Nodes: 5000}).Run(nil, nil); got != memo.Exhausted {
		t.Errorf("with a limit: outcome %d, expected Exhausted", got)
	}
}

// TestUniform draws tilings of 4x4 by dominoes: all 36 are equally likely. The
// statistic of Pearson's test with 35 degrees of freedom is above 66.6 once in
// a thousand.
func TestUniform(t *testing.T) {
	sampler := count(t, kerneltest.Dominoes(4, 4), memo.Settings{Edges: true}).Sampler(nil)
	seen := map[string]int{}
	var solution []enumerate.OptionID
	const draws = 36000
	for d := range uint64(draws) {
		solution = sampler.Draw(solution[:0], rand.NewPCG(7, d))
		seen[key(solution)]++
	}
	chi := 0.0
	for _, n := range seen {
		e := draws / 36.0
		chi += (float64(n) - e) * (float64(n) - e) / e
	}
	if len(seen) != 36 || chi > 66.6 {
		t.Errorf("%d tilings, chi square %.1f", len(seen), chi)
	}
}

// TestSudoku6x6 counts grids in bounded memory (OEIS A291187). It takes some
// seconds.
func TestSudoku6x6(t *testing.T) {
	if os.Getenv("COVERSTAT_SOAK") == "" {
		t.Skip("takes seconds: set COVERSTAT_SOAK to run it")
	}
	for _, memory := range []int64{0, 96 << 20} {
		if got := count(t, kerneltest.Sudoku(2, 3), memo.Settings{Memory: memory}).Total().Int64(); got != 28200960 {
			t.Errorf("in %d bytes: %d grids, expected 28200960", memory, got)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		name    string
		problem *enumerate.Problem
		rule    memo.Rule
	}{
		{"dominoes8x8/first", kerneltest.Dominoes(8, 8), memo.First},
		{"dominoes8x8/fewest", kerneltest.Dominoes(8, 8), memo.Fewest},
		{"dominoes12x12/first", kerneltest.Dominoes(12, 12), memo.First},
		{"dominoes12x12/fewest", kerneltest.Dominoes(12, 12), memo.Fewest},
		{"latin5/first", kerneltest.Latin(5), memo.First},
		{"latin5/fewest", kerneltest.Latin(5), memo.Fewest},
		{"sudoku6x6/first", kerneltest.Sudoku(2, 3), memo.First},
		{"sudoku6x6/fewest", kerneltest.Sudoku(2, 3), memo.Fewest},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				m := count(b, c.problem, memo.Settings{Rule: c.rule})
				b.ReportMetric(float64(m.Nodes), "nodes")
				b.ReportMetric(m.Saving(), "saving")
			}
		})
	}
}

func BenchmarkDraw(b *testing.B) {
	sampler := count(b, kerneltest.Dominoes(8, 8), memo.Settings{Edges: true}).Sampler(nil)
	var solution []enumerate.OptionID
	source := rand.NewPCG(1, 1)
	for b.Loop() {
		solution = sampler.Draw(solution[:0], source)
	}
}
