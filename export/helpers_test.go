package export

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// everyType is one column of each type, with and without nulls.
func everyType() []enumerate.Column {
	var columns []enumerate.Column
	for t := enumerate.Int32; t <= enumerate.Int32List; t++ {
		for _, nullable := range []bool{false, true} {
			columns = append(columns, enumerate.Column{
				Name: fmt.Sprintf("c%d", len(columns)), Type: t, Nullable: nullable, Scale: enumerate.Scale(t+1) % 3,
				Meaning: fmt.Sprintf("a column of type %v, \"quoted\" <b>", t), Unit: "furlongs",
			})
		}
	}
	return columns
}

// randomRows appends n rows to a batch, each determined by the generator.
func randomRows(b *enumerate.Batch, r *rand.Rand, n int) {
	for range n {
		for c, col := range b.Columns {
			if col.Nullable && r.IntN(3) == 0 {
				b.AppendNull(c)
				continue
			}
			switch col.Type {
			case enumerate.Int32:
				b.AppendInt32(c, int32(r.Uint32())>>r.IntN(32))
			case enumerate.Int64:
				b.AppendInt64(c, int64(r.Uint64())>>r.IntN(64))
			case enumerate.Double:
				b.AppendDouble(c, r.NormFloat64())
			case enumerate.Bool:
				b.AppendBool(c, r.IntN(2) == 0)
			case enumerate.String:
				text := make([]byte, r.IntN(12))
				for i := range text {
					text[i] = "#.ABCDE"[r.IntN(7)]
				}
				b.AppendString(c, text)
			case enumerate.Int32List:
				list := make([]int32, max(0, r.IntN(7)-2))
				for i := range list {
					list[i] = int32(r.Uint32()) >> r.IntN(32)
				}
				b.AppendInt32List(c, list)
			}
		}
	}
}

// sameRows compares rows value by value.
func sameRows(t *testing.T, got *enumerate.Batch, gotRow int, want *enumerate.Batch, wantRow int) {
	t.Helper()
	for c := range want.Columns {
		if g, w := cell(got, c, gotRow), cell(want, c, wantRow); g != w {
			t.Fatalf("row %d (%d), column %s: %s, want %s", gotRow, wantRow, want.Columns[c].Name, g, w)
		}
	}
}

// countRows counts rows by what is in them.
func countRows(counts map[string]int, b *enumerate.Batch, by int) {
	for row := range b.Len() {
		var text []string
		for c := range b.Columns {
			text = append(text, cell(b, c, row))
		}
		counts[fmt.Sprint(text)] += by
	}
}

func cell(b *enumerate.Batch, c, row int) string {
	if b.IsNull(c, row) {
		return "null"
	}
	switch b.Columns[c].Type {
	case enumerate.Double:
		return fmt.Sprint(b.Vectors[c].Doubles[row])
	case enumerate.String:
		return fmt.Sprintf("%q", b.StringAt(c, row))
	case enumerate.Int32List:
		return fmt.Sprint(b.ListAt(c, row))
	default:
		return fmt.Sprint(b.IntAt(c, row))
	}
}

// batchSource is a source of the rows of one batch, cut into batches of cut
// rows.
type batchSource struct {
	rows *enumerate.Batch
	cut  int
}

func (s *batchSource) Columns() []enumerate.Column { return s.rows.Columns }
func (s *batchSource) Rows() int64                 { return int64(s.rows.Len()) }
func (s *batchSource) Read(from, to int64) block.Batches {
	return func(yield func(*enumerate.Batch, error) bool) {
		b := enumerate.NewBatch(s.rows.Columns)
		for at := int(from); at < int(to); at += b.Len() {
			b.Reset()
			b.AppendRows(s.rows, at, min(at+s.cut, int(to)))
			if !yield(b, nil) {
				return
			}
		}
	}
}

// readAll reads all rows.
func readAll(t *testing.T, rows block.Batches, columns []enumerate.Column) *enumerate.Batch {
	t.Helper()
	all := enumerate.NewBatch(columns)
	for b, err := range rows {
		if err != nil {
			t.Fatal(err)
		}
		if b.Len() == 0 {
			t.Fatal("empty batch")
		}
		all.AppendRows(b, 0, b.Len())
	}
	return all
}

// writeTasks writes the table of tasks and the effort into a dataset, with their entries.
func writeTasks(fsys files.FS, dir string, tasks []enumerate.TaskTally) (Table, *FileInfo, error) {
	f, table, err := EncodeTable(NewTasksTable(tasks))
	if err != nil {
		return table, nil, err
	}
	effort, err := EncodeEffort(tasks)
	if err != nil {
		return table, nil, err
	}
	return table, &effort.FileInfo, errors.Join(f.Write(fsys, dir), effort.Write(fsys, dir))
}
