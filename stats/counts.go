package stats

import (
	"fmt"
	"math/big"

	"coverstat/enumerate"
)

// A weigher says how many raw objects each row of a batch stands for.
type weigher struct {
	columns []enumerate.Column // of all batches
	column  int                // the one of role Weight, or -1: every row weighs 1
	weights []int64            // scratch: of the rows of the last batch
}

func newWeigher(columns []enumerate.Column) (weigher, error) {
	w := weigher{columns: columns, column: -1}
	for i, c := range columns {
		if c.Role != enumerate.Weight {
			continue
		}
		if w.column >= 0 {
			return w, fmt.Errorf("columns %q and %q both weigh the rows: expected at most one", columns[w.column].Name,
				c.Name)
		}
		if c.Type != enumerate.Int32 && c.Type != enumerate.Int64 {
			return w, fmt.Errorf("weight column %q is of type %v: expected int32 or int64", c.Name, c.Type)
		}
		w.column = i
	}
	return w, nil
}

// weigh returns the weight of every row until the next call. It is an error if the columns are
// others, or if a weight is below 1: null is 0.
func (w *weigher) weigh(b *enumerate.Batch) ([]int64, error) {
	if err := enumerate.SameTypes(b.Columns, w.columns); err != nil {
		return nil, err
	}
	w.weights = w.weights[:0]
	if w.column < 0 {
		for range b.Len() {
			w.weights = append(w.weights, 1)
		}
		return w.weights, nil
	}
	v := &b.Vectors[w.column]
	for _, weight := range v.Int32s {
		w.weights = append(w.weights, int64(weight))
	}
	w.weights = append(w.weights, v.Int64s...)
	for row, weight := range w.weights {
		if weight < 1 {
			return nil, fmt.Errorf("row %d has %s %d: expected at least 1", row, b.Columns[w.column].Name, weight)
		}
	}
	return w.weights, nil
}

// counts are the number of raw objects that rows of some kind stand for, and of these rows.
type counts struct {
	raw, rows int64
	large     *[2]Number // what there is of both besides, where one does not fit
}

// addRow adds a row; its weight is positive. It is written so that the compiler
// inlines it: a call takes three times as long.
func (c *counts) addRow(weight int64) {
	c.rows++ // no run has 2^63 rows
	if c.raw += weight; c.raw < 0 {
		c.carry()
	}
}

// carry empties the raw count, which a positive addend made too large by one bit.
func (c *counts) carry() {
	raw := new(big.Int).SetUint64(uint64(c.raw))
	c.raw = 0
	c.add(BigInt(raw), Number{})
}

// add adds raw objects and rows.
func (c *counts) add(raw, rows Number) {
	allRaw, allRows := c.numbers()
	allRaw, allRows = allRaw.Add(raw), allRows.Add(rows)
	*c = counts{raw: allRaw.small, rows: allRows.small}
	if allRaw.big != nil || allRows.big != nil {
		*c = counts{large: &[2]Number{allRaw, allRows}}
	}
}

func (c *counts) addCounts(o *counts) { c.add(o.numbers()) }

// numbers returns the counts as published.
func (c *counts) numbers() (raw, distinct Number) {
	raw, distinct = Int(c.raw), Int(c.rows)
	if c.large != nil {
		raw, distinct = raw.Add(c.large[0]), distinct.Add(c.large[1])
	}
	return raw, distinct
}

// none reports whether there is no row.
func (c *counts) none() bool { return c.rows == 0 && c.large == nil }

// countsOf are the counts of solutions that were counted without rows.
func countsOf(raw, distinct *big.Int) (c counts) {
	c.add(BigInt(raw), BigInt(distinct))
	return c
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
	if -1<<20 < value && value < 1<<20 && weight < 1<<20 && s.squares.big == nil &&
		s.squares.small < 1<<62 { // nor are the other sums larger
		s.raw.small += value * weight
		s.rows.small += value
		s.squares.small += value * value * weight
		return
	}
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
