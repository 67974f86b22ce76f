// Package jobs makes the jobs of one exact cover. A census lists the solutions of an instance up to symmetry, and says,
// where they can be counted without a list (package totals), with which of both to begin. A sample draws
// solutions at random: its rows say which classes of solutions were drawn, how often and, if asked, how likely the
// draws were.
//
//	open.go     the job that a config asks for
//	census.go   the job of a census: the search, reduced by symmetry and cut into tasks
//	burnside.go the number of classes, by sweeps beside a list
//	diagram.go  the diagram of all solutions
//	classes.go  the walk over the classes of solutions
//	methods.go  a list or sweeps
//	forcing.go  the measure that needs all solutions
//	sample.go   the job of a sample
//	draw.go     the draws of a task
//	forms.go    the classes that a task has seen, and all classes, where uniform draws
//	            need a list; else they follow the counts of a sweep ([sweep.Completions])
//	listed.go   the list of all solutions that the rows of a census are
//	weights.go  sums of weights that do not depend on the order of adding
package jobs
