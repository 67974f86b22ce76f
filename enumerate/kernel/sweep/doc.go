// Package sweep counts the solutions of a problem without listing them, layer by layer. It is an engine: what a state
// is and where it leads, a [Spec] says; package cover brings the specs of exact covers, and a family may bring others.
//
// Choices are made at places, one after another. A state is what later choices need to know of those before. Partial
// solutions with equal states have equal completions, so a state stands for all of them, with their number. The engine
// goes through the layers, one for each place: it finds the children of each state of a layer, and adds up the numbers
// of equal ones. A spec with no more than that in it is the subsets of n things, by how many they are:
//
//	type subsets struct{}                                // the key: how many things are chosen
//
//	func (subsets) Children(p int, from [1]uint64, dst []Child[[1]uint64]) ([]Child[[1]uint64], int64) {
//		next := int32(p + 1)
//		dst = append(dst, Child[[1]uint64]{Key: from, Place: next, Choice: 0})
//		from[0]++
//		return append(dst, Child[[1]uint64]{Key: from, Place: next, Choice: 1}), 2
//	}
//	func (subsets) Options(dst []enumerate.OptionID, place, choice int) []enumerate.OptionID {
//		return append(dst, make([]enumerate.OptionID, choice)...)    // those that the choice puts into a solution
//	}
//
//	width := bits.Len(uint(n))
//	tally := NewTally(nil, make([]enumerate.Sum, 1))
//	tally.Place(Field{Mask: 1<<width - 1}, 0, 0, true)
//	plan := &Plan{Places: n, Options: 1, Bits: width, Tally: tally}
//	plan.Specs.Of1 = func(bool, []Lists) Spec[[1]uint64] { return subsets{} }
//
// And with a plan:
//
//	c := sweep.NewCounter(plan, sweep.Limits{})
//	choice := sweep.Choose(plans, math.Inf(1)) // of plans in several orders
//	if c.Run(stop) == sweep.Done { c.Total(), c.Groups }
//	x, outcome := sweep.Complete(plan, true, sweep.Limits{}, stop)
//	x.Uses[option]; x.Draw(nil, source)
//
// Solutions are counted by the values of sums that their states have ([Tally], [Counter.Groups]). [Completions] go back
// through all layers: how often is each option used, and which solution comes next at random?
//
// The idea is the frontier method of zero-suppressed decision diagrams (D. E. Knuth,
// The Art of Computer Programming 4A, section 7.1.4; H. Iwashita and S. Minato,
// Efficient top-down ZDD construction techniques using recursive specifications,
// 2013), with counts in the place of the diagram: only the states whose place is still ahead are in memory.
//
// Layers of a count that are beyond memory go to files that the caller makes (Limits.Files).
//
// A sweep has goroutines of its own, unlike the kernels that list: there are no tasks
// that several of them could do, but the states of a layer.
package sweep
