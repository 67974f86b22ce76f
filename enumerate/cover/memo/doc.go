// Package memo counts exact covers without listing them: the number of
// solutions below a state depends on what remains to be covered alone, so it
// is computed once and remembered (M. Nishino, N. Yasuda, S. Minato and M.
// Nagata, Dancing with decision diagrams, 2017; they store the diagram, too).
//
// It pays where states repeat: with pieces in many copies, or in Latin squares.
// Dominoes on the 8x8 board have 12,988,816 tilings and some thousands of
// states. Twelve different pieces leave a different state nearly every time,
// and listing is faster.
//
//	c := memo.NewCounter(space, memo.Options{})
//	if c.Run(nil, stop) == memo.Done { c.Total() }
//
// With Options.Edges the counter keeps the diagram, and a [Sampler] draws
// solutions from it with equal probability.
//
// Names: f frame (a state on the present path), s state in the cache.
package memo
