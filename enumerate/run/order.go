package run

import "math"

// stretches is the number of stretches of neighbouring tasks that a run is
// divided into. Within one, tasks mostly belong to the same case, which spares
// kernels work.
const stretches = 512

// Order returns the order in which n tasks are done: in stretches, each far
// from the one before, so that what is done is at any moment a fair sample of
// the whole. Neighbouring subtrees have alike sizes; done in task order, the
// part of the search tree that is done says little about the time left (after
// a third of the work on the 3x30 one-sided pentominoes it is 5%).
//
// Stretch k begins at the fractional part of k times the golden section, in
// stretches: the sequence that spreads most evenly however far it is followed.
func Order(n int) []int {
	size := (n + stretches - 1) / stretches
	if size == 0 {
		return nil
	}
	count := (n + size - 1) / size
	step := max(1, int(math.Round(float64(count)*(math.Sqrt(5)-1)/2)))
	for gcd(step, count) != 1 {
		step--
	}
	order := make([]int, 0, n)
	for k := range count {
		from := k * step % count * size
		for t := from; t < min(from+size, n); t++ {
			order = append(order, t)
		}
	}
	return order
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
