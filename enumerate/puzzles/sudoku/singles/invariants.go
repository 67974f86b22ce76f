package singles

import "strconv"

// checkInvariants panics unless the invariants that the head of solver.go lists hold.
// The board must be alive and the queue empty.
func (s *Solver) checkInvariants() {
	degree, open := len(s.peers)/len(s.board), 0
	for i, v := range s.board {
		if v > 0 {
			open++
		}
		if v == 0 || v > 0 && v&(v-1) == 0 {
			panic("singles: cell " + strconv.Itoa(i) + " has the candidates " + strconv.FormatInt(int64(v), 2) +
				" when no single should be left")
		}
		if v > 0 {
			continue
		}
		for _, p := range s.peers[i*degree : (i+1)*degree] {
			if w := s.board[p]; w == v || w > 0 && w&-v != 0 {
				panic("singles: cell " + strconv.Itoa(int(p)) + " may hold what its peer " + strconv.Itoa(i) + " holds")
			}
		}
	}
	if open != s.open {
		panic("singles: " + strconv.Itoa(s.open) + " open cells counted, there are " + strconv.Itoa(open))
	}
}
