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
	// As infinitely many terms are at least 1, the least pole is in (0, 1]. No pole is nearer to 0, so that
	// roots tells exactly whether it is below a number. Once it is simple and apart from others, a sign does.
	precision := uint(widest(q) + 4*len(q) + 128)
	low, high := new(big.Float).SetPrec(precision), big.NewFloat(2).SetPrec(precision)
	inverse := func(x *big.Float) float64 {
		y, _ := new(big.Float).Quo(big.NewFloat(1), x).Float64()
		return y
	}
	apart := false
	for range steps {
		if inverse(low) == inverse(high) {
			break
		}
		apart = apart || roots(q, high) == 1
		middle := new(big.Float).SetPrec(precision).Add(low, high)
		middle.Quo(middle, big.NewFloat(2))
		if apart && valueAt(q, middle).Sign() > 0 || !apart && roots(q, middle) == 0 {
			low = middle
		} else {
			high = middle
		}
	}
	growth := inverse(high)
	return growth, !math.IsInf(growth, 0)
}

// steps of bisection are enough for a float64, unless the growth lies between two of them.
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
