package jobs_test

import (
	"sync/atomic"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/probe"
	"coverstat/enumerate/symmetry"
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
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const rows, cols = 12, 15
	cover, err := configstest.Open(t, "chessboard", "puzzle.board={rows: 12, cols: 15}", "puzzle.pieces=[{set: hexominoes, count: {max: 1}}]", "measures=[]").Covers.Cover(0)
	if err != nil {
		t.Fatal(err)
	}
	mirrors := make([][]enumerate.Item, 2)
	for i := range enumerate.Item(cover.Problem.Items()) {
		across, down := i, i
		if i < rows*cols { // a cell, and else a piece
			across, down = i-i%cols+cols-1-i%cols, (rows-1-i/cols)*cols+i%cols
		}
		mirrors[0], mirrors[1] = append(mirrors[0], across), append(mirrors[1], down)
	}
	group, err := symmetry.Generate(cover.Problem, mirrors, 4)
	if err != nil {
		t.Fatal(err)
	}
	x := &exact.Instance{Problem: cover.Problem, Group: group}
	x.ListOptions(nil)
	pool, err := exact.Choose(x.Kernels, "dlx")
	if err != nil {
		t.Fatal(err)
	}
	left := int64(1 << 30)
	x.Kernels = []exact.KernelChoice{{Name: "dlx", Node: 1, New: func() (enumerate.Kernel, error) {
		return bounded{pool.Get(), t, &left}, nil
	}}}
	c, err := jobs.NewCensus(x, "dlx", 0, false)
	if err != nil {
		t.Fatal(err)
	}
	if n := c.Job().Tasks(); n < 100 || n > 10_000 {
		t.Errorf("%d tasks: expected some hundred", n)
	}
	if testing.Short() {
		return
	}
	tree, err := c.Tree()
	if err != nil {
		t.Fatal(err)
	}
	const budget = 1 << 20
	left = 4 * 64 * budget
	var stop atomic.Bool
	e := probe.Tree(tree, probe.Budget{Nodes: budget, Precision: 0.02, Seed: 1}, &stop)
	if e.Precise || e.Nodes.Probes < 2 {
		t.Errorf("%+v: expected a few probes that are not precise", e)
	}
}
