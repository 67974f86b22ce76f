package configs

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate"

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

// parse reads one YAML document, a file or the value of a flag. It takes only
// plain data: no anchors and aliases (they can make gigabytes of a kilobyte),
// tags or merge keys.
//
// It uses the library's tokens and syntax tree, but not its types of unquoted
// scalars: these follow the rules of JSON, so that the JSON in the manifest
// says the same as the file. 007, 0x1F, 1_000 and .5 are texts, and an error
// where a number is expected.
func parse(source place, data []byte) (n *node, err error) {
	if len(data) > maxBytes {
		return nil, source.fault("at most "+strconv.Itoa(maxBytes)+"; put data in a file that the config names",
			"the config has %d bytes", len(data))
	}
	if !utf8.Valid(data) {
		return nil, invalidText(source, data)
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(data), "\ufeff"), "\r\n", "\n")
	defer func() {
		// The library has panicked on odd input before. The user can only
		// see that as a fault of the document.
		if r := recover(); r != nil {
			n, err = nil, source.fault("a YAML document", "the parser gave up on it (%v)", r)
		}
	}()
	tokens := lexer.Tokenize(text)
	if err := screen(source, tokens); err != nil {
		return nil, err
	}
	parsed, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, syntaxFault(source, err)
	}
	var body ast.Node
	for _, d := range parsed.Docs {
		if d.Body == nil {
			continue
		}
		if body != nil {
			return nil, source.token(d.Body.GetToken()).fault("one document a file", "a second document begins")
		}
		body = d.Body
	}
	if body == nil {
		return &node{at: source}, nil
	}
	return build(source, body)
}

// token is the place of a token of the document. A flag is one place.
func (source place) token(t *token.Token) place {
	if t != nil && t.Position != nil && !source.flag {
		source.line, source.column = t.Position.Line, t.Position.Column
	}
	return source
}

// invalidText is the error for bytes that are not UTF-8.
func invalidText(source place, data []byte) error {
	valid := string(data[:bytes.IndexRune(data, utf8.RuneError)])
	line := valid[strings.LastIndex(valid, "\n")+1:]
	at := token.Position{Line: 1 + strings.Count(valid, "\n"), Column: 1 + utf8.RuneCountInString(line)}
	return source.token(&token.Token{Position: &at}).fault("UTF-8", "invalid bytes")
}

// screen refuses tokens that are not plain data, and too many of them.
func screen(source place, tokens token.Tokens) error {
	depth, keys, dashes, dashLine := 0, 0, 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			return source.token(t).fault("the values written out", "anchors, aliases and merge keys (%s) are not taken here", t.Value)
		case token.TagType:
			return source.token(t).fault("a plain value", "tags (%s) are not taken here", strings.TrimSpace(t.Value))
		case token.MappingKeyType:
			return source.token(t).fault("key: value", "keys marked by ? are not taken here")
		case token.DirectiveType:
			return source.token(t).fault("plain YAML", "directives are not taken here")
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
			return source.token(t).fault("", "nested more than %d deep", maxNesting)
		}
		if keys > maxKeys {
			return source.token(t).fault("", "more than %d keys", maxKeys)
		}
	}
	return nil
}

// syntaxFault turns the library's error into an input error.
func syntaxFault(source place, err error) error {
	e, ok := err.(yaml.Error)
	if !ok {
		return source.fault("", "not YAML: %v", err)
	}
	message := e.GetMessage()
	if strings.Contains(message, "'\t'") {
		message = "a tab cannot indent YAML; use spaces"
	}
	for library, plain := range map[string]string{ // the library's words are those of its parser
		`^mapping key (".*") already defined at \[(\d+):\d+\]$`: "the key $1 is there twice, first in line $2",
		`^could not find flow mapping end token '}'$`:           "a { without its }",
		`^sequence end token ']' not found$`:                    "a [ without its ]",
		`^non-map value is specified$`:                          "expected a key with a colon and a space after it, or the text of a picture indented more than its key",
		`^value is not allowed in this context$`:                "expected nothing here: look at the indentation and the brackets above",
	} {
		message = regexp.MustCompile(library).ReplaceAllString(message, plain)
	}
	return source.token(e.GetToken()).fault("", "not YAML: %s", message)
}

// build makes the tree of a node of the library's syntax tree.
func build(source place, n ast.Node) (*node, error) {
	t := n.GetToken()
	out := &node{at: source.token(t)}
	switch x := n.(type) {
	case *ast.MappingNode:
		return out, buildMapping(source, out, x.Values, t.Type == token.MappingStartType)
	case *ast.MappingValueNode:
		return out, buildMapping(source, out, []*ast.MappingValueNode{x}, false)
	case *ast.SequenceNode:
		return out, buildList(source, out, x)
	case *ast.LiteralNode:
		out.kind, out.text = stringKind, x.Value.Value
		if t.Type == token.LiteralType && !source.flag {
			content := strings.TrimLeft(x.Value.GetToken().Origin, "\n")
			indent := len(content) - len(strings.TrimLeft(content, " "))
			out.block = place{file: source.file, line: t.Position.Line + 1, column: indent + 1}
		}
		return out, nil
	case *ast.NullNode:
		out.text = "null"
		return out, nil
	case ast.ScalarNode:
		return out, buildScalar(out, t)
	}
	return nil, out.at.fault("a plain value", "%s is not taken here", n.Type())
}

func buildMapping(source place, out *node, values []*ast.MappingValueNode, braces bool) error {
	out.kind = mapKind
	for _, v := range values {
		t := v.Key.GetToken()
		at := source.token(t)
		if out.child(t.Value) != nil {
			return at.fault("", "key %q is given twice", t.Value)
		}
		value, err := build(source, v.Value)
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

// buildList builds a list. In brackets the comma of adjacent(F5,P5) would make two
// elements of one measure, so an unquoted element goes on while it has more
// parentheses open than closed: no name and no other text in brackets has such.
func buildList(source place, out *node, x *ast.SequenceNode) error {
	out.kind = listKind
	open := false
	for _, v := range x.Values {
		element, err := build(source, v)
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

// isNumber reports whether a text is a number of JSON, and isWhole whether it is one of digits alone.
func isNumber(text string) bool {
	return strings.Trim(text, "0123456789+-.eE") == "" && json.Valid([]byte(text))
}

func isWhole(text string) bool { return isNumber(text) && !strings.ContainsAny(text, ".eE") }

// buildScalar gives a scalar its type.
func buildScalar(out *node, t *token.Token) error {
	out.kind, out.text = stringKind, t.Value
	switch {
	case quoted(t):
	case out.text == "true" || out.text == "false":
		out.kind = boolKind
	case out.text == "null" || out.text == "~" || out.text == "":
		out.kind = nullKind
	case isNumber(out.text):
		out.kind = numberKind
		if len(out.text) > maxDigits {
			return out.at.fault("quotes around it, if it is a text", "a number of %d characters", len(out.text))
		}
		if _, err := strconv.ParseFloat(out.text, 64); err != nil && !isWhole(out.text) {
			return out.at.fault("a number below 1e308", "got %s", enumerate.Shorten(out.text))
		}
	}
	return nil
}
