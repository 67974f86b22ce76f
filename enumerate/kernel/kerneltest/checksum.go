// Package kerneltest has problems for tests of kernels, finds their solutions without a
// kernel, and compares sets of solutions.
package kerneltest

import (
	"slices"

	"coverstat/enumerate"
)

// A Checksum is the fingerprint of a set of solutions. It does not depend on
// the order of the solutions, nor on the order of the options in a solution.
// Kernels that find the same set have equal checksums. A kernel that misses,
// adds or repeats a solution has another checksum, but for a chance of 2^-64.
type Checksum struct {
	Solutions int64
	Sum       uint64
	sorted    []enumerate.OptionID
}

// Add adds a solution.
func (c *Checksum) Add(solution []enumerate.OptionID) {
	c.sorted = append(c.sorted[:0], solution...)
	slices.Sort(c.sorted)
	h := uint64(len(c.sorted))
	for _, o := range c.sorted {
		h = mix(h ^ uint64(o))
	}
	c.Sum += h
	c.Solutions++
}

// Visit is Add as an [enumerate.Visit].
func (c *Checksum) Visit(solution []enumerate.OptionID) bool {
	c.Add(solution)
	return true
}

// Equal reports whether two checksums are those of the same solutions.
func (c *Checksum) Equal(o *Checksum) bool {
	return c.Solutions == o.Solutions && c.Sum == o.Sum
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
