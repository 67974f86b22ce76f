// Package polyform is the families of tilings: pieces of squares, cubes, hexagons
// or triangles that cover the free cells of a board, each cell once. A family is a
// lattice and a catalogue of pieces; all else is shared.
//
// Its exact cover has an item for every free cell, then one for every piece
// whose number is limited; its options are the placements, numbered by piece,
// then orientation, then the board position of the placement's first cell: layer by
// layer, row by row, as pictures are read. The chessboard with the 12 pentominoes
// and the 2x2 square has 64 + 13 = 77 items. The example shows the options and rows of
// dominoes on 2x3 cells.
//
// Sub-packages:
//
//	lattice    what depends on the form of the cells
//	catalogue  the pieces and sets that configs may name
//	board      two kernels for rectangles of squares
//	measure    integer functions of a tiling
//	subsets    the instances of surveys, up to symmetry
//	packings   counts the packings for all boards of a survey at once
//
// A survey asks for the number of solutions of many puzzles, and how hard they are. What tells these puzzles
// apart is a type that implements [instances], of which there are three: [pairs] of boards and sets of pieces, or
// either alone; [challenges], which give some placed pieces; [sizes] of boards. A new kind of instance is one
// more such type, opened by the form; the columns that all have, the tasks, the solver and the check of rows are
// those of [asked]. Pairs are counted by one of two methods, with the same rows:
//
//	scatter   one pass over the solutions of all instances fills a table of
//	          counts ([pass]), and the rows are read from it
//	each      a search of each instance (fastest)
//
// The symmetries of a puzzle are those of the free cells of its board that map
// the set of options onto itself. They may exchange pieces of equal numbers of
// copies, such as mirror twins.
package polyform
