package condition

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"coverstat/enumerate"
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

// wanted is what a comparison looks like.
const wanted = "expected COLUMN=VALUE (or != < <= > >=), COLUMN in (VALUE, ...) or COLUMN is null, joined by and, or and parentheses"

// words are the words of the language, each where it ends a name or a value.
var words = sync.OnceValue(func() (w struct{ joint, inList, isNull *regexp.Regexp }) {
	w.joint = regexp.MustCompile(`(?i)^\s+(and|or)($|[\s(])`)
	w.inList = regexp.MustCompile(`(?i)^\s+in\s*\(`)
	w.isNull = regexp.MustCompile(`(?i)^\s+is\s+(not\s+)?null($|[\s)])`)
	return w
})

// A parser reads a condition: its meaning is that of SQL, and so are its words.
// A text may also stand in double quotes, or without quotes where that is clear. The
// page of browse reads the same language: where.json of cmd/internal/show/testdata has cases
// for both.
//
//	condition   = conjunction { "or" conjunction }
//	conjunction = part { "and" part }
//	part        = "(" condition ")" | comparison
//	comparison  = LEFT operator VALUE | LEFT "in" "(" VALUE { "," VALUE } ")" | LEFT "is" ["not"] "null"
//
// LEFT is a column or a [formula]. A value that is a lower bound, such as a count that ended at a limit, meets
// a comparison only if every greater value does, too.
type parser struct {
	find        func(name string) (int, enumerate.Column, error)
	text        string
	at          int
	depth       int // parentheses that are open
	comparisons []*comparison
}

// deepest bounds parentheses within parentheses, and so the time: each is read again within its outer ones.
const deepest = 50

// tooDeep is the error of text that is nested too deep; nil if it is not.
func tooDeep(depth int) error {
	if depth <= deepest {
		return nil
	}
	return enumerate.Errorf("condition with more than %d parentheses or signs within one another: expected at most %d",
		deepest, deepest)
}

// Parse reads a condition; nil is that of an empty text. find gives the index and the
// description of the column that a name or a measure as configs write it stands for.
func Parse(where string, find func(name string) (int, enumerate.Column, error)) (*Condition, error) {
	p := &parser{find: find, text: where}
	if p.skip(); p.at == len(p.text) {
		return nil, nil
	}
	root, err := p.condition()
	switch {
	case err != nil:
		return nil, err
	case p.at == len(p.text):
		return &Condition{p.comparisons, root}, nil
	case p.text[p.at] == ')':
		return nil, enumerate.Errorf("condition %q: a ) without its partner", where)
	}
	return nil, enumerate.Errorf("condition %q: got %q after a comparison: expected and, or, or the end", where,
		p.text[p.at:])
}

func (p *parser) skip() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// next reports whether blanks and a word of the language are next. It is asked at each byte, and searches only where
// blanks begin.
func (p *parser) next(word *regexp.Regexp) bool {
	blank := func(at int) bool { return strings.IndexByte(" \t\n\f\r", p.text[at]) >= 0 }
	return blank(p.at) && (p.at == 0 || !blank(p.at-1)) && word.MatchString(p.text[p.at:])
}

// take skips blanks and takes a sign or a word, if it is the next.
func (p *parser) take(next string) bool {
	p.skip()
	end := p.at + len(next)
	if len(p.text) < end || !strings.EqualFold(p.text[p.at:end], next) {
		return false
	}
	if next != "(" && next != ")" && end < len(p.text) && strings.IndexByte(" \t\r\n(", p.text[end]) < 0 {
		return false // the word is longer
	}
	p.at = end
	p.skip()
	return true
}

func (p *parser) condition() (node, error) { return p.join("or", p.conjunction) }

func (p *parser) conjunction() (node, error) { return p.join("and", p.part) }

// join reads parts with a word between them.
func (p *parser) join(word string, part func() (node, error)) (node, error) {
	n := node{any: word == "or"}
	for {
		one, err := part()
		if err != nil {
			return n, err
		}
		n.parts = append(n.parts, one)
		if !p.take(word) {
			break
		}
	}
	if len(n.parts) == 1 {
		return n.parts[0], nil
	}
	return n, nil
}

func (p *parser) part() (node, error) {
	if p.computes() || !p.take("(") {
		c, err := p.comparison()
		p.comparisons = append(p.comparisons, c)
		return node{comparison: c}, err
	}
	p.depth++
	if err := tooDeep(p.depth); err != nil {
		return node{}, err
	}
	n, err := p.condition()
	if err == nil && !p.take(")") {
		err = enumerate.Errorf("condition %q: a ( without its partner", p.text)
	}
	p.depth--
	return n, err
}

// comparison reads a column's name and what it is compared with.
func (p *parser) comparison() (*comparison, error) {
	from := p.at
	name, err := p.name()
	if err != nil {
		return nil, err
	}
	op, with := p.operator()
	if name == "" || with == withNothing {
		p.at = from
		if p.valueEnd(false); p.at == from {
			from, p.at = 0, len(p.text)
		}
		return nil, enumerate.Errorf("condition %q: %s", strings.TrimSpace(p.text[from:p.at]), wanted)
	}
	c := &comparison{column: enumerate.Column{Name: name, Type: enumerate.Int64}, op: op}
	if p.text[from] != '"' {
		c.left, err = p.formula(name)
	}
	if c.left == nil && err == nil {
		var index int
		index, c.column, err = p.find(name)
		c.left = p.ofColumn(index, c.column)
	}
	if err != nil {
		return nil, err
	}
	if with == withNull {
		c.values = []constant{{null: true}}
		return c, nil
	}
	values, quoted, err := p.values(name, from, with == withList)
	if err != nil {
		return nil, err
	}
	term := strings.TrimSpace(p.text[from:p.at])
	for i, value := range values {
		k, err := c.constant(value, quoted[i], term)
		if err != nil {
			return nil, err
		}
		c.values = append(c.values, k)
	}
	return c, nil
}

// What an operator compares a column with.
const (
	withNothing = iota // there is no operator
	withValue
	withList
	withNull
)

// operator reads an operator, and says what it compares with.
func (p *parser) operator() (op operator, with int) {
	rest := p.text[p.at:]
	if begin := words().inList.FindString(rest); begin != "" {
		p.at += len(begin)
		return equals, withList
	}
	if null := words().isNull.FindStringSubmatch(rest); null != nil {
		p.at += len(null[0]) - len(null[2])
		if null[1] != "" {
			return differs, withNull
		}
		return equals, withNull
	}
	p.skip()
	for _, o := range operators {
		if strings.HasPrefix(p.text[p.at:], o.text) {
			p.at += len(o.text)
			return o.op, withValue
		}
	}
	return op, withNothing
}

// name reads the name of a column, or a measure as configs write it, up to an operator
// or a word of the language.
func (p *parser) name() (string, error) {
	if p.at < len(p.text) && p.text[p.at] == '"' {
		return p.quoted()
	}
	from, depth := p.at, 0
scan:
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case strings.IndexByte("=!<>", c) >= 0, depth == 0 && c == ')',
			p.next(words().inList), p.next(words().isNull), p.next(words().joint):
			break scan
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
	}
	return strings.TrimSpace(p.text[from:p.at]), nil
}

// values reads a value or the values of a list, and says which stand in quotes. from
// is where the comparison begins.
func (p *parser) values(name string, from int, list bool) (values []string, quoted []bool, err error) {
	for {
		begin := p.at
		p.skip()
		inQuotes := p.at < len(p.text) && (p.text[p.at] == '\'' || p.text[p.at] == '"')
		value := ""
		if inQuotes {
			value, err = p.quoted()
		} else {
			p.at = begin
			p.valueEnd(list)
			value = strings.TrimSpace(p.text[begin:p.at])
		}
		if err != nil {
			return nil, nil, err
		}
		values, quoted = append(values, value), append(quoted, inQuotes)
		p.skip()
		next := byte(0)
		if p.at < len(p.text) {
			next = p.text[p.at]
		}
		missing := value == "" && !inQuotes
		switch {
		case !list && missing:
			return nil, nil, enumerate.Errorf("condition %q: expected a value at its end", strings.TrimSpace(p.text[from:p.at]))
		case !list:
			return values, quoted, nil
		case missing || next != ',' && next != ')':
			return nil, nil, enumerate.Errorf("condition %q: expected %s in (VALUE, ...), values separated by commas",
				p.text[from:], name)
		}
		if p.at++; next == ')' {
			return values, quoted, nil
		}
	}
}

// valueEnd goes to the end of a value without quotes.
func (p *parser) valueEnd(list bool) {
	for depth := 0; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case depth == 0 && (c == ')' || list && c == ','), p.next(words().joint):
			return
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
	}
}

// quoted reads what stands in quotes; two quotes in it are one.
func (p *parser) quoted() (string, error) {
	quote, from := p.text[p.at:p.at+1], p.at+1
	for end := from; end < len(p.text); end++ {
		if p.text[end:end+1] != quote {
			continue
		}
		if strings.HasPrefix(p.text[end+1:], quote) {
			end++
			continue
		}
		p.at = end + 1
		return strings.ReplaceAll(p.text[from:end], quote+quote, quote), nil
	}
	return "", enumerate.Errorf("condition %q: a %s without its partner", p.text, quote)
}

// constant reads a constant of a comparison.
func (c *comparison) constant(value string, quoted bool, term string) (k constant, err error) {
	k.shown = value
	switch name := c.column.Name; {
	case c.column.Type == enumerate.Int32List:
		return k, enumerate.Errorf("column %q holds lists, which cannot be compared", name)
	case !quoted && strings.EqualFold(value, "null"):
		return k, enumerate.Errorf("condition %q: no value compares with null: expected %s is null, or %s is not null", term,
			name, name)
	case c.column.Type == enumerate.String:
		k.text, k.shown = []byte(value), strconv.Quote(value)
	case c.column.Type == enumerate.Bool:
		at := slices.Index([]string{"0", "1", "false", "true"}, value)
		if k.whole, k.int = true, int64(at&1); at < 0 {
			return k, enumerate.Unknown(fmt.Sprintf("condition %q: column %s holds true or false, got", term, name), value,
				[]string{"true", "false"}, "")
		}
	default:
		if c.column.Type == enumerate.Double {
			k.number, err = strconv.ParseFloat(value, 64)
		} else {
			err = k.ofIntegers(value)
		}
		if err == nil && !math.IsNaN(k.number) {
			return k, nil
		}
		hint := ": expected a number; columns stand on the left alone, as in A-B>=0"
		if value != "" && strings.Contains("<>!", value[:1]) && strings.Contains(term, "="+value) {
			hint = ": did you mean " + value[:1] + "=?"
		}
		return k, enumerate.Errorf("condition %q: column %s holds numbers (%v), got %q%s", term, name, c.column.Type, value,
			hint)
	}
	return k, nil
}

// ofIntegers reads a constant that integers are compared with, which need be no integer itself.
func (k *constant) ofIntegers(value string) (err error) {
	if k.int, err = strconv.ParseInt(value, 10, 64); err == nil {
		k.whole, k.exact = true, new(big.Rat).SetInt64(k.int)
		return nil
	}
	if k.number, err = strconv.ParseFloat(value, 64); err != nil || math.IsNaN(k.number) {
		return err
	}
	if math.IsInf(k.number, 0) {
		k.setEnd(k.number > 0)
		return nil
	}
	exact, read := new(big.Rat).SetString(value)
	if !read {
		return strconv.ErrSyntax
	}
	k.exact = exact
	floor := new(big.Int).Div(exact.Num(), exact.Denom()) // a denominator is positive, so this rounds down
	if !floor.IsInt64() {
		k.setEnd(exact.Sign() > 0)
		return nil
	}
	k.int, k.whole = floor.Int64(), exact.IsInt()
	if !k.whole {
		k.beyond = 1
	}
	return nil
}

// setEnd makes the constant one above all int64, or below.
func (k *constant) setEnd(above bool) {
	if k.int, k.beyond = math.MinInt64, -1; above {
		k.int, k.beyond = math.MaxInt64, 1
	}
}
