package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/journal"
)

// Merge joins datasets of shards into one, the same that a single run would
// have made. Shards may come in any order, overlap, or come twice. Missing
// tasks are an error that names the shards to run.
func Merge(ctx context.Context, out string, dirs []string) (*Findings, error) {
	var sets []*export.Dataset
	for _, dir := range dirs {
		d, err := OpenDataset(dir)
		if err != nil {
			return nil, err
		}
		sets = append(sets, d)
	}
	return merge(ctx, sets, RunOptions{Out: out})
}

// merge joins opened datasets.
func merge(ctx context.Context, sets []*export.Dataset, o RunOptions) (*Findings, error) {
	study, err := reopen(sets[0].Manifest)
	if err != nil {
		return nil, err
	}
	p := newProduction(study, o)
	old, err := p.existing()
	if err != nil {
		return nil, err
	}
	if old != nil && old.Complete {
		if err := p.clear(); err != nil {
			return nil, err
		}
		return readFindings(p.fsys, o.Out)
	}
	if err := p.fsys.MkdirAll(o.Out); err != nil {
		return nil, outputError(err)
	}
	p.work, err = journal.Open(p.fsys, filepath.Join(o.Out, export.WorkDir), p.header(), study.Job.Columns())
	if err != nil {
		return nil, outputError(err)
	}
	defer p.work.Close()
	if err := p.writeManifest(p.manifest()); err != nil {
		return nil, err
	}
	if err := p.importAll(ctx, sets); err != nil {
		return nil, err
	}
	tally, done := p.total()
	if total := study.Job.Tasks(); done < total {
		return nil, &missingError{fmt.Sprintf("%d of %d tasks are missing, from %s: run those and merge again", total-done, total, p.missing(sets))}
	}
	return p.assemble(ctx, tally)
}

func (p *production) importAll(ctx context.Context, sets []*export.Dataset) error {
	if p.study.Plan.Kind == enumerate.Sample {
		return p.importSamples(sets)
	}
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	for _, d := range sets {
		_, err := export.ImportShard(p.work, d, &stop)
		var bad *export.ShardError
		if errors.As(err, &bad) {
			return enumerate.Errorf("%v", bad)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// missing names the shards whose tasks are not there, in the division that
// most of the given ones come from, or else the first missing tasks.
func (p *production) missing(sets []*export.Dataset) string {
	of := 0
	for _, d := range sets {
		if s := d.Manifest.Shard; s != nil {
			of = max(of, s.Of)
		}
	}
	const most = 20
	var names []string
	seen, have := map[int]bool{}, map[int]bool{}
	for _, t := range p.tasks() {
		have[t.Task] = true
	}
	for t := range p.study.Job.Tasks() {
		if have[t] {
			continue
		}
		if of == 0 {
			return fmt.Sprintf("task %d on", t)
		}
		if !seen[t%of] {
			seen[t%of] = true
			names = append(names, fmt.Sprintf("%d/%d", t%of, of))
		}
	}
	text := "shards"
	for i, n := range names {
		if i == most {
			return text + fmt.Sprintf(" and %d more", len(names)-most)
		}
		text += " " + n
	}
	return text
}

// missingError says which shards a merge lacks.
type missingError struct{ text string }

// Error implements error.
func (e *missingError) Error() string { return e.text }

// Unwrap makes it an [ErrIncomplete].
func (e *missingError) Unwrap() error { return ErrIncomplete }
