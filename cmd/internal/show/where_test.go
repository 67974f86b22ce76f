package show

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"coverstat/enumerate"
)

// TestWhere reads the cases that the page of browse reads, too: columns with the
// values of some rows (integers beyond 2^53 as text), and expressions with the
// numbers of the rows that meet them, or with the error.
func TestWhere(t *testing.T) {
	text, err := os.ReadFile("testdata/where.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Columns []struct {
			Name, Type, Measure string
			Nullable            bool
			Values              []any
		}
		Cases []struct {
			Where, Error string
			Rows         []int
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	b := catRows() // the same rows as in the file
	for i, c := range file.Columns {
		column := catColumns[i]
		if c.Name != column.Name || c.Type != column.Type.String() || c.Nullable != column.Nullable || c.Measure != column.Measure || len(c.Values) != b.Len() {
			t.Fatalf("column %+v: expected %+v with %d values", c, column, b.Len())
		}
		for row, value := range c.Values {
			var want any
			switch {
			case b.IsNull(i, row):
			case column.Type == enumerate.String:
				want = string(b.StringAt(i, row))
			case column.Type == enumerate.Int32:
				want = float64(b.IntAt(i, row))
			case column.Type == enumerate.Double:
				want = b.Vectors[i].Doubles[row]
			case column.Type == enumerate.Bool:
				want = b.IntAt(i, row) == 1
			default:
				continue
			}
			if value != want {
				t.Errorf("row %d of %s is %v: expected %v", row, c.Name, value, want)
			}
		}
	}
	for _, c := range file.Cases {
		f, err := parseWhere(catColumns, c.Where)
		if err != nil {
			if err.Error() != c.Error || !errors.As(err, new(*enumerate.InputError)) {
				t.Errorf("%q: got the error\n%v, expected\n%s", c.Where, err, c.Error)
			}
			continue
		}
		var got []int
		for row := range b.Len() {
			if f.Match(b, row) {
				got = append(got, row)
			}
		}
		if c.Error != "" || !slices.Equal(got, c.Rows) {
			t.Errorf("%q: rows %v, expected %v %s", c.Where, got, c.Rows, c.Error)
		}
	}
}
