package cover_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"sort"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/kernel/sweep/cover"
)

func primaries(p *enumerate.Problem) (order []enumerate.Item) {
	for i := range enumerate.Item(p.Items()) {
		if p.Item(i).Primary() {
			order = append(order, i)
		}
	}
	return order
}

func plan(t testing.TB, p *enumerate.Problem, order []enumerate.Item, sums ...enumerate.Sum) *sweep.Plan {
	t.Helper()
	plan, err := cover.NewPlan(p, nil, order, nil, sums...)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestRandomProblems compares with dancing links, with all kinds of items mixed, in
// random orders of the items.
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

// compare makes a problem and compares counts with dancing links. It returns false if
// the problem does not fit.
func compare(t *testing.T, seed uint64) bool {
	r := rand.New(rand.NewPCG(seed, 1))
	p := kerneltest.Random(r)
	shuffled := primaries(p)
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	var want int64
	kernel.NewDLX(p).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, nil, func([]enumerate.OptionID) bool {
		want++
		return true
	})
	for _, order := range [][]enumerate.Item{shuffled, cover.NarrowOrder(p)} {
		plan, err := cover.NewPlan(p, nil, order, nil)
		if err != nil {
			return false
		}
		c := sweep.NewCounter(plan, sweep.Limits{})
		if outcome := c.Run(nil); outcome != sweep.Done || c.Total().Int64() != want {
			t.Fatalf("outcome %d, counted %v, expected %d, in the order %v of %s", outcome, c.Total(), want, order, kerneltest.Text(p))
		}
	}
	return true
}

// aztec is the board of squares of the Aztec diamond of order n.
func aztec(n int) *enumerate.Problem {
	return dominoesOn(2*n, 2*n, func(row, col int) bool { return min(row, 2*n-1-row)+min(col, 2*n-1-col) >= n-1 })
}

// squares are dominoes on so many separate squares of 2x2 cells.
func squares(n int) *enumerate.Problem {
	return dominoesOn(3*n, 2, func(row, _ int) bool { return row%3 < 2 })
}

// dominoesOn are dominoes on some cells.
func dominoesOn(rows, cols int, free func(row, col int) bool) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	number := map[[2]int]enumerate.Item{}
	for row := range rows {
		for col := range cols {
			if free(row, col) {
				number[[2]int{row, col}] = kerneltest.AddItems(&b, 1)
			}
		}
	}
	for row := range rows {
		for col := range cols {
			i, ok := number[[2]int{row, col}]
			for _, next := range [][2]int{{row, col + 1}, {row + 1, col}} {
				if j, beside := number[next]; ok && beside {
					b.AddOption(kerneltest.Option(i, j)...)
				}
			}
		}
	}
	return kerneltest.Build(&b)
}

// TestPublished compares with published counts: dominoes are OEIS A004003, Latin squares
// A002860, Sudoku grids A107739. An Aztec diamond of order n has 2^(n(n+1)/2) tilings
// (N. Elkies, G. Kuperberg, M. Larsen and J. Propp, Alternating-sign matrices and domino
// tilings, 1992). Separate squares of 2x2 have two each: counts of one to five digits.
func TestPublished(t *testing.T) {
	power := func(n uint) string { return new(big.Int).Lsh(big.NewInt(1), n).String() }
	for _, c := range []struct {
		name    string
		problem *enumerate.Problem
		want    string
	}{
		{"no item", kerneltest.Build(&enumerate.ProblemBuilder{}), "1"},
		{"dominoes 3x3", kerneltest.Dominoes(3, 3), "0"},
		{"dominoes 8x8", kerneltest.Dominoes(8, 8), "12988816"},
		{"dominoes 16x16", kerneltest.Dominoes(16, 16), "2444888770250892795802079170816"},
		{"Aztec diamond of order 7", aztec(7), power(28)},
		{"63 squares of 2x2", squares(63), power(63)},
		{"64 squares of 2x2", squares(64), power(64)},
		{"300 squares of 2x2", squares(300), power(300)},
		{"Latin squares of order 4", kerneltest.Latin(4), "576"},
		{"Latin squares of order 5", kerneltest.Latin(5), "161280"},
		{"Sudoku grids with 2x2 boxes", kerneltest.Sudoku(2, 2), "288"},
	} {
		for _, order := range [][]enumerate.Item{primaries(c.problem), cover.NarrowOrder(c.problem)} {
			counter := sweep.NewCounter(plan(t, c.problem, order), sweep.Limits{})
			if outcome := counter.Run(nil); outcome != sweep.Done || counter.Total().String() != c.want {
				t.Errorf("%s: outcome %d, %s, expected %s", c.name, outcome, counter.Total(), c.want)
			}
		}
	}
}

// TestEstimate: a sampled sweep of all states is exact but for the largest layer, and one
// of few is near the truth: 24,707,352 nodes for Latin squares of order 6, which take
// seconds, and of which too many are expected. So are the solutions: 12,988,816 of dominoes on 8x8 cells.
func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		problem *enumerate.Problem
		width   int
		nodes   float64
		within  float64
	}{
		{kerneltest.Dominoes(8, 8), 200, 2504, 0.002},
		{kerneltest.Latin(5), 500, 111260, 0.5},
		{kerneltest.Dominoes(16, 16), 1000, 1996278, 0.5},
		{kerneltest.Latin(6), 500, 24707352, 0.75},
	} {
		size := sweep.Estimate(plan(t, c.problem, primaries(c.problem)), c.width)
		if math.Abs(size.Nodes/c.nodes-1) > c.within {
			t.Errorf("%.4g nodes, expected %.4g", size.Nodes, c.nodes)
		}
	}
}

// TestEstimateWithValues: 2,141,539 nodes for dominoes on 14 x 14 cells by the number of
// options in the first third of all. Without the power of the width 0.29 to 0.58 of them are
// expected.
func TestEstimateWithValues(t *testing.T) {
	p := kerneltest.Dominoes(14, 14)
	early := enumerate.Sum{Values: make([]int32, p.Options())}
	for o := range p.Options() / 3 {
		early.Values[o] = 1
	}
	plan := plan(t, p, primaries(p), early)
	for _, width := range []int{500, 1000, 2000} {
		if size := sweep.Estimate(plan, width); math.Abs(math.Log(size.Nodes/2141539)) > math.Log(1.5) {
			t.Errorf("width %d: %.4g nodes, expected 2.14e6", width, size.Nodes)
		}
	}
}

// TestMemory: the memory that an estimate expects is right within a factor of 2.
func TestMemory(t *testing.T) {
	for _, p := range []*enumerate.Problem{kerneltest.Dominoes(12, 12), kerneltest.Dominoes(14, 14), kerneltest.Latin(5)} {
		plan := plan(t, p, cover.NarrowOrder(p))
		size := sweep.Estimate(plan, 4000)
		count := func(memory float64) sweep.Outcome {
			return sweep.NewCounter(plan, sweep.Limits{Memory: int64(memory)}).Run(nil)
		}
		complete := func(uses bool) func(memory float64) sweep.Outcome {
			return func(memory float64) sweep.Outcome {
				_, outcome := sweep.Complete(plan, uses, sweep.Limits{Memory: int64(memory)}, nil)
				return outcome
			}
		}
		for k, run := range []func(memory float64) sweep.Outcome{count, complete(false), complete(true)} {
			memory := []float64{size.Count, size.Complete, size.Uses}[k]
			if less, more := run(memory/2), run(2*memory); less != sweep.Full || more != sweep.Done {
				t.Errorf("memory %d, expected %.3g: outcome %d with half of this, %d with twice as much", k, memory, less, more)
			}
		}
	}
}

// TestMemoryOfWorkers: the least memory that suffices does not depend on the workers, for counts and for sweeps that go
// back.
func TestMemoryOfWorkers(t *testing.T) {
	p := kerneltest.Dominoes(3, 16)
	whole := plan(t, p, primaries(p))
	for name, run := range map[string]func(l sweep.Limits) sweep.Outcome{
		"count": func(l sweep.Limits) sweep.Outcome { return sweep.NewCounter(whole, l).Run(nil) },
		"uses": func(l sweep.Limits) sweep.Outcome {
			_, outcome := sweep.Complete(whole, true, l, nil)
			return outcome
		},
	} {
		least := int64(sort.Search(1<<28, func(n int) bool { return run(sweep.Limits{Memory: int64(n) + 1}) == sweep.Done })) + 1
		t.Log(name, least)
		for workers := 1; workers <= 4; workers++ {
			if less, enough := run(sweep.Limits{Memory: least - 1, Workers: workers}), run(sweep.Limits{Memory: least, Workers: workers}); less != sweep.Full || enough != sweep.Done {
				t.Errorf("%s, %d workers: outcome %d with %d bytes, %d with one less", name, workers, enough, least, less)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	p := plan(t, kerneltest.Dominoes(12, 12), cover.NarrowOrder(kerneltest.Dominoes(12, 12)))
	if p.Bits != 12 {
		t.Errorf("a frontier of %d bits, expected 12", p.Bits)
	}
	var stop atomic.Bool
	stop.Store(true)
	for _, c := range []struct {
		limits sweep.Limits
		stop   *atomic.Bool
		want   sweep.Outcome
	}{
		{sweep.Limits{}, &stop, sweep.Stopped},
		{sweep.Limits{Nodes: 100}, nil, sweep.Exhausted},
		{sweep.Limits{Memory: 10_000}, nil, sweep.Full},
		{sweep.Limits{Memory: 1 << 20}, nil, sweep.Done},
	} {
		if got := sweep.NewCounter(p, c.limits).Run(c.stop); got != c.want {
			t.Errorf("%+v: outcome %d, expected %d", c.limits, got, c.want)
		}
	}
	// 1,100 options with the first item, each with an item of its own.
	var b enumerate.ProblemBuilder
	first := kerneltest.AddItems(&b, 2)
	for range 1100 {
		b.AddOption(kerneltest.Option(first, kerneltest.AddItems(&b, 1))...)
	}
	wide := kerneltest.Build(&b)
	if _, err := cover.NewPlan(wide, nil, primaries(wide), nil); err == nil || !strings.Contains(err.Error(), "bits, and 1023 are possible") {
		t.Errorf("a frontier of 1,100 items: %v", err)
	}
}

// TestAllowance: a count with allowances goes on where it was broken off, with any workers, and
// ends as soon as the allowance is what it takes.
func TestAllowance(t *testing.T) {
	p := kerneltest.Dominoes(14, 14)
	one := plan(t, p, primaries(p))
	whole := sweep.NewCounter(one, sweep.Limits{})
	whole.Run(nil)
	for _, step := range []int64{whole.Nodes, whole.Nodes - 1, whole.Nodes/3 + 1, whole.Nodes / 40} {
		c := sweep.NewCounter(one, sweep.Limits{Nodes: step})
		runs := int64(1)
		for ; c.Run(nil) == sweep.Exhausted; runs++ {
			if c.Nodes != runs*step {
				t.Fatalf("%d nodes after an allowance of %d", c.Nodes, runs*step)
			}
			c.Limits = sweep.Limits{Nodes: (runs + 1) * step, Workers: int(runs % 4)}
		}
		if want := (whole.Nodes + step - 1) / step; runs != want || c.Nodes != whole.Nodes || c.Total().Cmp(whole.Total()) != 0 {
			t.Errorf("%d at a time: %d runs, expected %d, %d nodes, %v solutions", step, runs, want, c.Nodes, c.Total())
		}
		if c.Limits.Nodes = 100; c.Run(nil) != sweep.Exhausted {
			t.Error("a count that is done takes no more than 100 nodes")
		}
	}
}

// TestChoose: of rows, columns and the narrow frontier the last is counted at once for
// dominoes, or estimated to be the shortest; of rows and columns the shorter ones are.
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		rows, cols, want int
		done             bool
	}{{8, 8, 2, true}, {20, 20, 2, false}, {8, 40, 1, true}, {40, 8, 0, true}} {
		p := kerneltest.Dominoes(c.rows, c.cols)
		rows := primaries(p)
		columns := make([]enumerate.Item, 0, len(rows))
		for col := range c.cols {
			for row := range c.rows {
				columns = append(columns, rows[row*c.cols+col])
			}
		}
		plans := []*sweep.Plan{plan(t, p, rows), plan(t, p, columns)}
		if c.rows == c.cols {
			plans = append(plans, plan(t, p, cover.NarrowOrder(p)))
		}
		if got := sweep.Choose(plans, math.Inf(1)); got.Number != c.want || got.Done != c.done {
			t.Errorf("%d x %d: order %d, done %v", c.rows, c.cols, got.Number, got.Done)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		name    string
		problem *enumerate.Problem
	}{
		{"dominoes16x16", kerneltest.Dominoes(16, 16)},
		{"aztec9", aztec(9)},
		{"latin5", kerneltest.Latin(5)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				counter := sweep.NewCounter(plan(b, c.problem, cover.NarrowOrder(c.problem)), sweep.Limits{})
				counter.Run(nil)
				b.ReportMetric(float64(counter.Nodes), "nodes")
			}
		})
	}
}

// TestMultiple: options that take several copies from a stock.
func TestMultiple(t *testing.T) {
	several := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := kerneltest.Random(r)
		b := enumerate.ProblemBuilder{Multiple: true}
		for i := range enumerate.Item(p.Items()) {
			b.AddItem(p.Item(i))
		}
		for o := range enumerate.OptionID(p.Options()) {
			var members []enumerate.Member
			for _, m := range p.Option(o) {
				members = append(members, m)
				if p.Item(m.Item).Bounded() && r.IntN(2) == 0 {
					members = append(members, m)
				}
			}
			b.AddOption(members...)
		}
		p = kerneltest.Build(&b)
		var want int64
		kerneltest.Solutions(p, enumerate.Case{}, func([]enumerate.OptionID) { want++ })
		c := sweep.NewCounter(plan(t, p, primaries(p)), sweep.Limits{})
		if outcome := c.Run(nil); outcome != sweep.Done || c.Total().Int64() != want {
			t.Fatalf("outcome %d, counted %v, expected %d, of %s", outcome, c.Total(), want, kerneltest.Text(p))
		}
		if want > 0 {
			several++
		}
	}
	if several < 500 {
		t.Errorf("only %d of the problems have solutions", several)
	}
}
