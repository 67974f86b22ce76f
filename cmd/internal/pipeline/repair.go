package pipeline

import (
	"context"
	"path/filepath"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/journal"
)

// finished answers for a dataset that is complete: it compares its files with
// their digests, and makes what is damaged anew: of the rows, the tasks of
// damaged parts alone.
func (p *production) finished(ctx context.Context) (*Findings, error) {
	d, err := export.OpenDataset(p.fsys, p.options.Out)
	if err != nil {
		return nil, err
	}
	damaged, err := d.Verify()
	if err != nil {
		return nil, err
	}
	if len(damaged) == 0 {
		if err := p.clear(); err != nil {
			return nil, err
		}
		return readFindings(p.fsys, p.options.Out)
	}
	// The rows of a sample do not tell which task they are of.
	if p.study.Plan.Kind != enumerate.Sample {
		if err := p.importSound(ctx, d, damaged); err != nil {
			return nil, err
		}
	}
	f, err := p.produce(ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range damaged {
		f.Repaired = append(f.Repaired, w.Path)
	}
	return f, nil
}

// clear removes the work that a run left which was killed between its last
// two steps: the manifest, and this.
func (p *production) clear() error {
	dir := filepath.Join(p.options.Out, export.WorkDir)
	if there, err := p.folder(dir); err != nil || !there {
		return err
	}
	work, err := journal.Open(p.fsys, dir, p.header(), p.study.Job.Columns())
	if err != nil {
		return outputError(err)
	}
	return work.Remove()
}

// importSound commits what is not damaged as if it had just been done.
func (p *production) importSound(ctx context.Context, d *export.Dataset, damaged []*export.FileError) error {
	work, err := journal.Open(p.fsys, filepath.Join(p.options.Out, export.WorkDir), p.header(), p.study.Job.Columns())
	if err != nil {
		return outputError(err)
	}
	defer work.Close()
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	_, err = export.ImportSound(work, d, damaged, &stop)
	return err
}
