package pipeline

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
)

// CatOptions say which rows and columns are printed, and how.
type CatOptions struct {
	Format   string // csv or jsonl
	Columns  []string
	Where    string
	Limit    int64
	Messages io.Writer // what is to be said of the rows, nil for nothing
}

// Cat prints rows of a dataset, in constant memory: a batch of the columns
// that are printed or compared.
func Cat(w io.Writer, dir string, o CatOptions) error {
	d, err := OpenDataset(dir)
	if err != nil {
		return err
	}
	if len(d.Manifest.Parts) == 0 {
		return incomplete(d)
	}
	shown, err := columnIndices(d.Columns(), o.Columns)
	if err != nil {
		return err
	}
	filter, err := parseFilter(d.Columns(), o.Where)
	if err != nil {
		return err
	}
	read := slices.Clone(shown)
	for _, c := range filter {
		read = append(read, c.column)
	}
	slices.Sort(read)
	read = slices.Compact(read)
	for i := range shown {
		shown[i] = slices.Index(read, shown[i])
	}
	for i := range filter {
		filter[i].column = slices.Index(read, filter[i].column)
	}
	columns := export.Pick(d.Columns(), read)
	out := bufio.NewWriterSize(w, 1<<16)
	p, err := newRowPrinter(o.Format, out, columns, shown)
	if err != nil {
		return err
	}
	if text := partial(d.Manifest); text != "" && o.Messages != nil {
		fmt.Fprintf(o.Messages, "coverstat: %s is not complete: %s\n", dir, text)
	}
	rows := d.ReadColumns(read, 0, d.Rows())
	defer rows.Close()
	if err := printRows(rows, columns, p, filter, o.Limit); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	for _, text := range filter.unmet(columns) {
		if o.Messages != nil {
			fmt.Fprintf(o.Messages, "coverstat: %s\n", text)
		}
	}
	return nil
}

// partial says what is missing in a dataset that has rows; "" is nothing.
func partial(m *export.Manifest) string {
	switch {
	case m.Limit > 0:
		return fmt.Sprintf("the first %d rows of a run with --limit %d", m.Rows, m.Limit)
	case m.Shard != nil:
		return fmt.Sprintf("shard %d of %d, numbered from 0", m.Shard.Index, m.Shard.Of)
	case !m.Complete:
		return fmt.Sprintf("%d of %d tasks", m.Tasks.Done, m.Tasks.Total)
	}
	return ""
}

func columnIndices(columns []enumerate.Column, names []string) ([]int, error) {
	var all []string
	for _, c := range columns {
		all = append(all, c.Name)
	}
	var out []int
	for _, name := range names {
		i := enumerate.ColumnIndex(columns, name)
		if i < 0 {
			return nil, enumerate.Errorf("no column %q: did you mean %s?", name, enumerate.Nearest(name, all))
		}
		out = append(out, i)
	}
	if len(names) == 0 {
		for i := range columns {
			out = append(out, i)
		}
	}
	return out, nil
}

func printRows(rows export.RowReader, columns []enumerate.Column, p rowPrinter, f filter, limit int64) error {
	b := enumerate.NewBatch(columns)
	printed := int64(0)
	for limit == 0 || printed < limit {
		err := rows.Next(b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for row := 0; row < b.Len() && (limit == 0 || printed < limit); row++ {
			if !f.match(b, row) {
				continue
			}
			printed++
			if err := p.print(b, row); err != nil {
				return err
			}
		}
	}
	return nil
}
