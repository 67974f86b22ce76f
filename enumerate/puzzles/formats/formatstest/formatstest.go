// Package formatstest tests lists of formats.
package formatstest

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// Examples tests that the example of each format is recognised as that format and no other, read or refused,
// and that what a format writes of the puzzles it reads is again the same. text is a puzzle as a text that
// has all that the writers keep.
func Examples[P any](t *testing.T, list formats.List[P], text func(P) string) {
	t.Helper()
	read := func(format, content string) (all []string, err error) {
		left, err := list.Read(enumerate.PuzzleFile{Name: "example", In: strings.NewReader(content), Format: format},
			func(p P) error {
				all = append(all, text(p))
				return nil
			})
		if err == nil && left.Number > 0 {
			err = left.First
		}
		return all, err
	}
	for i, f := range list.Formats {
		t.Run(f.Name, func(t *testing.T) {
			first := slices.IndexFunc(list.Formats,
				func(f formats.Format[P]) bool { return f.Recognises([]byte(list.Formats[i].Example)) })
			if first < 0 {
				t.Fatal("no format recognises the example")
			}
			if first != i {
				t.Fatalf("the example is taken for %s", list.Formats[first].Name)
			}
			got, err := read("", "\ufeff"+f.Example)
			if f.Read == nil {
				if err == nil || f.Instead == "" || !strings.Contains(err.Error(), f.Instead) {
					t.Fatalf("got %v: expected a refusal that says what to do instead", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if crlf, err := read("", strings.ReplaceAll(f.Example, "\n", "\r\n")); utf8.ValidString(f.Example) &&
				(err != nil || !slices.Equal(crlf, got)) {
				t.Errorf("with carriage returns: %q, %v", crlf, err)
			}
			if f.Write == nil {
				return
			}
			var out bytes.Buffer
			_, err = list.Read(enumerate.PuzzleFile{Name: "example", In: strings.NewReader(f.Example)},
				func(p P) error {
					return list.Write(f.Name, &out, func(yield func(P) bool) { yield(p) })
				})
			if err != nil {
				t.Fatal(err)
			}
			if again, err := read(f.Name, out.String()); err != nil || !slices.Equal(again, got) {
				t.Errorf("wrote %q, which reads as %q, %v: expected %q", out.String(), again, err, got)
			}
		})
	}
}
