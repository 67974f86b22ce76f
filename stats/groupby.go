package stats

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// GroupBy groups rows by the values of some integer columns. Of each group it
// counts the rows and the raw objects that they stand for, and of other columns
// it sums the values within each group. A histogram groups by one column, a
// breakdown by up to three, the joint histogram by all measures.
//
// All counts and sums are exact, and Merge is associative and commutative. A
// GroupBy is not safe for concurrent use: give each worker its own.
//
// A batch is grouped in two steps. The first finds the code of each row's
// group: a dictionary gives a code to each column's value, and if there are
// several columns, one more gives a code to each tuple of these codes. The
// second step adds each row to the counts and sums at its code.
type GroupBy struct {
	columns []enumerate.Column
	by, of  []int // places in columns: what rows are grouped by, what is summed
	weight  int   // place in columns, or -1: every row weighs 1
	limit   int   // the number of groups beyond which they are given up

	values []*dictionary  // by column of by: codes of its values
	tuples *tuples        // codes of tuples of those; nil with one column or none
	nulls  bool           // null is a value like others; needs tuples
	groups []counts       // by code; 0 are the other rows where a column of by is null
	small  []counts       // of a histogram: by value, not in groups yet
	sums   [][]columnSums // by column of of, then by code

	// Beyond limit groups givenUp is set, and all rows become one group, of code 1. If rows
	// are grouped by one column, total then sums it over all rows.
	givenUp bool
	total   *columnSums

	codes   []int32 // scratch: the codes of a batch
	weights []int64 // scratch: the weights of a batch
}

// NewGroupBy returns an empty grouping of rows with these columns, by some
// columns of integers (int32, int64, bool), with sums of others. If there are
// more than limit groups, only the counts of all rows are kept; this does not
// depend on the order of the rows.
func NewGroupBy(columns []enumerate.Column, by, of []string, limit int) (*GroupBy, error) {
	g := &GroupBy{columns: columns, limit: limit, groups: make([]counts, 1), sums: make([][]columnSums, len(of))}
	for _, list := range []struct {
		names  []string
		places *[]int
	}{{by, &g.by}, {of, &g.of}} {
		for _, name := range list.names {
			i := enumerate.ColumnIndex(columns, name)
			if i < 0 {
				return nil, fmt.Errorf("there is no column %q", name)
			}
			if t := columns[i].Type; t != enumerate.Int32 && t != enumerate.Int64 && t != enumerate.Bool {
				return nil, fmt.Errorf("column %q is of type %v: expected an integer type", name, t)
			}
			*list.places = append(*list.places, i)
		}
	}
	for range by {
		g.values = append(g.values, new(dictionary))
	}
	if len(by) > 1 {
		g.tuples = newTuples(len(by))
	}
	var err error
	g.weight, err = weightColumn(columns)
	return g, err
}

// Exact reports whether there are no more groups than the limit.
func (g *GroupBy) Exact() bool { return !g.givenUp }

// sumWhole makes the grouping sum other columns: of floating-point numbers, which must be
// whole and not null. Their sums are over rows, without the rows' weights.
func (g *GroupBy) sumWhole(of []int) { g.of, g.sums = of, make([][]columnSums, len(of)) }

// Add adds all rows of a batch. It fails, and adds none of them, if the columns
// are others or a weight is below 1.
func (g *GroupBy) Add(b *enumerate.Batch) error {
	if err := sameColumns(g.columns, b.Columns); err != nil {
		return err
	}
	var err error
	if g.weights, err = weightsOf(g.weights[:0], b, g.weight); err != nil {
		return err
	}
	g.add(b, g.weights)
	return nil
}

// add adds all rows of a batch with these weights. A histogram counts small
// values without a code, in place, which takes two thirds of the time.
func (g *GroupBy) add(b *enumerate.Batch, weights []int64) {
	histogram := len(g.by) == 1 && len(g.of) == 0 && g.tuples == nil && g.isPlain(b)
	switch {
	case histogram && b.Columns[g.by[0]].Type == enumerate.Int32:
		addValues(g, b.Vectors[g.by[0]].Int32s, weights)
	case histogram && b.Columns[g.by[0]].Type == enumerate.Int64:
		addValues(g, b.Vectors[g.by[0]].Int64s, weights)
	default:
		codes := g.encode(b, len(weights))
		for row, c := range codes {
			g.group(c).addRow(weights[row])
		}
		g.addSums(b, codes, weights)
	}
	g.bound()
}

// isPlain reports whether whole columns can be encoded at once: no value can be
// null, and the groups have not been given up.
func (g *GroupBy) isPlain(b *enumerate.Batch) bool {
	return !g.givenUp && len(g.by) > 0 &&
		!slices.ContainsFunc(g.by, func(column int) bool { return b.Columns[column].Nullable })
}

// addValues adds the rows of a histogram.
func addValues[T int32 | int64](g *GroupBy, values []T, weights []int64) {
	weights = weights[:len(values)]
	small := g.small
	for row, v := range values {
		if uint64(v) < uint64(len(small)) {
			small[v].addRow(weights[row])
			continue
		}
		g.addValue(int64(v), weights[row])
		small = g.small
	}
}

func (g *GroupBy) addValue(v, weight int64) {
	if uint64(v) < windowSize {
		g.small = sized(g.small, max(64, 1<<bits.Len64(uint64(v))))
		g.small[v].addRow(weight)
		return
	}
	g.group(g.values[0].code(v)).addRow(weight)
}

// flush moves the counts of small values to their groups.
func (g *GroupBy) flush() {
	for v := range g.small {
		if n := &g.small[v]; !n.none() {
			g.group(g.values[0].code(int64(v))).addCounts(n)
		}
	}
	g.small = nil
}

// group returns the counts at a code, which may be new.
func (g *GroupBy) group(c int32) *counts {
	g.groups = sized(g.groups, int(c)+1)
	return &g.groups[c]
}

// addSums adds the rows to the sums at their codes.
func (g *GroupBy) addSums(b *enumerate.Batch, codes []int32, weights []int64) {
	if g.total != nil {
		for row := range codes {
			if !b.IsNull(g.by[0], row) {
				g.total.addRow(b.IntAt(g.by[0], row), weights[row])
			}
		}
	}
	if g.givenUp {
		return
	}
	for i, column := range g.of {
		g.sums[i] = sized(g.sums[i], len(g.groups))
		list := g.sums[i]
		if b.Columns[column].Type == enumerate.Double {
			for row, c := range codes {
				list[c].rows.addWhole(b.Vectors[column].Doubles[row])
			}
			continue
		}
		for row, c := range codes {
			if !b.IsNull(column, row) {
				list[c].addRow(b.IntAt(column, row), weights[row])
			}
		}
	}
}

// sized extends a slice to n elements.
func sized[T any](s []T, n int) []T { return append(s, make([]T, max(0, n-len(s)))...) }

// encode returns the code of each row's group.
func (g *GroupBy) encode(b *enumerate.Batch, rows int) []int32 {
	g.codes = slices.Grow(g.codes[:0], rows)[:rows]
	switch {
	case g.givenUp || len(g.by) == 0:
		for row := range g.codes {
			g.codes[row] = 1
			for _, column := range g.by {
				if !g.nulls && b.IsNull(column, row) {
					g.codes[row] = 0
				}
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
	if len(g.small)+len(g.groups)-1 > g.limit {
		g.flush()
		if len(g.groups)-1 > g.limit {
			g.giveUp()
		}
	}
}

// giveUp turns the groups into one of all rows.
func (g *GroupBy) giveUp() {
	if g.givenUp {
		return
	}
	g.flush()
	old := *g
	g.groups, g.sums = []counts{old.groups[0], {}}, nil
	g.givenUp, g.values, g.tuples = true, nil, nil
	if len(g.by) == 1 {
		g.total = new(columnSums)
	}
	g.addGroups(&old)
}

// addGroups adds the groups of another GroupBy, without the rows that have none.
func (g *GroupBy) addGroups(o *GroupBy) {
	tuple := make([]int32, len(g.by))
	for from := 1; from < len(o.groups); from++ {
		n := &o.groups[from]
		c := int32(1)
		switch {
		case g.givenUp:
			if g.total == nil || o.givenUp {
				break
			}
			if code := o.tuple(int32(from))[0]; code > 0 {
				g.total.addRows(o.values[0].value(code), n)
			}
		case len(g.by) == 0:
		default:
			for i, code := range o.tuple(int32(from)) {
				tuple[i] = 0
				if code > 0 {
					tuple[i] = g.values[i].code(o.values[i].value(code))
				}
			}
			if c = tuple[0]; g.tuples != nil {
				c = g.tuples.code(tuple)
			}
		}
		g.group(c).addCounts(n)
		for i := range g.sums {
			g.sums[i] = sized(g.sums[i], int(c)+1)
			g.sums[i][c].addSums(&o.sums[i][from])
		}
	}
}

// all returns the counts of the rows that have a group.
func (g *GroupBy) all() counts {
	var all counts
	for i := range g.groups[1:] {
		all.addCounts(&g.groups[i+1])
	}
	return all
}

// Merge adds what another GroupBy counted, which must be of the same columns
// and is not changed.
func (g *GroupBy) Merge(o *GroupBy) error {
	if err := sameColumns(g.columns, o.columns); err != nil {
		return err
	}
	if !slices.Equal(g.by, o.by) || !slices.Equal(g.of, o.of) {
		return fmt.Errorf("merging rows that are grouped by other columns")
	}
	g.merge(o)
	return nil
}

func (g *GroupBy) merge(o *GroupBy) {
	o.flush()
	if o.givenUp {
		g.giveUp()
	}
	g.groups[0].addCounts(&o.groups[0])
	g.addGroups(o)
	if o.total != nil {
		g.total.addSums(o.total)
	}
	g.bound()
}

// sorted returns the codes of the groups by ascending values, null after all
// others.
func (g *GroupBy) sorted() []int32 {
	g.flush()
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
