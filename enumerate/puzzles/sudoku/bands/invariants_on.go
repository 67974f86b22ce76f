//go:build invariants

package bands

// checking turns on the walks that test what the kernel relies on.
const checking = true
