package show

import (
	"bytes"
	"strings"
	"testing"
)

func TestPrintFindings(t *testing.T) {
	for _, c := range []struct {
		config string
		set    []string
		want   []string
	}{
		{"pent-3x20", nil, []string{"pent-3x20: 8 solutions, 2 up to symmetry\n", "complete; every row checked, 8 solutions accounted for\n"}},
		{"nonograms-5x5", []string{"puzzle.rows=3", "puzzle.cols=3"}, []string{"nonograms-5x5: 445 instances, 98 up to symmetry\n", "solvable 445 (98 up to symmetry), with one solution 384 (78 up to symmetry)\n", "theorem_solvable   86.3% (384 of 445), 79.6% up to symmetry\n", "least_theorems     2: 1   8: 1   10: 382   no value: 61\n"}},
		{"chessboard-weighted", []string{"sample.draws=200"}, []string{"200 draws, ", "corrected by weights: ", "  in the draws:\n", "  in all solutions, estimated from the draws by their weights (95% intervals):\n", "as many uniform draws would see"}},
		{"nonograms-drawn", []string{"puzzle.rows=25", "puzzle.density=0.5", "puzzle.draw=20", "puzzle.node_limit=30"}, []string{
			"  solvable 2, with one solution 0, undecided 18: their searches were stopped\n", "solutions          2: 1   2 or more: 1   undecided: 18\n", "effort_class       2: 2   2 or more: 18\n", "line_solves        mean at least "}},
	} {
		var text bytes.Buffer
		if err := PrintFindings(&text, runInto(t, t.TempDir(), c.config, c.set...)); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.config, want, &text)
			}
		}
	}
}
