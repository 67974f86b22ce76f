package packings

import "fmt"

// counts are numbers of packings by rank. A table begins with short ones, which take half
// of the memory; if one overflows, it is filled again with long ones.
type counts interface {
	at(rank uint32) uint32
	// add adds the lists of records to their segments and reports whether all
	// counters held.
	add(records []record, arena []uint32, weight uint32) bool
	// fold folds orbits given by the ranks of their images, order of them each, and
	// reports whether the counters held.
	fold(ranks []uint32, order int, unit uint32) bool
}

// counters are counts of one length.
type counters[T uint16 | uint32] []T

func (c counters[T]) at(rank uint32) uint32 { return uint32(c[rank]) }

// add notes the bits of all values that it has stored, which costs nothing beside the
// stores. As no weight needs the highest bit of a counter, a counter has a value with
// that bit before it overflows, so that the bit shows it.
func (c counters[T]) add(records []record, arena []uint32, weight uint32) bool {
	var seen T
	for _, r := range records {
		list := arena[r.list+1:][:arena[r.list]]
		segment := c[r.segment:]
		for _, offset := range list {
			n := segment[offset] + T(weight)
			segment[offset] = n
			seen |= n
		}
	}
	return seen <= ^T(0)>>1
}

func (c counters[T]) fold(ranks []uint32, order int, unit uint32) bool {
	var most uint64
	for ; len(ranks) > 0; ranks = ranks[order:] {
		var sum uint64
		for _, r := range ranks[:order] {
			sum += uint64(c[r])
		}
		sum *= uint64(unit)
		if sum%uint64(order) != 0 {
			panic(fmt.Sprintf("packings: the images of subset %d count %d, not a multiple of %d", ranks[0], sum, order))
		}
		sum /= uint64(order)
		most = max(most, sum)
		for _, r := range ranks[:order] {
			c[r] = T(sum)
		}
	}
	return most <= uint64(^T(0)>>1)
}
