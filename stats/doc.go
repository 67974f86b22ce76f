// Package stats makes statistics of rows: the exact distribution of every measure, weighted by raw objects and by
// classes, and estimates with intervals where the rows are a sample. It defines stats.json. It reads batches of
// package enumerate and writes nothing to disk.
//
// Counting is exact at any size, and does not depend on the order of the rows:
//
//	New, Add, Merge, Fill      an Accumulator counts all that stats.json says
//	newGroupBy                 groups rows by some columns and sums others; histograms,
//	                           breakdowns and the joint histogram are made of it
//	NewBreakdown, NewJoint     one breakdown; the joint histogram of all measures
//	NewOptionTables            how often each option (placement) is used
//	Document, Encode, Decode   stats.json: the same document, the same bytes
//
// A distribution, of the measure crossroads of the chessboard's 129,168 tilings, as stats.json has it:
//
//	{"n": 129168, "sum": 171512, "min": 0, "max": 5, "mean": 1.3278211321689584, "median": 1,
//	 "entropy_bits": 1.922713669, "histogram": {"0": 25136, "1": 52736, "2": 37480, ...}}
//
// A group of a breakdown, of puzzles by size with the share of those that can be solved:
//
//	{"values": [6], "raw_n": 2, "distinct_n": 2, "of": [{"min": 0, "max": 1, "raw": {"n": 2, "sum": 1, "mean": 0.5}, ...}]}
//
// Estimating uses floating-point numbers, and every estimate is an [Interval]:
//
//	Estimates                        what draws say, also of classes that they did not see
//	WeightedEstimates                what draws of known, unequal probability say of all solutions
//	ExpectedClasses                  how many classes uniform draws would see
//	ChiSquare, CompareWithCensus     a sample against exact numbers
//	Wilson, Student                  shares and means of independent draws
//
// Everything is counted in two ways. Raw counts weigh a row by its column of role Weight (its orbit size, or how
// often a sample saw it); distinct counts weigh every row once.
//
// Floating-point sums are taken in the order of sorted values. Means are exact quotients, rounded once; other numbers
// are published to ten significant digits. So the bytes do not depend on the workers or the processor.
package stats
