package main

import (
	"errors"
	"fmt"
	"strings"

	"coverstat/cmd/internal/show"
	"coverstat/export/picture"

	"github.com/spf13/cobra"
)

func newDraw() *cobra.Command {
	var o show.DrawOptions
	c := &cobra.Command{
		Use:   "draw DIR|PIECES",
		Short: "draw rows as an SVG or PNG picture",
		Long: `draw draws rows of a dataset: tilings, Sudoku grids, nonograms, or the boards of a
survey. One picture can show several rows. With --measure it draws a chart of the values
of a measure instead; a measure is named as its column, on_edge_I5, or as in a config,
'on_edge(I5)'. With --heat it draws maps of how often pieces cover each cell. Of a census
without rows it draws the examples: solutions drawn at random, and some with the least and
greatest values of measures. Of a sample it draws rows chosen at random, of each an image:
rows themselves are canonical forms, which look alike. A name is first that of a folder,
then of a run in runs, then of a piece or a set of pieces: it draws these.`,
		Example: `  coverstat draw runs/chessboard --row 0 --out first.png
  coverstat draw runs/chessboard --where 'crossroads=5' --out crossroads.svg
  coverstat draw runs/chessboard --random 12 --seed 1 --palette classic --letters --out some.svg
  coverstat draw runs/soma --view exploded --out soma.svg
  coverstat draw hexominoes --out pieces.svg
  coverstat draw runs/chessboard --measure crossroads --out crossroads.svg
  coverstat draw runs/chessboard --heat X5,I5 --out heat.svg`,
		Args: exactly(1, aDataset+", or the name of a set of pieces"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkDraw(c, &o); err != nil {
				return err
			}
			if o.Out == "" && show.IsTerminal(c.OutOrStdout()) {
				return usageError{errors.New("a terminal shows no pictures: expected --out FILE, with a name that ends in .svg or .png")}
			}
			o.Messages = c.ErrOrStderr()
			return show.Draw(c.Context(), c.OutOrStdout(), args[0], o)
		},
	}
	c.Flags().BoolVar(&o.Partial, "partial", false, partialRows)
	c.Flags().StringVar(&o.Out, "out", "", "file to write, with a name that ends in .svg or .png (default: SVG to standard output)")
	c.Flags().StringVar(&o.Format, "format", "", "svg or png, if the name of the file does not end in one of them")
	c.Flags().Int64SliceVar(&o.Rows, "row", nil, "`rows` to draw, numbered from 0, separated by commas")
	c.Flags().Lookup("row").DefValue = ""
	c.Flags().StringVar(&o.Where, "where", "", "draw rows that meet a condition: "+conditions)
	c.Flags().IntVar(&o.Random, "random", 0, "draw this many rows chosen at random, with --where among those that meet the condition")
	c.Flags().StringVar(&o.Measure, "measure", "", "draw a chart of this measure instead of rows")
	c.Flags().StringSliceVar(&o.Heat, "heat", nil, "draw maps of how often these pieces cover each cell instead of rows; '*' is all pieces")
	c.Flags().Uint64Var(&o.Seed, "seed", 1, "seed of --random")
	c.Flags().IntVar(&o.Limit, "limit", 12, "draw at most this many rows")
	c.Flags().StringVar(&o.Style.Palette, "palette", picture.Palettes()[0], strings.Join(picture.Palettes(), ", ")+": colours that everyone can tell apart; those of the published chessboards; white with letters")
	c.Flags().StringVar(&o.Style.View, "view", "", "how solids are drawn: "+strings.Join(picture.Views(), ", ")+" (the pieces one by one); by default rows by layers, pieces solid")
	c.Flags().BoolVar(&o.Legend, "legend", true, "name the pieces below the pictures (--legend=false: do not)")
	c.Flags().BoolVar(&o.Style.Letters, "letters", false, "write each piece's symbol into its cells")
	c.Flags().IntVar(&o.Layout.Cell, "cell", 40, "side of a cell in pixels")
	c.Flags().IntVar(&o.Layout.Columns, "columns", 0, "number of boards in a line (default: as many as make the picture about square)")
	return c
}

func checkDraw(c *cobra.Command, o *show.DrawOptions) error {
	switch {
	case len(o.Rows) > 0 && (o.Where != "" || o.Random > 0):
		return usageError{fmt.Errorf("--row names the rows and cannot be used with --where or --random")}
	case o.Measure != "" && (len(o.Rows) > 0 || o.Where != "" || o.Random > 0):
		return usageError{fmt.Errorf("--measure draws no rows and cannot be used with --row, --where or --random")}
	case len(o.Heat) > 0 && (o.Measure != "" || len(o.Rows) > 0 || o.Where != "" || o.Random > 0):
		return usageError{fmt.Errorf("--heat draws no rows and cannot be used with --measure, --row, --where or --random")}
	case o.Random < 0 || o.Random == 0 && c.Flags().Changed("random"):
		return usageError{fmt.Errorf("--random %d: expected 1 or more", o.Random)}
	case o.Random > 0 && c.Flags().Changed("limit"):
		return usageError{fmt.Errorf("--random says how many rows are drawn and cannot be used with --limit")}
	case o.Limit < 1:
		return usageError{fmt.Errorf("--limit %d: expected 1 or more", o.Limit)}
	case o.Layout.Columns < 0:
		return usageError{fmt.Errorf("--columns %d: expected 1 or more", o.Layout.Columns)}
	case o.Layout.Cell == 0:
		return usageError{fmt.Errorf("--cell 0: expected 4 or more")}
	}
	return nil
}
