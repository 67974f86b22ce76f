// Package produce writes datasets. It runs a job or goes on with a stopped one,
// merges shards, and makes damaged files again. It holds the lock of the output
// folder from before the first change to after the last.
package produce
