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
		Use:   "draw DIR|CONFIG|PIECES",
		Short: "draw rows, puzzles or pieces as an SVG or PNG picture",
		Long: `draw draws rows of a dataset: tilings, Sudoku grids, nonograms, or the boards of a
survey. One picture can show several rows. With --measure it draws a chart of the values
of a measure instead; a measure is named as its column, on_edge_I5, or as in a config,
'on_edge(I5)'. With --heat it draws maps of how often pieces cover each cell. Of a census
without rows it draws the examples: solutions drawn at random, and some with the least and
greatest values of measures. Of a sample it draws rows chosen at random, of each an image:
rows themselves are canonical forms, which look alike.

--puzzle draws what is to be solved: the empty board with its pieces beside it, or the clues;
--solution a solution. Of a config draw makes the puzzle, or searches the first solution; of a
survey's config it does so for the first puzzles. A name is first that of a folder, then of
a run in runs, then of a shipped run or a config's file, then of pieces or sets of pieces,
separated by commas.`,
		Example: `  coverstat draw runs/chessboard --row 0 --out first.png
  coverstat draw runs/chessboard --where 'crossroads=5' --out crossroads.svg
  coverstat draw runs/chessboard --random 12 --seed 1 --palette classic --letters --out some.svg
  coverstat draw runs/soma --view exploded --out soma.svg
  coverstat draw runs/pentomino-subsets-5x5 --puzzle --order-by 'solutions desc' --out puzzles.svg
  coverstat draw chessboard --puzzle --out puzzle.svg
  coverstat draw chessboard --solution --out solution.svg
  coverstat draw hexominoes --out pieces.svg
  coverstat draw F5,L5,P5,T4 --family polyomino --out four.svg
  coverstat draw runs/chessboard --measure crossroads --out crossroads.svg
  coverstat draw runs/chessboard --heat X5,I5 --out heat.svg`,
		Args: exactly(1, aDataset+", a config, or pieces"),
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
	c.Flags().BoolVar(&o.Puzzle, "puzzle", false, "draw the puzzle without a solution")
	c.Flags().BoolVar(&o.Solution, "solution", false, "draw a solution; of a puzzle without a stored one it is searched")
	c.Flags().StringVar(&o.Family, "family", "", "the family of the pieces to draw")
	addSelection(c, &o.Selection, 12)
	c.Flags().StringVar(&o.Measure, "measure", "", "draw a chart of this measure instead of rows")
	c.Flags().StringSliceVar(&o.Heat, "heat", nil, "draw maps of how often these pieces cover each cell instead of rows; '*' is all pieces")
	c.Flags().StringVar(&o.Style.Palette, "palette", picture.Palettes()[0], strings.Join(picture.Palettes(), ", ")+": colours that everyone can tell apart; those of the published chessboards; white with letters")
	c.Flags().StringVar(&o.Style.View, "view", "", "how solids are drawn: "+strings.Join(picture.Views(), ", ")+" (the pieces one by one); by default rows by layers, pieces solid")
	c.Flags().BoolVar(&o.Legend, "legend", true, "name the pieces below the pictures (--legend=false: do not)")
	c.Flags().BoolVar(&o.Style.Letters, "letters", false, "write each piece's symbol into its cells")
	c.Flags().IntVar(&o.Layout.Cell, "cell", 40, "side of a cell in pixels")
	c.Flags().IntVar(&o.Layout.Columns, "columns", 0, "number of boards in a line (default: as many as make the picture about square)")
	return c
}

// addSelection adds the flags that choose rows to be shown.
func addSelection(c *cobra.Command, s *show.Selection, limit int) {
	c.Flags().Int64SliceVar(&s.Rows, "row", nil, "these `rows`, numbered from 0, separated by commas")
	c.Flags().Lookup("row").DefValue = ""
	c.Flags().StringVar(&s.Where, "where", "", "rows that meet a condition: "+conditions)
	c.Flags().StringVar(&s.OrderBy, "order-by", "", orderings)
	c.Flags().IntVar(&s.Random, "random", 0, "this many rows chosen at random, with --where among those that meet the condition")
	c.Flags().Uint64Var(&s.Seed, "seed", 1, "seed of --random")
	c.Flags().IntVar(&s.Limit, "limit", limit, "at most this many rows")
}

// orderings says in the help texts of --order-by what an order is.
const orderings = "`COLUMN` that the rows are sorted by, 'COLUMN desc' for the greatest first"

// checkSelection says what is wrong with the flags of [addSelection].
func checkSelection(c *cobra.Command, s *show.Selection) error {
	switch {
	case len(s.Rows) > 0 && (s.Where != "" || s.Random > 0):
		return usageError{errors.New("--row names the rows and cannot be used with --where or --random")}
	case s.Random < 0 || s.Random == 0 && c.Flags().Changed("random"):
		return usageError{fmt.Errorf("--random %d: expected 1 or more", s.Random)}
	case s.Random > 0 && c.Flags().Changed("limit"):
		return usageError{errors.New("--random says how many rows are shown and cannot be used with --limit")}
	case s.Limit < 1:
		return usageError{fmt.Errorf("--limit %d: expected 1 or more", s.Limit)}
	}
	return nil
}

func checkDraw(c *cobra.Command, o *show.DrawOptions) error {
	rows := len(o.Rows) > 0 || o.Where != "" || o.Random > 0 || o.OrderBy != ""
	switch {
	case o.Puzzle && o.Solution:
		return usageError{errors.New("--puzzle and --solution are two pictures: expected one of them")}
	case o.Measure != "" && (rows || o.Puzzle || o.Solution):
		return usageError{errors.New("--measure draws no rows and cannot be used with --row, --where, --order-by, --random, --puzzle or --solution")}
	case len(o.Heat) > 0 && (o.Measure != "" || rows || o.Puzzle || o.Solution):
		return usageError{errors.New("--heat draws no rows and cannot be used with --measure, --row, --where, --order-by, --random, --puzzle or --solution")}
	case o.Layout.Columns < 0:
		return usageError{fmt.Errorf("--columns %d: expected 1 or more", o.Layout.Columns)}
	case o.Layout.Cell == 0:
		return usageError{errors.New("--cell 0: expected 4 or more")}
	}
	return checkSelection(c, &o.Selection)
}
