package produce

import (
	"context"
	"fmt"
	"strings"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
)

// reuseOrRepair handles a dataset that is complete already: it compares its files with
// their digests and writes damaged files again. Of the tasks it does only those
// with rows in damaged parts.
func (p *production) reuseOrRepair(ctx context.Context) (*Outcome, error) {
	d, damaged, err := p.damagedFiles(ctx)
	if err != nil {
		return nil, err
	}
	if len(damaged) > 0 {
		return p.repair(ctx)
	}
	strays, err := d.StrayParts()
	if err != nil {
		return nil, err
	}
	if len(strays) > 0 {
		return nil, fmt.Errorf("%s is complete, but there is more in it: %s: remove that", p.options.Out,
			strings.Join(strays, ", "))
	}
	if err := p.removeLeftWork(); err != nil {
		return nil, err
	}
	if err := p.retitle(d.Manifest); err != nil {
		return nil, err
	}
	return p.outcome()
}

// retitle gives a complete dataset the title and the description that its config
// now has: they can be written after a long run.
func (p *production) retitle(m *export.Manifest) error {
	title, description := m.Titles()
	m.Config = p.study.Plan.Canonical()
	if t, d := m.Titles(); t == title && d == description {
		return nil
	}
	return p.writeManifest(m)
}

// damagedFiles compares the files of the dataset with their digests.
func (p *production) damagedFiles(ctx context.Context) (*study.Dataset, []*export.FileError, error) {
	progress.Doing(ctx, "comparing the digests of all files")
	d, err := p.open()
	if err != nil {
		return nil, nil, err
	}
	damaged, err := d.Verify()
	return d, damaged, err
}

// repair writes damaged files again. It looks for damage again when it has the
// lock: another process may have repaired the dataset, or discarded it.
func (p *production) repair(ctx context.Context) (*Outcome, error) {
	lock, err := p.acquireLock()
	if err != nil {
		return nil, err
	}
	var d *study.Dataset
	var damaged []*export.FileError
	complete, err := p.openUnderLock(lock, false)
	if complete && err == nil {
		if d, damaged, err = p.damagedFiles(ctx); err == nil {
			err = p.openWork(lock, nil)
		}
	}
	if err != nil {
		lock.Close()
		return nil, err
	}
	defer p.work.Close()
	// The rows of a sample do not tell which task they are of.
	if complete && p.study.Plan.Kind != enumerate.Sample {
		if err := export.ImportSound(ctx, p.work, d.Dataset, damaged); err != nil {
			return nil, err
		}
	}
	f, err := p.doAndAssemble(ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range damaged {
		f.Repaired = append(f.Repaired, w.Path)
	}
	return f, nil
}

// removeLeftWork removes the work of a run that was killed between its last two steps:
// writing the manifest, and removing the work.
func (p *production) removeLeftWork() error {
	if there, err := p.isThere(p.workDir()); err != nil || !there {
		return err
	}
	lock, err := p.acquireLock()
	if err != nil {
		return err
	}
	return lock.Remove()
}

// reuseLimited returns the outcome of the dataset in the output folder if a run with the same limit
// made it and no file is damaged: then this run has nothing to do. It returns nil otherwise.
func (p *production) reuseLimited(ctx context.Context) (*Outcome, error) {
	if p.options.Limit == 0 || p.options.Fresh {
		return nil, nil
	}
	old, err := p.existing()
	if err != nil || old == nil || old.Complete || int64(old.Limit) != p.options.Limit || len(old.Parts) == 0 {
		return nil, err
	}
	if _, damaged, err := p.damagedFiles(ctx); err != nil || len(damaged) > 0 {
		return nil, err
	}
	outcome, err := p.outcome()
	if r := study.ReadRecord(p.fsys, p.options.Out); err == nil && r != nil {
		outcome.Forecast = r.Forecast
	}
	return outcome, err
}

// removeLimited removes the rows of an earlier run with a limit, when the manifest
// does not name them any more: readers of rows/*.parquet would take them for those of
// this run. The tasks that gave them are still in the work.
func (p *production) removeLimited() error {
	if p.limited == 0 {
		return nil
	}
	p.options.Notice(fmt.Sprintf(
		"%s: the rows of the earlier --limit %d are removed, because this run asks for others; their tasks are kept",
		p.options.Out, p.limited))
	p.limited = 0
	return p.removeData()
}
