package produce

import (
	"context"
	"errors"
	"fmt"
	"os"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/findings"
	"coverstat/export/journal"
	"coverstat/stats"
)

// A View is a dataset open to be shown.
type View struct {
	*export.Dataset
	document *stats.Document // of a partial dataset: nil if nobody asked for it
	close    func() error
}

// ViewOptions say what is shown of a run that is not complete.
type ViewOptions struct {
	// Partial shows the rows of its finished tasks; without it, there are none.
	Partial bool
	// Statistics makes also the statistics of these rows, and the tables that follow from them.
	Statistics bool
}

// OpenView opens a dataset to be shown. The run may be going on in another process: nothing
// is written into its folder. The caller closes the view.
func OpenView(ctx context.Context, dir string, o ViewOptions) (*View, error) {
	open := study.OpenDataset
	if !o.Partial {
		open = study.OpenFinished
	}
	d, err := open(dir)
	if err != nil {
		return nil, err
	}
	v := &View{Dataset: d}
	if m := d.Manifest; o.Partial && !m.Complete && len(m.Parts) == 0 {
		if m.How == export.Swept {
			return nil, enumerate.Errorf("%s counts by sweeps: it has no statistics before its run is complete", dir)
		}
		if v, err = openPartial(ctx, d, o.Statistics); err != nil {
			now, e := study.OpenFinished(dir)
			if e != nil || !now.Manifest.Complete {
				return nil, study.Stopped(ctx, err)
			}
			v = &View{Dataset: now} // the run ended since the first look
		}
	}
	if part := findings.Partial(v.Manifest); part != "" {
		if v.Manifest.Extent != "" && v.Manifest.Job != enumerate.Sample && o.Statistics {
			part += "; " + findings.NoSample
		}
		progress.Notice(ctx, "%s is not complete: %s", dir, part)
	}
	return v, nil
}

// Document returns the statistics of the dataset.
func (v *View) Document() (*stats.Document, error) {
	if v.document != nil {
		return v.document, nil
	}
	return study.ReadStats(files.OS(), v.Dir())
}

// Close removes temporary files.
func (v *View) Close() error {
	if v.close == nil {
		return nil
	}
	return v.close()
}

// openPartial makes a dataset of the finished tasks of a run. Its rows are those of the
// journal, and its tables are in memory.
func openPartial(ctx context.Context, d *export.Dataset, statistics bool) (_ *View, err error) {
	progress.Doing(ctx, "reading the rows of finished tasks")
	s, err := study.Reopen(d.Manifest, d.Dir())
	if err != nil {
		return nil, err
	}
	shard := shardOf(d.Manifest)
	p := newProduction(s, RunOptions{Out: d.Dir(), Shard: shard.Index, Shards: shard.Of})
	work, header, columns := study.Journal(p.fsys, d.Dir(), d.Manifest)
	if p.work, err = journal.Peek(p.fsys, work, header, columns); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "coverstat")
	if err != nil {
		return nil, err
	}
	remove := func() error { return os.RemoveAll(folder) }
	defer func() {
		if err != nil {
			err = errors.Join(err, remove())
		}
	}()
	src, err := p.source(ctx, folder)
	if err != nil {
		return nil, err
	}
	m := p.manifest()
	m.How, m.Rows = export.Kept, stats.Integer(src.Rows())
	m.Extent = fmt.Sprintf("the rows of %s of %s, %s of the search", enumerate.Grouped(m.Tasks.Done),
		enumerate.Plural(study.TasksOf(m), "task"), enumerate.Percent(1-p.shareLeft()))
	v := &View{close: remove}
	tables, err := s.Job.Tables()
	if err != nil {
		return nil, err
	}
	tables = study.Tables(tables, p.tasks(), s.Job.Columns())
	if statistics {
		o, err := s.NewObservers().Read(ctx, src, p.options.Workers)
		if err != nil {
			return nil, err
		}
		document, counted, _, err := study.NewDocument(m, o)
		if err != nil {
			return nil, err
		}
		v.document, tables = document, append(tables, counted...)
	}
	v.Dataset = export.NewDataset(m, d.Dir(), src, tables)
	return v, nil
}
