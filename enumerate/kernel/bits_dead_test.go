package kernel

import (
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/kerneltest"
)

// yPentominoes has the Y pentomino in all its orientations on a square board, between min
// and max of each orientation.
func yPentominoes(side int, min, max int32) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	first := kerneltest.AddItems(&b, side*side)
	var bounded [8]enumerate.Item
	for turn := range bounded {
		bounded[turn] = b.AddItem(enumerate.ItemInfo{Min: min, Max: max})
	}
	for turn := range 8 {
		for r := range side {
			for c := range side {
				members := []enumerate.Member{{Item: bounded[turn]}}
				for _, d := range [][2]int{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}} {
					if turn&1 != 0 {
						d[0] = -d[0]
					}
					if turn&2 != 0 {
						d[1] = -d[1]
					}
					if turn&4 != 0 {
						d[0], d[1] = d[1], d[0]
					}
					if x, y := r+d[0], c+d[1]; 0 <= x && x < side && 0 <= y && y < side {
						members = append(members, enumerate.Member{Item: first + enumerate.Item(x*side+y)})
					}
				}
				if len(members) == 6 {
					b.AddOption(members...)
				}
			}
		}
	}
	return kerneltest.Build(&b)
}

// TestDeadStates: solutions, their order and efforts are those of a search without the
// memory of dead states, whatever was searched before.
func TestDeadStates(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, x := range []struct {
		min, max         int32
		nodes, solutions int64
	}{{0, enumerate.Unbounded, 17623, 350}, {1, 4, 15330, 114}, {2, enumerate.Unbounded, 16752, 28}} {
		testDeadStates(t, yPentominoes(10, x.min, x.max), x.nodes, x.solutions)
	}
	testDeadStates(t, yPentominoes(9, 0, enumerate.Unbounded), 289, 0)
}

// TestDeadStatesOfSecondaryItems: states that differ in one secondary item alone are told apart,
// also if there are more of these items than bits.
func TestDeadStatesOfSecondaryItems(t *testing.T) {
	for _, n := range []int{64, 65} {
		var b enumerate.ProblemBuilder
		kerneltest.AddItems(&b, 5)
		last := enumerate.Item(5 + n - 1)
		for range n {
			b.AddItem(enumerate.ItemInfo{Min: 0, Max: 1})
		}
		b.AddOption(kerneltest.Option(0, last)...) // leaves four items for three secondary ones
		b.AddOption(kerneltest.Option(0)...)
		b.AddOption(kerneltest.Option(1, last)...)
		for i := range enumerate.Item(4) {
			for k := range enumerate.Item(3) {
				b.AddOption(kerneltest.Option(1+i, 5+k)...)
			}
		}
		k, err := NewBits(kerneltest.Build(&b))
		if err != nil {
			t.Fatal(err)
		}
		k.remember(deadEntries)
		if effort, _ := k.Search(enumerate.Task{}, nil, func([]enumerate.OptionID) bool { return true }); effort.Solutions != 6 {
			t.Errorf("%d secondary items: %d solutions, expected 6", n, effort.Solutions)
		}
	}
}

func testDeadStates(t *testing.T, p *enumerate.Problem, nodes, solutions int64) {
	plain, err := NewBits(p)
	if err != nil {
		t.Fatal(err)
	}
	plain.dead.off = true
	var listed kerneltest.Checksum
	NewDLX(p).Search(enumerate.Task{}, nil, listed.Visit)
	if listed.Solutions != solutions {
		t.Errorf("%d solutions by dancing links, want %d", listed.Solutions, solutions)
	}
	b, _ := NewBits(p)
	b.remember(deadEntries)
	banned := &enumerate.Case{Banned: []enumerate.OptionID{3, 40, 117}}
	fixed := &enumerate.Case{Fixed: []enumerate.OptionID{30}}
	for i, c := range []*enumerate.Case{nil, banned, nil, nil, fixed, banned, banned} {
		for _, limit := range []int64{1, 100, 1 << 40} {
			search := func(k *Bits) (sum kerneltest.Checksum, e enumerate.Effort) {
				e, _ = k.Search(enumerate.Task{Case: c}, nil, func(s []enumerate.OptionID) bool {
					return sum.Visit(s) && sum.Solutions < limit
				})
				return sum, e
			}
			want, wantEffort := search(plain)
			got, effort := search(b)
			if effort != wantEffort || !got.Equal(&want) {
				t.Errorf("search %d, limit %d: %d solutions, %+v, want %d, %+v", i, limit, got.Solutions, effort, want.Solutions, wantEffort)
			}
			if i == 0 && limit > 100 && (effort.Nodes != nodes || effort.Solutions != solutions) {
				t.Errorf("%+v, want %d nodes and %d solutions", effort, nodes, solutions)
			}
		}
	}
	tasks, _ := plain.Split([]enumerate.Case{{}}, 0.1)
	for i, task := range slices.Concat(tasks, tasks) { // the second time the task itself may be dead
		want, _ := plain.Search(task, nil, func([]enumerate.OptionID) bool { return true })
		if effort, _ := b.Search(task, nil, func([]enumerate.OptionID) bool { return true }); effort != want {
			t.Errorf("task %d: %+v, want %+v", i, effort, want)
		}
	}
	if plain.dead.table != nil || b.dead.trials == 0 && b.dead.spared == 0 {
		t.Error("the memory was not used as meant")
	}
}
