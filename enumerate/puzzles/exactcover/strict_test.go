package exactcover

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats/formatstest"
)

// strict are second readers of covers: options as their items, with slashes between.
var strict = map[string]formatstest.Strict{
	"knuth":   {Second: secondKnuth, Unused: `\| a comment`},
	"matrix":  {Second: secondMatrix},
	"columns": {Second: secondColumns},
}

func secondLines(text, comment string) (all [][]string) {
	for line := range strings.SplitSeq(text, "\n") {
		if words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' || r == '\r' }); len(words) > 0 && !strings.HasPrefix(words[0], comment) {
			all = append(all, words)
		}
	}
	return all
}

func secondKnuth(text string) ([]string, bool) {
	lines := secondLines(text, "|")
	if len(lines) < 1 {
		return nil, false
	}
	primary, secondary, bar := map[string]bool{}, map[string]bool{}, false
	var items []string
	for _, word := range lines[0] {
		bounds, name, bounded := strings.Cut(word, "|")
		switch {
		case word == "|" && !bar:
			bar = true
			continue
		case bounded && !bar:
			least, most, two := strings.Cut(bounds, ":")
			if !two {
				most = least
			}
			zeros := regexp.MustCompile(`^0+([0-9])`) // as any program reads them
			n, ok := formatstest.Numbers([]string{zeros.ReplaceAllString(least, "$1"), zeros.ReplaceAllString(most, "$1")})
			if !ok || n[0] > n[1] || n[1] == 0 {
				return nil, false
			}
			items = append(items, fmt.Sprint(n[0], n[1], name))
		case bounded:
			return nil, false
		case bar:
			name, items = word, append(items, fmt.Sprint(0, 1, word))
		default:
			name, items = word, append(items, fmt.Sprint(1, 1, word))
		}
		if name == "" || strings.Contains(name, ":") || primary[name] || secondary[name] {
			return nil, false
		}
		if bar {
			secondary[name] = true
		} else {
			primary[name] = true
		}
	}
	options := items
	for _, words := range lines[1:] {
		seen, some := map[string]bool{}, false
		for _, word := range words {
			name, colour, coloured := strings.Cut(word, ":")
			if seen[name] || !primary[name] && !secondary[name] || coloured && (primary[name] || colour == "") {
				return nil, false
			}
			seen[name], some = true, some || primary[name]
		}
		if some { // the others are left out, and said
			options = append(options, strings.Join(words, " "))
		}
	}
	return []string{strings.Join(options, "/")}, true
}

func secondMatrix(text string) ([]string, bool) {
	lines := secondLines(text, "#")
	if len(lines) == 0 {
		return nil, false
	}
	var options []string
	for _, words := range lines {
		var option []string
		if joined := strings.Join(words, ""); len(joined) != len(strings.Join(lines[0], "")) || strings.Trim(joined, "01") != "" {
			return nil, false
		} else {
			for i, c := range joined {
				if c == '1' {
					option = append(option, strconv.Itoa(i+1))
				}
			}
		}
		if option == nil {
			return nil, false
		}
		options = append(options, strings.Join(option, " "))
	}
	return withItems(options, 1, len(strings.Join(lines[0], ""))), len(options) > 0
}

// withItems puts the items from one number to another before options.
func withItems(options []string, first, last int) []string {
	var all []string
	for n := first; n <= last; n++ {
		all = append(all, fmt.Sprint(1, 1, strconv.Itoa(n)))
	}
	return []string{strings.Join(append(all, options...), "/")}
}

func secondColumns(text string) ([]string, bool) {
	var options []string
	all := map[string]bool{}
	most, least := 0, 1<<30
	for _, words := range secondLines(strings.NewReplacer(",", " ", ";", " ").Replace(text), "#") {
		numbers, ok := formatstest.Numbers(words)
		seen := map[int]bool{}
		for _, n := range numbers {
			if seen[n] {
				return nil, false
			}
			seen[n], all[strconv.Itoa(n)] = true, true
			most, least = max(most, n), min(least, n)
		}
		if !ok {
			return nil, false
		}
		options = append(options, strings.Join(words, " "))
	}
	return withItems(options, least, most), len(all) > 0 && len(all) == most-least+1
}

func coverReading(f *file) (text, remarks string) {
	var all []string
	for i := range f.problem.Items() {
		item := f.problem.Item(enumerate.Item(i))
		all = append(all, fmt.Sprint(item.Min, item.Max, item.Name))
	}
	return strings.Join(append(all, f.options...), "/"), f.leftOut()
}

func TestNearExamples(t *testing.T) { formatstest.NearMisses(t, coverFormats, coverReading, strict) }

func FuzzNearExamples(f *testing.F) { formatstest.Fuzz(f, coverFormats, coverReading, strict) }
