package forecast

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
)

// CountBoards counts the solutions of the boards of a survey over sizes: a row is a board, with the sizes that vary,
// its cells, and the digits of its numbers of solutions, null if they are not known.
func CountBoards(ctx context.Context, s *study.Study, workers int) (*enumerate.Batch, error) {
	sink := run.NewMemorySink(s.Job)
	_, err := run.Run(ctx, s.Job, sink,
		run.Settings{Workers: cmp.Or(workers, runtime.GOMAXPROCS(0)), Progress: func(p run.Progress) {
			progress.Doing(ctx, "counting: %d of %s done", p.Tasks, enumerate.Plural(p.Of, "board"))
		}})
	if err != nil {
		return nil, err
	}
	columns := s.Job.Columns
	shown := slices.Clone(enumerate.SizeColumns(columns))
	read := enumerate.Indices(len(shown))
	for _, c := range []enumerate.Column{{Name: "cells"}, {Name: enumerate.SolutionsColumn},
		{Name: enumerate.DistinctSolutionsColumn}} {
		at := enumerate.ColumnIndex(columns, c.Name+enumerate.TextSuffix)
		if at < 0 {
			at = enumerate.ColumnIndex(columns, c.Name)
		}
		c.Type, c.Nullable = columns[at].Type, columns[at].Nullable
		read, shown = append(read, at), append(shown, c)
	}
	boards, one := enumerate.NewBatch(shown), enumerate.NewBatch(shown)
	for _, b := range sink.Rows() {
		for i, at := range read {
			one.Vectors[i] = b.Vectors[at]
		}
		boards.AppendRows(one, 0, b.Len())
	}
	return boards, nil
}
