package configs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// MarshalJSON writes the canonical form of a value: keys sorted, whole numbers
// as written, other numbers in their shortest form, and whole numbers that a
// double cannot hold as texts.
func (n *node) MarshalJSON() ([]byte, error) { return marshal(n.canonical()), nil }

// canonical is the value as encoding/json writes it in canonical form.
func (n *node) canonical() any {
	switch n.kind {
	case boolKind:
		return n.text == "true"
	case stringKind:
		return n.text
	case numberKind:
		if !isWhole(n.text) {
			if x, err := strconv.ParseFloat(n.text, 64); err == nil {
				return x
			}
		}
		if x, err := strconv.ParseInt(n.text, 10, 64); err != nil || x > maxExact || x < -maxExact {
			return n.text
		}
		return json.Number(n.text)
	case listKind:
		out := make([]any, len(n.children))
		for i, c := range n.children {
			out[i] = c.value.canonical()
		}
		return out
	case mapKind:
		out := make(map[string]any, len(n.children))
		for _, c := range n.children {
			out[c.key] = c.value.canonical()
		}
		return out
	}
	return nil
}

// maxExact is the largest whole number that a reader who knows only doubles
// cannot take for its neighbour.
const maxExact = 1 << 53

// marshal writes JSON without the escapes that encoding/json makes for HTML.
func marshal(x any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		panic(fmt.Sprintf("configs: %v", err)) // maps, lists and basic types always encode
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// parseJSON reads JSON into a tree whose values are all at one place. The YAML
// parser is not used for it because that refuses documents that a config and
// its flags can add up to: it limits bytes, keys and nesting.
func parseJSON(at place, data []byte) (*node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		return nil, at.fault("the config as coverstat wrote it", "%v", err)
	}
	return fromJSON(at, x), nil
}

// fromJSON makes a tree of a value that encoding/json decoded.
func fromJSON(at place, x any) *node {
	n := &node{at: at}
	switch x := x.(type) {
	case bool:
		n.kind, n.text = boolKind, strconv.FormatBool(x)
	case string:
		n.kind, n.text = stringKind, x
	case json.Number:
		n.kind, n.text = numberKind, x.String()
	case []any:
		n.kind = listKind
		for _, element := range x {
			n.add(fromJSON(at, element))
		}
	case map[string]any:
		n.kind = mapKind
		for _, key := range slices.Sorted(maps.Keys(x)) {
			n.put(key, at, fromJSON(at, x[key]))
		}
	}
	return n
}
