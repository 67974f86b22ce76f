package show

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"

	"coverstat/enumerate"
)

// filter is a condition on rows, as the flag --where has it; nil is met by all.
type filter struct {
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
	column enumerate.Column
	index  int // of the column in the dataset
	at     int // of the column in the batches that are compared
	op     operator
	values []constant
	met    bool // each of the values by some row
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

// bind returns the columns that must be read: those shown and those compared,
// ascending. From then on the filter expects batches of these columns.
func (f *filter) bind(shown []int) (read []int) {
	if f == nil {
		f = &filter{}
	}
	read = slices.Clone(shown)
	for _, c := range f.comparisons {
		read = append(read, c.index)
	}
	slices.Sort(read)
	read = slices.Compact(read)
	for _, c := range f.comparisons {
		c.at = slices.Index(read, c.index)
	}
	return read
}

// match reports whether a row meets the condition, and notes what [filter.unmet]
// needs.
func (f *filter) match(b *enumerate.Batch, row int) bool {
	return f == nil || f.root.match(b, row, true)
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
	for i := range c.values {
		k := &c.values[i]
		if c.holds(k, b, row) {
			some, k.met = true, true
		}
		met = met && k.met
	}
	c.met = met
	return some
}

// holds compares a row's value as SQL does: a null is neither equal to a value nor
// different from it.
func (c *comparison) holds(k *constant, b *enumerate.Batch, row int) bool {
	null := b.IsNull(c.at, row)
	if k.null {
		return null == c.op[1]
	}
	return !null && c.op[1+c.order(k, b, row)]
}

// order compares the row's value with a constant: -1, 0 or 1.
func (c *comparison) order(k *constant, b *enumerate.Batch, row int) int {
	switch v := &b.Vectors[c.at]; {
	case c.column.Type == enumerate.String:
		return bytes.Compare(b.StringAt(c.at, row), k.text)
	case c.column.Type == enumerate.Double:
		return cmp.Compare(v.Doubles[row], k.number)
	case c.column.Type == enumerate.Bool || k.whole:
		return cmp.Compare(b.IntAt(c.at, row), k.int)
	}
	return cmp.Compare(float64(b.IntAt(c.at, row)), k.number)
}

// unmet returns a message for each value of a comparison with = or in that no row
// has. Call it after match of all rows.
func (f *filter) unmet() []string {
	var out []string
	if f == nil {
		return nil
	}
	for _, c := range f.comparisons {
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
