// Package condition reads and evaluates conditions on the columns of rows, such as
// crossroads=0 and on_edge(I5)=1: those of the flag --where, and those of the solutions that a
// config requires.
package condition

import (
	"bytes"
	"cmp"
	"math"
	"math/big"
	"slices"

	"coverstat/enumerate"
)

// A Condition is a condition on rows; nil is met by all. Each goroutine has its own if it is
// asked what is [Condition.Unmet].
type Condition struct {
	comparisons []*comparison // in the order in which they are written
	root        node
}

// node is a comparison, or joins parts of which a row must meet any, or else all.
type node struct {
	comparison *comparison
	any        bool
	parts      []node
}

// comparison compares a column or a formula with a constant, or with each of a list: then the
// row must be equal to one of them.
type comparison struct {
	column enumerate.Column
	left   *formula
	op     operator
	values []constant
	met    bool // each of the values by some row
}

// constant is what a column is compared with.
type constant struct {
	null   bool
	whole  bool     // it is an integer or a truth, and so is the column
	int    int64    // of integers: the greatest that is not greater; false is 0 and true is 1
	beyond int      // of integers: 1 if the constant is greater than int, -1 if it is less than all int64
	exact  *big.Rat // of integers; nil if infinite
	number float64  // of doubles
	text   []byte
	shown  string // for people
	met    bool   // by some row
}

// operator says whether a comparison holds where the row's value is less than the
// constant, equal to it, and greater.
type operator [3]bool

var (
	equals  = operator{false, true, false}
	differs = operator{true, false, true}
)

// columns visits the columns that are compared.
func (x *Condition) columns(visit func(*formula)) {
	if x != nil {
		for _, c := range x.comparisons {
			c.left.columns(visit)
		}
	}
}

// Bind returns the columns that must be read: those shown and those compared,
// ascending. From then on the condition expects batches of these columns.
func (x *Condition) Bind(shown []int) (read []int) {
	read = slices.Clone(shown)
	x.columns(func(f *formula) { read = append(read, f.index) })
	slices.Sort(read)
	read = slices.Compact(read)
	x.columns(func(f *formula) { f.at = slices.Index(read, f.index) })
	return read
}

// Match reports whether a row meets the condition, and notes what [Condition.Unmet]
// needs.
func (x *Condition) Match(b *enumerate.Batch, row int) bool {
	if x == nil {
		return true
	}
	for _, c := range x.comparisons {
		if c.op == equals && !c.met {
			c.met = true
			for i := range c.values {
				k := &c.values[i]
				k.met = k.met || c.holds(k, b, row)
				c.met = c.met && k.met
			}
		}
	}
	return x.root.holds(func(c *comparison) bool {
		for i := range c.values {
			if c.holds(&c.values[i], b, row) {
				return true
			}
		}
		return false
	})
}

// Holds reports whether values, by the index of their column, meet the condition. All
// columns must hold integers. It may be called by several goroutines at a time.
func (x *Condition) Holds(values []int64) bool {
	return x == nil || x.root.holds(func(c *comparison) bool {
		return slices.ContainsFunc(c.values, func(k constant) bool {
			switch {
			case k.null:
				return false
			case c.left.column:
				return c.op[1+k.compare(values[c.left.index])]
			}
			return c.op[1+k.compareBig(c.left.value(func(f *formula) *big.Int { return big.NewInt(values[f.index]) }))]
		})
	})
}

// holds reports whether a part of the condition is met, if it is told which comparisons hold.
func (n *node) holds(comparison func(*comparison) bool) bool {
	if n.comparison != nil {
		return comparison(n.comparison)
	}
	for i := range n.parts {
		if n.parts[i].holds(comparison) == n.any {
			return n.any
		}
	}
	return !n.any
}

// Range returns limits for a column of integers that follow from comparisons joined by and.
// Those joined by or set none.
func (x *Condition) Range(index int) (least, most int64) {
	least, most = math.MinInt64, math.MaxInt64
	if x != nil {
		x.root.narrow(index, &least, &most)
	}
	return least, most
}

// Settled returns a number from which on the values of a column of integers, all else being equal, all
// meet the condition or all do not.
func (x *Condition) Settled(index int) (from int64) {
	for _, c := range x.comparisons {
		c.left.columns(func(f *formula) {
			for _, k := range c.values {
				switch {
				case f.index != index:
				case !c.left.column:
					from = math.MaxInt32
				case !k.null:
					from = max(from, min(k.int, math.MaxInt32-1)+1)
				}
			}
		})
	}
	return from
}

// Exact reports whether the condition is just that each column lies within its [Condition.Range].
func (x *Condition) Exact() bool { return x == nil || x.root.exact() }

func (n *node) exact() bool {
	if c := n.comparison; c != nil {
		return c.left.column && len(c.values) == 1 && c.values[0].whole && c.op != differs
	}
	return !n.any && !slices.ContainsFunc(n.parts, func(part node) bool { return !part.exact() })
}

func (n *node) narrow(index int, least, most *int64) {
	c := n.comparison
	if c == nil && !n.any {
		for i := range n.parts {
			n.parts[i].narrow(index, least, most)
		}
	}
	if c == nil || !c.left.column || c.left.index != index {
		return
	}
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for _, k := range c.values {
		if !k.whole { // wherever it lies
			return
		}
		if c.op[0] {
			low = math.MinInt64
		}
		if c.op[2] {
			high = math.MaxInt64
		}
		if c.op[1] {
			low, high = min(low, k.int), max(high, k.int)
		} else if !c.op[0] {
			low = min(low, max(k.int, k.int+1)) // no number is greater than the greatest
		} else if !c.op[2] {
			high = max(high, min(k.int, k.int-1))
		}
	}
	*least, *most = max(*least, low), min(*most, high)
}

// compare compares a value of a column of integers with the constant.
func (k *constant) compare(value int64) int {
	if value == k.int {
		return -k.beyond
	}
	return cmp.Compare(value, k.int)
}

// holds compares a row's value with a constant as SQL does: a null is neither equal to a value nor
// different from it.
func (c *comparison) holds(k *constant, b *enumerate.Batch, row int) bool {
	order, null := c.compare(k, b, row)
	switch {
	case k.null:
		return null == c.op[1]
	case null:
		return false
	case c.left.atLeast(b, row):
		return !slices.Contains(c.op[1+order:], false)
	}
	return c.op[1+order]
}

// compare compares the row's value with a constant: -1, 0 or 1. null says that the row has none.
func (c *comparison) compare(k *constant, b *enumerate.Batch, row int) (order int, null bool) {
	if !c.left.column {
		value := c.left.value(func(f *formula) *big.Int {
			if b.IsNull(f.at, row) || f.atLeast(b, row) {
				return nil
			}
			return big.NewInt(b.IntAt(f.at, row))
		})
		if value == nil {
			return 0, true
		}
		return k.compareBig(value), false
	}
	at := c.left.at
	switch {
	case k.null || b.IsNull(at, row):
		return 0, b.IsNull(at, row)
	case c.column.Type == enumerate.String:
		return bytes.Compare(b.StringAt(at, row), k.text), false
	case c.column.Type == enumerate.Double:
		return cmp.Compare(b.Vectors[at].Doubles[row], k.number), false
	}
	return k.compare(b.IntAt(at, row)), false
}

// Unmet returns a message for each value of a comparison with = or in that no row
// has. Call it after [Condition.Match] of all rows.
func (x *Condition) Unmet() []string {
	var out []string
	if x == nil {
		return nil
	}
	for _, c := range x.comparisons {
		for _, k := range c.values {
			switch {
			case k.met || c.op != equals:
			case k.null:
				out = append(out, c.column.Name+" is null in no row")
			default:
				out = append(out, "no row has "+c.column.Name+"="+k.shown)
			}
		}
	}
	return out
}
