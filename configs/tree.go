package configs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
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
