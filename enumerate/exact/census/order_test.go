package census_test

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/census"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/symmetry"
)

// TestReordered: in the other order the items are those of the problem, by name, the
// options have the same numbers, items and colours, and so the same solutions.
func TestReordered(t *testing.T) {
	kinds := []enumerate.ItemInfo{{Min: 1, Max: 1}, {Min: 1, Max: 1}, {Min: 0, Max: 1}, {Min: 1, Max: 2}}
	others, solvable := 0, 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 3))
		var b enumerate.ProblemBuilder
		for i := range 6 {
			info := kinds[(int(seed)+i)%len(kinds)]
			info.Name = fmt.Sprint(i)
			b.AddItem(info)
		}
		for range 14 {
			var members []enumerate.Member
			must := false
			for i := range 6 {
				info := kinds[(int(seed)+i)%len(kinds)]
				if r.IntN(3) > 0 {
					continue
				}
				m := enumerate.Member{Item: enumerate.Item(i)}
				if info.Secondary() {
					m.Colour = enumerate.Colour(r.IntN(3))
				}
				must = must || info.Min > 0
				members = append(members, m)
			}
			if must {
				b.AddOption(members...)
			}
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		q := census.Reordered(p)
		if q == nil {
			continue
		}
		others++
		for o := range p.Options() {
			for k, m := range p.Option(enumerate.OptionID(o)) {
				n := q.Option(enumerate.OptionID(o))[k]
				if m.Colour != n.Colour || p.Item(m.Item) != q.Item(n.Item) {
					t.Fatalf("seed %d: option %d was %v, is %v", seed, o, p.Option(enumerate.OptionID(o)), q.Option(enumerate.OptionID(o)))
				}
			}
		}
		var want, got kerneltest.Checksum
		kernel.NewDLX(p).Search(enumerate.Task{}, nil, want.Visit)
		kernel.NewDLX(q).Search(enumerate.Task{}, nil, got.Visit)
		if !got.Equal(&want) {
			t.Errorf("seed %d: %d solutions, expected %d", seed, got.Solutions, want.Solutions)
		}
		if want.Solutions > 0 {
			solvable++
		}
	}
	if others < 400 || solvable < 100 {
		t.Errorf("%d problems with another order, %d with solutions; the test shows little", others, solvable)
	}
}

// TestOrder: where the search is long, the items are put into the order that needs fewer
// nodes. 14 queens have 365,596 solutions (OEIS A000170).
func TestOrder(t *testing.T) {
	const n = 14
	var b enumerate.ProblemBuilder
	for i := range 2 * n {
		b.AddItem(enumerate.ItemInfo{Name: fmt.Sprint("line ", i), Min: 1, Max: 1})
	}
	for i := range 4*n - 2 {
		b.AddItem(enumerate.ItemInfo{Name: fmt.Sprint("diagonal ", i), Max: 1})
	}
	for r := range n {
		for c := range n {
			var members []enumerate.Member
			for _, i := range []int{r, n + c, 2*n + r + c, 5*n - 2 + r - c} {
				members = append(members, enumerate.Member{Item: enumerate.Item(i)})
			}
			b.AddOption(members...)
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		other bool // the other order may be tried
		nodes int64
	}{{false, 8770996}, {true, 5469099}} {
		x, err := exact.NewInstance(p, symmetry.Trivial(p), nil, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !c.other {
			x.KernelsOf = nil
		}
		census, err := census.New(x, "bits", 0, true)
		if err != nil {
			t.Fatal(err)
		}
		var never atomic.Bool
		tally, err := census.EachClass(2, &never, func(float64) {}, func(int, []enumerate.OptionID, int64) error { return nil })
		if err != nil || tally.Raw != 365596 || tally.Effort.Nodes != c.nodes {
			t.Errorf("%v: %d solutions, %d nodes, expected 365596, %d", err, tally.Raw, tally.Effort.Nodes, c.nodes)
		}
	}
}
