package enumerate

import (
	"strconv"
	"strings"
)

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
