package polyform

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/run"
)

// opened is the job of a puzzle section.
func opened(t *testing.T, f *form, p params, spec enumerate.Spec) *enumerate.Job {
	t.Helper()
	p.Symmetry = "full"
	spec.Puzzle = func(into any) error {
		*into.(*params) = p
		return nil
	}
	job, err := f.open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// TestDistributions: the distributions of a survey over sizes are those of a census of each board, row by row,
// whether a sweep counted them or a list.
func TestDistributions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	anyOf := func(names ...string) (list []pieceParam) {
		for _, name := range names {
			list = append(list, pieceParam{Name: name, Count: CountParam{set: true, max: enumerate.Unbounded}})
		}
		return list
	}
	rows := func(least, most int) sizeRange {
		return sizeRange{"rows", func(b *boardParam) *int { return &b.Rows }, least, most}
	}
	cols := func(least, most int) sizeRange {
		return sizeRange{"cols", func(b *boardParam) *int { return &b.Cols }, least, most}
	}
	side := sizeRange{"rhombus_2", func(b *boardParam) *int { return &b.Rhombus[1] }, 1, 4}
	sweeps := 0
	for _, c := range []struct {
		form     *form
		params   params
		measures string
		require  []string
	}{
		{forms[0], params{BoardParams: BoardParams{Board: boardParam{Rows: 4, ranges: []sizeRange{cols(1, 7)}}}, Pieces: anyOf("tetrominoes")}, "crossroads fault_lines used(*) stabiliser", nil},
		{forms[0], params{BoardParams: BoardParams{Board: boardParam{ranges: []sizeRange{rows(1, 3), cols(1, 3)}}}, Pieces: append(anyOf("I1"), pieceParam{Name: "L4"})}, "place(L4) adjacent(I1,L4) board_symmetry", nil},
		{forms[0], params{BoardParams: BoardParams{Board: boardParam{ranges: []sizeRange{rows(2, 3), cols(2, 3)}}}, Pieces: append(anyOf("I1"), pieceParam{Name: "I2"})}, "place(I2)", nil},
		{forms[0], params{BoardParams: BoardParams{Board: boardParam{ranges: []sizeRange{rows(2, 5), cols(2, 5)}}, Wrap: []string{"cols"}}, Pieces: anyOf("I2", "I3")}, "exposed(I2) crossroads", []string{"used(I3)>=1"}},
		{forms[2], params{BoardParams: BoardParams{Board: boardParam{Rhombus: []int{3, 0}, ranges: []sizeRange{side}}}, Pieces: anyOf("I2", "trihexes")}, "border_pieces piece_contacts", nil},
		{forms[3], params{BoardParams: BoardParams{Board: boardParam{Rhombus: []int{2, 0}, ranges: []sizeRange{side}}}, Pieces: anyOf("I2", "tetriamonds")}, "on_edge(I2)", nil},
	} {
		for _, r := range c.params.Board.ranges {
			*r.of(&c.params.Board) = r.least
		}
		for i := range c.params.Pieces {
			if p := &c.params.Pieces[i]; strings.HasSuffix(p.Name, "s") {
				p.Name, p.Set = "", p.Name
			}
		}
		measures := strings.Fields(c.measures)
		job := opened(t, c.form, c.params, enumerate.Spec{Kind: enumerate.Survey, Measures: measures, Require: c.require})
		of := slices.DeleteFunc(measures, func(m string) bool { return m == symmetryMeasure.Name })
		boards, _ := puzzletest.Rows(t, job)
		counts, reversed := job.Counters.New(), job.Counters.New()
		for row := range boards.Len() {
			one := enumerate.NewBatch(job.Columns)
			one.AppendRows(boards, row, row+1)
			if err := []enumerate.RowCounts{counts, reversed}[row%2].Add(one); err != nil {
				t.Fatal(err)
			}
		}
		counts.Merge(reversed)
		tables, err := counts.Tables()
		if err != nil {
			t.Fatal(err)
		}
		table, at, n := tables[0].Rows, 0, len(c.params.Board.ranges)
		for row := range boards.Len() {
			p := c.params
			p.Board.ranges = nil
			for k, r := range c.params.Board.ranges {
				p.Board = r.set(p.Board, int(boards.IntAt(k, row)))
			}
			if boards.IntAt(enumerate.ColumnIndex(boards.Columns, enumerate.SolutionsColumn), row) == 0 {
				continue
			}
			census := opened(t, c.form, p, enumerate.Spec{Kind: enumerate.Census, Measures: of, Require: c.require, Compact: true})
			found := run.NewMemorySink(census)
			if _, err := run.Run(t.Context(), census, found, run.Settings{Workers: 1}); err != nil {
				t.Fatal(err)
			}
			solutions := enumerate.NewBatch(census.Columns)
			for _, b := range found.Rows() {
				solutions.AppendRows(b, 0, b.Len())
			}
			var swept *enumerate.Totals
			if methods, _, err := census.Methods(enumerate.Question{SweepOnly: true, Distinct: true, Values: true}); err == nil {
				if swept, _, err = run.AnswerUntil(methods, new(atomic.Bool)); err != nil {
					t.Fatal(err)
				}
				sweeps++
			}
			orbit := enumerate.ColumnIndex(solutions.Columns, enumerate.OrbitSizeColumn)
			for k := orbit + 1; k < len(solutions.Columns); k++ {
				want := map[int64]int64{}
				for i := range solutions.Len() {
					want[solutions.IntAt(k, i)] += solutions.IntAt(orbit, i)
				}
				if swept != nil {
					for _, g := range swept.Groups[k-orbit-1] {
						if g.Raw.Cmp(big.NewInt(want[g.Values[0]])) != 0 {
							t.Errorf("%s %v, board %d: %v solutions with %d by a sweep, expected %d", c.form.family, measures, row, g.Raw, g.Values[0], want[g.Values[0]])
						}
					}
				}
				for _, value := range slices.Sorted(maps.Keys(want)) {
					name, raw := string(table.StringAt(n, at)), table.IntAt(n+2, at)
					if name != solutions.Columns[k].Name || table.IntAt(0, at) != boards.IntAt(0, row) || table.IntAt(n+1, at) != value || raw != want[value] || string(table.StringAt(n+3, at)) != big.NewInt(raw).String() {
						t.Fatalf("%s %v, board %d: row %d of the table is %s %d: %d, expected %s %d: %d", c.form.family, measures, row, at, name, table.IntAt(n+1, at), raw, solutions.Columns[k].Name, value, want[value])
					}
					at++
				}
			}
		}
		if at != table.Len() || at == 0 {
			t.Errorf("%s: %d rows in the table, expected %d", c.form.family, table.Len(), at)
		}
	}
	if sweeps < 10 {
		t.Errorf("%d boards were swept, expected more", sweeps)
	}
}

// TestDifficultyOfSizes: a checker finds what is changed in rows with measures of the search by the rule.
func TestDifficultyOfSizes(t *testing.T) {
	cols := sizeRange{"cols", func(b *boardParam) *int { return &b.Cols }, 1, 6}
	p := params{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 1, ranges: []sizeRange{cols}}},
		Pieces: []pieceParam{{Name: "I2", Count: CountParam{set: true, max: enumerate.Unbounded}}, {Name: "L4", Count: CountParam{set: true, max: 1}}}}
	puzzletest.RowsAreChecked(t, opened(t, forms[0], p, enumerate.Spec{Kind: enumerate.Survey, Measures: []string{"guesses", "board_symmetry", "nodes"}}))
}
