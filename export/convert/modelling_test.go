package convert_test

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wholeNumber reads a whole number.
func wholeNumber(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// compare adds a condition: a sum equals a bound, is at least it or at most.
func (s *system) compare(terms []term, relation string, bound int) {
	if relation != "<=" && relation != "le" {
		s.add(terms, bound)
	}
	if relation == ">=" || relation == "ge" {
		return
	}
	var other []term
	for _, x := range terms {
		other = append(other, term{-x.coefficient, x.variable})
	}
	s.add(other, -bound)
}

// texts are the rows in an order of their own.
func (s *system) texts() (all []string) {
	for _, r := range s.rows {
		terms := slices.SortedFunc(slices.Values(r.terms), func(a, b term) int { return a.variable - b.variable })
		all = append(all, fmt.Sprint(terms, r.least))
	}
	slices.Sort(all)
	return all
}

func readMiniZinc(t *testing.T, text string) *system {
	t.Helper()
	sum := regexp.MustCompile(`^constraint sum\(\[(.*)\]\) (=|>=|<=) (-?\d+);$`)
	array := regexp.MustCompile(`^array \[1\.\.(\d+)\] of var 0\.\.1: x;$`)
	var s *system
	ended := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := array.FindStringSubmatch(line); m != nil {
			s = newSystem(wholeNumber(t, m[1]))
		} else if m := sum.FindStringSubmatch(line); m != nil {
			var terms []term
			for word := range strings.SplitSeq(m[1], ",") {
				factor, variable, ok := strings.Cut(word, "*")
				if !ok {
					factor, variable = "1", word
				}
				terms = append(terms, term{wholeNumber(t, factor), wholeNumber(t, strings.Trim(variable, "x[]"))})
			}
			s.compare(terms, m[2], wholeNumber(t, m[3]))
		} else if !strings.HasPrefix(line, "% ") {
			ended += line + "\n"
		}
	}
	if want := "solve satisfy;\noutput [show(x), \"\\n\"];\n"; ended != want {
		t.Fatalf("%q: expected %q", ended, want)
	}
	return s
}

func readXCSP3(t *testing.T, text string) *system {
	t.Helper()
	var x struct {
		Format string `xml:"format,attr"`
		Type   string `xml:"type,attr"`
		Array  struct {
			ID     string `xml:"id,attr"`
			Size   string `xml:"size,attr"`
			Values string `xml:",chardata"`
		} `xml:"variables>array"`
		Sums []struct {
			List      string `xml:"list"`
			Factors   string `xml:"coeffs"`
			Condition string `xml:"condition"`
		} `xml:"constraints>sum"`
	}
	if err := xml.Unmarshal([]byte(text), &x); err != nil {
		t.Fatal(err)
	}
	if x.Format != "XCSP3" || x.Type != "CSP" || x.Array.ID != "x" || strings.TrimSpace(x.Array.Values) != "0 1" {
		t.Fatalf("%+v", x.Array)
	}
	s := newSystem(wholeNumber(t, strings.Trim(x.Array.Size, "[]")))
	for _, sum := range x.Sums {
		factors := strings.Fields(sum.Factors)
		var terms []term
		for i, word := range strings.Fields(sum.List) {
			factor := "1"
			if len(factors) > 0 {
				factor = factors[i]
			}
			terms = append(terms, term{wholeNumber(t, factor), wholeNumber(t, strings.Trim(word, "x[]")) + 1})
		}
		relation, bound, _ := strings.Cut(strings.Trim(strings.TrimSpace(sum.Condition), "()"), ",")
		s.compare(terms, relation, wholeNumber(t, bound))
	}
	return s
}
