package produce

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/block"
	"coverstat/export/exporttest"
	"coverstat/export/files"
	"coverstat/stats"
)

// drawn are surveys of every kind that draw until a number of rows meet a condition.
var drawn = []struct {
	config string
	set    []string
	until  int64
	where  string
	meets  func(value func(column string) int64) bool // the same, written by hand
	all    string                                     // the draw of many instances
}{
	{"pentomino-subsets-5x5", []string{"puzzle.choose={pieces: {min: 5, max: 7}, from: [tetrominoes, pentominoes]}", "puzzle.blocked=[{choose: 2}]",
		"puzzle.limit=3", "output.solution=true", "measures=[nodes]"}, 80, "solutions_distinct=1 and nodes<200",
		func(value func(string) int64) bool { return value("solutions_distinct") == 1 && value("nodes") < 200 }, "3000"},
	{"challenges-6x10", []string{"puzzle.board={rows: 4, cols: 5}", "puzzle.pieces=[{name: L5, count: any}, {name: P5, count: any}, {name: I5, count: any}]",
		"puzzle.given.choose={min: 1, max: 2}"}, 10, "solutions>2", func(value func(string) int64) bool { return value("solutions") > 2 },
		"{until: 90, where: solutions>0}"},
	{"sudoku-policies", []string{"puzzle.singles=[fewest]"}, 70, "clues in (24, 25)",
		func(value func(string) int64) bool { return value("clues") == 24 || value("clues") == 25 }, "400"},
	{"nonograms-drawn", []string{"puzzle.rows=6", "puzzle.density=0.5"}, 70, "solutions=1", func(value func(string) int64) bool {
		return value("solutions") == 1 && value("solutions_capped") == 0
	}, "500"},
}

// TestUntil runs surveys in several ways: the datasets must be equal byte for byte, and their rows those of a survey of more
// draws that meet the condition.
func TestUntil(t *testing.T) {
	for _, c := range drawn {
		t.Run(c.config, func(t *testing.T) {
			set := append([]string{fmt.Sprintf("puzzle.draw={until: %d, where: '%s', at_most: 9000}", c.until, c.where)}, c.set...)
			want := filepath.Join(t.TempDir(), "want")
			f := made(t, open(t, c.config, set...), RunOptions{Out: want, Workers: 1})
			if m := f.Manifest; !m.Complete || int64(m.Rows) != c.until || m.Raw.Cmp(stats.Int(c.until)) != 0 {
				t.Fatalf("complete %v with %d rows, raw %s: expected %d", m.Complete, m.Rows, m.Raw, c.until)
			}
			reference := exporttest.Contents(t, files.OS(), want)
			for _, workers := range []int{3} {
				dir := filepath.Join(t.TempDir(), "out")
				made(t, open(t, c.config, set...), RunOptions{Out: dir, Workers: workers})
				exporttest.Same(t, fmt.Sprintf("%d workers", workers), exporttest.Contents(t, files.OS(), dir), reference)
			}
			stopAndResume(t, c.config, set, reference)
			verifies(t, want)
			many := filepath.Join(t.TempDir(), "many")
			made(t, open(t, c.config, append([]string{"puzzle.draw=" + c.all}, c.set...)...), RunOptions{Out: many})
			chosen, number := filtered(t, many, c.until, c.meets)
			got := rowsOf(t, want)
			if len(chosen) != got.Len() {
				t.Fatalf("%d rows, by hand %d", got.Len(), len(chosen))
			}
			for row, text := range chosen {
				if have := string(got.StringAt(enumerate.ColumnIndex(got.Columns, "instance"), row)); have != text {
					t.Fatalf("row %d is %q, by hand %q", row, have, text)
				}
			}
			if drawn := f.Document.Instances.Drawn; drawn.Cmp(stats.Int(number)) != 0 {
				t.Errorf("%s drawn, by hand %d", drawn, number)
			}
			damage(t, want)
			if f := made(t, open(t, c.config, set...), RunOptions{Out: want}); len(f.Repaired) != 1 {
				t.Errorf("repaired %v, expected the part", f.Repaired)
			}
			exporttest.Same(t, "repaired", exporttest.Contents(t, files.OS(), want), reference)
		})
	}
}

// damage changes a byte of the first part.
func damage(t *testing.T, dir string) {
	name := filepath.Join(dir, export.PartName(0))
	data, err := os.ReadFile(name)
	if err == nil {
		data[len(data)/2] ^= 1
		err = os.WriteFile(name, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func rowsOf(t *testing.T, dir string) *enumerate.Batch {
	t.Helper()
	d, err := study.OpenFinished(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := block.All(d.Read(0, d.Rows()), d.Columns())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// filtered are the first instances that meet a condition, and how many there are up to the last of them.
func filtered(t *testing.T, dir string, n int64, meets func(func(string) int64) bool) (instances []string, number int64) {
	b := rowsOf(t, dir)
	for row := range b.Len() {
		if meets(func(column string) int64 { return b.IntAt(enumerate.ColumnIndex(b.Columns, column), row) }) {
			instances = append(instances, string(b.StringAt(enumerate.ColumnIndex(b.Columns, "instance"), row)))
		}
		if int64(len(instances)) == n {
			return instances, int64(row + 1)
		}
	}
	return instances, 0
}

// TestUntilEnds: draws end where all instances have been drawn, and after at_most.
func TestUntilEnds(t *testing.T) {
	all, some := filepath.Join(t.TempDir(), "all"), filepath.Join(t.TempDir(), "some")
	whole := filepath.Join(t.TempDir(), "whole")
	sets := []string{"puzzle.choose={pieces: 4, from: [tetrominoes, pentominoes]}", "puzzle.board={rows: 4, cols: 5}"}
	made(t, open(t, "pentomino-subsets-5x5", sets...), RunOptions{Out: whole})
	f := made(t, open(t, "pentomino-subsets-5x5", append(sets, "puzzle.draw={until: 50000, where: 'solutions>0', at_most: 100000}")...), RunOptions{Out: all})
	verifies(t, all)
	solvable := 0
	for b, row := rowsOf(t, whole), 0; row < b.Len(); row++ {
		if b.IntAt(enumerate.ColumnIndex(b.Columns, "solutions"), row) > 0 {
			solvable++
		}
	}
	m, i := f.Manifest, f.Document.Instances
	rows, err := study.OpenFinished(whole)
	if err != nil || !m.Complete || int(m.Rows) != solvable || i.Drawn.Cmp(stats.Int(rows.Rows())) != 0 || i.Meeting.Estimate != float64(solvable)/float64(rows.Rows()) {
		t.Errorf("%v: complete %v, %d rows of %s: expected %d of %d", err, m.Complete, m.Rows, i.Drawn, solvable, rows.Rows())
	}
	f = made(t, open(t, "sudoku-policies", "puzzle.draw={until: 90, where: 'clues=24', at_most: 200}", "puzzle.singles=[]"), RunOptions{Out: some})
	verifies(t, some)
	if m, i := f.Manifest, f.Document.Instances; !m.Complete || m.Rows >= 90 || i.Drawn.Cmp(stats.Int(200)) != 0 {
		t.Errorf("complete %v, %d rows of %s: expected fewer than 90 of 200", m.Complete, m.Rows, i.Drawn)
	}
	for _, c := range []struct{ set, want string }{
		{"{until: 9, where: 'clues=80', at_most: 100}", "none of 100 drawn instances meets clues=80"},
		{"{until: 9, where: 'cluse=80'}", `no column "cluse": did you mean clues?`},
		{"{until: 9}", "until without where"},
		{"{until: 9, where: 'clues=24', at_most: 8}", "expected as many as until or more"},
		{"{until: 0, where: 'clues=24'}", "until 0"},
	} {
		s, err := study.Open("sudoku-policies", []string{"puzzle.draw=" + c.set}, false)
		if err == nil {
			_, err = Run(t.Context(), s, RunOptions{Out: filepath.Join(t.TempDir(), "out")})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.set, err, c.want)
		}
	}
	s := open(t, "sudoku-policies", "puzzle.draw={until: 9, where: 'clues=24'}")
	if _, err := Run(t.Context(), s, RunOptions{Out: filepath.Join(t.TempDir(), "out"), Shards: 2}); err == nil || !strings.Contains(err.Error(), "a shard does not know") {
		t.Errorf("a shard: %v", err)
	}
	out := filepath.Join(t.TempDir(), "out")
	if f := made(t, s, RunOptions{Out: out, Limit: 5}); f.Manifest.Complete || f.Manifest.Rows != 5 || !f.Document.Instances.Drawn.IsZero() {
		t.Errorf("the first 5 of 9: complete %v, %d rows, %s drawn", f.Manifest.Complete, f.Manifest.Rows, f.Document.Instances.Drawn)
	}
	if f := made(t, s, RunOptions{Out: out, Limit: 50}); !f.Manifest.Complete || f.Manifest.Rows != 9 {
		t.Errorf("the first 50 of 9: complete %v, %d rows", f.Manifest.Complete, f.Manifest.Rows)
	}
}
