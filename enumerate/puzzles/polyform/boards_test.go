package polyform

import (
	"math"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

// TestSurveyLimit: by both methods and whatever the limit, rows say min(count,
// limit) and whether there are more, and the checker notices when they say
// otherwise.
func TestSurveyLimit(t *testing.T) {
	b, err := forms[0].newBoard(boardParam{Rows: 4, Cols: 4})
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := forms[0].resolvePieces([]pieceParam{some("I2", 7, 7)})
	if err != nil {
		t.Fatal(err)
	}
	run := func(method string, limit int64) (enumerate.Job, *enumerate.Batch) {
		job, err := openSurvey(enumerate.Spec{Kind: enumerate.Survey}, params{Blocked: []blockedParam{{Choose: 2}}, Method: method, Limit: limit}, b, pieces, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := puzzletest.Rows(t, job)
		return job, rows
	}
	_, all := run("scatter", 0)
	solutions := enumerate.ColumnIndex(all.Columns, enumerate.SolutionsColumn)
	equal := 0
	for _, method := range []string{"scatter", "each"} {
		for _, limit := range []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, math.MaxInt64} {
			job, rows := run(method, limit)
			cap := enumerate.ColumnIndex(rows.Columns, enumerate.CappedColumn)
			if rows.Len() != all.Len() {
				t.Fatalf("%s, limit %d: %d rows, expected %d", method, limit, rows.Len(), all.Len())
			}
			checker, err := job.NewChecker()
			if err != nil {
				t.Fatal(err)
			}
			for row := range rows.Len() {
				n := all.IntAt(solutions, row)
				if got, capped := rows.IntAt(solutions, row), rows.IntAt(cap, row) == 1; got != min(n, limit) || capped != (n > limit) {
					t.Errorf("%s, limit %d, %d solutions: row says %d, capped %v", method, limit, n, got, capped)
				}
				capped := &rows.Vectors[cap].Bools[row]
				if *capped = !*capped; checker.Check(rows, row) == nil {
					t.Errorf("%s, limit %d, %d solutions: changed solutions_capped not noticed", method, limit, n)
				}
				if n == limit {
					equal++
				}
			}
		}
	}
	if equal < 10 {
		t.Errorf("%d counts equal to the limit: the test tests little", equal)
	}
}

// TestSurveyRowsAreChecked: a checker notices a change of any value of a row.
func TestSurveyRowsAreChecked(t *testing.T) {
	b, err := forms[0].newBoard(boardParam{Rows: 3, Cols: 4})
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := forms[0].resolvePieces([]pieceParam{some("I2", 5, 5)})
	if err != nil {
		t.Fatal(err)
	}
	var measures []string
	for _, m := range boardMeasures {
		measures = append(measures, m.info.Name)
	}
	for _, blocked := range [][]blockedParam{{{Choose: 2}}, {{OneOf: [][]int{{0, 0}, {1, 1}, {2, 3}}}, {OneOf: [][]int{{0, 3}, {2, 0}, {1, 2}}}}} {
		job, err := openSurvey(enumerate.Spec{Kind: enumerate.Survey, Measures: measures},
			params{Blocked: blocked, Method: "each", Limit: 3, Flags: []flagParam{{Name: "flag", Except: [][][]int{{{0, 0}}}}}}, b, pieces, nil)
		if err != nil {
			t.Fatal(err)
		}
		puzzletest.RowsAreChecked(t, job)
	}
}
