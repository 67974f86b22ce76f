package pipeline

import (
	"bytes"
	"cmp"
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
	null   bool // the constant is null
	number float64
	text   []byte
}

// ops in the order in which they are looked for: longer ones first.
var ops = []string{"!=", "<=", ">=", "=", "<", ">"}

// parseFilter reads comparisons joined by "and": crossroads=4 and I5<300. A
// text may be quoted; null is null.
func parseFilter(columns []enumerate.Column, where string) (filter, error) {
	if strings.TrimSpace(where) == "" {
		return nil, nil
	}
	var f filter
	for _, term := range splitAnd(where) {
		c, err := parseComparison(columns, term)
		if err != nil {
			return nil, err
		}
		f = append(f, c)
	}
	return f, nil
}

// splitAnd splits at the word "and", outside quotes.
func splitAnd(s string) []string {
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
		}
	}
	return append(terms, s[from:])
}

func parseComparison(columns []enumerate.Column, term string) (comparison, error) {
	at, op := -1, ""
	for _, o := range ops {
		if i := strings.Index(term, o); i >= 0 && (at < 0 || i < at) {
			at, op = i, o
		}
	}
	if at < 0 {
		return comparison{}, enumerate.Errorf("condition %q: expected COLUMN=VALUE (or != < <= > >=), joined by and", strings.TrimSpace(term))
	}
	name, value := strings.TrimSpace(term[:at]), strings.TrimSpace(term[at+len(op):])
	indices, err := columnIndices(columns, []string{name})
	if err != nil {
		return comparison{}, err
	}
	c := comparison{column: indices[0], op: op}
	switch t := columns[c.column].Type; {
	case value == "null":
		c.null = true
		if op != "=" && op != "!=" {
			return c, enumerate.Errorf("condition %q: null can be compared with = or != only", strings.TrimSpace(term))
		}
	case t == enumerate.String:
		if n := len(value); n >= 2 && (value[0] == '\'' || value[0] == '"') && value[n-1] == value[0] {
			value = value[1 : n-1]
		}
		c.text = []byte(value)
	case t == enumerate.Int32List:
		return c, enumerate.Errorf("column %q holds lists, which cannot be compared", name)
	case t == enumerate.Bool && (value == "true" || value == "false"):
		if value == "true" {
			c.number = 1
		}
	default:
		if c.number, err = strconv.ParseFloat(value, 64); err != nil {
			return c, enumerate.Errorf("condition %q: column %s holds %v, got %q", strings.TrimSpace(term), name, t, value)
		}
	}
	return c, nil
}

// match reports whether a row meets all comparisons. A null equals null only.
func (f filter) match(b *enumerate.Batch, row int) bool {
	for _, c := range f {
		if !c.match(b, row) {
			return false
		}
	}
	return true
}

func (c comparison) match(b *enumerate.Batch, row int) bool {
	null := b.IsNull(c.column, row)
	if c.null || null {
		equal := c.null == null
		return c.op == "=" && equal || c.op == "!=" && !equal
	}
	var order int
	switch b.Columns[c.column].Type {
	case enumerate.String:
		order = bytes.Compare(b.StringAt(c.column, row), c.text)
	case enumerate.Double:
		order = cmp.Compare(b.Vectors[c.column].Doubles[row], c.number)
	default:
		order = cmp.Compare(float64(b.IntAt(c.column, row)), c.number)
	}
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
