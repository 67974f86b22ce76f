// Package sample draws solutions of an exact cover at random. A [Sample] is a job
// whose rows say which classes of solutions were drawn, how often and, if asked, how
// likely the draws were.
//
//	sample.go, worker.go   the job, and the draws of a task
//	solutionlist.go        all solutions, where uniform draws need a list; else they
//	                       follow the counts of a sweep ([sweep.Completions])
//	forms.go               the classes that a task has seen
//	weights.go             sums of weights that do not depend on the order of adding
package sample
