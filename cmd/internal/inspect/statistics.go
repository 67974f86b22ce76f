package inspect

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
	"coverstat/export"
	"coverstat/stats"
)

// Statistics recomputes the statistics of a dataset from its rows alone. Those of a dataset
// without rows are read from stats.json.
func Statistics(d *study.Dataset) (*stats.Document, error) {
	if !d.Manifest.How.HasRows() {
		document, err := d.Statistics()
		if err != nil {
			return nil, err
		}
		return document.FromRows(), nil
	}
	o, err := observersOf(d)
	if err != nil {
		return nil, err
	}
	observed, err := o.Read(context.Background(), d, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	document, _, _, err := study.NewDocument(d.Manifest, observed)
	return document.FromRows(), err
}

// observersOf returns observers of the rows of a dataset that count what needs no puzzle.
func observersOf(d *study.Dataset) (*study.Observers, error) {
	stabilisers, err := stabilisersOf(d)
	return study.NewObservers(d.Columns(), d.Manifest.Job, d.Manifest.Analysis,
		enumerate.RowCounters{NewStabilisers: stabilisers}), err
}

// stabilisersOf returns how the stabilisers of the rows of a census are counted by the symmetries in
// its tables, nil if these are left out.
func stabilisersOf(d *study.Dataset) (func([]enumerate.Column) enumerate.StabiliserCounts, error) {
	m := d.Manifest
	symmetries := m.Table(enumerate.SymmetriesTable)
	if m.Job != enumerate.Census || symmetries == nil || symmetries.Rows > 1 && m.Table(enumerate.ImagesTable) == nil {
		return nil, nil
	}
	names, err := d.Table(enumerate.SymmetriesTable)
	if err != nil {
		return nil, err
	}
	var images *enumerate.Batch
	if names.Len() > 1 {
		if images, err = d.Table(enumerate.ImagesTable); err != nil {
			return nil, err
		}
	}
	group, err := symmetry.FromTables(names, images)
	if err != nil {
		return nil, err
	}
	read, err := solutionsOf(d)
	return func(columns []enumerate.Column) enumerate.StabiliserCounts {
		return symmetry.NewStabiliserCounts(group, columns, read(columns))
	}, err
}

// solutionsOf returns what reads the solutions of a dataset's rows, by its columns. Rows of a graph have the regions of
// its vertices, and their options follow from its edges.
func solutionsOf(d *study.Dataset) (func([]enumerate.Column) symmetry.ReadSolution, error) {
	if d.Manifest.Table(enumerate.EdgesTable) == nil {
		return func([]enumerate.Column) symmetry.ReadSolution { return rowOptions }, nil
	}
	edges, err := d.Table(enumerate.EdgesTable)
	if err != nil {
		return nil, err
	}
	first, second := enumerate.ColumnIndex(edges.Columns, "first", enumerate.Int32),
		enumerate.ColumnIndex(edges.Columns, "second", enumerate.Int32)
	if first < 0 || second < 0 {
		return nil, fmt.Errorf("table %s has no vertices", enumerate.EdgesTable)
	}
	var all [][2]int32
	vertices := int32(0)
	for row := range edges.Len() {
		ends := [2]int32{int32(edges.IntAt(first, row)), int32(edges.IntAt(second, row))}
		if min(ends[0], ends[1]) < 0 {
			return nil, fmt.Errorf("table %s: row %d has vertex %d", enumerate.EdgesTable, row, min(ends[0], ends[1]))
		}
		all, vertices = append(all, ends), max(vertices, ends[0]+1, ends[1]+1)
	}
	return func(columns []enumerate.Column) symmetry.ReadSolution {
		at := enumerate.ColumnIndex(columns, enumerate.RegionColumn, enumerate.Int32List)
		return func(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error) {
			if at < 0 {
				return dst, fmt.Errorf("there is no column %s", enumerate.RegionColumn)
			}
			regions := b.ListAt(at, row)
			if len(regions) < int(vertices) {
				return dst, fmt.Errorf("row %d has the regions of %d vertices, expected %d", row, len(regions),
					vertices)
			}
			for e, ends := range all { // it lies within a region, or between two
				o := enumerate.OptionID(2 * e)
				if regions[ends[0]] != regions[ends[1]] {
					o++
				}
				dst = append(dst, o)
			}
			return dst, nil
		}
	}, nil
}

// rowOptions is a [symmetry.ReadSolution].
func rowOptions(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error) {
	return b.RowOptions(dst, row), nil
}

// CrossTabulate counts the rows of a dataset by the values of two measures, raw and up to symmetry.
func CrossTabulate(d *study.Dataset, a, b string) (*stats.GroupTable, error) {
	if err := d.HasRows(); err != nil {
		return nil, err
	}
	columns := d.Columns()
	read, err := study.ColumnIndices(columns, []string{a, b})
	if err != nil {
		return nil, err
	}
	by := []string{columns[read[0]].Name, columns[read[1]].Name}
	read = append(read, slices.IndexFunc(columns, func(c enumerate.Column) bool { return c.Role == enumerate.Weight }))
	slices.Sort(read)
	read = slices.DeleteFunc(slices.Compact(read), func(i int) bool { return i < 0 })
	g, err := stats.NewBreakdown(export.Pick(columns, read), enumerate.Breakdown{By: by})
	if err != nil {
		return nil, enumerate.Errorf("%v", err)
	}
	if err := d.Scan(read, func(b *enumerate.Batch, _ int64) error { return g.Add(b) }); err != nil {
		return nil, err
	}
	return g.Table(false), nil
}

// Against compares a sample with a complete census of the same puzzle: what the
// sample saw, and what as many uniform draws would have seen. exact are the statistics of the census.
func Against(sample, census string) (c *stats.CensusComparison, exact *stats.Document, err error) {
	a, err := study.OpenFinished(sample)
	if err != nil {
		return nil, nil, err
	}
	b, err := study.OpenDataset(census)
	if err != nil {
		return nil, nil, err
	}
	if a.Manifest.Job != enumerate.Sample {
		return nil, nil, enumerate.Errorf("%s is a %s: expected a sample", sample, a.Manifest.Job)
	}
	if b.Manifest.Job != enumerate.Census || !b.Manifest.Complete || b.Manifest.Shard != nil {
		return nil, nil, enumerate.Errorf("%s is no complete census", census)
	}
	plan, err := a.Plan()
	if err != nil {
		return nil, nil, err
	}
	if other, err := b.OtherPuzzle(plan); err != nil {
		return nil, nil, err
	} else if other != "" {
		return nil, nil, enumerate.Errorf("%s and %s are of different puzzles: %s", sample, census,
			enumerate.Shorten(other))
	}
	drawn, err := Statistics(a)
	if err != nil {
		return nil, nil, err
	}
	if exact, err = b.Statistics(); err == nil {
		c, err = stats.CompareWithCensus(drawn, exact)
	}
	return c, exact, err
}
