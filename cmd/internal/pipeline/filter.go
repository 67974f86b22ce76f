package pipeline

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
	"strings"

	"coverstat/enumerate"
)

// filter is a conjunction of comparisons, as --where has them.
type filter []comparison

// comparison compares a column with a constant.
type comparison struct {
	column int
	op     string
	null   bool  // the constant is null
	whole  bool  // it is an integer, and so is the column
	int    int64 // the constant where whole, a bool as 0 or 1
	number float64
	text   []byte
	met    bool // by some row
	near   nearest
}

// ops in the order in which they are looked for: longer ones first. The
// spellings of other languages mean the same.
var ops = []string{"!=", "<>", "<=", ">=", "==", "=", "<", ">"}

func plainOp(op string) string {
	switch op {
	case "==":
		return "="
	case "<>":
		return "!="
	}
	return op
}

// parseFilter reads comparisons joined by "and": crossroads=4 and I5<300. A
// text may be quoted; null is null.
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

func parseComparison(columns []enumerate.Column, term string) (comparison, error) {
	at, op := -1, ""
	for _, o := range ops {
		if i := strings.Index(term, o); i >= 0 && (at < 0 || i < at) {
			at, op = i, o
		}
	}
	if at < 0 {
		return comparison{}, enumerate.Errorf("condition %q: expected COLUMN=VALUE (or != < <= > >=), joined by and", term)
	}
	name, value := strings.TrimSpace(term[:at]), strings.TrimSpace(term[at+len(op):])
	indices, err := columnIndices(columns, []string{name})
	if err != nil {
		return comparison{}, err
	}
	c := comparison{column: indices[0], op: plainOp(op)}
	column := columns[c.column]
	switch {
	case value == "null":
		c.null = true
		if c.op != "=" && c.op != "!=" {
			return c, enumerate.Errorf("condition %q: null can be compared with = or != only", term)
		}
	case column.Type == enumerate.String:
		if n := len(value); n >= 2 && (value[0] == '\'' || value[0] == '"') && value[n-1] == value[0] {
			value = value[1 : n-1]
		}
		c.text = []byte(value)
	case column.Type == enumerate.Int32List:
		return c, enumerate.Errorf("column %q holds lists, which cannot be compared", name)
	case column.Type == enumerate.Bool:
		if !c.setBool(value) {
			return c, enumerate.Errorf("condition %q: column %s holds true or false, got %q: did you mean %s?",
				term, name, value, enumerate.Nearest(value, []string{"true", "false"}))
		}
	case !c.setNumber(column.Type, value):
		return c, enumerate.Errorf("condition %q: column %s holds numbers (%v), got %q", term, name, column.Type, value)
	}
	return c, nil
}

func (c *comparison) setBool(value string) bool {
	c.whole = true
	switch value {
	case "true", "1":
		c.int = 1
	case "false", "0":
	default:
		return false
	}
	return true
}

func (c *comparison) setNumber(t enumerate.Type, value string) bool {
	if x, err := strconv.ParseInt(value, 10, 64); err == nil && t != enumerate.Double {
		c.whole, c.int = true, x
		return true
	}
	x, err := strconv.ParseFloat(value, 64)
	c.number = x
	return err == nil && !math.IsNaN(x)
}

// match reports whether a row meets all comparisons. A null equals null only.
func (f filter) match(b *enumerate.Batch, row int) bool {
	all := true
	for i := range f {
		c := &f[i]
		if !all && c.met {
			continue
		}
		if !c.match(b, row) {
			all = false
			if !c.met && c.op == "=" {
				c.near.look(c, b, row)
			}
			continue
		}
		c.met = true
	}
	return all
}

func (c *comparison) match(b *enumerate.Batch, row int) bool {
	null := b.IsNull(c.column, row)
	if c.null || null {
		equal := c.null == null
		return c.op == "=" && equal || c.op == "!=" && !equal
	}
	order := c.order(b, row)
	switch c.op {
	case "=":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

// order compares the row's value with the constant.
func (c *comparison) order(b *enumerate.Batch, row int) int {
	v := &b.Vectors[c.column]
	switch t := b.Columns[c.column].Type; {
	case t == enumerate.String:
		return bytes.Compare(b.StringAt(c.column, row), c.text)
	case t == enumerate.Double:
		return cmp.Compare(v.Doubles[row], c.number)
	case t == enumerate.Bool:
		x := int64(0)
		if v.Bools[row] {
			x = 1
		}
		return cmp.Compare(x, c.int)
	case c.whole:
		return cmp.Compare(b.IntAt(c.column, row), c.int)
	}
	return cmp.Compare(float64(b.IntAt(c.column, row)), c.number)
}
