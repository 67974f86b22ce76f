// Package stats turns rows into statistics: exact sums of every measure,
// weighted by raw objects and by classes, and estimates with intervals where a
// sample must speak for the whole. It owns stats.json. It reads batches of
// package enumerate and writes nothing to disk.
//
// Counting (integers, exact at any size, order-free):
//
//	New, Add, Merge, Summary   every measure's distribution and the job's totals
//	NewCrossTab                two measures against each other
//	NewBreakdown               some measures wherever others have the same values
//	NewTabulation              all of these that an analysis asks for
//	NewOptionCounts            how often each option (placement) is used
//	Document, Encode, Decode   stats.json: the same document, the same bytes
//
// A worker gives its batches to its own [Accumulator]; accumulators are merged
// in any order:
//
//	a, err := stats.New(job.Columns(), enumerate.Census)
//	err = a.Add(batch)
//	err = a.Merge(another)
//	d := stats.Document{Name: "chessboard", Summary: a.Summary()}
//	bytes, err := d.Encode()
//
// Estimating (floating point; every estimate is an [Interval]):
//
//	Summary.EstimateDrawn      a survey of drawn instances
//	Wilson, Histogram.Mean, Histogram.Bootstrap    shares, means, anything else
//	Coverage, Chao1, EffectiveClasses              what a sample says of unseen classes
//	ExpectedClasses                                what uniform draws would have seen
//	Compare, ChiSquare, CompareWithCensus          sampled against exact
//	Weighted                                       draws of known, unequal probability: all solutions alike
//	Stratified                                     sizes of search trees from random probes
//
// Two weightings run through everything: raw counts weigh a row by its column
// of role Weight (orbit size, times seen), distinct counts weigh it once.
//
// Floating-point sums are taken in the order of sorted values, and published
// to ten significant digits except means, which are exact quotients rounded
// once: bytes do not depend on workers or processors.
package stats
