package forecast

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/stats"
)

// BoardCounts are the numbers of solutions of boards of many sizes.
type BoardCounts struct {
	sizes  []string // the names of those that vary
	boards []boardCount
}

type boardCount struct {
	sizes               []string
	cells               int64
	solutions, distinct string // digits; "" if they are not known
}

// CountBoards counts the solutions of the boards of a survey over sizes.
func CountBoards(ctx context.Context, s *study.Study, workers int) (*BoardCounts, error) {
	sink := run.NewMemorySink(s.Job)
	_, err := run.Run(ctx, s.Job, sink, run.Settings{Workers: cmp.Or(workers, runtime.GOMAXPROCS(0)), Progress: func(p run.Progress) {
		progress.Doing(ctx, "counting: %d of %s done", p.Tasks, enumerate.Plural(p.Of, "board"))
	}})
	if err != nil {
		return nil, err
	}
	columns := s.Job.Columns
	column := func(name string) int { return enumerate.ColumnIndex(columns, name) }
	c := &BoardCounts{}
	for _, size := range enumerate.SizeColumns(columns) {
		c.sizes = append(c.sizes, size.Name)
	}
	for _, b := range sink.Rows() {
		for row := range b.Len() {
			text := func(name string) string {
				if at := column(name + enumerate.TextSuffix); !b.IsNull(at, row) {
					return string(b.StringAt(at, row))
				}
				return ""
			}
			one := boardCount{cells: b.IntAt(column("cells"), row), solutions: text(enumerate.SolutionsColumn), distinct: text(enumerate.DistinctSolutionsColumn)}
			for i := range c.sizes {
				one.sizes = append(one.sizes, strconv.FormatInt(b.IntAt(i, row), 10))
			}
			c.boards = append(c.boards, one)
		}
	}
	return c, nil
}

// WriteJSON writes an object a line.
func (c *BoardCounts) WriteJSON(w io.Writer) error {
	for _, b := range c.boards {
		sizes := make([]string, len(c.sizes))
		for i, name := range c.sizes {
			sizes[i] = fmt.Sprintf("%q: %s", name, b.sizes[i])
		}
		number := func(digits string) string {
			if n, ok := new(big.Int).SetString(digits, 10); ok {
				text, _ := stats.BigInt(n).MarshalJSON()
				return string(text)
			}
			return "null"
		}
		if _, err := fmt.Fprintf(w, "{\"sizes\": {%s}, \"cells\": %d, \"solutions\": %s, \"solutions_distinct\": %s}\n",
			strings.Join(sizes, ", "), b.cells, number(b.solutions), number(b.distinct)); err != nil {
			return err
		}
	}
	return nil
}

// lines lists the boards, a line each.
func (c *BoardCounts) lines(write func(digits string) string) (lines [][]string) {
	for _, b := range c.boards {
		lines = append(lines, append(slices.Clone(b.sizes), strconv.FormatInt(b.cells, 10), write(b.solutions), write(b.distinct)))
	}
	return lines
}

// WriteCSV writes a header line and a line a board.
func (c *BoardCounts) WriteCSV(w io.Writer) error {
	head := append(slices.Clone(c.sizes), "cells", enumerate.SolutionsColumn, enumerate.DistinctSolutionsColumn)
	plain := func(digits string) string { return digits }
	return csv.NewWriter(w).WriteAll(append([][]string{head}, c.lines(plain)...))
}

// WriteText writes a table for people: where two sizes vary, one of rows by columns for all solutions, and one for those up to
// symmetry.
func (c *BoardCounts) WriteText(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(texts ...string) { fmt.Fprintf(out, "%s\t\n", strings.Join(texts, "\t")) }
	lines := c.lines(enumerate.GroupDigits)
	if len(c.sizes) != 2 {
		line(append(slices.Clone(c.sizes), "cells", "solutions", "up to symmetry")...)
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
		fmt.Fprintf(w, "%s, %s by %s\n", title, c.sizes[0], c.sizes[1])
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
