package show

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/export/picture"
)

// CatOptions say which rows and columns are printed, and how.
type CatOptions struct {
	Table     string    // print the rows of this table; "" is those of the dataset
	Partial   bool      // of a run that is not complete: those of its finished tasks
	Format    string    // csv, jsonl, parquet or bfile
	Columns   []string  // names; none is all columns, on a terminal but those of placements if there are many; * is all
	Selection           // without Rows and Random
	Messages  io.Writer // for warnings; nil for none
	Terminal  bool      // somebody reads: say there which pieces the characters of grids are, and what is left out
}

// mostColumns is the number of columns that people read in a line.
const mostColumns = 30

// shown returns the numbers of the columns to print.
func (o *CatOptions) shown(columns []enumerate.Column) ([]int, error) {
	if slices.Equal(o.Columns, []string{"*"}) {
		return study.ColumnIndices(columns, nil)
	}
	all, err := study.ColumnIndices(columns, o.Columns)
	if err != nil || !o.Terminal || o.Columns != nil || len(all) <= mostColumns {
		return all, err
	}
	placement := func(i int) bool { return columns[i].Role == enumerate.Key && columns[i].Type == enumerate.Int32 }
	return slices.DeleteFunc(all, placement), nil
}

// terms returns the numbers of the columns of n and a(n) in a survey over one size of boards.
func (o *CatOptions) terms(columns []enumerate.Column) ([]int, error) {
	name := enumerate.SolutionsColumn
	if len(o.Columns) > 0 {
		name = o.Columns[0]
	}
	at := enumerate.ColumnIndex(columns, name)
	if text := enumerate.ColumnIndex(columns, name+enumerate.TextSuffix, enumerate.String); text >= 0 {
		at = text // where no number is too large
	}
	switch {
	case enumerate.ColumnIndex(columns, enumerate.InstanceColumn) != 1 || columns[0].Type != enumerate.Int32:
		return nil, enumerate.Errorf("format bfile: expected a survey in which one size of the board is a range")
	case len(o.Columns) > 1 || at < 0:
		return nil, enumerate.Errorf("format bfile: columns %s: expected the one column of a(n), such as %s", strings.Join(o.Columns, ","), enumerate.DistinctSolutionsColumn)
	}
	return []int{0, at}, nil
}

// Cat prints rows of a dataset to w. It holds one batch in memory, with the
// columns that are printed or compared, and all rows that are printed if they are to be sorted. A
// done context ends it.
func Cat(ctx context.Context, w io.Writer, dir string, o CatOptions) error {
	var d *export.Dataset
	if o.Table != "" {
		whole, err := study.OpenDataset(dir)
		if err == nil {
			d, err = whole.OfTable(o.Table)
		}
		if err != nil {
			return err
		}
	} else {
		v, err := produce.OpenView(ctx, dir, produce.ViewOptions{Partial: o.Partial})
		if err == nil {
			defer v.Close()
			err = study.HasRows(v.Dataset)
		}
		if err != nil {
			return err
		}
		d = v.Dataset
	}
	shown, err := o.shown(d.Columns())
	if err == nil && o.Format == "bfile" {
		shown, err = o.terms(d.Columns())
	}
	if err != nil {
		return err
	}
	scan, err := o.newScan(d.Columns(), shown)
	if err != nil {
		return err
	}
	print, end, err := rowPrinter(w, o.Format, d.Columns(), scan.read, shown)
	if err != nil {
		return err
	}
	warn := func(format string, args ...any) {
		if o.Messages != nil {
			fmt.Fprintf(o.Messages, "coverstat: "+format+"\n", args...)
		}
	}
	if text := findings.Partial(d.Manifest); text != "" {
		warn("%s is not complete: %s", dir, text)
	}
	if left := len(d.Columns()) - len(shown); left > 0 && o.Columns == nil && o.Format != "bfile" {
		warn("%d columns of placements are left out: see --columns '*'", left)
	}
	if o.Terminal && slices.ContainsFunc(shown, func(i int) bool { return d.Columns()[i].Name == enumerate.GridColumn }) {
		if painter, _, err := NewPainter(d, picture.Style{Letters: true}); err == nil {
			fmt.Fprint(o.Messages, picture.TextLegend(painter.Legend(), 80, 0))
		}
	}
	printed := 0
	all, err := scan.each(ctx, d, o.Limit, func(b *enumerate.Batch, at int) (more bool, err error) {
		printed++
		return printed != o.Limit, print(b, at)
	})
	if err != nil {
		return err
	}
	if err := end(); err != nil || !all {
		return err // a later row may have what these do not
	}
	for _, text := range scan.filter.Unmet() {
		warn("%s", text)
	}
	return nil
}
