// Package convert writes exact covers in the formats of other programs.
//
//	knuth      the text that Knuth's programs and the family exactcover read
//	opb        pseudo-Boolean constraints, as in the competitions of such solvers
//	cnf        clauses in DIMACS form, for SAT solvers and model counters
//	burrtools  the puzzle of a tiling, for BurrTools
//
// In opb and cnf the variables 1, 2, ... are the options, in their order. Every further
// variable follows from these, so that a formula has as many models as the cover has
// solutions. Comments name options, items and variables.
//
// A cover becomes formulas in one way: [conditionsOf] makes counts of variables, each with
// its least and its greatest value, which the two formats write. A total number of pieces is
// an item of all options; a condition of another kind would be one more count.
package convert
