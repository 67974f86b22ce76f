// Package exact makes jobs of exact covers: an [Instance] is one concrete
// puzzle (problem, symmetry group, kernels that fit it, how its solutions are
// written as rows); [NewCensus] lists its solutions up to symmetry.
//
// A family fills in an Instance and knows nothing of tasks; this package knows
// nothing of boards or digits.
package exact
