package enumerate

import (
	"strconv"
	"strings"
)

// Grouped writes a whole number for people, with a comma at every third digit.
func Grouped[T ~int | ~int64](n T) string { return GroupDigits(strconv.FormatInt(int64(n), 10)) }

// Plural returns a number with a noun: "1 cell", "2,000 cells", "3 guesses".
func Plural[T ~int | ~int64](n T, noun string) string { return Counted(Grouped(n), noun) }

// Counted returns a written number with a noun: "1 row", "16,146 rows".
func Counted(number, noun string) string {
	switch {
	case number == "1":
		return "1 " + noun
	case strings.HasSuffix(noun, "s"):
		return number + " " + noun + "es"
	}
	return number + " " + noun + "s"
}

// GroupDigits puts a comma at every third of some decimal digits, which a minus
// sign may precede.
func GroupDigits(s string) string {
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Shorten cuts a text that a message quotes to 60 characters.
func Shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// Nearest returns the name with the least edit distance to what was written:
// what a message suggests instead of an unknown name. "" if names is empty.
func Nearest(written string, names []string) string {
	best, least := "", -1
	for _, name := range names {
		if d := editDistance(written, name); least < 0 || d < least {
			best, least = name, d
		}
	}
	return best
}

// editDistance counts insertions, deletions and replacements of bytes
// (Levenshtein 1965).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
