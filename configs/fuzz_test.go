package configs

import (
	"errors"
	"os"
	"strings"
	"testing"

	"coverstat/enumerate"
)

// FuzzLoad: whatever the document and the flag, loading ends in a plan that
// survives its manifest, or in an input error of one line.
func FuzzLoad(f *testing.F) {
	for _, name := range shippedNames() {
		data, err := shippedFiles.ReadFile(name + ".yaml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), "output.grid=false")
	}
	data, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, c := range strings.Split(string(data), "\n== ") {
		_, body, _ := strings.Cut(c, "\n")
		body, _, _ = strings.Cut(body, "\n-> ")
		f.Add(body, "puzzle.pieces.0={name: [a, {b: 1e3}]}")
	}
	f.Fuzz(func(t *testing.T, document, flag string) {
		var set []string
		if flag != "" {
			set = []string{flag}
		}
		p, err := load("x.yaml", ".", []byte(document), set)
		if err != nil {
			var input *enumerate.InputError
			if !errors.As(err, &input) {
				t.Fatalf("not an input error: %v", err)
			}
			if input.Line < 0 || input.Column < 0 {
				t.Fatalf("place %d:%d", input.Line, input.Column)
			}
			return
		}
		roundTrip(t, p)
		_ = p.Spec().Puzzle(&toy{})
	})
}
