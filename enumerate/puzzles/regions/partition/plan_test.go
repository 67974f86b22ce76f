package partition

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// gridOf is the graph of some rows of squares, or of hexagons, whose rows are shifted.
func gridOf(rows, cols int, hexagons bool) *Problem {
	r := &Problem{Weights: slices.Repeat([]int64{1}, rows*cols), Fewest: 0, Greatest: int64(rows * cols)}
	for v := range rows * cols {
		add := func(w int) { r.Edges = append(r.Edges, [2]int32{int32(v), int32(w)}) }
		if v%cols+1 < cols {
			add(v + 1)
		}
		if v+cols < rows*cols {
			if hexagons && v%cols > 0 {
				add(v + cols - 1)
			}
			add(v + cols)
		}
	}
	return r
}

func orderOf(n int) (order []enumerate.Item) {
	for v := range n {
		order = append(order, enumerate.Item(v))
	}
	return order
}

// cutEdges is the sum of the edges between regions.
func cutEdges(r *Problem) enumerate.Sum {
	return enumerate.Sum{Values: slices.Repeat([]int32{0, 1}, len(r.Edges))}
}

func countRegions(t *testing.T, r *Problem, order []enumerate.Item, sums ...enumerate.Sum) *sweep.Counter {
	t.Helper()
	plan, err := r.Plan(nil, order, nil, sums...)
	if err != nil {
		t.Fatal(err)
	}
	c := sweep.NewCounter(plan, sweep.Limits{})
	if outcome := c.Run(nil); outcome != sweep.Done {
		t.Fatalf("outcome %v", outcome)
	}
	return c
}

// TestRegions: published numbers of partitions (OEIS A172477, A348456 and others).
func TestRegions(t *testing.T) {
	for _, c := range []struct {
		rows, cols       int
		hexagons         bool
		least, most      int64
		fewest, greatest int64
		want             int64
	}{
		{4, 4, false, 8, 8, 2, 2, 70},
		{5, 5, false, 5, 5, 5, 5, 4006},
		{5, 5, false, 4, 6, 5, 5, 193128},
		{6, 6, false, 6, 6, 6, 6, 451206},
		{6, 6, false, 18, 18, 2, 2, 80518},
		{5, 5, true, 5, 5, 5, 5, 12027},
		{2, 2, false, 1, 4, 1, 4, 12},
		{3, 3, false, 1, 9, 1, 9, 1434},
	} {
		r := gridOf(c.rows, c.cols, c.hexagons)
		r.Least, r.Most, r.Fewest, r.Greatest = c.least, c.most, c.fewest, c.greatest
		if got := countRegions(t, r, orderOf(c.rows*c.cols)).Total(); got.Cmp(big.NewInt(c.want)) != 0 {
			t.Errorf("%+v: %v partitions", c, got)
		}
	}
	r := gridOf(5, 5, false)
	r.Least, r.Most = 5, 5
	want := "[{[16] 170 <nil>} {[17] 296 <nil>} {[18] 1164 <nil>} {[19] 1432 <nil>} {[20] 944 <nil>}]"
	if got := fmt.Sprint(countRegions(t, r, orderOf(25), cutEdges(r)).Groups); got != want {
		t.Errorf("cut edges: %s, expected %s", got, want)
	}
}

// TestQueens: cells that touch at corners are neighbours, too (mggg.org/table.html).
func TestQueens(t *testing.T) {
	for _, c := range []struct {
		side        int
		least, most int64
		want        int64
	}{{4, 4, 4, 2620}, {4, 3, 5, 46456}, {4, 1, 16, 1130612}, {5, 5, 5, 1397790}, {5, 4, 6, 70491206}} {
		r := gridOf(c.side, c.side, false)
		for v := range c.side * (c.side - 1) {
			if v%c.side > 0 {
				r.Edges = append(r.Edges, [2]int32{int32(v), int32(v + c.side - 1)})
			}
			if v%c.side+1 < c.side {
				r.Edges = append(r.Edges, [2]int32{int32(v), int32(v + c.side + 1)})
			}
		}
		slices.SortFunc(r.Edges, compareEdges)
		r.Least, r.Most, r.Fewest, r.Greatest = c.least, c.most, int64(c.side), int64(c.side)
		if got := countRegions(t, r, orderOf(c.side*c.side)).Total(); got.Cmp(big.NewInt(c.want)) != 0 {
			t.Errorf("%+v: %v partitions", c, got)
		}
	}
}

// partitions lists all partitions of a small graph, by trying every set of edges within regions.
func partitions(r *Problem) (all [][]enumerate.OptionID) {
	for set := range 1 << len(r.Edges) {
		var solution []enumerate.OptionID
		for e := range r.Edges {
			solution = append(solution, enumerate.OptionID(2*e+set>>e&1))
		}
		regions := r.Regions(nil, solution)
		sizes := r.sizes(regions)
		if n := int64(len(sizes)); slices.Equal(r.Options(nil, regions), solution) && n >= r.Fewest && n <= r.Greatest &&
			slices.Min(sizes) >= r.Least && slices.Max(sizes) <= r.Most {
			all = append(all, solution)
		}
	}
	return all
}

// TestRandomRegions: partitions of random graphs with weights, by the values of all sums, in random orders.
func TestRandomRegions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	counted := 0
	for range 400 {
		n := 1 + rng.IntN(8)
		r := &Problem{}
		for v := range n {
			r.Weights = append(r.Weights, int64(rng.IntN(4)))
			for w := v + 1; w < n && len(r.Edges) < 12; w++ {
				if rng.IntN(3) == 0 {
					r.Edges = append(r.Edges, [2]int32{int32(v), int32(w)})
				}
			}
		}
		r.Least, r.Most, r.Fewest, r.Greatest = int64(rng.IntN(3)), int64(2+rng.IntN(8)), int64(rng.IntN(3)), int64(2+rng.IntN(n+1))
		sums := []enumerate.Sum{cutEdges(r)}
		for _, k := range []number{regionCount, leastWeight, greatestWeight} {
			sums = append(sums, enumerate.Sum{Own: &numberSum{r, k}})
		}
		all := partitions(r)
		want := map[string]int64{}
		for _, s := range all {
			var values []int64
			for i := range sums {
				values = append(values, sums[i].Of(s))
			}
			want[fmt.Sprint(values)]++
		}
		order := orderOf(n)
		rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		got := map[string]int64{}
		for _, g := range countRegions(t, r, order, sums...).Groups {
			got[fmt.Sprint(g.Values)] = g.Raw.Int64()
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%+v in order %v: %v, expected %v", r, order, got, want)
		}
		counted += len(all)
		if len(all) == 0 {
			continue
		}
		checkFiltered(t, rng, r, order, sums, all)
		plan, err := r.Plan(nil, order, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, outcome := sweep.Complete(plan, true, sweep.Limits{}, nil)
		if outcome != sweep.Done || c.Total().Int64() != int64(len(all)) {
			t.Fatalf("completions: %v, %v", outcome, c.Total())
		}
		uses := make([]int64, 2*len(r.Edges))
		for _, s := range all {
			for _, o := range s {
				uses[o]++
			}
		}
		for o, want := range uses {
			if got := c.Uses[o].Int64(); got != want {
				t.Fatalf("%+v: option %d is used %d times, expected %d", r, o, got, want)
			}
		}
		for i := range uint64(5) {
			drawn := c.Draw(nil, rand.NewPCG(1, i))
			slices.Sort(drawn)
			if !slices.ContainsFunc(all, func(s []enumerate.OptionID) bool { return slices.Equal(s, drawn) }) {
				t.Fatalf("%+v: drew %v", r, drawn)
			}
		}
	}
	if counted < 1000 {
		t.Errorf("%d partitions: expected more", counted)
	}
}

// checkFiltered compares the partitions whose sums lie between random bounds, some of which are none, with a list.
func checkFiltered(t *testing.T, rng *rand.Rand, r *Problem, order []enumerate.Item, sums []enumerate.Sum, all [][]enumerate.OptionID) {
	t.Helper()
	least, f := make([]int64, len(sums)), &sweep.Filter{Sums: sums}
	for i := range sums {
		value := sums[i].Of(all[rng.IntN(len(all))])
		least[i] = []int64{math.MinInt64, math.MinInt64, value - 1, value}[rng.IntN(4)]
		f.Most = append(f.Most, []int64{math.MaxInt64, math.MaxInt64, value + 1, value, value - 1, -1, math.MinInt64}[rng.IntN(7)])
		if rng.IntN(2) == 0 {
			f.Most[i] = max(f.Most[i], value)
		}
	}
	f.Accept = func(values []int64) bool {
		for i, v := range values {
			if v < least[i] || v > f.Most[i] {
				return false
			}
		}
		return true
	}
	want := int64(0)
	for _, s := range all {
		var values []int64
		for i := range sums {
			values = append(values, sums[i].Of(s))
		}
		if f.Accept(values) {
			want++
		}
	}
	plan, err := r.Plan(nil, order, f)
	if err != nil {
		t.Fatal(err)
	}
	c := sweep.NewCounter(plan, sweep.Limits{})
	if c.Run(nil); c.Total().Int64() != want {
		t.Fatalf("%+v between %v and %v: %v, expected %d", r, least, f.Most, c.Total(), want)
	}
}

// TestEstimateRegions: 3,839,996 nodes and 63,664,582 partitions of 6x6 cells in 6 regions of 5 to 7.
func TestEstimateRegions(t *testing.T) {
	r := gridOf(6, 6, false)
	r.Least, r.Most, r.Fewest, r.Greatest = 5, 7, 0, 36
	plan, err := r.Plan(nil, orderOf(36), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := sweep.NewCounter(plan, sweep.Limits{})
	c.Run(nil)
	size := sweep.Estimate(plan, 512)
	if n := float64(c.Nodes); size.Low > n || size.High < n || size.Nodes < n/3 || size.Nodes > 3*n {
		t.Errorf("%.3g nodes (%.3g to %.3g) of %d", size.Nodes, size.Low, size.High, c.Nodes)
	}
	if n, _ := c.Total().Float64(); size.Solutions < n/1.5 || size.Solutions > 1.5*n {
		t.Errorf("%.3g solutions of %v", size.Solutions, c.Total())
	}
}
