package survey

import (
	"cmp"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

// TestRange: the ranges of all tasks follow one another, cover all instances and
// differ by one in length, with the largest numbers, too.
func TestRange(t *testing.T) {
	for _, n := range []int64{0, 1, 7, 511, 512, 513, 1_000_003, math.MaxInt64} {
		for _, tasks := range []int{1, 2, 7, 512} {
			next := int64(0)
			for task := range tasks {
				from, to := Range(n, task, tasks)
				if from != next || to-from < n/int64(tasks) || to-from-1 > n/int64(tasks) {
					t.Errorf("task %d of %d, %d instances: %d to %d", task, tasks, n, from, to)
				}
				next = to
			}
			if next != n {
				t.Errorf("%d tasks end at %d of %d", tasks, next, n)
			}
		}
	}
}

func TestLimit(t *testing.T) {
	for _, x := range []struct {
		limit  Limit
		search int64
		found  int64
		want   Count
	}{
		{0, 0, 5, Count{5, false}}, {math.MaxInt64, 0, 5, Count{5, false}},
		{2, 3, 1, Count{1, false}}, {2, 3, 2, Count{2, false}}, {2, 3, 3, Count{2, true}}, {2, 3, 9, Count{2, true}},
	} {
		if got := x.limit.Count(x.found); got != x.want || x.limit.Search() != x.search {
			t.Errorf("limit %d: %d found give %+v, searched up to %d", x.limit, x.found, got, x.limit.Search())
		}
	}
}

func TestOrbit(t *testing.T) {
	if n, err := Orbit([]int{3, 5, 3, 4, 5}, cmp.Compare); n != 3 || err != nil {
		t.Error(n, err)
	}
	if _, err := Orbit([]int{3, 5, 2}, cmp.Compare); err == nil {
		t.Error("a lesser image is no error")
	}
}

// square is an answer to a question about numbers: is n a square, and of what?
type square struct {
	n     int64
	root  int32
	count Count
	note  string
}

// squares is a survey of the numbers below 100 in 7 tasks.
func squares() *Survey[square] {
	fill := func(s *square) {
		s.root = int32(math.Sqrt(float64(s.n)))
		s.count = Limit(1).Count(0)
		if int64(s.root)*int64(s.root) == s.n {
			s.count = Limit(1).Count(2) // roots of both signs
		}
	}
	isSquare := func(s *square) bool { return s.count.Solutions > 0 }
	count := func(s *square) *Count { return &s.count }
	return &Survey[square]{
		Columns: []Column[square]{
			Text("text", "the number", func(dst []byte, s *square) []byte { return append(dst, strings.Repeat("x", int(s.n))...) }).As(enumerate.Key),
			Stored("n", "the number", func(s *square) *int64 { return &s.n }),
			Value("root", "its root", func(s *square) int32 { return s.root }).Measured("").NullUnless(isSquare),
			Solutions(enumerate.SolutionsColumn, "its roots", count),
			Capped("there are more", 1, count, nil),
			Value("even", "it is even", func(s *square) bool { return s.n%2 == 0 }),
			Stored("note", "a remark", func(s *square) *string { return &s.note }),
		},
		Tasks: 7,
		NewSolver: func() (Solver[square], error) {
			return func(task int, _ *atomic.Bool, tally *enumerate.Tally, visit func(*square) bool) error {
				from, to := Range(100, task, 7)
				for n := from; n < to; n++ {
					s := square{n: n, note: "none"}
					fill(&s)
					tally.Raw++
					if !visit(&s) {
						return nil
					}
				}
				return nil
			}, nil
		},
		NewRecheck: func() (Recheck[square], error) {
			return func(s *square) error {
				fill(s)
				return nil
			}, nil
		},
	}
}

// TestJob: a worker makes the rows and stops when it is told to; a checker
// notices any change of a value that the recheck makes.
func TestJob(t *testing.T) {
	job := squares().Job()
	rows, sum := puzzletest.Rows(t, job)
	if rows.Len() != 100 || sum.Rows != 100 || sum.Raw != 100 {
		t.Errorf("%d rows, %+v", rows.Len(), sum)
	}
	checker, err := job.NewChecker()
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct {
		undo func()
		want string
	}{
		{func() { rows.Vectors[1].Int64s[16] ^= 1 }, "text is"},
		{func() { rows.Vectors[2].Int32s[16] ^= 1 }, "root is 5, expected 4"},
		{func() { rows.Vectors[2].Valid[16] = !rows.Vectors[2].Valid[16] }, "root is null, expected 4"},
		{func() { rows.Vectors[3].Int64s[16] ^= 1 }, "0 solutions with limit 1, and solutions_capped is true"},
		{func() { rows.Vectors[3].Int64s[16] = 1 - 2*rows.Vectors[3].Int64s[16] }, "-1 solutions"},
		{func() { rows.Vectors[4].Bools[16] = !rows.Vectors[4].Bools[16] }, "solutions_capped is false, expected true"},
		{func() { rows.Vectors[5].Bools[16] = !rows.Vectors[5].Bools[16] }, "even is false, expected true"},
	} {
		before := rows.Vectors[3].Int64s[16]
		change.undo()
		if err := checker(rows, 16); err == nil || !strings.HasPrefix(err.Error(), change.want) {
			t.Errorf("error %v, want %s", err, change.want)
		}
		change.undo()
		rows.Vectors[3].Int64s[16] = before
	}
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	stop.Store(true)
	if tally, done, err := w(0, &stop, rows, nil); done || err != nil || tally.Rows != 0 {
		t.Errorf("stopped: %+v, done %v, %v", tally, done, err)
	}
}

// TestFlush: rows are passed on in batches, an error ends the task, and a job
// that only counts appends none.
func TestFlush(t *testing.T) {
	full := errors.New("disk full")
	s := squares()
	s.Columns = s.Columns[1:]
	s.NewSolver = func() (Solver[square], error) {
		return func(_ int, _ *atomic.Bool, _ *enumerate.Tally, visit func(*square) bool) error {
			for visit(&square{}) {
			}
			return nil
		}, nil
	}
	job := s.Job()
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	out := enumerate.NewBatch(job.Columns)
	var stop atomic.Bool
	flushes := 0
	tally, done, err := w(0, &stop, out, func() error {
		if out.Reset(); flushes == 2 {
			return full
		}
		flushes++
		return nil
	})
	if done || err != full || tally.Rows != 3*enumerate.BatchRows {
		t.Errorf("%d rows, done %v, %v", tally.Rows, done, err)
	}
	count := squares()
	count.CountOnly = true
	if w, err = count.Job().NewWorker(); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if tally, done, err = w(0, &stop, out, nil); tally.Rows != 14 || out.Len() != 0 || !done || err != nil {
		t.Errorf("counting: %d rows, %d appended, done %v, %v", tally.Rows, out.Len(), done, err)
	}
}
