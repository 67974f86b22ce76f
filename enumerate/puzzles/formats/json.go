package formats

import (
	"bytes"
	"encoding/json"
	"errors"
)

// deepest bounds lists within lists: encoding/json reads no deeper ones.
const deepest = 10_000

// CheckJSON fails at what encoding/json lets pass: a key that stands twice in an object, and text behind the end.
// expected is what the file should be.
func CheckJSON(text []byte, expected string) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	need := func(ok bool, problem string) {
		if !ok {
			line := 1 + bytes.Count(text[:d.InputOffset()], []byte("\n"))
			Place{Line: line}.Fail(expected, "%s", problem)
		}
	}
	next := func() json.Token {
		t, err := d.Token()
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			need(false, syntax.Error())
		}
		need(err == nil, "the text is cut off")
		return t
	}
	var value func(depth int)
	value = func(depth int) {
		need(depth <= deepest, "lists within lists, too many of them")
		switch next() {
		case json.Delim('['):
			for d.More() {
				value(depth + 1)
			}
			next()
		case json.Delim('{'):
			keys := map[string]bool{}
			for d.More() {
				key := next().(string)
				need(!keys[key], "the key "+key+" stands twice")
				keys[key] = true
				value(depth + 1)
			}
			next()
		}
	}
	value(0)
	need(len(bytes.TrimSpace(text[d.InputOffset():])) == 0, "text behind the end")
}
