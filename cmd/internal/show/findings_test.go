package show

import (
	"bytes"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/export/findings"
)

func TestPrintFindings(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		config string
		set    []string
		want   []string
	}{
		{"pent-3x20", nil, []string{"pent-3x20: 8 solutions, 2 up to symmetry\n", "complete; every row checked, 8 solutions accounted for\n", "2 rows in 1 part; pandas and polars read "}},
		{"nonograms-5x5", []string{"puzzle.rows=3", "puzzle.cols=3"}, []string{"nonograms-5x5: 445 instances, 98 up to symmetry\n", "solvable 445 (98 up to symmetry), with one solution 384 (78 up to symmetry)\n", "theorem_solvable   86.3% (384 of 445), 79.6% up to symmetry\n", "least_theorems     2: 1   8: 1   10: 382   no value: 61\n"}},
		{"chessboard-weighted", []string{"sample.draws=3000"}, []string{"3,000 draws, ", "corrected by weights: ", "  In the draws\n", "  In all solutions, estimated from the draws by their weights (95% intervals)\n", "as many uniform draws would see"}},
		{"chessboard-weighted", []string{"sample.draws=200"}, []string{"  corrected by weights: 119,149 solutions, 14,894 up to symmetry\n",
			"  warning: the draws are worth only 22 uniform draws, too few for intervals", "  In all solutions, estimated from the draws by their weights\n",
			"the most frequent is number 0 (##/##, first cell at row 0, col 0): 28% (56 of 200)\n", "on_edge_I5         98.8%\n"}},
		{"baibian-shang", nil, []string{"baibian-shang: 57 solutions\n"}}, // there are no symmetries
		{"nonograms-drawn", []string{"puzzle.rows=25", "puzzle.density=0.5", "puzzle.draw=20", "puzzle.node_limit=30"}, []string{
			"  always the same    theorem_solvable no, line_solvable no, printed_solvable no\n", "  solvable 2, with one solution 0, with more than were counted 1, undecided 18: their searches were stopped\n", "solutions          2: 1   2 or more: 1   undecided: 18\n", "effort_class       2: 2   2 or more: 18\n", "line_solves        mean at least "}},
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

// TestSaidEverywhere: console, card and page say every sentence, every warning and every
// count of a dataset in the same words.
func TestSaidEverywhere(t *testing.T) {
	for _, c := range []struct {
		config string
		set    []string
	}{
		{"chessboard-weighted", []string{"sample.draws=100"}},
		{"nonograms-drawn", []string{"puzzle.rows=25", "puzzle.density=0.5", "puzzle.draw=20", "puzzle.node_limit=30"}},
		{"tetro2-5x8", nil},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		run := runInto(t, dir, c.config, c.set...)
		set, err := study.OpenDataset(dir)
		if err != nil {
			t.Fatal(err)
		}
		var console bytes.Buffer
		if err := PrintFindings(&console, run); err != nil {
			t.Fatal(err)
		}
		name, err := Card(dir, "", "")
		if err != nil {
			t.Fatal(err)
		}
		card, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := findings.New(set.Dataset, run.Document)
		texts := append(f.Sentences, f.Warnings...)
		for _, n := range f.Counts {
			texts = append(texts, n.Raw.Grouped(), n.Name)
		}
		for where, all := range map[string]string{"console": console.String(), "card": strings.ReplaceAll(string(card), "\\", ""), "page": html.UnescapeString(page(t, dir, ReportOptions{Quick: true}))} {
			for _, text := range texts {
				if !strings.Contains(all, text[1:]) { // a page begins sentences with a capital
					t.Errorf("%s: the %s does not say %q", c.config, where, text)
				}
			}
		}
	}
}
