// Package forecast says before a run what it would find and cost: it counts or
// estimates solutions, times tasks, and plans shards. It writes nothing.
package forecast
