package forecast

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/stats"
)

// ShardPlan says what a division into shards would cost. It is estimated from
// some tasks that are done and whose rows are thrown away.
type ShardPlan struct {
	Config string `json:"config"`
	// Run is what follows `coverstat run` in the command of a shard, as words for
	// a shell that may stand in any folder.
	Run        string  `json:"run"`
	Shards     int     `json:"shards"`
	Tasks      int     `json:"tasks"`
	Probed     int     `json:"probed"` // tasks done for this plan
	Nodes      float64 `json:"nodes"`  // of all tasks, estimated
	CPUSeconds float64 `json:"cpu_seconds"`
	// Memory is what this process has taken from the system to prepare the puzzle
	// and to do the tasks: a shard needs about as much for its first worker.
	Memory uint64 `json:"memory_bytes"`
	// Start is what the process of a shard spends until it has its tasks, and for its
	// small files at the end. Preparation is what it then does before its first task.
	Start       float64 `json:"cpu_seconds_start"`
	Preparation float64 `json:"cpu_seconds_preparation"`
	// PerShard is the mean of the shards' CPU seconds, Largest what the
	// largest of them should not exceed (95%), both without the preparation.
	PerShard float64 `json:"cpu_seconds_per_shard"`
	Largest  float64 `json:"cpu_seconds_largest_shard"`
	// LargestShare is the largest shard's part of the whole work, LargestRatio
	// its size relative to the mean shard.
	LargestShare float64 `json:"largest_shard_share"`
	LargestRatio float64 `json:"largest_shard_of_mean"`
	// LargestTask is the largest task's part of a mean shard. It is estimated
	// from the tail of the probed tasks, because the largest of all is seldom
	// among them.
	LargestTask float64 `json:"largest_task_of_shard"`
	// Cut is the proposed cut: the present one if it serves or if a finer one
	// would be no better. A finer cut was tried; it has ProposedTasks tasks, and
	// its largest shard is ProposedRatio mean ones.
	Cut           float64 `json:"cut"`
	Present       float64 `json:"present_cut"`
	ProposedTasks int     `json:"proposed_tasks,omitempty"`
	ProposedRatio float64 `json:"proposed_largest_shard_of_mean,omitempty"`
	// Limit says why the shards cannot be made more even, "" if they are even
	// or will be.
	Limit string `json:"limit,omitempty"`
	// Empty is the number of shards without a task, with the cut proposed.
	Empty int `json:"empty_shards"`
	// TooMany says why there are too many shards, "" if there are not. Most is then
	// the largest number that is not too many.
	TooMany string `json:"too_many,omitempty"`
	Most    int    `json:"most_shards,omitempty"`
}

const (
	// processStart is what a shard costs besides its work, its preparation and the
	// cutting of the tasks: a twentieth of 31,100 solutions with five columns took
	// 0.04 s of processor time, a 1300th of the chessboard 0.09 s.
	processStart = 0.04
	// evenShards is how many mean shards the largest shard may be.
	evenShards = 1.5
	// mostTasks bounds the proposed cuts: a run or merge of so many tasks holds
	// half a gigabyte for them.
	mostTasks = 1_000_000
	// A shard with fewer than fewestNodes nodes is not worth a process, a task
	// with fewer than taskNodes is not worth being a task.
	fewestNodes = 1000
	taskNodes   = 100
	// mostCuts is the number of finer cuts that are tried.
	mostCuts = 5

	probedTasks  = 512             // of a cut at most
	probeBudget  = 5 * time.Second // for the present cut
	furtherProbe = 2 * time.Second // for each cut that is tried
)

// PlanShards does some hundred tasks, or as many as its time allows, and
// estimates what n shards would cost. How even the shards are follows from the
// tasks' nodes, which are the same on every machine; only the seconds are what
// the nodes took here. Where the largest shard is far from the mean, finer cuts
// are tried in the same way. config is the config with its flags as the printed commands write it, and
// run the same with the config's whole path. cutting is the processor time in
// seconds that it took to read the config and to cut it into tasks.
func PlanShards(ctx context.Context, s *study.Study, config, run string, n int, cutting float64) (*ShardPlan, error) {
	p := &ShardPlan{Config: config, Run: run, Shards: n, Tasks: s.Job.Tasks(), Present: s.Cut(), Cut: s.Cut(), Start: processStart + cutting}
	defer p.finish()
	if p.Tasks == 0 {
		p.Limit, p.Empty = "no tasks: there is nothing to divide", n
		return p, nil
	}
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	x, err := probeTasks(s.Job, probeBudget, &stop)
	if err != nil {
		return p, err
	}
	p.Probed, p.Preparation = len(x.probes), x.preparation
	p.CPUSeconds, p.Nodes = x.seconds(), x.nodes()
	p.PerShard = p.CPUSeconds / float64(n)
	p.LargestRatio, p.LargestTask = x.spread(n)
	p.Largest, p.LargestShare = p.PerShard*p.LargestRatio, p.LargestRatio/float64(n)
	if err := p.proposeCut(s, x, &stop); err != nil {
		return p, err
	}
	tasks := max(p.Tasks, p.ProposedTasks)
	p.Empty = max(0, n-tasks)
	p.judge(tasks)
	return p, nil
}

// judge says whether there are too many shards.
func (p *ShardPlan) judge(tasks int) {
	before := p.Start + p.Preparation
	if most := max(1, int(min(p.CPUSeconds/before, 1e9))); p.Probed > 0 && p.Shards > most {
		p.Most = min(most, tasks)
		p.TooMany = fmt.Sprintf("a shard has %s s of work, and takes %s s before it", twoDigits(p.PerShard), twoDigits(before))
	} else if p.Shards > tasks {
		p.Most, p.TooMany = tasks, "more than the "+enumerate.Plural(tasks, "task")
	}
}

// finish completes the plan when all tasks are tried.
func (p *ShardPlan) finish() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	p.Memory = m.Sys
	p.Run += p.set()
}

// set returns the flag of the proposed cut, "" for the present one.
func (p *ShardPlan) set() string {
	if p.Cut == p.Present {
		return ""
	}
	return fmt.Sprintf(" --set cut=%g", p.Cut)
}

// even reports whether a division is as even as it should be.
func even(largest float64, tasks, shards int) bool {
	return largest <= evenShards && tasks >= shards
}

// proposeCut tries finer cuts until the shards are even, or says why they
// cannot be.
func (p *ShardPlan) proposeCut(s *study.Study, x *taskSample, stop *atomic.Bool) error {
	largest, task, cut := p.LargestRatio, p.LargestTask, p.Present
	for tries := 0; !even(largest, x.tasks, p.Shards); tries++ {
		has := enumerate.Plural(x.tasks, "task")
		switch {
		case stop.Load():
			return nil
		case x.preparation > max(p.PerShard, furtherProbe.Seconds()): // a further cut would take long to try
			p.Limit = has + "; every shard repeats the preparation, which is more than its tasks: fewer shards are better"
			return nil
		case x.tasks > 1 && x.nodes() > 0 && x.nodes() < fewestNodes*float64(p.Shards):
			p.Limit = fmt.Sprintf("%s; a shard has %s nodes, less work than it takes to start it: fewer shards are better", has, twoDigits(x.nodes()/float64(p.Shards)))
			return nil
		case tries == mostCuts:
			p.Limit = has + "; finer cuts make the largest of them little smaller"
			return nil
		}
		most, why := float64(mostTasks), "a finer cut would give more than "+enumerate.Grouped(mostTasks)
		if small := x.nodes() / taskNodes; !x.timed && small < most {
			most, why = small, fmt.Sprintf("with a finer cut they would have fewer than %d nodes each", taskNodes)
		}
		finer := min(finerBy(x, p.Shards, largest, task), 0.7*most/float64(x.tasks)) // some cuts give more than they should
		next := cut / 2
		if finer >= 2 {
			next = roundDown(cut / finer)
		}
		if finer < 1.5 {
			p.Limit = has + "; " + why
			return nil
		}
		spec := s.Plan.Spec()
		spec.MaxShare = next
		job, err := s.Family.Open(spec)
		if err != nil {
			return s.Plan.Locate(err)
		}
		switch n := float64(job.Tasks()); {
		case n < 1.05*float64(x.tasks):
			p.Limit = has + ", and a finer cut gives no more"
			return nil
		case n > most:
			p.Limit = has + "; " + why
			return nil
		}
		y, err := probeTasks(job, furtherProbe, stop)
		if err != nil || stop.Load() {
			return err
		}
		x, cut = y, next
		if largest, task = x.spread(p.Shards); largest < p.LargestRatio || x.tasks >= p.Shards {
			p.Cut, p.ProposedTasks, p.ProposedRatio = cut, x.tasks, largest
		}
	}
	return nil
}

// Print prints the plan for people, with the commands to submit.
func (p *ShardPlan) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s, %s of them probed:\n", enumerate.Plural(p.Shards, "shard"), enumerate.Plural(p.Tasks, "task"), enumerate.Grouped(p.Probed))
	if p.Probed > 0 {
		fmt.Fprintf(&b, "  about %s nodes and %s s of CPU in all (an estimate)\n", twoDigits(p.Nodes), twoDigits(p.CPUSeconds))
		fmt.Fprintf(&b, "  about %s s a shard, the largest at most %s s (95%%): %s mean ones, %s of the whole\n", twoDigits(p.PerShard), twoDigits(p.Largest), twoDigits(p.LargestRatio), stats.Percent(p.LargestShare))
		fmt.Fprintf(&b, "  the largest task is about %s of a mean shard\n", twoDigits(p.LargestTask))
		fmt.Fprintf(&b, "  besides, %s s in each shard to start and %s s of preparation\n", twoDigits(p.Start), twoDigits(p.Preparation))
	}
	tasks := p.Tasks
	switch {
	case p.Cut != p.Present:
		tasks = p.ProposedTasks
		fmt.Fprintf(&b, "cut %g is too coarse; proposed %g: %s, the largest shard at most %s mean ones\n", p.Present, p.Cut, enumerate.Plural(tasks, "task"), twoDigits(p.ProposedRatio))
	case p.Limit == "":
		fmt.Fprintf(&b, "cut %g is fine enough: the largest shard is near the mean\n", p.Present)
	}
	if p.Limit != "" {
		fmt.Fprintf(&b, "limit: %s\n", p.Limit)
	}
	if p.TooMany != "" {
		fmt.Fprintf(&b, "too many shards: %s: take at most %s\n", p.TooMany, enumerate.Grouped(p.Most))
	}
	if p.Empty > 0 {
		fmt.Fprintf(&b, "%s: %s of %s shards are empty\n", enumerate.Plural(tasks, "task"), enumerate.Grouped(p.Empty), enumerate.Grouped(p.Shards))
	}
	if last := min(p.Shards, tasks) - 1; last >= 0 {
		which := "I from 0 to " + fmt.Sprint(last)
		if last == 0 {
			which = "I is 0"
		}
		fmt.Fprintf(&b, "commands, %s:\n  coverstat run %s%s --shard I/%d --out shard-I\n  coverstat merge OUT shard-*\n", which, p.Config, p.set(), p.Shards)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
