package stats

import (
	"math"
	"math/big"
)

// whole is an exact sum of whole numbers given as doubles, such as the weights
// of draws. What a double can add exactly stays in near, the rest goes to far:
// the sum does not depend on the order, only its division between them does.
type whole struct {
	near float64
	far  *big.Int // nil is 0
}

func isWhole(x float64) bool { return x == math.Trunc(x) && !math.IsInf(x, 0) }

func (s *whole) add(x float64) {
	sum := s.near + x
	// The rounding error of the sum (D. E. Knuth, The art of computer
	// programming 2, 4.2.2, theorem B).
	z := sum - s.near
	if (s.near-(sum-z))+(x-z) == 0 {
		s.near = sum
		return
	}
	s.carry()
	s.near = x
}

// carry moves near to far.
func (s *whole) carry() {
	if s.far == nil {
		s.far = new(big.Int)
	}
	s.far.Add(s.far, bigOf(s.near))
	s.near = 0
}

func bigOf(x float64) *big.Int {
	v, _ := new(big.Float).SetFloat64(x).Int(nil)
	return v
}

func (s *whole) merge(o whole) {
	s.add(o.near)
	if o.far != nil {
		if s.far == nil {
			s.far = new(big.Int)
		}
		s.far.Add(s.far, o.far)
	}
}

func (s whole) big() *big.Int {
	v := bigOf(s.near)
	if s.far != nil {
		v.Add(v, s.far)
	}
	return v
}

// float is the sum rounded once.
func (s whole) float() float64 {
	f, _ := new(big.Float).SetInt(s.big()).Float64()
	return f
}
