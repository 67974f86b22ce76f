// Package singles solves Sudoku puzzles of any box shape as a patient person
// would with a stack of paper: fill in what has one candidate, and when nothing
// has, guess.
//
// It is the method of the program that coverstat continues. It is kept for what
// it says about puzzles: how many singles, how many guesses, how deep the
// stack. For speed use package bands.
//
// The package owns the candidates, the stack and the order of the steps. It
// does not handle text, files or the printing of a trace.
//
//	solver := singles.New(3, 3)
//	count, counters := solver.Solve(givens, singles.Settings{Limit: 2}, nil)
//
// # Words
//
//	naked single   a cell with one candidate left
//	hidden single  a cell that is the only one of its unit to have a candidate
//	unit           a row, column or box
//	peers          the other cells of a cell's three units
//	guess          one candidate tried in a cell that has several
package singles
