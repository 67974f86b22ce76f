package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
)

// priced is a job whose tasks take so many nodes each.
type priced struct {
	nodes []int64
	most  int64
	spent atomic.Int64 // by all attempts
}

func (p *priced) made() *enumerate.Job {
	return &enumerate.Job{
		Tasks:     func() int { return len(p.nodes) },
		Share:     func(int) float64 { return 1 / float64(len(p.nodes)) },
		Above:     func() enumerate.Effort { return enumerate.Effort{} },
		NewWorker: func() (enumerate.Worker, error) { return p.do, nil },
		Features:  enumerate.Features{LimitTasks: func(nodes int64) { p.most = nodes }},
	}
}

func (p *priced) do(task int, _ *atomic.Bool, _ *enumerate.Batch, _ func() error) (tally enumerate.Tally, done bool, err error) {
	n := p.nodes[task]
	if p.most > 0 && n > p.most {
		p.spent.Add(p.most)
		return tally, false, nil
	}
	p.spent.Add(n)
	tally.Effort.Nodes = n
	return tally, true, nil
}

// TestRace: whatever two methods take, and whatever was expected of them within the factor of a
// pass, both together take about three times as long as the better one, twice that where tasks are as long as turns, and the number of
// workers does not decide which one ends.
func TestRace(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 1))
	worst := 0.0
	for range 300 {
		jobs := [2]*priced{{}, {}}
		methods := make([]enumerate.Method, 2)
		best := math.Inf(1)
		for i, j := range jobs {
			for range 1 + source.IntN(200) {
				j.nodes = append(j.nodes, int64(math.Exp(source.Float64()*15)))
			}
			sum := 0.0
			for _, n := range j.nodes {
				sum += float64(n)
			}
			methods[i] = enumerate.Method{Job: j.made(), Node: math.Exp(source.Float64() * 6), Nodes: math.NaN()}
			best = min(best, sum*methods[i].Node)
			if source.IntN(2) == 0 {
				methods[i].Nodes = sum * source.Float64() // as estimates mostly are: too low
			}
		}
		var winners [2]int
		for k, workers := range []int{1, 3} {
			sinks := [2]*MemorySink{NewMemorySink(methods[0].Job), NewMemorySink(methods[1].Job)}
			for _, j := range jobs {
				j.spent.Store(0)
			}
			var shares [2]float64
			o := Settings{Workers: workers, Progress: func(p Progress) {
				if p.Share < shares[p.Method] {
					t.Errorf("method %d: %g of its search is done after %g were", p.Method, p.Share, shares[p.Method])
				}
				shares[p.Method] = p.Share
			}}
			winner, tally, err := Race(context.Background(), methods, func(i int) (Sink, error) { return sinks[i], nil }, o)
			if err != nil {
				t.Fatal(err)
			}
			sum := int64(0)
			for _, n := range jobs[winner].nodes {
				sum += n
			}
			if tally.Effort.Nodes != sum {
				t.Errorf("%d nodes of method %d, expected %d", tally.Effort.Nodes, winner, sum)
			}
			if winners[k] = winner; shares[winner] != 1 {
				t.Errorf("method %d ends with %g of its search", winner, shares[winner])
			}
			if workers == 1 {
				all := 0.0
				for i, j := range jobs {
					all += float64(j.spent.Load()) * methods[i].Node
				}
				worst = max(worst, all/max(best, firstTurn))
			}
		}
		if winners[0] != winners[1] {
			t.Errorf("method %d ends with one worker, %d with three", winners[0], winners[1])
		}
	}
	if worst > 7 {
		t.Errorf("a race took %.1f times as long as its best method", worst)
	}
	t.Logf("at most %.1f times as long as the best method", worst)
}

// TestRaceLeavesOut: a method that cannot answer is left out, and the last one has no allowance.
func TestRaceLeavesOut(t *testing.T) {
	unfit := (&priced{nodes: []int64{1}}).made()
	unfit.Preparation = &enumerate.Preparation{Do: func(int, *atomic.Bool, func(float64)) error {
		return fmt.Errorf("no: %w", &enumerate.UnfitError{Why: errors.New("too wide")})
	}}
	list := &priced{nodes: []int64{1 << 40}}
	methods := []enumerate.Method{{Job: unfit, Node: 1, Nodes: 1}, {Job: list.made(), Node: 1, Nodes: math.NaN()}}
	winner, tally, err := Race(context.Background(), methods, func(i int) (Sink, error) { return NewMemorySink(methods[i].Job), nil }, Settings{Workers: 1})
	if err != nil || winner != 1 || tally.Effort.Nodes != 1<<40 {
		t.Errorf("method %d, %+v, %v", winner, tally, err)
	}
}
