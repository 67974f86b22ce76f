package measure

import (
	"testing"
)

// BenchmarkEvaluate measures the chessboard: 12 pentominoes and the 2x2.
func BenchmarkEvaluate(b *testing.B) {
	shapes := map[string]string{"O4": "##/##"}
	for name, s := range pentominoes {
		shapes[name] = s
	}
	board, all := tilings(8, 8, shapes, 256)
	var grids [][]int16
	for _, solution := range all {
		owner := make([]int16, 64)
		owners(board, solution, owner)
		grids = append(grids, owner)
	}
	simple := []string{"on_edge(I5)", "touches_edge(X5)", "crossroads", "border_pieces", "fault_lines"}
	for _, c := range []struct {
		name     string
		measures []string
	}{
		{"simple", simple},
		{"crossroads", simple[2:3]},
		{"fault_lines", simple[4:]},
		{"piece_contacts", []string{"piece_contacts"}},
		{"colours", []string{"colours"}},
		{"colours_corners", []string{"colours_corners"}},
		{"all", append([]string{"place(*)", "stabiliser"}, everything...)},
	} {
		b.Run(c.name, func(b *testing.B) {
			s, err := Compile(board, c.measures)
			if err != nil {
				b.Fatal(err)
			}
			e := s.NewEvaluator()
			b.ReportAllocs()
			k := 0
			for b.Loop() {
				e.Evaluate(grids[k], all[k], 8)
				if k++; k == len(all) {
					k = 0
				}
			}
			b.ReportMetric(float64(len(s.Columns)), "columns")
		})
	}
}
