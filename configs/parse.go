package configs

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits of a run file. The parser's time grows with the square of the nesting
// and of the number of keys of a mapping (100,000 open brackets took it 20 s),
// so these are checked on its tokens before it sees them.
const (
	maxBytes   = 1 << 20
	maxNesting = 50
	maxKeys    = 10_000
	maxDigits  = 400 // of an unquoted number
)

var (
	intSyntax   = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)
	floatSyntax = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
)

// parse reads one YAML document, a file or the value of a flag. It takes only
// plain data: no anchors and aliases (they can make gigabytes of a kilobyte),
// tags or merge keys.
//
// It uses the library's tokens and syntax tree, but not its types of unquoted
// scalars: these follow the rules of JSON, so that the JSON in the manifest
// says the same as the file. 007, 0x1F, 1_000 and .5 are texts, and an error
// where a number is expected.
func parse(source place, data []byte) (n *node, err error) {
	p := treeBuilder{source: source}
	if len(data) > maxBytes {
		return nil, source.fault("at most "+strconv.Itoa(maxBytes)+"; put data in a file that the config names",
			"the config has %d bytes", len(data))
	}
	if !utf8.Valid(data) {
		return nil, p.invalidText(data)
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(data), "\ufeff"), "\r\n", "\n")
	p.lines = strings.Split(text, "\n")
	defer func() {
		// The library has panicked on odd input before. The user can only
		// see that as a fault of the document.
		if r := recover(); r != nil {
			n, err = nil, source.fault("a YAML document", "the parser gave up on it (%v)", r)
		}
	}()
	tokens := lexer.Tokenize(text)
	if err := p.screen(tokens); err != nil {
		return nil, err
	}
	parsed, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, p.syntax(err)
	}
	var body ast.Node
	for _, d := range parsed.Docs {
		if d.Body == nil {
			continue
		}
		if body != nil {
			return nil, p.at(d.Body.GetToken()).fault("one document a file", "a second document begins")
		}
		body = d.Body
	}
	if body == nil {
		return &node{at: source}, nil
	}
	return p.build(body)
}

// treeBuilder makes a tree of a document.
type treeBuilder struct {
	source place    // of the document as a whole
	lines  []string // of the document
}

// at is the place of a token. A flag is one place.
func (p *treeBuilder) at(t *token.Token) place {
	at := p.source
	if t != nil && t.Position != nil && !at.flag {
		at.line, at.column = t.Position.Line, t.Position.Column
	}
	return at
}

func (p *treeBuilder) invalidText(data []byte) error {
	line, column := 1, 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			break
		}
		if column++; r == '\n' {
			line, column = line+1, 1
		}
		data = data[size:]
	}
	return p.at(&token.Token{Position: &token.Position{Line: line, Column: column}}).fault("UTF-8", "invalid bytes")
}

// screen refuses tokens that are not plain data, and too many of them.
func (p *treeBuilder) screen(tokens token.Tokens) error {
	depth, keys, dashes, dashLine := 0, 0, 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			return p.at(t).fault("the values written out", "anchors, aliases and merge keys (%s) are not taken here", t.Value)
		case token.TagType:
			return p.at(t).fault("a plain value", "tags (%s) are not taken here", strings.TrimSpace(t.Value))
		case token.MappingKeyType:
			return p.at(t).fault("key: value", "keys marked by ? are not taken here")
		case token.DirectiveType:
			return p.at(t).fault("plain YAML", "directives are not taken here")
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.MappingValueType:
			keys++
		case token.SequenceEntryType:
			if t.Position.Line != dashLine {
				dashes, dashLine = 0, t.Position.Line
			}
			dashes++
		}
		if depth > maxNesting || dashes > maxNesting {
			return p.at(t).fault("", "nested more than %d deep", maxNesting)
		}
		if keys > maxKeys {
			return p.at(t).fault("", "more than %d keys", maxKeys)
		}
	}
	return nil
}

// syntax turns the library's error into an input error.
func (p *treeBuilder) syntax(err error) error {
	e, ok := err.(yaml.Error)
	if !ok {
		return p.source.fault("", "not YAML: %v", err)
	}
	message := e.GetMessage()
	if strings.Contains(message, "'\t'") {
		message = "a tab cannot indent YAML; use spaces"
	}
	return p.at(e.GetToken()).fault("", "not YAML: %s", message)
}

// build makes the tree of a node of the library's syntax tree.
func (p *treeBuilder) build(n ast.Node) (*node, error) {
	t := n.GetToken()
	out := &node{at: p.at(t)}
	switch x := n.(type) {
	case *ast.MappingNode:
		return out, p.mapping(out, x.Values, t.Type == token.MappingStartType)
	case *ast.MappingValueNode:
		return out, p.mapping(out, []*ast.MappingValueNode{x}, false)
	case *ast.SequenceNode:
		return out, p.list(out, x)
	case *ast.LiteralNode:
		out.kind, out.text = stringKind, x.Value.Value
		if t.Type == token.LiteralType && !p.source.flag {
			out.block = p.blockStart(t.Position.Line)
		}
		return out, nil
	case *ast.NullNode:
		out.text = "null"
		return out, nil
	case ast.ScalarNode:
		return out, p.scalar(out, t)
	}
	return nil, out.at.fault("a plain value", "%s is not taken here", n.Type())
}

func (p *treeBuilder) mapping(out *node, values []*ast.MappingValueNode, braces bool) error {
	out.kind = mapKind
	for _, v := range values {
		t := v.Key.GetToken()
		at := p.at(t)
		if out.child(t.Value) != nil {
			return at.fault("", "key %q is given twice", t.Value)
		}
		value, err := p.build(v.Value)
		if err != nil {
			return err
		}
		if value.kind == nullKind {
			value.at = at // there may be nothing to point at
		}
		out.children = append(out.children, child{t.Value, at, value})
	}
	if len(out.children) > 0 && !braces {
		out.at = out.children[0].at // the library's place is that of the first colon
	}
	return nil
}

// list builds a list. In brackets the comma of adjacent(F5,P5) would make two
// elements of one measure, so an unquoted element goes on while it has more
// parentheses open than closed: no name and no other text in brackets has such.
func (p *treeBuilder) list(out *node, x *ast.SequenceNode) error {
	out.kind = listKind
	open := false
	for _, v := range x.Values {
		element, err := p.build(v)
		if err != nil {
			return err
		}
		plain := element.kind >= boolKind && element.kind <= stringKind && !quoted(v.GetToken())
		if last := len(out.children) - 1; open && plain {
			element.text = out.children[last].value.text + "," + element.text
			element.kind, element.at = stringKind, out.children[last].at
			out.children = out.children[:last]
		}
		open = x.IsFlowStyle && plain && strings.Count(element.text, "(") > strings.Count(element.text, ")")
		out.add(element)
	}
	return nil
}

func quoted(t *token.Token) bool {
	return t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
}

// blockStart is the place of the first character of a literal block whose
// header stands on the given line.
func (p *treeBuilder) blockStart(header int) place {
	at := p.source
	at.line, at.column = header+1, 1
	for _, l := range p.lines[min(header, len(p.lines)):] {
		if s := strings.TrimLeft(l, " "); s != "" {
			at.column = len(l) - len(s) + 1
			break
		}
	}
	return at
}

// scalar gives a scalar its type.
func (p *treeBuilder) scalar(out *node, t *token.Token) error {
	out.kind, out.text = stringKind, t.Value
	switch {
	case quoted(t):
	case out.text == "true" || out.text == "false":
		out.kind = boolKind
	case out.text == "null" || out.text == "~" || out.text == "":
		out.kind = nullKind
	case floatSyntax.MatchString(out.text):
		out.kind = numberKind
		if len(out.text) > maxDigits {
			return out.at.fault("quotes around it, if it is a text", "a number of %d characters", len(out.text))
		}
		if _, err := strconv.ParseFloat(out.text, 64); err != nil && !intSyntax.MatchString(out.text) {
			return out.at.fault("a number below 1e308", "got %s", shorten(out.text))
		}
	}
	return nil
}
