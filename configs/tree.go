package configs

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// kind is what a value of a config is.
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
	file         string // name of the file, or the whole --set flag, or "" for the manifest
	line, column int    // 0 for flags and manifests
	flag         bool   // written on the command line: its paths start at the working folder
}

// node is a value of a config with its place.
type node struct {
	kind  kind
	at    place
	text  string // scalars: as written, quotes and escapes resolved
	block place  // strings: where the first character stands, if lines of text are lines of the file
	list  []*node
	keys  []entry // in the order of the file
}

type entry struct {
	key   string
	at    place
	value *node
}

// get returns the value of a key, or nil.
func (n *node) get(key string) *node {
	for i := range n.keys {
		if n.keys[i].key == key {
			return n.keys[i].value
		}
	}
	return nil
}

// shown is the value as an error message quotes it.
func (n *node) shown() string {
	switch n.kind {
	case stringKind:
		return fmt.Sprintf("%q", shorten(n.text))
	case numberKind, boolKind:
		return shorten(n.text)
	}
	return kindNames[n.kind]
}

func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// fault is an input error at a place.
func (p place) fault(expected, format string, args ...any) *enumerate.InputError {
	return &enumerate.InputError{
		File: p.file, Line: p.line, Column: p.column,
		Problem: fmt.Sprintf(format, args...), Expected: expected,
	}
}

// hint suggests the nearest valid name.
func hint(got string, valid []string) string {
	if n := enumerate.Nearest(got, valid); n != "" {
		return fmt.Sprintf("; the nearest is %q", n)
	}
	return ""
}

// oneOf lists what was expected.
func oneOf(valid []string) string {
	names := slices.Sorted(slices.Values(valid))
	if len(names) == 0 {
		return "no keys"
	}
	return "one of " + strings.Join(names, ", ")
}

// mismatch says that the value at path should have been something else.
func (n *node) mismatch(path, expected string) *enumerate.InputError {
	if path == "" {
		path = "the document"
	}
	return n.at.fault(expected, "%s: got %s", path, n.shown())
}

// walk calls visit for the node and everything below it.
func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, c := range n.list {
		c.walk(visit)
	}
	for _, e := range n.keys {
		e.value.walk(visit)
	}
}

// join appends a key to a dotted path.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// find follows a dotted path as far as it exists and returns the last value on
// it; it never returns nil.
func (n *node) find(path string) *node {
	for key := range strings.SplitSeq(path, ".") {
		next := n.child(key)
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

// lookup returns the value at a dotted path, or nil.
func (n *node) lookup(path string) *node {
	for key := range strings.SplitSeq(path, ".") {
		if n = n.child(key); n == nil {
			return nil
		}
	}
	return n
}

// child is the value under a key, or the element of a list under its index.
func (n *node) child(key string) *node {
	if n.kind == listKind {
		if i, ok := index(key); ok && i < len(n.list) {
			return n.list[i]
		}
		return nil
	}
	return n.get(key)
}

// index reads a list index.
func index(key string) (int, bool) {
	if key == "" || len(key) > 6 {
		return 0, false
	}
	i := 0
	for _, c := range key {
		if c < '0' || c > '9' {
			return 0, false
		}
		i = 10*i + int(c-'0')
	}
	return i, true
}
