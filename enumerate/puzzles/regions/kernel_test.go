package regions

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
)

// randomGraph is a small graph with weights and bounds.
func randomGraph(rng *rand.Rand) *graph {
	g := &graph{}
	n := 1 + rng.IntN(8)
	var edges [][2]int32
	for v := range n {
		g.names, g.Weights = append(g.names, "v"), append(g.Weights, int64(rng.IntN(4)))
		for w := range v {
			if len(edges) < 12 && rng.IntN(3) == 0 {
				edges = append(edges, [2]int32{int32(v), int32(w)})
			}
		}
	}
	if err := g.finish(edges); err != nil {
		panic(err)
	}
	g.Least, g.Most, g.Fewest, g.Greatest = int64(rng.IntN(3)), int64(2+rng.IntN(8)), int64(rng.IntN(3)), int64(2+rng.IntN(n+1))
	return g
}

// giveLists keeps some vertices together, and some apart.
func giveLists(rng *rand.Rand, g *graph) {
	list := func() (list []int32) {
		for _, v := range rng.Perm(len(g.names))[:min(len(g.names), 2+rng.IntN(2))] {
			list = append(list, int32(v))
		}
		return list
	}
	for range rng.IntN(3) {
		g.keepTogether(list())
	}
	for range rng.IntN(3) {
		g.Apart = append(g.Apart, list())
	}
}

// partitions lists all partitions, by trying every set of edges.
func (g *graph) partitions() (all [][]enumerate.OptionID) {
	for set := range 1 << len(g.Edges) {
		var solution []enumerate.OptionID
		for e := range g.Edges {
			solution = append(solution, enumerate.OptionID(2*e+set>>e&1))
		}
		if g.Check(solution) == nil {
			all = append(all, solution)
		}
	}
	return all
}

// TestKernel: a search, whole and in tasks, of random cases, visits the partitions of each case once.
func TestKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	var never atomic.Bool
	listed := 0
	for i := range 2000 {
		g := randomGraph(rng)
		if i%2 == 0 {
			giveLists(rng, g)
		}
		var c enumerate.Case
		for e := range g.Edges {
			switch rng.IntN(8) {
			case 0:
				c.Fixed = append(c.Fixed, enumerate.OptionID(2*e+rng.IntN(2)))
			case 1:
				c.Banned = append(c.Banned, enumerate.OptionID(2*e+rng.IntN(2)))
			}
		}
		var want [][]enumerate.OptionID
		for _, s := range g.partitions() {
			in := func(o enumerate.OptionID) bool { return slices.Contains(s, o) }
			if !slices.ContainsFunc(c.Banned, in) && !slices.ContainsFunc(c.Fixed, func(o enumerate.OptionID) bool { return !in(o) }) {
				want = append(want, s)
			}
		}
		for _, share := range []float64{1, 0.3, 0.01} {
			k := newKernel(g)
			tasks, above := k.Split([]enumerate.Case{c}, share)
			var got [][]enumerate.OptionID
			nodes := above.Nodes
			for _, task := range tasks {
				effort, done := newKernel(g).Search(task, &never, func(s []enumerate.OptionID) bool {
					got = append(got, slices.Clone(s))
					return true
				})
				if !done {
					t.Fatal("not done")
				}
				nodes += effort.Nodes
			}
			whole, _ := k.Search(enumerate.Task{Case: &c, Share: 1}, &never, func([]enumerate.OptionID) bool { return true })
			slices.SortFunc(got, slices.Compare)
			slices.SortFunc(want, slices.Compare)
			if !slices.EqualFunc(got, want, slices.Equal) || nodes != whole.Nodes {
				t.Fatalf("%+v, case %v, share %v: %d partitions in %d nodes, expected %d in %d", g.Problem, c, share, len(got), nodes, len(want), whole.Nodes)
			}
		}
		listed += len(want)
	}
	if listed < 2000 {
		t.Errorf("%d partitions: expected more", listed)
	}
}
