package stats

import (
	"math/big"
	"math/bits"
)

// count is an unsigned 128-bit sum of weights. Weights are below 2^63 and
// there are fewer than 2^64 rows, so it cannot overflow.
type count struct{ hi, lo uint64 }

func (c *count) add(o count) {
	var carry uint64
	c.lo, carry = bits.Add64(c.lo, o.lo, 0)
	c.hi += o.hi + carry
}

func (c *count) addWord(w uint64) {
	var carry uint64
	c.lo, carry = bits.Add64(c.lo, w, 0)
	c.hi += carry
}

func (c count) big() *big.Int {
	v := new(big.Int).SetUint64(c.hi)
	v.Lsh(v, 64)
	return v.Add(v, new(big.Int).SetUint64(c.lo))
}

func (c count) number() Number { return BigInt(c.big()) }

// A bucket counts the rows with one value, and the raw objects they stand for.
type bucket struct {
	rows uint64
	raw  count
}

func (b *bucket) add(o bucket) {
	b.rows += o.rows
	b.raw.add(o.raw)
}

func (b *bucket) addRow(weight uint64) {
	b.rows++
	b.raw.addWord(weight)
}

// sum is an unsigned 192-bit sum of products of a value (at most 2^63) and a
// count (below 2^127): below 2^190, so it cannot overflow either. Positive and
// negative values are summed apart.
type sum struct{ hi, mid, lo uint64 }

func (s *sum) add(o sum) {
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, o.lo, 0)
	s.mid, carry = bits.Add64(s.mid, o.mid, carry)
	s.hi += o.hi + carry
}

func (s *sum) addProduct(value uint64, c count) {
	hi, lo := bits.Mul64(value, c.lo)
	top, mid := bits.Mul64(value, c.hi)
	mid, carry := bits.Add64(mid, hi, 0)
	s.add(sum{hi: top + carry, mid: mid, lo: lo})
}

func (s sum) big() *big.Int {
	v := count{hi: s.hi, lo: s.mid}.big()
	v.Lsh(v, 64)
	return v.Add(v, new(big.Int).SetUint64(s.lo))
}

// magnitude returns |v|, also for the least int64.
func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}
