package export

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"coverstat/enumerate"
	"coverstat/export/files"
	"coverstat/export/files/filestest"
	"coverstat/export/journal"
	"coverstat/stats"
)

const (
	testTasks    = 40
	testPartRows = 700
)

// testTask returns the rows of a task; all tasks together have some 3,000.
func testTask(task int) *enumerate.Batch {
	b := enumerate.NewBatch(everyType())
	r := rand.New(rand.NewPCG(77, uint64(task)))
	randomRows(b, r, r.IntN(150))
	return b
}

func testRows() *enumerate.Batch {
	all := enumerate.NewBatch(everyType())
	for task := range testTasks {
		b := testTask(task)
		all.AppendRows(b, 0, b.Len())
	}
	return all
}

func testHeader() journal.Header {
	return journal.Header{Config: "digest", Program: "1", Tasks: testTasks}
}

func openWork(t testing.TB, fsys files.FS, dir string) *journal.Work {
	t.Helper()
	w, err := lockAndOpen(fsys, filepath.Join(dir, WorkDir), testHeader(), everyType())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// doTasks commits the tasks that are not done, in groups, and in any order.
func doTasks(t testing.TB, w *journal.Work, tasks []int, r *rand.Rand) error {
	t.Helper()
	var group []enumerate.TaskTally
	for _, i := range r.Perm(len(tasks)) {
		task := tasks[i]
		if _, done := w.Done(task); done {
			continue
		}
		b := testTask(task)
		w.Begin(task)
		for from := 0; from < b.Len(); from += 40 { // a worker flushes now and then
			part := enumerate.NewBatch(b.Columns)
			part.AppendRows(b, from, min(from+40, b.Len()))
			if _, err := w.Add(task, part); err != nil {
				t.Fatal(err)
			}
		}
		n := int64(b.Len())
		group = append(group, enumerate.TaskTally{Task: task,
			Tally: enumerate.Tally{Rows: n, Raw: 2 * n, Effort: enumerate.Effort{Nodes: int64(task)}}})
		if r.IntN(4) == 0 {
			if err := w.Commit(group); err != nil {
				return err
			}
			group = nil
		}
	}
	return w.Commit(group)
}

func allTasks() []int {
	tasks := make([]int, testTasks)
	for i := range tasks {
		tasks[i] = i
	}
	return tasks
}

// digests returns the parts as an undisturbed run writes them.
func digests(t testing.TB) []FileInfo {
	t.Helper()
	m := filestest.NewMem()
	a := &Assembly{FS: m, Dir: "/d", Src: &batchSource{testRows(), 97}, PartRows: testPartRows}
	parts, err := a.Write(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

func TestPartsDoNotDependOnHowTheyWereMade(t *testing.T) {
	want := digests(t)
	if len(want) < 4 || want[0].Rows != testPartRows || want[1].Path != "rows/part-00001.parquet" {
		t.Fatalf("parts %+v", want)
	}
	all := testRows()
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 1))
		dir := t.TempDir()
		w := openWork(t, files.OS(), dir)
		if err := doTasks(t, w, allTasks(), r); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		seen := map[string]int{}
		a := &Assembly{FS: files.OS(), Dir: dir, Src: w.List(), Work: w, PartRows: testPartRows,
			Observe: func(b *enumerate.Batch) error {
				mu.Lock()
				defer mu.Unlock()
				countRows(seen, b, 1)
				return nil
			}}
		for range 2 { // the second time all parts are kept
			got, err := a.Write(t.Context(), int(seed)+1)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("seed %d: other parts: %+v", seed, got)
			}
			countRows(seen, all, -1)
			for row, n := range seen {
				if n != 0 {
					t.Errorf("seed %d: the row %s was observed %d times too often", seed, row, n)
				}
			}
		}
		w.Close()
	}
}

func TestLimitAndNoRows(t *testing.T) {
	m := filestest.NewMem()
	src := &batchSource{testRows(), 100}
	a := &Assembly{FS: m, Dir: "/d", Src: src, PartRows: testPartRows}
	if _, err := a.Write(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	a.Limit = testPartRows + 5
	parts, err := a.Write(t.Context(), 2)
	if err != nil || len(parts) != 2 || parts[1].Rows != 5 {
		t.Errorf("limit: %+v, %v", parts, err)
	}
	if left, _ := m.ReadDir("/d/rows"); len(left) != 2 {
		t.Errorf("%d files, want those of the 2 parts", len(left))
	}
	a = &Assembly{FS: m, Dir: "/e", Src: &batchSource{enumerate.NewBatch(everyType()), 1}}
	parts, err = a.Write(t.Context(), 2)
	if err != nil || len(parts) != 1 || parts[0].Rows != 0 {
		t.Fatalf("no rows: %+v, %v", parts, err)
	}
	f, err := openParquet(m, "/e/rows/part-00000.parquet")
	if err != nil || len(f.columns) != len(everyType()) || f.file.NumRows() != 0 {
		t.Errorf("part without rows: %v", err)
	}
}

func TestStop(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	m, rows := filestest.NewMem(), 0
	a := &Assembly{FS: m, Dir: "/d", Src: &batchSource{testRows(), 100}, PartRows: testPartRows,
		Observe: func(b *enumerate.Batch) error {
			if rows += b.Len(); rows > 2*testPartRows {
				stop()
			}
			return nil
		}}
	if _, err := a.Write(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was canceled", err)
	}
	if left, _ := m.ReadDir("/d/rows"); len(left) != 2 {
		t.Errorf("%d files, want 2 finished parts", len(left))
	}
}

// A part that was damaged since it was written is written again, and no other.
func TestDamagedPartIsWrittenAgain(t *testing.T) {
	want := digests(t)
	m := filestest.NewMem()
	w := openWork(t, m, "/d")
	if err := doTasks(t, w, allTasks(), rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Fatal(err)
	}
	a := &Assembly{FS: m, Dir: "/d", Src: w.List(), Work: w, PartRows: testPartRows}
	if _, err := a.Write(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	m.Damage("/d/rows/part-00002.parquet", 1234)
	var created []string
	m.Before = func(op, name string) error {
		if op == "create" {
			created = append(created, filepath.Base(name))
		}
		return nil
	}
	got, err := a.Write(t.Context(), 1)
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%+v, %v", got, err)
	}
	if fmt.Sprint(created) != "[part-00002.parquet.tmp]" {
		t.Errorf("wrote %v", created)
	}
}

// TestShortPartIsWrittenAgain: the last part of a limited dataset, which has fewer rows
// than the whole dataset has there, is written again when the limit goes.
func TestShortPartIsWrittenAgain(t *testing.T) {
	m := filestest.NewMem()
	w := openWork(t, m, "/d")
	if err := doTasks(t, w, allTasks(), rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Fatal(err)
	}
	a := &Assembly{FS: m, Dir: "/d", Src: w.List(), Work: w, PartRows: testPartRows, Limit: testPartRows + 50}
	if parts, err := a.Write(t.Context(), 1); err != nil || len(parts) != 2 || parts[1].Rows != 50 {
		t.Fatalf("%+v, %v", parts, err)
	}
	a.Limit = 0
	if got, err := a.Write(t.Context(), 1); err != nil || !slices.Equal(got, digests(t)) {
		t.Errorf("%+v, %v", got, err)
	}
}

var errPower = errors.New("power cut")

// finishDataset does the rest of a run: tasks, parts, manifest.
func finishDataset(t testing.TB, m *filestest.Mem, r *rand.Rand) error {
	w, err := lockAndOpen(m, "/d/.work", testHeader(), everyType())
	if err != nil {
		return err
	}
	if err := doTasks(t, w, allTasks(), r); err != nil {
		return err
	}
	a := &Assembly{FS: m, Dir: "/d", Src: w.List(), Work: w, PartRows: testPartRows}
	parts, err := a.Write(t.Context(), 1)
	if err != nil {
		return err
	}
	table, effort, err := writeTasks(m, "/d", w.Tasks())
	if err != nil {
		return err
	}
	manifest := &Manifest{EffortFile: effort, Name: "test", Job: enumerate.Census, Complete: true, ConfigDigest: "digest",
		Program: Program{Rows: "1"}, Tasks: Tasks{Total: testTasks, Done: testTasks},
		Columns: DescribeColumns(everyType()), Rows: stats.Integer(a.rows()), Parts: parts, Tables: []Table{table}}
	if err := manifest.Write(m, "/d"); err != nil {
		return err
	}
	return w.Remove()
}

// TestFullDiskOfColumns: a file that does not fit says which it is, and that the disk is full, wherever it is full.
func TestFullDiskOfColumns(t *testing.T) {
	rows := enumerate.NewBatch([]enumerate.Column{{Name: "number", Type: enumerate.Int64}, {Name: "text", Type: enumerate.String}})
	random := rand.New(rand.NewPCG(3, 3))
	for range 20_000 {
		rows.AppendInt64(0, random.Int64())
		rows.AppendString(1, strconv.AppendInt(nil, random.Int64(), 36))
	}
	for room := int64(0); ; room += 30_000 {
		m := filestest.NewMem()
		m.Capacity = room + 1
		w, err := createParquet(m, "/x", rows.Columns)
		if err == nil {
			if err = w.Write(rows); err == nil {
				_, err = w.close()
			}
		}
		if err == nil {
			if room < 100_000 {
				t.Errorf("the file takes %d bytes", room)
			}
			return
		}
		if want := "write /x.tmp: no space left on device"; err.Error() != want {
			t.Errorf("room for %d bytes: %v, expected %s", room, err, want)
		}
	}
}

// The disk is full at some moment of a whole run; when there is room again, the
// run goes on and ends with the same bytes.
func TestDiskFullAnywhereInARun(t *testing.T) {
	want := digests(t)
	for room := int64(2000); ; room += 40_000 {
		m := filestest.NewMem()
		m.Capacity = room
		err := finishDataset(t, m, rand.New(rand.NewPCG(1, 1)))
		if err == nil {
			if room < 100_000 {
				t.Fatalf("a run needs %d bytes only", room)
			}
			return
		}
		if !errors.Is(err, syscall.ENOSPC) || !files.Resumable(err) {
			t.Fatal(err)
		}
		m.Capacity = 0
		m = m.Crash(nil) // the lock goes with the process
		if err := finishDataset(t, m, rand.New(rand.NewPCG(2, uint64(room)))); err != nil {
			t.Fatal(err)
		}
		d, err := OpenDataset(m, "/d")
		if err != nil || !slices.Equal(d.Manifest.Parts, want) {
			t.Fatalf("room for %d bytes: %v", room, err)
		}
	}
}

// The power is cut at every file operation of a whole run in turn. Afterwards
// the run ends with the same bytes, and no manifest says complete while a file is
// missing.
func TestCrashAnywhereInARun(t *testing.T) {
	want := digests(t)
	check := func(m *filestest.Mem) bool {
		d, err := OpenDataset(m, "/d")
		if err != nil {
			return false
		}
		if wrong, err := d.Verify(); err != nil || len(wrong) > 0 || !slices.Equal(d.Manifest.Parts, want) {
			t.Fatalf("complete, but %v %v", wrong, err)
		}
		return true
	}
	step := 3 // all of them in the long test
	if os.Getenv("COVERSTAT_SOAK") != "" {
		step = 1
	}
	for k := 1; ; k += step {
		m := filestest.NewMem()
		count := 0
		m.Before = func(op, name string) error {
			if count++; count >= k {
				return errPower
			}
			return nil
		}
		err := finishDataset(t, m, rand.New(rand.NewPCG(1, 1)))
		if err == nil {
			if k < 50 {
				t.Fatalf("only %d operations", k)
			}
			return
		}
		if !errors.Is(err, errPower) {
			t.Fatal(err)
		}
		m = m.Crash(rand.New(rand.NewPCG(2, uint64(k))))
		if check(m) {
			continue
		}
		if err := finishDataset(t, m, rand.New(rand.NewPCG(3, uint64(k)))); err != nil {
			t.Fatalf("operation %d: %v", k, err)
		}
		if !check(m) {
			t.Fatalf("operation %d: not complete after the second run", k)
		}
	}
}

// lockAndOpen takes the lock of a work folder and opens the work in it.
func lockAndOpen(fsys files.FS, dir string, header journal.Header, columns []enumerate.Column) (*journal.Work, error) {
	l, err := journal.Acquire(fsys, dir)
	if err != nil {
		return nil, err
	}
	w, err := l.Open("", header, columns)
	if err != nil {
		l.Close()
	}
	return w, err
}
