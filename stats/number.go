package stats

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"

	"coverstat/enumerate"
)

// Number is an integer of any size: there are 6,670,903,752,021,072,936,960 Sudoku grids. The zero value is 0.
type Number struct {
	_     [0]func() // forbids ==, which would compare pointers: see Cmp
	small int64
	big   *big.Int // nil if the number fits in small
}

// Int returns v as a Number.
func Int(v int64) Number { return Number{small: v} }

// BigInt returns v as a Number; v is copied.
func BigInt(v *big.Int) Number {
	if v.IsInt64() {
		return Number{small: v.Int64()}
	}
	return Number{big: new(big.Int).Set(v)}
}

// Big returns the number as a new big integer.
func (n Number) Big() *big.Int {
	if n.big != nil {
		return new(big.Int).Set(n.big)
	}
	return big.NewInt(n.small)
}

// Int64 returns the number if it fits.
func (n Number) Int64() (int64, bool) { return n.small, n.big == nil }

// Float returns the nearest float64.
func (n Number) Float() float64 {
	if n.big != nil {
		f, _ := new(big.Float).SetInt(n.big).Float64()
		return f
	}
	return float64(n.small)
}

// Sign returns -1, 0 or 1.
func (n Number) Sign() int {
	if n.big != nil {
		return n.big.Sign()
	}
	return cmp.Compare(n.small, 0)
}

// IsZero reports whether the number is 0.
func (n Number) IsZero() bool { return n.big == nil && n.small == 0 }

// Cmp returns -1, 0 or 1 as n is below, equal to or above m.
func (n Number) Cmp(m Number) int {
	if n.big == nil && m.big == nil {
		return cmp.Compare(n.small, m.small)
	}
	return n.Big().Cmp(m.Big())
}

// Add returns n + m.
func (n Number) Add(m Number) Number {
	if s := n.small + m.small; n.big == nil && m.big == nil && (s > n.small) == (m.small > 0) {
		return Int(s)
	}
	v := n.Big()
	return BigInt(v.Add(v, m.Big()))
}

// Times returns n * v.
func (n Number) Times(v int64) Number {
	high, low := bits.Mul64(uint64(n.small), uint64(v))
	high -= uint64(n.small>>63)&uint64(v) + uint64(v>>63)&uint64(n.small) // of negative numbers
	if n.big == nil && int64(high) == int64(low)>>63 {
		return Int(int64(low))
	}
	b := n.Big()
	return BigInt(b.Mul(b, big.NewInt(v)))
}

// max returns the greater of n and m.
func (n Number) max(m Number) Number {
	if n.Cmp(m) < 0 {
		return m
	}
	return n
}

// String returns the decimal digits.
func (n Number) String() string {
	if n.big != nil {
		return n.big.String()
	}
	return strconv.FormatInt(n.small, 10)
}

// Grouped writes a number for people, with a comma at every third digit.
func (n Number) Grouped() string { return enumerate.GroupDigits(n.String()) }

// MaxExact is 2^53. Many readers of JSON round integers beyond it, so these are written as decimal strings.
const MaxExact = 1 << 53

// MarshalJSON writes a number up to 2^53 in size, and a decimal string beyond.
func (n Number) MarshalJSON() ([]byte, error) {
	if n.big != nil || n.small > MaxExact || n.small < -MaxExact {
		return strconv.AppendQuote(nil, n.String()), nil
	}
	return strconv.AppendInt(nil, n.small, 10), nil
}

// UnmarshalJSON reads an integer written either way.
func (n *Number) UnmarshalJSON(data []byte) error {
	v, ok := new(big.Int).SetString(string(bytes.Trim(data, `"`)), 10)
	if !ok {
		return fmt.Errorf("%s is no integer", data)
	}
	*n = BigInt(v)
	return nil
}

// Integer is an integer of 64 bits that is written in JSON as a [Number] is.
type Integer int64

// MarshalJSON writes a number or a string.
func (i Integer) MarshalJSON() ([]byte, error) { return Int(int64(i)).MarshalJSON() }

// UnmarshalJSON reads either.
func (i *Integer) UnmarshalJSON(data []byte) error {
	var n Number
	err := n.UnmarshalJSON(data)
	v, fits := n.Int64()
	if err == nil && !fits {
		err = fmt.Errorf("%s does not fit in 64 bits", data)
	}
	*i = Integer(v)
	return err
}

// ratio returns a/b as the nearest float64; not a number if b is 0.
func ratio(a, b Number) float64 {
	if b.IsZero() {
		return math.NaN()
	}
	f, _ := new(big.Rat).SetFrac(a.Big(), b.Big()).Float64()
	return f
}
