package polyomino

import (
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
)

// TestSurveyLimit: by both methods and whatever the limit, rows say min(count,
// limit) and whether there are more, and the checker notices when they say
// otherwise.
func TestSurveyLimit(t *testing.T) {
	b, err := newBoard(boardParam{Rows: 4, Cols: 4})
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := resolvePieces([]pieceParam{some("I2", 7, 7)})
	if err != nil {
		t.Fatal(err)
	}
	survey := func(method string, limit int64) (*survey, *enumerate.Batch) {
		job, err := openSurvey(enumerate.Spec{Kind: enumerate.Survey}, params{Blocked: []blockedParam{{Choose: 2}}, Method: method, Limit: limit}, b, pieces)
		if err != nil {
			t.Fatal(err)
		}
		s := job.(*survey)
		var stop atomic.Bool
		if prepare := s.Features().Prepare; prepare != nil {
			if err := prepare(1, &stop, func(float64) {}); err != nil {
				t.Fatal(err)
			}
		}
		w, err := s.NewWorker()
		if err != nil {
			t.Fatal(err)
		}
		rows := enumerate.NewBatch(s.Columns())
		for task := range s.Tasks() {
			if _, done, err := w.Do(task, &stop, rows, func() error { return nil }); !done || err != nil {
				t.Fatal(done, err)
			}
		}
		return s, rows
	}
	_, all := survey("scatter", 0)
	equal := 0
	for _, method := range []string{"scatter", "each"} {
		for _, limit := range []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, noLimit} {
			s, rows := survey(method, limit)
			if rows.Len() != all.Len() {
				t.Fatalf("%s, limit %d: %d rows, expected %d", method, limit, rows.Len(), all.Len())
			}
			checker, err := s.NewChecker()
			if err != nil {
				t.Fatal(err)
			}
			for row := range rows.Len() {
				n := all.IntAt(solutionsColumn, row)
				if got, capped := rows.IntAt(solutionsColumn, row), rows.IntAt(firstExtraColumn, row) == 1; got != min(n, limit) || capped != (n > limit) {
					t.Errorf("%s, limit %d, %d solutions: row says %d, capped %v", method, limit, n, got, capped)
				}
				if err := checker.Check(rows, row); err != nil {
					t.Error(err)
				}
				capped := &rows.Vectors[firstExtraColumn].Bools[row]
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
