package forecast

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/probe"
	"coverstat/enumerate/run"
	"coverstat/export/findings"
	"coverstat/stats"
)

// searchEstimate is the answer of the estimate command.
type searchEstimate struct {
	Raw interval `json:"raw"`
	// Distinct is the number up to symmetry, nil where it was not counted.
	Distinct   *stats.Number  `json:"distinct,omitempty"`
	Nodes      interval       `json:"nodes"`
	CPUSeconds stats.Interval `json:"cpu_seconds"` // with the preparation and the writing
	// Preparation is what comes before the search: its reduction and cut, the
	// tables of a kernel, whatever the job prepares.
	Preparation seconds `json:"cpu_seconds_preparation"`
	Writing     seconds `json:"cpu_seconds_writing"` // of the dataset
	// PerNode is what a node below the cut costs, or a task without nodes,
	// measured on Timed of them. It is nil where whole tasks are timed.
	PerNode *stats.Interval `json:"cpu_seconds_per_node,omitempty"`
	Timed   int64           `json:"nodes_timed,omitempty"`
	// Method says where the number of solutions comes from: sweep (counted),
	// whole (all of it was searched), probes, or tasks (done at random).
	Method     string   `json:"method"`
	Confidence float64  `json:"confidence"`
	Probes     int64    `json:"probes"`
	Searched   int64    `json:"nodes_searched"`
	Stopped    string   `json:"stopped"`
	Warnings   []string `json:"warnings,omitempty"`

	// Run is what a run takes, or one of its shards; nil for samples, whose run is not this search.
	Run *progress.Forecast `json:"run,omitempty"`

	survey   bool   // raw counts instances
	sweeps   string // what they are expected to take; "" if the solutions are listed
	symmetry string // what is said of Distinct
}

// EstimateOptions say how much work an estimate is worth.
type EstimateOptions struct {
	Nodes     int64   // searched at most, about
	Precision float64 // relative half-width of the intervals at which to stop
	Seed      uint64
	Workers   int // of the run
	Shards    int // of the run; 0 is the whole
}

// Estimate estimates how many solutions there are and what it costs to list them.
func Estimate(ctx context.Context, s *study.Study, o EstimateOptions) (*searchEstimate, error) {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	e := &searchEstimate{Confidence: stats.DefaultConfidence, Stopped: "the budget is spent"}
	var err error
	if s.Counting() != nil {
		err = e.fromSweeps(ctx, s, o)
	} else if s.Job.Tree != nil {
		err = e.fromTree(ctx, s, o, &stop)
	} else {
		err = e.fromTasks(s, o, &stop)
	}
	if ctx.Err() != nil {
		return nil, run.ErrStopped
	}
	if e.Distinct != nil && e.Raw.exact != nil {
		e.symmetry = upToSymmetry(s, stats.BigInt(e.Raw.exact), *e.Distinct)
	}
	if s.Plan.Kind == enumerate.Sample {
		e.Run = nil
	}
	if m, ok := s.Memory(); ok && m.Tight() {
		e.Warnings = append(e.Warnings, m.Text())
	}
	if room, _ := Room(e.Run, filepath.Join(study.RunsDir, s.Plan.Name), 0); room != "" {
		e.Warnings = append(e.Warnings, room)
	}
	return e, s.Plan.Locate(err)
}

// fromSweeps says what the sweeps of a census without rows are expected to take. What a node
// of them costs is not known before.
func (e *searchEstimate) fromSweeps(ctx context.Context, s *study.Study, o EstimateOptions) error {
	count, err := e.count(ctx, s, o)
	if err != nil {
		return err
	}
	text, nodes := s.Counting().Size()
	e.unsearched(count, nodes)
	e.Method, e.Stopped, e.sweeps = "sweep", "no rows: nothing is listed", text
	return nil
}

// unsearched takes over what was counted, nil if that is unknown, without a search, which takes so many nodes or more.
func (e *searchEstimate) unsearched(count *big.Int, nodes float64) {
	e.Raw, e.CPUSeconds = counted(count), unknown()
	e.Nodes = interval{Interval: stats.Interval{Estimate: nodes, High: math.Inf(1)}}
}

// count counts the solutions without a list, if that ends within the nodes of the budget. It
// returns nil if not.
func (e *searchEstimate) count(ctx context.Context, s *study.Study, o EstimateOptions) (*big.Int, error) {
	progress.Doing(ctx, "counting without listing")
	methods, _, err := s.MethodsFor(enumerate.Question{})
	if err != nil {
		return nil, err
	}
	job := methods[0].Job
	if job.Counting == nil {
		return nil, nil
	}
	study.UseFiles(job, "")
	job.LimitTasks(o.Nodes)
	sink := run.NewMemorySink(job)
	_, err = run.Run(ctx, job, sink, run.Settings{Workers: 1, Nodes: o.Nodes})
	var totals *enumerate.Totals
	if err == nil {
		totals, err = job.Counting.Totals(sink.Rows())
	}
	switch {
	case errors.Is(err, run.ErrSpent):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if totals.Distinct != nil {
		n := stats.BigInt(totals.Distinct)
		e.Distinct = &n
	}
	return totals.Raw, nil
}

// fromTree estimates solutions and nodes by probes of the search tree, and
// seconds by what a node costs in tasks of the run.
func (e *searchEstimate) fromTree(ctx context.Context, s *study.Study, o EstimateOptions, stop *atomic.Bool) error {
	began := ProcessorSeconds()
	tree, err := s.Job.Tree()
	if err != nil {
		return err
	}
	preparation := ProcessorSeconds() - began
	count, err := e.count(ctx, s, o)
	if err != nil {
		return err
	}
	if probe.Hopeless(tree.Nodes) {
		e.unsearched(count, tree.Nodes)
		e.Preparation, e.Method, e.Stopped = seconds(preparation), "probes", probe.HopelessText(tree.Nodes)
		e.Run = hopelessRun(e.Stopped + "; " + advice(s))
		return nil
	}
	err = e.fromSearch(ctx, s, tree, count, preparation, o, stop)
	if count != nil {
		e.Method = "sweep"
	}
	return err
}

// fromSearch estimates what the tree of a search holds and costs. solutions is their number,
// nil if unknown; preparation are the processor seconds before.
func (e *searchEstimate) fromSearch(ctx context.Context, s *study.Study, tree *enumerate.Tree, solutions *big.Int,
	preparation float64, o EstimateOptions, stop *atomic.Bool) error {
	progress.Doing(ctx, "following random paths of the search")
	found := probe.Tree(tree, probe.Budget{Nodes: o.Nodes, Precision: o.Precision, Seed: o.Seed}, stop)
	if !found.Precise && !found.Exact {
		correct(s, found)
	}
	progress.Doing(ctx, "timing some tasks")
	timer, err := newTaskTimer(s, tree.Job, ProcessorSeconds, stop)
	if err != nil {
		return err
	}
	perNode, timed, err := timer.nodeSeconds(o.Seed, stop)
	if err != nil {
		return err
	}
	e.fill(found, solutions)
	tasks := float64(tree.Job.Tasks())
	below := func(nodes float64) float64 { return max(0, nodes-float64(tree.Job.Above().Nodes)) + tasks }
	n := found.Nodes.Interval
	search := stats.Product(stats.Interval{Estimate: below(n.Estimate), Low: below(n.Low), High: below(n.High)},
		perNode)
	if tasks == 0 {
		search = stats.Interval{} // nothing is searched
		e.Method, e.Stopped = "whole", "there are no tasks"
	}
	preparation += timer.preparation
	e.CPUSeconds, e.Preparation = search.Plus(preparation), seconds(preparation)
	e.PerNode, e.Timed = &perNode, int64(timed)
	writing, err := timer.writing()
	if err == nil {
		e.foresee(s, o, timer, writing)
	}
	return err
}

// sampled is what sampled sweeps say of a list, where sweeps are possible: how many solutions there are, and the least
// number of its nodes. They are 0 if that is unknown.
func sampled(s *study.Study) (solutions, nodes float64) {
	methods, _, err := s.MethodsFor(enumerate.Question{})
	if err != nil {
		return 0, 0
	}
	for _, m := range methods {
		if m.Job.Counting != nil {
			solutions = m.Job.Counting.Solutions()
		} else if m.Nodes > 0 {
			nodes = m.Nodes
		}
	}
	return solutions, nodes
}

// correct replaces what probes found of a search by what sampled sweeps, or other probes, found, where that is more
// than ten times the upper end. Probes that all missed the large parts agree with one another, so that their interval
// is too narrow. Sampled sweeps miss parts, too: the upper end is unknown then.
func correct(s *study.Study, found *probe.Size) {
	solutions, nodes := sampled(s)
	for _, of := range []struct {
		estimate *probe.Estimate
		other    float64
		what     string
	}{{&found.Raw, solutions, "solutions"}, {&found.Nodes, nodes, "nodes"}} {
		if e := of.estimate; of.other > 10*e.High {
			e.Interval = stats.Interval{Estimate: of.other, Low: of.other / 2, High: math.Inf(1)}
			e.Warnings = []string{fmt.Sprintf("probes missed most %s", of.what)}
		}
	}
}

// fill takes over what the probes found, and the number of solutions if that was counted.
func (e *searchEstimate) fill(found *probe.Size, solutions *big.Int) {
	e.Raw, e.Nodes = interval{Interval: found.Raw.Interval}, interval{Interval: found.Nodes.Interval}
	e.Method, e.Probes, e.Searched = "probes", found.Nodes.Probes, found.Searched
	switch {
	case found.Exact:
		e.Method, e.Stopped = "whole", "the whole tree was searched"
	case found.Precise:
		e.Stopped = "precise enough"
	}
	e.Warnings = found.Nodes.Warnings
	if solutions != nil {
		e.Raw = counted(solutions)
		return
	}
	for _, w := range found.Raw.Warnings {
		e.Warnings = append(e.Warnings, "solutions: "+w)
	}
}

// Bounds of an estimate by tasks. A task that exceeds the longer time cannot be estimated.
const (
	tasksSeconds = 4 // of processor time
	tasksLongest = 20 * time.Second
	fewestTasks  = 31
)

// fromTasks does tasks drawn at random, each to its end, until the budget is spent: a simple random
// sample without replacement (W. G. Cochran, Sampling techniques, 1977). Jobs that are not one
// search are estimated so: surveys, and censuses with a canonical form of their own. The first task
// is always done and stands apart, because jobs count the effort of their preparation there.
func (e *searchEstimate) fromTasks(s *study.Study, o EstimateOptions, stop *atomic.Bool) error {
	e.survey = s.Plan.Kind == enumerate.Survey
	timer, err := newTaskTimer(s, s.Job, ProcessorSeconds, stop)
	if err != nil {
		return err
	}
	e.CPUSeconds, e.Preparation = stats.Exactly(timer.preparation), seconds(timer.preparation)
	if s.Job.Tasks() == 0 {
		e.Method, e.Stopped = "whole", "there are no tasks"
		return nil
	}
	first, raw, nodes, cpu, err := e.doTasks(s, timer, o, stop)
	if err != nil {
		return err
	}
	until, others := s.Analysis.Until, s.Job.Tasks()-1
	if until > 0 && raw.Mean > 0 {
		others = min(others, max(int(e.Probes)-1, int(math.Ceil(float64(until)/raw.Mean))))
	}
	e.Method = "tasks"
	e.Raw, _ = sumOfTasks(first.raw, raw, others)
	e.Nodes, e.Warnings = sumOfTasks(first.nodes, nodes, others)
	if s.Job.Preparation != nil && nodes.Mean == 0 && first.nodes > 0 { // all nodes are the preparation's
		e.Nodes, e.Warnings = interval{Interval: stats.Exactly(first.nodes)}, nil
	}
	e.Nodes.Interval = e.Nodes.Plus(float64(s.Job.Above().Nodes))
	t, _ := sumOfTasks(first.seconds, cpu, others)
	factor := math.Exp(1.96 * clockError)
	e.CPUSeconds = stats.Product(t.Plus(timer.preparation), stats.Interval{Estimate: 1, Low: 1 / factor, High: factor})
	if e.Probes == int64(s.Job.Tasks()) {
		e.Method, e.Stopped, e.Probes = "whole", "all tasks were done", 0
	}
	writing, err := timer.writing()
	if err == nil {
		e.foresee(s, o, timer, writing)
	}
	return err
}

// doTasks does tasks at random until the budget is spent. The numbers are those of the tasks but the first.
func (e *searchEstimate) doTasks(s *study.Study, timer *taskTimer, o EstimateOptions,
	stop *atomic.Bool) (first timedTask, raw, nodes, cpu probe.Stratum, err error) {
	until := s.Analysis.Until
	tasks := slices.DeleteFunc(timer.order(o.Seed), func(task int) bool { return task == 0 })
	if until > 0 { // draws are alike, and those of the last tasks come after all others
		slices.Sort(tasks)
	}
	watch := time.AfterFunc(tasksLongest, func() { stop.Store(true) })
	defer watch.Stop()
	began, found := ProcessorSeconds(), 0.0
	for k, task := range append([]int{0}, tasks...) {
		if stop.Load() || until > 0 && found >= float64(until) ||
			k >= fewestTasks && (e.Searched >= o.Nodes || ProcessorSeconds()-began > tasksSeconds) {
			break
		}
		r, err := timer.do(task, stop)
		if err != nil {
			return first, raw, nodes, cpu, err
		}
		if !r.done {
			break
		}
		e.Probes++
		e.Searched += int64(r.nodes)
		if k == 0 {
			first = r
			continue
		}
		found += r.raw
		raw.Add(r.raw)
		nodes.Add(r.nodes)
		cpu.Add(r.seconds)
	}
	if e.Probes == 0 || stop.Load() && e.Probes < int64(min(fewestTasks, s.Job.Tasks())) {
		err = enumerate.Errorf("the tasks of %s are too long to try some of them: expected %d in %v", s.Plan.Name,
			fewestTasks, tasksLongest)
	}
	return first, raw, nodes, cpu, err
}

// sumOfTasks estimates the sum over the first task and so many others from those done. What was
// done is known: the interval shrinks with the part that is left, to nothing in the end.
func sumOfTasks(first float64, p probe.Stratum, others int) (interval, []string) {
	n, all := float64(p.N), float64(others)
	done := first + p.Mean*n
	if n == all {
		return interval{Interval: stats.Exactly(done)}, nil
	}
	p.Size = all
	tree := probe.Strata{Known: first, Parts: []probe.Stratum{p}}
	e := tree.Estimate()
	left := math.Sqrt(1 - n/all)
	low := e.Estimate - (e.Estimate-e.Low)*left
	high := e.Estimate + (e.High-e.Estimate)*left
	return interval{Interval: stats.Interval{Estimate: e.Estimate, Low: max(low, done), High: high}}, e.Warnings
}

// foresee adds the time of writing the dataset, and says what a run takes. The preparation has one
// worker. What a row takes was measured on the tasks that were timed; writing are the seconds of it.
func (e *searchEstimate) foresee(s *study.Study, o EstimateOptions, t *taskTimer, writing float64) {
	before, shards := float64(e.Preparation), float64(max(1, o.Shards))
	f := &progress.Forecast{Workers: max(1, o.Workers)}
	if t.rows > 0 && t.raw > 0 && e.Raw.known() {
		rows := e.Raw.Times(t.rows / t.raw)
		if e.Distinct != nil {
			rows = stats.Exactly(e.Distinct.Float())
		}
		if writing > 0 && !math.IsNaN(e.CPUSeconds.Estimate) {
			e.Writing = seconds(rows.Estimate * writing)
			e.CPUSeconds = stats.Interval{Estimate: e.CPUSeconds.Estimate + rows.Estimate*writing,
				Low: e.CPUSeconds.Low + rows.Low*writing, High: e.CPUSeconds.High + rows.High*writing}
		}
		f.Rows = rows.Times(1 / shards)
		f.Work = f.Rows.Times(t.bytes / t.encoded)
		if s.Plan.Output.Rows {
			f.Disk = f.Rows.Times(min(t.bytes, float64(t.file)) / t.encoded)
		}
	}
	f.Seconds = e.CPUSeconds.Plus(-before).Times(1 / shards / float64(f.Workers)).Plus(before)
	e.Run = f
}

// Section says the estimate for people.
func (e *searchEstimate) Section() findings.Section {
	objects := "solutions"
	if e.survey {
		objects = "instances"
	}
	s := findings.Section{Numbers: []findings.NamedNumber{{Name: objects, Value: e.Raw.text() + e.symmetry}}}
	say := func(name, value string) {
		s.Numbers = append(s.Numbers, findings.NamedNumber{Name: name, Value: value})
	}
	end := findings.Section{Warnings: e.Warnings, Notes: []string{e.Stopped}}
	switch {
	case e.Run != nil && e.Run.Hopeless != "":
		end.Notes = []string{e.Run.Hopeless}
	case e.sweeps != "":
		end.Notes = []string{e.sweeps}
	default:
		say("nodes", e.Nodes.text())
		say("CPU time", fmt.Sprintf("%s: preparation %s, writing the dataset %s", e.CPUSeconds.Duration(),
			enumerate.Duration(float64(e.Preparation)), enumerate.Duration(float64(e.Writing))))
		if e.Run != nil {
			say("time", e.Run.Text(1, time.Now()))
			if disk := e.Run.DiskText(); disk != "" {
				say("disk", strings.Replace(disk, " of disk", "", 1))
			}
		}
		if e.PerNode != nil && e.Timed > 0 {
			say("a node", fmt.Sprintf("%.3g ns here, measured on %s", 1e9*e.PerNode.Estimate,
				enumerate.Grouped(e.Timed)))
		}
		if e.Probes > 0 {
			end.Notes[0] = fmt.Sprintf("%s, %s intervals; %s", enumerate.Plural(e.Probes, "probe"),
				enumerate.Percent(e.Confidence), e.Stopped)
		}
	}
	s.Parts = []findings.Section{end}
	return s
}
