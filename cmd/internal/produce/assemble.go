package produce

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// assemble makes the dataset from the committed tasks: parts, tables, statistics,
// and last the manifest that says it is complete.
func (p *production) assemble(ctx context.Context, tally enumerate.Tally) (*Outcome, error) {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	progress.Doing(ctx, "writing the dataset")
	m := p.manifest()
	complete := p.options.Limit == 0 && m.Tasks.Done == study.TasksOf(m.Tasks.Total, shardOf(m))
	src, discard, err := p.source(p.work.Dir(), &stop)
	if err != nil {
		return nil, study.Stopped(ctx, err)
	}
	a := &export.Assembly{OnlyObserve: p.study.Road() != "", FS: p.fsys, Dir: p.options.Out, Src: src, Limit: p.options.Limit, Work: p.work, Stop: &stop}
	w := &writer{study: p.study, fsys: p.fsys, dir: p.options.Out, workers: p.workers()}
	w.tasks = p.tasks()
	if p.options.Limit > 0 {
		w.tasks, tally = firstTasks(w.tasks, p.options.Limit)
		m.Tasks.Done, m.Raw = len(w.tasks), stats.Int(tally.Raw)
	}
	tally.Effort.Add(p.study.Doing().Above())
	m.Effort = stats.PublishEffort(tally.Effort)
	whole := complete && p.options.Shards == 0
	document, err := w.write(a, m, tally, whole)
	if err != nil {
		return nil, p.ended(study.Stopped(ctx, err))
	}
	if err := discard(); err != nil {
		return nil, err
	}
	m.Complete, m.Extent = complete, study.Extent(m)
	m.Made = p.made()
	if err := p.writeManifest(m); err != nil {
		return nil, err
	}
	if complete {
		if err := p.work.Remove(); err != nil {
			return nil, err
		}
	}
	return &Outcome{Dir: p.options.Out, Document: document, Manifest: m, Forecast: p.meter.Forecast, New: true}, nil
}

func (p *production) workers() int {
	if p.options.Workers > 0 {
		return p.options.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// writer writes all files of a dataset but the manifest, into which it enters
// them. Runs and merges use it.
type writer struct {
	study   *study.Study
	fsys    files.FS
	dir     string
	workers int
	tasks   []enumerate.TaskTally
}

// write writes parts, tables and statistics. whole says that the job is complete:
// then the rows must stand for as many raw objects as the search counted.
func (w *writer) write(a *export.Assembly, m *export.Manifest, tally enumerate.Tally, whole bool) (*stats.Document, error) {
	document := &stats.Document{Name: w.study.Plan.Name, Family: w.study.Plan.Family, Job: w.study.Plan.Kind,
		Complete: whole, Effort: &m.Effort}
	found, err := w.statistics(a, m, document, tally)
	if err != nil {
		return nil, err
	}
	if err := w.writeTables(m, found); err != nil {
		return nil, err
	}
	if m.EffortFile, err = export.WriteEffort(w.fsys, w.dir, w.tasks); err != nil {
		return nil, err
	}
	data, err := document.Encode()
	if err != nil {
		return nil, err
	}
	if err := files.WriteAtomic(w.fsys, filepath.Join(w.dir, study.StatsName), data); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	m.Stats = &export.FileInfo{Path: study.StatsName, Bytes: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
	return document, nil
}

// found are the tables that were made with the statistics, and facts about them.
type found struct {
	tables []enumerate.Table
	facts  []enumerate.Fact
}

// statistics writes the rows, if there are to be any, and fills the document. tally is what
// the tasks of a whole job have counted: then the rows must stand for as many raw objects.
func (w *writer) statistics(a *export.Assembly, m *export.Manifest, d *stats.Document, tally enumerate.Tally) (found, error) {
	if w.study.SweepJob != nil {
		return w.totals(a.Src, m, d)
	}
	observers := study.NewObservers(w.study.Job.Columns(), w.study.Plan.Kind, w.study.Analysis, w.study.Job.Features())
	a.Observe = func(int) func(*enumerate.Batch) error { return observers.Add }
	var err error
	if m.Parts, err = a.Write(w.workers); err != nil {
		return found{}, err
	}
	m.Rows = export.Count(a.Rows())
	if a.OnlyObserve {
		m.Rows = 0
	}
	o, err := observers.Merge()
	if err != nil {
		return found{}, err
	}
	o.Statistics.Fill(d)
	if s := d.Samples; s != nil {
		failed := stats.Int(tally.Failed)
		s.Failed = &failed
	}
	if d.Complete {
		if err := d.CompareRaw(tally.Raw); err != nil {
			return found{}, err
		}
	}
	tables, err := o.Tables()
	return found{tables, o.Facts()}, err
}

// totals makes the statistics from the numbers that sweeps have found.
func (w *writer) totals(src export.Source, m *export.Manifest, d *stats.Document) (found, error) {
	r := src.Read(0, src.Rows())
	defer r.Close()
	var rows []*enumerate.Batch
	for {
		b := enumerate.NewBatch(src.Columns())
		err := r.Next(b)
		if err == io.EOF {
			break
		}
		if err != nil {
			return found{}, err
		}
		rows = append(rows, b)
	}
	t, err := w.study.SweepJob.Totals(rows)
	if err != nil {
		return found{}, err
	}
	d.FillTotals(t, w.study.Job.Columns(), w.study.Analysis.Breakdowns)
	if wrong, err := inspect.TotalsDisagree(d, t.Tables); err != nil || len(wrong) > 0 {
		return found{}, cmp.Or(err, fmt.Errorf("the sweeps contradict one another: %s", strings.Join(wrong, "; ")))
	}
	m.Raw = d.Solutions.Raw
	f := found{tables: append(stats.BreakdownTables(d.Breakdowns), t.Tables...)}
	if len(d.Measures) > 0 {
		f.facts = []enumerate.Fact{{Key: "no_joint", Text: "no table " + enumerate.JointTable + ": the solutions are not listed"}}
	}
	return f, nil
}

// tables returns all tables of the dataset.
func (w *writer) tables(f found) ([]enumerate.Table, error) {
	tables, err := w.study.Job.Tables()
	tables = append(tables, export.NewTasksTable(w.tasks), study.MeasureTable(w.study.Job.Columns()))
	return append(tables, f.tables...), err
}

func (w *writer) writeTables(m *export.Manifest, f found) error {
	tables, err := w.tables(f)
	if err != nil {
		return err
	}
	m.Facts = append(m.Facts, f.facts...)
	m.Tables = nil
	for _, t := range tables {
		info, err := export.WriteTable(w.fsys, w.dir, t)
		if err != nil {
			return err
		}
		m.Tables = append(m.Tables, info)
	}
	return nil
}
