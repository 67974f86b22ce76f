package sweep_test

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/kernel/sweep/cover"
)

// TestParts: layers in shards from the first one on have the counts of lists, with any workers, allowances and little
// memory, with states in batches for each shard, and find the same nodes as layers in one part.
func TestParts(t *testing.T) {
	fitted := 0
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := kerneltest.Random(r)
		sum := enumerate.Sum{Values: make([]int32, p.Options())}
		for o := range sum.Values {
			sum.Values[o] = r.Int32N(3)
		}
		plan, err := cover.NewPlan(p, nil, cover.NarrowOrder(p), nil, sum)
		if err != nil {
			continue
		}
		fitted++
		want := map[int64]int64{}
		kerneltest.Solutions(p, enumerate.Case{}, func(s []enumerate.OptionID) { want[sum.Of(s)]++ })
		one := sweep.NewCounter(plan, sweep.Limits{})
		one.Run(nil)
		undo := sweep.DivideAll()
		parts := sweep.NewCounter(plan, sweep.Limits{})
		step := 1 + one.Nodes/int64(1+seed%5)
		for parts.Limits.Nodes = step; parts.Run(nil) == sweep.Exhausted; parts.Limits.Nodes += step {
			parts.Limits.Workers = r.IntN(4)
		}
		undo()
		if fmt.Sprint(one.Groups, one.Nodes) != fmt.Sprint(parts.Groups, parts.Nodes) || len(parts.Groups) != len(want) {
			t.Fatalf("seed %d: %v, %d nodes in one part, %v, %d in several, expected %v", seed, one.Groups, one.Nodes, parts.Groups, parts.Nodes, want)
		}
		for _, g := range parts.Groups {
			if want[g.Values[0]] != g.Raw.Int64() {
				t.Fatalf("seed %d: %v, expected %v", seed, parts.Groups, want)
			}
		}
	}
	if fitted < 500 {
		t.Errorf("only %d of the problems fitted", fitted)
	}
}

// memoryFile is a file in memory.
type memoryFile struct{ bytes []byte }

func (f *memoryFile) WriteAt(p []byte, at int64) (int, error) {
	f.bytes = append(f.bytes[:at], p...)
	return len(p), nil
}

func (f *memoryFile) ReadAt(p []byte, at int64) (int, error) { return copy(p, f.bytes[at:]), nil }

func (f *memoryFile) Close() error { return nil }

// TestPartsInFiles: the same with files, where a shard has hardly any memory.
func TestPartsInFiles(t *testing.T) {
	defer sweep.DivideAll()()
	p := kerneltest.Dominoes(14, 14)
	order := make([]enumerate.Item, p.Items())
	for i := range order {
		order[i] = enumerate.Item(i)
	}
	plan, err := cover.NewPlan(p, nil, order, nil)
	if err != nil {
		t.Fatal(err)
	}
	for workers := range 4 {
		var made atomic.Int64
		c := sweep.NewCounter(plan, sweep.Limits{Workers: workers, Memory: 40_000, Files: func() (enumerate.TemporaryFile, error) {
			made.Add(1)
			return new(memoryFile), nil
		}})
		for c.Limits.Nodes = 1; c.Run(nil) == sweep.Exhausted; c.Limits.Nodes += 99999 {
		}
		if c.Total().String() != "112202208776036178000000" || c.Nodes != 401807 || made.Load() < 10 {
			t.Errorf("%d workers: %v, %d nodes, %d files", workers, c.Total(), c.Nodes, made.Load())
		}
	}
}

// TestLargeParts: counts of one to five digits, of many states, whose batches wait or are added up at once.
func TestLargeParts(t *testing.T) {
	defer sweep.DivideAll()()
	p := kerneltest.Dominoes(16, 16)
	plan, err := cover.NewPlan(p, nil, cover.NarrowOrder(p), nil)
	if err != nil {
		t.Fatal(err)
	}
	for workers, memory := range []int64{0, 1 << 24, 1 << 25, 0} {
		c := sweep.NewCounter(plan, sweep.Limits{Workers: workers, Memory: memory})
		if outcome := c.Run(nil); outcome != sweep.Done || c.Total().String() != "2444888770250892795802079170816" || c.Nodes != 546233 {
			t.Errorf("%d workers, %d bytes: outcome %d, %v, %d nodes", workers, memory, outcome, c.Total(), c.Nodes)
		}
	}
}
