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
	if format == "text" {
		return textTable(w, b)
	}
	lines, begin, between, end := jsonFormat, "", "", ""
	switch format {
	case "csv":
		lines = csvFormat
	case "json":
		begin, between, end = "[\n", ",", "]"
	}
	line, rows, err := lines(nil, b.Columns, enumerate.Indices(len(b.Columns)))
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString(begin) // Flush has the error
	out.Write(line)
	for row := range b.Len() {
		if row > 0 {
			out.WriteString(between)
		}
		line = rows(line[:0], b, row)
		out.Write(line)
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
