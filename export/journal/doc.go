// Package journal keeps the finished tasks of a run on disk, so that a crash
// costs no more than the unfinished tasks and the seconds since the last commit.
//
// A [Work] is a folder with a journal and segments; FORMAT.md beside this file describes their
// bytes. Workers add rows to their tasks in memory. A group of finished tasks is committed whole:
// first a segment with their rows (temporary name, fsync, rename, fsync of the folder), then one
// line in the journal (fsync). The line is the commit. A task that is in no line left nothing,
// unless it is a long one that keeps snapshots of itself ([Work.SaveSnapshot]).
//
// The line of a commit of task 12, which has no rows and took 877 nodes, on a path of 11 options
// at most; behind the braces stands its checksum:
//
//	{"seq":1,"of":"805ecd0a6e292ac4","group":{"tasks":[[12,0,0,0,0,0,877,0,0,11]]}} ffbe66e0ffe321cf
//
// [Lock.Open] accepts what a crash can leave (a torn last line, segments without a line) and what a
// disk can damage (a segment or line). It drops the tasks concerned, which are then done again, and
// reports damage in [Work.Damage]. [Check] looks for the same without changing anything.
//
// One process at a time has a folder: the one that holds its [Lock].
//
// [Work.List] reads the rows of all committed tasks in task order, whatever the order of the
// commits. Memory is some 100 bytes a task, and one block and one open file a reader.
//
// The package does not know what the rows mean or when a run is complete.
package journal
