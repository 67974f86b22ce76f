// Package symmetry holds the symmetry group of an exact cover and what follows from
// it: the canonical form of a solution, its orbit and stabiliser, and the cases to
// which an exhaustive search may be reduced.
//
// A [Group] numbers its elements, permutations of options, from 0, the identity. It is a list or, as on a torus, knows
// factors whose products they are ([Permutations]). It is made for groups of at most some thousand elements, as each is
// looked at. Larger groups (Sudoku) need canonical forms of their own, which belong to their family.
//
// [Find] finds the symmetries of a problem from its options alone, as generators.
//
// The canonical form of a solution is the least of its images, each written as its
// ascending vector of option identities. Images have equal length, so the lesser of
// two is the one that owns the least option not common to both.
//
// [Reduce] finds pivots. A pivot is a set of items that the group maps to itself; of
// the choices of options for these items, one of each orbit is enough. See
// [Reduction].
//
// A [Quotient] is the exact cover of the solutions that a symmetry maps to themselves. With
// their numbers the orbits can be counted without a list, by Burnside's lemma; one symmetry
// of each of the [Group.RationalClasses] is enough.
//
// [Subgroups] tells the subgroups of a group of at most [MaxStabilisers] elements apart and names
// them. By them the classes of solutions are counted: those of rows by [NewStabiliserCounts], those of a
// list without rows by [Canonicaliser.Stabiliser], and without a list from the quotients.
//
// Names:
//
//	g      group                       o, q   option
//	e, k   number of a group element   i      item
//	K      the subgroup that is left (in code: k, a list of elements)
//	v      pivot                       c      choice or case
package symmetry
