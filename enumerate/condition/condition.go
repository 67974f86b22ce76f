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
	"strconv"

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

// comparison compares a column with a constant, or with each of a list: then the
// row must be equal to one of them.
type comparison struct {
	column  enumerate.Column
	index   int      // of the column, as find gave it
	at      int      // of the column in the batches that are compared
	formula *formula // instead of a column, with the indices -1; else nil
	op      operator
	values  []constant
	met     bool // each of the values by some row
}

// constant is what a column is compared with.
type constant struct {
	null   bool
	whole  bool  // it is an integer, and so is the column
	int    int64 // where whole; false is 0 and true is 1
	number float64
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

func (c *constant) setBool(value string) bool {
	switch value {
	case "true", "1":
		c.int = 1
	case "false", "0":
	default:
		return false
	}
	return true
}

func (c *constant) setNumber(value string, t enumerate.Type) bool {
	x, err := strconv.ParseInt(value, 10, 64)
	if err == nil && t != enumerate.Double {
		c.whole, c.int, c.number = true, x, float64(x)
		return true
	}
	c.number, err = strconv.ParseFloat(value, 64)
	return err == nil && !math.IsNaN(c.number)
}

// Bind returns the columns that must be read: those shown and those compared,
// ascending. From then on the condition expects batches of these columns.
func (x *Condition) Bind(shown []int) (read []int) {
	if x == nil {
		x = &Condition{}
	}
	read = slices.Clone(shown)
	for _, c := range x.comparisons {
		if c.formula == nil {
			read = append(read, c.index)
			continue
		}
		c.formula.columns(func(f *formula) { read = append(read, f.index) })
	}
	slices.Sort(read)
	read = slices.Compact(read)
	for _, c := range x.comparisons {
		c.at = slices.Index(read, c.index)
		if c.formula != nil {
			c.formula.columns(func(f *formula) { f.at = slices.Index(read, f.index) })
		}
	}
	return read
}

// Match reports whether a row meets the condition, and notes what [Condition.Unmet]
// needs.
func (x *Condition) Match(b *enumerate.Batch, row int) bool {
	return x == nil || x.root.match(b, row, true)
}

// Holds reports whether values, by the index of their column, meet the condition. All
// columns must hold integers. It may be called by several goroutines at a time.
func (x *Condition) Holds(values []int64) bool { return x == nil || x.root.holds(values) }

func (n *node) holds(values []int64) bool {
	if c := n.comparison; c != nil && c.formula != nil {
		sum := c.formula.value(func(f *formula) *big.Int { return big.NewInt(values[f.index]) })
		return slices.ContainsFunc(c.values, func(k constant) bool { return !k.null && c.op[1+k.compareBig(sum)] })
	} else if c != nil {
		return slices.ContainsFunc(c.values, func(k constant) bool { return !k.null && c.op[1+k.compare(values[c.index])] })
	}
	for i := range n.parts {
		if n.parts[i].holds(values) == n.any {
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
		if c.formula != nil {
			c.formula.columns(func(f *formula) {
				if f.index == index {
					from = math.MaxInt32
				}
			})
		}
		for _, k := range c.values {
			if c.index == index && !k.null {
				from = max(from, int64(min(k.number+1, math.MaxInt32)))
			}
		}
	}
	return from
}

// Exact reports whether the condition is just that each column lies within its [Condition.Range].
func (x *Condition) Exact() bool { return x == nil || x.root.exact() }

func (n *node) exact() bool {
	if c := n.comparison; c != nil {
		return c.formula == nil && len(c.values) == 1 && c.values[0].whole && c.op != differs
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
	if c == nil || c.index != index {
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
	if k.whole {
		return cmp.Compare(value, k.int)
	}
	return cmp.Compare(float64(value), k.number)
}

// match reports whether a row meets a part of the condition. Where that is not wanted,
// because other parts have decided, it only notes which values the row has.
func (n *node) match(b *enumerate.Batch, row int, wanted bool) bool {
	if c := n.comparison; c != nil {
		return (wanted || !c.met) && c.match(b, row)
	}
	met := !n.any
	for i := range n.parts {
		open := wanted && met != n.any
		if n.parts[i].match(b, row, open) == n.any && open {
			met = n.any
		}
	}
	return met
}

// match reports whether a row meets the comparison with one of the values.
func (c *comparison) match(b *enumerate.Batch, row int) bool {
	some, met := false, true
	var sum *big.Int
	if c.formula != nil {
		sum = c.formula.value(func(f *formula) *big.Int {
			if b.IsNull(f.at, row) {
				return nil
			}
			return big.NewInt(b.IntAt(f.at, row))
		})
	}
	for i := range c.values {
		k := &c.values[i]
		if c.holds(k, b, row, sum) {
			some, k.met = true, true
		}
		met = met && k.met
	}
	c.met = met
	return some
}

// holds compares a row's value as SQL does: a null is neither equal to a value nor
// different from it. sum is the value of the formula, if there is one; nil is null.
func (c *comparison) holds(k *constant, b *enumerate.Batch, row int, sum *big.Int) bool {
	null := sum == nil
	if c.formula == nil {
		null = b.IsNull(c.at, row)
	}
	switch {
	case k.null:
		return null == c.op[1]
	case null:
		return false
	case c.formula != nil:
		return c.op[1+k.compareBig(sum)]
	}
	return c.op[1+c.order(k, b, row)]
}

// order compares the row's value with a constant: -1, 0 or 1.
func (c *comparison) order(k *constant, b *enumerate.Batch, row int) int {
	switch v := &b.Vectors[c.at]; {
	case c.column.Type == enumerate.String:
		return bytes.Compare(b.StringAt(c.at, row), k.text)
	case c.column.Type == enumerate.Double:
		return cmp.Compare(v.Doubles[row], k.number)
	case c.column.Type == enumerate.Bool:
		return cmp.Compare(b.IntAt(c.at, row), k.int)
	}
	return k.compare(b.IntAt(c.at, row))
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
