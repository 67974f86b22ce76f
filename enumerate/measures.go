package enumerate

import (
	"fmt"
	"slices"
	"strings"
)

// Taken stands in a list of measures for one that was taken out of it, so that the others keep their places.
const Taken = "\x00"

// PickMeasures finds the measures that a config asks for among those that a
// family has, by name, and returns them with their columns. One that is asked for twice is one column.
func PickMeasures[M any](have []M, info func(M) MeasureInfo, asked []string) (picked []M, columns []Column, err error) {
	var names []string
	for _, m := range have {
		names = append(names, info(m).Name)
	}
	for place, want := range asked {
		i := slices.Index(names, want)
		switch {
		case want == Taken || slices.Contains(asked[:place], want):
			continue
		case i < 0:
			return nil, nil, AtKey(fmt.Sprintf("measures.%d", place), Unknown("no measure", want, names, ""))
		}
		picked, columns = append(picked, have[i]), append(columns, info(have[i]).Column())
	}
	return picked, columns, nil
}

// Column is the column of the measure, of type Int32, or Int64 if it is large.
func (m MeasureInfo) Column() Column {
	c := Column{Name: m.Name, Type: Int32, Nullable: m.Large, Role: Measured, Scale: m.Scale, Meaning: m.Meaning,
		Unit: m.Unit}
	if m.Large {
		c.Type = Int64
	}
	if name, args, closed := ParseMeasure(m.Name); closed && len(args) > 0 {
		c.Name, c.Measure = MeasureColumn(name, args...), WriteMeasure(name, args...)
	}
	return c
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

// A Sum gives each solution a number:
//
//	Base + values of its options + marks left untouched + pairs of its options that meet
//
// A mark is a place, such as a line through a board that a piece may cross.
//
// Such numbers are known of partial solutions, so that solutions can be counted by them
// without being listed.
type Sum struct {
	Base     int64
	Values   []int32      // by option, at least 0; nil is 0 for all
	Marks    [][]OptionID // the options that touch each mark
	Contacts *Contacts    // nil if none count
	// Own, if it is not nil, is what the number is instead of a sum, and nothing else is set.
	Own Quantity
}

// A Quantity is a number of a solution that does not add up over its options. The sweep of its problem knows it.
type Quantity interface {
	Of(solution []OptionID) int64
}

// Contacts say which options of a solution meet: one has an item that is beside an item of
// the other. These items are in at most one option of a solution.
type Contacts struct {
	Problem *Problem // of the options and items
	Beside  [][]Item // by item: the items beside it, which it is beside, too
	// Kinds, by option: two options count if one is a First and the other a Second. An
	// option may be both, or neither.
	Kinds []ContactKind

	// In a quotient by a symmetry, an option stands for several options of Problem, and an
	// item for several items. Nil if the problem is no quotient.
	Members [][]OptionID // by option of the quotient
	Orbit   []Item       // by item of Problem: the item of the quotient
}

// ContactKind is a set of First and Second.
type ContactKind uint8

// The kinds.
const (
	First ContactKind = 1 << iota
	Second
)

// Counts reports whether two options that meet count.
func (k ContactKind) Counts(other ContactKind) bool {
	return k&First != 0 && other&Second != 0 || k&Second != 0 && other&First != 0
}

// Of returns the number for a solution.
func (s *Sum) Of(solution []OptionID) int64 {
	if s.Own != nil {
		return s.Own.Of(solution)
	}
	n := s.Base
	chosen := make(map[OptionID]bool, len(solution))
	for _, o := range solution {
		if chosen[o] = true; s.Values != nil {
			n += int64(s.Values[o])
		}
	}
next:
	for _, m := range s.Marks {
		for _, o := range m {
			if chosen[o] {
				continue next
			}
		}
		n++
	}
	if s.Contacts != nil {
		n += s.Contacts.Among(solution)
	}
	return n
}

// Among returns how many pairs of some options of Problem meet and count.
func (c *Contacts) Among(options []OptionID) (n int64) {
	for at, x := range options {
		for _, y := range options[:at] {
			if c.Kinds[x].Counts(c.Kinds[y]) && c.meet(x, y) {
				n++
			}
		}
	}
	return n
}

func (c *Contacts) meet(x, y OptionID) bool {
	return slices.ContainsFunc(c.Problem.Option(x), func(m Member) bool {
		return slices.ContainsFunc(c.Problem.Option(y),
			func(other Member) bool { return slices.Contains(c.Beside[m.Item], other.Item) })
	})
}
