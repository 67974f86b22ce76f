package stats

import (
	"cmp"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// Breakdown sums columns apart for every combination of the values of others:
// the share of solvable puzzles by size and density. Like [Accumulator] it is
// exact, order-free and for one goroutine. A row costs some 100 ns; a
// combination about 150 bytes, and as much again for each column summed.
type Breakdown struct {
	columns []enumerate.Column
	by, of  []int
	weight  int
	drawn   bool

	index map[[enumerate.MaxBy]int64]int32
	keys  [][enumerate.MaxBy]int64
	rows  []bucket // by combination
	parts []part   // by combination and column
	all   bucket   // rows with a combination
	nulls bucket   // rows where a column of by is null
	over  bool     // more than keep combinations: they are given up
	keep  int      // KeepCombinations; tests lower it

	weights []uint64 // of the rows being added
}

// KeepCombinations is the number of combinations up to which a breakdown is
// made.
const KeepCombinations = 1 << 12

// part is what is summed of a column within a combination.
type part struct {
	n          bucket
	raw, rows  signed
	squares    square // of values, weighted by raw
	least, top int64
}

// NewBreakdown returns an empty breakdown. With drawn, rows are independent
// draws, and means have intervals.
func NewBreakdown(columns []enumerate.Column, by, of []string, drawn bool) (*Breakdown, error) {
	b := &Breakdown{columns: slices.Clone(columns), drawn: drawn, index: map[[enumerate.MaxBy]int64]int32{}, keep: KeepCombinations}
	if n := len(by); n < 1 || n > enumerate.MaxBy {
		return nil, fmt.Errorf("breakdown by %d columns: expected 1 to %d", n, enumerate.MaxBy)
	}
	for _, list := range []struct {
		names []string
		at    *[]int
	}{{by, &b.by}, {of, &b.of}} {
		for _, name := range list.names {
			i := enumerate.ColumnIndex(columns, name)
			if i < 0 {
				return nil, fmt.Errorf("breakdown: there is no column %q", name)
			}
			if !integer(columns[i].Type) {
				return nil, fmt.Errorf("breakdown: column %q is of type %v: expected an integer type", name, columns[i].Type)
			}
			*list.at = append(*list.at, i)
		}
	}
	var err error
	b.weight, err = weightColumn(columns)
	return b, err
}

// Add sums all rows of a batch.
func (b *Breakdown) Add(rows *enumerate.Batch) error {
	if err := sameColumns(b.columns, rows.Columns); err != nil {
		return err
	}
	var err error
	if b.weights, err = appendWeights(b.weights[:0], rows, b.weight, 0, rows.Len()); err != nil {
		return err
	}
	var last [enumerate.MaxBy]int64 // neighbours are often alike
	at := int32(-1)
next:
	for row, w := range b.weights {
		var key [enumerate.MaxBy]int64
		for i, column := range b.by {
			if rows.IsNull(column, row) {
				b.nulls.addRow(w)
				continue next
			}
			key[i] = rows.IntAt(column, row)
		}
		b.all.addRow(w)
		if b.over {
			continue
		}
		if at < 0 || key != last {
			if at = b.find(key); at < 0 {
				continue
			}
			last = key
		}
		b.rows[at].addRow(w)
		parts := b.parts[int(at)*len(b.of):]
		for i, column := range b.of {
			if !rows.IsNull(column, row) {
				parts[i].addRow(rows.IntAt(column, row), w)
			}
		}
	}
	return nil
}

// find returns the place of a combination, new ones included; -1 if that was
// one too many.
func (b *Breakdown) find(key [enumerate.MaxBy]int64) int32 {
	if at, ok := b.index[key]; ok {
		return at
	}
	if len(b.keys) == b.keep {
		b.giveUp()
		return -1
	}
	at := int32(len(b.keys))
	b.index[key] = at
	b.keys = append(b.keys, key)
	b.rows = append(b.rows, bucket{})
	b.parts = append(b.parts, make([]part, len(b.of))...)
	return at
}

func (b *Breakdown) giveUp() { b.over, b.index, b.keys, b.rows, b.parts = true, nil, nil, nil, nil }

// Merge adds what another breakdown by the same columns summed.
func (b *Breakdown) Merge(o *Breakdown) error {
	if err := sameColumns(b.columns, o.columns); err != nil {
		return err
	}
	if !slices.Equal(b.by, o.by) || !slices.Equal(b.of, o.of) || b.drawn != o.drawn {
		return fmt.Errorf("merging a breakdown of other columns")
	}
	b.all.add(o.all)
	b.nulls.add(o.nulls)
	if o.over {
		b.giveUp()
	}
	for from, key := range o.keys {
		if b.over {
			break
		}
		at := b.find(key)
		if at < 0 {
			break
		}
		b.rows[at].add(o.rows[from])
		for i := range b.of {
			b.parts[int(at)*len(b.of)+i].add(&o.parts[from*len(b.of)+i])
		}
	}
	return nil
}

func (p *part) addRow(value int64, weight uint64) {
	if p.n.rows == 0 {
		p.least, p.top = value, value
	}
	p.least, p.top = min(p.least, value), max(p.top, value)
	p.n.addRow(weight)
	p.raw.addProduct(value, weight)
	p.rows.addProduct(value, 1)
	p.squares.addProduct(magnitude(value), weight)
}

func (p *part) add(o *part) {
	if o.n.rows == 0 {
		return
	}
	if p.n.rows == 0 {
		p.least, p.top = o.least, o.top
	}
	p.least, p.top = min(p.least, o.least), max(p.top, o.top)
	p.n.add(o.n)
	p.raw.add(&o.raw)
	p.rows.add(&o.rows)
	p.squares.add(&o.squares)
}

// signed is a sum of products of either sign.
type signed struct{ plus, minus sum }

func (s *signed) addProduct(value int64, weight uint64) {
	hi, lo := bits.Mul64(magnitude(value), weight)
	if value < 0 {
		s.minus.add(sum{mid: hi, lo: lo})
	} else {
		s.plus.add(sum{mid: hi, lo: lo})
	}
}

func (s *signed) add(o *signed) {
	s.plus.add(o.plus)
	s.minus.add(o.minus)
}

func (s *signed) number() Number {
	total := s.plus.big()
	return BigInt(total.Sub(total, s.minus.big()))
}

// square is an unsigned 256-bit sum of squares (at most 2^126) times weights
// (below 2^63), of fewer than 2^64 rows: below 2^253.
type square [4]uint64 // the lowest word first

func (s *square) addProduct(value, weight uint64) {
	hi, lo := bits.Mul64(value, value)
	var p square
	var carry uint64
	p[1], p[0] = bits.Mul64(lo, weight)
	top, mid := bits.Mul64(hi, weight)
	p[1], carry = bits.Add64(p[1], mid, 0)
	p[2] = top + carry
	s.add(&p)
}

func (s *square) add(o *square) {
	var carry uint64
	for i := range s {
		s[i], carry = bits.Add64(s[i], o[i], carry)
	}
}

func (s *square) big() *big.Int {
	v := new(big.Int)
	for i := len(s) - 1; i >= 0; i-- {
		v.Lsh(v, 64)
		v.Add(v, new(big.Int).SetUint64(s[i]))
	}
	return v
}

// sorted returns the combinations by ascending values.
func (b *Breakdown) sorted() []int {
	order := make([]int, len(b.keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int {
		for i := range b.by {
			if c := cmp.Compare(b.keys[x][i], b.keys[y][i]); c != 0 {
				return c
			}
		}
		return 0
	})
	return order
}
