// Package nonogram is the family of nonograms: pictures of black cells, known by
// the lengths of the black runs in every row and column.
//
// The package owns the puzzle, its file formats, its checker and the jobs. The
// packages below it solve puzzles, each by one idea:
//
//	line       complete logic for one line, as an automaton in a word
//	theorems   six theorems as rules on one line, and the order they came in
//	search     clause learning on top of line: a proven answer
//	cluesets   all small pictures at once, by counting clue sets
//
// # Jobs
//
// A survey of files (puzzle.input) or of drawn pictures (puzzle.rows, cols,
// draw, density, seed) makes a row of every puzzle: how many solutions, and
// whether theorems, line logic or only search settles it. Where rows, cols or
// density are lists, so many pictures are drawn of each size and density. A
// survey of all pictures of a size (puzzle.rows, cols) makes a row of every clue
// set up to symmetry.
package nonogram
