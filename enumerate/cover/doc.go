// Package cover holds the exact-cover kernels. They know integers, not
// puzzles: a kernel takes an [enumerate.Problem] and visits its solutions.
//
//   - [DLX] is the reference: dancing links of any size, with secondary items,
//     colours and bounded items. With [CacheTails] it repeats the ends of
//     solutions instead of searching them, in problems that allow it.
//   - [Bits] keeps the options as a set of bits; at most 256 primary items and
//     a few thousand options, colours allowed, no bounded items.
//
// Both branch on the item with the fewest options, leftmost on ties, and try
// its options in ascending order, so that they walk the same tree: equal node
// counts, solutions in the same order. They share no code, so each is the
// other's check.
//
// Three packages stand below it: state (which items remain and which options
// fit), memo (counting by remembered states) and shuffle (random covers).
//
// What is not here: where problems come from, their symmetries, workers,
// files. Kernels neither allocate nor start goroutines while they search.
//
//	dlx := cover.NewDLX(problem)
//	tasks, above := dlx.Split([]enumerate.Case{{}}, 0.01)
//	for _, t := range tasks {
//		effort, done := dlx.Search(t, stop, func(s []enumerate.OptionID) bool { … })
//	}
//
// Names used throughout:
//
//	o     option
//	i, t  item
//	q, r  node: an option's place in an item's list
//	c     the item branched on
//	d, b  the kernel (receiver)
package cover
