package show

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
	"coverstat/stats"
)

// CatOptions say which rows and columns are printed, and how.
type CatOptions struct {
	Table     string   // print the rows of this table; "" is those of the dataset
	Partial   bool     // of a run that is not complete: those of its finished tasks
	Format    string   // parquet, or the name of a row format
	Columns   []string // names; none is all columns, on a terminal but those of placements if there are many; * is all
	Selection          // without Rows and Random
}

// mostColumns is the number of columns that people read in a line.
const mostColumns = 30

// shown returns the numbers of the columns to print.
func (o *CatOptions) shown(columns []enumerate.Column, terminal bool) ([]int, error) {
	if slices.Equal(o.Columns, []string{"*"}) {
		return study.ColumnIndices(columns, nil)
	}
	all, err := study.ColumnIndices(columns, o.Columns)
	if err != nil || !terminal || o.Columns != nil || len(all) <= mostColumns {
		return all, err
	}
	placement := func(i int) bool { return columns[i].Role == enumerate.Key && columns[i].Type == enumerate.Int32 }
	return slices.DeleteFunc(all, placement), nil
}

// Cat prints rows of a dataset to w. On a terminal it says which pieces the characters of grids are, and
// what is left out. It holds one batch in memory, with the
// columns that are printed or compared, and all rows that are printed if they are to be sorted. A
// done context ends it.
func Cat(ctx context.Context, w io.Writer, dir string, o CatOptions) error {
	_, terminal := progress.Terminal(w)
	format, err := formatOf(o.Format)
	if err != nil {
		return err
	}
	if terminal && format.lines == nil {
		return enumerate.Errorf("--format %s is not for reading: expected > FILE", o.Format)
	}
	d, err := o.open(ctx, dir)
	if err != nil {
		return err
	}
	defer d.Close()
	shown, err := o.shown(d.Columns(), terminal)
	if err == nil && format.columns != nil {
		shown, err = format.columns(&o, d.Columns())
	}
	if err != nil {
		return err
	}
	scan, err := o.newScan(d.Columns(), shown)
	if err != nil {
		return err
	}
	print, end, err := rowPrinter(w, format, d, scan.read, shown)
	if err != nil {
		return err
	}
	if left := len(d.Columns()) - len(shown); left > 0 && o.Columns == nil && format.columns == nil {
		progress.Notice(ctx, "%d columns of placements are left out: see --columns '*'", left)
	}
	if terminal && slices.ContainsFunc(shown, func(i int) bool { return d.Columns()[i].Name == enumerate.GridColumn }) {
		if painter, _, err := NewPainter(d, d.Dataset, picture.Style{Letters: true}); err == nil {
			fmt.Fprint(w, picture.TextLegend(painter.Legend(), 80, 0))
		}
	}
	printed := 0
	all, err := scan.each(ctx, d, o.Limit, func(b *enumerate.Batch, at int) (more bool, err error) {
		if printed++; printed == 2 && format.single {
			return false, enumerate.Errorf("format %s: more than one row: expected one, by --where or --limit 1",
				o.Format)
		}
		return printed != o.Limit, print(b, at)
	})
	if err != nil {
		return err
	}
	if err := end(); err != nil || !all {
		return err // a later row may have what these do not
	}
	unmet := scan.filter.Unmet()
	if len(unmet) > 0 {
		unmet = append(unmet, scan.optionNumbers(d.Columns())...)
	}
	for _, text := range unmet {
		progress.Notice(ctx, "%s", text)
	}
	return nil
}

// open opens the rows that are printed.
func (o *CatOptions) open(ctx context.Context, dir string) (*study.Dataset, error) {
	if o.Table == "" {
		d, err := study.OpenView(ctx, dir, study.ViewOptions{Partial: o.Partial})
		if err == nil {
			err = d.HasRows()
		}
		return d, err
	}
	d, err := study.OpenDataset(dir)
	if err != nil {
		return nil, err
	}
	return d.OfTable(o.Table)
}

// lineFunc appends the line of one row, with its line feed, to line.
type lineFunc func(line []byte, b *enumerate.Batch, row int) []byte

// rowPrinter begins a file of a format. It returns the functions that add a row and
// that end the file. Of the dataset's columns, those that are read are in the batches,
// and those that are shown in the file.
func rowPrinter(w io.Writer, format rowFormat, d *study.Dataset,
	read, shown []int) (print func(b *enumerate.Batch, row int) error, end func() error, err error) {
	at := make([]int, len(shown)) // where the columns are in the batches
	for i := range shown {
		at[i] = slices.Index(read, shown[i])
	}
	if format.lines == nil {
		return parquetPrinter(w, export.Pick(d.Columns(), shown), at)
	}
	line, appendLine, err := format.lines(d, export.Pick(d.Columns(), read), at)
	if err != nil {
		return nil, nil, err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	_, err = out.Write(line)
	return func(b *enumerate.Batch, row int) error {
		line = appendLine(line[:0], b, row)
		_, err := out.Write(line)
		return err
	}, out.Flush, err
}

// A rowFormat is a way to write rows.
type rowFormat struct {
	name   string
	single bool // it is for one row
	// columns chooses the columns of the dataset that the format needs. Nil: those that are asked for.
	columns func(o *CatOptions, columns []enumerate.Column) ([]int, error)
	// lines returns the header line, and the function that appends a row. The format shows some columns of the
	// batches. Lines are made by hand: encoding/csv would hand each row to the operating system, or else hold
	// rows back when the buffer below is flushed. Nil: the format is Parquet, which has no lines.
	lines func(d *study.Dataset, columns []enumerate.Column, shown []int) (header []byte, rows lineFunc, err error)
}

var rowFormats = []rowFormat{
	{name: "csv", lines: csvFormat},
	{name: "jsonl", lines: jsonFormat},
	{name: "parquet"},
	{name: "bfile", columns: (*CatOptions).terms, lines: bfileFormat},
	{name: "table", columns: (*CatOptions).numbers, lines: tableFormat},
	{name: "ensemble", columns: (*CatOptions).plans, lines: ensembleFormat},
	{name: "enumpart", columns: (*CatOptions).plans, lines: enumpartFormat},
	{name: "assignments", columns: (*CatOptions).plans, lines: assignmentsFormat, single: true},
}

func formatOf(name string) (rowFormat, error) {
	var names []string
	for _, f := range rowFormats {
		if f.name == name {
			return f, nil
		}
		names = append(names, f.name)
	}
	return rowFormat{}, enumerate.Unknown("no format", name, names, "")
}

// parquetPrinter writes rows as a Parquet file. It gathers them in batches.
func parquetPrinter(w io.Writer, columns []enumerate.Column,
	at []int) (row func(b *enumerate.Batch, row int) error, end func() error, err error) {
	p, err := export.NewParquet(w, columns)
	rows, one := enumerate.NewBatch(columns), enumerate.NewBatch(columns)
	flush := func() error {
		err := p.Write(rows)
		rows.Reset()
		return err
	}
	return func(b *enumerate.Batch, row int) error {
		for i, k := range at {
			one.Vectors[i] = b.Vectors[k]
		}
		if rows.AppendRows(one, row, row+1); rows.Len() < enumerate.BatchRows {
			return nil
		}
		return flush()
	}, func() error { return errors.Join(flush(), p.Finish()) }, err
}

// csvFormat writes a header line and rows as RFC 4180 defines them. Null is an
// empty field; a list is its elements separated by spaces.
func csvFormat(_ *study.Dataset, columns []enumerate.Column, shown []int) (header []byte, rows lineFunc, err error) {
	end := func(line []byte, from int) []byte {
		if len(shown) == 1 && from == len(line) {
			line = append(line, `""`...) // readers skip an empty line
		}
		return append(line, '\n')
	}
	for k, i := range shown {
		if k > 0 {
			header = append(header, ',')
		}
		from := len(header)
		header = quoteCSV(append(header, columns[i].Name...), from)
	}
	return end(header, 0), func(line []byte, b *enumerate.Batch, row int) []byte {
		start := len(line)
		for k, i := range shown {
			if k > 0 {
				line = append(line, ',')
			}
			from := len(line)
			line = quoteCSV(appendText(line, b, i, row), from)
		}
		return end(line, start)
	}, nil
}

// quoteCSV quotes the last field of a line, which begins at from, if it must be
// quoted.
func quoteCSV(line []byte, from int) []byte {
	if !bytes.ContainsAny(line[from:], "\",\n\r") {
		return line
	}
	quoted := bytes.ReplaceAll(line[from:], []byte(`"`), []byte(`""`))
	line = append(line[:from], '"')
	return append(append(line, quoted...), '"')
}

// appendText appends a value as text; null is empty.
func appendText(dst []byte, b *enumerate.Batch, col, row int) []byte {
	if b.IsNull(col, row) {
		return dst
	}
	switch b.Columns[col].Type {
	case enumerate.String:
		return append(dst, b.StringAt(col, row)...)
	case enumerate.Double:
		return strconv.AppendFloat(dst, b.Vectors[col].Doubles[row], 'g', -1, 64)
	case enumerate.Bool:
		return strconv.AppendBool(dst, b.Vectors[col].Bools[row])
	case enumerate.Int32List:
		return appendList(dst, b.ListAt(col, row), ' ')
	}
	return strconv.AppendInt(dst, b.IntAt(col, row), 10)
}

func appendList(dst []byte, list []int32, separator byte) []byte {
	for k, x := range list {
		if k > 0 {
			dst = append(dst, separator)
		}
		dst = strconv.AppendInt(dst, int64(x), 10)
	}
	return dst
}

// jsonFormat writes a row as one JSON object, its keys in the order of the
// columns.
func jsonFormat(_ *study.Dataset, columns []enumerate.Column, shown []int) (header []byte, rows lineFunc, err error) {
	var keys [][]byte
	for _, i := range shown {
		keys = append(keys, append(appendQuoted(nil, []byte(columns[i].Name)), ':'))
	}
	return nil, func(line []byte, b *enumerate.Batch, row int) []byte {
		line = append(line, '{')
		for k, i := range shown {
			if k > 0 {
				line = append(line, ',')
			}
			line = append(line, keys[k]...)
			line = appendJSON(line, b, i, row)
		}
		return append(line, '}', '\n')
	}, nil
}

func appendJSON(dst []byte, b *enumerate.Batch, col, row int) []byte {
	if b.IsNull(col, row) {
		return append(dst, "null"...)
	}
	switch b.Columns[col].Type {
	case enumerate.String:
		return appendQuoted(dst, b.StringAt(col, row))
	case enumerate.Int32List:
		return append(appendList(append(dst, '['), b.ListAt(col, row), ','), ']')
	case enumerate.Double:
		if x := b.Vectors[col].Doubles[row]; math.IsNaN(x) || math.IsInf(x, 0) {
			return append(dst, "null"...) // JSON has no such numbers
		}
	case enumerate.Int64:
		if x := b.IntAt(col, row); x > stats.MaxExact || x < -stats.MaxExact {
			return append(strconv.AppendInt(append(dst, '"'), x, 10), '"')
		}
	}
	return appendText(dst, b, col, row)
}

// appendQuoted appends a JSON string. It copies printable ASCII, such as grids,
// and leaves other texts to the encoder.
func appendQuoted(dst, text []byte) []byte {
	for _, c := range text {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, err := json.Marshal(string(text))
			if err != nil {
				panic(err) // a string always encodes
			}
			return append(dst, quoted...)
		}
	}
	return append(append(append(dst, '"'), text...), '"')
}
