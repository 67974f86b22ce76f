// Package shuffle finds a random exact cover as the usual program for it does:
// put all options in random order, search, and take the first solution. It is
// far from uniform (measured on the chessboard with the 12 pentominoes and the
// square: 20,000 draws see some 6,080 of the 16,146 classes, uniform draws
// 11,470), because every option of the item that is covered first is equally
// likely, however many solutions it leads to. That is what makes it worth
// sampling: others published statistics of such samples.
//
// A draw is fixed by (seed, number): it has a stream of random numbers of its
// own, whoever makes it and after whatever other draws.
//
// Items are in the problem's order. The item with the fewest options is
// covered, the leftmost on ties; or, as a variant, an item at random. Either way
// a state in which some item has no option left is given up at once.
//
// How likely a solution was can be known afterwards, if the children that the
// draw did not try are probed: see [Sampler.Weight]. What draws say of all
// solutions alike can then be corrected.
package shuffle
