// Package files is the file system as the dataset sees it: the dozen
// operations that must be right for a run to survive a crash, behind one
// interface, so that a test can fail, fill the disk or cut the power at any of
// them.
//
// [OS] is the real thing. [Mem] is a file system in memory that forgets what
// was not synced when it crashes. Nothing here knows what is in a file.
//
// A file that must be there whole or not at all is written by [WriteAtomic] or
// [CreateAtomic]: temporary name, contents, fsync, rename, fsync of the
// folder.
package files
