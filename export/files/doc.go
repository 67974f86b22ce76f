// Package files is the file system that datasets are written to: the operations that must be right
// for a run to survive a crash, as one interface [FS]. Nothing here knows what a file contains.
//
// [OS] is the operating system's file system. Tests use another one, in memory,
// that can fail, fill up or lose power at any operation (package filestest).
//
// [WriteAtomic] and [CreateAtomic] write a file that must be there whole or not at all: create it
// under a temporary name, write, fsync, rename, fsync the folder.
package files
