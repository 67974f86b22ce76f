// Package probe estimates the size of a search before it is done, in nodes and in
// solutions, by random probes of its tree.
//
//	Nodes    a first estimate of the nodes, by few probes: for the cut and for choices
//	Tree     nodes and solutions with intervals, as exact as a budget allows
//	Hopeless whether a search of so many nodes will not end
//	Strata   the arithmetic: probes in strata, and the interval of their sum
//	Ratio    seconds to nodes, and other ratios of two sums
//
// A probe walks from a node of the tree to a leaf along the kernel's own branches, each
// chosen with known probability, and returns the sum over its path of nodes divided by
// the probability to get there. Its expectation is the size of the subtree (D. E. Knuth,
// Estimating the efficiency of backtrack programs, 1975). A step down the tree is a call of
// the kernel's Split, so kernels need no code for probes.
//
// Everything depends on counted nodes and a seed alone.
package probe
