package main

import (
	"math"

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
		Args: exactly(1, aDataset), ValidArgsFunction: completeDataset,
		RunE: func(c *cobra.Command, args []string) error {
			return show.Cat(c.Context(), c.OutOrStdout(), study.Folder(args[0]), o)
		},
	}
	c.Flags().BoolVar(&o.Partial, "partial", false, partialRows)
	c.Flags().StringVar(&o.Table, "table", "",
		"print this table of the dataset in place of its rows; a wrong name lists them")
	c.Flags().StringVar(&o.Format, "format", "csv", `csv (with a header line), jsonl, parquet; bfile: n a(n) in each line, of a survey over one size; table: rows by columns, of one over two sizes;
of regions, ensemble: JSON lines as samplers of districts exchange them, enumpart: a line of regions for each plan, assignments: CSV of one plan`)
	c.Flags().Var((*columnNames)(&o.Columns), "columns",
		"columns to print, separated by commas (default all, or '*'; on a terminal without those of placements if there are more than 30)")
	c.Flags().StringVar(&o.Where, "where", "", "print rows that meet a condition: "+conditions)
	c.Flags().StringVar(&o.OrderBy, "order-by", "", orderings+"; they are held in memory")
	addInt(c, &o.Limit, "limit", 0, math.MaxInt, "print at most this many rows; 0 is all")
	excludes(c, "partial", "table")
	return c
}
