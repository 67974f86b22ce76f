// Package singles solves Sudoku puzzles of any box shape the way a patient person
// with a stack of paper would: fill in what has one candidate, and when nothing
// has, guess.
//
// It is the method of the program that coverstat continues, kept for what it
// says about puzzles: how many singles, how many guesses, how deep the stack.
// For speed there is package bands.
//
// It owns the candidates, the stack and the order of the steps. Text, files and
// the printing of a trace are not its business.
//
//	solver := singles.New(3, 3)
//	count, stats := solver.Solve(givens, singles.Options{Limit: 2}, nil)
//
// # Words
//
//	naked single   a cell with one candidate left
//	hidden single  a cell that is the only one of its unit to have a candidate
//	unit           row, column or box
//	peers          the other cells of a cell's three units
//	guess          one candidate tried in a cell that has several
package singles
