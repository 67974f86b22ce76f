// Package sweep counts exact covers without listing them, layer by layer. The items
// stand in a fixed order, and the first open item is covered next. A state is what
// later choices need to know: which of the items ahead are covered, and how much of
// each stock is used. Partial solutions with equal states have equal completions, so
// a state stands for all of them, with their number. Where the items ahead that an
// option can reach are few (a frontier), the states are few, however many solutions
// there are: the 10x10 board has 72,713,560,548,906,621 tilings by tetrominoes and at
// most 751,005 states at a time.
//
// Dominoes on 2x4 cells, row by row: the states from the fourth cell on (place 3). # is a covered cell, and
// the number counts the partial solutions that lead to the state.
//
//	place 3  ###. ###.  1     only the domino below fits: to the end
//	place 3  ###. #...  1                                 to place 5
//	place 3  ###. ..#.  1                                 to place 4
//	place 4  #### ..##  1
//	place 4  #### ....  1     from place 2, by a domino in the first row
//	place 5  #### #..#  1
//	place 6  #### ##..  2     from place 2 and from place 4: equal states are one
//	place 8  #### ####  5     the end: five solutions
//
// The idea is the frontier method of zero-suppressed decision diagrams (D. E. Knuth,
// The Art of Computer Programming 4A, section 7.1.4; H. Iwashita and S. Minato,
// Efficient top-down ZDD construction techniques using recursive specifications,
// 2013), with counts in the place of the diagram: only the states whose first open
// item is still ahead are in memory.
//
//	plan, err := sweep.NewPlan(problem, order, nil, sums...)
//	c := sweep.NewCounter(plan, sweep.Limits{})
//	choice := sweep.Choose(plans) // of plans in several orders
//	if c.Run(stop) == sweep.Done { c.Total(), c.Groups }
//	x, outcome := sweep.Complete(plan, true, sweep.Limits{}, stop)
//	x.Uses[option]; x.Draw(nil, source)
//
// An [enumerate.Sum] is a number of a solution that options add up to, such as the number of pieces
// on the border: its value so far is a part of the state, and so the solutions are counted
// by the values of the sums ([Counter.Groups]). [Completions] go back through all layers:
// how often is each option used, and which solution comes next at random?
//
// Layers of a count that are beyond memory go to files that the caller makes (Limits.Files).
//
// A sweep has goroutines of its own, unlike the kernels that list: there are no tasks
// that several of them could do, but the states of a layer.
//
// Names:
//
//	p, q   place of an item in the order    k   key of a state
//	o      option                           s   slot: a bit of keys
package sweep
