package sudoku

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/sudokutest"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/survey"
)

// config is a spec whose files are in memory.
type config struct {
	kind     enumerate.Kind
	puzzle   params
	measures []string
	sample   *enumerate.SampleSpec
	kernel   string
	count    bool // as for the command count
	files    map[string]string
}

func (c config) open() (*enumerate.Job, error) {
	return Family().Open(enumerate.Spec{
		Kind: c.kind, Measures: c.measures, Sample: c.sample, Kernel: c.kernel, MaxShare: 0.01, CountOnly: c.count,
		Puzzle: func(into any) error {
			seed := into.(*params).Seed
			p := c.puzzle
			if p.Seed == 0 {
				p.Seed = seed
			}
			reflect.ValueOf(into).Elem().Set(reflect.ValueOf(p))
			return nil
		},
		Open: func(path string) (io.ReadCloser, error) {
			text, ok := c.files[path]
			if !ok {
				return nil, fmt.Errorf("no file %s", path)
			}
			return file{strings.NewReader(text)}, nil
		},
	})
}

type file struct{ *strings.Reader }

func (file) Close() error { return nil }

func column(t *testing.T, b *enumerate.Batch, name string) int {
	t.Helper()
	i := enumerate.ColumnIndex(b.Columns, name)
	if i < 0 {
		t.Fatalf("no column %s", name)
	}
	return i
}

func sum(b *enumerate.Batch, col int) (n int64) {
	for row := range b.Len() {
		n += b.IntAt(col, row)
	}
	return n
}

// TestCensus: 288 grids in 2 classes, 28,200,960 in 49 (OEIS A107739, A109741,
// A291187, A291188), by every kernel.
func TestCensus(t *testing.T) {
	for _, c := range []struct {
		box     []int
		raw     int64
		classes int
	}{
		{[]int{2, 2}, 288, 2},
		{[]int{2, 3}, 28200960, 49},
		{[]int{3, 2}, 28200960, 49},
		{[]int{1, 4}, 576, -1},
	} {
		for _, kernel := range []string{"bits", "dlx"} {
			job, err := config{kind: enumerate.Census, kernel: kernel, puzzle: params{Box: c.box},
				measures: []string{"intercalates", "automorphisms", "repeated_lanes"}}.open()
			if err != nil {
				t.Fatal(err)
			}
			rows, tally := puzzletest.Rows(t, job)
			if tally.Raw != c.raw || sum(rows, 1) != c.raw || c.classes >= 0 && rows.Len() != c.classes {
				t.Errorf("box %v, %s: %d grids found, orbits sum to %d, %d classes; want %d in %d", c.box, kernel, tally.Raw, sum(rows, 1), rows.Len(), c.raw, c.classes)
			}
		}
	}
}

func TestCensusRefusals(t *testing.T) {
	limit := int64(2)
	for _, c := range []struct {
		config config
		want   string
	}{
		{config{kind: enumerate.Census}, "6,670,903,752,021,072,936,960"},
		{config{kind: enumerate.Census, puzzle: params{Box: []int{2, 4}}}, "29,136,487,207,403,520"},
		{config{kind: enumerate.Census, puzzle: params{Box: []int{2}}}, "expected two"},
		{config{kind: enumerate.Census, puzzle: params{Box: []int{2, 2}, Limit: &limit}}, "puzzle.limit has no meaning"},
		{config{kind: enumerate.Census, puzzle: params{Box: []int{2, 2}}, measures: []string{"intercalate"}}, "did you mean intercalates"},
		{config{kind: enumerate.Census, puzzle: params{Grid: "12345678z"}}, "puzzle.grid, line 1, column 9: illegal character 'z'"},
		{config{kind: enumerate.Census, puzzle: params{Grid: "# none"}}, "puzzle.grid has no cells"},
		{config{kind: enumerate.Survey}, "needs puzzle.input"},
		{config{kind: enumerate.Survey, puzzle: params{Draw: survey.Draw{Number: 3}, Box: []int{5, 5}}}, "expected boxes of at most 16 cells"},
		{config{kind: enumerate.Survey, puzzle: params{Draw: survey.Draw{Number: 3}}, measures: []string{"clue"}}, "did you mean clues"},
		{config{kind: enumerate.Survey, kernel: "dlx", puzzle: params{Draw: survey.Draw{Number: 3}}}, "expected auto or bands"},
		{config{kind: enumerate.Survey, puzzle: params{Draw: survey.Draw{Number: 3}, Singles: []policy{{}, {}}}}, "twice"},
		{config{kind: enumerate.Sample, puzzle: params{Box: []int{2, 2}}, sample: &enumerate.SampleSpec{Draws: 1, Sampler: "shuffled"}}, "expected uniform"},
	} {
		_, err := c.config.open()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.config.puzzle, err, c.want)
		}
		if fault := (*enumerate.InputError)(nil); err != nil && !errors.As(err, &fault) {
			t.Errorf("%v is not an input error", err)
		}
	}
}

// TestOnePuzzle lists the two solutions of a puzzle by an exact cover.
func TestOnePuzzle(t *testing.T) {
	var two string
	for _, line := range strings.Split(ownPuzzles(), "\n") {
		if strings.HasPrefix(line, "16..93") {
			two = line
		}
	}
	for _, kernel := range []string{"auto", "dlx"} {
		job, err := config{kind: enumerate.Census, kernel: kernel, puzzle: params{Grid: two}, measures: []string{"intercalates"}}.open()
		if err != nil {
			t.Fatal(err)
		}
		if rows, tally := puzzletest.Rows(t, job); rows.Len() != 2 || tally.Raw != 2 {
			t.Errorf("%s: %d rows, %d found, want 2", kernel, rows.Len(), tally.Raw)
		}
	}
	job, err := config{kind: enumerate.Census, puzzle: params{Grid: "11" + strings.Repeat(".", 79)}}.open()
	if err != nil {
		t.Fatal(err)
	}
	if job.Tasks() != 0 {
		t.Errorf("contradictory givens: %d tasks", job.Tasks())
	}
}

// TestInstances runs the conformance suite on boards whose solutions can be
// counted otherwise.
func TestInstances(t *testing.T) {
	for _, c := range []struct {
		shape grid.Shape
		text  string
		want  int64
	}{
		{grid.Shape{Rows: 2, Cols: 2}, strings.Repeat(".", 16), 288},
		{grid.Shape{Rows: 2, Cols: 2}, "1..." + strings.Repeat(".", 12), 72},
		{grid.Nine, firstPuzzle, 1},
	} {
		x, err := newInstance(c.shape, c.text, []string{"intercalates", "repeated_lanes"})
		if err != nil {
			t.Fatal(err)
		}
		if raw, distinct := puzzletest.TestInstance(t, x); raw != c.want || distinct != c.want {
			t.Errorf("%s: %d solutions, %d distinct, want %d", c.text, raw, distinct, c.want)
		}
	}
}

// TestSurveyOfFile surveys the project's own puzzles, as text and packed, in
// both orders of tasks, with everything that can be asked for.
func TestSurveyOfFile(t *testing.T) {
	text := ownPuzzles() + "\nnonsense\n" + strings.Repeat("1", 80) + "\n" + ownPuzzles()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, text)
	z.Close()
	var first *enumerate.Batch
	for _, path := range []string{"plain", "packed"} {
		job, err := config{kind: enumerate.Survey,
			puzzle:   params{Input: path, Canonical: true, Singles: []policy{{0, true}, {1, true}, {2, true}}, NodeLimit: 1000},
			measures: []string{"clues", "digits_missing", "empty_boxes", "empty_lines", "fullest_box", "commonest_digit"},
			files:    map[string]string{"plain": text, "packed": packed.String()},
		}.open()
		if err != nil {
			t.Fatal(err)
		}
		for _, backwards := range []bool{false, true} {
			rows, tally := puzzletest.Rows(t, job)
			if backwards {
				rows, tally = puzzletest.Backwards(t, job)
			}
			if first == nil {
				first = rows
			}
			if rows.Len() != 152 || tally.Raw != 152 || rows.Len() != first.Len() {
				t.Fatalf("%s: %d rows, want 152", path, rows.Len())
			}
			for row := range rows.Len() {
				if err := enumerate.SameRow(rows, row, first, row); err != nil {
					t.Fatalf("%s, backwards %v, row %d: %v", path, backwards, row, err)
				}
			}
		}
		tables, err := job.Tables()
		if err != nil || len(tables) != 1 || tables[0].Rows.Len() != 2 {
			t.Errorf("rejects: %v, %v", tables, err)
		}
	}
	counts := map[int64]int{}
	duplicates := 0
	duplicate, flag := column(t, first, "duplicate_of"), column(t, first, enumerate.DuplicateColumn)
	solutionsColumn, cappedColumn, numberColumn := column(t, first, enumerate.SolutionsColumn), column(t, first, enumerate.CappedColumn), column(t, first, "line")
	for row := range first.Len() {
		counts[first.IntAt(solutionsColumn, row)]++
		if first.IntAt(cappedColumn, row) == 1 {
			t.Errorf("row %d: %d solutions, capped, and there are no more", row, first.IntAt(solutionsColumn, row))
		}
		if first.IntAt(flag, row) == 1 == first.IsNull(duplicate, row) {
			t.Errorf("row %d: duplicate is %v", row, first.IntAt(flag, row))
		}
		if !first.IsNull(duplicate, row) {
			duplicates++
			if row < 76 || first.IntAt(duplicate, row) != first.IntAt(numberColumn, row-76) {
				t.Errorf("row %d is said to repeat line %d", row, first.IntAt(duplicate, row))
			}
		}
	}
	// The puzzle with two solutions has a form, too.
	if counts[0] != 4 || counts[1] != 146 || counts[2] != 2 || duplicates != 74 {
		t.Errorf("solutions %v, %d duplicates", counts, duplicates)
	}
	if n := sum(first, column(t, first, "fewest_with_hidden_alone")); n < 10 {
		t.Errorf("%d puzzles solved by singles alone", n)
	}
}

// TestSurveyOfCutOffFile: a packed file that is not whole is no list of puzzles.
func TestSurveyOfCutOffFile(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprintf(z, "%s\n%s\n", firstPuzzle, firstPuzzle)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	text := packed.String()
	for file, want := range map[string]string{
		text[:len(text)-6]: "f:3: the gzip file is cut off: expected a whole one",
		text[:20]:          "f:1: the gzip file is cut off: expected a whole one",
		text[:5]:           "f: the gzip file is cut off: expected a whole one",
		text[:len(text)-8] + "1234" + text[len(text)-4:]: "f:3: the gzip file is damaged: expected a whole one",
	} {
		_, err := config{kind: enumerate.Survey, puzzle: params{Input: "f"}, files: map[string]string{"f": file}}.open()
		if fault := (*enumerate.InputError)(nil); !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestSurveyOfDrawnPuzzles: permuting changes text and effort, not the rest.
func TestSurveyOfDrawnPuzzles(t *testing.T) {
	seed := uint64(5)
	var batches []*enumerate.Batch
	for _, permute := range []*uint64{nil, &seed} {
		job, err := config{kind: enumerate.Survey, puzzle: params{Draw: survey.Draw{Number: 130}, Seed: 9, Permute: permute, Canonical: true}}.open()
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := puzzletest.Rows(t, job)
		if n := sum(rows, column(t, rows, enumerate.SolutionsColumn)); rows.Len() != 130 || n != 130 {
			t.Errorf("%d rows, %d solutions", rows.Len(), n)
		}
		batches = append(batches, rows)
	}
	same := 0
	for row := range 130 {
		form, instanceColumn := column(t, batches[0], "canonical"), column(t, batches[0], enumerate.InstanceColumn)
		if !bytes.Equal(batches[0].StringAt(form, row), batches[1].StringAt(form, row)) {
			t.Errorf("draw %d: permuting changed the form", row)
		}
		if bytes.Equal(batches[0].StringAt(instanceColumn, row), batches[1].StringAt(instanceColumn, row)) {
			same++
		}
	}
	if same > 0 {
		t.Errorf("%d puzzles were not permuted", same)
	}
}

// TestFormsOfAmbiguousPuzzles: puzzles with several solutions have a form that
// no symmetry changes, up to a number of solutions.
func TestFormsOfAmbiguousPuzzles(t *testing.T) {
	var text strings.Builder
	for i := range uint64(30) {
		p, _ := sudokutest.Draw(33, i)
		removed := 0
		for cell := 0; removed < 1+int(i)%3; cell++ {
			if p[cell] != 0 {
				p[cell] = 0
				removed++
			}
		}
		fmt.Fprintln(&text, grid.Format(p[:]))
	}
	var forms [2][]string
	nulls, several := 0, 0
	for i, seed := range []uint64{1, 2} {
		job, err := config{kind: enumerate.Survey, puzzle: params{Input: "f", Canonical: true, Permute: &seed},
			files: map[string]string{"f": text.String()}}.open()
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := puzzletest.Rows(t, job)
		form, solutionsColumn := column(t, rows, "canonical"), column(t, rows, enumerate.SolutionsColumn)
		for row := range rows.Len() {
			forms[i] = append(forms[i], string(rows.StringAt(form, row)))
			if rows.IsNull(form, row) {
				nulls++
			} else if rows.IntAt(solutionsColumn, row) == 2 {
				several++
			}
		}
	}
	if !slices.Equal(forms[0], forms[1]) {
		t.Errorf("forms %v, permuted otherwise %v", forms[0], forms[1])
	}
	if several < 16 || nulls < 4 {
		t.Errorf("%d forms of puzzles with several solutions, %d nulls: the test tests little", several, nulls)
	}
}

func TestSurveyOfSmallBoards(t *testing.T) {
	job, err := config{kind: enumerate.Survey, puzzle: params{Input: "f", Box: []int{2, 2}, Canonical: true, Limit: new(int64)},
		files: map[string]string{"f": "................\n1.......2......3\n12.. / .... / 2... / ....\n"}}.open()
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := puzzletest.Rows(t, job)
	if got := rows.IntAt(column(t, rows, enumerate.SolutionsColumn), 0); rows.Len() != 3 || got != 288 {
		t.Errorf("%d rows, %d solutions of the empty board, want 288", rows.Len(), got)
	}
}

// TestLimit: whatever the limit, rows say min(count, limit) and whether there
// are more, and the checker notices when they say otherwise.
func TestLimit(t *testing.T) {
	var text strings.Builder // boards of 4x4 with 0, 1, 2, 3, ... solutions
	for _, p := range []string{
		"1...............", "12..............", "12..34..........", "12..34..2.......", "12.34...........",
		"1......2.3..4...", "12....3........4", "12..34..21......", "................", "1..2............", "..343412..434321",
	} {
		text.WriteString(p + "\n")
	}
	survey := func(limit int64) (*enumerate.Job, *enumerate.Batch) {
		job, err := config{kind: enumerate.Survey, puzzle: params{Input: "f", Box: []int{2, 2}, Canonical: true, Limit: &limit},
			files: map[string]string{"f": text.String()}}.open()
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := puzzletest.Rows(t, job)
		return job, rows
	}
	_, all := survey(0)
	solutionsColumn, cappedColumn, solutionColumn := column(t, all, enumerate.SolutionsColumn), column(t, all, enumerate.CappedColumn), column(t, all, "solution")
	exact := map[int64]bool{}
	for _, limit := range []int64{1, 2, 3, 4, 12, 288, math.MaxInt64} {
		job, rows := survey(limit)
		checker, err := job.NewChecker()
		if err != nil {
			t.Fatal(err)
		}
		for row := range rows.Len() {
			n := all.IntAt(solutionsColumn, row)
			if got, capped := rows.IntAt(solutionsColumn, row), rows.IntAt(cappedColumn, row) == 1; got != min(n, limit) || capped != (n > limit) {
				t.Errorf("limit %d, %d solutions: row says %d, capped %v", limit, n, got, capped)
			}
			if rows.IsNull(solutionColumn, row) != (n != 1) {
				t.Errorf("limit %d, %d solutions: solution is null %v", limit, n, n == 1)
			}
			exact[limit] = exact[limit] || n == limit
			capped := &rows.Vectors[cappedColumn].Bools[row]
			*capped = !*capped
			if checker(rows, row) == nil {
				t.Errorf("limit %d, %d solutions: changed solutions_capped not noticed", limit, n)
			}
			*capped = !*capped
		}
	}
	if len(exact) < 4 || !exact[1] || !exact[2] || !exact[288] {
		t.Errorf("counts equal to the limit: %v", exact)
	}
}

func TestUniformSample(t *testing.T) {
	job, err := config{kind: enumerate.Sample, puzzle: params{Box: []int{2, 2}}, measures: []string{"automorphisms"},
		sample: &enumerate.SampleSpec{Draws: 3000, Sampler: "uniform", Seed: 4}}.open()
	if err != nil {
		t.Fatal(err)
	}
	rows, tally := puzzletest.Rows(t, job)
	if rows.Len() != 3000 || tally.Raw != 3000 {
		t.Errorf("%d rows", rows.Len())
	}
	seen := map[int64]int{}
	for row := range rows.Len() {
		seen[rows.IntAt(column(t, rows, enumerate.OrbitSizeColumn), row)]++
	}
	// Two classes, of 96 and 192 grids: a third of the draws, 5 deviations.
	if n := seen[96]; len(seen) != 2 || n < 1000-130 || n > 1000+130 {
		t.Errorf("draws by orbit size: %v", seen)
	}
}

// TestSurveyOfRealPuzzles: all 17-clue puzzles are unique and different.
func TestSurveyOfRealPuzzles(t *testing.T) {
	dir := os.Getenv("COVERSTAT_DATA")
	if dir == "" {
		t.Skip("COVERSTAT_DATA does not name a folder of real puzzles")
	}
	text, err := os.ReadFile(filepath.Join(dir, "sudoku", "17-clue-49151.txt"))
	if err != nil {
		t.Fatal(err)
	}
	job, err := config{kind: enumerate.Survey, puzzle: params{Input: "f", Canonical: true}, files: map[string]string{"f": string(text)}}.open()
	if err != nil {
		t.Fatal(err)
	}
	var rows, unique, duplicates int64
	puzzletest.Tasks(t, job, func(out *enumerate.Batch, tally enumerate.Tally) {
		rows += tally.Rows
		unique += sum(out, column(t, out, enumerate.SolutionsColumn))
		duplicates += sum(out, column(t, out, enumerate.DuplicateColumn))
	})
	if rows != 49151 || unique != 49151 || duplicates != 0 {
		t.Errorf("%d rows, %d solutions, want 49151 of each; %d duplicates, want none", rows, unique, duplicates)
	}
}
