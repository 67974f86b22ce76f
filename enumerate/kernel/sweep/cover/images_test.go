package cover_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/kernel/sweep/cover"
	"coverstat/enumerate/symmetry"
)

// doubled is a random problem beside copies of itself, with options that have items of several copies. The symmetries
// are those of the copies' circle.
func doubled(r *rand.Rand, copies int) (*enumerate.Problem, *symmetry.Group) {
	p := kerneltest.Random(r)
	var b enumerate.ProblemBuilder
	item := func(i enumerate.Item, copy int) enumerate.Item {
		return i*enumerate.Item(copies) + enumerate.Item(copy%copies)
	}
	for i := range enumerate.Item(p.Items()) {
		for range copies {
			b.AddItem(p.Item(i))
		}
	}
	var turn []enumerate.Item
	for i := range enumerate.Item(p.Items()) {
		for c := range copies {
			turn = append(turn, item(i, c+1))
		}
	}
	for o := range enumerate.OptionID(p.Options()) {
		var of []int // copies that the members belong to
		for range p.Option(o) {
			of = append(of, r.IntN(3)/2)
		}
		for c := range copies {
			var members []enumerate.Member
			for n, m := range p.Option(o) {
				members = append(members, enumerate.Member{Item: item(m.Item, c+of[n]), Colour: m.Colour})
			}
			b.AddOption(members...)
		}
	}
	p = kerneltest.Build(&b)
	g, err := symmetry.Generate(p, [][]enumerate.Item{turn}, copies)
	if err != nil {
		panic(err) // the problems are ours
	}
	return p, g
}

// TestImages: counts by sums that symmetries keep, and without sums, are those of lists, and sweeps that merge images
// never take more nodes. The completions, which are of all states, agree.
func TestImages(t *testing.T) {
	fitted, fewer := 0, 0
	for seed := range uint64(700) {
		r := rand.New(rand.NewPCG(seed, 7))
		p, g := doubled(r, 2+int(seed%2))
		order := primaries(p)
		if seed%4 == 0 {
			r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		sum := enumerate.Sum{Values: make([]int32, p.Options())}
		for o, least := range g.Orbits() {
			sum.Values[o] = int32(least) % 3
			if seed%8 == 7 { // not kept
				sum.Values[o] = int32(o) % 3
			}
		}
		sums := []enumerate.Sum{sum}[:r.IntN(2)]
		merged, err := cover.NewPlan(p, g, order, nil, sums...)
		if err != nil {
			continue
		}
		fitted++
		want := map[string]int64{}
		all := solutions(p)
		for _, s := range all {
			if len(sums) > 0 {
				want[fmt.Sprint(sum.Of(s))]++
			} else {
				want[""]++
			}
		}
		counter, whole := sweep.NewCounter(merged, sweep.Limits{}), sweep.NewCounter(plan(t, p, order, sums...), sweep.Limits{})
		for _, c := range []*sweep.Counter{counter, whole} {
			if c.Run(nil) != sweep.Done || len(c.Groups) != len(want) {
				t.Fatalf("seed %d: groups %v, expected %v", seed, c.Groups, want)
			}
			for _, n := range c.Groups {
				if key := fmt.Sprint(n.Values); want[key[1:len(key)-1]] != n.Raw.Int64() {
					t.Fatalf("seed %d: groups %v, expected %v", seed, c.Groups, want)
				}
			}
		}
		if counter.Nodes > whole.Nodes {
			t.Errorf("seed %d: %d nodes with images, %d without", seed, counter.Nodes, whole.Nodes)
		} else if counter.Nodes < whole.Nodes {
			fewer++
		}
		x, outcome := sweep.Complete(merged, false, sweep.Limits{}, nil)
		if outcome != sweep.Done || x.Total().Int64() != int64(len(all)) {
			t.Fatalf("seed %d: outcome %d, completions %v, expected %d", seed, outcome, x.Total(), len(all))
		}
		if len(all) > 0 {
			s := x.Draw(nil, rand.NewPCG(seed, 3))
			slices.Sort(s)
			if !slices.ContainsFunc(all, func(other []enumerate.OptionID) bool { return slices.Equal(s, other) }) {
				t.Fatalf("seed %d: drew %v, which is no solution", seed, s)
			}
		}
	}
	if fitted < 500 || fewer < 100 {
		t.Errorf("only %d of the problems fitted, and %d have fewer nodes", fitted, fewer)
	}
}

// TestMirror: a sweep of a square row by row halves its nodes, as a row has a mirror image.
func TestMirror(t *testing.T) {
	p := kerneltest.Dominoes(14, 14)
	var mirror, transpose []enumerate.Item
	for i := range enumerate.Item(14 * 14) {
		mirror, transpose = append(mirror, i/14*14+13-i%14), append(transpose, i%14*14+i/14)
	}
	g, err := symmetry.Generate(p, [][]enumerate.Item{mirror, transpose}, 8)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		order        []enumerate.Item
		nodes, whole int64
	}{{primaries(p), 220505, 401807}, {cover.NarrowOrder(p), 81479, 125098}} {
		one, err := cover.NewPlan(p, g, c.order, nil)
		if err != nil {
			t.Fatal(err)
		}
		merged, whole := sweep.NewCounter(one, sweep.Limits{}), sweep.NewCounter(one, sweep.Limits{Workers: 2, Whole: true})
		if merged.Run(nil) != sweep.Done || whole.Run(nil) != sweep.Done || merged.Total().Cmp(whole.Total()) != 0 {
			t.Errorf("%v tilings, and %v with images", whole.Total(), merged.Total())
		}
		if merged.Nodes != c.nodes || whole.Nodes != c.whole {
			t.Errorf("%d nodes with images, %d without: expected %d and %d", merged.Nodes, whole.Nodes, c.nodes, c.whole)
		}
	}
}
