package enumerate

import "slices"

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
	// Regions, if it is not nil, says which number of a partition this is, and nothing else is set.
	Regions *RegionSum
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
	if s.Regions != nil {
		return s.Regions.of(solution)
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
		return slices.ContainsFunc(c.Problem.Option(y), func(other Member) bool { return slices.Contains(c.Beside[m.Item], other.Item) })
	})
}
