// Package inspect looks at datasets: it verifies them, says how far a run has come, computes their
// statistics again from the rows, and compares a sample with a census. It writes nothing.
package inspect
