package pipeline

import (
	"context"
	"fmt"
	"io"
	"math"
	"sync/atomic"
	"time"

	"coverstat/enumerate"
)

// ShardPlan says what a division into shards would cost, from a few tasks
// done and thrown away.
type ShardPlan struct {
	Config     string  `json:"config"`
	Shards     int     `json:"shards"`
	Tasks      int     `json:"tasks"`
	Probed     int     `json:"probed"` // tasks done for this plan
	Nodes      float64 `json:"nodes"`  // estimated, of all tasks
	CPUSeconds float64 `json:"cpu_seconds"`
	// Preparation is what every shard does before its first task.
	Preparation float64 `json:"cpu_seconds_preparation"`
	// PerShard is the mean of the shards' CPU seconds, Largest what the
	// largest of them should not exceed (95%).
	PerShard float64 `json:"cpu_seconds_per_shard"`
	Largest  float64 `json:"cpu_seconds_largest_shard"`
	// LargestTask is the largest task's part of a mean shard, as probed: a
	// shard cannot take less time than its largest task.
	LargestTask float64 `json:"largest_task_of_shard"`
	Cut         float64 `json:"cut"` // proposed: the present one if it serves
	Present     float64 `json:"present_cut"`
}

// probeBudget bounds the time that a plan takes for its probes.
const probeBudget = 5 * time.Second

// PlanShards does tasks spread evenly over the job, until it has done some
// hundreds or its time is up, and works out what n shards would cost.
func (s *Study) PlanShards(ctx context.Context, config string, n int) (*ShardPlan, error) {
	p := &ShardPlan{Config: config, Shards: n, Tasks: s.Job.Tasks(), Present: s.Plan.MaxShare, Cut: s.Plan.MaxShare}
	if p.Tasks == 0 {
		return p, nil
	}
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	if job, ok := s.Job.(enumerate.Preparer); ok {
		began := time.Now()
		if err := job.Prepare(1, &stop, func(float64) {}); err != nil {
			return nil, err
		}
		p.Preparation = time.Since(began).Seconds()
	}
	seconds, nodes, err := s.probe(&stop)
	if err != nil || len(seconds) == 0 {
		return p, err
	}
	p.Probed = len(seconds)
	mean, deviation, largest := describeSample(seconds)
	p.CPUSeconds = mean * float64(p.Tasks)
	meanNodes, _, _ := describeSample(nodes)
	p.Nodes = meanNodes * float64(p.Tasks)
	tasks := float64(p.Tasks) / float64(n)
	p.PerShard = mean * tasks
	// The sum of so many tasks drawn at random is nearly normal; of n shards
	// the largest stays below the mean and this many deviations in 95 of 100.
	z := math.Sqrt(2 * math.Log(20*float64(n)))
	p.Largest = max(p.PerShard+z*deviation*math.Sqrt(tasks), largest)
	if p.PerShard > 0 {
		p.LargestTask = largest / p.PerShard
	}
	const goal = 0.1 // the largest task, of a mean shard
	if p.LargestTask > goal {
		p.Cut = roundDown(p.Present * goal / p.LargestTask)
	}
	return p, nil
}

// probe does tasks spread evenly, in an order that is even at any moment.
func (s *Study) probe(stop *atomic.Bool) (seconds, nodes []float64, err error) {
	w, err := s.Job.NewWorker()
	if err != nil {
		return nil, nil, err
	}
	out := enumerate.NewBatch(s.Job.Columns())
	flush := func() error { out.Reset(); return nil }
	began := time.Now()
	const most = 512
	count := s.Job.Tasks()
	step := uint64(math.Round(float64(count) * (math.Sqrt(5) - 1) / 2)) // golden section
	for step > 1 && gcd(step, uint64(count)) != 1 {
		step--
	}
	for k := range min(most, count) {
		if stop.Load() || k > 0 && time.Since(began) > probeBudget {
			break
		}
		task := int(uint64(k) * max(step, 1) % uint64(count))
		out.Reset()
		start := time.Now()
		tally, done, err := w.Do(task, stop, out, flush)
		if err != nil {
			return nil, nil, err
		}
		if done {
			seconds = append(seconds, time.Since(start).Seconds())
			nodes = append(nodes, float64(tally.Effort.Nodes))
		}
	}
	return seconds, nodes, nil
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func describeSample(x []float64) (mean, deviation, largest float64) {
	for _, v := range x {
		mean += v
		largest = max(largest, v)
	}
	mean /= float64(len(x))
	for _, v := range x {
		deviation += (v - mean) * (v - mean)
	}
	if len(x) > 1 {
		deviation = math.Sqrt(deviation / float64(len(x)-1))
	}
	return mean, deviation, largest
}

// roundDown keeps one significant digit.
func roundDown(x float64) float64 {
	unit := math.Floor(math.Log10(x))
	return math.Floor(x/math.Pow(10, unit)) / math.Pow(10, -unit)
}

// Print prints the plan for people, with the commands to submit.
func (p *ShardPlan) Print(w io.Writer) error {
	set := ""
	if p.Cut != p.Present {
		set = fmt.Sprintf(" --set cut=%g", p.Cut)
	}
	_, err := fmt.Fprintf(w, `%d shards of %d tasks, from %d tasks probed:
  about %.3g nodes and %.3g s of CPU in all (an estimate)
  about %.3g s a shard, the largest at most %.3g s (95%%), after %.2g s of preparation
  the largest task probed is %.2g of a shard; cut %g%s
commands, I from 0 to %d:
  coverstat run %s%s --shard I/%d --out shard-I
  coverstat merge OUT shard-*
`, p.Shards, p.Tasks, p.Probed, p.Nodes, p.CPUSeconds, p.PerShard, p.Largest, p.Preparation, p.LargestTask, p.Present, proposal(p), p.Shards-1, p.Config, set, p.Shards)
	return err
}

func proposal(p *ShardPlan) string {
	if p.Cut == p.Present {
		return " is fine enough"
	}
	return fmt.Sprintf(" is too coarse: proposed %g", p.Cut)
}
