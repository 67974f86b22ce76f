package main

import (
	"errors"
	"fmt"
	"strings"

	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"

	"github.com/spf13/cobra"
)

func newCat() *cobra.Command {
	var o show.CatOptions
	c := &cobra.Command{
		Use:   "cat DIR",
		Short: "print rows or a table as CSV, JSON lines or Parquet",
		Example: `  coverstat cat runs/chessboard --columns grid,crossroads --where 'crossroads=4' --limit 3
  coverstat cat runs/chessboard --order-by 'crossroads desc' --limit 5
  coverstat cat runs/chessboard --format jsonl
  coverstat cat runs/chessboard --table pieces
  coverstat cat runs/chessboard --format parquet --where 'crossroads=4' > four.parquet`,
		Args: exactly(1, aDataset),
		RunE: func(c *cobra.Command, args []string) error {
			if o.Limit < 0 {
				return usageError{fmt.Errorf("--limit %d: expected 0 (all) or more", o.Limit)}
			}
			if o.Partial && o.Table != "" {
				return usageError{errors.New("--partial shows rows and cannot be used with --table")}
			}
			o.Terminal = show.IsTerminal(c.OutOrStdout())
			if o.Terminal && o.Format == "parquet" {
				return usageError{fmt.Errorf("--format parquet is not for reading: expected > FILE")}
			}
			o.Messages = c.ErrOrStderr()
			return show.Cat(c.Context(), c.OutOrStdout(), study.Folder(args[0]), o)
		},
	}
	c.Flags().BoolVar(&o.Partial, "partial", false, partialRows)
	c.Flags().StringVar(&o.Table, "table", "", "print this table of the dataset in place of its rows; a wrong name lists them")
	c.Flags().StringVar(&o.Format, "format", "csv", "csv (with a header line), jsonl, parquet, or bfile: n a(n) in each line, of a survey over one size")
	c.Flags().Var((*columnNames)(&o.Columns), "columns", "columns to print, separated by commas (default all, or '*'; on a terminal without those of placements if there are more than 30)")
	c.Flags().StringVar(&o.Where, "where", "", "print rows that meet a condition: "+conditions)
	c.Flags().StringVar(&o.OrderBy, "order-by", "", orderings+"; they are held in memory")
	c.Flags().IntVar(&o.Limit, "limit", 0, "print at most this many rows; 0 is all")
	return c
}

// partialRows says in the help texts of --partial what it does.
const partialRows = "show the rows of the finished tasks of a run that is stopped or going on"

// conditions says in the help texts of --where what a condition is.
const conditions = "COLUMN=VALUE, also != < <= > >=, COLUMN in (VALUE, ...), COLUMN is null; joined by and, or and parentheses; for COLUMN also + - * of columns and whole numbers"

// columnNames is the value of a flag: names separated by commas. A measure may be
// written as in a config, adjacent(T4, S4), with commas in its parentheses.
type columnNames []string

// Set implements [pflag.Value].
func (n *columnNames) Set(text string) error {
	depth, from := 0, 0
	for i, c := range text + "," {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && (depth <= 0 || i == len(text)):
			*n = append(*n, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return nil
}

// String implements [pflag.Value].
func (n *columnNames) String() string { return strings.Join(*n, ",") }

// Type implements [pflag.Value].
func (n *columnNames) Type() string { return "strings" }
