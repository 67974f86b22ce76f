package produce

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// analysed are runs of every kind with crosstabs and breakdowns.
var analysed = []struct {
	config string
	set    []string
}{
	{"tetro2-5x8", []string{"measures=[on_edge(*), crossroads]", "crosstabs=[[crossroads, on_edge(I4)], [on_edge(O4), crossroads]]", "breakdowns=[{by: [on_edge(O4)], of: [crossroads]}]"}},
	{"pent-5x12", []string{"job=sample", "sample={draws: 500, sampler: uniform}", "measures=[crossroads, on_edge(I5)]", "crosstabs=[[crossroads, on_edge(I5)]]", "breakdowns=[{by: [on_edge(I5)], of: [crossroads]}]"}},
	{"nonograms-5x5", []string{"puzzle.rows=3", "puzzle.cols=3", "breakdowns=[{by: [black], of: [line_solvable, settled_line]}]", "crosstabs=[[black, theorem_solvable]]"}},
	{"sudoku-policies", []string{"puzzle.draw=12", "puzzle.node_limit=500"}},
}

// TestTwoRoadsToStatistics: what was accumulated during the run is what the
// rows give, byte for byte but for the effort, and verify says so. SQL is the
// third road: export/readers.
func TestTwoRoadsToStatistics(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range analysed {
		t.Run(c.config, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "out")
			f := made(t, open(t, c.config, c.set...), RunOptions{Out: dir})
			set, err := study.OpenFinished(dir)
			if err != nil {
				t.Fatal(err)
			}
			d, err := inspect.Statistics(set)
			if err != nil {
				t.Fatal(err)
			}
			got, err := d.Encode()
			if err != nil {
				t.Fatal(err)
			}
			want, err := f.Document.FromRows().Encode()
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("from the rows:\n%s\nduring the run:\n%s", got, want)
			}
			if v, err := inspect.Verify(context.Background(), dir); err != nil || !v.OK() {
				t.Fatalf("verify: %+v, %v", v, err)
			}
			compareTables(t, dir, d)
			addsUp(t, dir, d)
			breakSomething(t, dir)
		})
	}
}

// compareTables adds the tables up and compares them with the sections.
func compareTables(t *testing.T, dir string, d *stats.Document) {
	t.Helper()
	set, err := study.OpenDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	lines, sum := 0, stats.Int(0)
	for _, x := range d.Breakdowns {
		lines += len(x.Groups) * (1 + len(x.Of))
		sum = sum.Add(x.RawN)
	}
	if lines == 0 {
		return
	}
	b, err := set.Table(enumerate.BreakdownsTable)
	if err != nil || b.Len() != lines {
		t.Fatalf("table of breakdowns: %v lines, expected %d (%v)", b.Len(), lines, err)
	}
	of, n := enumerate.ColumnIndex(b.Columns, "of"), enumerate.ColumnIndex(b.Columns, "raw_n")
	inTable := int64(0)
	for row := range b.Len() {
		if b.IsNull(of, row) {
			inTable += b.IntAt(n, row)
		}
	}
	if stats.Int(inTable).Cmp(sum) != 0 {
		t.Errorf("%d raw objects in the groups of the table, expected %s", inTable, sum)
	}
}

// breakSomething gives the manifest's analysis another column, or a table
// other counts, with digests that fit: verify must see it.
func breakSomething(t *testing.T, dir string) {
	t.Helper()
	m, err := export.ReadManifest(files.OS(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if a := &m.Analysis; len(a.Breakdowns) > 0 && len(a.Breakdowns[0].By) > 1 {
		slices.Reverse(a.Breakdowns[0].By)
	} else {
		a.Drawn = "otherwise"
	}
	if err := m.Write(files.OS(), dir); err != nil {
		t.Fatal(err)
	}
	if v, err := inspect.Verify(context.Background(), dir); err != nil || v.OK() {
		t.Errorf("another analysis than the statistics: verify finds nothing wrong (%v)", err)
	}
}

// TestContactsAndMeasures: the table of contacts says what the measures
// adjacent(P, Q) sum up to, in censuses and in samples.
func TestContactsAndMeasures(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, set := range [][]string{{}, {"job=sample", "sample={draws: 300, sampler: shuffled}"}} {
		dir := filepath.Join(t.TempDir(), "out")
		f := made(t, open(t, "pent-5x12", append(set, "measures=['adjacent(*, *)']")...), RunOptions{Out: dir})
		d, err := study.OpenDataset(dir)
		if err != nil {
			t.Fatal(err)
		}
		b, err := d.Table("contacts")
		if err != nil || b.Len() != 66 {
			t.Fatalf("%v lines, expected 66 (%v)", b.Len(), err)
		}
		for row := range b.Len() {
			p, q := string(b.StringAt(0, row)), string(b.StringAt(1, row))
			m := f.Document.Measures.Find("adjacent_" + p + "_" + q)
			if m == nil {
				m = f.Document.Measures.Find("adjacent_" + q + "_" + p)
			}
			if m == nil || m.Raw.Sum.Cmp(stats.Int(b.IntAt(3, row))) != 0 || m.Distinct.Sum.Cmp(stats.Int(b.IntAt(4, row))) != 0 {
				t.Errorf("%s and %s touch in %d, %d up to symmetry; measured: %+v", p, q, b.IntAt(3, row), b.IntAt(4, row), m)
			}
		}
		if v, err := inspect.Verify(context.Background(), dir); err != nil || !v.OK() {
			t.Errorf("verify: %+v, %v", v, err)
		}
	}
}

// TestShippedAnalyses: what the shipped runs ask for can be counted.
func TestShippedAnalyses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	asked := 0
	for _, run := range configs.Shipped() {
		asked += len(open(t, run.Name).Analysis.Breakdowns)
	}
	if asked < 5 { // 2 of the chessboard, 3 of nonograms
		t.Errorf("the shipped runs ask for %d breakdowns", asked)
	}
}

func TestColumnOf(t *testing.T) {
	var columns []enumerate.Column
	for _, c := range [][2]string{{"crossroads", ""}, {"on_edge_I5", "on_edge(I5)"}, {"adjacent_F5_P5", "adjacent(F5, P5)"},
		{"on_edge__b_", "on_edge(<b>)"}, {"on_edge_a_b", "on_edge(a-b)"}, {"on_edge_a_b_2", "on_edge(a.b)"}} {
		columns = append(columns, enumerate.Column{Name: c[0], Measure: c[1]})
	}
	for written, want := range map[string]int{
		"": -1, "crossroads": 0, "on_edge(I5)": 1, " on_edge ( I5 ) ": 1, "on_edge_I5": 1, "adjacent(F5, P5)": 2, "adjacent(F5,P5)": 2, "on_edge(<b>)": 3,
		"on_edge(a-b)": 4, "on_edge(a.b)": 5, "on_edge(a_b)": -1, "on_edge_a_b_2": 5, "crossroads()": -1, "on_edge(I5": -1, "adjacent(P5,F5)": -1, "crossroads(": -1,
	} {
		if got := study.ColumnOf(columns, written); got != want {
			t.Errorf("%s: column %d, expected %d", written, got, want)
		}
	}
}

func TestAnalysisErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.yaml")
	for _, c := range []struct{ lines, want string }{
		{"crosstabs: [[crosroads, on_edge(I4)]]", `:6:14: crosstabs.0.0: there is no "crosroads" in the rows: did you mean crossroads? Expected a measure that is listed under measures, or a column`},
		{"crosstabs: [[crossroads, on_edge(O4)]]", `:6:26: crosstabs.0.1: there is no "on_edge(O4)" in the rows: did you mean on_edge(I4)? Expected a measure that is listed under measures, or a column`},
		{"crosstabs: [[crossroads, crossroads]]", `:6:26: crosstabs.0.1: "crossroads" is there twice: expected each column once`},
		{"crosstabs: [[grid, crossroads]]", `:6:14: crosstabs.0.0: column "grid" holds string: expected a column of numbers or of true and false`},
		{"breakdowns: [{by: [on_edge(I4)], of: [crossroads, crosroads]}]", `:6:51: breakdowns.0.of.1: there is no "crosroads" in the rows: did you mean crossroads? Expected a measure that is listed under measures, or a column`},
		{"breakdowns: [{by: [on_edge(I4), on_edge_I4], of: [crossroads]}]", `:6:33: breakdowns.0.by.1: "on_edge_I4" is there twice: expected each column once`},
	} {
		text := "family: polyomino\njob: census\npuzzle: {board: {rows: 5, cols: 4}, pieces: [I4, L4, O4, T4, Z4]}\nmeasures: [crossroads, on_edge(I4)]\n\n" + c.lines + "\n"
		text = strings.Replace(text, "Z4", "S4", 1)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := study.Open(file, nil, false)
		var input *enumerate.InputError
		if !errors.As(err, &input) || strings.TrimPrefix(err.Error(), file) != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s%s", c.lines, err, file, c.want)
		}
	}
	if _, err := study.Open("chessboard", []string{"measures=[fault_lines]"}, false); err != nil {
		t.Errorf("other measures by a flag: %v", err)
	}
}
