// Package symmetry holds the symmetry group of an exact cover and what
// follows from it: the canonical form of a solution, its orbit and
// stabiliser, and the cases to which an exhaustive search may be reduced.
//
// A [Group] lists its elements as permutations of options, identity first.
// It suits groups of at most some thousand elements; larger ones (Sudoku)
// have canonical forms of their own in their family.
//
// The canonical form of a solution is the least of its images, each written
// as its ascending vector of option identities. Images have equal length, so
// the lesser of two is the one that owns the least option not common to both.
//
// [Reduce] finds pivots: items that the group maps among themselves, of whose
// choices of options one of each orbit is enough: see [Reduction].
//
// Names: g group element, o option, i item, K the subgroup that is left.
package symmetry
