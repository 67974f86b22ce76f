package enumerate

import "math/big"

// A Sequence is the numbers a(n) of solutions of puzzles that grow with n, from a(0) on, and the least
// linear recurrence that they keep.
type Sequence struct {
	Over   string // the size that is n
	States int    // a bound of the order, by the states at a boundary
	// a(n) is the sum of Recurrence[i] a(n-i-1) for all n from the number of these factors on.
	Recurrence []*big.Int
	// Numerator and Denominator are those of the generating function, by powers of x.
	Numerator, Denominator []*big.Int
	// Growth is limsup a(n)^(1/n), and GrowthPerCell its root by the cells of a step. They are 0 if
	// only finitely many terms are not 0.
	Growth, GrowthPerCell float64
}

// Table is the table of a sequence: row i is the power x^i.
func (s *Sequence) Table() Table {
	text := func(name, meaning string) Column {
		return Column{Name: name, Type: String, Nullable: true, Meaning: meaning}
	}
	b := NewBatch([]Column{
		{Name: "power", Type: Int32, Meaning: "power of x"},
		text("recurrence", "factor of a(n-power) in the recurrence"),
		text("numerator", "of the generating function"),
		text("denominator", "of the generating function"),
	})
	for i := range s.Denominator {
		row := []any{i}
		for _, list := range [][]*big.Int{append([]*big.Int{nil}, s.Recurrence...), s.Numerator, s.Denominator} {
			if i < len(list) {
				row = append(row, list[i])
			} else {
				row = append(row, nil)
			}
		}
		b.AppendValues(0, row...)
	}
	return Table{Name: RecurrenceTable, Rows: b}
}
