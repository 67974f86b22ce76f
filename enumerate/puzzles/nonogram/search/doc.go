// Package search solves a nonogram to a proven answer: one solution, none,
// several (with as many as asked for), or stopped at a limit.
//
// It is conflict-driven clause learning (Marques-Silva and Sakallah, 1996; the
// bookkeeping after Eén and Sörensson's MiniSat, 2003) over the cells, with each
// row and column a constraint that explains itself only when asked: lazy
// clause generation (Ohrimenko, Stuckey and Codish, 2009). It knows clues and
// cells; files, pictures and rows of data sets are the family's business.
//
// The course of a solution:
//
//  1. Line logic (package line) on every row and column to the fixpoint.
//     Result.LineOnly says that this was enough.
//  2. Probing: set each open cell to black and to crossed in turn; a value
//     that fails is refuted, the other is true. Repeated until a whole
//     round refutes nothing. How much each cell settles seeds the order of
//     decisions.
//  3. Search. Propagate clauses, then changed lines; decide the most active
//     cell with the value it last had; at a conflict learn the clause of the
//     first unique implication point and jump back. At a solution add the
//     clause that forbids its decisions and go on, until the limit of solutions
//     is reached or nothing is left: a search that ends after one solution has
//     proved it unique.
//
// A deduction of a line stores only the line and the length of the trail at
// the time. Most deductions are never looked at again; if analysis meets one,
// line.Explain finds a minimal set of earlier cells, from both ends, and the
// better of the two is kept.
//
// Tried and not better: an order encoding of block positions as extra
// variables, lines taken last-in first-out, geometric and fixed restarts,
// Glucose restarts. Probing and line logic alone, without learning, take 13
// seconds where learning takes 4 ms ("Forever" of Jan Wolter's survey of
// solvers, 2013).
//
// Everything is deterministic: same clues and options, same effort on every
// machine.
//
// # Naming
//
//	c   cell, row·width + column       v   its value, line.Black or line.Crossed
//	l   line: rows, then columns       p   literal: 2c for black, 2c+1 for crossed
//	r   clause reference               t   place on the trail
package search
