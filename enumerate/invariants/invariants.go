// Package invariants says whether the program is built with consistency checks.
// With the build tag "invariants" the kernels walk through their data structures
// and panic where an invariant does not hold. Without it the compiler removes
// these walks.
package invariants
