package configs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
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

// kind is the type of a value in a config.
type kind uint8

const (
	nullKind kind = iota
	boolKind
	numberKind
	stringKind
	listKind
	mapKind
)

var kindNames = [...]string{"nothing", "true or false", "a number", "a text", "a list", "a mapping"}

// place is where a value was written.
type place struct {
	file         string // name of the file, or the whole --set flag
	line, column int    // 1-based; 0 in flags and manifests
	flag         bool   // written on the command line, so its paths start at the working folder
}

// node is a value of a config with its place.
type node struct {
	kind     kind
	at       place
	text     string  // of a scalar: as written, quotes and escapes resolved
	block    place   // of a literal block: the place of its first character
	children []child // of a mapping in the order of the file, or of a list
}

// child is an entry of a mapping, or an element of a list, whose key is its
// index in decimal.
type child struct {
	key   string
	at    place // of the key; of the value in a list
	value *node
}

// child returns the entry with a key, or nil.
func (n *node) child(key string) *child {
	for i := range n.children {
		if n.children[i].key == key {
			return &n.children[i]
		}
	}
	return nil
}

// put sets the value of a key, in place if the key is there.
func (n *node) put(key string, at place, value *node) {
	if c := n.child(key); c != nil {
		c.at, c.value = at, value
		return
	}
	n.children = append(n.children, child{key, at, value})
}

// add appends an element to a list.
func (n *node) add(value *node) {
	n.children = append(n.children, child{strconv.Itoa(len(n.children)), value.at, value})
}

// find follows a dotted path. It returns the last entry of the path that
// exists, the root included, and whether that is the whole path.
func (n *node) find(path string) (child, bool) {
	last := child{at: n.at, value: n}
	for key := range strings.SplitSeq(path, ".") {
		next := last.value.child(key)
		if next == nil {
			return last, false
		}
		last = *next
	}
	return last, true
}

// walk calls visit for the node and everything below it.
func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, c := range n.children {
		c.value.walk(visit)
	}
}

// flagged returns the last value in the tree that a flag set, or nil.
func (n *node) flagged() *node {
	var found *node
	n.walk(func(c *node) {
		if c.at.flag {
			found = c
		}
	})
	return found
}

// within is the place of a line and a column that are counted from the start of
// the value, as in a picture. Only a literal block has lines that are lines of
// the file; for other values, and for line 0, it is the place of the value.
func (n *node) within(line, column int) place {
	if line == 0 || n.block.line == 0 {
		return n.at
	}
	at := n.block
	at.line += line - 1
	if column == 0 {
		at.column = 0 // the whole line
	} else {
		at.column += column - 1
	}
	return at
}

// shown is the value as an error message quotes it.
func (n *node) shown() string {
	switch n.kind {
	case stringKind:
		return fmt.Sprintf("%q", enumerate.Shorten(n.text))
	case numberKind, boolKind:
		return enumerate.Shorten(n.text)
	}
	return kindNames[n.kind]
}

// mismatch is an error that says that the value at path should have been
// something else.
func (n *node) mismatch(path, expected string) *enumerate.InputError {
	if path == "" {
		path = "the document"
	}
	return n.at.fault(expected, "%s: got %s", path, n.shown())
}

// fault is an input error at a place.
func (p place) fault(expected, format string, args ...any) *enumerate.InputError {
	return &enumerate.InputError{
		File: p.file, Line: p.line, Column: p.column,
		Problem: fmt.Sprintf(format, args...), Expected: expected,
	}
}

// oneOf lists the valid names for a message.
func oneOf(valid []string) string {
	if len(valid) == 0 {
		return "no keys"
	}
	return "one of " + strings.Join(slices.Sorted(slices.Values(valid)), ", ")
}

// join appends a key to a dotted path.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

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
			return source.token(t).fault("the values written out",
				"anchors, aliases and merge keys (%s) are not taken here",
				t.Value)
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
		t := v.Key.GetToken() // no other key has its text: the library refuses that
		at := source.token(t)
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
