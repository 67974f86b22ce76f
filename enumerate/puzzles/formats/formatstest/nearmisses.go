package formatstest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// A Second reader reads a text of one format and takes nothing else. It shares no code with the first, and
// returns the readings of the puzzles.
type Second func(text string) (readings []string, ok bool)

// Strict says what tests know of a format besides its example.
type Strict struct {
	Second Second
	// Unused are the parts of the example that say nothing of the puzzle: titles, solutions, remarks.
	Unused string // a regular expression
	// Again says that what stands twice, such as an edge, counts once, so that a second one need not be said.
	Again bool
	// Loose says that the format has more forms than the second reader knows: what that refuses is not compared.
	Loose bool
}

// NearMisses tests each format that reads by texts that are nearly its example. Other ends of lines, packing and a
// byte order mark change nothing. Every line and every token is used: without it, with it twice, or with
// another in its place the text is an error, or read otherwise. What is read is what the second reader
// reads. reading is all that is used of a puzzle, with the remarks.
func NearMisses[P any](t *testing.T, list formats.List[P], reading func(P) (text, remarks string),
	known map[string]Strict) {
	t.Helper()
	for _, f := range list.Formats {
		if f.Read == nil || !utf8.ValidString(f.Example) {
			continue
		}
		k, ok := known[f.Name]
		if !ok {
			t.Errorf("%s: no second reader", f.Name)
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			r := reader[P]{list, f.Name, reading, k}
			want, _, err := r.read(f.Example)
			if second, ok := k.Second(f.Example); err != nil || !ok && !k.Loose || ok && !slices.Equal(second, want) {
				t.Fatalf("%q, %v: the second reader reads %q, %v", want, err, second, ok)
			}
			for what, text := range sameTexts(f.Example) {
				if got, _, err := r.read(text); err != nil || !slices.Equal(got, want) {
					t.Errorf("%s: %q, %v: expected %q", what, got, err, want)
				}
			}
			unused := unusedIn(k.Unused, f.Example)
			for i, text := range changedTexts(f.Example) {
				again := k.Again && len(text) > len(f.Example) && again(f.Example, text)
				r.check(t, f.Example, text, want, again || slices.ContainsFunc(unused, func(u [2]int) bool {
					return i >= u[0] && i < u[1] || i == len(f.Example) && i == u[1]
				}))
			}
		})
	}
}

// Fuzz reads texts in each format as both readers do. A number chooses the format, and where to change its example.
func Fuzz[P any](f *testing.F, list formats.List[P], reading func(P) (text, remarks string), known map[string]Strict) {
	for i := range list.Formats {
		f.Add(uint8(i), uint16(7*i), "1")
	}
	f.Fuzz(func(t *testing.T, number uint8, at uint16, token string) {
		format := list.Formats[int(number)%len(list.Formats)]
		k, ok := known[format.Name]
		if format.Read == nil || !ok {
			return
		}
		tokens := tokenForm.FindAllStringIndex(format.Example, -1)
		if len(tokens) == 0 {
			return
		}
		place := tokens[int(at)%len(tokens)]
		r := reader[P]{list, format.Name, reading, k}
		r.check(t, format.Example, format.Example[:place[0]]+token+format.Example[place[1]:], nil, true)
	})
}

type reader[P any] struct {
	list    formats.List[P]
	format  string
	reading func(P) (text, remarks string)
	Strict
}

// read reads a text in the format. What is left out is an error.
func (r reader[P]) read(text string) (all []string, remarks string, err error) {
	left, err := r.list.Read(enumerate.PuzzleFile{Name: "f", In: strings.NewReader(text), Format: r.format},
		func(p P) error {
			text, more := r.reading(p)
			all, remarks = append(all, text), remarks+more
			return nil
		})
	if err == nil && left.Number > 0 {
		err = left.First
	}
	return all, remarks, err
}

// check reads a text that is nearly the example, which reads as before.
func (r reader[P]) check(t *testing.T, example, text string, before []string, unused bool) {
	t.Helper()
	got, remarks, err := r.read(text)
	if err != nil {
		if !strings.Contains(err.Error(), "f:") {
			t.Errorf("%q: %v: expected the name of the file", text, err)
		}
		return
	}
	second, ok := r.Second(text)
	if !ok && remarks != "" {
		return // it says what it does not use
	}
	if !ok && !r.Loose || ok && !slices.Equal(got, second) {
		t.Errorf("%q is read as %q (%q): the second reader reads %q, %v", text, got, remarks, second, ok)
	}
	if !unused && remarks == "" && slices.Equal(got, before) && squeeze(text) != squeeze(example) {
		t.Errorf("%q is read like the example, and nothing is said", text)
	}
}

// again reports whether a text has all lines of the example, and no others.
func again(example, text string) bool {
	have, lines := strings.Split(text, "\n"), strings.Split(example, "\n")
	return !slices.ContainsFunc(have, func(s string) bool { return !slices.Contains(lines, s) })
}

// squeeze leaves out blank space, second commas, and zeros before digits.
func squeeze(text string) string {
	text = leadingZeros.ReplaceAllString(strings.Join(strings.Fields(text), " "), "$1")
	return strings.ReplaceAll(strings.ReplaceAll(text, ", ,", ","), ",,", ",")
}

var leadingZeros = regexp.MustCompile(`\b0+([0-9])`)

// sameTexts are the ways to write the same.
func sameTexts(text string) map[string]string {
	lines := strings.SplitAfter(text, "\n")
	for i := range lines {
		if i%2 == 1 {
			lines[i] = strings.Replace(lines[i], "\n", "\r\n", 1)
		}
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, text)
	z.Close()
	return map[string]string{
		"CRLF":              strings.ReplaceAll(text, "\n", "\r\n"),
		"mixed ends":        strings.Join(lines, ""),
		"a byte order mark": "\ufeff" + text,
		"gzip":              packed.String(),
		"no last line feed": strings.TrimSuffix(text, "\n"),
	}
}

var tokenForm = regexp.MustCompile(`[A-Za-z0-9]+|[^A-Za-z0-9\s]`)

// changedTexts are texts that say something else, by the place of the change.
func changedTexts(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		at := 0
		for line := range strings.SplitAfterSeq(text, "\n") {
			rest := text[at+len(line):]
			if line != "" && (!yield(at, text[:at]+rest) || !yield(at, text[:at]+line+line+rest)) {
				return
			}
			at += len(line)
		}
		for _, place := range tokenForm.FindAllStringIndex(text, 400) {
			before, token, behind := text[:place[0]], text[place[0]:place[1]], text[place[1]:]
			for _, other := range []string{"", token + " " + token, token + token, "x", "-1", "7", "0",
				"99999999999999999999", "é", "\x00"} {
				if other != token && !yield(place[0], before+other+behind) {
					return
				}
			}
		}
		for i := range 10 {
			if !yield(len(text)*i/10, text[:len(text)*i/10]) {
				return
			}
		}
		yield(len(text), text+"something more\n")
	}
}

func unusedIn(pattern, text string) (all [][2]int) {
	if pattern == "" {
		return nil
	}
	for _, at := range regexp.MustCompile(pattern).FindAllStringIndex(text, -1) {
		all = append(all, [2]int{at[0], at[1]})
	}
	return all
}

// Numbers reads numbers that are written like that: digits, no sign, no zero before others, below 10^9.
func Numbers(words []string) (all []int, ok bool) {
	for _, w := range words {
		var n int
		if _, err := fmt.Sscanf(w, "%d", &n); err != nil || fmt.Sprint(n) != w || n < 0 || n >= 1e9 {
			return nil, false
		}
		all = append(all, n)
	}
	return all, true
}
