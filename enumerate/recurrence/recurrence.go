// Package recurrence finds the least linear recurrence of a sequence of whole numbers, and proves
// it. It knows numbers alone.
//
// A sequence that a graph with S states gives, a(n) = u M^n v, keeps some recurrence of order S, that
// of the characteristic polynomial of M (A. Cayley, W. R. Hamilton). So does the difference
// between a(n) and what any other recurrence says, and if S terms of it in a row are 0, then all that
// follow are.
//
//  1. Modulo a prime, 2S terms give the least recurrence (J. L. Massey, Shift-register synthesis and BCH
//     decoding, 1969). Its order L is at most that over the integers: a recurrence of integers also holds
//     modulo the prime.
//  2. The factors are integers (P. Fatou, 1906). Several primes give them, by the Chinese remainder theorem.
//  3. This recurrence is tested on the S terms after the first L, modulo so many primes that their
//     product is above all differences. So it holds for all terms; and by 1 none is shorter.
package recurrence

import (
	"errors"
	"math/big"
	"math/bits"
)

// A Source is a sequence a(0), a(1), ... of whole numbers of at least 0 that a graph gives.
type Source interface {
	// States is the number of states of the graph.
	States() int
	// Terms returns the first n terms modulo primes below 2^61, by prime.
	Terms(n int, primes []uint64) [][]uint64
	// Bits returns a number of bits that none of the first n terms has more of.
	Bits(n int) int
}

// A Recurrence is the least linear recurrence of a sequence: a(n) is the sum of Factors[i] a(n-i-1)
// for all n >= Order().
type Recurrence struct {
	Factors []*big.Int
	// First are the terms that come before, a(0) to a(Order()-1).
	First []*big.Int
}

// Order is the number of terms before that a term follows from.
func (r *Recurrence) Order() int { return len(r.Factors) }

// Find finds the recurrence of a sequence.
func Find(s Source) (*Recurrence, error) {
	f := finder{source: s, n: 2 * s.States()}
	f.more()
	f.order = len(shortest(f.terms[0], f.primes[0]))
	for f.n = f.order + s.States(); len(f.primes) < maxPrimes; f.more() {
		if r, ok := f.test(f.factors()); ok {
			return r, nil
		}
	}
	return nil, errors.New("no recurrence of integers found: a prime of 61 bits divides what it should not")
}

// Exact returns the first n terms of a sequence.
func Exact(s Source, n int) []*big.Int {
	need := s.Bits(n)
	var primes []uint64
	for known, below := 0, uint64(1<<61); known <= need; known += bits.Len64(below) - 1 {
		below = primeBelow(below)
		primes = append(primes, below)
	}
	terms, _ := combine(primes, s.Terms(n, primes), n)
	return terms
}

// maxPrimes is more than any sequence needs whose terms can be computed.
const maxPrimes = 1 << 14

// batch is the number of primes whose terms are computed at a time.
const batch = 8

// finder finds a recurrence whose order is known, by the terms modulo several primes.
type finder struct {
	source Source
	order  int
	n      int // terms that are needed
	primes []uint64
	terms  [][]uint64 // by prime, at least n of them
	rests  [][]uint64 // by prime: the factors modulo it, as far as they are known
}

// more computes the terms modulo further primes.
func (f *finder) more() {
	below := uint64(1 << 61)
	if len(f.primes) > 0 {
		below = f.primes[len(f.primes)-1]
	}
	var primes []uint64
	for range batch {
		below = primeBelow(below)
		primes = append(primes, below)
	}
	f.primes, f.terms = append(f.primes, primes...), append(f.terms, f.source.Terms(f.n, primes)...)
}

// factors returns the integers that are least in size of those that keep the recurrences modulo the primes.
func (f *finder) factors() []*big.Int {
	var primes []uint64
	var rests [][]uint64
	for i, p := range f.primes {
		if i == len(f.rests) {
			f.rests = append(f.rests, shortest(f.terms[i][:2*f.order], p))
		}
		if c := f.rests[i]; len(c) == f.order {
			primes, rests = append(primes, p), append(rests, c)
		}
	}
	factors, product := combine(primes, rests, f.order)
	half := new(big.Int).Rsh(product, 1)
	for _, c := range factors {
		if c.Cmp(half) > 0 {
			c.Sub(c, product)
		}
	}
	return factors
}

// test reports whether the recurrence with some factors holds for all terms, and returns it.
func (f *finder) test(factors []*big.Int) (*Recurrence, bool) {
	// a(n) less what the recurrence says has no more bits than the sum of 1 and of the factors, and a term.
	sum := big.NewInt(1)
	for _, c := range factors {
		sum.Add(sum, new(big.Int).Abs(c))
	}
	need := sum.BitLen() + f.source.Bits(f.n)
	known := 0
	for i := 0; known <= need; i++ {
		if i == len(f.primes) {
			f.more()
		}
		if !holds(f.terms[i][:f.n], factors, f.primes[i]) {
			return nil, false
		}
		known += bits.Len64(f.primes[i]) - 1
	}
	first := make([][]uint64, len(f.primes))
	for i := range first {
		first[i] = f.terms[i][:f.order]
	}
	terms, _ := combine(f.primes, first, f.order)
	return &Recurrence{Factors: factors, First: terms}, true
}

// holds reports whether terms modulo a prime keep a recurrence.
func holds(terms []uint64, factors []*big.Int, p uint64) bool {
	c := make([]uint64, len(factors))
	modulus, rest := new(big.Int).SetUint64(p), new(big.Int)
	for i, x := range factors {
		c[i] = rest.Mod(x, modulus).Uint64()
	}
	for n := len(c); n < len(terms); n++ {
		if dot(c, terms[:n], p) != terms[n] {
			return false
		}
	}
	return true
}

// dot returns the sum of c[i] terms[len(terms)-1-i] modulo p.
func dot(c, terms []uint64, p uint64) uint64 {
	var high, low uint64
	for i, x := range c {
		h, l := bits.Mul64(x, terms[len(terms)-1-i])
		var carry uint64
		low, carry = bits.Add64(low, l, 0)
		if high += h + carry; high >= p { // h is below 2^58
			high -= p
		}
	}
	return bits.Rem64(high, low, p)
}

// shortest returns the factors of the least recurrence that terms keep modulo a prime: c[i] belongs to a(n-i-1).
func shortest(terms []uint64, p uint64) (c []uint64) {
	current, before := []uint64{1}, []uint64{1} // connection polynomials
	order, gap, lastGap := 0, 1, uint64(1)      // lastGap is the difference at which before failed
	for n := range terms {
		difference := dot(current[:min(len(current), n+1)], terms[:n+1], p)
		if difference == 0 {
			gap++
			continue
		}
		factor := p - multiply(difference, invert(lastGap, p), p)
		next := append([]uint64(nil), current...)
		for len(next) < len(before)+gap {
			next = append(next, 0)
		}
		for i, x := range before {
			if next[i+gap] += multiply(factor, x, p); next[i+gap] >= p {
				next[i+gap] -= p
			}
		}
		if 2*order <= n {
			order, before, lastGap, gap = n+1-order, current, difference, 0
		}
		current = next
		gap++
	}
	c = make([]uint64, order)
	for i := 1; i < min(len(current), order+1); i++ {
		c[i-1] = (p - current[i]) % p
	}
	return c
}

func multiply(x, y, p uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return bits.Rem64(high, low, p)
}

// invert returns the inverse of x modulo a prime: x^(p-2).
func invert(x, p uint64) uint64 {
	y := uint64(1)
	for e := p - 2; e > 0; e >>= 1 {
		if e&1 != 0 {
			y = multiply(y, x, p)
		}
		x = multiply(x, x, p)
	}
	return y
}

// primeBelow returns the greatest prime below a number.
func primeBelow(n uint64) uint64 {
	for n--; !new(big.Int).SetUint64(n).ProbablyPrime(0); n-- { // which is exact below 2^64
	}
	return n
}

// combine returns the numbers with the given rests, by prime, and the product of the primes, below which they are.
func combine(primes []uint64, rests [][]uint64, n int) (numbers []*big.Int, product *big.Int) {
	numbers, product = make([]*big.Int, n), big.NewInt(1)
	for i := range numbers {
		numbers[i] = new(big.Int)
	}
	modulus, x := new(big.Int), new(big.Int)
	for k, p := range primes {
		modulus.SetUint64(p)
		inverse := invert(x.Mod(product, modulus).Uint64(), p)
		for i, r := range rests[k] {
			// number + product * ((r - number) / product mod p)
			have := x.Mod(numbers[i], modulus).Uint64()
			numbers[i].Add(numbers[i], x.Mul(product, x.SetUint64(multiply((r+p-have)%p, inverse, p))))
		}
		product.Mul(product, modulus)
	}
	return numbers, product
}

// Numerator returns the numerator of the generating function, the sum of a(n) x^n, by the power of x: Order()
// numbers.
func (r *Recurrence) Numerator() []*big.Int {
	numerator := make([]*big.Int, r.Order())
	denominator := r.Denominator()
	for n := range numerator {
		numerator[n] = new(big.Int)
		for i := range n + 1 {
			numerator[n].Add(numerator[n], new(big.Int).Mul(denominator[i], r.First[n-i]))
		}
	}
	return numerator
}

// Denominator returns the denominator of the generating function, by the power of x: 1 and Order() numbers.
func (r *Recurrence) Denominator() []*big.Int {
	denominator := []*big.Int{big.NewInt(1)}
	for _, c := range r.Factors {
		denominator = append(denominator, new(big.Int).Neg(c))
	}
	return denominator
}
