// Package journal keeps what a run has finished so far, so that a crash costs
// the seconds since the last commit and nothing else.
//
// A [Work] is a folder with a journal and segments (FORMAT.md beside this file
// says what is in them byte by byte). Workers hand over finished tasks; a
// group of them is committed whole: first a segment with their rows, under a
// temporary name, fsync, rename, fsync of the folder; then one line in the
// journal, fsync. The line is the commit. A task that is not in a line left
// nothing.
//
// [Open] forgives what a crash can do (a torn last line, segments without a
// line) and what a disk can do (a damaged segment or line): it drops the tasks
// concerned, which are then done again, and tells the damage in [Work.Damage].
// [Check] looks for the same without changing anything.
//
// A folder has one owner at a time, who holds its [Lock].
//
// The rows of all committed tasks are read in task order, whatever the order
// of the commits, by [Work.Read]; how many each task has is known without
// reading any. Memory is some 100 bytes a task and one block per reader, open
// files one per reader and the journal.
//
// What the rows mean, and when a run is complete, is not this package's
// business.
package journal
