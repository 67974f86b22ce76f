package partition

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// naive says whether regions are a partition that a problem asks for, by what the words mean.
func naive(r *Problem, regions []int32) bool {
	parts := make([][]int32, slices.Max(regions)+1)
	for v, k := range regions {
		parts[k] = append(parts[k], int32(v))
	}
	for k, part := range parts {
		weight, reached := int64(0), []int32{part[0]}
		for at := 0; at < len(reached); at++ {
			weight += r.Weights[reached[at]]
			for _, e := range r.Edges {
				for i, v := range e {
					if w := e[1-i]; v == reached[at] && regions[w] == int32(k) && !slices.Contains(reached, w) {
						reached = append(reached, w)
					}
				}
			}
		}
		if len(reached) < len(part) || weight < r.Least || weight > r.Most {
			return false
		}
	}
	for i, list := range slices.Concat(r.Together, r.Apart) {
		seen := map[int32]bool{}
		for _, v := range list {
			seen[regions[v]] = true
		}
		if i < len(r.Together) && len(seen) > 1 || i >= len(r.Together) && len(seen) < len(list) {
			return false
		}
	}
	return int64(len(parts)) >= r.Fewest && int64(len(parts)) <= r.Greatest
}

// randomLists adds random lists to a problem, and reports whether there are any.
func randomLists(rng *rand.Rand, r *Problem) bool {
	vertices := rng.Perm(len(r.Weights))
	for range rng.IntN(3) {
		if n := 2 + rng.IntN(2); len(vertices) >= n {
			var list []int32
			for _, v := range vertices[:n] {
				list = append(list, int32(v))
			}
			vertices, r.Together = vertices[n:], append(r.Together, list)
		}
	}
	for range rng.IntN(3) {
		var list []int32
		for _, v := range rng.Perm(len(r.Weights))[:min(len(r.Weights), 2+rng.IntN(2))] {
			list = append(list, int32(v))
		}
		if len(list) > 1 {
			r.Apart = append(r.Apart, list)
		}
	}
	return len(r.Together)+len(r.Apart) > 0
}

// TestLists: on random graphs and boards with vertices together and apart, sweeps of partitions and of forests, with and
// without sums and filters, find what a walk through all partitions of the vertices finds.
func TestLists(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	counted, compared := 0, 0
	for compared < 300 {
		n := 2 + rng.IntN(6)
		r := &Problem{}
		if rng.IntN(4) == 0 {
			r = gridOf(2, 2+rng.IntN(3), rng.IntN(2) == 0)
			n = len(r.Weights)
		}
		for v := len(r.Weights); v < n; v++ {
			r.Weights = append(r.Weights, int64(rng.IntN(4)))
			for w := range v {
				if rng.IntN(3) > 0 {
					r.Edges = append(r.Edges, [2]int32{int32(w), int32(v)})
				}
			}
		}
		slices.SortFunc(r.Edges, compareEdges)
		r.Least, r.Most, r.Fewest, r.Greatest = int64(rng.IntN(3)), int64(3+rng.IntN(12)), int64(rng.IntN(3)), int64(2+rng.IntN(n))
		if !randomLists(rng, r) {
			continue
		}
		compared++
		counted += compareLists(t, rng, r)
	}
	if counted < 2000 {
		t.Errorf("%d partitions: expected more", counted)
	}
}

// compareLists compares sweeps of a problem with all its partitions, and returns how many there are.
func compareLists(t *testing.T, rng *rand.Rand, r *Problem) int {
	t.Helper()
	sums := []enumerate.Sum{cutEdges(r)}
	for _, k := range []number{regionCount, leastWeight, greatestWeight} {
		sums = append(sums, enumerate.Sum{Own: &numberSum{r, k}})
	}
	var all [][]enumerate.OptionID
	want, forests, byCut := map[string]int64{}, new(big.Int), new(big.Int)
	forestsOf := r.NewForestCounter()
	eachPartition(len(r.Weights), func(regions []int32) {
		solution := r.Options(nil, regions)
		ok := naive(r, regions)
		if connected := slices.Equal(r.Regions(nil, solution), regions); connected && ok != (r.Check(solution) == nil) {
			t.Fatalf("%+v, regions %v: check says %v", r, regions, r.Check(solution))
		}
		if !ok {
			return
		}
		var values []int64
		for i := range sums {
			values = append(values, sums[i].Of(solution))
		}
		want[fmt.Sprint(values)]++
		all = append(all, solution)
		trees := forestsOf(solution)
		forests.Add(forests, trees)
		byCut.Add(byCut, new(big.Int).Mul(trees, big.NewInt(values[0])))
	})
	order := orderOf(len(r.Weights))
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	got := map[string]int64{}
	for _, g := range countRegions(t, r, order, sums...).Groups {
		got[fmt.Sprint(g.Values)] = g.Raw.Int64()
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%+v in order %v: %v, expected %v", r, order, got, want)
	}
	if n := countRegions(t, r, order).Total(); n.Int64() != int64(len(all)) {
		t.Fatalf("%+v in order %v: %v partitions, expected %d", r, order, n, len(all))
	}
	if len(r.Edges) > 0 {
		for cut, weight := range map[bool]*big.Int{false: forests, true: byCut} {
			if n := countForests(t, r, order, cut).Total(); n.Cmp(weight) != 0 {
				t.Fatalf("%+v in order %v, by cut edges %v: %v forests, expected %v", r, order, cut, n, weight)
			}
		}
		if n := countForests(t, r, order, false, sums...).Total(); n.Cmp(forests) != 0 {
			t.Fatalf("%+v in order %v: %v forests with sums, expected %v", r, order, n, forests)
		}
	}
	if len(all) == 0 {
		return 0
	}
	checkFiltered(t, rng, r, order, sums, all)
	plan, err := r.Plan(nil, order, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := sweep.Complete(plan, true, sweep.Limits{}, nil)
	for i := range uint64(3) {
		drawn := c.Draw(nil, rand.NewPCG(1, i))
		slices.Sort(drawn)
		if !slices.ContainsFunc(all, func(s []enumerate.OptionID) bool { return slices.Equal(s, drawn) }) {
			t.Fatalf("%+v: drew %v", r, drawn)
		}
	}
	return len(all)
}
