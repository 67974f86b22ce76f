// Package convert writes exact covers in the formats of other programs.
//
//	knuth      the text that Knuth's programs and the family exactcover read
//	opb        pseudo-Boolean constraints, as in the competitions of such solvers
//	cnf        clauses in DIMACS form, for SAT solvers and model counters
//	minizinc   a model for MiniZinc
//	xcsp3      an instance for the solvers of the XCSP3 competitions
//	burrtools  the puzzle of a tiling, for BurrTools
//	nnf        the diagram of all solutions, as a circuit of the compiler d4
//
// In opb, cnf, minizinc and xcsp3 the first variables are the options, in their order. Every
// further variable follows from these, so that a formula has as many models as the cover has
// solutions. Comments name options, items and variables.
//
// A cover becomes formulas in one way: [conditionsOf] makes counts of variables, each with
// its least and its greatest value, which these four formats write. A total number of pieces is
// an item of all options; a condition of another kind would be one more count.
package convert
