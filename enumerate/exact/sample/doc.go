// Package sample draws solutions of an exact cover at random. A [Sample] is a job
// whose rows say which classes of solutions were drawn, how often and, if asked, how
// likely the draws were.
//
//	sample.go   the job, and the draws of a task
//	forms.go    the classes that a task has seen, and all classes, where uniform draws
//	            need a list; else they follow the counts of a sweep ([sweep.Completions])
//	weights.go  sums of weights that do not depend on the order of adding
package sample
