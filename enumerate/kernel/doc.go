// Package kernel holds the exact-cover kernels. They know integers, not puzzles: a
// kernel takes an [enumerate.Problem] and visits its solutions.
//
//   - [DLX] is the reference: dancing links for problems of any size, with secondary
//     items, colours and bounded items.
//   - [Bits] keeps the options as a set of bits. It takes at most 256 primary items
//     and some 20,000 options, each with a primary item.
//
// Both branch on the item with the fewest options, the leftmost on ties, and try its
// options in ascending order. So they walk the same tree: they count the same nodes
// and find the solutions in the same order; but DLX branches on bounded items, too. They
// share no code, so each checks the other.
//
// A [Sampler] draws covers at random: Bits with the options in random order. Package sweep,
// below this one, counts layer by layer, in a fixed order of the items.
//
// Problems, their symmetries, workers and files belong to other packages. Kernels
// neither allocate nor start goroutines while they search.
//
//	dlx := kernel.NewDLX(problem)
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
//	c     the item branched on; n the number of its options
//	f     frame
//	w     word of a set
//	d, b  the kernel (receiver)
package kernel

// DLXNode is the typical time of a node in nanoseconds.
const DLXNode = 1000

// BitsNode is the typical time of a node in nanoseconds in a problem with so many options.
func BitsNode(options int) float64 { return min(200, 50+float64(options)/10) }
