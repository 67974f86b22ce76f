package stats

import (
	"cmp"
	"iter"
	"math"
	"math/bits"
	"slices"
)

// Invariants of a spread:
//
//   - A value v with 0 <= v-base < len(dense) is counted in dense[v-base] and
//     nowhere else; dense never spans more than denseSpan values. The window
//     depends on the order in which values came, what it counts does not.
//   - Any other value is counted in far[index[v]].
//   - When far outgrows keepValues the spread turns coarse: rough holds
//     everything and dense, far and index are empty. It turns coarse too if it
//     is settled with more than keepValues values in all. Whether a settled
//     spread is coarse thus depends on the set of values alone, never on the
//     order of rows or merges.
//
// A map for every value was tried: five times the time of the window where
// values are small (19 ns against 4 ns a value).

const (
	// denseSpan bounds the window of values counted in an array.
	denseSpan = 1 << 16
	// keepValues is the number of different values counted exactly, about 70
	// bytes each. It is larger than what is published (see PublishValues) so
	// that medians stay exact.
	keepValues = 1 << 20
)

// spread counts rows and raw objects by an integer value.
type spread struct {
	base  int64
	dense []bucket
	index map[int64]int32
	far   []farBucket
	rough *coarse
	nulls bucket
	keep  int // keepValues; tests lower it
}

type farBucket struct {
	value int64
	bucket
}

func newSpread() spread { return spread{keep: keepValues} }

// addInt32s counts a run of values of a column without nulls.
func (s *spread) addInt32s(values []int32, weights []uint64) {
	weights = weights[:len(values)]
	for i, x := range values {
		at := uint64(int64(x) - s.base)
		if at < uint64(len(s.dense)) {
			s.dense[at].addRow(weights[i])
		} else {
			s.addSlow(int64(x), bucket{1, count{lo: weights[i]}})
		}
	}
}

// addInt64s counts a run of values of a column without nulls.
func (s *spread) addInt64s(values []int64, weights []uint64) {
	weights = weights[:len(values)]
	for i, x := range values {
		at := uint64(x) - uint64(s.base)
		if at < uint64(len(s.dense)) {
			s.dense[at].addRow(weights[i])
		} else {
			s.addSlow(x, bucket{1, count{lo: weights[i]}})
		}
	}
}

// add counts b at one value.
func (s *spread) add(value int64, b bucket) {
	at := uint64(value) - uint64(s.base)
	if at < uint64(len(s.dense)) {
		s.dense[at].add(b)
		return
	}
	s.addSlow(value, b)
}

func (s *spread) addSlow(value int64, b bucket) {
	if s.rough != nil {
		s.rough.add(value, b)
		return
	}
	if i, ok := s.index[value]; ok {
		s.far[i].add(b)
		return
	}
	if s.widen(value) {
		s.dense[uint64(value)-uint64(s.base)].add(b)
		return
	}
	if s.index == nil {
		s.index = make(map[int64]int32)
	}
	s.index[value] = int32(len(s.far))
	s.far = append(s.far, farBucket{value, b})
	if len(s.far) > s.keep {
		s.coarsen()
	}
}

// widen stretches the window to take in value, at least to double its size,
// and moves in the far values that it now covers.
func (s *spread) widen(value int64) bool {
	const least = 64
	if len(s.dense) == 0 {
		// Small values around zero are the rule; begin at zero for them.
		s.base = value
		if 0 <= value && value < least {
			s.base = 0
		} else if value > math.MaxInt64-least {
			s.base = math.MaxInt64 - least + 1
		}
		s.dense = make([]bucket, least)
		return true
	}
	low, high := s.base, s.base+int64(len(s.dense)-1)
	if value < low {
		low = value
	} else {
		high = value
	}
	span := uint64(high) - uint64(low)
	if span >= denseSpan {
		return false
	}
	size := int64(min(denseSpan, max(2*len(s.dense), int(span)+1)))
	if low == value { // stretched downwards: leave the room below
		if low = high - size + 1; low > value || low > high {
			low = value
		}
	} else if low > math.MaxInt64-size+1 {
		size = math.MaxInt64 - low + 1
	}
	grown := make([]bucket, size)
	copy(grown[s.base-low:], s.dense)
	s.base, s.dense = low, grown
	s.recall()
	return true
}

// recall moves the far values inside the window into it.
func (s *spread) recall() {
	kept := s.far[:0]
	for _, f := range s.far {
		if at := uint64(f.value) - uint64(s.base); at < uint64(len(s.dense)) {
			s.dense[at].add(f.bucket)
			delete(s.index, f.value)
			continue
		}
		s.index[f.value] = int32(len(kept))
		kept = append(kept, f)
	}
	s.far = kept
}

// settle turns the spread coarse if it holds more values than it may.
func (s *spread) settle() {
	if s.rough == nil && len(s.far)+len(s.dense) > s.keep && s.values() > s.keep {
		s.coarsen()
	}
}

// values counts the different values of an exact spread.
func (s *spread) values() int {
	n := len(s.far)
	for i := range s.dense {
		if s.dense[i].rows > 0 {
			n++
		}
	}
	return n
}

// merge adds what another spread counted.
func (s *spread) merge(o *spread) {
	s.nulls.add(o.nulls)
	if o.rough != nil {
		s.coarsen()
		s.rough.merge(o.rough)
		return
	}
	for v, b := range o.unordered() {
		s.add(v, b)
	}
	s.settle()
}

func (s *spread) unordered() iter.Seq2[int64, bucket] {
	return func(yield func(int64, bucket) bool) {
		for i, b := range s.dense {
			if b.rows > 0 && !yield(s.base+int64(i), b) {
				return
			}
		}
		for _, f := range s.far {
			if !yield(f.value, f.bucket) {
				return
			}
		}
	}
}

// sorted returns the buckets of an exact spread by ascending value.
func (s *spread) sorted() []farBucket {
	all := make([]farBucket, 0, s.values())
	for v, b := range s.unordered() {
		all = append(all, farBucket{v, b})
	}
	slices.SortFunc(all, func(a, b farBucket) int { return cmp.Compare(a.value, b.value) })
	return all
}

func (s *spread) coarsen() {
	if s.rough != nil {
		return
	}
	s.rough = newCoarse()
	for v, b := range s.unordered() {
		s.rough.add(v, b)
	}
	s.dense, s.far, s.index = nil, nil, nil
}

// coarse keeps of very many values what needs no memory of each: exact totals,
// extremes and sums, and counts by range. Ranges have a relative width of at
// most 1/64 and do not depend on the data, so that they merge.
type coarse struct {
	total    bucket
	least    int64
	greatest int64
	// sums of v times rows and v times raw, for v >= 0 and for -v, v < 0
	rows, raw [2]sum
	ranges    map[int64]*bucket // by the range's least value
}

func newCoarse() *coarse {
	return &coarse{least: math.MaxInt64, greatest: math.MinInt64, ranges: make(map[int64]*bucket)}
}

func (c *coarse) add(value int64, b bucket) {
	c.total.add(b)
	c.least, c.greatest = min(c.least, value), max(c.greatest, value)
	side := 0
	if value < 0 {
		side = 1
	}
	c.rows[side].addProduct(magnitude(value), count{lo: b.rows})
	c.raw[side].addProduct(magnitude(value), b.raw)
	low, _ := rangeOf(value)
	c.at(low).add(b)
}

func (c *coarse) at(low int64) *bucket {
	b := c.ranges[low]
	if b == nil {
		b = new(bucket)
		c.ranges[low] = b
	}
	return b
}

func (c *coarse) merge(o *coarse) {
	c.total.add(o.total)
	c.least, c.greatest = min(c.least, o.least), max(c.greatest, o.greatest)
	for side := range c.rows {
		c.rows[side].add(o.rows[side])
		c.raw[side].add(o.raw[side])
	}
	for low, b := range o.ranges {
		c.at(low).add(*b)
	}
}

// rangeOf returns the range that a value falls into: single values up to 127,
// then 64 ranges to each power of two; v and -v-1 are mirror images.
func rangeOf(v int64) (low, high int64) {
	if v < 0 {
		low, high = rangeOf(-(v + 1))
		return -high - 1, -low - 1
	}
	if v < 128 {
		return v, v
	}
	shift := bits.Len64(uint64(v)) - 7
	low = v >> shift << shift
	return low, low + (1<<shift - 1)
}
