package main

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"testing"
)

// TestFormulas computes the counts of whole families of rows by formulas and
// recurrences, which share nothing with the searches.
func TestFormulas(t *testing.T) {
	families := []struct {
		pattern string
		count   func(n []int) *big.Int
		rows    int // at least
	}{
		{`dominoes-(\d+)x(\d+)`, func(n []int) *big.Int { return matchings(n[0], n[1], false, false) }, 20},
		{`dominoes-cylinder-(\d+)x(\d+)`, func(n []int) *big.Int { return matchings(n[0], n[1], false, true) }, 20},
		{`dominoes-torus-(\d+)x(\d+)`, func(n []int) *big.Int { return matchings(n[0], n[1], true, true) }, 15},
		{`aztec-(\d+)`, func(n []int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n[0]*(n[0]+1)/2)) }, 6},
		{`lozenges-(\d+)`, func(n []int) *big.Int { return planePartitions(n[0], n[0], n[0]) }, 5},
		{`lozenges-(\d+)x(\d+)x(\d+)`, func(n []int) *big.Int { return planePartitions(n[0], n[1], n[2]) }, 15},
		{`tricubes-2x2x(\d+)`, func(n []int) *big.Int { return recurrence([]int64{68, -192}, []int64{1, 44}, n[0]/3) }, 4},
		{`bricks-2x2x(\d+)`, func(n []int) *big.Int { return recurrence([]int64{3, 3, -1}, []int64{1, 2, 9}, n[0]) }, 8},
		{`plates-cubes-2x2x(\d+)`, func(n []int) *big.Int { return recurrence([]int64{3, 4, -2}, []int64{1, 2, 10}, n[0]) }, 5},
		{`plates-dominoes-2x2x(\d+)`, func(n []int) *big.Int { return recurrence([]int64{5, 9, -14}, []int64{1, 3, 24}, n[0]) }, 5},
		{`L4-O4-4x(\d+)`, func(n []int) *big.Int {
			return recurrence([]int64{0, 5, 6, 4, 0, -1, 0, -3, -2, -4, 0, -2}, []int64{1, 0, 3, 6, 19, 48, 141, 378, 1063, 2920, 8115, 22418}, n[0])
		}, 7},
	}
	for _, f := range families {
		pattern, found := regexp.MustCompile("^"+f.pattern+"$"), 0
		for _, c := range knownCounts() {
			match := pattern.FindStringSubmatch(c.ID)
			if match == nil {
				continue
			}
			var n []int
			for _, digits := range match[1:] {
				v, err := strconv.Atoi(digits)
				if err != nil {
					t.Fatal(err)
				}
				n = append(n, v)
			}
			want := f.count(n)
			if want == nil {
				continue
			}
			if found++; c.Raw != want.String() {
				t.Errorf("%s: the table has %s, the formula gives %s", c.ID, c.Raw, want)
			}
		}
		if found < f.rows {
			t.Errorf("%s: %d rows, expected %d", f.pattern, found, f.rows)
		}
	}
}

// matchings counts the sets of dominoes that cover a board, cell by cell. Bit i of the
// key of a state says that the cell i places after the next one is covered. A pair of
// cells counts once, also where a ring of two cells joins them on both sides. It returns
// nil for boards of more than 64 cells, whose states may not fit in a word.
func matchings(rows, cols int, wrapRows, wrapCols bool) *big.Int {
	if rows*cols > 64 {
		return nil
	}
	later := make([]map[int]bool, rows*cols)
	pair := func(a, b int) {
		if a > b {
			a, b = b, a
		}
		if later[a] == nil {
			later[a] = map[int]bool{}
		}
		if a < b {
			later[a][b] = true
		}
	}
	for r := range rows {
		for c := range cols {
			if c+1 < cols || wrapCols {
				pair(r*cols+c, r*cols+(c+1)%cols)
			}
			if r+1 < rows || wrapRows {
				pair(r*cols+c, (r+1)%rows*cols+c)
			}
		}
	}
	states := map[uint64]*big.Int{0: big.NewInt(1)}
	add := func(to map[uint64]*big.Int, key uint64, n *big.Int) {
		if to[key] == nil {
			to[key] = new(big.Int)
		}
		to[key].Add(to[key], n)
	}
	for cell := range rows * cols {
		next := map[uint64]*big.Int{}
		for key, n := range states {
			if key&1 != 0 {
				add(next, key>>1, n)
				continue
			}
			for other := range later[cell] {
				if bit := uint64(1) << (other - cell); key&bit == 0 {
					add(next, (key|bit)>>1, n)
				}
			}
		}
		states = next
	}
	if n := states[0]; n != nil {
		return n
	}
	return new(big.Int)
}

// planePartitions is MacMahon's number of plane partitions in an a x b x c box, which
// is that of the tilings by lozenges of the hexagon with these sides.
func planePartitions(a, b, c int) *big.Int {
	p := big.NewRat(1, 1)
	for i := 1; i <= a; i++ {
		for j := 1; j <= b; j++ {
			p.Mul(p, big.NewRat(int64(i+j+c-1), int64(i+j-1)))
		}
	}
	if !p.IsInt() {
		panic(fmt.Sprintf("hexagon %d, %d, %d: %s tilings", a, b, c, p))
	}
	return p.Num()
}

// recurrence is the value with number n of the sequence with these first values
// whose values are the sums of factors[i] x the value i+1 places before.
func recurrence(factors, first []int64, n int) *big.Int {
	var values []*big.Int
	for i := range n + 1 {
		if i < len(first) {
			values = append(values, big.NewInt(first[i]))
			continue
		}
		v := new(big.Int)
		for k, f := range factors {
			v.Add(v, new(big.Int).Mul(big.NewInt(f), values[i-1-k]))
		}
		values = append(values, v)
	}
	return values[n]
}
