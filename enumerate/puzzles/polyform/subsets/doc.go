// Package subsets makes surveys whose instances are subsets of lists of up to 64
// things: the cells of a board that are blocked, the pieces that are chosen, or pairs of
// both. A subset is a mask, and a row is an instance up to symmetry: the example has a survey
// of boards of 2x2 cells. Instances are all of a [Space], or drawn from it.
//
// A family gives a [Survey] the [Space] of its subsets and says how to count the
// solutions of one. There are two methods, with the same rows:
//
//	scatter   one pass over the solutions of all instances fills a table of
//	          counts ([Pass], [Table]), and the rows are read from it
//	each      a search of each instance ([Counter])
//
// The package chooses the method, visits one subset of each orbit, makes the columns
// that all such surveys have, and checks rows again. What is specific to boards or to
// sets of pieces, such as measures and names, comes from the family.
package subsets
