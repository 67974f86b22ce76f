package main

import (
	"errors"
	"fmt"
	"strings"

	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/export/picture"

	"github.com/spf13/cobra"
)

func newReport() *cobra.Command {
	var o show.ReportOptions
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "write an HTML page about a dataset: counts, checks, charts, pictures",
		Long: `report writes one HTML page about a dataset: its counts and the checks they passed,
a chart of every measure, a map of the places of each piece, pictures of rare and
typical rows, and the commands to make the dataset again. It first checks the
dataset as verify does. The page needs no network and contains no script. With
--against it shows a sample beside a complete census of the same puzzle.`,
		Example: "  coverstat report runs/chessboard\n  coverstat report runs/chessboard --out chessboard.html",
		Args:    exactly(1, aDataset),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case o.Partial && o.Against != "":
				return usageError{errors.New("--partial cannot be used with --against")}
			case o.Partial && o.Out == "":
				return usageError{errors.New("--partial: expected --out FILE, as nothing is written into the folder of a run that is not complete")}
			}
			o.Messages = c.ErrOrStderr()
			if o.Against != "" {
				o.Against = study.Folder(o.Against)
			}
			name, err := show.Report(c.Context(), study.Folder(args[0]), o)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), name)
			return err
		},
	}
	c.Flags().BoolVar(&o.Partial, "partial", false, partialRows+"; it needs --out")
	c.Flags().StringVar(&o.Out, "out", "", "file to write (default "+study.ReportName+" in the dataset's folder)")
	c.Flags().StringVar(&o.Against, "against", "", "show the sample beside the census of this dataset folder")
	c.Flags().BoolVar(&o.Quick, "quick", false, "compare digests of files only; do not check the rows")
	c.Flags().StringVar(&o.Style.Palette, "palette", picture.Palettes()[0], strings.Join(picture.Palettes(), ", "))
	c.Flags().BoolVar(&o.Style.Letters, "letters", false, "write each piece's symbol into its cells")
	return c
}
