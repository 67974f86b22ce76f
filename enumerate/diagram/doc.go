// Package diagram answers questions about solutions that nobody can list, from the diagram of all of them
// ([enumerate.Diagram]): how many have some given options and none that are forbidden, how often each option is used in
// these, and one of them at random.
//
// Each solution is a path from the first node to the last. An option is chosen at one place. So the solutions with a
// given option are the paths that do not skip its place and take an arc with it there, and a forbidden option only
// takes its arcs away. The number of paths to a node, times the number of paths from there on, is how many go through
// it.
package diagram
