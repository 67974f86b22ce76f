package formats

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"coverstat/enumerate"
)

// CheckJSON reports what encoding/json lets pass: a key that stands twice in an object, and text behind the end.
// expected is what the file should be.
func CheckJSON(text []byte, expected string) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	fault := func(problem string) error {
		return &enumerate.InputError{Line: 1 + bytes.Count(text[:d.InputOffset()], []byte("\n")), Problem: problem,
			Expected: expected}
	}
	var open []map[string]bool // the keys of each open object; nil for a list
	key := false
	for {
		t, err := d.Token()
		if err == io.EOF && len(open) == 0 {
			return nil
		}
		if err != nil {
			var syntax *json.SyntaxError
			if errors.As(err, &syntax) {
				return fault(syntax.Error())
			}
			return fault("the text is cut off")
		}
		inObject := len(open) > 0 && open[len(open)-1] != nil
		switch t := t.(type) {
		case json.Delim:
			switch t {
			case '{':
				open = append(open, map[string]bool{})
			case '[':
				open = append(open, nil)
			default:
				open = open[:len(open)-1]
			}
			key = len(open) > 0 && open[len(open)-1] != nil
			if len(open) == 0 {
				if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
					return fault("text behind the end")
				}
			}
			continue
		case string:
			if inObject && key {
				if keys := open[len(open)-1]; keys[t] {
					return fault("the key " + t + " stands twice")
				} else {
					keys[t] = true
				}
				key = false
				continue
			}
		}
		key = inObject
	}
}
