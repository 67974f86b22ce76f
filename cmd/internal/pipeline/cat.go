package pipeline

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"coverstat/enumerate"
	"coverstat/export"
)

// CatOptions say which rows and columns are printed, and how.
type CatOptions struct {
	Format  string // csv or jsonl
	Columns []string
	Where   string
	Limit   int64
}

// Cat prints rows of a dataset, in constant memory.
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
	out := bufio.NewWriterSize(w, 1<<16)
	var p rowPrinter
	switch o.Format {
	case "csv":
		p, err = newCSVPrinter(out, d.Columns(), shown)
	case "jsonl":
		p = newJSONPrinter(out, d.Columns(), shown)
	default:
		err = enumerate.Errorf("format %q: expected csv or jsonl", o.Format)
	}
	if err != nil {
		return err
	}
	if err := printRows(d, p, filter, o.Limit); err != nil {
		return err
	}
	return out.Flush()
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

func printRows(d *export.Dataset, p rowPrinter, f filter, limit int64) error {
	r := d.Read(0, d.Rows())
	defer r.Close()
	b := enumerate.NewBatch(d.Columns())
	printed := int64(0)
	for limit == 0 || printed < limit {
		err := r.Next(b)
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

type rowPrinter interface {
	print(b *enumerate.Batch, row int) error
}

// csvPrinter writes a header line and then rows; null is empty, a list its
// elements separated by spaces.
type csvPrinter struct {
	w      *csv.Writer
	shown  []int
	record []string
}

func newCSVPrinter(out io.Writer, columns []enumerate.Column, shown []int) (*csvPrinter, error) {
	p := &csvPrinter{w: csv.NewWriter(out), shown: shown, record: make([]string, len(shown))}
	for k, i := range shown {
		p.record[k] = columns[i].Name
	}
	err := p.w.Write(p.record)
	p.w.Flush()
	return p, err
}

func (p *csvPrinter) print(b *enumerate.Batch, row int) error {
	for k, i := range p.shown {
		p.record[k] = textAt(b, i, row)
	}
	if err := p.w.Write(p.record); err != nil {
		return err
	}
	p.w.Flush()
	return p.w.Error()
}

// textAt returns a value as text; null is empty.
func textAt(b *enumerate.Batch, col, row int) string {
	if b.IsNull(col, row) {
		return ""
	}
	switch b.Columns[col].Type {
	case enumerate.String:
		return string(b.StringAt(col, row))
	case enumerate.Double:
		return strconv.FormatFloat(b.Vectors[col].Doubles[row], 'g', -1, 64)
	case enumerate.Bool:
		return strconv.FormatBool(b.Vectors[col].Bools[row])
	case enumerate.Int32List:
		var s []byte
		for k, x := range b.ListAt(col, row) {
			if k > 0 {
				s = append(s, ' ')
			}
			s = strconv.AppendInt(s, int64(x), 10)
		}
		return string(s)
	}
	return strconv.FormatInt(b.IntAt(col, row), 10)
}

// jsonPrinter writes one object a line, keys in the order of the columns.
type jsonPrinter struct {
	w     io.Writer
	shown []int
	keys  [][]byte
	line  []byte
}

func newJSONPrinter(out io.Writer, columns []enumerate.Column, shown []int) *jsonPrinter {
	p := &jsonPrinter{w: out, shown: shown}
	for _, i := range shown {
		key, err := json.Marshal(columns[i].Name)
		if err != nil {
			panic(err) // a string always encodes
		}
		p.keys = append(p.keys, append(key, ':'))
	}
	return p
}

func (p *jsonPrinter) print(b *enumerate.Batch, row int) error {
	p.line = append(p.line[:0], '{')
	for k, i := range p.shown {
		if k > 0 {
			p.line = append(p.line, ',')
		}
		p.line = append(p.line, p.keys[k]...)
		p.line = appendJSON(p.line, b, i, row)
	}
	p.line = append(p.line, '}', '\n')
	_, err := p.w.Write(p.line)
	return err
}

func appendJSON(dst []byte, b *enumerate.Batch, col, row int) []byte {
	switch {
	case b.IsNull(col, row):
		return append(dst, "null"...)
	case b.Columns[col].Type == enumerate.String:
		text, err := json.Marshal(string(b.StringAt(col, row)))
		if err != nil {
			panic(err) // a string always encodes
		}
		return append(dst, text...)
	case b.Columns[col].Type == enumerate.Int32List:
		dst = append(dst, '[')
		for k, x := range b.ListAt(col, row) {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = strconv.AppendInt(dst, int64(x), 10)
		}
		return append(dst, ']')
	}
	text := textAt(b, col, row)
	if x, err := strconv.ParseInt(text, 10, 64); err == nil && (x > 1<<53 || x < -1<<53) {
		return append(append(append(dst, '"'), text...), '"')
	}
	return append(dst, text...)
}
