package produce

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/block"
)

// assemble makes the dataset from the committed tasks: parts, tables, statistics,
// and last the manifest that says it is complete.
func (p *production) assemble(ctx context.Context, tally enumerate.Tally) (*Outcome, error) {
	progress.Doing(ctx, "writing the dataset")
	src, discard, err := p.source(ctx, p.work.Dir())
	if err != nil {
		return nil, study.Stopped(ctx, err)
	}
	tasks := p.tasks()
	if p.options.Limit > 0 {
		tasks, tally = firstTasks(tasks, p.options.Limit)
	}
	r, err := p.results(ctx, src, p.manifestOf(tally, len(tasks)), tasks)
	if err != nil {
		return nil, p.recordEnd(study.Stopped(ctx, err))
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
		if err := p.work.Remove(); err != nil {
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
func (p *production) results(ctx context.Context, src export.Source, m *export.Manifest, tasks []enumerate.TaskTally) (*study.Results, error) {
	counted := m.Raw
	o, err := p.observe(ctx, src, m)
	if err != nil {
		return nil, err
	}
	tables, err := p.study.Job.Tables()
	if err != nil {
		return nil, err
	}
	r, err := study.Finish(m, tables, o, tasks, p.study.Sequence())
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

// observe writes the parts, if there are to be any, and returns what their rows give, or what
// sweeps have found.
func (p *production) observe(ctx context.Context, src export.Source, m *export.Manifest) (study.Observation, error) {
	if p.study.Counting() != nil {
		rows, err := block.All(src.Read(0, src.Rows()), src.Columns())
		if err != nil {
			return nil, err
		}
		return p.study.ObserveSweeps([]*enumerate.Batch{rows})
	}
	if p.study.CountedBy() != "" {
		return p.study.Observe(ctx, src, p.workers())
	}
	observers := p.study.NewObservers()
	a := &export.Assembly{FS: p.fsys, Dir: p.options.Out, Src: src, Limit: p.options.Limit, Work: p.work, Observe: observers.Add}
	var err error
	if m.Parts, err = a.Write(ctx, p.workers()); err != nil {
		return nil, err
	}
	return observers.Merge()
}
