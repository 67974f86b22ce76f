package puzzletest

import (
	"slices"
	"testing"

	"coverstat/enumerate"
)

// RowsAreChecked does all tasks of a job, changes every value of every row in turn, and
// expects that the job's checker notices. A change from one value to another may pass in
// the columns named free, which a checker cannot judge; a change from a value to null or
// back may not.
func RowsAreChecked(t *testing.T, job *enumerate.Job, free ...string) {
	t.Helper()
	rows, _ := Rows(t, job)
	if rows.Len() == 0 {
		t.Fatal("no rows to change")
	}
	checker, err := job.NewChecker()
	if err != nil {
		t.Fatal(err)
	}
	for col, column := range rows.Columns {
		v := &rows.Vectors[col]
		for row := range rows.Len() {
			null := rows.IsNull(col, row)
			if column.Nullable {
				if v.Valid[row] = null; checker(rows, row) == nil {
					t.Errorf("row %d: %s null: %v, not noticed", row, column.Name, !null)
				}
				v.Valid[row] = !null
			}
			if null || slices.Contains(free, column.Name) {
				continue
			}
			restore := change(t, rows, col, row)
			if checker(rows, row) == nil {
				t.Errorf("row %d: changed %s not noticed", row, column.Name)
			}
			restore()
		}
	}
}

// change puts another value in the place of one that is not null, and returns the
// function that puts it back.
func change(t *testing.T, rows *enumerate.Batch, col, row int) (restore func()) {
	t.Helper()
	v := &rows.Vectors[col]
	switch rows.Columns[col].Type {
	case enumerate.Int32:
		return swap(&v.Int32s[row], v.Int32s[row]^1)
	case enumerate.Int64:
		return swap(&v.Int64s[row], v.Int64s[row]^1)
	case enumerate.Double:
		return swap(&v.Doubles[row], v.Doubles[row]+1)
	case enumerate.Bool:
		return swap(&v.Bools[row], !v.Bools[row])
	case enumerate.String:
		if text := rows.StringAt(col, row); len(text) > 0 {
			last := &text[len(text)-1]
			return swap(last, *last^1)
		}
	case enumerate.Int32List:
		if list := rows.ListAt(col, row); len(list) > 0 {
			last := &list[len(list)-1]
			return swap(last, *last^1)
		}
	}
	t.Fatalf("row %d: %s is empty, or of a type that is not changed here", row, rows.Columns[col].Name)
	return nil
}

func swap[T any](at *T, to T) (restore func()) {
	was := *at
	*at = to
	return func() { *at = was }
}
