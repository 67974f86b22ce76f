package enumerate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// InputError is a fault in what the user gave, with its place. Commands that
// meet one exit with 2.
type InputError struct {
	File     string // "" if not from a file
	Line     int    // 1-based; 0 unknown
	Column   int    // 1-based; 0 unknown
	Key      string // dotted path of the config key at fault, such as "puzzle.limit"; "" if none
	Problem  string
	Expected string // "" if Problem says it all
}

// Error says file, line, column, what is wrong and what was expected.
func (e *InputError) Error() string {
	place := ""
	if e.File != "" {
		place = e.File + ":"
	}
	if e.Line > 0 {
		place += strconv.Itoa(e.Line) + ":"
		if e.Column > 0 {
			place += strconv.Itoa(e.Column) + ":"
		}
	}
	if place != "" {
		place += " "
	}
	switch {
	case e.Expected == "":
		return place + e.Problem
	case strings.HasSuffix(e.Problem, "?"): // did you mean ...?
		return place + e.Problem + " Expected " + e.Expected
	}
	return place + e.Problem + ": expected " + e.Expected
}

// Errorf returns an [InputError] without a place.
func Errorf(format string, args ...any) error {
	return &InputError{Problem: fmt.Sprintf(format, args...)}
}

// KeyErrorf returns an [InputError] at a key of the config, a dotted path such
// as "puzzle.limit" or "measures.2". The loader of configs finds its place.
func KeyErrorf(key, format string, args ...any) error {
	return AtKey(key, Errorf(format, args...))
}

// AtKey says which key of the config an [InputError] is about. It changes no
// other error, and none that has a key or a file already.
func AtKey(key string, err error) error {
	var input *InputError
	if !errors.As(err, &input) || input.File != "" || input.Key != "" {
		return err
	}
	e := *input
	e.Key = key
	if err != error(input) {
		e.Problem, e.Expected = err.Error(), "" // the wrapping says more
	}
	return &e
}

// maxFaults bounds the faults that [Faults] keeps.
const maxFaults = 20

// Faults are what is wrong with an input that was read to its end in spite of
// it. The zero value has none.
type Faults struct {
	first []*InputError // at most maxFaults, in the order of the input
	more  int           // those beyond, which are only counted
}

// Add adds a fault.
func (f *Faults) Add(fault *InputError) {
	if len(f.first) == maxFaults {
		f.more++
		return
	}
	f.first = append(f.first, fault)
}

// Len returns the number of faults.
func (f *Faults) Len() int { return len(f.first) + f.more }

// Err returns nil without a fault, a single one as it is, and several as an
// error of one line each that unwraps to the first, an [InputError].
func (f *Faults) Err() error {
	switch f.Len() {
	case 0:
		return nil
	case 1:
		return f.first[0]
	}
	return f
}

// Error has a line for each of the first faults and one for the rest.
func (f *Faults) Error() string {
	var lines []string
	for _, fault := range f.first {
		lines = append(lines, fault.Error())
	}
	if f.more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more, %d faults in all", f.more, f.Len()))
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the first fault.
func (f *Faults) Unwrap() error { return f.first[0] }

// Shorten cuts a text that a message quotes to 60 characters.
func Shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// Unknown returns the error for a name that is none of the valid ones: what says what
// there is not, such as "no column". If the name is near to a valid one, the error
// suggests that. Without a text of what is expected it lists the valid names where none
// is near.
func Unknown(what, written string, valid []string, expected string) *InputError {
	suggestion := DidYouMean(written, valid)
	if expected == "" && suggestion == "" {
		expected = "one of " + strings.Join(valid[:min(len(valid), listedNames)], ", ")
		if more := len(valid) - listedNames; more > 0 {
			expected += ", and " + strconv.Itoa(more) + " more"
		}
	}
	return &InputError{Problem: what + " " + strconv.Quote(Shorten(written)) + suggestion, Expected: expected}
}

// listedNames is the number of names that an error lists.
const listedNames = 40

// DidYouMean is the end of a message about an unknown name: it suggests the valid name
// that is near to the written one. "" if none is near.
func DidYouMean(written string, valid []string) string {
	near := Nearest(written, valid)
	if near == "" {
		return ""
	}
	return ": did you mean " + near + "?"
}

// Nearest returns the name with the least edit distance to the written one. It returns
// "" if no name is near: if more than a third of the characters differ, and no name
// contains what was written. Capital letters are taken as small ones.
func Nearest(written string, names []string) string {
	best, least := "", 0
	small := strings.ToLower(written)
	if len(small) > longestName {
		return ""
	}
	for _, name := range names {
		other := strings.ToLower(name)
		d := editDistance(small, other)
		near := 3*d <= max(len(small), len(other)) || len(small) >= 3 && strings.Contains(other, small)
		if near && (best == "" || d < least) {
			best, least = name, d
		}
	}
	return best
}

// longestName bounds the texts that are compared with names: a longer one is no slip.
const longestName = 100

// editDistance counts insertions, deletions and replacements of bytes, and exchanges of
// two neighbours (Damerau 1964, each byte edited at most once).
func editDistance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1) // of the first i-2 and i-1 bytes of a
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			d := row[j]
			if a[i] != b[j] {
				d = 1 + min(d, row[j+1], next[j])
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			next[j+1] = d
		}
		before, row = row, next
	}
	return row[len(b)]
}
