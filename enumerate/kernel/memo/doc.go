// Package memo counts exact covers without listing them. The number of
// solutions below a state depends only on what remains to be covered, so the
// package computes it once and remembers it (M. Nishino, N. Yasuda, S. Minato
// and M. Nagata, Dancing with decision diagrams, 2017; they also store the
// diagram).
//
// This pays where states repeat: with pieces in many copies, or in Latin
// squares. Dominoes on the 8x8 board have 12,988,816 tilings but only some
// thousands of states. Twelve different pieces leave a different state nearly
// every time; there, listing is faster.
//
//	c := memo.NewCounter(space, memo.Settings{})
//	if c.Run(nil, stop) == memo.Done { c.Total() }
//
// With Settings.Edges the counter keeps the diagram, and a [Sampler] draws
// solutions from it with equal probability.
//
// Names:
//
//	f   frame (a state on the present path)   t    frame of the child
//	k   key of a state                        id   number of a state in the cache
//	e   entry of the cache                    o    option
package memo
