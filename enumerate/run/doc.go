// Package run does the tasks of a job with several workers. It hands their rows
// to a [Sink], commits finished tasks in groups, and stops when it is told to.
//
// The goroutines that do the tasks of a run are started here. Other work has goroutines of its own:
// a preparation may use as many workers as it is given (to list classes for uniform draws, to look
// for duplicates, to count all boards at once), and parts of a dataset are written and verified in
// parallel.
//
// The package knows no puzzle and no file. A task that is stopped before its end leaves nothing and
// is done again by the next run; tasks are small enough for that.
package run
