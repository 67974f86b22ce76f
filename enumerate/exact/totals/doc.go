// Package totals answers questions about all solutions of an instance without listing them: how
// many there are, how many up to symmetry, and how their measures and options are distributed.
//
// A question becomes sweeps (package sweep): over all solutions, and, for the numbers up to
// symmetry, over those that symmetries map to themselves, which are the solutions of quotients.
// The rows of the job are numbers. Of the dominoes on 2x3 cells, those of a count are
//
//	task  kind   values  solutions
//	0     total  [0]     3
//	0     total  [1]     1
//	0     total  [2]     1
//	0     total  [3]     3
//	0     total  [4]     1
//
// where values names the cover: 0 is the board, 1 to 3 are its quotients by the half turn and the
// two mirrors, 4 is that by all of them. So there are 3 tilings, (3+1+1+3)/4 = 2 up to symmetry, and
// one of these is mapped to itself by all symmetries.
//
// Package jobs lists the solutions; the feature Methods of its censuses says with which of both to begin.
package totals
