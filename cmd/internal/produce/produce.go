package produce

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/journal"
	"coverstat/export/sorted"
	"coverstat/stats"
)

// RunOptions say where and how a study is run. Only Shard, Shards and Limit change
// the rows that are written.
type RunOptions struct {
	Out           string // the dataset's folder
	Workers       int    // 0 is one on each processor
	Shard, Shards int    // 0-based; Shards 0 is the whole
	Limit         int64  // rows; 0 is all
	Fresh         bool   // discard what is there
	CommitEvery   time.Duration
	Progress      func(run.Progress)
	Notice        func(text string) // called with a description of each repair; nil is [progress.Notice]
	// Begin, if not nil, is called when tasks are to be done, before the first. It returns
	// what the run is expected to take, nil if that is unknown. An error ends the run.
	Begin func(Start) (*progress.Forecast, error)

	// Tests set these; nil is the disk and the system's clock.
	fsys  files.FS
	clock func() time.Time
	// How often what a task has so far is kept, and what is called then.
	saveEvery time.Duration
	saved     func()
}

// A Start is what a run has when it begins.
type Start struct {
	Forecast *progress.Forecast // that an earlier run made; nil if there is none
	Tasks    int                // of the run, or of its shard
	Left     float64            // the share of the run, or of its shard, that is not done
	Bytes    int64              // that the finished tasks take on the disk
}

// An Outcome is what a run leaves: its dataset, with the statistics.
type Outcome struct {
	*study.Dataset
	Document *stats.Document
	Forecast *progress.Forecast // of the whole; nil if there is none
	New      bool               // this run wrote the dataset
	Repaired []string           // damaged files that this run made again
}

// outcome returns the dataset as it is in the folder.
func (p *production) outcome() (*Outcome, error) {
	set, err := p.open()
	if err != nil {
		return nil, err
	}
	d, err := set.Statistics()
	return &Outcome{Dataset: set, Document: d}, err
}

// open opens the dataset in the folder.
func (p *production) open() (*study.Dataset, error) { return study.OpenIn(p.fsys, p.options.Out) }

// interrupted says of an error with a cause outside the program, such as a full disk, that the run
// or merge can go on when that is removed.
func (p *production) interrupted(err error) error {
	if !files.Resumable(err) {
		return err
	}
	room, tasks := "", 0
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		room = "make room; "
	}
	if p.work != nil {
		_, tasks = p.work.Total()
	}
	return &study.IncompleteError{Text: fmt.Sprintf("%v: %sthe same command goes on, with %s kept", err, room,
		enumerate.Plural(tasks, "task")), Cause: err}
}

// Run runs a study and returns its outcome. It goes on where an earlier run into
// the same folder was stopped, and repairs damaged files of a complete dataset. The
// error is a [study.IncompleteError] or [run.ErrStopped] if the run can go on.
func Run(ctx context.Context, s *study.Study, o RunOptions) (*Outcome, error) {
	if o.Limit > 0 && s.Plan.Kind == enumerate.Sample {
		return nil, enumerate.Errorf("--limit has no meaning for a sample: set sample.draws")
	}
	if !s.How().HasRows() && (o.Limit > 0 || o.Shards > 0) {
		return nil, enumerate.Errorf(
			"--limit and --shard have no meaning for statistics without rows: expected output.rows true")
	}
	if until := s.Analysis.Until; until > 0 {
		if o.Shards > 0 {
			return nil, enumerate.Errorf(
				"--shard: puzzle.draw ends with the first %s, and a shard does not know which are found by the others: expected no shard, or draw: N with them",
				enumerate.Plural(until, "row"))
		}
		if o.Limit >= until {
			o.Limit = 0
		}
	}
	p := newProduction(ctx, s, o)
	f, err := p.run(ctx)
	return f, p.interrupted(err)
}

func (p *production) run(ctx context.Context) (*Outcome, error) {
	if f, err := p.reuseLimited(ctx); f != nil || err != nil {
		return f, err
	}
	complete, err := p.lockAndOpen()
	if err != nil {
		return nil, err
	}
	if complete {
		return p.reuseOrRepair(ctx)
	}
	defer p.work.Close()
	return p.doAndAssemble(ctx)
}

// production is one run or merge while it writes its dataset.
type production struct {
	study       *study.Study
	options     RunOptions
	fsys        files.FS
	started     time.Time             // by the system's clock, which may jump; only for the manifest
	began       time.Time             // by the monotonic clock, for durations
	work        *journal.Work         // of the method at hand
	works       []*journal.Work       // by method of the study
	old         *export.Manifest      // of an earlier run, nil if there was none
	samples     []*export.Dataset     // that are merged; nil otherwise
	sampleTasks []enumerate.TaskTally // of all of these; nil otherwise
	earlier     int                   // tasks that earlier runs had done
	limited     int64                 // rows of an earlier run with a limit, which this one goes beyond

	drawnFrom *stats.Number // that earlier runs, or shards, have counted

	meter    progress.Meter
	recorded time.Time // when that was last written
}

func newProduction(ctx context.Context, s *study.Study, o RunOptions) *production {
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	o.fsys = cmp.Or(o.fsys, files.OS())
	if o.clock == nil {
		o.clock = time.Now
	}
	if o.Progress == nil {
		o.Progress = func(run.Progress) {}
	}
	if o.Notice == nil {
		o.Notice = func(text string) { progress.Notice(ctx, "%s", text) }
	}
	return &production{study: s, options: o, fsys: o.fsys, started: o.clock(), began: time.Now()}
}

// doAndAssemble does the tasks that are missing, then assembles the dataset.
func (p *production) doAndAssemble(ctx context.Context) (*Outcome, error) {
	_, p.earlier = p.total()
	m := p.manifest()
	if err := p.writeManifest(m); err != nil {
		return nil, err
	}
	if p.options.Begin != nil && ctx.Err() == nil {
		start, err := p.startOf(m)
		if err == nil {
			p.meter.Forecast, err = p.options.Begin(start)
		}
		if err != nil && p.old == nil { // nothing has begun
			err = errors.Join(err, p.work.Remove(), p.remove(export.ManifestName))
			_ = p.fsys.Remove(p.options.Out) // unless there is something else in it
		}
		if err != nil {
			return nil, err
		}
	}
	if err := p.removeLimited(); err != nil {
		return nil, err
	}
	err := p.race(ctx)
	p.writeRecord()
	if err == nil {
		err = p.study.Plan.CheckInputs(true)
		if errors.Is(err, configs.ErrChanged) {
			// A change that no commit has seen: none of the rows can be trusted.
			return nil, errors.Join(err, p.work.Remove())
		}
	}
	if err != nil {
		return nil, p.recordEnd(err)
	}
	return p.assemble(ctx)
}

// race does the tasks of the study's job. If the study has several methods they take turns, and
// that which ends is the method at hand afterwards.
func (p *production) race(ctx context.Context) error {
	for _, m := range p.study.Methods {
		if long := m.Job.Counting; long != nil {
			long.SetCheckpoint(&checkpoint{production: p, last: time.Now()})
			study.UseFiles(m.Job, p.workDir())
		}
	}
	sink := func(method int) (run.Sink, error) {
		if method != p.study.Method {
			p.study.Method, p.work = method, p.works[method]
			if err := p.writeManifest(p.manifest()); err != nil {
				return nil, err
			}
		}
		target, err := p.sink()
		return checkedSink{target, p.study.Plan.CheckInputs}, err
	}
	_, _, err := run.Race(ctx, p.study.Methods, sink, run.Settings{
		Workers: p.options.Workers, Shard: p.options.Shard, Shards: p.options.Shards,
		Limit: p.options.Limit, Until: p.study.Analysis.Until, CommitEvery: p.options.CommitEvery,
		Progress: p.noteProgress,
	})
	return err
}

// recordEnd writes how far a run came and, if it cannot go on, why. It returns the error.
func (p *production) recordEnd(err error) error {
	m := p.manifest()
	if !errors.Is(err, run.ErrStopped) && !files.Resumable(err) {
		m.Failure = err.Error()
	}
	wrong := p.writeManifest(m)
	if files.Resumable(err) {
		return err // a manifest on a full disk adds nothing
	}
	return errors.Join(err, wrong)
}

// header identifies the run to which a journal of the tasks of a job belongs.
func (p *production) header(of *enumerate.Job) journal.Header {
	return journal.Header{Config: p.study.Plan.Digest(of.Kernel), Program: study.RowsVersion, Tasks: of.Tasks()}
}

// startOf says what the run begins with. It is an error if weights cannot be expected to be added up in the memory that
// may be used.
func (p *production) startOf(m *export.Manifest) (Start, error) {
	weighing, err := p.study.Weighing()
	if err == nil && weighing != nil {
		err = p.study.Plan.Locate(weighing.Memory().Err())
	}
	if err != nil {
		return Start{}, err
	}
	s := Start{Tasks: study.TasksOf(m), Left: p.study.ShareLeft(p.work, m.Shard)}
	if r := study.ReadRecord(p.fsys, p.options.Out); r != nil {
		s.Forecast = r.Forecast
	}
	entries, err := p.fsys.ReadDir(p.workDir())
	for _, e := range entries {
		if info, err := e.Info(); err == nil { // or it is gone by now
			s.Bytes += info.Size()
		}
	}
	return s, err
}

// noteProgress takes the progress of the run, and writes it now and then.
func (p *production) noteProgress(x run.Progress) {
	p.meter.See(x)
	p.options.Progress(x)
	if time.Since(p.recorded) >= recordEvery {
		p.writeRecord()
	}
}

// recordEvery is the time between two records of how far a run is, which status reads.
const recordEvery = 2 * time.Second

// writeRecord writes how far the run is. That nothing can be written ends no run.
func (p *production) writeRecord() {
	if data, err := json.Marshal(p.meter.Record()); err == nil {
		_ = files.WriteAtomic(p.fsys, filepath.Join(p.workDir(), progress.RecordName), data)
	}
	p.recorded = time.Now()
}

// manifest returns the manifest for the tasks done so far.
func (p *production) manifest() *export.Manifest {
	m := p.manifestOf(p.total())
	if m.How.HasRows() {
		m.Rows = stats.Integer(p.work.List().Rows())
	}
	m.Made = p.made()
	return m
}

// manifestOf returns the manifest for some tasks, without rows.
func (p *production) manifestOf(tally enumerate.Tally, done int) *export.Manifest {
	m := p.study.Manifest(done, tally, p.shard(), p.options.Limit)
	m.DrawnFrom = cmp.Or(m.DrawnFrom, p.drawnFrom)
	return m
}

// shard is the one that the run does, nil if it does the whole.
func (p *production) shard() *export.Shard {
	if p.options.Shards == 0 {
		return nil
	}
	return &export.Shard{Index: p.options.Shard, Of: p.options.Shards}
}

// made says where and when this run was made, up to now. Nothing else depends on
// the system's clock.
func (p *production) made() *export.Made {
	host, _ := os.Hostname() // left empty if the system does not know it
	took := time.Since(p.began)
	return &export.Made{Started: p.started.UTC(), Finished: p.started.Add(took).UTC(), Host: host,
		Workers: p.options.Workers, Seconds: took.Seconds(), Earlier: p.earlier}
}

func (p *production) writeManifest(m *export.Manifest) error {
	return m.Write(p.fsys, p.options.Out)
}

// A worker's rows go into the work, which is the sink of a run: encoded as blocks in memory, then
// committed with their task. The rows of a task of a sample are sorted first.

// sink returns where the run's rows go.
func (p *production) sink() (run.Sink, error) {
	if p.study.Plan.Kind != enumerate.Sample {
		return p.work, nil
	}
	order, err := sorted.NewOrder(p.work.Columns)
	return &sampleSink{Work: p.work, order: order}, err
}

// sampleSink sorts the rows of a task: each batch becomes a sorted run. So the
// workers do the sorting, and each holds no more than a batch unsorted.
type sampleSink struct {
	*journal.Work
	order  *sorted.Order
	sorted sync.Pool // of *enumerate.Batch
}

// Add implements [run.Sink].
func (s *sampleSink) Add(task int, rows *enumerate.Batch) (held int64, err error) {
	b, ok := s.sorted.Get().(*enumerate.Batch)
	if !ok {
		b = enumerate.NewBatch(s.Columns)
	}
	defer s.sorted.Put(b)
	if err := s.order.Sort(b, rows); err != nil {
		return 0, err
	}
	return s.AddRun(task, b)
}

// checkedSink commits nothing that was made while an input changed.
type checkedSink struct {
	run.Sink
	check func(again bool) error
}

// Commit implements [run.Sink].
func (s checkedSink) Commit(tasks []enumerate.TaskTally) error {
	if err := s.check(false); err != nil {
		return err
	}
	return s.Sink.Commit(tasks)
}

// checkpoint keeps what a long task has so far in the folder of the work. It implements
// [enumerate.Checkpoint].
type checkpoint struct {
	*production
	last time.Time     // the last time, or when the run began
	took time.Duration // to keep it
}

// Work is kept once in keepEvery, and in a twentieth of the time at most.
const (
	keepEvery = time.Minute
	keepPart  = 20
)

// Save implements [enumerate.Checkpoint]. That nothing can be kept ends no run.
func (c *checkpoint) Save(task int, snapshot func(put func([]byte) error) error) {
	every := max(keepEvery, keepPart*c.took)
	if c.options.saveEvery > 0 {
		every = c.options.saveEvery
	}
	began := time.Now()
	if began.Sub(c.last) < every {
		return
	}
	if err := c.work.SaveSnapshot(task, snapshot); err != nil {
		c.options.Notice(fmt.Sprintf("what the task at hand has so far cannot be kept: %v", err))
	} else if c.options.saved != nil {
		c.options.saved()
	}
	c.last = time.Now()
	c.took = c.last.Sub(began)
}

// Load implements [enumerate.Checkpoint].
func (c *checkpoint) Load(task int) (get func([]byte) error, done func()) {
	r, err := c.work.OpenSnapshot(task)
	if err != nil {
		c.options.Notice(fmt.Sprintf("the task at hand begins anew: %v", err))
	}
	if r == nil {
		return nil, func() {}
	}
	get = func(p []byte) error {
		_, err := io.ReadFull(r, p)
		return err
	}
	return get, func() { r.Close() }
}
