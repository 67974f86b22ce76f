package show

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"

	"github.com/apache/arrow/go/v17/parquet/file"
)

// catColumns are a column of each type.
var catColumns = []enumerate.Column{
	{Name: "grid", Type: enumerate.String},
	{Name: "I5", Type: enumerate.Int32, Nullable: true},
	{Name: "raw", Type: enumerate.Int64},
	{Name: "weight", Type: enumerate.Double},
	{Name: "capped", Type: enumerate.Bool},
	{Name: "options", Type: enumerate.Int32List},
	{Name: "solved_by", Type: enumerate.String, Nullable: true},
	{Name: "on_edge_I5", Type: enumerate.Int32, Nullable: true, Measure: "on_edge(I5)"},
	{Name: "adjacent_F5_P5", Type: enumerate.Int32, AtLeastIf: "capped", Measure: "adjacent(F5, P5)"},
}

// catRows are rows with everything that formats trip over.
func catRows() *enumerate.Batch {
	b := enumerate.NewBatch(catColumns)
	methods := []string{"theorems", "line logic", "search"}
	texts := []string{"plain", "a,b", `say "so"`, "two\nlines", "", "<ü>\\", "#AB"}
	for i, text := range texts {
		b.AppendString(0, []byte(text))
		if i == 2 {
			b.AppendNull(1)
		} else {
			b.AppendInt32(1, int32(10*i))
		}
		b.AppendInt64(2, 1<<53+int64(i)-1)
		b.AppendDouble(3, float64(i)/4)
		b.AppendBool(4, i%2 == 1)
		b.AppendInt32List(5, []int32{1, 2, 3, 4, 5, 6, 7}[:i])
		if i == 4 {
			b.AppendNull(6)
		} else {
			b.AppendString(6, []byte(methods[i%3]))
		}
		if i == 5 {
			b.AppendNull(7)
		} else {
			b.AppendInt32(7, int32(i%2)*int32(1-i/4))
		}
		b.AppendInt32(8, int32(i))
	}
	return b
}

func indices(n int) []int {
	var all []int
	for i := range n {
		all = append(all, i)
	}
	return all
}

// linesOf returns the header and the lines of a format that needs no dataset.
func linesOf(format string, columns []enumerate.Column, shown []int) ([]byte, lineFunc, error) {
	f, err := formatOf(format)
	if err != nil {
		return nil, nil, err
	}
	return f.lines(nil, columns, shown)
}

// TestCSV reads what was printed with the standard library.
func TestCSV(t *testing.T) {
	b := catRows()
	for _, shown := range [][]int{indices(len(catColumns)), {0}, {6, 1}, {5}} {
		var out bytes.Buffer
		header, rows, err := linesOf("csv", catColumns, shown)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(header)
		for row := range b.Len() {
			out.Write(rows(nil, b, row))
		}
		records, err := csv.NewReader(&out).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if len(records) != b.Len()+1 {
			t.Fatalf("columns %v: %d records, expected %d", shown, len(records), b.Len()+1)
		}
		for k, i := range shown {
			if records[0][k] != catColumns[i].Name {
				t.Errorf("header %q, expected %q", records[0][k], catColumns[i].Name)
			}
			for row := range b.Len() {
				if got, want := records[row+1][k], string(appendText(nil, b, i, row)); got != want {
					t.Errorf("%s of row %d: %q, expected %q", catColumns[i].Name, row, got, want)
				}
			}
		}
	}
}

// TestJSONLines reads what was printed with the standard library.
func TestJSONLines(t *testing.T) {
	b := catRows()
	var out bytes.Buffer
	_, rows, err := linesOf("jsonl", catColumns, indices(len(catColumns)))
	if err != nil {
		t.Fatal(err)
	}
	for row := range b.Len() {
		out.Write(rows(nil, b, row))
	}
	for row, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var got struct {
			Grid     string
			I5       *int32
			Raw      any
			Weight   float64
			Capped   bool
			Options  []int32
			SolvedBy *string `json:"solved_by"`
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("row %d: %v in %s", row, err, line)
		}
		if got.Grid != string(b.StringAt(0, row)) || (got.I5 == nil) != b.IsNull(1, row) ||
			got.Weight != b.Vectors[3].Doubles[row] || got.Capped != b.Vectors[4].Bools[row] ||
			!slices.Equal(got.Options, b.ListAt(5, row)) || (got.SolvedBy == nil) != b.IsNull(6, row) {
			t.Errorf("row %d: got %s", row, line)
		}
		// Up to 2^53 a number, beyond a string.
		_, isNumber := got.Raw.(float64)
		if isNumber != (b.IntAt(2, row) <= stats.MaxExact) {
			t.Errorf("row %d: raw is %v", row, got.Raw)
		}
	}
	if _, _, err := linesOf("cvs", catColumns, nil); err == nil || !strings.Contains(err.Error(), "did you mean csv?") {
		t.Errorf("format cvs: %v", err)
	}
}

// TestUnmet sees that a value no row has is named.
func TestUnmet(t *testing.T) {
	b := catRows()
	for where, want := range map[string][]string{
		"I5=33":                     {"no row has I5=33"},
		"I5=-7":                     {"no row has I5=-7"},
		"weight=0.3":                {"no row has weight=0.3"},
		"solved_by=serach":          {`no row has solved_by="serach"`},
		"grid is null":              {"grid is null in no row"},
		"grid is not null":          nil,
		"I5=30 or (I5=33 or I5=0)":  {"no row has I5=33"},
		"I5=20":                     {"no row has I5=20"},
		"I5=33 and weight=99":       {"no row has I5=33", "no row has weight=99"},
		"I5=30 and capped=false":    nil, // each is met by some row
		"I5>1000":                   nil,
		"I5 in (33, 30, -7)":        {"no row has I5=33", "no row has I5=-7"},
		"solved_by in ('serach')":   {`no row has solved_by="serach"`},
		"I5 in (30) or I5 is null":  nil,
		"solved_by=search and I5=0": nil,
	} {
		f, err := parseWhere(catColumns, where)
		if err != nil {
			t.Fatal(err)
		}
		for row := range b.Len() {
			f.Match(b, row)
		}
		if got := f.Unmet(); !slices.Equal(got, want) {
			t.Errorf("%q: %q, expected %q", where, got, want)
		}
	}
}

// TestConstantMemory sees that a row, printed or not, leaves nothing behind.
func TestConstantMemory(t *testing.T) {
	b := catRows()
	f, err := parseWhere(catColumns, "I5=5 and solved_by=serach and weight<1")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"csv", "jsonl"} {
		line, rows, err := linesOf(format, catColumns, indices(len(catColumns)))
		if err != nil {
			t.Fatal(err)
		}
		const plain = 0 // a row that needs no encoder
		allocated := testing.AllocsPerRun(1000, func() {
			for row := range b.Len() {
				f.Match(b, row)
			}
			line = rows(line[:0], b, plain)
		})
		if allocated > 0 {
			t.Errorf("%s: %v allocations", format, allocated)
		}
	}
}

// TestParquet: all rows as Parquet are the very file of the dataset; of some rows
// and columns the file has these.
func TestParquet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ds")
	runInto(t, dir, "tetro2-5x8")
	want, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(export.PartName(0))))
	if err != nil {
		t.Fatal(err)
	}
	var got, lines bytes.Buffer
	if err := Cat(t.Context(), &got, dir, CatOptions{Format: "parquet"}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("all rows: %d bytes, the dataset has %d", got.Len(), len(want))
	}
	some := CatOptions{Format: "parquet", Columns: []string{"crossroads", "grid"}, Selection: Selection{Where: "crossroads = 1"}}
	got.Reset()
	if err := Cat(t.Context(), &got, dir, some); err != nil {
		t.Fatal(err)
	}
	some.Format = "csv"
	if err := Cat(t.Context(), &lines, dir, some); err != nil {
		t.Fatal(err)
	}
	f, err := file.NewParquetReader(bytes.NewReader(got.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(lines.Bytes(), []byte("\n")) - 1; f.NumRows() != int64(n) || n == 0 {
		t.Errorf("%d rows, CSV has %d", f.NumRows(), n)
	}
	schema := f.MetaData().Schema
	if schema.NumColumns() != 2 || schema.Column(0).Name() != "crossroads" || schema.Column(1).Name() != "grid" {
		t.Errorf("columns %v", schema)
	}
	group, err := f.MetaData().RowGroup(0).ColumnChunk(0)
	if err != nil {
		t.Fatal(err)
	}
	values, err := group.Statistics()
	if err != nil {
		t.Fatal(err)
	}
	if one := []byte{1, 0, 0, 0}; !bytes.Equal(values.EncodeMin(), one) || !bytes.Equal(values.EncodeMax(), one) {
		t.Errorf("crossroads from %v to %v", values.EncodeMin(), values.EncodeMax())
	}
}
