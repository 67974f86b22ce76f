// Package census lists the solutions of an instance up to symmetry. Where they can be counted
// without a list (package totals), it says with which of both to begin.
//
//	census.go   the job: the search, reduced by symmetry and cut into tasks
//	classes.go  the walk over the classes of solutions
//	methods.go  a list or sweeps
package census
