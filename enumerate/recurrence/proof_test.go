package recurrence

import (
	"math/big"
	"slices"
	"testing"
)

// listed is a source that has these terms alone.
type listed []*big.Int

func (l listed) States() int { return len(l) / 2 }

func (l listed) Terms(n int, primes []uint64) (all [][]uint64) {
	for _, p := range primes {
		var rests []uint64
		for _, a := range l[:n] {
			rests = append(rests, new(big.Int).Mod(a, new(big.Int).SetUint64(p)).Uint64())
		}
		all = append(all, rests)
	}
	return all
}

func (l listed) Bits(n int) int {
	return slices.MaxFunc(l[:n], func(a, b *big.Int) int { return a.Cmp(b) }).BitLen()
}

// TestProof: a recurrence is tested on all terms, and modulo so many primes that no difference is lost: also one that all
// primes of the first batch divide.
func TestProof(t *testing.T) {
	product, below := big.NewInt(1), uint64(1<<61)
	for range batch {
		below = primeBelow(below)
		product.Mul(product, new(big.Int).SetUint64(below))
	}
	for _, c := range []struct {
		difference *big.Int
		holds      bool
	}{{new(big.Int), true}, {big.NewInt(1), false}, {product, false}} {
		var powers listed
		for k := range uint(8) {
			powers = append(powers, new(big.Int).Lsh(big.NewInt(1), k))
		}
		powers[7].Add(powers[7], c.difference)
		f := finder{source: powers, order: 1, n: len(powers)}
		f.more()
		if _, ok := f.test([]*big.Int{big.NewInt(2)}); ok != c.holds {
			t.Errorf("powers of 2, the last one with %v more: the recurrence holds: %v", c.difference, ok)
		}
	}
}
