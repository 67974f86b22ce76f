//go:build !invariants

package search

func (s *Solver) checkInvariants() {}
