package configs

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"coverstat/enumerate"
)

// Limits of a run file. The parser is quadratic in the nesting and in the keys
// of a mapping (100,000 open brackets took it 20 s), so these are checked on
// its tokens before it sees them.
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

// parse reads one YAML document. Only plain data is taken: no anchors and
// aliases (they can blow a kilobyte up to gigabytes), tags or merge keys.
//
// Unquoted scalars are typed here, not by the library, and by JSON's rules
// alone, so that the manifest's JSON says the same as the file: 007, 0x1F,
// 1_000 and .5 are texts, and a number is wanted where they stand, an error.
func parse(file string, data []byte, flag bool) (n *node, err error) {
	p := treeBuilder{file: file, flag: flag}
	if len(data) > maxBytes {
		return nil, place{file: file, flag: flag}.fault(fmt.Sprintf("at most %d; put data in a file that the config names", maxBytes),
			"the config has %d bytes", len(data))
	}
	if !utf8.Valid(data) {
		return nil, p.invalidText(data)
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(data), "\ufeff"), "\r\n", "\n")
	p.lines = strings.Split(text, "\n")
	defer func() {
		// The library has panicked on odd input before; whatever the input,
		// that is a fault of the document as far as the user can tell.
		if r := recover(); r != nil {
			n, err = nil, place{file: file, flag: flag}.fault("a YAML document", "the parser gave up on it (%v)", r)
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
		return &node{kind: nullKind, at: place{file: file, flag: flag}}, nil
	}
	return p.build(body)
}

type treeBuilder struct {
	file  string
	flag  bool
	lines []string
}

func (p *treeBuilder) at(t *token.Token) place {
	at := place{file: p.file, flag: p.flag}
	if t != nil && t.Position != nil && !p.flag {
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
	at := place{file: p.file, flag: p.flag}
	if !p.flag {
		at.line, at.column = line, column
	}
	return at.fault("UTF-8", "invalid bytes")
}

// screen refuses what is not plain data and what is too much of it.
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

// syntax turns the library's error into ours.
func (p *treeBuilder) syntax(err error) error {
	if e, ok := err.(yaml.Error); ok {
		message := e.GetMessage()
		if strings.Contains(message, "'\t'") {
			message = "a tab cannot indent YAML; use spaces"
		}
		return p.at(e.GetToken()).fault("", "not YAML: %s", message)
	}
	return place{file: p.file, flag: p.flag}.fault("", "not YAML: %v", err)
}

func (p *treeBuilder) build(n ast.Node) (*node, error) {
	t := n.GetToken()
	out := &node{at: p.at(t)}
	switch x := n.(type) {
	case *ast.MappingNode:
		out.kind = mapKind
		for _, v := range x.Values {
			if err := p.addEntry(out, v); err != nil {
				return nil, err
			}
		}
		if len(out.keys) > 0 && t.Type != token.MappingStartType {
			out.at = out.keys[0].at // a block mapping begins at its first key, not at the colon
		}
	case *ast.MappingValueNode:
		out.kind = mapKind
		if err := p.addEntry(out, x); err != nil {
			return nil, err
		}
		out.at = out.keys[0].at
	case *ast.SequenceNode:
		out.kind = listKind
		for _, v := range x.Values {
			c, err := p.build(v)
			if err != nil {
				return nil, err
			}
			out.list = append(out.list, c)
		}
	case *ast.LiteralNode:
		out.kind, out.text = stringKind, x.Value.Value
		if t.Type == token.LiteralType && !p.flag {
			out.block = p.blockStart(t.Position.Line)
		}
	case *ast.NullNode:
		out.text = "null"
	case ast.ScalarNode:
		return p.scalar(out, t)
	default:
		return nil, out.at.fault("a plain value", "%s is not taken here", n.Type())
	}
	return out, nil
}

// blockStart is the place of the first character of a literal block whose
// header stands on the given line.
func (p *treeBuilder) blockStart(header int) place {
	at := place{file: p.file, line: header + 1, column: 1}
	for _, l := range p.lines[min(header, len(p.lines)):] {
		if s := strings.TrimLeft(l, " "); s != "" {
			at.column = len(l) - len(s) + 1
			break
		}
	}
	return at
}

func (p *treeBuilder) addEntry(out *node, v *ast.MappingValueNode) error {
	keyToken := v.Key.GetToken()
	key, at := keyToken.Value, p.at(keyToken)
	if out.get(key) != nil {
		return at.fault("", "key %q is given twice", key)
	}
	value, err := p.build(v.Value)
	if err != nil {
		return err
	}
	if value.kind == nullKind {
		value.at = at // there may be nothing to point at
	}
	out.keys = append(out.keys, entry{key, at, value})
	return nil
}

// scalar types a scalar.
func (p *treeBuilder) scalar(out *node, t *token.Token) (*node, error) {
	out.kind, out.text = stringKind, t.Value
	switch {
	case t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType:
	case out.text == "true" || out.text == "false":
		out.kind = boolKind
	case out.text == "null" || out.text == "~" || out.text == "":
		out.kind = nullKind
	case floatSyntax.MatchString(out.text):
		if err := numberFits(out.at, out.text); err != nil {
			return nil, err
		}
		out.kind = numberKind
	}
	return out, nil
}

// numberFits refuses numbers that no reader of the manifest could hold.
func numberFits(at place, text string) *enumerate.InputError {
	if len(text) > maxDigits {
		return at.fault("quotes around it, if it is a text", "a number of %d characters", len(text))
	}
	if intSyntax.MatchString(text) {
		return nil
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		return at.fault("a number below 1e308", "got %s", shorten(text))
	}
	return nil
}
