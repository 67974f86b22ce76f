package pipeline

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/export"
)

// finished answers for a dataset that is complete: it compares its files with
// their digests, and makes what is damaged anew: of the rows, the tasks of
// damaged parts alone.
func (p *production) finished(ctx context.Context) (*Findings, error) {
	d, damaged, err := p.damaged()
	if err != nil {
		return nil, err
	}
	if len(damaged) > 0 {
		return p.repair(ctx)
	}
	strays, err := strayParts(p.fsys, d)
	if err != nil {
		return nil, err
	}
	if len(strays) > 0 {
		return nil, fmt.Errorf("%s is complete, but there is more in it: %s: remove that", p.options.Out, strings.Join(strays, ", "))
	}
	if err := p.clear(); err != nil {
		return nil, err
	}
	return readFindings(p.fsys, p.options.Out)
}

func (p *production) damaged() (*export.Dataset, []*export.FileError, error) {
	d, err := export.OpenDataset(p.fsys, p.options.Out)
	if err != nil {
		return nil, nil, err
	}
	damaged, err := d.Verify()
	return d, damaged, err
}

// repair makes damaged files anew. What is damaged is looked at again under the
// lock: another process may have begun anew, or repaired it.
func (p *production) repair(ctx context.Context) (*Findings, error) {
	lock, err := p.acquire()
	if err != nil {
		return nil, err
	}
	complete, err := p.take(lock, false)
	if err != nil {
		lock.Close()
		return nil, err
	}
	if !complete {
		defer p.work.Close()
		return p.produce(ctx)
	}
	d, damaged, err := p.damaged()
	if err == nil {
		err = p.open(lock, nil)
	}
	if err != nil {
		lock.Close()
		return nil, err
	}
	defer p.work.Close()
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
	if there, err := p.folder(p.workDir()); err != nil || !there {
		return err
	}
	lock, err := p.acquire()
	if err != nil {
		return err
	}
	return lock.Remove()
}

// importSound commits what is not damaged as if it had just been done.
func (p *production) importSound(ctx context.Context, d *export.Dataset, damaged []*export.FileError) error {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	_, err := export.ImportSound(p.work, d, damaged, &stop)
	return err
}
