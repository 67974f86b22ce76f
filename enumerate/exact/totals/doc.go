// Package totals answers questions about all solutions of an instance without listing them: how
// many there are, how many up to symmetry, and how their measures and options are distributed.
//
// A question becomes sweeps (package sweep): over all solutions, and, for the numbers up to
// symmetry, over those that symmetries map to themselves, which are the solutions of quotients.
// The rows of the job are numbers. Of the dominoes on 2x3 cells, 3 tilings, those of the count are
//
//	task  kind      values  solutions
//	0     total     [0]     3
//	0     total     [1]     1
//	...
//
// where values names the cover: 0 is the board, 1 its quotient by the first class of symmetries.
// Package census lists the solutions; its feature Methods says with which of both to begin.
package totals
