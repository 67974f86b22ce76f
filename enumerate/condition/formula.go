package condition

import (
	"math/big"
	"regexp"
	"strings"
	"sync"

	"coverstat/enumerate"
)

// A formula is a column of integers, a whole number, or two formulas joined by +, - or *. Its value is
// exact, however large.
type formula struct {
	column      bool
	index, at   int      // of a column, as find gave it, and in the batches that are compared
	number      *big.Int // nil for a column, and where formulas are joined
	join        byte
	left, right *formula
}

// value computes the formula of the values of columns; nil if one is null.
func (f *formula) value(of func(column *formula) *big.Int) *big.Int {
	switch {
	case f.column:
		return of(f)
	case f.number != nil:
		return f.number
	}
	left, right := f.left.value(of), f.right.value(of)
	switch {
	case left == nil || right == nil:
		return nil
	case f.join == '+':
		return new(big.Int).Add(left, right)
	case f.join == '-':
		return new(big.Int).Sub(left, right)
	}
	return new(big.Int).Mul(left, right)
}

// columns visits the columns of the formula.
func (f *formula) columns(visit func(*formula)) {
	if f.column {
		visit(f)
	}
	if f.left != nil {
		f.left.columns(visit)
		f.right.columns(visit)
	}
}

// compare compares the value of a formula with a constant.
func (k *constant) compareBig(value *big.Int) int {
	if k.whole {
		return value.Cmp(big.NewInt(k.int))
	}
	return new(big.Float).SetInt(value).Cmp(big.NewFloat(k.number))
}

// tokens are those of a formula: a name with what stands in its brackets, a number, or a sign.
var tokens = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:([\pL_][\pL\pN_]*(?:\([^()]*\))?)|(\d+)|([-+*()]))\s*`)
})

// A formulaReader reads a formula:
//
//	sum     = product { ("+" | "-") product }
//	product = factor { "*" factor }
//	factor  = COLUMN | NUMBER | "-" factor | "(" sum ")"
type formulaReader struct {
	parser *parser
	whole  string
	rest   string
}

// next returns the next token; all are empty if there is none.
func (r *formulaReader) next() (name, number, sign string, length int) {
	m := tokens().FindStringSubmatch(r.rest)
	if m == nil {
		return "", "", "", 0
	}
	return m[1], m[2], m[3], len(m[0])
}

// take takes one of some signs, if it is next.
func (r *formulaReader) take(signs string) byte {
	_, _, sign, length := r.next()
	if sign == "" || !strings.Contains(signs, sign) {
		return 0
	}
	r.rest = r.rest[length:]
	return sign[0]
}

func (r *formulaReader) sum() (*formula, error)     { return r.joined("+-", r.product) }
func (r *formulaReader) product() (*formula, error) { return r.joined("*", r.factor) }

// joined reads parts with signs between them.
func (r *formulaReader) joined(signs string, part func() (*formula, error)) (*formula, error) {
	left, err := part()
	for err == nil {
		sign := r.take(signs)
		if sign == 0 {
			break
		}
		var right *formula
		right, err = part()
		left = &formula{join: sign, left: left, right: right}
	}
	return left, err
}

func (r *formulaReader) factor() (*formula, error) {
	wrong := enumerate.Errorf("condition %q: expected columns and whole numbers, joined by + - * and parentheses", r.whole)
	if r.take("-") != 0 {
		f, err := r.factor()
		return &formula{join: '-', left: &formula{number: new(big.Int)}, right: f}, err
	}
	if r.take("(") != 0 {
		f, err := r.sum()
		if err == nil && r.take(")") == 0 {
			return nil, wrong
		}
		return f, err
	}
	name, number, _, length := r.next()
	r.rest = r.rest[length:]
	if number != "" {
		n, _ := new(big.Int).SetString(number, 10)
		return &formula{number: n}, nil
	}
	if name == "" {
		return nil, wrong
	}
	index, column, err := r.parser.find(name)
	if err == nil && column.Type != enumerate.Int32 && column.Type != enumerate.Int64 {
		err = enumerate.Errorf("condition %q: column %s holds no whole numbers (%v)", r.whole, name, column.Type)
	}
	return &formula{column: true, index: index, at: index}, err
}

// formula reads a text as a formula; nil if it computes nothing.
func (p *parser) formula(text string) (*formula, error) {
	r := &formulaReader{parser: p, whole: text, rest: text}
	signs, names := false, false
	for r.rest != "" {
		name, _, sign, length := r.next()
		if length == 0 {
			return nil, nil
		}
		signs, names = signs || sign != "", names || name != ""
		r.rest = r.rest[length:]
	}
	if !signs || !names {
		return nil, nil
	}
	r.rest = text
	f, err := r.sum()
	if err == nil && r.rest != "" {
		err = enumerate.Errorf("condition %q: expected columns and whole numbers, joined by + - * and parentheses", text)
	}
	return f, err
}

// computes reports whether a parenthesis begins a formula: what stands before an operator has
// both parentheses of each pair.
func (p *parser) computes() bool {
	from := p.at
	left, err := p.name()
	_, with := p.operator()
	p.at = from
	return err == nil && with != withNothing && strings.Count(left, "(") == strings.Count(left, ")")
}
