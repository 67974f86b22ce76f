package board

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/invariants"
)

// TestCases checks the published numbers of classes, with the cases that
// symmetry leaves, and the nodes: a change of these is a change of the search.
func TestCases(t *testing.T) {
	board, cases := chessboard()
	flat, flatCases := sixByTen()
	hole := newPuzzle(scottBoard, pentominoes, false)
	holeCases := hole.orbitCases(pieceIndex(pentominoes, "X"), pieceIndex(pentominoes, "P"))
	for _, x := range []struct {
		name      string
		p         *Problem
		cases     []enumerate.Case
		solutions int64
		nodes     [2]int64 // by search
	}{
		{"chessboard", board, cases, 16146, [2]int64{3732459, 3878414}},
		{"6x10", flat, flatCases, 2339, [2]int64{0, 672491}},
		{"scott", hole, holeCases, 65, [2]int64{34554, 35346}},
	} {
		for i, kc := range searches {
			k := kc.hold(t, x.p)
			if k == nil {
				continue
			}
			e, _ := solve(t, k, x.cases, 1)
			if nodes := x.nodes[i]; e.Solutions != x.solutions || e.Nodes != nodes {
				t.Errorf("%s %s: %d solutions, %d nodes; want %d, %d", x.name, kc.name, e.Solutions, e.Nodes, x.solutions, nodes)
			}
		}
	}
}

// TestRaw counts the chessboard without cases: 8 times the classes.
func TestRaw(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if invariants.Enabled {
		t.Skip("36 million nodes are too many with every invariant walked")
	}
	p, _ := chessboard()
	k, err := newCorner(p)
	if err != nil {
		t.Fatal(err)
	}
	if e, _ := solve(t, k, whole, 1); e.Solutions != 129168 {
		t.Errorf("%d solutions, want 129168", e.Solutions)
	}
}

// TestSplit checks that for every cut the tasks make up the whole, that shares
// are as small as asked and sum to at most 1, and that a task's effort does not
// depend on what its worker did before.
func TestSplit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	hole := newPuzzle(scottBoard, pentominoes, false)
	holeCases := hole.orbitCases(pieceIndex(pentominoes, "X"), pieceIndex(pentominoes, "P"))
	flat, flatCases := sixByTen()
	copies := newPuzzle(blank(5, 8), "I4:2-2 O4:2-2 T4:2-2 S4:2-2 L4:2-2", false)
	for _, x := range []struct {
		p     *Problem
		cases []enumerate.Case
	}{{hole, holeCases}, {flat, flatCases}, {copies, whole}} {
		for _, kc := range searches {
			k := kc.hold(t, x.p)
			if k == nil {
				continue
			}
			want, wantSum := solve(t, k, x.cases, 1)
			for _, cut := range []float64{0.1, 0.01, 0.001} {
				tasks, effort := k.Split(x.cases, cut)
				share := 0.0
				for _, task := range tasks {
					share += task.Share
				}
				if share > 1+1e-9 {
					t.Errorf("%s: shares sum to %v", kc.name, share)
				}
				efforts := make([]enumerate.Effort, len(tasks))
				sum := uint64(0)
				for i, task := range tasks {
					efforts[i], _ = k.Search(task, nil, func(s []enumerate.OptionID) bool {
						h := uint64(0)
						for _, o := range s {
							h += mix(uint64(o) + 1)
						}
						sum += mix(h)
						return true
					})
					effort.Add(efforts[i])
					if task.Share > cut && efforts[i].Nodes > 0 { // a solution can't be cut
						t.Errorf("%s: share %v above the cut %v", kc.name, task.Share, cut)
					}
				}
				if effort.Solutions != want.Solutions || sum != wantSum {
					t.Errorf("%s cut %v: %d solutions, want %d", kc.name, cut, effort.Solutions, want.Solutions)
				}
				again := kc.hold(t, x.p)
				for i, task := range slices.Backward(tasks) {
					if e, _ := again.Search(task, nil, func([]enumerate.OptionID) bool { return true }); e != efforts[i] {
						t.Fatalf("%s cut %v task %d: effort %+v in reverse order, %+v before", kc.name, cut, i, e, efforts[i])
					}
				}
			}
		}
	}
}

// TestSolutions checks every solution of a puzzle with copies cell by cell, and
// that none comes twice.
func TestSolutions(t *testing.T) {
	p := newPuzzle("...../....#/...../.#.../.....", "O4:0-2 T4:1-2 I3:0-3 V3:1-99 I2:0-1 F:0-1 P:0-1", false)
	want, _ := oracle(p, enumerate.Case{})
	for _, kc := range searches {
		k := kc.hold(t, p)
		if k == nil {
			continue
		}
		seen := map[string]bool{}
		k.Search(enumerate.Task{Case: &enumerate.Case{}}, nil, func(s []enumerate.OptionID) bool {
			s = slices.Clone(s)
			slices.Sort(s)
			seen[fmt.Sprint(s)] = true
			covered := make([]bool, len(p.Free))
			for _, o := range s {
				for _, x := range p.Placements[o].Cells {
					if covered[x] {
						t.Fatalf("%s: cell %d covered twice", kc.name, x)
					}
					covered[x] = true
				}
			}
			if !slices.Equal(covered, p.Free) {
				t.Fatalf("%s: not all cells covered", kc.name)
			}
			return true
		})
		if int64(len(seen)) != want || want == 0 {
			t.Errorf("%s: %d different solutions, want %d", kc.name, len(seen), want)
		}
	}
}

func TestStop(t *testing.T) {
	p, cases := chessboard()
	for _, kc := range searches {
		k := kc.hold(t, p)
		if k == nil {
			continue
		}
		var stop atomic.Bool
		stop.Store(true)
		task := enumerate.Task{Case: &cases[len(cases)-1]}
		e, done := k.Search(task, &stop, func([]enumerate.OptionID) bool { return true })
		if done || e.Nodes > 3*pollEvery {
			t.Errorf("%s: a stopped search went on for %d nodes, done %v", kc.name, e.Nodes, done)
		}
		n := 0
		e, done = k.Search(task, nil, func([]enumerate.OptionID) bool { n++; return n < 5 })
		if done || n != 5 || e.Solutions != 5 {
			t.Errorf("%s: visit said no after 5, but %d were visited, %d counted, done %v", kc.name, n, e.Solutions, done)
		}
		// A search cut short leaves nothing behind.
		all, _ := k.Search(task, nil, func([]enumerate.OptionID) bool { return true })
		fresh, _ := kc.make(p)
		if want, _ := fresh.Search(task, nil, func([]enumerate.OptionID) bool { return true }); all != want {
			t.Errorf("%s: %+v after a search cut short, %+v before", kc.name, all, want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	p := newPuzzle(scottBoard, pentominoes, false)
	cases := p.orbitCases(pieceIndex(pentominoes, "X"), pieceIndex(pentominoes, "P"))
	for _, kc := range searches {
		k := kc.hold(t, p)
		if k == nil {
			continue
		}
		task := enumerate.Task{Case: &cases[0]}
		visit := func([]enumerate.OptionID) bool { return true }
		if n := testing.AllocsPerRun(2, func() { k.Search(task, nil, visit) }); n != 0 {
			t.Errorf("%s: %v allocations in a search", kc.name, n)
		}
	}
}

// TestRetarget compares a kernel moved from board to board with kernels made
// for each.
func TestRetarget(t *testing.T) {
	pieces := "S4 T4 O4 L4 V3 I2:0-1 I4 I3:0-1"
	full := newPuzzle(blank(6, 6), pieces, false)
	for _, kc := range searches {
		k := kc.hold(t, full)
		if k == nil {
			continue
		}
		for seed := range uint64(200) {
			picture := []byte(blank(6, 6))
			h := mix(seed + 1)
			for range 8 + seed%6 {
				h = mix(h)
				if i := h % 41; picture[i] != '/' {
					picture[i] = '#'
				}
			}
			p := newPuzzle(string(picture), pieces, false)
			fresh, err := kc.make(p)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := solve(t, fresh, whole, 1)
			k.Retarget(p.Free)
			if e, _ := solve(t, k, whole, 1); e != want {
				t.Fatalf("%s: %s has %+v, retargeted %+v", kc.name, picture, want, e)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	free := func(n int) []bool { return slices.Repeat([]bool{true}, n) }
	for name, p := range map[string]*Problem{
		"large": {Rows: 12, Cols: 12, Free: free(144)},
		"apart": {Rows: 1, Cols: 3, Free: free(3), Pieces: []Piece{{1, 1}}, Placements: []Placement{{Cells: []int{0, 2}}}},
	} {
		for _, kc := range searches {
			if _, err := kc.make(p); err == nil {
				t.Errorf("%s: %s gave no error", name, kc.name)
			}
		}
	}
	if _, err := newCorner(newPuzzle(blank(6, 6), "H1", false)); err == nil {
		t.Error("the corner tables held a hexomino")
	}
}

// TestImpossible: no solution where the area says so, at no cost, and one, the
// empty one, on a board without free cells.
func TestImpossible(t *testing.T) {
	for _, kc := range searches {
		for picture, want := range map[string]int64{"#/#": 1, ".../...": 0} {
			k := kc.hold(t, newPuzzle(picture, "O4:0-1", false))
			if k == nil {
				continue
			}
			if e, _ := solve(t, k, whole, 1); e.Solutions != want || e.Nodes > 0 {
				t.Errorf("%s %s: %+v, want %d solutions and no nodes", kc.name, picture, e, want)
			}
		}
	}
}

// TestOneSided compares the scan kernel with the oracle on some small parts of
// the 18 one-sided pentominoes on 9x10, where corners are weighed.
func TestOneSided(t *testing.T) {
	p, cases := oneSided()
	k, err := NewScan(p)
	if err != nil {
		t.Fatal(err)
	}
	tasks, _ := k.Split(cases, 1e-4)
	total := int64(0)
	for i := 0; i < len(tasks); i += 1 + len(tasks)/40 {
		// The first solution of a task, all but its last seven placements.
		c := enumerate.Case{Banned: tasks[i].Case.Banned}
		k.Search(tasks[i], nil, func(s []enumerate.OptionID) bool {
			c.Fixed = slices.Clone(s[:len(s)-7])
			return false
		})
		if c.Fixed == nil {
			continue
		}
		want, wantSum := oracle(p, c)
		if e, sum := solve(t, k, []enumerate.Case{c}, 1); e.Solutions != want || sum != wantSum {
			t.Errorf("case %v: %d solutions, want %d", c, e.Solutions, want)
		}
		total += want
	}
	if t.Log(total, "solutions compared"); total < 20 {
		t.Errorf("only %d solutions in the parts: choose others", total)
	}
}
