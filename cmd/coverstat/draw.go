package main

import (
	"math"
	"strings"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/export/picture"

	"github.com/spf13/cobra"
)

func newDraw() *cobra.Command {
	ofRows := []string{"row", "where", "order-by", "random", "puzzle", "solution"} // flags of pictures of rows
	o := show.DrawOptions{Style: picture.Style{Palette: picture.Palettes()[0]}, Layout: picture.Layout{Cell: 40},
		Legend: true}
	return withFlags(&cobra.Command{
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
		Args: exactly(1, aDataset+", a config, or pieces"), ValidArgsFunction: completeDataset,
		RunE: func(c *cobra.Command, args []string) error {
			progress.Doing(c.Context(), "making the picture")
			if _, terminal := progress.Terminal(c.OutOrStdout()); terminal && o.Out == "" {
				return usage("a terminal shows no pictures: expected --out FILE, with a name that ends in .svg or .png")
			}
			return show.Draw(c.Context(), c.OutOrStdout(), args[0], o)
		},
	}, drawFlags(&o), append(excludes{"measure", "heat"}, ofRows...), append(excludes{"heat"}, ofRows...),
		excludes{"puzzle", "solution"}, rowExcludes, randomExcludes)
}

// drawFlags are the flags of draw.
func drawFlags(o *show.DrawOptions) []flag {
	return append([]flag{
		{"partial", &o.Partial, partialRows},
		{"out", &o.Out, "file to write, with a name that ends in .svg or .png (default: SVG to standard output)"},
		{"format", &o.Format, "svg or png, if the name of the file does not end in one of them"},
		{"puzzle", &o.Puzzle, "draw the puzzle without a solution"},
		{"solution", &o.Solution, "draw a solution; of a puzzle without a stored one it is searched"},
		{"family", &o.Family, "the family of the pieces to draw"},
		{"measure", &o.Measure, "draw a chart of this measure instead of rows"},
		{"heat", columnNames(&o.Heat),
			"draw maps of how often these pieces cover each cell instead of rows; '*' is all pieces"},
		{"palette", &o.Style.Palette, strings.Join(picture.Palettes(), ", ") +
			": colours that everyone can tell apart; those of the published chessboards; white with letters"},
		{"view", &o.Style.View, "how solids are drawn: " + strings.Join(picture.Views(), ", ") +
			" (the pieces one by one); by default rows by layers, pieces solid"},
		{"legend", &o.Legend, "name the pieces below the pictures (--legend=false: do not)"},
		{"letters", &o.Style.Letters, "write each piece's symbol into its cells"},
		{"cell", wholeNumber(&o.Layout.Cell, 4, math.MaxInt), "side of a cell in pixels"},
		{"columns", wholeNumber(&o.Layout.Columns, 1, math.MaxInt),
			"number of boards in a line (default: as many as make the picture about square)"},
	}, selectionFlags(&o.Selection, 12)...)
}
