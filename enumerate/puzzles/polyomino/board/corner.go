package board

import "coverstat/enumerate"

// A Retargeter is a kernel that can be moved to other free cells at next to no
// cost: the cells taken away count as covered from the start. Cases, tasks and
// solutions refer to the same placements as before.
type Retargeter interface {
	enumerate.Kernel
	// Retarget makes free the cells to be covered. They must be free cells of
	// the puzzle that the kernel was made for.
	Retarget(free []bool) error
}

// NewCorner returns the corner kernel for a puzzle, or says why its tables
// cannot hold it: pieces of more than 5 cells, more than 64 oriented shapes, a
// board beyond 8x8 that the two-word layout cannot hold either.
// The kernel is a [Retargeter].
func NewCorner(p *Puzzle) (enumerate.Kernel, error) {
	s, err := p.check()
	if err != nil {
		return nil, err
	}
	if p.Rows <= 8 && p.Cols <= 8 {
		k, err := newCorner64(p, s)
		if err != nil {
			return nil, err
		}
		return newKernel(k, p, s), nil
	}
	k, err := newCorner128(p, s)
	if err != nil {
		return nil, err
	}
	return newKernel(k, p, s), nil
}
