package main

import (
	"math"

	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"

	"github.com/spf13/cobra"
)

func newCat() *cobra.Command {
	o := show.CatOptions{Format: "csv"}
	return withFlags(&cobra.Command{
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
	}, []flag{
		{"partial", &o.Partial, partialRows},
		{"table", &o.Table, "print this table of the dataset in place of its rows; a wrong name lists them"},
		{"format", &o.Format,
			`csv (with a header line), jsonl, parquet; bfile: n a(n) in each line, of a survey over one size; table: rows by columns, of one over two sizes;
of regions, ensemble: JSON lines as samplers of districts exchange them, enumpart: a line of regions for each plan, assignments: CSV of one plan`},
		{"columns", columnNames(&o.Columns),
			"columns to print, separated by commas (default all, or '*'; on a terminal without those of placements if there are more than 30)"},
		{"where", &o.Where, "print rows that meet a condition: " + conditions},
		{"order-by", &o.OrderBy, orderings + "; they are held in memory"},
		{"limit", wholeNumber(&o.Limit, 0, math.MaxInt), "print at most this many rows; 0 is all"},
	}, excludes{"partial", "table"})
}
