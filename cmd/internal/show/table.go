package show

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"coverstat/enumerate"
)

// Table prints a table: as text for people, csv, jsonl, or json, which is a list of rows.
func Table(w io.Writer, b *enumerate.Batch, format string) error {
	columns := enumerate.Indices(len(b.Columns))
	if format == "text" {
		return textTable(w, b)
	}
	header, rows := csvFormat(b.Columns, columns)
	between, end := "", ""
	switch format {
	case "jsonl":
		header, rows = nil, jsonFormat(b.Columns, columns)
	case "json":
		header, rows, between, end = []byte("[\n"), jsonFormat(b.Columns, columns), ",", "]"
	}
	out := bufio.NewWriter(w)
	out.Write(header) // Flush has the error
	for row := range b.Len() {
		if row > 0 {
			out.WriteString(between)
		}
		header = rows(header[:0], b, row)
		out.Write(header)
	}
	out.WriteString(end)
	return out.Flush()
}

// textTable prints a table with aligned columns.
func textTable(w io.Writer, b *enumerate.Batch) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var fields []string
	for _, c := range b.Columns {
		fields = append(fields, c.Name)
	}
	fmt.Fprintln(out, strings.Join(fields, "\t"))
	for row := range b.Len() {
		for k := range fields {
			fields[k] = string(appendText(nil, b, k, row))
		}
		fmt.Fprintln(out, strings.Join(fields, "\t"))
	}
	return out.Flush()
}
