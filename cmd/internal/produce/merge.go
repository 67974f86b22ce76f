package produce

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/files"
)

// Merge merges datasets of shards into the dataset that a single run would have made. Shards may
// come in any order, overlap, or come twice. If tasks are missing, the error names the shards to
// run. If the shards cannot be merged, the output folder stays as it is.
func Merge(ctx context.Context, dirs []string, o RunOptions) (*Outcome, error) {
	var sets []*study.Dataset
	for _, dir := range dirs {
		if sameFolder(o.Out, dir) {
			return nil, enumerate.Errorf(
				"%s is one of the datasets to merge: choose another folder for the merged one", o.Out)
		}
		d, err := study.OpenIn(cmp.Or(o.fsys, files.OS()), dir, append(dirs, o.Out)...)
		if err != nil {
			return nil, err
		}
		sets = append(sets, d)
	}
	s, err := sets[0].Study()
	if err != nil {
		return nil, err
	}
	p := newProduction(ctx, s, o)
	p.drawnFrom = sets[0].Manifest.DrawnFrom
	f, err := p.merge(ctx, sets)
	return f, p.interrupted(err)
}

func sameFolder(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

func (p *production) merge(ctx context.Context, sets []*study.Dataset) (*Outcome, error) {
	shards, err := p.checkShards(ctx, sets)
	if err != nil {
		return nil, err
	}
	// The tasks that these shards lack may be in the work of an interrupted merge.
	goesOn, err := p.isThere(p.workDir())
	if err != nil {
		return nil, outputError(err)
	}
	if !goesOn || p.options.Fresh {
		if _, _, err := p.admit(shards, nil); err != nil {
			return nil, err
		}
	}
	complete, err := p.lockAndOpen()
	if err != nil {
		return nil, err
	}
	if complete {
		if _, damaged, err := p.damagedFiles(ctx); err != nil {
			return nil, err
		} else if len(damaged) > 0 {
			return nil, fmt.Errorf("%s is complete, but damaged: %w: merge again with --fresh", p.options.Out,
				damaged[0])
		}
		if err := p.removeLeftWork(); err != nil {
			return nil, err
		}
		return p.outcome()
	}
	defer p.work.Close()
	tasks, samples, err := p.admit(shards, p.work.Tasks())
	if err != nil {
		return nil, err
	}
	if err := p.writeManifest(p.manifest()); err != nil {
		return nil, err
	}
	if p.study.Plan.Kind == enumerate.Sample {
		p.sampleTasks, p.samples = tasks, samples
	} else {
		doing := func(i int) { progress.Doing(ctx, "reading shard %d of %d", i+1, len(shards)) }
		if err := export.ImportShards(ctx, p.work, shards, doing); err != nil {
			return nil, study.StoppedOr(ctx, err)
		}
	}
	return p.assemble(ctx)
}

// checkShards checks that all datasets are of this study, complete and undamaged.
func (p *production) checkShards(ctx context.Context, sets []*study.Dataset) ([]*export.CheckedShard, error) {
	var shards []*export.CheckedShard
	for i, d := range sets {
		if ctx.Err() != nil {
			return nil, run.ErrStopped
		}
		progress.Doing(ctx, "checking shard %d of %d", i+1, len(sets))
		header := p.header(p.study.TaskJob())
		if d.Manifest.Complete && d.Manifest.ConfigDigest != header.Config {
			return nil, enumerate.Errorf("%s cannot be merged: made from another config (%s)", d.Dir(),
				p.otherConfig(d.Manifest))
		}
		s, err := export.CheckShard(header, p.study.Job.Columns, d.Dataset)
		if err != nil {
			return nil, enumerate.Errorf("%v", err)
		}
		shards = append(shards, s)
	}
	return shards, nil
}

// admit checks that the shards and the tasks that are done already have all tasks
// of the job, and returns them all. Of samples it also returns those that are to be merged.
func (p *production) admit(shards []*export.CheckedShard,
	done []enumerate.TaskTally) (tasks []enumerate.TaskTally, samples []*export.Dataset, err error) {
	if p.study.Plan.Kind == enumerate.Sample {
		if tasks, samples, err = export.SampleTasks(done, shards); err != nil {
			return nil, nil, enumerate.Errorf("%v", err)
		}
	} else {
		tasks = slices.Clone(done)
		for _, s := range shards {
			tasks = append(tasks, s.Tasks...)
		}
	}
	have := make([]bool, p.study.Job.Tasks())
	lacks := len(have)
	for _, t := range tasks {
		if !have[t.Task] {
			have[t.Task] = true
			lacks--
		}
	}
	if lacks > 0 {
		return nil, nil, &study.IncompleteError{
			Text: fmt.Sprintf("%d of %s missing, from %s: run those and merge again",
				lacks, enumerate.Plural(len(have), "task"), missing(have, shards))}
	}
	return tasks, samples, nil
}

// missing names the shards whose tasks are missing, in the finest division of
// the given shards. If none of them is a shard, it names the first missing task.
func missing(have []bool, shards []*export.CheckedShard) string {
	of := 0
	for _, d := range shards {
		if s := d.Manifest.Shard; s != nil {
			of = max(of, s.Of)
		}
	}
	if of == 0 {
		return fmt.Sprintf("task %d on", slices.Index(have, false))
	}
	var names []string
	for shard := range of {
		for t := shard; t < len(have); t += of {
			if !have[t] {
				names = append(names, fmt.Sprintf("%d/%d", shard, of))
				break
			}
		}
	}
	const most = 20
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("and %d more", more))
	}
	return "shards " + strings.Join(names, " ")
}
