// Package picture draws boards: tilings, Sudoku grids, nonograms and the boards of surveys, one or a sheet of many,
// as SVG, PNG or characters; also puzzles without their solutions, with the pieces beside the board. Solids are drawn
// layer by layer, or as they look from the front.
//
// It owns how things look: the palettes, lines and letters. What the picture of a row is made of is said by the row's
// family, in an [enumerate.Drawing]: cells with outlines, regions and fills. Callers choose the rows.
//
//	painter, err := picture.NewPainter(dataset, drawer, picture.Style{})
//	boards, err := painter.Boards(ctx, []int64{0, 7})
//	sheet, err := picture.Draw(boards, picture.Layout{})
//	err = sheet.SVG(w) // or sheet.PNG(w)
//
// SVG and PNG come from one list of areas and letters, so they show the same. There is neither a time nor a random
// number in a picture: same rows, same bytes.
package picture
