// Package exact makes jobs of exact covers: an [Instance] is one concrete
// puzzle (problem, symmetry group, kernels that fit it, how its solutions are
// written as rows).
//
//	NewCensus       lists its solutions up to symmetry, or counts them by
//	                memory where a trial says that this pays
//	NewSample       draws solutions at random and says which classes came how
//	                often and, if asked, how likely the draws were
//	EstimateTree    says what a search will find and cost before it is done
//
// A family fills in an Instance and knows nothing of tasks; this package knows
// nothing of boards or digits.
package exact
