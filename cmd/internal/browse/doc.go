// Package browse serves a page that explores datasets, and writes the same page as
// static files. It only reads datasets. Of a config it has what can be asked about all its solutions.
//
// The page reads the dataset's own files, by requests for ranges of their bytes, so
// it is the same page with and without this server. The server adds what files
// cannot do: drawings that need a search, downloads, the progress of a run.
//
// All addresses are relative. N is the number of a dataset, from 0.
//
//	index.html, style.css, *.js, vendor/*    the page
//	datasets.json                            which datasets there are: type datasetList
//	data/N/manifest.json, data/N/stats.json, data/N/tables/NAME.parquet, data/N/rows/part-NNNNN.parquet
//	data/N/page.json                         what the page needs and these files do not say: type page
//
// Only the server has these:
//
//	data/N/puzzle.json                    what questions about all solutions are asked of: type puzzle
//	data/N/answer?given=1,2&forbid=3&seed=1  explore.Answer with uses and a draw; a newer question stops it
//	data/N/histogram?given=1,2&measure=M  a JSON array of explore.Bar: how many of these solutions have which value
//	data/N/status                         inspect.Status, as coverstat status --json prints it
//	data/N/pictures?rows=3,17             a JSON array of pictures: type painting
//	data/N/solutions?row=3&limit=100      the instance of a row is solved on the spot:
//	                                      JSON lines, a painting each; the last line is type solutionsEnd
//	data/N/download?format=csv&where=&limit=   csv, jsonl, parquet: the rows that match;
//	                                      svg, png: a sheet of their pictures
//
// A request that is at fault is answered with status 400 and the program's words
// as plain text.
//
// # How the page draws a row
//
// A picture is a list of cells, each with an outline, a colour, a region and a text;
// thick lines part regions, thin ones the cells of a region, and there are no
// lines between cells of the region -1. The picture of page.json is that of the
// board without anything on it, and its template says how the columns of a row
// change it. Without a template only the server can draw the rows: they show what it
// searches for. All parts of a template that are there apply, in this order:
//
//   - clues: the board has as many rows and columns as the text of the column
//     of this name has groups of numbers before and after its bar, such as
//     "2,2/4|1/3/1": two rows, three columns. The numbers are written beside them.
//     The cells are unit squares, row by row; cell (r, c) is of the region
//     floor(r/ruled)*columns + floor(c/ruled).
//   - text: the text of this column has a character for each cell, in the order
//     of cells; characters says what it changes: the fill, the region, the text.
//     A character that is not listed changes nothing. If the column is null or
//     empty, nothing changes.
//   - found: where the first text has one of the characters in found_at, the
//     character that the column of this name has there is written, in the colour
//     ink; null is no text.
//   - options: these columns hold option numbers, or lists of them;
//     null is none. Table options says which cells an option covers, in which
//     orientation, with which piece. The options of a row are sorted by
//     their lists of cells; each takes the first entry of pieces with its name that
//     is still free. Its cells get that entry's place in pieces as their region,
//     its colour (or orientations[its orientation] where there is such a list)
//     and its text in its ink.
//
// The numbers of cells in texts and options are places in picture.cells, unless
// picture.places says for each drawn cell which number it has. Cells with repeat are
// drawn a second time, beyond a border that is joined to another one: what is laid on
// them has its colour mixed with 62% of white and no text; lines between two of them
// are thick or thin as elsewhere, but pale (#a8a8a8 where thick).
package browse
