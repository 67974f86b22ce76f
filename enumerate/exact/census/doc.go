// Package census lists the solutions of an exact cover up to symmetry, or counts
// them without a list where trials say that this pays.
//
//	pivots.go, order.go       how the search is reduced by symmetry, and in which order
//	                          its items come; probes compare where it is long
//	census.go                 the [Census], a job: the reduced search, cut into tasks
//	classes.go                visits one solution of each class, of a task or of all
//	count.go                  counts without a list, by a sweep: which order of the items
//	burnside.go               counts up to symmetry without a list
//	sweepjob.go, sweeprun.go  the job of statistics without rows, whose tasks are sweeps
//	totals.go                 the statistics, from the numbers that sweeps have found
package census
