package partition

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

func countForests(t *testing.T, r *Problem, order []enumerate.Item, byCut bool, sums ...enumerate.Sum) *sweep.Counter {
	t.Helper()
	plan, err := NewForestPlan(r, order, byCut, nil, sums...)
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

// treesOf is the number of spanning trees of some vertices (Kirchhoff), by elimination of whole numbers (Bareiss).
func treesOf(r *Problem, in func(v int32) bool) *big.Int {
	var vertices []int32
	for v := range r.Weights {
		if in(int32(v)) {
			vertices = append(vertices, int32(v))
		}
	}
	n := len(vertices)
	m := make([][]*big.Int, n)
	for i := range m {
		m[i] = make([]*big.Int, n)
		for j := range m[i] {
			m[i][j] = new(big.Int)
		}
	}
	for _, e := range r.Edges {
		i, j := slices.Index(vertices, e[0]), slices.Index(vertices, e[1])
		if i < 0 || j < 0 {
			continue
		}
		one := big.NewInt(1)
		m[i][i].Add(m[i][i], one)
		m[j][j].Add(m[j][j], one)
		m[i][j].Sub(m[i][j], one)
		m[j][i].Sub(m[j][i], one)
	}
	before := big.NewInt(1)
	for k := range n - 2 {
		if m[k][k].Sign() == 0 {
			return new(big.Int)
		}
		for i := k + 1; i < n-1; i++ {
			for j := k + 1; j < n-1; j++ {
				x := new(big.Int).Mul(m[i][j], m[k][k])
				x.Sub(x, new(big.Int).Mul(m[i][k], m[k][j]))
				m[i][j] = x.Quo(x, before)
			}
		}
		before = m[k][k]
	}
	if n < 2 {
		return big.NewInt(1)
	}
	return m[n-2][n-2]
}

// TestForestsOfGraphs: on random graphs the weights of all partitions, by determinants, add up to what is swept, in all
// and by cut edges, weights and numbers of regions.
func TestForestsOfGraphs(t *testing.T) {
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
		sums := []enumerate.Sum{cutEdges(r), {Own: &Sum{r, Count}}, {Own: &Sum{r, Least}}, {Own: &Sum{r, Greatest}}}
		want, all, byCut := map[[4]int64]*big.Int{}, new(big.Int), new(big.Int)
		eachPartition(n, func(regions []int32) {
			trees, solution := big.NewInt(1), r.Options(nil, regions)
			for k := range slices.Max(regions) + 1 {
				trees.Mul(trees, treesOf(r, func(v int32) bool { return regions[v] == k }))
			}
			if trees.Sign() == 0 || r.Check(solution) != nil {
				return
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
