// Package picture draws boards: tilings, Sudoku grids, nonograms and the
// boards of surveys, one or a sheet of many, as SVG or PNG.
//
// It owns how things look: the palettes, lines and letters. It reads of a
// dataset what it needs to know where the cells of a row are ([NewDrawer]),
// and leaves the choice of rows to its callers.
//
//	drawer, err := picture.NewDrawer(dataset, picture.Style{})
//	board, err := drawer.Board(batch, row)
//	sheet, err := picture.Draw([]*picture.Board{board}, picture.Layout{})
//	err = sheet.SVG(w) // or sheet.PNG(w)
//
// Both formats come from one list of rectangles and letters, so they show the
// same. There is neither a time nor a random number in a picture: same rows,
// same bytes.
package picture
