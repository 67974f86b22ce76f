package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/block"
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

// Run runs the study, or goes on where an earlier run was stopped, and returns
// what it found. A finished run is not repeated.
func (s *Study) Run(ctx context.Context, o RunOptions) (*Findings, error) {
	if o.Out == "" {
		o.Out = filepath.Join("runs", s.Plan.Name)
	}
	p := newProduction(s, o)
	if o.Limit > 0 && s.Plan.Kind == enumerate.Sample {
		return nil, enumerate.Errorf("--limit has no meaning for a sample: set sample.draws")
	}
	if o.Fresh {
		if err := p.discard(); err != nil {
			return nil, err
		}
	}
	old, err := p.existing()
	if err != nil {
		return nil, err
	}
	if old != nil && old.Complete {
		return p.finished(ctx)
	}
	return p.produce(ctx)
}

// digest covers everything that the rows depend on: the config, the inputs,
// and the kernel that auto became, since rows come in its order.
func (s *Study) digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", s.Plan.Digest(), kernelName(s.Job))
	return hex.EncodeToString(h.Sum(nil))
}

// kernelName is the kernel or method in a job's own description.
func kernelName(job enumerate.Job) string {
	for _, f := range job.Facts() {
		if name, ok := f.Value.(string); ok && f.Key == "kernel" {
			return name
		}
	}
	return ""
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
	cut     map[int]*block.Rows // the first rows of tasks that a limit cut short
	merged  *merged             // samples being merged; nil otherwise
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

// existing returns the manifest of what the folder holds, nil if nothing, and
// refuses folders that hold something else.
func (p *production) existing() (*export.Manifest, error) {
	dir := p.options.Out
	m, err := export.ReadManifest(p.fsys, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, p.refuseStrange(dir)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrPermission):
		return nil, enumerate.Errorf("output folder: %v", err)
	case err != nil:
		return nil, enumerate.Errorf("%v: expected a dataset of this program; --fresh discards what is there", err)
	case m.ConfigDigest != p.digest:
		return nil, enumerate.Errorf("%s holds the dataset of another config (%s, digest %.12s, expected %.12s): choose another folder with --out, or discard it with --fresh", dir, m.Name, m.ConfigDigest, p.digest)
	case m.Program.Rows != rowsVersion:
		return nil, enumerate.Errorf("%s was made by version %s, whose rows differ: choose another folder with --out, or discard it with --fresh", dir, m.Program.Version)
	case shardOf(m) != (export.Shard{Index: p.options.Shard, Of: p.options.Shards}):
		return nil, enumerate.Errorf("%s holds %s, not %s: choose another folder with --out", dir, describeShard(shardOf(m)), describeShard(export.Shard{Index: p.options.Shard, Of: p.options.Shards}))
	}
	return m, nil
}

func shardOf(m *export.Manifest) export.Shard {
	if m.Shard == nil {
		return export.Shard{}
	}
	return *m.Shard
}

func describeShard(s export.Shard) string {
	if s.Of == 0 {
		return "the whole"
	}
	return fmt.Sprintf("shard %d/%d", s.Index, s.Of)
}

// tasksOf returns how many of all tasks belong to a shard.
func tasksOf(total int, s export.Shard) int {
	if s.Of == 0 {
		return total
	}
	return (total - s.Index + s.Of - 1) / s.Of
}

// refuseStrange returns an error if a folder without a manifest has files
// that are not ours. Before its first manifest a run has made nothing but the
// work folder and that manifest's unfinished file.
func (p *production) refuseStrange(dir string) error {
	entries, err := p.fsys.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return enumerate.Errorf("output folder: %v", err)
	}
	for _, e := range entries {
		if e.Name != export.WorkDir && e.Name != export.ManifestName+files.Temporary {
			return enumerate.Errorf("%s has %s in it and is no dataset: choose an empty or new folder with --out", dir, e.Name)
		}
	}
	return nil
}

// discard removes a dataset, and nothing else, from the folder. What tells a
// dataset from other files, work folder and manifest, goes last: discarding
// can be interrupted, too.
func (p *production) discard() error {
	dir := p.options.Out
	if ok, err := p.folder(filepath.Join(dir, export.WorkDir)); err != nil || !ok {
		if ok, err := files.Exists(p.fsys, filepath.Join(dir, export.ManifestName)); err != nil || !ok {
			return err
		}
	}
	for _, name := range []string{export.RowsDir, export.TablesDir} {
		if err := files.RemoveTree(p.fsys, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	for _, name := range []string{statsName, export.EffortName, cardName, ReportName} {
		if err := p.remove(name, name+files.Temporary); err != nil {
			return err
		}
	}
	// The names are gone for good before the last sign of the dataset is.
	if err := p.fsys.SyncDir(dir); err != nil {
		return err
	}
	if err := files.RemoveTree(p.fsys, filepath.Join(dir, export.WorkDir)); err != nil {
		return err
	}
	return p.remove(export.ManifestName+files.Temporary, export.ManifestName)
}

// remove removes files of the folder; it is no error if there are none.
func (p *production) remove(names ...string) error {
	for _, name := range names {
		if err := p.fsys.Remove(filepath.Join(p.options.Out, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// folder reports whether a folder is there.
func (p *production) folder(name string) (bool, error) {
	_, err := p.fsys.ReadDir(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// produce searches, then assembles.
func (p *production) produce(ctx context.Context) (*Findings, error) {
	job := p.study.Job
	if err := p.fsys.MkdirAll(p.options.Out); err != nil {
		return nil, outputError(err)
	}
	work, err := journal.Open(p.fsys, filepath.Join(p.options.Out, export.WorkDir), p.header(), job.Columns())
	if err != nil {
		return nil, outputError(err)
	}
	defer work.Close()
	p.work, p.cut = work, map[int]*block.Rows{}
	if lost := work.Lost(); len(lost) > 0 && p.options.Notice != nil {
		p.options.Notice(fmt.Sprintf("%d committed tasks were damaged, from task %d on, and are done again", len(lost), lost[0]))
	}
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

// outputError makes a plain message of a folder that cannot be one.
func outputError(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EROFS) {
		return enumerate.Errorf("output folder: %v", err)
	}
	return err
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
		Kernel:  kernelName(s.Job),
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
