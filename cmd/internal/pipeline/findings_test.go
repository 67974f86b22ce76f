package pipeline

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
		{"pent-3x20", nil, []string{"pent-3x20: 8 solutions, 2 up to symmetry\n", "complete; every row checked, 8 raw objects accounted for\n"}},
		{"nonograms-5x5", []string{"puzzle.rows=3", "puzzle.cols=3"}, []string{"nonograms-5x5: 445 instances, 98 up to symmetry\n", "solvable 445 (98)"}},
		{"chessboard-weighted", []string{"sample.draws=200"}, []string{"200 draws, ", "corrected by weights: ", "as many uniform draws would see"}},
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
