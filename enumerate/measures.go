package enumerate

import (
	"fmt"
	"slices"
	"strings"
)

// PickMeasures finds the measures that a config asks for among those that a
// family has, by name, and returns their indices and columns of type Int32. One that is asked for
// twice is one column.
func PickMeasures(have []MeasureInfo, asked []string) ([]int, []Column, error) {
	var indices []int
	var columns []Column
	var names []string
	for _, m := range have {
		names = append(names, m.Name)
	}
	for place, want := range asked {
		i := slices.Index(names, want)
		switch {
		case i < 0:
			return nil, nil, AtKey(fmt.Sprintf("measures.%d", place), Unknown("no measure", want, names, ""))
		case slices.Contains(indices, i):
			continue
		}
		m := have[i]
		c := Column{Name: want, Type: Int32, Role: Measured, Scale: m.Scale, Meaning: m.Meaning, Unit: m.Unit}
		if name, args, closed := ParseMeasure(want); closed && len(args) > 0 {
			c.Name, c.Measure = MeasureColumn(name, args...), WriteMeasure(name, args...)
		}
		indices, columns = append(indices, i), append(columns, c)
	}
	return indices, columns, nil
}

// ParseMeasure splits a measure as configs write it, on_edge(I5), into its name
// and the pieces in parentheses. It reports false if the parenthesis is not
// closed.
func ParseMeasure(written string) (name string, pieces []string, closed bool) {
	name, rest, open := strings.Cut(strings.TrimSpace(written), "(")
	name = strings.TrimSpace(name)
	if !open {
		return name, nil, true
	}
	inner, closed := strings.CutSuffix(rest, ")")
	for _, p := range strings.Split(inner, ",") {
		pieces = append(pieces, strings.TrimSpace(p))
	}
	return name, pieces, closed
}

// Terms returns the pieces that a piece of a measure adds up: of "F5+F5m" they are F5 and F5m.
func Terms(pieces string) []string {
	terms := strings.Split(pieces, "+")
	for i := range terms {
		terms[i] = strings.TrimSpace(terms[i])
	}
	return terms
}

// WriteMeasure writes a measure of some pieces as configs do: on_edge(I5).
func WriteMeasure(name string, pieces ...string) string {
	return name + "(" + strings.Join(pieces, ", ") + ")"
}

// MeasureColumn names the column of a measure of some pieces: on_edge(I5) is
// on_edge_I5. A character that needs quotes in SQL becomes an underscore, so
// that pieces with odd names may share a name here; see the family's rule for
// telling them apart.
func MeasureColumn(name string, pieces ...string) string {
	for _, p := range pieces {
		name += "_" + strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
				return r
			}
			return '_'
		}, p)
	}
	return name
}
