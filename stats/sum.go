package stats

import (
	"math"
	"math/big"
	"math/bits"

	"coverstat/enumerate"
)

// sum is an exact sum of integers of any size: near + far. An addend that fits
// is added to near, which takes an addition and a comparison; near moves to far
// when it would overflow. The order of the addends decides how the sum is
// divided between near and far, but not its value.
//
// Sums of fixed 128, 192 and 256 bits, and a floating-point sum for weights,
// were used before. They took about the same time (an option is counted in 1.6
// ns, 1.4 before), but were four types.
type sum struct {
	near int64
	far  *big.Int // nil is 0
}

// add adds v.
func (s *sum) add(v int64) {
	if t := s.near + v; (t > s.near) == (v > 0) {
		s.near = t
	} else {
		s.carry(v)
	}
}

// carry moves near to far and begins again with v.
func (s *sum) carry(v int64) {
	s.addBig(big.NewInt(s.near))
	s.near = v
}

// wrap moves near to far, where a positive addend made it too large by one bit.
func (s *sum) wrap() {
	s.addBig(new(big.Int).SetUint64(uint64(s.near)))
	s.near = 0
}

// addBig adds v, which is not kept.
func (s *sum) addBig(v *big.Int) {
	if s.far == nil {
		s.far = new(big.Int)
	}
	s.far.Add(s.far, v)
}

// addSum adds what another sum holds.
func (s *sum) addSum(o *sum) {
	s.add(o.near)
	if o.far != nil {
		s.addBig(o.far)
	}
}

// addProduct adds a*b.
func (s *sum) addProduct(a, b int64) {
	if p, fits := product(a, b); fits {
		s.add(p)
		return
	}
	v := big.NewInt(a)
	s.addBig(v.Mul(v, big.NewInt(b)))
}

// addSquare adds v*v*weight.
func (s *sum) addSquare(v, weight int64) {
	if p, fits := product(v, v); fits {
		s.addProduct(p, weight)
		return
	}
	b := big.NewInt(v)
	b.Mul(b, b)
	s.addBig(b.Mul(b, big.NewInt(weight)))
}

// addMultiple adds v times what another sum holds.
func (s *sum) addMultiple(v int64, o *sum) {
	s.addProduct(v, o.near)
	if o.far != nil {
		b := big.NewInt(v)
		s.addBig(b.Mul(b, o.far))
	}
}

// addWhole adds a whole number that is given as a floating-point number.
func (s *sum) addWhole(x float64) {
	if math.Abs(x) < 1<<62 {
		s.add(int64(x))
		return
	}
	v, _ := new(big.Float).SetFloat64(x).Int(nil)
	s.addBig(v)
}

// isWhole reports whether x is a finite whole number.
func isWhole(x float64) bool { return x == math.Trunc(x) && !math.IsInf(x, 0) }

func (s *sum) big() *big.Int {
	v := big.NewInt(s.near)
	if s.far != nil {
		v.Add(v, s.far)
	}
	return v
}

func (s *sum) number() Number {
	if s.far == nil {
		return Int(s.near)
	}
	return BigInt(s.big())
}

// float returns the sum, rounded once.
func (s *sum) float() float64 { return s.number().Float() }

// product returns a*b, and whether it fits in 63 bits and a sign.
func product(a, b int64) (p int64, fits bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if (a < 0) != (b < 0) {
		return -int64(lo), hi == 0 && lo <= math.MaxInt64
	}
	return int64(lo), hi == 0 && lo <= math.MaxInt64
}

// magnitude returns |v|, also for the least int64.
func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// counts are the number of rows of some kind, and of the raw objects that they
// stand for.
type counts struct {
	rows, raw sum
}

// addRow adds a row; its weight is positive. It is written so that the compiler
// inlines it: calling sum.add takes three times as long.
func (c *counts) addRow(weight int64) {
	c.rows.near++ // no run has 2^63 rows
	if c.raw.near += weight; c.raw.near < 0 {
		c.raw.wrap()
	}
}

func (c *counts) addCounts(o *counts) {
	c.rows.addSum(&o.rows)
	c.raw.addSum(&o.raw)
}

// numbers returns the counts as published.
func (c *counts) numbers() (raw, distinct Number) { return c.raw.number(), c.rows.number() }

// none reports whether there is no row.
func (c *counts) none() bool { return c.rows.near == 0 && c.rows.far == nil }

// countsOf are the counts of solutions that were counted without rows.
func countsOf(g *enumerate.Group) counts {
	var n counts
	n.raw.addBig(g.Raw)
	n.rows.addBig(g.Distinct)
	return n
}
