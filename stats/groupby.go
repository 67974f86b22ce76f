package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coverstat/enumerate"
)

// GroupBy groups rows by the values of some integer columns. Of each group it counts the rows and the raw objects that
// they stand for, and sums the values of other columns: a histogram groups by one column, a breakdown by up to three,
// the joint histogram by all measures. All is exact, and Merge is associative and commutative. Give each worker its
// own.
//
// A batch is grouped in two steps. The first finds the code of each row's group: a dictionary gives a code to each
// column's value, and if there are several columns, one more gives a code to each tuple of these codes. The second
// step adds each row to the counts and sums at its code.
type GroupBy struct {
	weigher
	by, of []int // places in columns: what rows are grouped by, what is summed
	limit  int   // the number of groups beyond which they are given up

	values []*dictionary  // by column of by: codes of its values
	tuples *tuples        // codes of tuples of those; nil with one column
	nulls  bool           // null is a value like others; needs tuples
	groups []counts       // by code; 0 are the other rows where a column of by is null
	sums   [][]columnSums // by column that is summed, then by code

	givenUp bool // there were more groups than the limit: all rows are one, of code 1

	codes []int32 // scratch: the codes of a batch
}

// newGroupBy returns an empty grouping of rows with these columns, by some columns of integers (int32, int64, bool),
// with sums of others. If there are more than limit groups, only the counts of all rows are kept, whatever their order.
func newGroupBy(columns []enumerate.Column, by, of []string, limit int) (*GroupBy, error) {
	g := &GroupBy{limit: limit, groups: make([]counts, 1), sums: make([][]columnSums, len(of))}
	for i, name := range slices.Concat(by, of) {
		at := enumerate.ColumnIndex(columns, name, enumerate.Integers...)
		if at < 0 {
			return nil, fmt.Errorf("there is no column %q of integers", name)
		}
		if i < len(by) {
			g.by, g.values = append(g.by, at), append(g.values, new(dictionary))
		} else {
			g.of = append(g.of, at)
		}
	}
	if len(by) > 1 {
		g.tuples = newTuples(len(by))
	}
	var err error
	g.weigher, err = newWeigher(columns)
	return g, err
}

// Exact reports whether there are no more groups than the limit.
func (g *GroupBy) Exact() bool { return !g.givenUp }

// sumWhole makes the grouping sum columns of whole floating-point numbers, over rows without their weights.
func (g *GroupBy) sumWhole(of []int) { g.of, g.sums = of, make([][]columnSums, len(of)) }

// Add adds all rows of a batch. It fails, and adds none, if the columns are others or a weight is below 1.
func (g *GroupBy) Add(b *enumerate.Batch) error {
	weights, err := g.weigh(b)
	if err == nil {
		g.add(b, weights)
	}
	return err
}

// add adds all rows of a batch with these weights.
func (g *GroupBy) add(b *enumerate.Batch, weights []int64) {
	codes := g.encode(b, len(weights))
	g.groups = extendTo(g.groups, g.greatest()+1)
	groups := g.groups
	for row, c := range codes[:len(weights)] {
		groups[c].addRow(weights[row])
	}
	for i, column := range g.summed() {
		g.sums[i] = extendTo(g.sums[i], len(g.groups))
		addColumn(g.sums[i], b, column, codes, weights)
	}
	g.bound()
}

// summed returns the columns that are summed. Where groups are given up, that is the first of those that rows were
// grouped by.
func (g *GroupBy) summed() []int {
	if g.givenUp {
		return g.by[:1]
	}
	return g.of
}

// greatest returns the greatest code of a group.
func (g *GroupBy) greatest() int {
	switch {
	case g.givenUp:
		return 1
	case g.tuples != nil:
		return g.tuples.len()
	}
	return len(g.values[0].values)
}

// addColumn adds the values of a column to the sums at the codes of their rows.
func addColumn(sums []columnSums, b *enumerate.Batch, column int, codes []int32, weights []int64) {
	if b.Columns[column].Type == enumerate.Double {
		for row, x := range b.Vectors[column].Doubles {
			s := &sums[codes[row]]
			s.rows = s.rows.Add(whole(x))
		}
		return
	}
	for row, c := range codes {
		if !b.IsNull(column, row) {
			sums[c].addRow(b.IntAt(column, row), weights[row])
		}
	}
}

// whole returns a whole number that is given as a floating-point number.
func whole(x float64) Number {
	if math.Abs(x) < 1<<62 {
		return Int(int64(x))
	}
	v, _ := new(big.Float).SetFloat64(x).Int(nil)
	return BigInt(v)
}

// extendTo extends a slice to n elements.
func extendTo[T any](s []T, n int) []T { return append(s, make([]T, max(0, n-len(s)))...) }

// encode returns the code of each row's group.
func (g *GroupBy) encode(b *enumerate.Batch, rows int) []int32 {
	g.codes = slices.Grow(g.codes[:0], rows)[:rows]
	switch {
	case g.givenUp:
		for row := range g.codes {
			g.codes[row] = 1
			if !g.nulls && slices.ContainsFunc(g.by, func(column int) bool { return b.IsNull(column, row) }) {
				g.codes[row] = 0
			}
		}
	case g.tuples == nil:
		g.values[0].encode(g.codes, b, g.by[0])
	default:
		for i, column := range g.by {
			g.values[i].encode(g.tuples.column(i, rows), b, column)
		}
		g.tuples.encode(g.codes, g.nulls)
	}
	return g.codes
}

// tuple returns the codes of the values of a group.
func (g *GroupBy) tuple(c int32) []int32 {
	if g.tuples == nil {
		return []int32{c}
	}
	return g.tuples.of(c)
}

// key returns the values of a group. A null, see nulls, is 0.
func (g *GroupBy) key(c int32) []int64 {
	key := make([]int64, len(g.by))
	for i, code := range g.tuple(c)[:len(key)] {
		if code > 0 {
			key[i] = g.values[i].value(code)
		}
	}
	return key
}

// bound gives up the groups if they are more than the limit.
func (g *GroupBy) bound() {
	if len(g.groups)-1 > g.limit {
		g.giveUp()
	}
}

// giveUp turns the groups into one of all rows.
func (g *GroupBy) giveUp() {
	if g.givenUp {
		return
	}
	old := *g
	g.groups, g.sums = []counts{old.groups[0], {}}, [][]columnSums{make([]columnSums, 2)}
	g.givenUp, g.values, g.tuples = true, nil, nil
	g.addGroups(&old)
}

// code returns the code of a group, which may be new.
func (g *GroupBy) code(tuple []int32) int32 {
	if g.tuples == nil {
		return tuple[0]
	}
	return g.tuples.code(tuple)
}

// addGroups adds the groups of another GroupBy, without the rows that have none.
func (g *GroupBy) addGroups(o *GroupBy) {
	tuple := make([]int32, len(g.by))
	for from := 1; from < len(o.groups); from++ {
		c := int32(1)
		if !g.givenUp {
			for i, code := range o.tuple(int32(from)) {
				tuple[i] = 0
				if code > 0 {
					tuple[i] = g.values[i].code(o.values[i].value(code))
				}
			}
			c = g.code(tuple)
		}
		g.groups = extendTo(g.groups, int(c)+1)
		g.groups[c].addCounts(&o.groups[from])
		if g.givenUp && !o.givenUp {
			g.sums[0][1].addRows(o.key(int32(from))[0], &o.groups[from])
			continue
		}
		for i := range g.sums {
			g.sums[i] = extendTo(g.sums[i], int(c)+1)
			g.sums[i][c].addSums(&o.sums[i][from])
		}
	}
}

// Merge adds what another GroupBy of the same columns counted.
func (g *GroupBy) Merge(other enumerate.RowCounts) {
	o := other.(*GroupBy)
	if o.givenUp {
		g.giveUp()
	}
	g.groups[0].addCounts(&o.groups[0])
	g.addGroups(o)
	g.bound()
}

// sorted returns the codes of the groups by ascending values, null after all others.
func (g *GroupBy) sorted() []int32 {
	var codes []int32
	for c := 1; c < len(g.groups); c++ {
		codes = append(codes, int32(c))
	}
	if g.givenUp {
		return codes
	}
	ranks := make([][]int32, len(g.by)) // by column, then by code
	for i := range ranks {
		ranks[i] = g.values[i].ranks()
	}
	slices.SortFunc(codes, func(x, y int32) int {
		if g.tuples == nil {
			return cmp.Compare(ranks[0][x], ranks[0][y])
		}
		s, t := g.tuples.of(x), g.tuples.of(y)
		for i, rank := range ranks {
			if s[i] != t[i] {
				return cmp.Compare(rank[s[i]], rank[t[i]])
			}
		}
		return 0
	})
	return codes
}
