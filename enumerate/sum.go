package enumerate

// A Sum is a number of each solution that its options add up to: Base, the value of each
// of its options, and 1 for each mark that none of its options touches. A mark is a place
// such as a line through a board that no piece may cross.
//
// Such numbers are known of partial solutions, so that solutions can be counted by them
// without being listed.
type Sum struct {
	Base   int64
	Values []int32      // by option, at least 0; nil is 0 for all
	Marks  [][]OptionID // the options that touch each mark
}

// Of returns the number for a solution.
func (s *Sum) Of(solution []OptionID) int64 {
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
	return n
}
