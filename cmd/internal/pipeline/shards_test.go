package pipeline

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLargestOf estimates the largest task from samples of tasks whose sizes
// are known: equal ones, and ones with a power law for their tail.
func TestLargestOf(t *testing.T) {
	equal := make([]float64, 100)
	for i := range equal {
		equal[i] = 7
	}
	if got := largestOf(equal, 100_000); got != 7 {
		t.Errorf("equal tasks: %v, expected 7", got)
	}
	if got := largestOf([]float64{1, 9, 4}, 3); got != 9 {
		t.Errorf("all tasks probed: %v, expected the largest, 9", got)
	}
	if got := largestOf([]float64{0, 0, 0, 0, 0, 0, 0, 3}, 1000); got != 3 {
		t.Errorf("mostly empty tasks: %v, expected 3", got)
	}
	random := rand.New(rand.NewPCG(1, 2))
	const count = 50_000
	tail := func() float64 { return math.Pow(random.Float64(), -0.4) } // the largest is about count^0.4
	probed := make([]float64, 512)
	for i := range probed {
		probed[i] = tail()
	}
	want := math.Pow(count, 0.4)
	if got := largestOf(probed, count); got < want/2 || got > 4*want {
		t.Errorf("power law: %v, expected about %v", got, want)
	}
}

// TestSpread checks what is proposed for even and uneven tasks.
func TestSpread(t *testing.T) {
	even := make([]float64, 200)
	uneven := make([]float64, 200)
	for i := range even {
		even[i] = 10
		uneven[i] = 1
	}
	uneven[17], uneven[111] = 300, 200
	for _, test := range []struct {
		name          string
		work          []float64
		tasks, shards int
		keeps         bool
	}{
		{"even tasks, many a shard", even, 2000, 10, true},
		{"even tasks, one a shard", even, 2000, 2000, true}, // 1% of the whole is more than that
		{"even tasks, fewer than shards", even, 20, 30, false},
		{"uneven tasks", uneven, 2000, 32, false},
		{"one shard", uneven, 2000, 1, true},
	} {
		p := &ShardPlan{Tasks: test.tasks, Shards: test.shards, Present: 0.001, Cut: 0.001, CPUSeconds: 1, PerShard: 1 / float64(test.shards)}
		p.spread(test.work)
		if kept := p.Cut == p.Present; kept != test.keeps {
			t.Errorf("%s: cut %v, expected it to be kept: %v (largest shard %.3g of the whole)", test.name, p.Cut, test.keeps, p.LargestShare)
		}
		if p.Cut > p.Present || p.Cut < p.Present/200 {
			t.Errorf("%s: cut %v proposed", test.name, p.Cut)
		}
	}
}
