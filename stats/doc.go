// Package stats makes statistics of rows: the exact distribution of every
// measure, weighted by raw objects and by classes, and estimates with intervals
// where the rows are a sample. It defines stats.json. It reads batches of
// package enumerate and writes nothing to disk.
//
// Counting is exact at any size, and does not depend on the order of the rows:
//
//	New, Add, Merge, Fill      an Accumulator counts all that stats.json says
//	NewGroupBy                 groups rows by some columns and sums others; histograms,
//	                           breakdowns and the joint histogram are made of it
//	NewBreakdown, NewJoint     one breakdown; the joint histogram of all measures
//	NewOptionTables            how often each option (placement) is used
//	Document, Encode, Decode   stats.json: the same document, the same bytes
//
// Each worker gives its batches to its own [Accumulator]. The accumulators are
// merged in any order:
//
//	a, err := stats.New(job.Columns(), enumerate.Census, enumerate.Analysis{})
//	err = a.Add(batch)
//	err = a.Merge(another)
//	d := stats.Document{Name: "chessboard"}
//	a.Fill(&d)
//	bytes, err := d.Encode()
//
// Estimating uses floating-point numbers, and every estimate is an [Interval]:
//
//	Wilson, Histogram.Mean                  shares and means of independent draws
//	Estimates                               what a sample says of classes it did not see
//	ExpectedClasses                         how many classes uniform draws would see
//	ChiSquare, CompareWithCensus            a sample against exact numbers
//	Weighted                                draws of known, unequal probability
//
// Everything is counted in two ways. Raw counts weigh a row by its column of
// role Weight (its orbit size, or how often a sample saw it); distinct counts
// weigh every row once.
//
// Floating-point sums are taken in the order of sorted values. Means are exact
// quotients, rounded once; other numbers are published to ten significant
// digits. So the bytes do not depend on the workers or the processor.
package stats
