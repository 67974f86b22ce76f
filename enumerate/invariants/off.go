//go:build !invariants

package invariants

// Enabled turns on the checks.
const Enabled = false
