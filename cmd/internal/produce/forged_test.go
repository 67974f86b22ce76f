package produce

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/block"
	"coverstat/export/exporttest"
	"coverstat/export/files"
	"coverstat/stats"
)

// TestForgedManifests: verify finds what a manifest says otherwise than the config, the
// tasks and the rows do, though its digest is right.
func TestForgedManifests(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		config string
		set    []string
		o      RunOptions
	}{
		{"tetro2-5x8", nil, RunOptions{}},
		{"tetro2-5x8", nil, RunOptions{Shard: 1, Shards: 2}},
		{"tetro2-5x8", nil, RunOptions{Limit: 40}},
		{"tetro2-5x8", []string{"job=sample", "sample={draws: 50, sampler: shuffled}"}, RunOptions{}},
		{"tetro2-5x8", []string{"output.rows=false"}, RunOptions{}},
		{"tetro2-5x8", []string{"output.rows=false", "measures=[crossroads]", "kernel=sweep"}, RunOptions{}},
	} {
		c.o.Out = filepath.Join(t.TempDir(), "out")
		if _, err := Run(t.Context(), open(t, c.config, c.set...), c.o); err != nil {
			t.Fatal(err)
		}
		for place, forge := range map[string]func(m *export.Manifest){
			"name":   func(m *export.Manifest) { m.Name = "other" },
			"config": func(m *export.Manifest) { m.Config = []byte(strings.Replace(string(m.Config), "{", `{"cut": 0.5,`, 1)) },
			"config.output": func(m *export.Manifest) {
				m.Config = []byte(strings.Replace(string(m.Config), `"grid": true`, `"grid": false`, 1))
			},
			"config_digest":       func(m *export.Manifest) { m.ConfigDigest = m.ConfigDigest[1:] + "0" },
			"kernel":              func(m *export.Manifest) { m.Kernel = "other" },
			"program.name":        func(m *export.Manifest) { m.Program.Name = "other" },
			"tasks.total":         func(m *export.Manifest) { m.Tasks.Total++ },
			"tasks.done":          func(m *export.Manifest) { m.Tasks.Done-- },
			"tasks.max_share":     func(m *export.Manifest) { m.Tasks.MaxShare /= 2 },
			"complete":            func(m *export.Manifest) { m.Complete = !m.Complete },
			"limit":               func(m *export.Manifest) { m.Limit += 7 },
			"columns.0.meaning":   func(m *export.Manifest) { m.Columns[0].Meaning += "x" },
			"columns.1.unit":      func(m *export.Manifest) { m.Columns[1].Unit += "x" },
			"columns.1.at_least":  func(m *export.Manifest) { m.Columns[1].AtLeastIf = "orbit_size" },
			"columns.2.scale":     func(m *export.Manifest) { m.Columns[2].Scale = enumerate.YesNo - m.Columns[2].Scale },
			"raw":                 func(m *export.Manifest) { m.Raw = m.Raw.Add(stats.Int(1)) },
			"failed":              func(m *export.Manifest) { m.Failed++ },
			"effort.nodes":        func(m *export.Manifest) { m.Effort.Deepest++ },
			"effort_file":         func(m *export.Manifest) { m.EffortFile.Rows++ },
			"effort_file missing": func(m *export.Manifest) { m.EffortFile = nil },
			"stats":               func(m *export.Manifest) { m.Stats = nil },
			"tables.0.rows":       func(m *export.Manifest) { m.Tables[0].Rows++ },
			"tables.0.columns":    func(m *export.Manifest) { m.Tables[0].Columns[0].Meaning = "" },
			"tables":              func(m *export.Manifest) { m.Tables = m.Tables[1:] },
			"analysis":            func(m *export.Manifest) { m.Analysis.Drawn += "x" },
			"facts.1.text":        func(m *export.Manifest) { m.Facts[1].Text += "x" },
			"facts.1.value":       func(m *export.Manifest) { m.Facts[1].Value = 7 },
			"facts.last.key":      func(m *export.Manifest) { m.Facts[len(m.Facts)-1].Key += "x" },
			"program.version":     func(m *export.Manifest) { m.Program.Version = "x" },
			"facts":               func(m *export.Manifest) { m.Facts = m.Facts[1:] },
			"extent":              func(m *export.Manifest) { m.Extent += "x" },
			"shard": func(m *export.Manifest) {
				if m.Shard = nil; c.o.Shards == 0 {
					m.Shard = &export.Shard{Index: 0, Of: 2}
				}
			},
		} {
			right, err := export.ReadManifest(files.OS(), c.o.Out)
			if err != nil {
				t.Fatal(err)
			}
			forged, err := export.ReadManifest(files.OS(), c.o.Out)
			if err != nil {
				t.Fatal(err)
			}
			forge(forged)
			if err := forged.Write(files.OS(), c.o.Out); err != nil {
				t.Fatal(err)
			}
			if v, err := inspect.Verify(t.Context(), c.o.Out); err == nil && v.OK() {
				t.Errorf("%s %+v: %s is forged, and verify finds nothing", c.config, c.o, place)
			}
			if err := right.Write(files.OS(), c.o.Out); err != nil {
				t.Fatal(err)
			}
		}
		if v, err := inspect.Verify(t.Context(), c.o.Out); err != nil || !v.OK() {
			t.Errorf("%s %+v: not forged: %+v, %v", c.config, c.o, v, err)
		}
	}
}

// TestForgedInput: a file that is in the program is found whatever the manifest says of its
// place, and verify says that this is wrong.
func TestForgedInput(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	f, err := Run(t.Context(), open(t, "sudoku-file"), RunOptions{Out: dir})
	if err != nil {
		t.Fatal(err)
	}
	f.Manifest.Inputs[0].Where = "elsewhere.txt"
	if err := f.Manifest.Write(files.OS(), dir); err != nil {
		t.Fatal(err)
	}
	if v, err := inspect.Verify(t.Context(), dir); err != nil || v.NotChecked != "" || !strings.Contains(fmt.Sprint(v.Checks), "inputs.0.where is ") {
		t.Errorf("%+v, %v", v, err)
	}
}

// forgedRows are rows in memory in the place of those of a dataset.
type forgedRows struct {
	*study.Dataset
	all *enumerate.Batch
}

func (f forgedRows) Columns() []enumerate.Column { return f.all.Columns }

func (f forgedRows) Read(from, to int64) block.Batches {
	return func(yield func(*enumerate.Batch, error) bool) {
		b := enumerate.NewBatch(f.all.Columns)
		if b.AppendRows(f.all, int(from), int(to)); b.Len() > 0 {
			yield(b, nil)
		}
	}
}

// TestForgedRows: verify finds rows in another order, and values that nothing else follows
// from, though all digests are right.
func TestForgedRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	swap := func(dst, src *enumerate.Batch) { // two rows in the middle
		n := src.Len()
		dst.AppendRows(src, 0, n/2)
		dst.AppendRows(src, n/2+1, n/2+2)
		dst.AppendRows(src, n/2, n/2+1)
		dst.AppendRows(src, n/2+2, n)
	}
	for _, c := range []struct {
		config string
		set    []string
		forge  func(dst, src *enumerate.Batch)
		says   string
	}{
		{"tetro2-5x8", nil, swap, "done again: row"},
		{"tetro2-5x8", []string{"job=sample", "sample={draws: 50, sampler: shuffled}"}, swap, "is not above that of the row before"},
		{"tetro2-5x8", []string{"job=sample", "sample={draws: 50, sampler: shuffled}"}, func(dst, src *enumerate.Batch) {
			dst.AppendRows(src, 0, 2)
			dst.AppendRows(src, 1, src.Len()-1)
		}, "row 2: its key is not above that of the row before"},
		{"sudoku-file", nil, func(dst, src *enumerate.Batch) {
			dst.AppendRows(src, 0, src.Len())
			dst.Vectors[enumerate.ColumnIndex(dst.Columns, "line")].Int64s[src.Len()-1]++
		}, "line is"},
		{"sudoku-file", nil, func(dst, src *enumerate.Batch) {
			dst.AppendRows(src, 0, src.Len())
			dst.Vectors[enumerate.ColumnIndex(dst.Columns, "guesses")].Int64s[3]++
		}, "guesses is"},
		{"tetro2-5x8", nil, func(dst, src *enumerate.Batch) {
			dst.AppendRows(src, 0, src.Len())
			dst.Columns = slices.Clone(dst.Columns)
			dst.Columns[0].Meaning = "something else"
		}, "part-00000.parquet describes its columns otherwise"},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		if _, err := Run(t.Context(), open(t, c.config, c.set...), RunOptions{Out: dir}); err != nil {
			t.Fatal(err)
		}
		d, err := study.OpenDataset(dir)
		if err != nil {
			t.Fatal(err)
		}
		all := enumerate.NewBatch(d.Columns())
		if err := d.Scan(nil, func(b *enumerate.Batch, _ int64) error { all.AppendRows(b, 0, b.Len()); return nil }); err != nil {
			t.Fatal(err)
		}
		forged := enumerate.NewBatch(d.Columns())
		c.forge(forged, all)
		a := &export.Assembly{FS: files.OS(), Dir: dir, Src: forgedRows{d, forged}}
		if d.Manifest.Parts, err = a.Write(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if err := d.Manifest.Write(files.OS(), dir); err != nil {
			t.Fatal(err)
		}
		v, err := inspect.Verify(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if found := fmt.Sprint(v.Checks); v.OK() || !strings.Contains(found, c.says) {
			t.Errorf("%s %v: %s\nexpected %q", c.config, c.set, found, c.says)
		}
	}
}

// TestForgedTasks: verify finds tasks that counted something else, or are others, though all
// digests and sums are right.
func TestForgedTasks(t *testing.T) {
	for says, forge := range map[string]func(tasks []enumerate.TaskTally){
		"done again: it counts": func(tasks []enumerate.TaskTally) {
			i := 0
			for tasks[i].Effort == tasks[i+1].Effort {
				i++
			}
			tasks[i].Effort, tasks[i+1].Effort = tasks[i+1].Effort, tasks[i].Effort
		},
		"is of task": func(tasks []enumerate.TaskTally) { tasks[len(tasks)-1].Task++ },
	} {
		dir := filepath.Join(t.TempDir(), "out")
		m := made(t, open(t, "tetro2-5x8"), RunOptions{Out: dir, Limit: 40}).Manifest
		d, err := study.OpenDataset(dir)
		if err != nil {
			t.Fatal(err)
		}
		tasks, err := export.DatasetTasks(d.Dataset)
		if err != nil {
			t.Fatal(err)
		}
		forge(tasks)
		*m.Table(enumerate.TasksTable) = exporttest.WriteTable(t, files.OS(), dir, export.NewTasksTable(tasks))
		effort, err := export.EncodeEffort(tasks)
		if err == nil {
			err = effort.Write(files.OS(), dir)
		}
		if err != nil {
			t.Fatal(err)
		}
		m.EffortFile = &effort.FileInfo
		if err := m.Write(files.OS(), dir); err != nil {
			t.Fatal(err)
		}
		if v, err := inspect.Verify(t.Context(), dir); err != nil || !strings.Contains(fmt.Sprint(v.Checks), says) {
			t.Errorf("%+v, %v: expected %q", v, err, says)
		}
	}
}

// TestForgedCount: verify finds a wrong number of solutions in a manifest without the file of the
// puzzle, too.
func TestForgedCount(t *testing.T) {
	base := t.TempDir()
	config, items, dir := filepath.Join(base, "x.yaml"), filepath.Join(base, "items.txt"), filepath.Join(base, "out")
	for name, text := range map[string]string{config: "family: exactcover\njob: census\npuzzle: {input: items.txt}\n", items: "a b\na b\na\nb\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m := made(t, open(t, config), RunOptions{Out: dir}).Manifest
	if err := os.Remove(items); err != nil {
		t.Fatal(err)
	}
	for _, raw := range []int64{2, 3} {
		m.Raw = stats.Int(raw)
		if err := m.Write(files.OS(), dir); err != nil {
			t.Fatal(err)
		}
		if v, err := inspect.Verify(t.Context(), dir); err != nil || v.OK() != (raw == 2) || v.Missing == "" {
			t.Errorf("%d solutions: %+v, %v", raw, v, err)
		}
	}
}

// TestTableOfAnotherForm: a table with other rows or columns than the manifest says is not
// read.
func TestTableOfAnotherForm(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if _, err := Run(t.Context(), open(t, "tetro2-5x8"), RunOptions{Out: dir}); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*export.Table){
		"rows, expected":    func(t *export.Table) { t.Rows++ },
		"columns, expected": func(t *export.Table) { t.Columns = t.Columns[1:] },
		"column 0 is":       func(t *export.Table) { t.Columns[0].Type = enumerate.Double },
	} {
		d, err := study.OpenDataset(dir)
		if err != nil {
			t.Fatal(err)
		}
		table := &d.Manifest.Tables[0]
		if _, err := d.Table(table.Name); err != nil {
			t.Fatal(err)
		}
		change(table)
		if _, err := d.Table(table.Name); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, expected it to say %q", err, what)
		}
	}
}
