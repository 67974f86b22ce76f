package stats

import (
	"math/big"

	"coverstat/enumerate"
)

// counts are the number of raw objects that rows of some kind stand for, and of these rows.
type counts struct {
	raw  Number // a large one has a small part besides: see numbers
	rows Number
}

// addRow adds a row; its weight is positive. It is written so that the compiler
// inlines it: a call takes three times as long.
func (c *counts) addRow(weight int64) {
	c.rows.small++ // no run has 2^63 rows
	if c.raw.small += weight; c.raw.small < 0 {
		c.carry()
	}
}

// carry empties the small part, which a positive addend made too large by one bit.
func (c *counts) carry() {
	small := new(big.Int).SetUint64(uint64(c.raw.small))
	c.raw = Number{big: c.raw.big}.Add(BigInt(small))
}

func (c *counts) addCounts(o *counts) {
	raw, rows := o.numbers()
	c.raw, c.rows = c.numbers()
	c.raw, c.rows = c.raw.Add(raw), c.rows.Add(rows)
}

// numbers returns the counts as published.
func (c *counts) numbers() (raw, distinct Number) {
	return Number{big: c.raw.big}.Add(Int(c.raw.small)), c.rows
}

// none reports whether there is no row.
func (c *counts) none() bool { return c.rows.IsZero() }

// countsOf are the counts of solutions that were counted without rows.
func countsOf(g *enumerate.Group) counts { return counts{BigInt(g.Raw), BigInt(g.Distinct)} }

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
	raw, rows := n.numbers()
	raw = raw.Times(value)
	s.addSums(&columnSums{*n, raw, rows.Times(value), raw.Times(value), value, value})
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
