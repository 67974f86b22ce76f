package study

import (
	"errors"
	"fmt"
	"path/filepath"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
)

// fromKey is the key of the folder that a sample draws from.
const fromKey = "sample.from"

// listing finds the rows that a sample draws from, with some of their columns. They must be those of a complete census
// of the same puzzle. The files of the rows are inputs of the sample, whose digest has theirs.
func listing(plan *configs.Plan, columns []string) (*enumerate.Listing, error) {
	from := plan.Sample.From
	fault := func(expected, format string, args ...any) error {
		return &enumerate.InputError{Key: fromKey, Problem: "sample.from: " + fmt.Sprintf(format, args...),
			Expected: expected}
	}
	first, err := plan.Below(fromKey, export.PartName(0))
	var missing *configs.MissingInput // of a recorded run, whose rows verify looks for
	switch {
	case errors.As(err, &missing):
		return nil, err
	case err != nil:
		return nil, fault("the folder of a complete census with rows", "%s has no rows of a census", from)
	}
	d, err := OpenFinished(filepath.Dir(filepath.Dir(first.Where)))
	if err != nil {
		return nil, enumerate.AtKey(fromKey, err)
	}
	m := d.Manifest
	switch {
	case m.Job != enumerate.Census:
		return nil, fault("a census", "%s is a %s", from, m.Job)
	case !m.Complete || m.How != export.Kept:
		return nil, fault("one that is complete, with rows", "%s is a census that lacks some", from)
	case m.Damage != nil:
		return nil, fault("what a run has written", "the manifest of %s is damaged: %v", from, m.Damage)
	}
	if other, err := d.OtherPuzzle(plan); err != nil {
		return nil, err
	} else if other != "" {
		return nil, fault("a census of the same puzzle", "%s: %s", from, enumerate.Shorten(other))
	}
	for _, part := range m.Parts {
		in, err := plan.Below(fromKey, part.Path)
		if err != nil {
			return nil, err
		}
		if in.SHA256 != part.SHA256 {
			return nil, fault("the file of the manifest", "%s is damaged", in.Where)
		}
	}
	var numbers []int
	for _, name := range columns {
		i := enumerate.ColumnIndex(d.Columns(), name)
		if i < 0 {
			return nil, fault("a census with this column, by measures or output.grid", "%s has no column %s",
				from, name)
		}
		numbers = append(numbers, i)
	}
	return &enumerate.Listing{Name: from, Columns: export.Pick(d.Columns(), numbers),
		Each: func(visit func(*enumerate.Batch) error) error {
			return d.Scan(numbers, func(b *enumerate.Batch, _ int64) error { return visit(b) })
		}}, nil
}
