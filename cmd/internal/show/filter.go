package show

import (
	"bytes"
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
)

// filter is a condition on rows, as the flag --where has it: comparisons of which
// a row must meet all.
type filter []comparison

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

// operators are the spellings. Longer ones stand before their beginnings.
var operators = []struct {
	text string
	op   operator
}{
	{"!=", differs},
	{"<>", differs},
	{"<=", operator{true, true, false}},
	{">=", operator{false, true, true}},
	{"==", equals},
	{"=", equals},
	{"<", operator{true, false, false}},
	{">", operator{false, false, true}},
}

// listBegin finds the beginning of a list of constants, after the name of the column.
var listBegin = regexp.MustCompile(`(?i)\sin\s*\(`)

// parseFilter reads comparisons joined by "and": crossroads=4 and I5<300 and
// border_pieces in (8, 9). A text may be quoted; null is null. The page of browse
// reads the same language: testdata/where.json has cases for both.
func parseFilter(columns []enumerate.Column, where string) (filter, error) {
	if strings.TrimSpace(where) == "" {
		return nil, nil
	}
	terms, err := splitAnd(where)
	if err != nil {
		return nil, err
	}
	var f filter
	for _, term := range terms {
		c, err := parseComparison(columns, strings.TrimSpace(term))
		if err != nil {
			return nil, err
		}
		f = append(f, c)
	}
	return f, nil
}

// splitAnd splits at the word "and", outside quotes.
func splitAnd(s string) ([]string, error) {
	var terms []string
	var quote byte
	from := 0
	for i := 0; i < len(s); i++ {
		switch {
		case quote != 0:
			if s[i] == quote {
				quote = 0
			}
		case s[i] == '\'' || s[i] == '"':
			quote = s[i]
		case i > 0 && s[i-1] == ' ' && len(s) >= i+4 && strings.EqualFold(s[i:i+4], "and "):
			terms = append(terms, s[from:i])
			from = i + 4
		case i > 0 && s[i-1] == ' ' && len(s) >= i+3 && strings.EqualFold(s[i:i+3], "or "):
			return nil, enumerate.Errorf("condition %q: or is not supported, only and: ask once for each (a text with or in it must be quoted)", s)
		}
	}
	if quote != 0 {
		return nil, enumerate.Errorf("condition %q: a %c without its partner", s, quote)
	}
	return append(terms, s[from:]), nil
}

// parseComparison reads a column's name, an operator and a constant.
func parseComparison(columns []enumerate.Column, term string) (c comparison, err error) {
	at, length := -1, 0
	for _, o := range operators {
		if i := strings.Index(term, o.text); i >= 0 && (at < 0 || i < at) {
			at, length, c.op = i, len(o.text), o.op
		}
	}
	in := listBegin.FindStringIndex(term)
	if in != nil && (at < 0 || in[0] < at) {
		at, length, c.op = in[0], in[1]-in[0], equals
	} else if in = nil; at < 0 {
		return c, enumerate.Errorf("condition %q: expected COLUMN=VALUE (or != < <= > >=) or COLUMN in (VALUE, ...), joined by and", term)
	}
	name, value := strings.TrimSpace(term[:at]), strings.TrimSpace(term[at+length:])
	indices, err := study.ColumnIndices(columns, []string{name})
	if err != nil {
		return c, err
	}
	c.index, c.at, c.column = indices[0], indices[0], columns[indices[0]]
	values := []string{value}
	if in != nil {
		if values = splitList(value); values == nil {
			return c, enumerate.Errorf("condition %q: expected %s in (VALUE, ...), values separated by commas", term, name)
		}
	}
	for _, value := range values {
		k, err := c.constant(value, term)
		if err != nil {
			return c, err
		}
		c.values = append(c.values, k)
	}
	return c, nil
}

// splitList splits a list, which a parenthesis must close, at the commas outside
// quotes. It returns nil if the list is not closed or a value is missing in it.
func splitList(s string) []string {
	var values []string
	var quote byte
	from := 0
	for i := range len(s) {
		switch {
		case quote != 0:
			if s[i] == quote {
				quote = 0
			}
		case s[i] == '\'' || s[i] == '"':
			quote = s[i]
		case s[i] == ',' || s[i] == ')':
			values = append(values, strings.TrimSpace(s[from:i]))
			if from = i + 1; values[len(values)-1] == "" {
				return nil
			}
			if s[i] == ')' && from == len(s) {
				return values
			}
		}
	}
	return nil
}

// constant reads a constant of a comparison.
func (c *comparison) constant(value, term string) (k constant, err error) {
	k.shown = value
	switch name := c.column.Name; {
	case value == "null":
		k.null = true
		if c.op != equals && c.op != differs {
			return k, enumerate.Errorf("condition %q: null can be compared with = or != only", term)
		}
	case c.column.Type == enumerate.String:
		if n := len(value); n >= 2 && (value[0] == '\'' || value[0] == '"') && value[n-1] == value[0] {
			value = value[1 : n-1]
		}
		k.text, k.shown = []byte(value), strconv.Quote(value)
	case c.column.Type == enumerate.Int32List:
		return k, enumerate.Errorf("column %q holds lists, which cannot be compared", name)
	case c.column.Type == enumerate.Bool:
		if !k.setBool(value) {
			return k, enumerate.Errorf("condition %q: column %s holds true or false, got %q: did you mean %s?",
				term, name, value, enumerate.Nearest(value, []string{"true", "false"}))
		}
	case !k.setNumber(value, c.column.Type):
		return k, enumerate.Errorf("condition %q: column %s holds numbers (%v), got %q", term, name, c.column.Type, value)
	}
	return k, nil
}

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
func (f filter) bind(shown []int) (read []int) {
	read = slices.Clone(shown)
	for _, c := range f {
		read = append(read, c.index)
	}
	slices.Sort(read)
	read = slices.Compact(read)
	for i := range f {
		f[i].at = slices.Index(read, f[i].index)
	}
	return read
}

// match reports whether a row meets all comparisons, and notes what
// [filter.unmet] needs. A null equals null only.
func (f filter) match(b *enumerate.Batch, row int) bool {
	all := true
	for i := range f {
		c := &f[i]
		if !all && c.met {
			continue
		}
		all = c.match(b, row) && all
	}
	return all
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

func (c *comparison) holds(k *constant, b *enumerate.Batch, row int) bool {
	null := b.IsNull(c.at, row)
	switch {
	case k.null && null:
		return c.op == equals
	case k.null || null:
		return c.op == differs
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
	case c.column.Type == enumerate.Bool || k.whole:
		return cmp.Compare(b.IntAt(c.at, row), k.int)
	}
	return cmp.Compare(float64(b.IntAt(c.at, row)), k.number)
}

// unmet returns a message for each value of a comparison with = or in that no row
// has. Call it after match of all rows.
func (f filter) unmet() []string {
	var out []string
	for _, c := range f {
		for _, k := range c.values {
			if !k.met && c.op == equals {
				out = append(out, "no row has "+c.column.Name+"="+k.shown)
			}
		}
	}
	return out
}
