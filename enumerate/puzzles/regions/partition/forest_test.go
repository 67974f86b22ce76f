package partition

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

func countForests(t *testing.T, r *Problem, order []enumerate.Item, byCut bool, sums ...enumerate.Sum) *sweep.Counter {
	t.Helper()
	plan, err := Forests{r, byCut}.Plan(nil, order, nil, sums...)
	if err != nil {
		t.Fatal(err)
	}
	c := sweep.NewCounter(plan, sweep.Limits{})
	if outcome := c.Run(nil); outcome != sweep.Done {
		t.Fatalf("outcome %v", outcome)
	}
	return c
}

// TestForests: the spanning forests of squares whose trees have n vertices.
func TestForests(t *testing.T) {
	for n, want := range map[int]int64{2: 2, 3: 10, 4: 654, 5: 87760, 6: 420686310} {
		r := gridOf(n, n, false)
		r.Least, r.Most, r.Fewest, r.Greatest = int64(n), int64(n), 0, int64(n*n)
		c := countForests(t, r, orderOf(n*n), false)
		if c.Total().Cmp(big.NewInt(want)) != 0 {
			t.Errorf("%d x %d squares: %v forests, expected %d", n, n, c.Total(), want)
		}
	}
}

// TestDrawnForests: draws of the 117 plans of 4x4 cells in four regions are in proportion to their spanning forests, and
// to these times their cut edges, by a chi-square of 116 degrees of freedom (200 is at 10^-6).
func TestDrawnForests(t *testing.T) {
	r := gridOf(4, 4, false)
	r.Least, r.Most, r.Fewest, r.Greatest = 4, 4, 4, 4
	const draws = 40_000
	drawn := func(plan *sweep.Plan, err error) map[string]float64 {
		if err != nil {
			t.Fatal(err)
		}
		c, outcome := sweep.Complete(plan, false, sweep.Limits{}, nil)
		if outcome != sweep.Done {
			t.Fatalf("outcome %v", outcome)
		}
		seen := map[string]float64{}
		for i := range uint64(draws) {
			solution := c.Draw(nil, rand.NewPCG(7, i)) // an edge within a region may be in none of its trees
			seen[fmt.Sprint(r.Regions(nil, solution))]++
		}
		return seen
	}
	all := drawn(r.Plan(nil, orderOf(16), nil))
	forestsOf, cut := r.NewForestCounter(), cutEdges(r)
	for _, byCut := range []bool{false, true} {
		weights, sum := map[string]float64{}, 0.0
		for plan := range all {
			var regions []int32
			for _, word := range strings.Fields(strings.Trim(plan, "[]")) {
				regions = append(regions, int32(word[0]-'0'))
			}
			solution := r.Options(nil, regions)
			weight, _ := new(big.Float).SetInt(forestsOf(solution)).Float64()
			if byCut {
				weight *= float64(cut.Of(solution))
			}
			weights[plan], sum = weight, sum+weight
		}
		seen := drawn(Forests{r, byCut}.Plan(nil, orderOf(16), nil))
		square := 0.0
		for plan, weight := range weights {
			expected := draws * weight / sum
			square += (seen[plan] - expected) * (seen[plan] - expected) / expected
			delete(seen, plan)
		}
		if len(weights) != 117 || len(seen) > 0 || square > 200 {
			t.Errorf("by cut edges %v: %d plans, %d unknown ones drawn, chi-square %.1f", byCut, len(weights), len(seen), square)
		}
	}
}

// treesOf is the number of spanning trees of some vertices: those with an edge and those without (deletion and contraction).
func treesOf(r *Problem, in func(v int32) bool) *big.Int {
	var edges [][2]int32
	vertices := 0
	for v := range r.Weights {
		if in(int32(v)) {
			vertices++
		}
	}
	for _, e := range r.Edges {
		if in(e[0]) && in(e[1]) {
			edges = append(edges, e)
		}
	}
	return big.NewInt(spanning(edges, vertices))
}

func spanning(edges [][2]int32, vertices int) int64 {
	if vertices == 1 {
		return 1
	}
	if len(edges) == 0 {
		return 0
	}
	e, rest := edges[0], edges[1:]
	var contracted [][2]int32
	for _, f := range rest {
		for k := range f {
			if f[k] == e[1] {
				f[k] = e[0]
			}
		}
		if f[0] != f[1] {
			contracted = append(contracted, f)
		}
	}
	return spanning(rest, vertices) + spanning(contracted, vertices-1)
}

// TestForestsOfGraphs: on random graphs the weights of all partitions, by determinants, add up to what is swept, in all
// and by cut edges, weights and numbers of regions.
func TestForestsOfGraphs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + random.IntN(7)
		r := &Problem{}
		for v := range n {
			r.Weights = append(r.Weights, int64(random.IntN(4)))
			for w := range v {
				if random.IntN(3) > 0 {
					r.Edges = append(r.Edges, [2]int32{int32(w), int32(v)})
				}
			}
		}
		slices.SortFunc(r.Edges, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
		if len(r.Edges) == 0 {
			continue
		}
		r.Least = int64(random.IntN(4))
		r.Most = r.Least + int64(random.IntN(8))
		r.Fewest = int64(random.IntN(3))
		r.Greatest = r.Fewest + int64(random.IntN(5))
		sums := []enumerate.Sum{cutEdges(r), {Own: &numberSum{r, regionCount}}, {Own: &numberSum{r, leastWeight}}, {Own: &numberSum{r, greatestWeight}}}
		want, all, byCut := map[[4]int64]*big.Int{}, new(big.Int), new(big.Int)
		forestsOf := r.NewForestCounter()
		eachPartition(n, func(regions []int32) {
			trees, solution := big.NewInt(1), r.Options(nil, regions)
			for k := range slices.Max(regions) + 1 {
				trees.Mul(trees, treesOf(r, func(v int32) bool { return regions[v] == k }))
			}
			if trees.Sign() == 0 || r.Check(solution) != nil {
				return
			}
			if got := forestsOf(solution); got.Cmp(trees) != 0 {
				t.Fatalf("%+v, regions %v: %v forests, expected %v", r, regions, got, trees)
			}
			var key [4]int64
			for i := range sums {
				key[i] = sums[i].Of(solution)
			}
			if want[key] == nil {
				want[key] = new(big.Int)
			}
			want[key].Add(want[key], trees)
			all.Add(all, trees)
			byCut.Add(byCut, trees.Mul(trees, big.NewInt(key[0])))
		})
		order := orderOf(n)
		random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		if c := countForests(t, r, order, false); c.Total().Cmp(all) != 0 {
			t.Fatalf("%+v: %v forests, expected %v", r, c.Total(), all)
		}
		if c := countForests(t, r, order, true); c.Total().Cmp(byCut) != 0 {
			t.Fatalf("%+v: %v forests with a marked edge, expected %v", r, c.Total(), byCut)
		}
		c := countForests(t, r, order, false, sums...)
		for _, g := range c.Groups {
			if key := [4]int64(g.Values); want[key] == nil || want[key].Cmp(g.Raw) != 0 {
				t.Fatalf("%+v: %v forests with %v, expected %v", r, g.Raw, key, want[key])
			}
		}
		if len(c.Groups) != len(want) {
			t.Fatalf("%+v: %d combinations of values, expected %d", r, len(c.Groups), len(want))
		}
	}
}

// eachPartition makes all partitions of n vertices, connected or not.
func eachPartition(n int, visit func(regions []int32)) {
	regions := make([]int32, n)
	var next func(v int, used int32)
	next = func(v int, used int32) {
		if v == n {
			visit(regions)
			return
		}
		for k := range used + 1 {
			regions[v] = k
			next(v+1, max(used, k+1))
		}
	}
	next(0, 0)
}
