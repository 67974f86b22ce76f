package configs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// canonical is the value as it goes into JSON: keys sorted (by encoding/json), whole
// numbers as written, other numbers in their shortest form, and whole numbers
// that a double cannot hold as texts.
func (n *node) canonical() any {
	switch n.kind {
	case boolKind:
		return n.text == "true"
	case stringKind:
		return n.text
	case numberKind:
		if intSyntax.MatchString(n.text) {
			return wholeJSON(n.text)
		}
		x, _ := strconv.ParseFloat(n.text, 64) // the syntax was checked by parse
		return x
	case listKind:
		out := make([]any, len(n.list))
		for i, c := range n.list {
			out[i] = c.canonical()
		}
		return out
	case mapKind:
		out := make(map[string]any, len(n.keys))
		for _, e := range n.keys {
			out[e.key] = e.value.canonical()
		}
		return out
	}
	return nil
}

// wholeJSON is a whole number as JSON: beyond 2^53 a decimal string.
func wholeJSON(text string) any {
	if x, err := strconv.ParseInt(text, 10, 64); err != nil || beyondDouble(x) {
		return text
	}
	return json.Number(text)
}

// beyondDouble reports whether a reader that knows only doubles might take the
// number for its neighbour.
func beyondDouble(x int64) bool { return x > 1<<53 || x < -1<<53 }

func (n *node) json() []byte { return marshal(n.canonical()) }

func marshal(x any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		panic(fmt.Sprintf("configs: %v", err)) // maps, lists and basic types always encode
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// parseJSON reads the canonical form back into a tree.
func parseJSON(name string, data []byte) (*node, error) {
	at := place{file: name}
	if len(data) > 2*maxBytes {
		return nil, at.fault("", "the config has %d bytes", len(data))
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	n, err := buildJSON(d, at, 0)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = fmt.Errorf("more after the config's end")
		}
	}
	if err != nil {
		return nil, at.fault("the config as coverstat wrote it", "%v", err)
	}
	return n, nil
}

func buildJSON(d *json.Decoder, at place, depth int) (*node, error) {
	if depth > maxNesting+10 {
		return nil, fmt.Errorf("nested more than %d deep", maxNesting)
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	n := &node{at: at}
	switch x := t.(type) {
	case bool:
		n.kind, n.text = boolKind, strconv.FormatBool(x)
	case string:
		n.kind, n.text = stringKind, x
	case json.Number:
		if err := numberFits(at, x.String()); err != nil {
			return nil, err
		}
		n.kind, n.text = numberKind, x.String()
	case json.Delim:
		n.kind = listKind
		if x == '{' {
			n.kind = mapKind
		}
		for d.More() {
			key := ""
			if n.kind == mapKind {
				t, err := d.Token()
				if err != nil {
					return nil, err
				}
				key = t.(string) // the decoder admits nothing else
				if n.get(key) != nil {
					return nil, fmt.Errorf("key %q is given twice", key)
				}
			}
			c, err := buildJSON(d, at, depth+1)
			if err != nil {
				return nil, err
			}
			if n.kind == mapKind {
				n.keys = append(n.keys, entry{key, at, c})
			} else {
				n.list = append(n.list, c)
			}
		}
		if _, err := d.Token(); err != nil {
			return nil, err
		}
	}
	return n, nil
}
