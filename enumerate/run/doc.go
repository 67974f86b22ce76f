// Package run does a job: it gives the tasks to workers, keeps what finished
// tasks yield, and stops when it is told to. The goroutines that do tasks are
// started here and nowhere else. What comes before and after has its own: a
// job's Prepare may use as many workers as it is given (to list classes for
// uniform draws, to look for duplicates, to count all boards at once), and the
// parts of a dataset are written, and its rows verified, side by side.
//
// It knows no puzzle and no file: a [Sink] keeps finished tasks, whole and in
// groups. A task that is stopped half-way leaves nothing and is done again by
// the next run; tasks are cut small enough for that.
package run
