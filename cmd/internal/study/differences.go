package study

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// Differences says in what one text of JSON differs from another, such as
// "puzzle.board.cols is 12, expected 20".
func Differences(have, want []byte) ([]string, error) {
	var trees [2]any
	for i, text := range [][]byte{have, want} {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&trees[i]); err != nil {
			return nil, err
		}
	}
	return differences(nil, "", trees[0], trees[1]), nil
}

// differences appends the places at which two values differ.
func differences(found []string, at string, have, want any) []string {
	within := strings.TrimPrefix(at+".", ".")
	switch w := want.(type) {
	case map[string]any:
		if h, ok := have.(map[string]any); ok {
			all := maps.Clone(h)
			maps.Copy(all, w)
			for _, key := range slices.Sorted(maps.Keys(all)) {
				found = differences(found, within+key, h[key], w[key])
			}
			return found
		}
	case []any:
		if h, ok := have.([]any); ok && len(h) != len(w) {
			return append(found, fmt.Sprintf("%s has %d entries, expected %d", at, len(h), len(w)))
		} else if ok {
			for i := range w {
				found = differences(found, fmt.Sprint(within, i), h[i], w[i])
			}
			return found
		}
	}
	text := func(v any) string {
		if v == nil {
			return ""
		}
		text, _ := json.Marshal(v) // it was read from JSON
		return string(text)
	}
	if h, w := text(have), text(want); h != w {
		found = append(found, fmt.Sprintf("%s is %s, expected %s", at, enumerate.Shorten(cmp.Or(h, "not there")), enumerate.Shorten(cmp.Or(w, "none"))))
	}
	return found
}
