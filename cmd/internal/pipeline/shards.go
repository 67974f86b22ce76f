package pipeline

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
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
	// largest of them should not exceed (95%), both without the preparation.
	PerShard float64 `json:"cpu_seconds_per_shard"`
	Largest  float64 `json:"cpu_seconds_largest_shard"`
	// LargestShare is the largest shard's part of the whole work.
	LargestShare float64 `json:"largest_shard_share"`
	// LargestTask is the largest task's part of a mean shard, estimated from
	// the tail of those probed: the largest of all is seldom among them.
	LargestTask float64 `json:"largest_task_of_shard"`
	Cut         float64 `json:"cut"` // proposed: the present one if it serves
	Present     float64 `json:"present_cut"`
}

// probeBudget bounds the time that a plan takes for its probes.
const probeBudget = 5 * time.Second

// What a division should keep to: its largest shard takes at most evenShards
// mean ones, or fairShare of the whole.
const (
	evenShards = 1.5
	fairShare  = 0.01
)

// PlanShards does tasks spread evenly over the job, until it has done some
// hundreds or its time is up, and works out what n shards would cost. The
// spread is that of the tasks' nodes, which are the same on every machine and
// every day; time is only what the nodes took here. config is what the
// commands are to name.
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
	mean, _ := describeSample(seconds)
	p.CPUSeconds = mean * float64(p.Tasks)
	p.PerShard = p.CPUSeconds / float64(n)
	meanNodes, _ := describeSample(nodes)
	p.Nodes = meanNodes * float64(p.Tasks)
	work := nodes
	if _, prepares := s.Job.(enumerate.Preparer); prepares || meanNodes == 0 {
		work = seconds // the nodes are those of the preparation, or not counted
	}
	p.spread(work)
	return p, nil
}

// spread estimates the largest shard from the work of the tasks probed, and
// proposes a cut.
func (p *ShardPlan) spread(work []float64) {
	mean, deviation := describeSample(work)
	if mean == 0 {
		return
	}
	tasks := float64(p.Tasks) / float64(p.Shards)
	p.LargestTask = largestOf(work, p.Tasks) / (mean * tasks)
	// The sum of so many tasks drawn at random is nearly normal; of n shards
	// the largest stays below the mean and this many deviations in 95 of 100.
	// With few tasks a shard it is the one that has the largest task. (Shards
	// take every n-th task and come out more even than random ones: the
	// chessboard's 1,345 tasks of dancing links in 32 shards have 1.39 where
	// random shards have 1.59 in the median, 1.94 in one of twenty, and 1.89 is
	// what this says.)
	z := math.Sqrt(2 * math.Log(20*float64(p.Shards)))
	normal := z * deviation / mean / math.Sqrt(tasks)
	largest := min(1+max(normal, p.LargestTask), float64(p.Shards)) // of a mean shard
	p.Largest = p.PerShard * largest
	p.LargestShare = largest / float64(p.Shards)
	goal := max(evenShards, fairShare*float64(p.Shards))
	if largest <= goal {
		return
	}
	// Finer by f, the normal part shrinks by the root of f, the largest task by
	// f at best: it may be that nothing above it was cut. Hence a bound, and
	// the advice to check again.
	finer := (goal - 1) / (largest - 1)
	if normal > p.LargestTask {
		finer *= finer
	}
	p.Cut = roundDown(p.Present * max(finer, 0.01))
}

// largestOf estimates the largest of count tasks from the work of some of
// them, their upper tail taken as a power law (Hill, 1975): search trees have
// such tails, and the largest of a few hundred is not the largest. With the
// slope bounded so that the tail has a variance, and a tenth of the tasks taken
// for the tail, 512 of the chessboard's tasks give 1.0 to 1.5 times the truth
// (cut into 32,698) and 1.8 to 3.0 times (into 8,114); a bound of 1 on the
// slope, 3.3 to 36 times.
func largestOf(work []float64, count int) float64 {
	x := slices.Clone(work)
	slices.Sort(x)
	slices.Reverse(x)
	k := max(5, len(x)/10)
	if len(x) >= count || len(x) <= k || x[k] <= 0 {
		return x[0]
	}
	logs := 0.0
	for _, v := range x[:k] {
		logs += math.Log(v / x[k])
	}
	slope := min(logs/float64(k), 0.5)
	return max(x[0], x[k]*math.Pow(float64(k)*float64(count)/float64(len(x)), slope))
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

func describeSample(x []float64) (mean, deviation float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for _, v := range x {
		deviation += (v - mean) * (v - mean)
	}
	if len(x) > 1 {
		deviation = math.Sqrt(deviation / float64(len(x)-1))
	}
	return mean, deviation
}

// roundDown keeps one significant digit.
func roundDown(x float64) float64 {
	unit := math.Floor(math.Log10(x))
	return math.Floor(x/math.Pow(10, unit)) / math.Pow(10, -unit)
}

// Print prints the plan for people, with the commands to submit.
func (p *ShardPlan) Print(w io.Writer) error {
	set, cut := "", " is fine enough"
	if p.Cut != p.Present {
		set = fmt.Sprintf(" --set cut=%g", p.Cut)
		cut = fmt.Sprintf(" is too coarse: proposed %g (check it again with --set cut=%[1]g)", p.Cut)
	}
	_, err := fmt.Fprintf(w, `%d shards of %d tasks, from %d tasks probed:
  about %.3g nodes and %.3g s of CPU in all (an estimate)
  about %.3g s a shard, the largest at most %.3g s (95%%), %.2g of the whole
  besides, %.2g s of preparation in each shard
  the largest task is about %.2g of a shard; cut %g%s
commands, I from 0 to %d:
  coverstat run %s%s --shard I/%d --out shard-I
  coverstat merge OUT shard-*
`, p.Shards, p.Tasks, p.Probed, p.Nodes, p.CPUSeconds, p.PerShard, p.Largest, p.LargestShare, p.Preparation, p.LargestTask, p.Present, cut,
		p.Shards-1, p.Config, set, p.Shards)
	return err
}
