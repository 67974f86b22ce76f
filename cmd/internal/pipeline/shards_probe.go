package pipeline

import (
	"math"
	"slices"
	"sync/atomic"
	"time"

	"coverstat/enumerate"
)

// A probedJob is a job of which some tasks were done and thrown away.
type probedJob struct {
	tasks       int
	preparation float64 // seconds of CPU
	timed       bool    // work is time: the nodes are those of the preparation, or not counted
	probes      []taskProbe
}

type taskProbe struct {
	task           int
	seconds, nodes float64
}

// probeJob does tasks spread evenly, in an order that is even at any moment.
func probeJob(job enumerate.Job, budget time.Duration, stop *atomic.Bool) (*probedJob, error) {
	x := &probedJob{tasks: job.Tasks()}
	if prepare := job.Features().Prepare; prepare != nil {
		began := processorSeconds()
		if err := prepare(1, stop, func(float64) {}); err != nil {
			return x, err
		}
		x.preparation, x.timed = processorSeconds()-began, true
	}
	w, err := job.NewWorker()
	if err != nil {
		return x, err
	}
	out := enumerate.NewBatch(job.Columns())
	flush := func() error { out.Reset(); return nil }
	began := time.Now()
	const most = 512
	step := uint64(math.Round(float64(x.tasks) * (math.Sqrt(5) - 1) / 2)) // golden section
	for step > 1 && gcd(step, uint64(x.tasks)) != 1 {
		step--
	}
	for k := range min(most, x.tasks) {
		if stop.Load() || k > 0 && time.Since(began) > budget {
			break
		}
		task := int(uint64(k) * max(step, 1) % uint64(x.tasks))
		out.Reset()
		start := processorSeconds()
		tally, done, err := w.Do(task, stop, out, flush)
		if err != nil {
			return x, err
		}
		if done {
			x.probes = append(x.probes, taskProbe{task, processorSeconds() - start, float64(tally.Effort.Nodes)})
		}
	}
	x.timed = x.timed || x.nodes() == 0
	return x, nil
}

// seconds and nodes are those of all tasks, estimated.
func (x *probedJob) seconds() float64 {
	return x.total(func(p taskProbe) float64 { return p.seconds })
}

func (x *probedJob) nodes() float64 {
	return x.total(func(p taskProbe) float64 { return p.nodes })
}

func (x *probedJob) total(of func(taskProbe) float64) float64 {
	sum := 0.0
	for _, p := range x.probes {
		sum += of(p)
	}
	return sum / max(1, float64(len(x.probes))) * float64(x.tasks)
}

// work is what a task has to do, in a unit that does not matter.
func (x *probedJob) work(p taskProbe) float64 {
	if x.timed {
		return p.seconds
	}
	return p.nodes
}

// spread estimates the largest of so many shards and the largest task, in mean
// shards.
func (x *probedJob) spread(shards int) (largest, task float64) {
	var work []float64
	for _, p := range x.probes {
		work = append(work, x.work(p))
	}
	mean, deviation := describeSample(work)
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
	// The sum of so many tasks drawn at random is nearly normal; of n shards
	// the largest stays below the mean and this many deviations in 95 of 100.
	// But the tasks are skewed, and a shard may besides have the largest of
	// them: both excesses add like deviations. (Either alone was too little: of
	// the chessboard's 44,029 tasks in 100 shards the largest has 1.67 mean
	// ones, where the normal excess is 0.56, that of the largest task 0.37. What
	// this says was 1.0 to 1.6 times the truth with 32 and with 100 shards, and
	// up to 2 times with 1,000, for two kernels and three cuts.)
	full := math.Ceil(t) / t // a shard with one task more than others
	normal := math.Sqrt(2*math.Log(20*float64(shards))) * deviation / mean / math.Sqrt(t)
	return min(full+math.Hypot(normal, max(0, task-1/t)), float64(shards)), task
}

// finerBy says by how much a finer cut may make the shards even. The part of a
// shard that one task makes up shrinks in proportion at best, the deviation by
// the root. It may be that nothing above the largest task was cut: whoever tries
// it looks again.
func finerBy(x *probedJob, shards int, largest, task float64) float64 {
	const room = evenShards - 1
	t := float64(x.tasks) / float64(shards)
	by := max(2, 4/t, 1.5*task/room)
	if normal := largest - 1; normal > task {
		by = max(by, normal*normal/(room*room))
	}
	return min(by, 100)
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
