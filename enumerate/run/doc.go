// Package run does a job: it gives the tasks to workers, keeps what finished
// tasks yield, and stops when it is told to. It is the only package that
// starts goroutines for a search.
//
// It knows no puzzle and no file: a [Sink] keeps finished tasks, whole and in
// groups. A task that is stopped half-way leaves nothing and is done again by
// the next run; tasks are cut small enough for that.
package run
