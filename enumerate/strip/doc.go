// Package strip counts the solutions of strips of all lengths at once: boards that grow by equal
// slices. A slice is covered by options whose first item it has, and these may cover items of the next
// slices. So all that matters at the boundary before a slice is the state there:
//
//   - which items ahead are covered;
//   - which marks of the sums that conditions compare were touched, of those that options ahead may touch;
//   - the values of these sums, where values from a certain one on are taken for equal.
//
// Slices of the middle of a long strip are alike, or those of each parity where the lattice has them so.
// The states that come of the first boundary are closed under the step across such a slice: they are the nodes
// of a graph ([Graph]) whose paths of length n are the solutions of a strip of n slices. Slices near the ends
// may differ where a sum counts what lies at the border; those are counted for themselves.
//
// No code is shared with sweeps of single boards (enumerate/kernel/sweep), so that each can check the other.
package strip
