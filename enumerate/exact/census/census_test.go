package census_test

import (
	"fmt"
	"math/big"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/probe"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		name string
		set  []string
		want string // "" where listing is better
	}{
		{"dominoes-8x8", nil, "12988816"},
		{"dominoes-8x8", []string{"puzzle.board.rows=12", "puzzle.board.cols=12"}, "53060477521960000"},
		{"dominoes-8x8", []string{"puzzle.board.rows=16", "puzzle.board.cols=16"}, "2444888770250892795802079170816"},
		{"dominoes-8x8", []string{"puzzle.board.rows=4", "puzzle.board.cols=60"}, fourRows(60)},
		{"chessboard", nil, ""},
		{"pent-6x10", nil, ""},
		{"queens-8", nil, ""},
	} {
		n, err := configstest.Open(t, c.name, c.set...).Features().Count(1, 0, nil, nil)
		raw, how := n.Raw, n.How
		switch {
		case err != nil:
			t.Errorf("%s %v: %v", c.name, c.set, err)
		case c.want == "" && raw != nil:
			t.Errorf("%s: counted %v by %s, expected listing", c.name, raw, how)
		case c.want != "" && (raw == nil || raw.String() != c.want):
			t.Errorf("%s %v: %v by %s, expected %s", c.name, c.set, raw, how, c.want)
		}
	}
}

// TestShortSearchIsListed: where listing is quick, no long trials are made of counting
// by memory. A first trial shows a saving that would be worth longer ones.
func TestShortSearchIsListed(t *testing.T) {
	for _, name := range []string{"pent-3x20", "tetro2-5x8"} {
		facts := configstest.Open(t, name).Features().CountingFacts()
		if want := "counting by listing: the search is short"; !strings.HasPrefix(facts[0].Text, want) {
			t.Errorf("%s: %q, expected %q", name, facts[0].Text, want)
		}
	}
}

// fourRows is the number of tilings of 4 rows of dominoes, by the recurrence in
// OEIS A005178.
func fourRows(n int) string {
	a := []*big.Int{big.NewInt(1), big.NewInt(1), big.NewInt(5), big.NewInt(11)}
	for k := 4; k <= n; k++ {
		next := new(big.Int).Mul(big.NewInt(5), a[k-2])
		next.Add(next, a[k-1]).Add(next, a[k-3]).Sub(next, a[k-4])
		a = append(a, next)
	}
	return a[n].String()
}

// TestCountProgress: a count that takes a while says how far it is.
func TestCountProgress(t *testing.T) {
	var seen int64
	n, err := configstest.Open(t, "dominoes-8x8", "puzzle.board.rows=14", "puzzle.board.cols=14").Features().Count(1, 0, nil, func(n int64) { seen = n })
	if err != nil || seen == 0 || seen > n.Nodes {
		t.Errorf("progress of %d nodes, %d in all, %v", seen, n.Nodes, err)
	}
}

// TestCountStops stops a count that would take long.
func TestCountStops(t *testing.T) {
	var stop atomic.Bool
	stop.Store(true)
	c := configstest.Open(t, "dominoes-8x8", "puzzle.board.rows=14", "puzzle.board.cols=18")
	if _, err := c.Features().Count(1, 0, &stop, nil); err == nil {
		t.Error("a stopped count is no error")
	}
}

func tree(t testing.TB, name string, set ...string) *enumerate.Tree {
	t.Helper()
	x, err := configstest.Open(t, name, set...).Features().Tree()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func estimate(t testing.TB, x *enumerate.Tree, nodes int64, seed uint64) *probe.Size {
	t.Helper()
	var stop atomic.Bool
	e, err := probe.Tree(x, probe.Budget{Nodes: nodes, Precision: 0.001, Seed: seed}, &stop)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEstimateWhole: a budget above the whole tree finds all of it.
func TestEstimateWhole(t *testing.T) {
	for name, raw := range map[string]float64{"chessboard": 129168, "queens-8": 92, "tetro2-5x8": 3106} {
		e := estimate(t, tree(t, name), 1<<24, 1)
		if !e.Exact || e.Raw.Estimate != raw || e.Raw.Low != raw || e.Raw.High != raw {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// additive says which kernels have the same nodes however the search is cut.
var additive = map[string]bool{"dlx": true, "bits": true}

// TestEstimateCoverage: over many seeds the intervals of 95% contain the truth
// nearly that often, and the estimates are right on average.
func TestEstimateCoverage(t *testing.T) {
	runs := 40
	if os.Getenv("COVERSTAT_SOAK") != "" {
		runs = 300
	}
	for _, c := range []struct {
		name string
		set  []string
		raw  float64
	}{
		{"chessboard", nil, 129168},
		{"pent-6x10", nil, 9356},
		{"queens-12", nil, 14200},
		{"queens-12", []string{"kernel=dlx"}, 14200},
	} {
		job := configstest.Open(t, c.name, c.set...)
		x, err := job.Features().Tree()
		if err != nil {
			t.Fatal(err)
		}
		whole := estimate(t, x, 1<<30, 1)
		if !whole.Exact || whole.Raw.Estimate != c.raw {
			t.Fatalf("%s: %+v", c.name, whole)
		}
		raws, nodes, sum, sumNodes := 0, 0, 0.0, 0.0
		for seed := range uint64(runs) {
			e := estimate(t, x, int64(whole.Nodes.Estimate)/4, seed)
			if e.Exact {
				t.Fatalf("%s: a quarter of the tree was enough for all of it", c.name)
			}
			sum += e.Raw.Estimate / c.raw
			sumNodes += e.Nodes.Estimate / whole.Nodes.Estimate
			if e.Raw.Low <= c.raw && c.raw <= e.Raw.High {
				raws++
			}
			if e.Nodes.Low <= whole.Nodes.Estimate && whole.Nodes.Estimate <= e.Nodes.High {
				nodes++
			}
		}
		n := float64(runs)
		t.Logf("%s: of %d intervals %d contain the solutions, %d the nodes; mean estimates %.3f and %.3f of the truth",
			c.name, runs, raws, nodes, sum/n, sumNodes/n)
		if float64(raws) < 0.85*n || sum/n < 0.9 || sum/n > 1.1 || sumNodes/n < 0.9 || sumNodes/n > 1.1 {
			t.Errorf("%s: intervals or estimates are off", c.name)
		}
		if additive[job.Kernel()] && (float64(nodes) < 0.85*n || sumNodes/n < 0.95 || sumNodes/n > 1.05) {
			t.Errorf("%s: intervals or estimates of nodes are off", c.name)
		}
	}
}

// TestFullBatch: a batch that is passed on has no rows that were not begun, also where
// some of its rows are of tasks before.
func TestFullBatch(t *testing.T) {
	job := configstest.Open(t, "chessboard")
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	out, full := enumerate.NewBatch(job.Columns()), 0
	flush := func() error {
		full++
		for i, c := range out.Columns {
			if n := len(out.Vectors[i].Int32s); c.Type == enumerate.Int32 && n != out.Len() {
				t.Errorf("column %s has %d values, expected %d", c.Name, n, out.Len())
			}
		}
		out.Reset()
		return nil
	}
	for task := range job.Tasks() {
		if _, _, err := w.Do(task, &stop, out, flush); err != nil {
			t.Fatal(err)
		}
	}
	if full == 0 {
		t.Error("no batch was full")
	}
}

// TestCountDistinct: solutions up to symmetry where a sweep counts the raw ones. Of the
// large squares the sweeps of some quotients are too long to be tried before they are
// estimated. Cuts of squares into squares are OEIS A224239, two rows of dominoes A060312.
func TestCountDistinct(t *testing.T) {
	board := func(rows, cols int) string { return fmt.Sprintf("puzzle.board={rows: %d, cols: %d}", rows, cols) }
	nodes := map[string]int64{} // by what is expected
	for _, c := range []struct {
		set  []string
		want string
	}{
		// Of the 12,988,816 tilings 44 are mapped to themselves by a quarter turn, 5,280 by a
		// half turn, 19,664 by a reflection in a middle line, none by one in a diagonal.
		{nil, "1629189"},
		{[]string{"puzzle.symmetry=rotations"}, fmt.Sprint((12988816 + 2*44 + 5280) / 4)},
		{[]string{"puzzle.symmetry=none"}, "12988816"},
		{[]string{board(2, 50)}, twoRows(50)},
		{[]string{board(2, 51)}, twoRows(51)},
		{[]string{board(8, 8), squares(8)}, "4495023"},
		{[]string{board(12, 12), squares(12)}, "97702673827558670"},
	} {
		n, err := configstest.Open(t, "dominoes-8x8", c.set...).Features().Count(1, 0, nil, nil)
		if err != nil || n.Distinct == nil || n.Distinct.String() != c.want {
			t.Errorf("%v: %+v, %v, expected %s", c.set, n, err, c.want)
		}
		nodes[c.want] = n.Nodes
	}
	if all, raw := nodes["1629189"], nodes["12988816"]; all <= raw {
		t.Errorf("%d nodes: expected more than the %d of the raw solutions", all, raw)
	}
}

// twoRows is the number of tilings of two rows of dominoes up to symmetry.
func twoRows(n int) string {
	f := make([]int, n+2)
	f[1] = 1
	for k := 2; k < len(f); k++ {
		f[k] = f[k-1] + f[k-2]
	}
	if n%2 == 0 {
		return fmt.Sprint((f[n+1] + f[n/2+2]) / 2)
	}
	return fmt.Sprint((f[n+1] + f[(n+1)/2]) / 2)
}

// squares are those of all sides up to n, in any number.
func squares(n int) string {
	var list []string
	for side := range n {
		list = append(list, fmt.Sprintf("{name: Q%d, count: any, picture: \"%s\"}", side+1, strings.Repeat(strings.Repeat("#", side+1)+"\\n", side+1)))
	}
	return "puzzle.pieces=[" + strings.Join(list, ", ") + "]"
}
