package recurrence

import (
	"math"
	"math/big"
)

// Growth returns the growth of the terms, limsup a(n)^(1/n): one over the least positive pole of the generating
// function (A. Pringsheim, for numbers of at least 0). It is false if only finitely many terms are not 0.
func (r *Recurrence) Growth() (float64, bool) {
	q := trim(r.Denominator())
	if len(q) == 1 {
		return 0, false
	}
	q = withoutSquares(q)
	// As infinitely many terms are at least 1, the least pole is in (0, 1]. No pole is nearer to 0, so that
	// roots tells exactly whether it is below a number. Once it is apart from others, a sign does.
	precision := uint(widest(q) + 4*len(q) + 128)
	low, high := new(big.Float).SetPrec(precision), big.NewFloat(2).SetPrec(precision)
	apart := false
	for range steps {
		apart = apart || roots(q, high) == 1
		middle := new(big.Float).SetPrec(precision).Add(low, high)
		middle.Quo(middle, big.NewFloat(2))
		if apart && valueAt(q, middle).Sign() > 0 || !apart && roots(q, middle) == 0 {
			low = middle
		} else {
			high = middle
		}
	}
	growth, _ := new(big.Float).Quo(big.NewFloat(1), high).Float64()
	return growth, !math.IsInf(growth, 0)
}

// steps of bisection give more digits than a float64 has.
const steps = 90

// widest returns the largest number of bits of the factors.
func widest(q []*big.Int) (n int) {
	for _, c := range q {
		n = max(n, c.BitLen())
	}
	return n
}

// valueAt returns the value of a polynomial.
func valueAt(q []*big.Int, x *big.Float) *big.Float {
	y := new(big.Float).SetPrec(x.Prec())
	for i := len(q) - 1; i >= 0; i-- {
		y.Mul(y, x)
		y.Add(y, new(big.Float).SetPrec(x.Prec()).SetInt(q[i]))
	}
	return y
}

// roots returns a number that is at least that of the roots of a polynomial between 0 and x, and the number itself
// if it is 0 or 1: the changes of sign of (1+t)^n q(x/(1+t)) (R. Descartes), 0 if no complex root has a distance of
// less than x/2 from x/2 (N. Obreschkoff). All sums are exact.
func roots(q []*big.Int, x *big.Float) (changes int) {
	n := len(q) - 1
	precision := uint(widest(q) + n*(int(x.MinPrec())+2) + 64)
	power := new(big.Float).SetPrec(precision).SetInt64(1)
	shifted := make([]*big.Float, n+1) // q(x t) backwards, then shifted by 1
	for i, c := range q {
		shifted[n-i] = new(big.Float).SetPrec(precision).SetInt(c)
		shifted[n-i].Mul(shifted[n-i], power)
		power = new(big.Float).SetPrec(precision).Mul(power, x)
	}
	for i := range n {
		for j := n - 1; j >= i; j-- {
			shifted[j].Add(shifted[j], shifted[j+1])
		}
	}
	sign := 0
	for _, c := range shifted {
		if s := c.Sign(); s != 0 {
			if s == -sign {
				changes++
			}
			sign = s
		}
	}
	return changes
}

// trim leaves out the greatest powers with factor 0.
func trim(q []*big.Int) []*big.Int {
	for len(q) > 1 && q[len(q)-1].Sign() == 0 {
		q = q[:len(q)-1]
	}
	return q
}

// withoutSquares returns the polynomial with the same roots, each simple. q[0] is 1, so the greatest common divisor of q
// and its derivative, with 1 as its first number, has integers, which several primes give.
func withoutSquares(q []*big.Int) []*big.Int {
	var primes []uint64
	var rests [][]uint64
	degree := len(q)
	for p := uint64(1 << 61); ; {
		p = primeBelow(p)
		g := commonWithDerivative(q, p)
		if g == nil || len(g) > degree {
			continue
		}
		if len(g) == 1 {
			return q
		}
		if len(g) < degree {
			degree, primes, rests = len(g), nil, nil
		}
		primes, rests = append(primes, p), append(rests, g)
		divisor, product := combine(primes, rests, degree)
		half := new(big.Int).Rsh(product, 1)
		for _, c := range divisor {
			if c.Cmp(half) > 0 {
				c.Sub(c, product)
			}
		}
		if quotient, ok := divide(q, divisor); ok {
			return quotient
		}
	}
}

// commonWithDerivative returns the greatest common divisor of a polynomial and its derivative modulo a prime, with 1 as its
// first number; nil if the prime divides what it must not.
func commonWithDerivative(q []*big.Int, p uint64) []uint64 {
	modulus, x := new(big.Int).SetUint64(p), new(big.Int)
	var a, b []uint64
	for i, c := range q {
		r := x.Mod(c, modulus).Uint64()
		a = append(a, r)
		if i > 0 {
			b = append(b, multiply(r, uint64(i), p))
		}
	}
	if a[len(a)-1] == 0 {
		return nil
	}
	for len(b) > 0 {
		inverse := invert(b[len(b)-1], p)
		for len(a) >= len(b) {
			factor := p - multiply(a[len(a)-1], inverse, p)
			for i, y := range b {
				at := len(a) - len(b) + i
				a[at] = (a[at] + multiply(factor, y, p)) % p
			}
			a = trimmed(a[:len(a)-1])
		}
		a, b = b, a
	}
	if a[0] == 0 {
		return nil
	}
	inverse := invert(a[0], p)
	for i := range a {
		a[i] = multiply(a[i], inverse, p)
	}
	return a
}

func trimmed(a []uint64) []uint64 {
	for len(a) > 0 && a[len(a)-1] == 0 {
		a = a[:len(a)-1]
	}
	return a
}

// divide divides polynomials whose first numbers are 1, from the lowest power on. It reports whether nothing is left.
func divide(q, divisor []*big.Int) (quotient []*big.Int, exact bool) {
	rest := make([]*big.Int, len(q))
	for i, c := range q {
		rest[i] = new(big.Int).Set(c)
	}
	x := new(big.Int)
	for i := range len(q) - len(divisor) + 1 {
		factor := new(big.Int).Set(rest[i])
		quotient = append(quotient, factor)
		for j, d := range divisor {
			rest[i+j].Sub(rest[i+j], x.Mul(factor, d))
		}
	}
	for _, r := range rest {
		if r.Sign() != 0 {
			return nil, false
		}
	}
	return quotient, true
}
