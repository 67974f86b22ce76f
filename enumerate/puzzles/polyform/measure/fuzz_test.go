package measure

import (
	"errors"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// FuzzCompile: whatever is asked for, it is columns with different names that
// need no quotes, or an input error.
func FuzzCompile(f *testing.F) {
	for _, m := range append([]string{"place(A)", "on_edge", "adjacent(A,", "((", "adjacent( * , A )", "crossroads()"}, everything...) {
		f.Add(m, "B b")
	}
	f.Fuzz(func(t *testing.T, measure, name string) {
		b := &Subject{
			Board: squares(1, 3), Order: 1,
			Pieces:     []Piece{{Name: "A", Copies: 1}, {Name: name, Copies: 1}, {Name: "B_b", Copies: 1}},
			Placements: []lattice.Placement{{Cells: []int{0}}, {Piece: 1, Cells: []int{1}}, {Piece: 2, Cells: []int{2}}},
		}
		s, err := Compile(b, []string{measure, "on_edge(*)"})
		var input *enumerate.InputError
		if err != nil && !errors.As(err, &input) {
			t.Fatalf("not an input error: %v", err)
		}
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, c := range s.Columns {
			if seen[c.Name] || enumerate.MeasureColumn("", c.Name) != "_"+c.Name {
				t.Fatalf("column %q", c.Name)
			}
			seen[c.Name] = true
		}
		s.NewEvaluator().Evaluate([]int16{1, 2, 3}, []enumerate.OptionID{0, 1, 2}, 1)
	})
}
