package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/journal"
)

// RunOptions say where and how a study is run. But for Shards and Limit, which
// make another dataset, they do not change what is written.
type RunOptions struct {
	Out           string // the dataset's folder; "" is runs/NAME
	Workers       int
	Shard, Shards int   // 0-based; Shards 0 is the whole
	Limit         int64 // rows; 0 is all
	Fresh         bool  // discard what is there
	CommitEvery   time.Duration
	Progress      func(run.Progress)
	Notice        func(text string) // of what was mended on the way

	// Tests take others; nil is the disk and the system's clock.
	fsys  files.FS
	clock func() time.Time
}

// ErrIncomplete says that a dataset is sound as far as it goes, and not all
// there.
var ErrIncomplete = errors.New("not complete: run it again to go on")

// interruptedError says that a run or merge was stopped by its surroundings
// and can go on when they are as they were.
type interruptedError struct{ error }

func (e *interruptedError) Unwrap() error { return e.error }

// interrupted marks such an error of a run or merge.
func interrupted(err error) error {
	if files.Resumable(err) {
		return &interruptedError{err}
	}
	return err
}

// Run runs the study, or goes on where an earlier run was stopped, and returns
// what it found. A finished run is not repeated.
func (s *Study) Run(ctx context.Context, o RunOptions) (*Findings, error) {
	if o.Out == "" {
		o.Out = filepath.Join("runs", s.Plan.Name)
	}
	if o.Limit > 0 && s.Plan.Kind == enumerate.Sample {
		return nil, enumerate.Errorf("--limit has no meaning for a sample: set sample.draws")
	}
	f, err := newProduction(s, o).run(ctx)
	return f, interrupted(err)
}

func (p *production) run(ctx context.Context) (*Findings, error) {
	complete, err := p.begin()
	if err != nil {
		return nil, err
	}
	if complete {
		return p.finished(ctx)
	}
	defer p.work.Close()
	return p.produce(ctx)
}

// digest covers everything that the rows depend on: the config, the inputs,
// and the kernel that auto became, since rows come in its order.
func (s *Study) digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", s.Plan.Digest(), s.Job.Kernel())
	return hex.EncodeToString(h.Sum(nil))
}

// production is one run in the making.
type production struct {
	study   *Study
	options RunOptions
	fsys    files.FS
	digest  string
	started time.Time // by the clock on the wall, for people
	began   time.Time // durations are taken from here: that clock never jumps
	work    *journal.Work
	merged  *merged // samples being merged; nil otherwise
}

func newProduction(s *Study, o RunOptions) *production {
	p := &production{study: s, options: o, fsys: o.fsys, digest: s.digest(), started: time.Now(), began: time.Now()}
	if p.fsys == nil {
		p.fsys = files.OS()
	}
	if o.clock != nil {
		p.started = o.clock()
	}
	return p
}

// tasksOf returns how many of all tasks belong to a shard.
func tasksOf(total int, s export.Shard) int {
	if s.Of == 0 {
		return total
	}
	return (total - s.Index + s.Of - 1) / s.Of
}

// produce searches, then assembles.
func (p *production) produce(ctx context.Context) (*Findings, error) {
	job := p.study.Job
	if err := p.writeManifest(p.manifest()); err != nil {
		return nil, err
	}
	target, err := p.sink()
	if err != nil {
		return nil, err
	}
	tally, err := run.Run(ctx, job, target, run.Options{
		Workers: p.options.Workers, Shard: p.options.Shard, Shards: p.options.Shards,
		Limit: p.options.Limit, CommitEvery: p.options.CommitEvery, Progress: p.options.Progress,
	})
	if err != nil {
		if m := p.writeManifest(p.manifest()); m != nil {
			err = errors.Join(err, m)
		}
		return nil, err
	}
	return p.assemble(ctx, tally)
}

// header says whose work the journal is.
func (p *production) header() journal.Header {
	return journal.Header{Config: p.digest, Program: rowsVersion, Tasks: p.study.Job.Tasks()}
}

// manifest describes the dataset as far as it is.
func (p *production) manifest() *export.Manifest {
	s := p.study
	tally, done := p.total()
	tally.Effort.Add(s.Job.Above())
	m := &export.Manifest{
		Name: s.Plan.Name, Family: s.Plan.Family, Job: s.Plan.Kind,
		Config: s.Plan.Canonical(), ConfigDigest: p.digest,
		Program: export.Program{Name: "coverstat", Version: Version(), Rows: rowsVersion},
		Kernel:  s.Job.Kernel(),
		Tasks:   export.Tasks{Total: s.Job.Tasks(), Done: done, MaxShare: s.Plan.MaxShare},
		Limit:   export.Count(p.options.Limit),
		Columns: export.DescribeColumns(s.Job.Columns()),
		Raw:     export.Count(tally.Raw), Failed: export.Count(tally.Failed),
		Rows: export.Count(p.work.Rows()), Effort: export.NewEffort(tally.Effort),
	}
	m.Analysis = &s.Analysis
	for _, in := range s.Plan.Inputs() {
		m.Inputs = append(m.Inputs, export.Input(in))
	}
	for _, f := range s.Facts() {
		m.Facts = append(m.Facts, export.Fact{Key: f.Key, Text: f.Text, Value: f.Value})
	}
	if p.options.Shards > 0 {
		m.Shard = &export.Shard{Index: p.options.Shard, Of: p.options.Shards}
	}
	m.Made = p.made()
	return m
}

// made says where and when this run was made, as far as it is. Nothing depends
// on the clock on the wall but what is written here.
func (p *production) made() *export.Made {
	host, _ := os.Hostname() // informational: absent where the system does not tell
	took := time.Since(p.began)
	return &export.Made{Started: p.started.UTC(), Finished: p.started.Add(took).UTC(), Host: host,
		Workers: p.options.Workers, Seconds: took.Seconds()}
}

func (p *production) writeManifest(m *export.Manifest) error {
	return m.Write(p.fsys, p.options.Out)
}
