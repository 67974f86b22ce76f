package produce

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
)

// assemble makes the dataset from the committed tasks: parts, tables, statistics,
// and last the manifest that says it is complete.
func (p *production) assemble(ctx context.Context, tally enumerate.Tally) (*Outcome, error) {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	progress.Doing(ctx, "writing the dataset")
	src, discard, err := p.source(p.work.Dir(), &stop)
	if err != nil {
		return nil, study.Stopped(ctx, err)
	}
	tasks := p.tasks()
	if p.options.Limit > 0 {
		tasks, tally = firstTasks(tasks, p.options.Limit)
	}
	a := &export.Assembly{OnlyObserve: p.study.CountedBy() != "", FS: p.fsys, Dir: p.options.Out, Src: src, Limit: p.options.Limit, Work: p.work, Stop: &stop}
	r, err := p.results(a, p.manifestOf(tally, len(tasks)), tasks)
	if err != nil {
		return nil, p.ended(study.Stopped(ctx, err))
	}
	if err := discard(); err != nil {
		return nil, err
	}
	m := r.Manifest
	m.Made = p.made()
	if err := p.writeManifest(m); err != nil {
		return nil, err
	}
	if m.Complete {
		if err := p.removeWork(); err != nil {
			return nil, err
		}
	}
	return &Outcome{Dir: p.options.Out, Document: r.Document, Manifest: m, Forecast: p.meter.Forecast, New: true}, nil
}

func (p *production) workers() int {
	if p.options.Workers > 0 {
		return p.options.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// results writes all files of a dataset but the manifest. Before tables and statistics are
// written they must agree with what the tasks of a whole job have counted.
func (p *production) results(a *export.Assembly, m *export.Manifest, tasks []enumerate.TaskTally) (*study.Results, error) {
	counted := m.Raw
	o, err := p.observe(a, m)
	if err != nil {
		return nil, err
	}
	tables, err := p.study.Job.Tables()
	if err != nil {
		return nil, err
	}
	r, err := study.Finish(m, tables, o, tasks)
	if err != nil {
		return nil, err
	}
	if m.CountedBy == "sweep" {
		if wrong := r.Document.Contradictions(); len(wrong) > 0 {
			return nil, fmt.Errorf("the sweeps contradict one another: %s", strings.Join(wrong, "; "))
		}
	} else if r.Document.Complete {
		if err := r.Document.CompareRaw(counted); err != nil {
			return nil, err
		}
	}
	for _, f := range r.Files {
		if err := f.Write(p.fsys, p.options.Out); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// observe writes the parts, if there are to be any, and returns what their rows give.
func (p *production) observe(a *export.Assembly, m *export.Manifest) (study.Observation, error) {
	if p.study.Counting() != nil {
		return p.observeSweeps(a.Src)
	}
	observers := study.NewObservers(p.study.Job.Columns(), p.study.Plan.Kind, p.study.Analysis, p.study.Job.Features().Counters)
	a.Observe = func(int) func(*enumerate.Batch) error { return observers.Add }
	var err error
	if m.Parts, err = a.Write(p.workers()); err != nil {
		return nil, err
	}
	return observers.Merge()
}

// observeSweeps returns what sweeps have found.
func (p *production) observeSweeps(src export.Source) (study.Observation, error) {
	r := src.Read(0, src.Rows())
	defer r.Close()
	var rows []*enumerate.Batch
	for {
		b := enumerate.NewBatch(src.Columns())
		err := r.Next(b)
		if err == io.EOF {
			return p.study.ObserveSweeps(rows)
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, b)
	}
}
