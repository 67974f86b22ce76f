// Package shuffle finds a random exact cover in the way most programs do it: it
// puts all options in random order, searches, and takes the first solution.
//
// The result is far from uniform. On the chessboard with the 12 pentominoes and
// the square, 20,000 draws see some 6,080 of the 16,146 classes; uniform draws
// would see 11,470. The reason: every option of the item that is covered first
// is equally likely, however many solutions it leads to. Others have published
// statistics of such samples, so it is worth knowing what they show.
//
// A draw is fixed by (seed, number). Every draw has its own stream of random
// numbers, so it does not depend on who makes it nor on the draws before it.
//
// Items are in the problem's order. The search covers the item with the fewest
// options, the leftmost on ties; the variant with [Settings.RandomItem] covers an
// item at random. Both give up a state as soon as some item has no option left.
//
// The probability of a solution can be computed after the draw, by probing the
// children that the draw did not try: see [Sampler.Weight]. With these weights a
// sample gives unbiased estimates for the set of all solutions.
//
// Names:
//
//	f   frame (a state on the present path)    o   option
//	t   frame of the child                     x   the search or the sampler
//	m   memory                                 k   key of a state
package shuffle
