package condition

import (
	"math/big"
	"strings"

	"coverstat/enumerate"
)

// A formula is a column of integers, a whole number, or two formulas joined by +, - or *. Its value is
// exact, however large.
type formula struct {
	column      bool
	index, at   int      // of a column, as find gave it, and in the batches that are compared
	capped      *formula // the column that says in which rows this one is a lower bound; nil if it never is
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

// atLeast reports whether a row's value of the column is a lower bound alone.
func (f *formula) atLeast(b *enumerate.Batch, row int) bool {
	return f.capped != nil && b.IntAt(f.capped.at, row) == 1
}

// columns visits the columns of the formula, and those that say which values are lower bounds.
func (f *formula) columns(visit func(*formula)) {
	if f.column {
		visit(f)
	}
	if f.capped != nil {
		visit(f.capped)
	}
	if f.left != nil {
		f.left.columns(visit)
		f.right.columns(visit)
	}
}

// compareBig compares the value of a formula with a constant.
func (k *constant) compareBig(value *big.Int) int {
	if k.exact == nil {
		return -k.beyond
	}
	return new(big.Rat).SetInt(value).Cmp(k.exact)
}

// tokens are those of a formula: a name with what stands in its brackets, a number, or a sign.
var tokens = enumerate.Pattern(`^\s*(?:([\pL_][\pL\pN_]*(?:\([^()]*\))?)|(\d+)|([-+*()]))\s*`)

// A formulaReader reads a formula:
//
//	sum     = product { ("+" | "-") product }
//	product = factor { "*" factor }
//	factor  = COLUMN | NUMBER | "-" factor | "(" sum ")"
type formulaReader struct {
	parser *parser
	tokens [][]string // that are left: each a name, a number or a sign, the others empty
	depth  int        // of the factor that is read
	whole  string
	wrong  error
}

// take takes one of some signs, if it is next.
func (r *formulaReader) take(signs string) byte {
	if len(r.tokens) == 0 || r.tokens[0][2] == "" || !strings.Contains(signs, r.tokens[0][2]) {
		return 0
	}
	sign := r.tokens[0][2][0]
	r.tokens = r.tokens[1:]
	return sign
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
	r.depth++
	defer func() { r.depth-- }()
	if err := tooDeep(r.depth - 1); err != nil {
		return nil, err
	}
	if r.take("-") != 0 {
		f, err := r.factor()
		return &formula{join: '-', left: &formula{number: new(big.Int)}, right: f}, err
	}
	if r.take("(") != 0 {
		f, err := r.sum()
		if err == nil && r.take(")") == 0 {
			return nil, r.wrong
		}
		return f, err
	}
	if len(r.tokens) == 0 || r.tokens[0][2] != "" {
		return nil, r.wrong
	}
	name, number := r.tokens[0][0], r.tokens[0][1]
	r.tokens = r.tokens[1:]
	if number != "" {
		n, _ := new(big.Int).SetString(number, 10)
		return &formula{number: n}, nil
	}
	index, column, err := r.parser.find(name)
	if err == nil && column.Type != enumerate.Int32 && column.Type != enumerate.Int64 {
		err = enumerate.Errorf("condition %q: column %s holds no whole numbers (%v)", r.whole, name, column.Type)
	}
	return r.parser.ofColumn(index, column), err
}

// ofColumn is the formula of a column. Where the description names a column that says which values are
// lower bounds, it must be found, too; a batch without it has none.
func (p *parser) ofColumn(index int, column enumerate.Column) *formula {
	f := &formula{column: true, index: index, at: index}
	if column.AtLeastIf != "" {
		if i, c, err := p.find(column.AtLeastIf); err == nil && c.Type == enumerate.Bool {
			f.capped = &formula{column: true, index: i, at: i}
		}
	}
	return f
}

// formula reads a text as a formula; nil if it computes nothing.
func (p *parser) formula(text string) (*formula, error) {
	r := &formulaReader{parser: p, whole: text,
		wrong: enumerate.Errorf("condition %q: expected columns and whole numbers, joined by + - * and parentheses",
			text)}
	signs, names := false, false
	for rest := text; rest != ""; {
		m := tokens().FindStringSubmatch(rest)
		if m == nil {
			return nil, nil
		}
		rest = rest[len(m[0]):]
		names, signs = names || m[1] != "", signs || m[3] != ""
		r.tokens = append(r.tokens, m[1:])
	}
	if !signs || !names {
		return nil, nil
	}
	f, err := r.sum()
	if err == nil && len(r.tokens) > 0 {
		err = r.wrong
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
