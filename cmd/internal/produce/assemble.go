package produce

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/block"
	"coverstat/stats"
)

// tasks lists the finished tasks.
func (p *production) tasks() []enumerate.TaskTally {
	if p.sampleTasks != nil {
		return p.sampleTasks
	}
	return p.work.Tasks()
}

// total sums up the finished tasks.
func (p *production) total() (tally enumerate.Tally, done int) {
	tasks := p.tasks()
	for _, t := range tasks {
		tally.Add(t.Tally)
	}
	return tally, len(tasks)
}

// source returns the dataset's rows.
func (p *production) source(ctx context.Context) (export.Source, error) {
	if p.options.Limit > 0 {
		return p.work.LeadingList(), nil
	}
	return p.study.Rows(ctx, p.work, p.work.Dir, p.samples)
}

// assemble makes the dataset from the committed tasks: parts, tables, statistics,
// and last the manifest that says it is complete.
func (p *production) assemble(ctx context.Context) (*Outcome, error) {
	progress.Doing(ctx, "writing the dataset")
	src, err := p.source(ctx)
	if err != nil {
		return nil, study.StoppedOr(ctx, err)
	}
	tasks := p.tasks()
	tally, _ := p.total()
	switch until := p.study.Analysis.Until; {
	case p.options.Limit > 0:
		tasks, tally = firstTasks(tasks, p.options.Limit)
	case until > 0 && tally.Rows == 0:
		return nil, p.recordEnd(
			fmt.Errorf("none of %s meets %s: expected another condition, or more draws (puzzle.draw.at_most)",
				enumerate.Plural(tally.Failed, "drawn instance"), p.study.Analysis.Where))
	case until > 0 && tally.Rows >= until:
		if tasks, tally, err = tasksUntil(src, tasks, until); err != nil {
			return nil, err
		}
	}
	if p.study.Plan.Kind == enumerate.Sample && p.options.Shards == 0 && tally.Raw == 0 {
		return nil, p.recordEnd(
			fmt.Errorf("none of %s found a solution: there is none, or it takes more nodes than sample.node_limit",
				enumerate.Plural(tally.Failed, "draw")))
	}
	m := p.manifestOf(tally, len(tasks))
	document, err := p.results(ctx, src, m, tasks)
	if err != nil {
		return nil, p.recordEnd(study.StoppedOr(ctx, err))
	}
	m.Made = p.made()
	if err := p.writeManifest(m); err != nil {
		return nil, err
	}
	if m.Complete {
		if err := p.work.Remove(); err != nil {
			return nil, err
		}
	}
	set, err := p.open()
	return &Outcome{Dataset: set, Document: document, Forecast: p.meter.Forecast, New: true}, err
}

// firstTasks returns the tasks that lie wholly within the first rows, up to the limit, and their sum. Later
// tasks that workers happened to finish are not among them: a dataset must be the same for any number of
// workers. They stay in the journal for a run that goes on.
//
// The rows of a limited dataset are those of [journal.Work.LeadingList]: where
// the finished tasks have too few, the task that the limit cut short has more.
func firstTasks(tasks []enumerate.TaskTally, limit int64) (first []enumerate.TaskTally, sum enumerate.Tally) {
	for i, t := range tasks {
		if t.Task != i || sum.Rows >= limit || sum.Rows+t.Rows > limit {
			return tasks[:i], sum
		}
		sum.Add(t.Tally)
	}
	return tasks, sum
}

// tasksUntil returns the tasks up to that with the last of so many rows, and their sum. That task counts what was drawn
// up to that row; its effort is that of the whole task.
func tasksUntil(src export.Source, tasks []enumerate.TaskTally,
	rows int64) (first []enumerate.TaskTally, sum enumerate.Tally, err error) {
	drawn, err := drawnUntil(src, rows)
	if err != nil {
		return nil, sum, err
	}
	for _, t := range tasks {
		if sum.Rows+t.Rows >= rows {
			t.Rows = rows - sum.Rows
			t.Raw, t.Failed = t.Rows, drawn-sum.Rows-sum.Failed-t.Rows
		}
		sum.Add(t.Tally)
		if first = append(first, t); sum.Rows == rows {
			break
		}
	}
	return first, sum, nil
}

// drawnUntil returns the number of instances that were drawn until so many were rows: the last row says it.
func drawnUntil(rows export.Source, until int64) (int64, error) {
	last, err := block.All(rows.Read(until-1, until), rows.Columns())
	if err != nil {
		return 0, err
	}
	at := enumerate.ColumnIndex(last.Columns, enumerate.DrawColumn, enumerate.Int64)
	if at < 0 || last.Len() != 1 {
		return 0, fmt.Errorf("the rows have no column %s", enumerate.DrawColumn)
	}
	return last.IntAt(at, 0) + 1, nil
}

// results writes all files of a dataset but the manifest. Before tables and statistics are
// written they must agree with what the tasks of a whole job have counted.
func (p *production) results(ctx context.Context, src export.Source, m *export.Manifest,
	tasks []enumerate.TaskTally) (*stats.Document, error) {
	counted := m.Raw
	o, err := p.observe(ctx, src, m)
	if err != nil {
		return nil, err
	}
	tables, err := p.study.Tables(ctx)
	if err != nil {
		return nil, err
	}
	document, made, err := p.study.Finish(ctx, m, tables, o, tasks, p.options.Workers)
	if err != nil {
		return nil, err
	}
	if document.Complete && document.Solutions != nil {
		if wrong := document.Contradictions(); len(wrong) > 0 {
			return nil, fmt.Errorf("the statistics contradict one another: %s", strings.Join(wrong, "; "))
		}
		if err := compareDiagram(tables, document); err != nil {
			return nil, err
		}
	}
	if document.Complete && m.How != export.Swept {
		if err := document.CompareRaw(counted); err != nil {
			return nil, err
		}
	}
	for _, f := range made {
		if err := f.Write(p.fsys, p.options.Out); err != nil {
			return nil, err
		}
	}
	return document, nil
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
	if !p.study.How().HasRows() {
		return p.study.NewObservers().Read(ctx, src, p.options.Workers)
	}
	observers := p.study.NewObservers()
	a := &export.Assembly{FS: p.fsys, Dir: p.options.Out, Src: src,
		Limit: cmp.Or(p.options.Limit, p.study.Analysis.Until), Work: p.work,
		Observe: observers.Add}
	var err error
	if m.Parts, err = a.Write(ctx, p.options.Workers); err != nil {
		return nil, err
	}
	return observers.Merge()
}

// compareDiagram returns an error if tables have a diagram with another number of solutions than the statistics of all.
func compareDiagram(tables []enumerate.Table, d *stats.Document) error {
	at := slices.IndexFunc(tables, func(t enumerate.Table) bool { return t.Name == enumerate.NodesTable })
	if at < 0 {
		return nil
	}
	found := new(big.Int)
	if nodes := tables[at].Rows; nodes.Len() > 0 {
		found.SetString(string(nodes.StringAt(enumerate.ColumnIndex(nodes.Columns, "after"), 0)), 10)
	}
	if counted := d.Solutions.Raw.Big(); found.Cmp(counted) != 0 {
		return fmt.Errorf("the diagram has %v solutions, expected %v", found, counted)
	}
	return nil
}
