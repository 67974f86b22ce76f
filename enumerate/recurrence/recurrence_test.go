package recurrence

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// matrix is a source: from state 0 back to it.
type matrix [][]int64

func (m matrix) States() int { return len(m) }

func (m matrix) exact(n int) (terms []*big.Int) {
	v := make([]*big.Int, len(m))
	for i := range v {
		v[i] = new(big.Int)
	}
	v[0].SetInt64(1)
	for range n {
		terms = append(terms, v[0])
		w := make([]*big.Int, len(m))
		for j := range w {
			w[j] = new(big.Int)
			for i := range v {
				w[j].Add(w[j], new(big.Int).Mul(v[i], big.NewInt(m[i][j])))
			}
		}
		v = w
	}
	return terms
}

func (m matrix) Terms(n int, primes []uint64) (all [][]uint64) {
	terms := m.exact(n)
	for _, p := range primes {
		var rests []uint64
		for _, a := range terms {
			rests = append(rests, new(big.Int).Mod(a, new(big.Int).SetUint64(p)).Uint64())
		}
		all = append(all, rests)
	}
	return all
}

func (m matrix) Bits(n int) (bits int) {
	for _, a := range m.exact(n) {
		bits = max(bits, a.BitLen())
	}
	return bits
}

// TestKnown: recurrences and growths that are known, among them terms that end and poles that are not simple.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name    string
		matrix  matrix
		factors string
		growth  float64
	}{
		{"Fibonacci", matrix{{1, 1}, {1, 0}}, "[1 1]", math.Phi},
		{"1, 0, 0", matrix{{0}}, "[0]", -1},
		{"1, 0, 1, 0", matrix{{0, 1}, {1, 0}}, "[0 1]", 1},
		{"powers of 3 by two states", matrix{{2, 1}, {2, 1}}, "[3 0]", 3},
		{"n + 1", matrix{{1, 1, 0}, {0, 0, 1}, {0, 1, 0}}, "[1]", 1},
	} {
		r, err := Find(c.matrix)
		if err != nil {
			t.Fatal(err)
		}
		growth, ok := r.Growth()
		if !ok {
			growth = -1
		}
		if fmt.Sprint(r.Factors) != c.factors || math.Abs(growth-c.growth) > 1e-15*math.Abs(c.growth) {
			t.Errorf("%s: factors %v, growth %v: expected %s, %v", c.name, r.Factors, growth, c.factors, c.growth)
		}
	}
	// 1/(1-3x)^4, of which the pole is not simple, and with others as near: 1/(1-81x^4).
	q := []*big.Int{big.NewInt(1)}
	for _, by := range []int64{-3, -3, -3, -3, 3} {
		next := make([]*big.Int, len(q)+1)
		for i := range next {
			next[i] = new(big.Int)
			if i < len(q) {
				next[i].Add(next[i], q[i])
			}
			if i > 0 {
				next[i].Add(next[i], new(big.Int).Mul(q[i-1], big.NewInt(by)))
			}
		}
		q = next
	}
	r := &Recurrence{}
	for _, c := range q[1:] {
		r.Factors = append(r.Factors, new(big.Int).Neg(c))
	}
	if g, ok := r.Growth(); !ok || math.Abs(g-3) > 1e-14 {
		t.Errorf("growth %v, %v: expected 3", g, ok)
	}
	r.Factors = []*big.Int{new(big.Int), new(big.Int), new(big.Int), big.NewInt(81)}
	if g, ok := r.Growth(); !ok || math.Abs(g-3) > 1e-14 {
		t.Errorf("growth %v, %v: expected 3", g, ok)
	}
}

// terms are the first n terms by a recurrence.
func terms(r *Recurrence, n int) []*big.Int {
	terms := slices.Clone(r.First[:min(n, r.Order())])
	for x := new(big.Int); len(terms) < n; {
		a := new(big.Int)
		for i, c := range r.Factors {
			a.Add(a, x.Mul(c, terms[len(terms)-1-i]))
		}
		terms = append(terms, a)
	}
	return terms
}

// TestRandom: the recurrence of a random graph gives its terms, has no order above the number of states, and no
// shorter one does; the generating function has them, too.
func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		m := make(matrix, 1+random.IntN(7))
		for i := range m {
			m[i] = make([]int64, len(m))
			for j := range m[i] {
				if random.IntN(3) == 0 {
					m[i][j] = random.Int64N(1 << random.IntN(40))
				}
			}
		}
		r, err := Find(m)
		if err != nil {
			t.Fatal(err)
		}
		n := 4 * len(m)
		want := m.exact(n)
		if got := terms(r, n); r.Order() > len(m) || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%v: order %d, terms %v: expected %v", m, r.Order(), got, want)
		}
		if rank(want, len(m)) != r.Order() {
			t.Fatalf("%v: order %d: expected %d", m, r.Order(), rank(want, len(m)))
		}
		numerator, denominator := r.Numerator(), r.Denominator()
		for k := range n {
			sum := new(big.Int)
			for i, d := range denominator[:min(k+1, len(denominator))] {
				sum.Add(sum, new(big.Int).Mul(d, want[k-i]))
			}
			if k < len(numerator) {
				sum.Sub(sum, numerator[k])
			}
			if sum.Sign() != 0 {
				t.Fatalf("%v: numerator %v, denominator %v: wrong from power %d on", m, numerator, denominator, k)
			}
		}
		growth, ok := r.Growth()
		far := m.exact(400)
		last := 0.0
		for i, a := range far[300:] {
			if f := new(big.Float).SetInt(a); a.Sign() > 0 {
				x := f.MantExp(nil)
				last = max(last, float64(x)/float64(300+i)*math.Ln2)
			}
		}
		if ok != (last > 0 || far[399].Sign() > 0 || far[398].Sign() > 0) && growth != 1 {
			t.Fatalf("%v: growth %v %v", m, growth, ok)
		}
		if ok && growth > 1 && math.Abs(math.Log(growth)-last) > 0.2 {
			t.Fatalf("%v: growth %v: expected %v", m, growth, math.Exp(last))
		}
	}
}

// rank is the rank of the matrix of a(i+j): the order of the least recurrence.
func rank(terms []*big.Int, n int) (rank int) {
	rows := make([][]*big.Rat, n)
	for i := range rows {
		for j := range n {
			rows[i] = append(rows[i], new(big.Rat).SetInt(terms[i+j]))
		}
	}
	for column := range n {
		at := rank
		for at < n && rows[at][column].Sign() == 0 {
			at++
		}
		if at == n {
			continue
		}
		rows[rank], rows[at] = rows[at], rows[rank]
		for i := rank + 1; i < n; i++ {
			factor := new(big.Rat).Quo(rows[i][column], rows[rank][column])
			for j := column; j < n; j++ {
				rows[i][j] = new(big.Rat).Sub(rows[i][j], new(big.Rat).Mul(factor, rows[rank][j]))
			}
		}
		rank++
	}
	return rank
}
