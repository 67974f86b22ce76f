package main

import (
	"math"
	"path/filepath"
	"strings"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/export/picture"
	"coverstat/export/report"

	"github.com/spf13/cobra"
)

func newReport() *cobra.Command {
	o := show.ReportOptions{Style: picture.Style{Palette: picture.Palettes()[0]}}
	sheet := show.SheetOptions{Paper: report.Papers()[0]}
	var asSheet bool
	return withFlags(&cobra.Command{
		Use:   "report DIR...",
		Short: "write an HTML page about a dataset: counts, checks, charts, pictures",
		Long: `report writes one HTML page about a dataset: its counts and the checks they passed,
a chart of every measure, a map of the places of each piece, pictures of rare and
typical rows, and the commands to make the dataset again. It first checks the
dataset as verify does. The page needs no network and contains no script. With
--against it shows a sample beside a complete census of the same puzzle.

With --sheet it writes puzzles to be printed instead, on pages of A4 or letter, and their
solutions on the pages behind: those of a survey's rows that have one, or the one of a census.
Rows are chosen as in draw, of each dataset if there are several, and numbered through. The
sheet is one HTML page; for a file whose name ends in .pdf Chromium, Chrome or Edge must be
there. With --levels it is a booklet: the puzzles, in their order, in so many levels, behind
a cover with the pieces that all of them have.`,
		Example: `  coverstat report runs/chessboard
  coverstat report runs/chessboard --out chessboard.html
  coverstat report runs/pentomino-subsets-5x5 --sheet --where 'solutions_distinct=1' --random 6 --out sheet.pdf
  coverstat report runs/challenges-6x10 --sheet --where 'solutions=1' --random 40 --order-by nodes --levels 4`,
		Args: between(1, math.MaxInt, aDataset), ValidArgsFunction: completeDataset,
		RunE: func(c *cobra.Command, args []string) error {
			progress.Doing(c.Context(), "reading the dataset")
			if asSheet {
				sheet.Out, sheet.Style = o.Out, o.Style
				name, err := show.Sheet(c.Context(), folders(args), sheet)
				return printLine(c, name, err)
			}
			if err := mayReport(c, args, &o); err != nil {
				return err
			}
			o.Against = study.Folder(o.Against)
			name, err := show.Report(c.Context(), study.Folder(args[0]), o)
			return printLine(c, name, err)
		},
	}, append(sheetFlags(&sheet), []flag{
		{"partial", &o.Partial, partialRows + "; it needs --out"},
		{"out", &o.Out, "file to write (default " + study.ReportName + ", or " + study.SheetName +
			", in the dataset's folder)"},
		{"against", &o.Against, "show the sample beside the census of this dataset folder"},
		{"quick", &o.Quick, "compare digests of files only; do not check the rows"},
		{"sheet", &asSheet, "write puzzles to be printed, solutions behind them"},
		{"palette", &o.Style.Palette, strings.Join(picture.Palettes(), ", ")},
		{"letters", &o.Style.Letters, "write each piece's symbol into its cells"},
	}...), excludes{"sheet", "partial", "against"}, excludes{"quick", "partial", "against"},
		excludes{"partial", "against"}, rowExcludes, randomExcludes)
}

// sheetFlags are the flags that are for sheets only.
func sheetFlags(sheet *show.SheetOptions) []flag {
	return append([]flag{
		{"paper", &sheet.Paper, "paper of the sheet: " + strings.Join(report.Papers(), ", ")},
		{"levels", &sheet.Levels,
			"make a booklet with a cover: the `number` of levels that the puzzles of the sheet are cut into, in their order, or names of levels separated by commas"},
		{"per-page", wholeNumber(&sheet.PerPage, 1, 100), "at most this many puzzles on a page of the sheet"},
		{"title", &sheet.Title, "title of the sheet (default: that of the config)"},
		{"instruction", &sheet.Instruction, "what is to be done, above the puzzles or on the cover"},
		{"name", &sheet.Name, "leave a place for a name on the sheet"},
		{"codes", &sheet.Codes,
			"print the QR code of the address where a puzzle can be solved, for Sudokus and nonograms on the sheet"},
	}, selectionFlags(&sheet.Selection, 10)...)
}

// mayReport returns an error if flags or arguments are for sheets only.
func mayReport(c *cobra.Command, args []string, o *show.ReportOptions) error {
	for _, flag := range []string{"row", "where", "order-by", "random", "seed", "limit", "paper", "levels", "per-page",
		"title", "instruction", "name", "codes"} {
		if c.Flags().Changed(flag) {
			return usage("--%s is for --sheet", flag)
		}
	}
	switch {
	case len(args) > 1:
		return usage("got %d datasets: expected one; only a --sheet has several", len(args))
	case o.Partial && o.Out == "":
		return usage(
			"--partial: expected --out FILE, as nothing is written into the folder of a run that is not complete")
	case strings.EqualFold(filepath.Ext(o.Out), ".pdf"):
		return usage("--out %s: expected the name of an HTML file; only a --sheet may be a PDF", o.Out)
	}
	return nil
}
