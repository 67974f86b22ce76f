package forecast

import (
	"math"
	"slices"
	"sync/atomic"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/probe"
)

// A taskSample is some tasks of a job, drawn at random, with what they cost.
type taskSample struct {
	tasks       int     // of the job
	preparation float64 // processor seconds
	timed       bool    // work is measured in seconds, because nodes do not tell it
	probes      []timedTask
}

// probeTasks does tasks in random order until there are enough or the budget
// is spent. The nodes of jobs with a preparation are those of the preparation,
// and some jobs count none: their work is measured in seconds.
func probeTasks(job enumerate.Job, budget time.Duration, stop *atomic.Bool) (*taskSample, error) {
	x := &taskSample{tasks: job.Tasks()}
	timer, err := newTaskTimer(job, ProcessorSeconds, stop)
	if err != nil {
		return x, err
	}
	x.preparation = timer.preparation
	began := time.Now()
	x.probes, err = timer.sample(timer.order(1), func(done int, _ float64) bool {
		return done == probedTasks || done > 0 && time.Since(began) > budget
	}, stop)
	if err != nil {
		return x, err
	}
	x.probes = slices.DeleteFunc(x.probes, func(r timedTask) bool { return !r.done })
	x.timed = job.Features().Prepare != nil || x.nodes() == 0
	return x, nil
}

// seconds estimates the processor seconds of all tasks.
func (x *taskSample) seconds() float64 {
	return x.total(func(p timedTask) float64 { return p.seconds })
}

// nodes estimates the nodes of all tasks.
func (x *taskSample) nodes() float64 {
	return x.total(func(p timedTask) float64 { return p.nodes })
}

func (x *taskSample) total(of func(timedTask) float64) float64 {
	sum := 0.0
	for _, p := range x.probes {
		sum += of(p)
	}
	return sum / max(1, float64(len(x.probes))) * float64(x.tasks)
}

// work is a task's seconds or nodes; only its ratio to that of others is used.
func (x *taskSample) work(p timedTask) float64 {
	if x.timed {
		return p.seconds
	}
	return p.nodes
}

// spread estimates the work of the largest of so many shards and of the largest
// task, as multiples of the mean shard's work.
func (x *taskSample) spread(shards int) (largest, task float64) {
	var work []float64
	var moments probe.Moments
	for _, p := range x.probes {
		work = append(work, x.work(p))
		moments.Add(x.work(p))
	}
	mean, deviation := moments.Mean(), 0.0
	if len(work) > 1 {
		deviation = math.Sqrt(moments.Variance())
	}
	if len(work) == 0 || mean == 0 {
		return 1, 0
	}
	t := float64(x.tasks) / float64(shards) // tasks of a shard
	task = largestOf(work, x.tasks) / (mean * t)
	if len(work) == x.tasks { // nothing is left to estimate
		sums := make([]float64, shards)
		for _, p := range x.probes {
			sums[p.task%shards] += x.work(p)
		}
		return slices.Max(sums) / (mean * t), task
	}
	if t <= 1 {
		return task, task
	}
	// The sum of so many tasks drawn at random is nearly normal: the largest of n
	// shards stays below the mean and this many deviations in 95 of 100 cases.
	// But the tasks are skewed, and a shard may also have the largest of them, so
	// both excesses are added as deviations are. Either alone was too little: of
	// the chessboard's 44,029 tasks in 100 shards the largest has 1.67 mean ones,
	// where the normal excess is 0.56 and that of the largest task 0.37. This
	// estimate was 1.0 to 1.6 times the truth with 32 and with 100 shards, and up
	// to 2 times with 1,000, for two kernels and three cuts.
	full := math.Ceil(t) / t // a shard with one task more than others
	normal := math.Sqrt(2*math.Log(20*float64(shards))) * deviation / mean / math.Sqrt(t)
	return min(full+math.Hypot(normal, max(0, task-1/t)), float64(shards)), task
}

// finerBy estimates by which factor the number of tasks must grow to make the
// shards even. The part of a shard that one task makes up shrinks in proportion
// at best, the deviation by the root. The largest task may not shrink at all;
// the caller measures again.
func finerBy(x *taskSample, shards int, largest, task float64) float64 {
	const room = evenShards - 1
	t := float64(x.tasks) / float64(shards)
	by := max(2, 4/t, 1.5*task/room)
	if normal := largest - 1; normal > task {
		by = max(by, normal*normal/(room*room))
	}
	return min(by, 100)
}

// largestOf estimates the largest of count tasks from the work of some of them.
// It takes the upper tail for a power law (B. M. Hill, 1975), because search
// trees have such tails and the largest of a few hundred tasks is not the
// largest of all. The slope is bounded so that the tail has a variance, and a
// tenth of the tasks counts as the tail: 512 of the chessboard's tasks then give
// 1.0 to 1.5 times the truth (cut into 32,698) and 1.8 to 3.0 times (into
// 8,114). A bound of 1 on the slope gave 3.3 to 36 times.
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

// roundDown keeps one significant digit.
func roundDown(x float64) float64 {
	unit := math.Floor(math.Log10(x))
	return math.Floor(x/math.Pow(10, unit)) / math.Pow(10, -unit)
}
