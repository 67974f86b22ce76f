package run

import (
	"math"
	"math/big"
)

// stretches is the number of stretches of neighbouring tasks that a run is
// divided into. The tasks of a stretch mostly belong to the same case; going
// from one to the next is then less work for a kernel than a new case.
const stretches = 512

// singles is the number of tasks from different stretches that a run begins with.
const singles = 32

// Order returns the order in which n tasks are done: in stretches, each far from the one before, so
// that at any moment the finished tasks are a fair sample of all. In task order they are not, because
// neighbouring subtrees have similar sizes: after a third of the work on the 3x30 one-sided
// pentominoes, 5% of the search tree is done.
//
// Stretch k starts at the fractional part of k times the golden ratio, times the number of stretches:
// this sequence is spread most evenly, wherever it ends. A run begins with one task of each of some
// stretches, but not of the first: the first tasks of a search are often its longest, and a run that
// is stopped in its first seconds would keep nothing.
func Order(n int) []int {
	size := (n + stretches - 1) / stretches
	if size == 0 {
		return nil
	}
	count := (n + size - 1) / size
	step := max(1, int(math.Round(float64(count)*(math.Sqrt(5)-1)/2)))
	for new(big.Int).GCD(nil, nil, big.NewInt(int64(step)), big.NewInt(int64(count))).Int64() != 1 {
		step--
	}
	order := make([]int, 0, n)
	single := func(k int) bool { return 0 < k && k <= singles }
	for k := range count {
		if single(k) {
			order = append(order, k*step%count*size)
		}
	}
	for k := range count {
		from := k * step % count * size
		end := min(from+size, n)
		if single(k) {
			from++
		}
		for t := from; t < end; t++ {
			order = append(order, t)
		}
	}
	return order
}
