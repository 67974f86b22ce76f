package scatter

import (
	"fmt"
	"math"
)

// counters are numbers of packings by rank. A table begins with the short ones, which
// take half of the memory; if one overflows, it is filled again with the long ones.
type counters interface {
	at(rank uint32) uint32
	// add adds the lists of records to their segments and reports whether all
	// counters held.
	add(records []record, arena []uint32, weight uint32) bool
	// fold folds orbits given by the ranks of their images, order of them each, and
	// reports whether the counters held.
	fold(ranks []uint32, order int, unit uint32) bool
}

type (
	counters16 []uint16
	counters32 []uint32
)

func (c counters16) at(rank uint32) uint32 { return uint32(c[rank]) }
func (c counters32) at(rank uint32) uint32 { return c[rank] }

func (c counters16) add(records []record, arena []uint32, weight uint32) bool {
	return add(c, records, arena, uint16(weight)) <= math.MaxInt16
}

func (c counters32) add(records []record, arena []uint32, weight uint32) bool {
	return add(c, records, arena, weight) <= math.MaxInt32
}

func (c counters16) fold(ranks []uint32, order int, unit uint32) bool {
	return fold(c, ranks, order, unit) <= math.MaxInt16
}

func (c counters32) fold(ranks []uint32, order int, unit uint32) bool {
	return fold(c, ranks, order, unit) <= math.MaxInt32
}

// add returns the bits of all values that it has stored, which costs nothing beside the
// stores. As no weight needs the highest bit of a counter, a counter has a value with
// that bit before it overflows, so that the bit shows it.
func add[T uint16 | uint32](counts []T, records []record, arena []uint32, weight T) (seen T) {
	for _, r := range records {
		list := arena[r.list+1:][:arena[r.list]]
		segment := counts[r.segment:]
		for _, offset := range list {
			c := segment[offset] + weight
			segment[offset] = c
			seen |= c
		}
	}
	return seen
}

// fold returns the greatest sum, which a counter may be too short for.
func fold[T uint16 | uint32](counts []T, ranks []uint32, order int, unit uint32) (most uint64) {
	for ; len(ranks) > 0; ranks = ranks[order:] {
		var sum uint64
		for _, r := range ranks[:order] {
			sum += uint64(counts[r])
		}
		sum *= uint64(unit)
		if sum%uint64(order) != 0 {
			panic(fmt.Sprintf("scatter: the images of subset %d count %d, not a multiple of %d", ranks[0], sum, order))
		}
		sum /= uint64(order)
		most = max(most, sum)
		for _, r := range ranks[:order] {
			counts[r] = T(sum)
		}
	}
	return most
}
