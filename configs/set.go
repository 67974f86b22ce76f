package configs

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate"
)

// applySet lays one --set flag, key.path=value, over the tree. It makes the
// mappings that are missing on the path; an index one past the end of a list
// adds to the list. The place of everything that comes from the flag is the
// flag.
func applySet(root *node, flag string) error {
	const expected = "key.path=value, such as output.grid=false"
	at := place{file: "--set " + enumerate.Shorten(flag), flag: true}
	path, text, ok := strings.Cut(flag, "=")
	path = strings.TrimSpace(path)
	if !ok || path == "" {
		return at.fault(expected, "got %q", enumerate.Shorten(flag))
	}
	if !utf8.ValidString(flag) {
		return at.fault("UTF-8", "invalid bytes")
	}
	keys := strings.Split(path, ".")
	if len(keys) > maxNesting {
		return at.fault("", "nested more than %d deep", maxNesting)
	}
	value, err := parse(at, []byte(text))
	if err != nil {
		return err
	}
	n := root
	for i, key := range keys {
		if n.kind == nullKind {
			n.kind, n.at = mapKind, at
		}
		last := i == len(keys)-1
		existing := n.child(key)
		switch {
		case key == "":
			return at.fault(expected, "an empty key in %q", path)
		case n.kind != mapKind && n.kind != listKind:
			return at.fault("a mapping or a list", "%s is %s, it has no %q", strings.Join(keys[:i], "."), n.shown(), key)
		case n.kind == listKind && existing == nil && key != strconv.Itoa(len(n.children)):
			return at.fault("", "%s is a list of %d: %q is no index of it", strings.Join(keys[:i], "."), len(n.children), key)
		case last:
			n.put(key, at, value)
		case existing != nil:
			n = existing.value
		default:
			next := &node{kind: mapKind, at: at}
			n.put(key, at, next)
			n = next
		}
	}
	return nil
}
