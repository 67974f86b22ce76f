package pipeline

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"

	"coverstat/enumerate"
)

// rowPrinter prints the rows of batches.
type rowPrinter interface {
	print(b *enumerate.Batch, row int) error
}

// newRowPrinter returns the printer of a format. Lines are put together by
// hand: encoding/csv would hand each row to the operating system, or else hold
// rows back when the buffer below is flushed.
func newRowPrinter(format string, out io.Writer, columns []enumerate.Column, shown []int) (rowPrinter, error) {
	switch format {
	case "csv":
		return newCSVPrinter(out, columns, shown)
	case "jsonl":
		return newJSONPrinter(out, columns, shown), nil
	}
	return nil, enumerate.Errorf("format %q: did you mean %s?", format, enumerate.Nearest(format, []string{"csv", "jsonl"}))
}

// csvPrinter writes a header line and then rows, as RFC 4180 has it; null is
// empty, a list its elements separated by spaces.
type csvPrinter struct {
	w     io.Writer
	shown []int
	line  []byte
	text  []byte
}

func newCSVPrinter(out io.Writer, columns []enumerate.Column, shown []int) (*csvPrinter, error) {
	p := &csvPrinter{w: out, shown: shown}
	for k, i := range shown {
		p.add(k, []byte(columns[i].Name))
	}
	return p, p.end()
}

func (p *csvPrinter) print(b *enumerate.Batch, row int) error {
	for k, i := range p.shown {
		p.text = appendText(p.text[:0], b, i, row)
		p.add(k, p.text)
	}
	return p.end()
}

func (p *csvPrinter) add(field int, text []byte) {
	if field > 0 {
		p.line = append(p.line, ',')
	}
	// A lone empty field is quoted: a reader would skip an empty line.
	alone := len(text) == 0 && len(p.shown) == 1
	if !alone && !bytes.ContainsAny(text, "\",\n\r") {
		p.line = append(p.line, text...)
		return
	}
	p.line = append(p.line, '"')
	for _, c := range text {
		if c == '"' {
			p.line = append(p.line, '"')
		}
		p.line = append(p.line, c)
	}
	p.line = append(p.line, '"')
}

func (p *csvPrinter) end() error {
	p.line = append(p.line, '\n')
	_, err := p.w.Write(p.line)
	p.line = p.line[:0]
	return err
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
		p.keys = append(p.keys, append(appendQuoted(nil, []byte(columns[i].Name)), ':'))
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

// maxExact is the largest integer below which JSON's readers round none.
const maxExact = 1 << 53

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
		if x := b.IntAt(col, row); x > maxExact || x < -maxExact {
			return append(strconv.AppendInt(append(dst, '"'), x, 10), '"')
		}
	}
	return appendText(dst, b, col, row)
}

// appendQuoted appends a JSON string. Grids are plain characters, and need no
// encoder.
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
