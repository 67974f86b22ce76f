// Package subsets knows the instances of a survey of tilings: subsets of lists of up to 64
// things, the cells of a board that are blocked or the pieces that are chosen, or pairs of both. A
// subset is a mask. A [Space] numbers the instances, draws them, and visits one of each orbit under
// symmetries; the example has those of boards of 2x2 cells.
package subsets
