package jobs

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/totals"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/kernel/sweep"
)

// sample is the job of drawing solutions at random. A row is a class that was seen, in canonical
// form: the instance's solution columns, orbit_size, the measures, times_seen, and the draws'
// weights if these are asked for. A task is a range of draws. It makes a row for each class that
// it saw; rows of one class are merged afterwards.
//
// A draw depends on the seed and its number alone.
type sample struct {
	Instance     *exact.Instance
	spec         enumerate.SampleSpec
	columns      []enumerate.Column
	kernel       string  // for listing all solutions
	maxShare     float64 // likewise
	times        int     // number of the column times_seen; those of the weights follow
	size         int64   // draws in a task
	memory       int64   // bytes for the classes that all workers hold
	workerMemory int64   // of one worker

	// One of these, by the sampler.
	problem *enumerate.Problem // shuffled
	count   *totals.Sweeps     // uniform, by a sweep
	list    *solutionList      // uniform, by a list of all solutions, of which the rows of a census are one
	why     string             // how uniform draws are made, in words

	// Made by prepare.
	completions *sweep.Completions
	scale       weightScale
	warm        []*kernel.Sampler // those that made the draws for the scale: they remember states
	mu          sync.Mutex        // guards warm
}

// uniform is the sampler of equally likely solutions; the other one is shuffled.
const uniform = "uniform"

// nodeLimit is the limit of a draw where the config sets none, and that of a probe for the weight
// of a draw. Most draws take some hundred nodes.
const nodeLimit = 1 << 24

// newSample chooses how draws are made.
func newSample(x *exact.Instance, spec enumerate.Spec) (*sample, error) {
	if spec.Sample == nil {
		return nil, enumerate.KeyErrorf("sample", "a sample needs the number of draws, such as sample: {draws: 20000}")
	}
	if x.Forcing != nil {
		return nil, enumerate.KeyErrorf("measures", "measure %s needs all solutions: expected job: census, got sample",
			exact.ForcingName)
	}
	s := &sample{Instance: x, spec: *spec.Sample, kernel: spec.Kernel, maxShare: spec.MaxShare,
		memory: cmp.Or(spec.Sample.MemoryLimit, defaultSampleMemory)}
	s.columns = x.Columns(enumerate.Plain)
	s.times = len(s.columns)
	s.columns = append(s.columns, enumerate.TimesSeen("a solution"))
	if s.spec.Weight {
		if s.spec.Sampler == uniform {
			return nil, enumerate.KeyErrorf("sample.weight",
				"uniform draws all have the same weight: expected sample.weight false")
		}
		s.columns = append(s.columns, weightColumns()...)
	}
	s.size = taskSize(s.spec)
	s.workerMemory = s.memory // until prepare knows how many workers share it
	var err error
	switch {
	case x.Impossible != "":
	case spec.Census != nil:
		s.list, err = listed(x, spec.Census)
	case s.spec.Sampler == uniform:
		err = s.drawUniformly()
	default:
		err = s.drawShuffled()
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// drawUniformly chooses between the counts of a sweep and a list.
func (s *sample) drawUniformly() (err error) {
	// draws in a task that are of a sweep: most classes come once, so there is nothing to merge
	most := min(s.size, 1<<16)
	if w := s.Instance.Weighed; w != nil {
		s.why, s.size = "counting each solution as often as it weighs", most
		if s.count, err = totals.New(w, enumerate.Question{}); err == nil {
			err = s.count.Prepare()
		}
		return err
	}
	all, err := NewCensus(s.Instance, s.kernel, s.maxShare, true)
	if err != nil {
		return err
	}
	_, sweeps, why, err := all.methods(enumerate.Question{})
	if s.why = "counting " + why; sweeps != nil {
		s.count, s.size = sweeps, most
	} else {
		s.list = &solutionList{census: all}
	}
	return err
}

// drawShuffled makes the first sampler of shuffled options.
func (s *sample) drawShuffled() (err error) {
	fault := func(format string, args ...any) error {
		return enumerate.KeyErrorf("sample.sampler", "sampler %s%s", s.spec.Sampler, fmt.Sprintf(format, args...))
	}
	if s.Instance.Space != nil {
		return fault(": expected uniform, the one there is for regions")
	}
	s.spec.NodeLimit = cmp.Or(s.spec.NodeLimit, nodeLimit)
	if s.problem, err = s.Instance.Bounded(); err != nil {
		return fault(" does not fit the conditions of require: %v: expected uniform", err)
	}
	first, err := s.newSampler()
	if err != nil {
		return fault(" does not fit this puzzle: %v: expected uniform", err)
	}
	s.warm = append(s.warm, first)
	return nil
}

// taskSize returns the number of draws in a task: enough that most rows of a
// long sample have been merged before they leave the worker.
func taskSize(s enumerate.SampleSpec) int64 {
	const most = 1 << 18 // tasks
	if s.Sampler == uniform {
		return max(min(max(s.Draws/16, 1<<13), 1<<20), s.Draws/most)
	}
	return max(32, s.Draws/most)
}

func (s *sample) tasks() int { return int((s.spec.Draws + s.size - 1) / s.size) }

func (s *sample) drawsOf(task int) int64 { return min(s.size, s.spec.Draws-int64(task)*s.size) }

// newChecker is that of [enumerate.Job].
func (s *sample) newChecker() (enumerate.Checker, error) {
	check := exact.NewRowChecker(s.Instance)
	return func(b *enumerate.Batch, row int) error {
		if n := b.IntAt(s.times, row); n < 1 {
			return fmt.Errorf("times_seen is %d, expected 1 or more", n)
		}
		if s.spec.Weight {
			if err := checkWeights(b, s.times, row); err != nil {
				return err
			}
		}
		return check(b, row)
	}, nil
}

// facts are those of [enumerate.Job].
func (s *sample) facts() []enumerate.Fact {
	x := s.Instance
	about := "options in random order, the item with fewest options, the first solution; not uniform"
	if s.spec.Sampler == uniform {
		about = "every solution is equally likely"
		if x.Weighed != nil {
			about = "every solution is as likely as it weighs"
		}
	}
	facts := append(x.AllFacts(), enumerate.Fact{Key: "sampler", Text: "sampler " + s.spec.Sampler + ": " + about,
		Value: s.spec.Sampler})
	by := &exact.KernelChoice{}
	switch {
	case s.count != nil:
		by = nil
	case s.problem != nil:
		by.General = true
	case s.list != nil && s.list.census != nil:
		by = &s.list.census.pool.Kernel
	}
	facts = append(facts, x.Conditions.Facts(by)...)
	switch {
	case x.Impossible != "":
		facts = append(facts, enumerate.Fact{Key: "impossible", Text: "no solution: " + x.Impossible,
			Value: x.Impossible})
	case s.list != nil && s.list.rows != nil:
		facts = append(facts, enumerate.Fact{Key: "method", Text: "draws from the rows of " + s.list.rows.Name,
			Value: "census"})
	case s.list != nil:
		facts = append(facts,
			enumerate.Fact{Key: "method", Text: "all solutions are listed first, then drawn from the list; " + s.why,
				Value: "index"},
			enumerate.Fact{Key: "kernel", Text: "kernel " + s.kernelName(), Value: s.kernelName()})
	case s.count != nil:
		facts = append(facts, enumerate.Fact{Key: "method", Text: "draws from the counts of a sweep; " + s.why,
			Value: "sweep"})
	default:
		facts = append(facts, enumerate.Fact{Key: "node_limit",
			Text: "a draw fails after " + enumerate.Plural(s.spec.NodeLimit, "node"), Value: s.spec.NodeLimit})
		if s.spec.Weight {
			facts = append(facts, enumerate.Fact{Key: "weights",
				Text: fmt.Sprintf(
					"a draw weighs one over its probability; it fails if a probe for that takes more than %s nodes",
					enumerate.Grouped(nodeLimit)),
				Value: nodeLimit})
		}
	}
	return append(facts, enumerate.Fact{Key: "tasks",
		Text: fmt.Sprintf("%s with seed %d in %s", enumerate.Plural(s.spec.Draws, "draw"), s.spec.Seed,
			enumerate.Plural(s.tasks(), "task")), Value: s.tasks()})
}

// defaultSampleMemory is the memory for the classes of the tasks at hand, for all workers together.
// A worker with more classes hands over those that it has; the merged rows are the same.
const defaultSampleMemory = 256 << 20

// kernelName is the name of the kernel of the listing, "" if there is none.
func (s *sample) kernelName() string {
	if s.list == nil || s.list.census == nil {
		return ""
	}
	return s.list.census.kernelName()
}

// Job is the job of the sample.
func (s *sample) Job() *enumerate.Job {
	x, preparation := s.Instance, &enumerate.Preparation{Do: s.prepare}
	switch {
	case s.list != nil && s.list.rows != nil:
		preparation.Name = "reading the rows of " + s.list.rows.Name
	case s.list != nil:
		preparation.Name = "listing all solutions"
	case s.count != nil:
		preparation.Name = "counting the solutions by a sweep"
	case s.spec.Weight:
		preparation.Name = "drawing for the scale of the weights"
	}
	return &enumerate.Job{
		Columns:    s.columns,
		Kernel:     s.kernelName(),
		Tables:     x.AllTables,
		Tasks:      s.tasks,
		Share:      func(task int) float64 { return float64(s.drawsOf(task)) / float64(s.spec.Draws) },
		Above:      func() enumerate.Effort { return enumerate.Effort{} },
		NewWorker:  s.newWorker,
		NewChecker: s.newChecker,
		Facts:      s.facts,
		Features: enumerate.Features{Preparation: preparation, Smaller: x.Smaller, Shuffles: x.Shuffles(),
			Memory: s.expectedMemory, Tree: s.tree, DrawnFrom: s.drawnFrom, FindMeasure: x.FindMeasure,
			Counters: x.Counters(true)},
	}
}

// tree is that of [enumerate.Features]: the search of all solutions.
func (s *sample) tree() (*enumerate.Tree, error) {
	c, err := NewCensus(s.Instance, s.kernel, s.maxShare, false)
	if err != nil {
		return nil, err
	}
	return c.Tree()
}

// drawnFrom is that of [enumerate.Features].
func (s *sample) drawnFrom() *big.Int {
	switch {
	case s.completions != nil:
		return s.completions.Total()
	case s.list != nil && s.list.total.Sign() > 0:
		return &s.list.total
	}
	return nil
}

// expectedMemory is that of the counts of a sweep.
func (s *sample) expectedMemory() enumerate.Memory {
	m := enumerate.Memory{Limit: max(sweep.DefaultMemory, s.memory), Key: "sample.memory_limit",
		Smaller: s.Instance.Smaller}
	if s.count != nil {
		m.Expected = s.count.CompletionsMemory()
	}
	return m
}

// prepare makes what every draw reads: the scale of weights, the list of all
// solutions, or the counts of a sweep.
func (s *sample) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	s.workerMemory = min(s.memory/int64(max(1, workers)), 1<<37) // 32 bits number the classes, of 96 bytes and more
	const nothing = "there is nothing to draw: the puzzle has no solution"
	switch {
	case s.Instance.Impossible != "":
		return fmt.Errorf("%s: %s", nothing, s.Instance.Impossible)
	case s.problem != nil && s.spec.Weight:
		return s.setScale(workers, stop, progress)
	case s.list != nil:
		if err := s.list.fill(workers, stop, progress); err != nil || s.list.total.Sign() > 0 || stop.Load() {
			return err
		}
		return errors.New(nothing)
	case s.count != nil:
		memory := s.expectedMemory().Limit
		plan, err := s.count.Plan()
		if err != nil {
			return err
		}
		switch c, outcome := sweep.Complete(plan, false, sweep.Limits{Memory: memory, Workers: workers}, stop); outcome {
		case sweep.Done:
			if c.Total().Sign() == 0 {
				return errors.New(nothing)
			}
			s.completions = c
		case sweep.Full:
			return fmt.Errorf(
				"uniform draws need the counts of a whole sweep, and these take more than %s: set sample.memory_limit to more, such as %dGB, or take %s",
				enumerate.Bytes(float64(memory)), memory/1e9*4, s.instead())
		case sweep.Overflow:
			return sweep.ErrOverflow
		}
	}
	return nil
}

// instead is what to take where uniform draws need too much: another sampler, or a smaller puzzle if there is none.
func (s *sample) instead() string {
	if s.Instance.Shuffles() {
		return "sampler: shuffled"
	}
	return s.Instance.Smaller
}

// newWorker is that of [enumerate.Job].
func (s *sample) newWorker() (enumerate.Worker, error) {
	w := &sampleWorker{sample: s, recorder: s.Instance.NewRecorder(), checker: exact.NewSolutionChecker(s.Instance),
		canon: s.Instance.NewCanonicaliser(), counts: formCounts{number: map[string]int32{}}}
	w.random = rand.New(&w.source)
	if s.Instance.Weighed != nil && s.Instance.NewForm != nil {
		w.whole = s.Instance.NewForm()
	}
	if s.list != nil {
		w.listed = make([]int32, s.list.len())
	}
	var err error
	if s.problem != nil {
		w.sampler, err = s.newSampler()
	}
	return w.do, err
}

// newSampler returns a sampler: one of those that are warm, if any is left.
func (s *sample) newSampler() (*kernel.Sampler, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.warm); n > 0 {
		x := s.warm[n-1]
		s.warm = s.warm[:n-1]
		return x, nil
	}
	return kernel.NewSampler(s.problem, s.spec.Seed, s.spec.Weight, s.spec.NodeLimit, nodeLimit)
}
