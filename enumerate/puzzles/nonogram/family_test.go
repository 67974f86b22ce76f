package nonogram

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/survey"
)

// specOf makes the spec that a config with these parameters would.
func specOf(p params, measures ...string) enumerate.Spec {
	return enumerate.Spec{
		Kind: enumerate.Survey, Measures: measures,
		Puzzle: func(into any) error {
			reflect.ValueOf(into).Elem().Set(reflect.ValueOf(p))
			return nil
		},
		Open: func(path string) (io.ReadCloser, error) { return os.Open(path) },
	}
}

// intAt and textAt return the value of a column by its name.
func intAt(rows *enumerate.Batch, column string, row int) int64 {
	return rows.IntAt(enumerate.ColumnIndex(rows.Columns, column), row)
}

func textAt(rows *enumerate.Batch, column string, row int) string {
	return string(rows.StringAt(enumerate.ColumnIndex(rows.Columns, column), row))
}

// gather does all tasks of a job, checks every row and the tally, and returns them.
func gather(t testing.TB, job *enumerate.Job) (*enumerate.Batch, enumerate.Tally) {
	t.Helper()
	all, sum := puzzletest.Rows(t, job)
	if sum.Rows != int64(all.Len()) {
		t.Errorf("tally says %d rows, there are %d", sum.Rows, all.Len())
	}
	weight := enumerate.ColumnIndex(job.Columns, "orbit_size")
	raw := int64(all.Len())
	if weight >= 0 {
		raw = 0
		for row := range all.Len() {
			raw += all.IntAt(weight, row)
		}
	}
	if sum.Raw != raw {
		t.Errorf("tally says %d raw, the rows' weights sum to %d", sum.Raw, raw)
	}
	return all, sum
}

func open1(t testing.TB, spec enumerate.Spec) *enumerate.Job {
	t.Helper()
	job, err := open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// TestAllPictures: published for squares; other sizes against a plain count.
func TestAllPictures(t *testing.T) {
	for _, x := range []struct{ rows, cols, sets, unique, line int }{
		{1, 1, 2, 2, 2}, {2, 2, 15, 14, 14}, {3, 3, 445, 384, 384}, {4, 4, 58196, 52362, 51234},
		{2, 4, -1, 0, 0}, {4, 2, -1, 0, 0}, {3, 4, -1, 0, 0}, {1, 6, -1, 0, 0},
	} {
		rows, tally := gather(t, open1(t, specOf(params{Rows: one(x.rows), Cols: one(x.cols)}, "components", "symmetry", "blocks")))
		var sets, unique, lines, pictures int
		for r := range rows.Len() {
			w, n := int(intAt(rows, "orbit_size", r)), int(intAt(rows, "solutions", r))
			sets += w
			pictures += w * n
			if n == 1 {
				unique += w
			}
			lines += w * int(intAt(rows, "line_solvable", r))
		}
		if x.sets < 0 {
			x.sets, x.unique, x.line = len(clueSets(x.rows, x.cols)), 0, lines
			for _, n := range clueSets(x.rows, x.cols) {
				if n == 1 {
					x.unique++
				}
			}
		}
		if sets != x.sets || unique != x.unique || lines != x.line || pictures != 1<<(x.rows*x.cols) || tally.Raw != int64(sets) {
			t.Errorf("%d by %d: %d sets, %d unique, %d line-solvable, %d pictures; want %d, %d, %d", x.rows, x.cols,
				sets, unique, lines, pictures, x.sets, x.unique, x.line)
		}
	}
}

// clueSets counts the pictures of every clue set.
func clueSets(h, w int) map[string]int {
	sets := map[string]int{}
	pic := make(picture, h*w)
	for v := range 1 << (h * w) {
		for i := range pic {
			pic[i] = 2 - uint8(v>>i&1)
		}
		p := fromPicture(pic, w)
		sets[string(p.clues().append(nil))]++
	}
	return sets
}

func TestFilesSurvey(t *testing.T) {
	var names []string
	for _, x := range pictures {
		names = append(names, filepath.Join("testdata", x.name+".non"))
	}
	job := open1(t, specOf(params{Input: oneOrMore[string]{values: names, list: true}}, "components", "blocks"))
	rows, _ := gather(t, job)
	var got strings.Builder
	for r := range rows.Len() {
		fmt.Fprintf(&got, "%s: %d solutions, %s, %d %d %d settled\n", textAt(rows, "title", r), intAt(rows, "solutions", r),
			textAt(rows, "solved_by", r), intAt(rows, "settled_printed", r), intAt(rows, "settled_theorems", r), intAt(rows, "settled_line", r))
	}
	golden(t, "files.golden", got.String())
}

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("COVERSTAT_WRITE") == "1" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func TestDrawnSurvey(t *testing.T) {
	density := 0.55
	p := params{Rows: one(9), Cols: one(11), Draw: survey.Draw{Number: 700}, Density: one(density), Seed: 3, Limit: 5}
	a, _ := gather(t, open1(t, specOf(p, "components", "symmetry", "blocks", "black")))
	b, _ := gather(t, open1(t, specOf(p, "components", "symmetry", "blocks", "black")))
	for r := range a.Len() {
		if err := enumerate.SameRow(a, r, b, r); err != nil {
			t.Fatalf("row %d: %v", r, err)
		}
	}
	for _, limit := range []int64{1, 3, 100} {
		q := p
		q.Rows, q.Cols, q.Draw.Number, q.Limit = one(4), one(5), 200, limit
		gather(t, open1(t, specOf(q)))
	}
	p.Seed = 4
	c, _ := gather(t, open1(t, specOf(p, "components", "symmetry", "blocks", "black")))
	if bytes.Equal(a.StringAt(0, 0), c.StringAt(0, 0)) {
		t.Error("another seed, the same picture")
	}
}

// TestRowsAreChecked: a checker notices a change of every value that it can judge.
func TestRowsAreChecked(t *testing.T) {
	for _, spec := range []enumerate.Spec{
		specOf(params{Rows: one(3), Cols: one(3)}, "components"),
		specOf(params{Rows: one(5), Cols: one(5), Draw: survey.Draw{Number: 4}, Seed: 1}, "components"),
		specOf(params{Rows: many(4, 6), Density: many(0.4, 0.7), Draw: survey.Draw{Number: 3}, Seed: 1}, "components"),
		specOf(params{Input: one(filepath.Join("testdata", pictures[0].name+".non"))}, "components"),
	} {
		// A weaker result of the printed order cannot be told from a right one, nor
		// another of line logic where it does not settle all.
		puzzletest.RowsAreChecked(t, open1(t, spec), "rounds", "conflicts", "line_solves", "least_theorems", "file", "title",
			"settled_printed", "settled_line")
	}
}

// TestLimit: whatever the limit, rows say min(count, limit) and whether there
// are more.
func TestLimit(t *testing.T) {
	drawn := func(limit int64) *enumerate.Batch {
		rows, _ := gather(t, open1(t, specOf(params{Rows: one(4), Cols: one(5), Density: one(0.4), Draw: survey.Draw{Number: 200}, Seed: 3, Limit: limit})))
		return rows
	}
	all := drawn(maxLimit)
	solutions, capped := enumerate.ColumnIndex(all.Columns, "solutions"), enumerate.ColumnIndex(all.Columns, "solutions_capped")
	equal := 0
	for _, limit := range []int64{1, 2, 3, 4, 6} {
		rows := drawn(limit)
		for r := range rows.Len() {
			n := all.IntAt(solutions, r)
			if got, more := rows.IntAt(solutions, r), rows.IntAt(capped, r) == 1; got != min(n, limit) || more != (n > limit) {
				t.Errorf("limit %d, %d solutions: row says %d, capped %v", limit, n, got, more)
			}
			if n == limit {
				equal++
			}
		}
	}
	if equal < 100 {
		t.Errorf("%d counts equal to the limit: the test tests little", equal)
	}
}

func TestOpenErrors(t *testing.T) {
	half, two := 0.5, 2.0
	for _, x := range []struct {
		spec enumerate.Spec
		want string
	}{
		{specOf(params{}), "puzzle: expected input: [FILES], or rows and cols"},
		{specOf(params{Rows: one(7), Cols: one(7)}), "all pictures of 7 rows and 7 columns: expected sides of 1 to 6 and at most 25 cells; larger ones are drawn (draw: N)"},
		{specOf(params{Rows: one(3), Cols: one(3), Density: one(half)}), "puzzle.density and seed belong to drawn pictures: expected draw: N with them"},
		{specOf(params{Rows: one(3), Cols: one(3), Draw: survey.Draw{Number: 5}, Density: one(two)}), "puzzle.density 2: expected 0 to 1"},
		{specOf(params{Rows: one(3), Cols: one(3), Draw: survey.Draw{Number: -5}}), "puzzle.draw -5: expected 1 or more"},
		{specOf(params{Rows: one(3), Input: one("x")}), "puzzle: expected input, or rows and cols, not both"},
		{specOf(params{Rows: one(3), Cols: one(3)}, "blocs"), `no measure "blocs": did you mean blocks?`},
	} {
		if _, err := open(x.spec); err == nil || err.Error() != x.want {
			t.Errorf("error %v, want %s", err, x.want)
		}
	}
	spec := specOf(params{Rows: one(3), Cols: one(3)})
	spec.Kind = enumerate.Census
	if _, err := open(spec); err == nil {
		t.Error("a census of nonograms was opened")
	}
}

func TestSolve(t *testing.T) {
	var out bytes.Buffer
	for _, x := range []struct {
		file, method string
		trace        bool
	}{
		{"cup.non", "", true}, {"anchor.non", "line", false}, {"anchor.non", "printed", false}, {"anchor.non", "theorems", false}, {"sixways.non", "", false}, {"fence.non", "", false},
	} {
		fmt.Fprintf(&out, "== %s, method %q, trace %v\n", x.file, x.method, x.trace)
		in, err := os.Open(filepath.Join("testdata", x.file))
		if err != nil {
			t.Fatal(err)
		}
		err = solve(enumerate.SolveRequest{Name: x.file, In: in, Out: &out, Trace: x.trace, Method: x.method})
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "solve.golden", out.String())
}

// TestSolveNodeLimit: a search that is stopped claims nothing.
func TestSolveNodeLimit(t *testing.T) {
	p := kind{25, 25, 0.5}.draw(rand.New(rand.NewPCG(1, 0)))
	p.Goal = nil
	for limit, want := range map[string]string{"1": "stopped\n", "50": "stopped\n", "0": "many\n", "100000": "many\n"} {
		var out bytes.Buffer
		if err := solve(enumerate.SolveRequest{Name: "x", In: strings.NewReader(p.non()), Out: &out, Flags: map[string]string{"node-limit": limit}}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), want) {
			t.Errorf("limit %s: %s, want %s", limit, out.String(), want)
		}
	}
}

// TestConvert turns puzzles of every format into .non files: the answer to
// such a file must be that to the original.
func TestConvert(t *testing.T) {
	solved := func(name, text string, flags map[string]string) string {
		var out bytes.Buffer
		if err := solve(enumerate.SolveRequest{Name: name, In: strings.NewReader(text), Out: &out, Flags: flags}); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		return out.String()
	}
	for _, name := range []string{"cup.non", "anchor.non", "sixways.non", "fence.non"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		non := solved(name, string(text), map[string]string{"as": "non"})
		want := solved(name, string(text), nil)
		if got := solved(name, non, nil); got != want {
			t.Errorf("%s: as a .non file it is answered\n%s, before\n%s", name, got, want)
		}
		if unique := strings.HasPrefix(want, "unique"); unique != strings.HasPrefix(non, "# unique") || unique && !strings.Contains(non, "goal ") {
			t.Errorf("%s: converted to\n%s", name, non)
		}
	}
	two := `<puzzleset>` + strings.Repeat(`<puzzle type="grid"><clues type="columns"><line><count>1</count></line></clues><clues type="rows"><line><count>1</count></line></clues></puzzle>`, 2) + `</puzzleset>`
	for _, c := range []struct{ text, flag, method, problem string }{
		{two, "non", "", "2 puzzles"}, {"1\n\n1\n", "non", "line", "method search"},
	} {
		err := solve(enumerate.SolveRequest{Name: "x", In: strings.NewReader(c.text), Out: io.Discard, Method: c.method, Flags: map[string]string{"as": c.flag}})
		if err == nil || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("--as %s: %v, expected an error about %q", c.flag, err, c.problem)
		}
	}
}

func BenchmarkAllRows(b *testing.B) {
	for range b.N {
		job := open1(b, specOf(params{Rows: one(4), Cols: one(4)}))
		w, err := job.NewWorker()
		if err != nil {
			b.Fatal(err)
		}
		var stop atomic.Bool
		out := enumerate.NewBatch(job.Columns)
		var sum enumerate.Tally
		for i := range job.Tasks() {
			tally, _, err := w(i, &stop, out, func() error { out.Reset(); return nil })
			if err != nil {
				b.Fatal(err)
			}
			sum.Add(tally)
		}
		b.ReportMetric(float64(sum.Rows), "rows")
	}
}
