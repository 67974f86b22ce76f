//go:build !invariants

package singles

// checking turns on the walks that test what the kernel relies on.
const checking = false
