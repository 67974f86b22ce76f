package study

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"coverstat/cmd/internal/progress"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/export/journal"
	"coverstat/stats"
)

// ViewOptions say what is shown of a run that is not complete.
type ViewOptions struct {
	// Partial shows the rows of its finished tasks; without it, there are none.
	Partial bool
	// Statistics makes also the statistics of these rows, and the tables that follow from them.
	Statistics bool
}

// OpenView opens a dataset to be shown, as [OpenFinished] does, or as the options say. The run may be going on in
// another process: nothing is written into its folder. The caller closes the dataset.
func OpenView(ctx context.Context, dir string, o ViewOptions) (*Dataset, error) {
	open := OpenDataset
	if !o.Partial {
		open = OpenFinished
	}
	d, err := open(dir)
	if err != nil {
		return nil, err
	}
	if m := d.Manifest; o.Partial && !m.Complete && len(m.Parts) == 0 {
		if m.How == export.Swept {
			return nil, enumerate.Errorf("%s counts by sweeps: it has no statistics before its run is complete", dir)
		}
		if d, err = d.ofFinishedTasks(ctx, o.Statistics); err != nil {
			now, e := OpenFinished(dir)
			if e != nil || !now.Manifest.Complete {
				return nil, StoppedOr(ctx, err)
			}
			d = now // the run ended since the first look
		}
	}
	if part := findings.Partial(d.Manifest); part != "" {
		if findings.Leading(d.Manifest) && o.Statistics {
			part += "; " + findings.NoSample
		}
		progress.Notice(ctx, "%s is not complete: %s", dir, part)
	}
	return d, nil
}

// ofFinishedTasks makes a dataset of the finished tasks of a run. Its rows are those of the
// journal, and its tables are in memory.
func (d *Dataset) ofFinishedTasks(ctx context.Context, statistics bool) (_ *Dataset, err error) {
	progress.Doing(ctx, "reading the rows of finished tasks")
	s, err := d.Study()
	if err != nil {
		return nil, err
	}
	work, err := journal.Peek(d.Journal())
	if err != nil {
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
	src, err := s.Rows(ctx, work, folder, nil)
	if err != nil {
		return nil, err
	}
	tally, done := work.Total()
	m := s.Manifest(done, tally, d.Manifest.Shard, 0)
	m.How, m.Rows = export.Kept, stats.Integer(src.Rows())
	m.Extent = fmt.Sprintf("the rows of %s of %s, %s of the search", enumerate.Grouped(m.Tasks.Done),
		enumerate.Plural(TasksOf(m), "task"), enumerate.Percent(1-s.ShareLeft(work, m.Shard)))
	if until := s.Analysis.Until; until > 0 {
		m.Extent = fmt.Sprintf("%s of the %s with which the draws end", enumerate.Grouped(min(src.Rows(), until)),
			enumerate.Plural(until, "row"))
	}
	tables, err := s.Job.Tables()
	if err != nil {
		return nil, err
	}
	tables = tablesWith(tables, work.Tasks(), s.Job.Columns)
	var document *stats.Document
	if statistics {
		o, err := s.NewObservers().Read(ctx, src, runtime.GOMAXPROCS(0))
		if err != nil {
			return nil, err
		}
		var counted []enumerate.Table
		if document, counted, _, err = NewDocument(m, o); err != nil {
			return nil, err
		}
		tables = append(tables, counted...)
	}
	shown := d.of(d.InMemory(m, src, tables))
	shown.statistics, shown.close = document, remove
	return shown, nil
}

// Rows returns the rows of finished tasks. Those of a census or survey come in task order. Those of a sample are merged
// by key, because many tasks find the same classes, through files in a folder, with those of further samples.
func (s *Study) Rows(ctx context.Context, work *journal.Work, folder string,
	further []*export.Dataset) (export.Source, error) {
	if s.Plan.Kind != enumerate.Sample {
		return work.List(), nil
	}
	return export.MergeRuns(ctx, work, folder, further)
}

// ShareLeft returns the share of the search, or of a shard of it, that the work has not committed. shard may be nil.
func (s *Study) ShareLeft(work *journal.Work, shard *export.Shard) float64 {
	if until := s.Analysis.Until; until > 0 {
		tally, _ := work.Total()
		return max(0, 1-float64(tally.Rows)/float64(until))
	}
	all, left := 0.0, 0.0
	job := s.TaskJob()
	for t := range job.Tasks() {
		if shard != nil && t%shard.Of != shard.Index {
			continue
		}
		share := job.Share(t)
		all += share
		if _, done := work.Done(t); !done {
			left += share
		}
	}
	if all == 0 {
		return 1
	}
	return left / all
}
