package export

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"coverstat/enumerate"
	"coverstat/export/files"
	"coverstat/export/files/filestest"
	"coverstat/export/journal"
	"coverstat/export/sorted"
	"coverstat/stats"
)

// writeShard makes a complete dataset of some of the tasks.
func writeShard(t *testing.T, m *filestest.Mem, dir string, tasks []int) *Dataset {
	t.Helper()
	w := openWork(t, m, dir)
	if err := doTasks(t, w, tasks, rand.New(rand.NewPCG(4, 4))); err != nil {
		t.Fatal(err)
	}
	return writeDataset(t, m, dir, w, w.List(), w.Tasks(), enumerate.Census)
}

func writeDataset(t *testing.T, m *filestest.Mem, dir string, w *journal.Work, src Source, tasks []enumerate.TaskTally, kind enumerate.Kind) *Dataset {
	t.Helper()
	a := &Assembly{FS: m, Dir: dir, Src: src, Work: w, PartRows: testPartRows}
	parts, err := a.Write(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	table, effort, err := writeTasks(m, dir, tasks)
	if err != nil {
		t.Fatal(err)
	}
	manifest := &Manifest{EffortFile: effort, Name: "shard", Job: kind, Complete: true, ConfigDigest: w.Header.Config,
		Program: Program{Rows: w.Header.Program}, Tasks: Tasks{Total: w.Header.Tasks, Done: len(tasks)},
		Columns: DescribeColumns(src.Columns()), Rows: stats.Integer(a.rows()), Parts: parts, Tables: []Table{table}}
	if err := manifest.Write(m, dir); err != nil {
		t.Fatal(err)
	}
	if err := w.Remove(); err != nil {
		t.Fatal(err)
	}
	d, err := OpenDataset(m, dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestShardsMergeToTheSameBytes(t *testing.T) {
	want := digests(t)
	m := filestest.NewMem()
	const shards = 5
	var sets []*Dataset
	for i := range shards {
		var tasks []int
		for task := i; task < testTasks; task += shards {
			tasks = append(tasks, task)
		}
		sets = append(sets, writeShard(t, m, "/shard"+string(rune('0'+i)), tasks))
	}
	w := openWork(t, m, "/merged")
	shardsOf := func(indices ...int) (list []*CheckedShard) {
		for _, i := range indices {
			list = append(list, checked(t, w, sets[i]))
		}
		return list
	}
	if err := ImportShards(t.Context(), w, shardsOf(3, 0, 3, 1), func(int) {}); err != nil { // any order, one of them twice
		t.Fatal(err)
	}
	if _, done := w.Total(); done != 3*testTasks/shards {
		t.Fatalf("%d tasks after three shards of five", done)
	}
	if err := ImportShards(t.Context(), w, shardsOf(1, 4, 2), func(int) {}); err != nil { // one of them committed before
		t.Fatal(err)
	}
	// Tasks of several shards are committed together: the lock, the journal and two
	// segments.
	if entries, err := m.ReadDir("/merged/" + WorkDir); err != nil || len(entries) != 4 {
		t.Errorf("%v, %v: expected 4 files", entries, err)
	}
	d := writeDataset(t, m, "/merged", w, w.List(), w.Tasks(), enumerate.Census)
	if !slices.Equal(d.Manifest.Parts, want) {
		t.Errorf("other parts: %+v, want %+v", d.Manifest.Parts, want)
	}
	// The tables, too, are those of a run on one machine.
	one := writeShard(t, m, "/one", allTasks())
	if d.Manifest.Tables[0].SHA256 != one.Manifest.Tables[0].SHA256 || *d.Manifest.EffortFile != *one.Manifest.EffortFile {
		t.Error("another table of tasks, or another effort")
	}
	tasks, err := DatasetTasks(d)
	if err != nil || len(tasks) != testTasks || tasks[9].Tally.Effort.Nodes != 9 || tasks[9].Tally.Rows != int64(testTask(9).Len()) {
		t.Errorf("%v, %v", tasks, err)
	}
	d.Manifest.EffortFile.Rows++
	if _, err := DatasetTasks(d); err == nil || !strings.Contains(err.Error(), "rows, expected") {
		t.Errorf("the effort file has other rows than the manifest says: %v", err)
	}
}

func checked(t *testing.T, w *journal.Work, d *Dataset) *CheckedShard {
	t.Helper()
	s, err := CheckShard(w.Header, w.Columns, d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestShardsThatDoNotFit(t *testing.T) {
	m := filestest.NewMem()
	d := writeShard(t, m, "/s", []int{1, 2, 3})
	refuse := func(what string, h journal.Header) {
		_, err := CheckShard(h, everyType(), d)
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want it to say %q", err, what)
		}
	}
	h := testHeader()
	h.Config = "other"
	refuse("config", h)
	h = testHeader()
	h.Program = "2"
	refuse("version", h)
	h = testHeader()
	h.Tasks++
	refuse("tasks", h)
	m.Damage("/s/rows/part-00000.parquet", 500)
	refuse("digest", testHeader())
}

var sampleColumns = []enumerate.Column{
	{Name: "a", Type: enumerate.Int32, Role: enumerate.Key, Nullable: true},
	{Name: "grid", Type: enumerate.String},
	{Name: "b", Type: enumerate.Int32List, Role: enumerate.Key},
	{Name: "times_seen", Type: enumerate.Int64, Role: enumerate.Weight},
}

// sampleTask draws rows with keys that come often.
func sampleTask(task int, add func(*enumerate.Batch)) {
	r := rand.New(rand.NewPCG(9, uint64(task)))
	b := enumerate.NewBatch(sampleColumns)
	for range 300 {
		x, y := r.IntN(20), r.IntN(20)
		if x == 0 {
			b.AppendNull(0)
		} else {
			b.AppendInt32(0, int32(x-10))
		}
		b.AppendString(1, []byte(strings.Repeat("x", x)))
		list := []int32{int32(y % 3), int32(y)}
		b.AppendInt32List(2, list[:1+y%2])
		b.AppendInt64(3, 1)
	}
	add(b)
}

func sampleWork(t *testing.T, m *filestest.Mem, dir string, tasks []int) *journal.Work {
	t.Helper()
	w, err := lockAndOpen(m, filepath.Join(dir, WorkDir), testHeader(), sampleColumns)
	if err != nil {
		t.Fatal(err)
	}
	order, err := sorted.NewOrder(sampleColumns)
	if err != nil {
		t.Fatal(err)
	}
	sortedRows := enumerate.NewBatch(sampleColumns)
	for _, task := range tasks {
		w.Begin(task)
		sampleTask(task, func(b *enumerate.Batch) {
			err := order.Sort(sortedRows, b)
			if err == nil {
				_, err = w.AddRun(task, sortedRows)
			}
			if err != nil {
				t.Fatal(err)
			}
		})
		if err := w.Commit([]enumerate.TaskTally{{Task: task, Tally: enumerate.Tally{Raw: 300}}}); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func TestSamplesMergeToTheSameBytes(t *testing.T) {
	m := filestest.NewMem()
	write := func(dir string, tasks []int, others []*Dataset) *Dataset {
		w := sampleWork(t, m, dir, tasks)
		var shards []*CheckedShard
		for _, d := range others {
			shards = append(shards, checked(t, w, d))
		}
		all, kept, err := SampleTasks(w.Tasks(), shards)
		if err != nil {
			t.Fatal(err)
		}
		run, err := MergeRuns(t.Context(), w, w.Dir, kept)
		if err != nil {
			t.Fatal(err)
		}
		return writeDataset(t, m, dir, w, run, all, enumerate.Sample)
	}
	whole := write("/whole", allTasks(), nil)
	even, odd := []int{}, []int{}
	for task := range testTasks {
		if task%2 == 0 {
			even = append(even, task)
		} else {
			odd = append(odd, task)
		}
	}
	a := write("/a", even, nil)
	b := write("/b", odd, nil)
	for i, others := range [][]*Dataset{{a, b}, {b, a, b}} {
		merged := write("/m"+string(rune('0'+i)), nil, others)
		if !slices.Equal(merged.Manifest.Parts, whole.Manifest.Parts) ||
			merged.Manifest.Tables[0].SHA256 != whole.Manifest.Tables[0].SHA256 {
			t.Errorf("other bytes: %+v, want %+v", merged.Manifest.Parts, whole.Manifest.Parts)
		}
	}
	rows := readAll(t, whole.Read(0, whole.Rows()), whole.Columns())
	sum := int64(0)
	for i := range rows.Len() {
		sum += rows.IntAt(3, i)
	}
	if sum != 300*testTasks || rows.Len() > 400 {
		t.Errorf("%d rows, seen %d times; want %d", rows.Len(), sum, 300*testTasks)
	}
	w := sampleWork(t, m, "/c", []int{0})
	if _, _, err := SampleTasks(w.Tasks(), []*CheckedShard{checked(t, w, a)}); err == nil {
		t.Error("overlapping samples are accepted")
	}
}

// If files of a finished dataset are damaged, only these are written again, and
// only tasks with rows in them are done again.
func TestDamagedDatasetIsMadeWhole(t *testing.T) {
	for _, c := range []struct {
		damaged   []string
		low, high int // tasks that are kept
	}{
		{nil, testTasks, testTasks},
		{[]string{PartName(2)}, 25, 34},
		{[]string{PartName(0), PartName(3), EffortName}, 0, 0},
		{[]string{PartName(0), PartName(1)}, 10, 24},
		{[]string{TableName(enumerate.TasksTable)}, 0, 0},
	} {
		m := filestest.NewMem()
		d := writeShard(t, m, "/d", allTasks())
		before := *d.Manifest
		for _, path := range c.damaged {
			m.Damage(filepath.Join("/d", path), 500)
		}
		wrong, err := d.Verify()
		if err != nil || len(wrong) != len(c.damaged) {
			t.Fatalf("verify: %v, %v", wrong, err)
		}
		w := openWork(t, m, "/d")
		err = ImportSound(t.Context(), w, d, wrong)
		if _, n := w.Total(); err != nil || n < c.low || n > c.high {
			t.Errorf("%v: %d tasks kept, want %d to %d; %v", c.damaged, n, c.low, c.high, err)
		}
		if err := doTasks(t, w, allTasks(), rand.New(rand.NewPCG(3, 3))); err != nil {
			t.Fatal(err)
		}
		written := map[string]bool{}
		var mu sync.Mutex // parts are written at the same time
		m.Before = func(op, name string) error {
			if op == "create" && strings.HasPrefix(name, "/d/rows/") {
				mu.Lock()
				defer mu.Unlock()
				written["rows/"+strings.TrimSuffix(filepath.Base(name), files.Temporary)] = true
			}
			return nil
		}
		after := writeDataset(t, m, "/d", w, w.List(), w.Tasks(), enumerate.Census)
		if !slices.Equal(after.Manifest.Parts, before.Parts) || *after.Manifest.EffortFile != *before.EffortFile {
			t.Errorf("%v: other bytes", c.damaged)
		}
		for _, p := range before.Parts {
			if written[p.Path] != slices.Contains(c.damaged, p.Path) {
				t.Errorf("%v: %s written again: %v", c.damaged, p.Path, written[p.Path])
			}
		}
	}
}
