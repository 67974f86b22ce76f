package exact

import (
	"fmt"
	"math/bits"

	"coverstat/enumerate"
)

// OptionColumns implements [enumerate.Tabulator].
func (c *Census) OptionColumns() (columns []int, options int) {
	if c.Instance.Occupancy == nil {
		return nil, 0
	}
	for i, column := range c.Instance.Solution {
		if column.Type == enumerate.Int32 || column.Type == enumerate.Int32List {
			columns = append(columns, i)
		}
	}
	return columns, c.Instance.Problem.Options()
}

// Tabulate implements [enumerate.Tabulator].
func (c *Census) Tabulate(raw, distinct []int64) ([]enumerate.Table, error) {
	g := c.Instance.Group
	orbit := make([]int32, len(raw))
	for o := range orbit {
		orbit[o] = int32(o)
		for k := range g.Order() {
			orbit[o] = min(orbit[o], int32(g.Image(k, enumerate.OptionID(o))))
		}
	}
	each, sums, err := spreadOverOrbits(raw, distinct, orbit)
	if err != nil {
		return nil, err
	}
	return c.Instance.Occupancy(each, sums, orbit), nil
}

// spreadOverOrbits turns counts of options in rows into counts of options in
// all raw solutions, and sums the rows' counts by orbit; orbit[o] is the least
// option of o's orbit under the group. Rows have counted each orbit in the
// images that happen to be canonical, but among all images an orbit's options
// are equally frequent, so that each has an equal part of the weighted total.
//
// Proof: a row s stands for the mean over g of |orbit of s| copies of g s, so
// an option's count is the mean over g of the weighted stored counts of its
// images; each option of its orbit is met equally often. That holds for every
// row by itself: its part of the total divides evenly, in shards and under a
// limit, too. A remainder says that a row's orbit size is wrong.
func spreadOverOrbits(raw, distinct []int64, orbit []int32) (each, sums []int64, err error) {
	each, sums = make([]int64, len(raw)), make([]int64, len(raw))
	size := make([]int64, len(raw))
	high, low := make([]uint64, len(raw)), make([]uint64, len(raw)) // totals of 128 bits
	for o, k := range orbit {
		var carry uint64
		low[k], carry = bits.Add64(low[k], uint64(raw[o]), 0)
		high[k] += carry
		sums[k] += distinct[o] // no more than rows times copies: far below 2^63
		size[k]++
	}
	for o, k := range orbit {
		// A part is a mean of counts, and fits where they do.
		part, rest := bits.Div64(high[k], low[k], uint64(size[k]))
		if rest != 0 {
			return nil, nil, fmt.Errorf("option %d: its orbit of %d options is used so often in all that %d uses are left over: orbit sizes or rows are wrong", o, size[k], rest)
		}
		each[o] = int64(part)
	}
	return each, sums, nil
}
