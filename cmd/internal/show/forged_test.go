package show

import (
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/exporttest"
	"coverstat/export/files"
)

// retyped returns a copy of rows whose column col has another type and made-up values.
func retyped(rows *enumerate.Batch, col int) *enumerate.Batch {
	columns := slices.Clone(rows.Columns)
	c := &columns[col]
	if c.Nullable = false; c.Type == enumerate.String {
		c.Type = enumerate.Double
	} else {
		c.Type = enumerate.String
	}
	out := enumerate.NewBatch(columns)
	out.AppendRows(rows, 0, 0)
	for i := range columns {
		if i != col {
			out.Vectors[i] = rows.Vectors[i]
			continue
		}
		for range rows.Len() {
			if c.Type == enumerate.String {
				out.AppendString(i, []byte("x"))
			} else {
				out.AppendDouble(i, 0.5)
			}
		}
	}
	return out
}

// TestForgedTypes: datasets of which a column has another type, in the file and in the
// manifest alike and with right digests, are shown or refused, and nothing panics.
func TestForgedTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		config string
		set    []string
	}{
		{"chessboard", []string{"puzzle.board={rows: 4, cols: 5}", "puzzle.pieces=[P5, L5, O4, {name: I1, count: 6}]", "measures=[crossroads, place(O4)]"}},
		{"tetro2-5x8", []string{"job=sample", "sample={draws: 30, sampler: shuffled, weight: true}"}},
		{"tetro2-5x8", []string{"output.rows=false", "measures=[fault_lines]", "kernel=sweep"}},
		{"pentomino-subsets-5x5", []string{"puzzle.board={rows: 3, cols: 5}", "puzzle.choose.pieces=3"}},
		{"calendar", []string{"puzzle.blocked=[{one_of: [[0, 1]]}, {one_of: [[6, 2], [5, 2]]}]", "puzzle.flags=[]"}},
		{"nonogram-files", nil},
		{"sudoku-file", nil},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		s, err := study.Open(c.config, c.set, false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := produce.Run(t.Context(), s, produce.RunOptions{Out: dir}); err != nil {
			t.Fatal(err)
		}
		d, err := study.OpenDataset(dir)
		if err != nil {
			t.Fatal(err)
		}
		for i, table := range d.Manifest.Tables {
			rows, err := d.Table(table.Name)
			if err != nil {
				t.Fatal(err)
			}
			for col, column := range rows.Columns {
				forged := exporttest.WriteTable(t, files.OS(), dir, enumerate.Table{Name: table.Name, Rows: retyped(rows, col)})
				d.Manifest.Tables[i] = forged
				looksAt(t, d, c.config+": "+table.Name+"."+column.Name)
			}
			d.Manifest.Tables[i] = exporttest.WriteTable(t, files.OS(), dir, enumerate.Table{Name: table.Name, Rows: rows})
		}
		if len(d.Manifest.Parts) == 0 {
			continue
		}
		rows := enumerate.NewBatch(d.Columns())
		if err := d.Scan(nil, func(b *enumerate.Batch, _ int64) error { rows.AppendRows(b, 0, b.Len()); return nil }); err != nil {
			t.Fatal(err)
		}
		for col, column := range rows.Columns {
			forged := exporttest.WriteTable(t, files.OS(), dir, enumerate.Table{Name: "../rows/part-00000", Rows: retyped(rows, col)})
			d.Manifest.Parts[0], d.Manifest.Columns = forged.FileInfo, forged.Columns
			d.Manifest.Parts[0].Path = "rows/part-00000.parquet"
			looksAt(t, d, c.config+": rows."+column.Name)
		}
	}
}

// looksAt shows a dataset in all ways, with its manifest as it is in memory.
func looksAt(t *testing.T, d *study.Dataset, what string) {
	t.Helper()
	if err := d.Manifest.Write(files.OS(), d.Dir()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(d.Dir(), study.ReportName)); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for name, look := range map[string]func() error{
		"report": func() error { _, err := Report(t.Context(), d.Dir(), ReportOptions{Quick: true}); return err },
		"card":   func() error { _, err := Card(d.Dir(), "", ""); return err },
		"draw": func() error {
			return Draw(t.Context(), io.Discard, d.Dir(), DrawOptions{Selection: Selection{Limit: 2}})
		},
		"heat": func() error {
			return Draw(t.Context(), io.Discard, d.Dir(), DrawOptions{Selection: Selection{Limit: 2}, Heat: []string{"O4"}})
		},
		"cat": func() error { return Cat(t.Context(), io.Discard, d.Dir(), CatOptions{Format: "csv"}) },
		"stats": func() error {
			d, err := study.OpenFinished(d.Dir())
			if err == nil {
				_, err = inspect.Statistics(d)
			}
			return err
		},
		"verify": func() error { _, err := inspect.Verify(t.Context(), d.Dir()); return err },
	} {
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%s of %s: panic: %v\n%s", name, what, p, debug.Stack())
				}
			}()
			if err := look(); err != nil {
				t.Logf("%s of %s: %v", name, what, err)
			}
		}()
	}
}
