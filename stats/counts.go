package stats

import (
	"math/big"

	"coverstat/enumerate"
)

// counts are the number of rows of some kind, and of the raw objects that they
// stand for. What does not fit in 64 bits stands in far; nil is 0.
type counts struct {
	rows, raw int64
	far       *struct{ rows, raw Number }
}

// addRow adds a row; its weight is positive. It is written so that the compiler
// inlines it: a call takes three times as long.
func (c *counts) addRow(weight int64) {
	c.rows++ // no run has 2^63 rows
	if c.raw += weight; c.raw < 0 {
		c.carry()
	}
}

// carry moves raw to far, where a positive addend made it too large by one bit.
func (c *counts) carry() {
	c.addNumbers(Number{}, BigInt(new(big.Int).SetUint64(uint64(c.raw))))
	c.raw = 0
}

func (c *counts) addNumbers(rows, raw Number) {
	far := new(struct{ rows, raw Number })
	if c.far != nil {
		*far = *c.far
	}
	far.rows, far.raw = far.rows.Add(rows), far.raw.Add(raw)
	c.far = far
}

func (c *counts) addCounts(o *counts) {
	c.rows += o.rows
	if c.raw += o.raw; c.raw < 0 {
		c.carry()
	}
	if o.far != nil {
		c.addNumbers(o.far.rows, o.far.raw)
	}
}

// numbers returns the counts as published.
func (c *counts) numbers() (raw, distinct Number) {
	raw, distinct = Int(c.raw), Int(c.rows)
	if c.far != nil {
		raw, distinct = raw.Add(c.far.raw), distinct.Add(c.far.rows)
	}
	return raw, distinct
}

// none reports whether there is no row.
func (c *counts) none() bool { return c.rows == 0 && c.far == nil }

// countsOf are the counts of solutions that were counted without rows.
func countsOf(g *enumerate.Group) (n counts) {
	n.addNumbers(BigInt(g.Distinct), BigInt(g.Raw))
	return n
}

// columnSums are the sums of a column within a group; nulls are left out.
type columnSums struct {
	n          counts // of rows where the column has a value
	raw, rows  Number // sums of the values, weighted by raw objects and by rows
	squares    Number // sum of the squared values, weighted by raw objects
	least, top int64
}

func (s *columnSums) addRow(value, weight int64) {
	s.extend(value, value)
	s.n.addRow(weight)
	v, weighted := Int(value), Int(value).Times(weight)
	s.raw, s.rows, s.squares = s.raw.Add(weighted), s.rows.Add(v), s.squares.Add(weighted.Times(value))
}

// addRows adds rows that have the same value.
func (s *columnSums) addRows(value int64, n *counts) {
	s.extend(value, value)
	s.n.addCounts(n)
	raw, rows := n.numbers()
	raw, rows = raw.Times(value), rows.Times(value)
	s.raw, s.rows, s.squares = s.raw.Add(raw), s.rows.Add(rows), s.squares.Add(raw.Times(value))
}

func (s *columnSums) addSums(o *columnSums) {
	if !o.n.none() {
		s.extend(o.least, o.top)
	}
	s.n.addCounts(&o.n)
	s.raw, s.rows, s.squares = s.raw.Add(o.raw), s.rows.Add(o.rows), s.squares.Add(o.squares)
}

// extend extends the range of values. It must be called before n is raised.
func (s *columnSums) extend(least, top int64) {
	if s.n.none() {
		s.least, s.top = least, top
	}
	s.least, s.top = min(s.least, least), max(s.top, top)
}
