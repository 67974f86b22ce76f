package show

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"text/tabwriter"

	"coverstat/enumerate"
	"coverstat/stats"
)

// Boards prints the numbers of solutions of boards of many sizes: as text for people, csv, or json, an object a line.
// Behind the sizes that vary stand the cells, and the digits of the solutions and of those up to symmetry.
func Boards(w io.Writer, b *enumerate.Batch, format string) error {
	switch format {
	case "csv":
		return Table(w, b, format)
	case "json":
		return boardsJSON(w, b)
	}
	lines := make([][]string, b.Len())
	for row := range lines {
		for i, c := range b.Columns {
			text := string(appendText(nil, b, i, row))
			if c.Type == enumerate.String {
				text = enumerate.GroupDigits(text)
			}
			lines[row] = append(lines[row], text)
		}
	}
	return boardsText(w, b.Columns[:len(b.Columns)-3], lines)
}

// boardsJSON prints an object a line.
func boardsJSON(w io.Writer, b *enumerate.Batch) error {
	cells := len(b.Columns) - 3
	for row := range b.Len() {
		var sizes []string
		for i, c := range b.Columns[:cells] {
			sizes = append(sizes, fmt.Sprintf("%q: %d", c.Name, b.IntAt(i, row)))
		}
		number := func(column int) string {
			if n, ok := new(big.Int).SetString(string(b.StringAt(column, row)), 10); ok {
				text, _ := stats.BigInt(n).MarshalJSON()
				return string(text)
			}
			return "null"
		}
		if _, err := fmt.Fprintf(w, "{\"sizes\": {%s}, \"cells\": %d, \"solutions\": %s, \"solutions_distinct\": %s}\n",
			strings.Join(sizes, ", "), b.IntAt(cells, row), number(cells+1), number(cells+2)); err != nil {
			return err
		}
	}
	return nil
}

// boardsText prints a table for people: where two sizes vary, one of rows by columns for all solutions, and one for
// those up to symmetry.
func boardsText(w io.Writer, sizes []enumerate.Column, lines [][]string) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(texts ...string) { fmt.Fprintf(out, "%s\t\n", strings.Join(texts, "\t")) }
	if len(sizes) != 2 {
		var head []string
		for _, c := range sizes {
			head = append(head, c.Name)
		}
		line(append(head, "cells", "solutions", "up to symmetry")...)
		for _, texts := range lines {
			line(texts...)
		}
		return out.Flush()
	}
	width := 0 // boards of a line
	for width < len(lines) && lines[width][0] == lines[0][0] {
		width++
	}
	for i, title := range []string{"solutions", "\nsolutions up to symmetry"} {
		fmt.Fprintf(w, "%s, %s by %s\n", title, sizes[0].Name, sizes[1].Name)
		head := []string{""}
		for _, texts := range lines[:width] {
			head = append(head, texts[1])
		}
		line(head...)
		for row := range slices.Chunk(lines, max(1, width)) {
			texts := []string{row[0][0]}
			for _, board := range row {
				texts = append(texts, board[3+i])
			}
			line(texts...)
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return nil
}
