// Package nearest finds the valid name that a mistyped one was probably meant
// to be. It imports nothing of coverstat, so that every package may use it in
// its errors.
package nearest

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Name returns the valid name nearest to got, or "" if none is near enough to
// be worth suggesting: more than a third of the letters (but at least two)
// would have to change. Case is ignored; ties go to the earlier name.
func Name(got string, valid []string) string {
	best, bestDistance := "", 1+max(2, utf8.RuneCountInString(got)/3)
	for _, name := range valid {
		d := distance(got, name)
		if d < bestDistance && d < utf8.RuneCountInString(name) {
			best, bestDistance = name, d
		}
	}
	if best != "" {
		return best
	}
	// Not a typing slip, perhaps a piece of the name: "chess", "shang".
	folded := strings.ToLower(got)
	for _, name := range valid {
		if len(folded) >= 3 && strings.Contains(strings.ToLower(name), folded) {
			return name
		}
	}
	return ""
}

// Hint returns `; the nearest is "x"` to add to a problem, or "".
func Hint(got string, valid []string) string {
	if n := Name(got, valid); n != "" {
		return `; the nearest is "` + n + `"`
	}
	return ""
}

// List joins names for an error: sorted, at most a dozen, then how it goes on.
func List(valid []string) string {
	names := append([]string(nil), valid...)
	sort.Strings(names)
	const most = 12
	if len(names) > most {
		return "one of " + strings.Join(names[:most], ", ") + ", ..."
	}
	if len(names) == 1 {
		return names[0]
	}
	return "one of " + strings.Join(names, ", ")
}

// distance counts the letters to insert, delete, replace or swap with their
// neighbour (optimal string alignment), ignoring case.
func distance(a, b string) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if len(x) > 100 || len(y) > 100 {
		return max(len(x), len(y)) // nobody means that; and the table is quadratic
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, last[j]+cost)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
