package kernel_test

import (
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/kernel/kerneltest"
)

// known are instances with published numbers of solutions. All kernels must have the same
// nodes; the updates are those of DLX.
var known = []struct {
	name      string
	problem   *enumerate.Problem
	solutions int64
	nodes     int64
	updates   int64
}{
	{"queens 8", queens(8), 92, 1198, 15519},
	{"langford 7", langford(7), 52, 606, 5916},
	{"langford 8", langford(8), 300, 2788, 26158},
	{"dominoes 6x6", dominoes(6, 6), 6728, 25694, 30451},
	{"latin squares 4", grids(4, 1, 4), 576, 4744, 18056},
	{"sudoku 4x4", grids(4, 2, 2), 288, 2156, 12480},
	{"coloured latin squares 4", colouredGrids(4), 576, 20528, 90776},
	{"pentominoes 3x20", pentominoes(3, 20, false), 8, 32643, 8864405},
}

func TestKnown(t *testing.T) {
	for _, x := range known {
		var first *kerneltest.Checksum
		for name, k := range kernels(x.problem) {
			if name == "dlx leftmost" && x.name == "pentominoes 3x20" {
				continue // 20 times the nodes
			}
			var sum kerneltest.Checksum
			e, done := k.Search(enumerate.Task{}, nil, sum.Visit)
			if !done || sum.Solutions != x.solutions || e.Solutions != x.solutions {
				t.Errorf("%s, %s: %d solutions, %d by its effort, want %d", x.name, name, sum.Solutions, e.Solutions, x.solutions)
			}
			if name != "dlx leftmost" && e.Nodes != x.nodes {
				t.Errorf("%s, %s: %d nodes, want %d", x.name, name, e.Nodes, x.nodes)
			}
			if (name == "dlx" || name == "dlx tails") && e.Updates != x.updates {
				t.Errorf("%s: %d updates, want %d", x.name, e.Updates, x.updates)
			}
			if first != nil && !first.Equal(&sum) {
				t.Errorf("%s, %s: the kernels found different sets", x.name, name)
			}
			first = &sum
		}
	}
}

// TestBounded covers a row of n cells with given numbers of bars of 1 and 2 cells. The
// solutions are the orders of the bars.
func TestBounded(t *testing.T) {
	exactly := func(n int32) enumerate.ItemInfo { return enumerate.ItemInfo{Min: n, Max: n} }
	atMost := func(n int32) enumerate.ItemInfo { return enumerate.ItemInfo{Min: 0, Max: n} }
	for _, x := range []struct {
		n          int
		ones, twos enumerate.ItemInfo
		want       int64
	}{
		{10, exactly(4), exactly(3), 35},
		{10, exactly(4), atMost(5), 35},
		{10, atMost(enumerate.Unbounded), atMost(enumerate.Unbounded), 89},
		{10, enumerate.ItemInfo{Min: 2, Max: 6}, enumerate.ItemInfo{Min: 2, Max: enumerate.Unbounded}, 28 + 35 + 15},
		{10, exactly(0), exactly(5), 1},
		{10, exactly(0), exactly(4), 0},
	} {
		p := stocked(x.n, x.ones, x.twos)
		bits, err := kernel.NewBits(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []enumerate.Kernel{kernel.NewDLX(p), bits} {
			var sum kerneltest.Checksum
			if k.Search(enumerate.Task{}, nil, sum.Visit); sum.Solutions != x.want {
				t.Errorf("%T: %d cells, %d to %d ones, %d to %d twos: %d ways, want %d",
					k, x.n, x.ones.Min, x.ones.Max, x.twos.Min, x.twos.Max, sum.Solutions, x.want)
			}
		}
	}
}

// TestBoundedSubsets has one bounded item: every set of 2 to 4 of 6 options is
// a solution, each once.
func TestBoundedSubsets(t *testing.T) {
	var b enumerate.ProblemBuilder
	i := b.AddItem(enumerate.ItemInfo{Min: 2, Max: 4})
	for range 6 {
		b.AddOption(option(i)...)
	}
	p := build(&b)
	want := brute(p, enumerate.Case{})
	var sum kerneltest.Checksum
	kernel.NewDLX(p).Search(enumerate.Task{}, nil, sum.Visit)
	if want.Solutions != 15+20+15 || !sum.Equal(&want) {
		t.Errorf("%d sets, want %d", sum.Solutions, want.Solutions)
	}
}

// TestTasksInAnyOrder does the tasks of a cut in any order and mixed between
// cases: together they are the whole search.
func TestTasksInAnyOrder(t *testing.T) {
	p := dominoes(4, 6)
	cases := []enumerate.Case{
		{Fixed: []enumerate.OptionID{0}},
		{Fixed: []enumerate.OptionID{1}, Banned: []enumerate.OptionID{0, 20}},
		{Fixed: []enumerate.OptionID{1, 0}}, // impossible: both cover the corner
		{Banned: []enumerate.OptionID{0, 1}},
	}
	for name, k := range kernels(p) {
		var want kerneltest.Checksum
		for i := range cases {
			k.Search(enumerate.Task{Case: &cases[i]}, nil, want.Visit)
		}
		tasks, _ := k.Split(cases, 0.03)
		if len(tasks) < 30 {
			t.Errorf("%s: only %d tasks", name, len(tasks))
		}
		var sum kerneltest.Checksum
		for i := range tasks {
			x := tasks[i*7%len(tasks)]
			if len(tasks)%7 == 0 {
				x = tasks[len(tasks)-1-i]
			}
			if x.Share > 0.03 {
				t.Errorf("%s: a task of share %v", name, x.Share)
			}
			k.Search(x, nil, sum.Visit)
		}
		if !sum.Equal(&want) || want.Solutions == 0 {
			t.Errorf("%s: %d solutions by tasks, want %d", name, sum.Solutions, want.Solutions)
		}
	}
}

// TestStop: a stop, or a visit that returns false, ends a search. The search can then be
// repeated from the start.
func TestStop(t *testing.T) {
	p := dominoes(6, 6)
	for name, k := range kernels(p) {
		var stop atomic.Bool
		n := 0
		e, done := k.Search(enumerate.Task{}, &stop, func([]enumerate.OptionID) bool {
			n++
			if n == 1000 {
				stop.Store(true)
			}
			return true
		})
		if done || n < 1000 || n > 2024 || e.Solutions != int64(n) {
			t.Errorf("%s: stopped after %d solutions, done %v", name, n, done)
		}
		e, done = k.Search(enumerate.Task{}, nil, func([]enumerate.OptionID) bool { n--; return n > 0 })
		if done || n != 0 {
			t.Errorf("%s: %d solutions after visit returned false", name, e.Solutions)
		}
		if e, done = k.Search(enumerate.Task{}, nil, func([]enumerate.OptionID) bool { return true }); !done || e.Solutions != 6728 {
			t.Errorf("%s: %d solutions after two stops", name, e.Solutions)
		}
	}
}

// TestTails: cached tails change only the time. Solutions, their order and
// efforts stay the same, for the whole search and for tasks in another order.
func TestTails(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, p := range []*enumerate.Problem{dominoes(6, 6), grids(4, 2, 2), grids(4, 1, 4), langford(11)} {
		plain, cached := kernel.NewDLX(p), kernel.NewDLX(p).CacheTails()
		var order [2]uint64
		var efforts [2]enumerate.Effort
		for i, k := range []*kernel.DLX{plain, cached} {
			efforts[i], _ = k.Search(enumerate.Task{}, nil, func(s []enumerate.OptionID) bool {
				for _, o := range s {
					order[i] = order[i]*31 + uint64(o)
				}
				return true
			})
		}
		if order[0] != order[1] || efforts[0] != efforts[1] {
			t.Errorf("%d options: %+v, cached %+v", p.Options(), efforts[0], efforts[1])
		}
		cases := []enumerate.Case{{}, {Banned: []enumerate.OptionID{1, 5}}}
		tasks, _ := plain.Split(cases, 0.05)
		for i := len(tasks) - 1; i >= 0; i-- {
			var want, got kerneltest.Checksum
			a, _ := plain.Search(tasks[i], nil, want.Visit)
			b, _ := cached.Search(tasks[i], nil, got.Visit)
			if a != b || !want.Equal(&got) {
				t.Fatalf("%d options, task %d: %+v, cached %+v", p.Options(), i, a, b)
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	for _, p := range []*enumerate.Problem{queens(6), colouredGrids(3), dominoes(4, 4)} {
		for name, k := range kernels(p) {
			tasks, _ := k.Split([]enumerate.Case{{Banned: []enumerate.OptionID{3}}}, 0.2)
			n := int64(0)
			visit := func([]enumerate.OptionID) bool { n++; return true }
			if a := testing.AllocsPerRun(10, func() {
				for _, x := range tasks {
					k.Search(x, nil, visit)
				}
			}); a != 0 {
				t.Errorf("%s: %v allocations", name, a)
			}
		}
	}
}

func TestBitsLimits(t *testing.T) {
	if _, err := kernel.NewBits(grids(9, 3, 3)); err == nil {
		t.Error("324 primary items were taken")
	}
	var b enumerate.ProblemBuilder
	b.AddOption(option(b.AddItem(enumerate.ItemInfo{Min: 1, Max: 9}))...)
	if _, err := kernel.NewBits(build(&b)); err == nil {
		t.Error("an option of a bounded item alone was taken")
	}
}
