package exactcover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzletest"
)

// plainSolutions lists the solutions of a text in the plainest way, each as its options in ascending order.
func plainSolutions(text string) (all [][]string) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var low, high []int
	var names []string
	primary := true
	for _, word := range strings.Fields(lines[0]) {
		least, most, name := 1, 1, word
		if word == "|" {
			primary = false
			continue
		}
		if bounds, rest, ok := strings.Cut(word, "|"); ok {
			name = rest
			fmt.Sscanf(bounds, "%d:%d", &least, &most)
		}
		if !primary {
			least = 0
		}
		names, low, high = append(names, name), append(low, least), append(high, most)
	}
	for set := range 1 << (len(lines) - 1) {
		var chosen []string
		for k, line := range lines[1:] {
			if set>>k&1 == 1 {
				chosen = append(chosen, line)
			}
		}
		fits := true
		for i, name := range names {
			used, colours := 0, map[string]bool{}
			for _, line := range chosen {
				for _, word := range strings.Fields(line) {
					item, colour, _ := strings.Cut(word, ":")
					if item == name && (colour == "" || !colours[colour]) {
						colours[colour] = colour != ""
						used++
					}
				}
			}
			fits = fits && used >= low[i] && used <= high[i]
		}
		if fits {
			all = append(all, slices.Sorted(slices.Values(chosen)))
		}
	}
	return all
}

// TestGiven compares covers with given and forbidden options with all solutions of the cover, listed by a program of its
// own: among them covers of which no item must be covered exactly once, and colours.
func TestGiven(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	tried := 0
	for _, text := range []string{
		"a b c | p q\na b\na p:red\nb p:red\nc p:red\nc q\nb c q\nb q:x\na q:x\na b p:blue",
		"1:3|a 1:2|b\na\nb\na b\n",
		"0:2|x 1:2|a b c\na b x\na c\nb\nc x\nc\nb x\na\n",
		latin(2, false),
	} {
		solutions := plainSolutions(text)
		lines := strings.Split(strings.TrimSpace(text), "\n")[1:]
		for range 20 {
			s := solutions[r.IntN(len(solutions))]
			var given, forbid []string
			for _, k := range r.Perm(len(s))[:r.IntN(min(2, len(s))+1)] {
				words := strings.Fields(s[k])
				slices.Reverse(words)
				given = append(given, strings.Join(words, " "))
			}
			for range r.IntN(3) {
				if o := lines[r.IntN(len(lines))]; !slices.Contains(s, o) && !slices.Contains(forbid, o) {
					forbid = append(forbid, o)
				}
			}
			want := 0
			has := func(s []string, o string) bool {
				return slices.ContainsFunc(s, func(line string) bool {
					return slices.Equal(slices.Sorted(slices.Values(strings.Fields(line))), slices.Sorted(slices.Values(strings.Fields(o))))
				})
			}
			for _, other := range solutions {
				if !slices.ContainsFunc(given, func(o string) bool { return !has(other, o) }) && !slices.ContainsFunc(forbid, func(o string) bool { return has(other, o) }) {
					want++
				}
			}
			for _, g := range []generators{{}, {find: true}} {
				f, err := parse("text", strings.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				x := mustRestrict(t, f, g, given, forbid)
				if raw, _ := puzzletest.TestInstance(t, x); raw != int64(want) {
					t.Fatalf("%s\ngiven %q, forbidden %q: %d solutions, expected %d", text, given, forbid, raw, want)
				}
				tried++
			}
		}
	}
	t.Log(tried)
}

func mustRestrict(t *testing.T, f *file, g generators, given, forbid []string) *exact.Instance {
	t.Helper()
	r, err := f.restriction(given, forbid)
	if err != nil {
		t.Fatal(err)
	}
	x, err := f.instance(g, r, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestGivenErrors: what cannot be given is refused, and said why.
func TestGivenErrors(t *testing.T) {
	const text = "a b c 1:2|d\na b\nb c\nc\na\na d\nd b\nb d\nd c\n"
	for _, c := range []struct {
		given, forbid []string
		want          string
	}{
		{[]string{"a x"}, nil, `0 options have just the items "a x": expected those of one option, as in the file`},
		{[]string{"d b"}, nil, `2 options have just the items "d b": expected those of one option, as in the file`},
		{[]string{"b a", "c b"}, nil, `given: the option "b c" and those before it contain the item b more often than a solution may`},
		{[]string{"a", "a"}, nil, `given: the option "a" is there twice`},
		{[]string{"a"}, []string{"a"}, `given: the option "a" is forbidden, too`},
	} {
		f, err := parse("text", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = f.restriction(c.given, c.forbid); err == nil || err.Error() != c.want {
			t.Errorf("given %q, forbidden %q: %v\nexpected %s", c.given, c.forbid, err, c.want)
		}
	}
}
