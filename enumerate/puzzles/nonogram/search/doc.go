// Package search solves a nonogram and proves the answer: one solution, none,
// several (with as many of them as asked for), or stopped at a limit.
//
// It is conflict-driven clause learning (Marques-Silva and Sakallah, 1996; the
// bookkeeping follows Eén and Sörensson's MiniSat, 2003) over the cells. Each
// row and column is a constraint that explains its deductions only when asked:
// lazy clause generation (Ohrimenko, Stuckey and Codish, 2009). The package
// knows clues and cells; files, pictures and rows of datasets belong to the
// family.
//
// A puzzle is solved in three phases:
//
//  1. Line logic (package line) on every row and column, to the fixpoint.
//     Result.LineOnly says that this was enough.
//  2. Probing. Set each open cell to black and to crossed in turn; a value that fails is
//     refuted, so the other one is true. Repeat until a whole round refutes nothing. The
//     number of cells that each value settles gives the first order of decisions.
//  3. Search. Propagate clauses, then changed lines. Decide the most active cell, with
//     the value that it had on the longest trail so far. At a conflict learn
//     the clause of the first unique implication point and jump back. At a solution add
//     the clause that forbids its decisions and go on, until the limit of solutions is
//     reached or nothing is left. A search that ends after one solution has proved it
//     unique. After some hundred conflicts, belief propagation estimates which cells are
//     black. From then on the search begins again and again, ever less often, with the cells that are surest and
//     these values, until a solution is found (belief.go).
//
// A deduction of a line stores only the line and the length of the trail at the
// time. Most deductions are never looked at again. If the analysis of a
// conflict meets one, line.Explain finds a minimal set of earlier cells from
// both ends, and the better of the two sets is kept.
//
// Three rows and three columns of one black cell each (ExampleSolver_Solve): no line settles a
// cell, and the probes of both values of 9 cells refute none. At the first solution the cells of
// the trail are
//
//	level 1: 0 black (decision), 2 1 crossed (row 0), 6 3 crossed (column 0)
//	level 2: 8 black (decision), 7 crossed, 5 crossed, 4 black
//
// and the clause that forbids its decisions is "8 crossed or 0 crossed", literals 17 and 1. Five
// decisions find all six solutions.
//
// What else was tried: NOTES.md.
//
// Everything is deterministic: the same clues and options take the same effort on every
// machine.
//
// # Naming
//
//	c   cell, row·width + column       v   its value, line.Black or line.Crossed
//	l   line: rows, then columns       p   literal: 2c for black, 2c+1 for crossed
//	r   clause reference               t   place on the trail
//	s   the solver (receiver)          x   a line's or a cell's state
package search
