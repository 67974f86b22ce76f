//go:build invariants

package board

// checking turns on the walks that test what the kernels rely on.
const checking = true
