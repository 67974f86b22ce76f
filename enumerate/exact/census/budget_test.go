package census_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/census"
	"coverstat/enumerate/probe"
)

// bounded is a kernel that fails a test when its updates exceed a bound.
type bounded struct {
	enumerate.Kernel
	t    *testing.T
	left *int64
}

func (k bounded) spend(e enumerate.Effort) {
	if *k.left -= e.Updates; *k.left < 0 {
		k.t.Fatal("more updates than the budget allows")
	}
}

func (k bounded) Split(cases []enumerate.Case, share float64) ([]enumerate.Task, enumerate.Effort) {
	var tasks []enumerate.Task
	var all enumerate.Effort
	for i := range cases { // one by one, so that a cut without a bound fails before its end
		more, e := k.Kernel.Split(cases[i:i+1], share*float64(len(cases)))
		k.spend(e)
		for _, t := range more {
			t.Share /= float64(len(cases))
			tasks = append(tasks, t)
		}
		all.Add(e)
	}
	return tasks, all
}

func (k bounded) Search(t enumerate.Task, stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	e, done := k.Kernel.Search(t, stop, visit)
	k.spend(e)
	return e, done
}

// TestPreparationIsBounded: 594 cases of hexominoes, where one branching takes 1.3 million
// updates, are sized and cut within a bound, and so is the estimate. They were cut for more
// than 300 s.
func TestPreparationIsBounded(t *testing.T) {
	x := configstest.Open(t, "chessboard", "puzzle.board={rows: 12, cols: 15}", "puzzle.pieces=[{set: hexominoes, count: {max: 1}}]", "measures=[]").(*census.Census).Instance
	pool, _, err := exact.Choose(x.Kernels, "dlx")
	if err != nil {
		t.Fatal(err)
	}
	left := int64(1 << 30)
	x.Kernels = []exact.KernelChoice{{Name: "dlx", Node: 1, New: func() (enumerate.Kernel, error) {
		k, err := pool.Get()
		return bounded{k, t, &left}, err
	}}}
	c, err := census.New(x, "dlx", 0, false)
	if err != nil {
		t.Fatal(err)
	}
	if n := c.Tasks(); n < 100 || n > 10_000 {
		t.Errorf("%d tasks: expected some hundred", n)
	}
	if testing.Short() {
		return
	}
	tree, err := c.Features().Tree()
	if err != nil {
		t.Fatal(err)
	}
	const budget = 1 << 20
	left = 4 * 64 * budget
	var stop atomic.Bool
	e, err := probe.Tree(tree, probe.Budget{Nodes: budget, Precision: 0.02, Seed: 1}, &stop)
	if err != nil {
		t.Fatal(err)
	}
	if e.Precise || e.Probes < 2 {
		t.Errorf("%+v: expected a few probes that are not precise", e)
	}
}

// TestCountBudget: a count by a sweep ends with its budget, without a number.
func TestCountBudget(t *testing.T) {
	n, err := configstest.Open(t, "dominoes-8x8", "puzzle.board.rows=14", "puzzle.board.cols=14").Features().Count(1, 1<<12, nil, nil)
	if n.Raw != nil || n.Nodes > 1<<13 || err != nil {
		t.Errorf("%v after %d nodes, %v: expected no number after 4,096", n.Raw, n.Nodes, err)
	}
}

// TestCountDistinctBudget: where the budget does for the raw solutions alone, they are counted
// alone; and a count up to symmetry can be stopped.
func TestCountDistinctBudget(t *testing.T) {
	set := []string{"puzzle.board.rows=14", "puzzle.board.cols=14"}
	count := func(most int64, stop *atomic.Bool, progress func(int64), more ...string) (enumerate.CountResult, error) {
		return configstest.Open(t, "dominoes-8x8", append(more, set...)...).Features().Count(1, most, stop, progress)
	}
	alone, err := count(0, nil, nil, "puzzle.symmetry=none")
	if err != nil {
		t.Fatal(err)
	}
	all, err := count(0, nil, nil)
	if err != nil || all.Distinct == nil || all.Nodes <= alone.Nodes {
		t.Fatalf("%+v, %v", all, err)
	}
	for _, part := range []int64{1, 50, 90, 98, 99, 200} { // of the nodes after the raw count, in percent
		most := alone.Nodes + (all.Nodes-alone.Nodes)*part/100
		n, err := count(most, nil, nil)
		if err != nil || n.Raw == nil || n.Raw.Cmp(all.Raw) != 0 || (n.Distinct != nil) != (part > 100) || n.Distinct != nil && n.Distinct.Cmp(all.Distinct) != 0 {
			t.Errorf("%d nodes at most: %+v, %v", most, n, err)
		}
	}
	last := int64(0)
	var stop atomic.Bool
	_, err = count(0, &stop, func(nodes int64) {
		if last <= alone.Nodes && nodes > alone.Nodes {
			stop.Store(true)
		}
		last = nodes
	})
	if err == nil || last <= alone.Nodes || last >= all.Nodes {
		t.Errorf("stopped after %d nodes of %d, %d of them for the raw solutions: %v", last, all.Nodes, alone.Nodes, err)
	}
}

// TestManyQuotients: no count up to symmetry is begun where it would take long.
func TestManyQuotients(t *testing.T) {
	c := configstest.Open(t, "dominoes-torus-8x8").(*census.Census)
	if pays, why := census.CountsDistinct(c, 1e6); !pays || !strings.HasPrefix(why, "counting up to symmetry by Burnside's lemma: 27 further sweeps, about ") {
		t.Errorf("%v, %q", pays, why)
	}
	if pays, why := census.CountsDistinct(c, 1000); pays || !strings.HasSuffix(why, "would take more than 1e+03 nodes") {
		t.Errorf("%v, %q", pays, why)
	}
}
