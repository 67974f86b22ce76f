package configs

import (
	"strings"
	"unicode/utf8"
)

// applySet lays one --set flag, key.path=value, over the tree. Mappings that
// are missing on the way are made; an index one past the end of a list adds to
// it. Everything that comes from the flag is placed at the flag.
func applySet(root *node, flag string) error {
	name := "--set " + shorten(flag)
	at := place{file: name, flag: true}
	path, text, ok := strings.Cut(flag, "=")
	path = strings.TrimSpace(path)
	if !ok || path == "" {
		return at.fault("key.path=value, such as output.grid=false", "got %q", shorten(flag))
	}
	if !utf8.ValidString(flag) {
		return at.fault("UTF-8", "invalid bytes")
	}
	keys := strings.Split(path, ".")
	if len(keys) > maxNesting {
		return at.fault("", "nested more than %d deep", maxNesting)
	}
	value, err := parse(name, []byte(text), true)
	if err != nil {
		return err
	}
	n := root
	for i, key := range keys {
		if key == "" {
			return at.fault("key.path=value, such as output.grid=false", "an empty key in %q", path)
		}
		last := i == len(keys)-1
		walked := strings.Join(keys[:i], ".")
		switch n.kind {
		case nullKind:
			n.kind, n.at = mapKind, at
			fallthrough
		case mapKind:
			if c := n.get(key); c != nil && !last {
				n = c
				continue
			}
			next := value
			if !last {
				next = &node{kind: mapKind, at: at}
			}
			n.put(key, at, next)
			n = next
		case listKind:
			k, ok := index(key)
			if !ok || k > len(n.list) {
				return at.fault("", "%s is a list of %d: %q is no index of it", walked, len(n.list), key)
			}
			if k < len(n.list) && !last {
				n = n.list[k]
				continue
			}
			next := value
			if !last {
				next = &node{kind: mapKind, at: at}
			}
			if k == len(n.list) {
				n.list = append(n.list, next)
			} else {
				n.list[k] = next
			}
			n = next
		default:
			return at.fault("a mapping or a list", "%s is %s, it has no %q", walked, n.shown(), key)
		}
	}
	return nil
}

// put sets a key, in place if it is there.
func (n *node) put(key string, at place, value *node) {
	for i := range n.keys {
		if n.keys[i].key == key {
			n.keys[i].at, n.keys[i].value = at, value
			return
		}
	}
	n.keys = append(n.keys, entry{key, at, value})
}
