package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/zeebo/xxh3"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
	"coverstat/export/files/filestest"
)

var testColumns = []enumerate.Column{
	{Name: "task", Type: enumerate.Int32},
	{Name: "grid", Type: enumerate.String, Nullable: true},
}

const testTasks = 23

var testHeader = Header{Config: "abc", Program: "1", Tasks: testTasks}

// taskRows returns the rows of a task: some tasks have none, some more than a
// block.
func taskRows(task int) *enumerate.Batch {
	b := enumerate.NewBatch(testColumns)
	n := task % 4 * 3
	if task == 7 {
		n = enumerate.BatchRows + 5
	}
	for i := range n {
		b.AppendInt32(0, int32(task))
		if i%5 == 4 {
			b.AppendNull(1)
		} else {
			b.AppendString(1, fmt.Appendf(nil, "%d/%d", task, i))
		}
	}
	return b
}

// finished returns what a task finds.
func finished(task int) enumerate.TaskTally {
	n := int64(taskRows(task).Len())
	return enumerate.TaskTally{Task: task, Tally: enumerate.Tally{Rows: n, Raw: 8 * n, Failed: int64(task),
		Effort: enumerate.Effort{Nodes: int64(100 + task), Deepest: task}}}
}

// do does a task, up to its commit.
func do(t testing.TB, w *Work, task int) enumerate.TaskTally {
	t.Helper()
	w.Begin(task)
	if b := taskRows(task); b.Len() > 0 {
		if held, err := w.Add(task, b); err != nil || held <= 0 {
			t.Fatalf("%d bytes, %v", held, err)
		}
	}
	return finished(task)
}

// run does the tasks that are not done, in groups, and returns the tasks whose
// commit returned.
func run(t testing.TB, w *Work, r *rand.Rand) (committed []int, err error) {
	t.Helper()
	order := r.Perm(testTasks)
	for len(order) > 0 {
		n := min(len(order), 1+r.IntN(5))
		var group []enumerate.TaskTally
		for _, task := range order[:n] {
			if _, done := w.Done(task); !done {
				group = append(group, do(t, w, task))
			}
		}
		if err := w.Commit(group); err != nil {
			return committed, err
		}
		committed = append(committed, order[:n]...)
		order = order[n:]
	}
	return committed, nil
}

// checkAll checks that the work is complete and its rows are in order.
func checkAll(t testing.TB, w *Work) {
	t.Helper()
	want := enumerate.NewBatch(testColumns)
	var tally enumerate.Tally
	for task := range testTasks {
		b := taskRows(task)
		want.AppendRows(b, 0, b.Len())
		tally.Add(finished(task).Tally)
	}
	total, done := w.Total()
	if done != testTasks || total != tally || w.List().Rows() != int64(want.Len()) {
		t.Fatalf("%d tasks, %+v, %d rows; want %d, %+v, %d", done, total, w.List().Rows(), testTasks, tally, want.Len())
	}
	n := int64(want.Len())
	for _, span := range [][2]int64{{0, n}, {0, 0}, {n, n}, {3, 4}, {7, n - 2}} {
		checkRows(t, w.List().Read(span[0], span[1]), want, span[0], span[1])
	}
}

func checkRows(t testing.TB, rows block.Batches, want *enumerate.Batch, from, to int64) {
	t.Helper()
	for b, err := range rows {
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Len() {
			if b.IntAt(0, i) != want.IntAt(0, int(from)) || string(b.StringAt(1, i)) != string(want.StringAt(1, int(from))) ||
				b.IsNull(1, i) != want.IsNull(1, int(from)) {
				t.Fatalf("row %d: %d %q", from, b.IntAt(0, i), b.StringAt(1, i))
			}
			from++
		}
	}
	if from != to {
		t.Fatalf("rows end at %d, want %d", from, to)
	}
}

func TestCommitAndRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", ".work")
	w, err := openWork(files.OS(), dir, testHeader, testColumns)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openWork(files.OS(), dir, testHeader, testColumns); !errors.As(err, new(*files.LockedError)) {
		t.Errorf("second open: %v, want a LockedError", err)
	}
	if _, err := run(t, w, rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Fatal(err)
	}
	checkAll(t, w)
	if err := w.CommitPart(Part{Index: 3, Rows: 9, Bytes: 99, SHA256: "x"}); err != nil {
		t.Fatal(err)
	}
	// Others may look while it is open.
	seen, err := Peek(files.OS(), dir, testHeader, testColumns)
	if err != nil || !slices.Equal(seen.Tasks(), w.Tasks()) || len(w.Tasks()) != testTasks {
		t.Errorf("%+v, %v", seen, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w, err = openWork(files.OS(), dir, testHeader, testColumns)
	if err != nil {
		t.Fatal(err)
	}
	checkAll(t, w)
	if p, ok := w.Part(3); !ok || p.Bytes != 99 {
		t.Errorf("part %+v", p)
	}
	if err := w.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("folder is still there: %v", err)
	}
}

func TestMismatch(t *testing.T) {
	m := filestest.NewMem()
	w, err := openWork(m, "/w", testHeader, testColumns)
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	for i, h := range []Header{{"other", "1", testTasks, nil}, {"abc", "2", testTasks, nil}, {"abc", "1", 5, nil}} {
		if _, err := openWork(m, "/w", h, testColumns); !errors.As(err, new(*MismatchError)) {
			t.Errorf("header %d: %v, want a MismatchError", i, err)
		}
	}
	if _, err := openWork(m, "/w", testHeader, testColumns[:1]); !errors.As(err, new(*MismatchError)) {
		t.Errorf("other columns: %v, want a MismatchError", err)
	}
	if _, err := openWork(m, "/w", testHeader, testColumns); err != nil {
		t.Fatalf("a refused open left its lock: %v", err)
	}
}

var errPower = errors.New("power cut")

// cutAt makes the k-th operation and all after it fail.
func cutAt(m *filestest.Mem, k int) *int {
	count := new(int)
	m.Before = func(op, name string) error {
		*count++
		if *count >= k {
			return errPower
		}
		return nil
	}
	return count
}

// The power is cut at every operation in turn. Afterwards every committed task
// must be there, and the others can be done.
func TestCrashBetweenAnyTwoOperations(t *testing.T) {
	seeds := uint64(3)
	switch {
	case os.Getenv("COVERSTAT_SOAK") != "":
		seeds = 100
	case testing.Short():
		seeds = 1
	}
	for seed := range seeds {
		for k := 1; ; k++ {
			r := rand.New(rand.NewPCG(seed, uint64(k)))
			m := filestest.NewMem()
			committed, ended := crashingRun(t, m, k, rand.New(rand.NewPCG(seed, 0)))
			if ended {
				break
			}
			var survivor *filestest.Mem
			if seed == 0 {
				survivor = m.Crash(nil)
			} else {
				survivor = m.Crash(r)
			}
			// What a crash leaves is no damage, but for a folder where no
			// journal was yet.
			damage := check(t, survivor, "/out/.work")
			if started, _ := files.Exists(survivor, "/out/.work/journal"); started && len(damage) > 0 {
				t.Fatalf("seed %d, operation %d: a crash left %q", seed, k, damage)
			}
			w, err := openWork(survivor, "/out/.work", testHeader, testColumns)
			if err != nil {
				t.Fatalf("seed %d, operation %d: %v", seed, k, err)
			}
			for _, task := range committed {
				if _, done := w.Done(task); !done {
					t.Fatalf("seed %d, operation %d: task %d was committed and is lost", seed, k, task)
				}
			}
			if w.Lost > 0 || len(w.Damage) > 0 {
				t.Fatalf("seed %d, operation %d: a crash damaged %d tasks: %q", seed, k, w.Lost, w.Damage)
			}
			if _, err := run(t, w, r); err != nil {
				t.Fatalf("seed %d, operation %d: %v", seed, k, err)
			}
			checkAll(t, w)
			w.Close()
		}
	}
}

func crashingRun(t testing.TB, m *filestest.Mem, k int, r *rand.Rand) (committed []int, ended bool) {
	cutAt(m, k)
	w, err := openWork(m, "/out/.work", testHeader, testColumns)
	if err == nil {
		committed, err = run(t, w, r)
	}
	if err == nil {
		return committed, true
	}
	if !errors.Is(err, errPower) {
		t.Fatalf("operation %d: %v", k, err)
	}
	return committed, false
}

func TestDiskFull(t *testing.T) {
	m := filestest.NewMem()
	w, err := openWork(m, "/w", testHeader, testColumns)
	if err != nil {
		t.Fatal(err)
	}
	m.Capacity = m.Used() + 1500
	committed, err := run(t, w, rand.New(rand.NewPCG(5, 5)))
	if !errors.Is(err, syscall.ENOSPC) || !files.Resumable(err) {
		t.Fatalf("%v, want ENOSPC", err)
	}
	if err := w.Commit([]enumerate.TaskTally{do(t, w, 1)}); err == nil {
		t.Fatal("a commit after a failed one went through")
	}
	before, err := files.ReadFile(m, "/w/journal", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	m.Capacity = 0
	if err := w.CommitPart(Part{Index: 0}); err == nil {
		t.Fatal("a part was recorded after a failed commit")
	}
	if after, err := files.ReadFile(m, "/w/journal", 1<<20); err != nil || !bytes.Equal(before, after) {
		t.Fatalf("after a failed commit the journal was changed (%v)", err)
	}
	if len(committed) == 0 {
		t.Fatal("nothing committed before the disk was full: the test tests nothing")
	}
	w.Close()
	if w, err = openWork(m, "/w", testHeader, testColumns); err != nil {
		t.Fatal(err)
	}
	for _, task := range committed {
		if _, done := w.Done(task); !done {
			t.Fatalf("task %d lost", task)
		}
	}
	if _, err := run(t, w, rand.New(rand.NewPCG(6, 6))); err != nil {
		t.Fatal(err)
	}
	checkAll(t, w)
}

// Bytes of every file are damaged in turn. Damage to the journal's first line loses
// nothing; any other damage loses the tasks concerned and no more.
func TestDamagedBytes(t *testing.T) {
	pristine := finishedWork(t)
	entries, err := pristine.ReadDir("/w")
	if err != nil {
		t.Fatal(err)
	}
	journal, err := files.ReadFile(pristine, "/w/journal", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	firstLine := bytes.IndexByte(journal, '\n')
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		size := int(info.Size())
		offsets := []int{size - 1}
		for offset := 0; offset < size-1; offset += 1 + size/25 {
			offsets = append(offsets, offset)
		}
		if size == 0 {
			continue // the lock
		}
		for _, offset := range offsets {
			m := pristine.Crash(nil)
			m.Damage(filepath.Join("/w", e.Name()), offset)
			if len(check(t, m, "/w")) == 0 {
				t.Fatalf("%s, byte %d: Check found nothing", e.Name(), offset)
			}
			w, err := openWork(m, "/w", testHeader, testColumns)
			if err != nil {
				t.Fatalf("%s, byte %d: %v", e.Name(), offset, err)
			}
			_, done := w.Total()
			first := e.Name() == Name && offset < firstLine
			if (done == testTasks) != first || len(w.Damage) == 0 {
				t.Fatalf("%s, byte %d: damage not found", e.Name(), offset)
			}
			if strings.HasSuffix(e.Name(), segmentSuffix) && w.Lost != testTasks-done {
				t.Fatalf("%s, byte %d: lost %d, %d missing", e.Name(), offset, w.Lost, testTasks-done)
			}
			if _, err := run(t, w, rand.New(rand.NewPCG(9, 9))); err != nil {
				t.Fatal(err)
			}
			checkAll(t, w)
			w.Close()
		}
	}
}

// finishedWork returns a disk with a work in /w in which all is done.
func finishedWork(t testing.TB) *filestest.Mem {
	t.Helper()
	m := filestest.NewMem()
	w, err := openWork(m, "/w", testHeader, testColumns)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, w, rand.New(rand.NewPCG(8, 8))); err != nil {
		t.Fatal(err)
	}
	if damage := check(t, m, "/w"); len(damage) > 0 { // while it is open
		t.Fatalf("a sound work: %q", damage)
	}
	w.Close()
	return m
}

func check(t testing.TB, m *filestest.Mem, dir string) []string {
	t.Helper()
	damage, _, err := Check(m, dir, testHeader, testColumns, func(*enumerate.Batch) {})
	if err != nil {
		t.Fatal(err)
	}
	return damage
}

// Files are cut off, added to, emptied, and removed.
func TestDamagedFiles(t *testing.T) {
	journal, err := files.ReadFile(finishedWork(t), "/w/journal", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(journal, []byte{'\n'})
	last := len(journal) - len(lines[len(lines)-2])
	segment := func(m *filestest.Mem) string {
		entries, err := m.ReadDir("/w")
		if err != nil || !strings.HasSuffix(entries[1].Name(), segmentSuffix) {
			t.Fatalf("%v, %v", entries, err)
		}
		return "/w/" + entries[1].Name()
	}
	// unnamed is a segment so many lines after the last one.
	unnamed := func(after int) string { return fmt.Sprintf("/w/%08d%s", len(lines)-2+after, segmentSuffix) }
	rewrite := func(m *filestest.Mem, name string, data ...[]byte) {
		if err := files.WriteAtomic(m, name, bytes.Join(data, nil)); err != nil {
			t.Fatal(err)
		}
	}
	other, err := (&line{Seq: 1, Of: "0123456789abcdef", Group: &group{}}).appendTo(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		do   func(m *filestest.Mem)
		want string // a pattern of the damage; "" is none
		open bool   // a work can be opened and goes on
	}{
		"torn":                     {func(m *filestest.Mem) { rewrite(m, "/w/journal", journal[:len(journal)-20]) }, "", true},
		"torn at its start":        {func(m *filestest.Mem) { rewrite(m, "/w/journal", journal[:last+3]) }, "", true},
		"zeros":                    {func(m *filestest.Mem) { rewrite(m, "/w/journal", journal[:last+9], make([]byte, 99), []byte("13 0\n")) }, "", true},
		"garbage line":             {func(m *filestest.Mem) { rewrite(m, "/w/journal", journal, []byte("garbage\n")) }, "journal, line", true},
		"garbage":                  {func(m *filestest.Mem) { rewrite(m, "/w/journal", journal, []byte{0, 200, 1}) }, "journal, line", true},
		"lines cut off":            {func(m *filestest.Mem) { rewrite(m, "/w/journal", bytes.Join(lines[:3], nil)) }, "its line of the journal is missing", true},
		"emptied":                  {func(m *filestest.Mem) { rewrite(m, "/w/journal") }, "first line of the journal", false},
		"headless":                 {func(m *filestest.Mem) { rewrite(m, "/w/journal", journal[len(lines[0]):]) }, "first line is damaged or missing", true},
		"first line damaged":       {func(m *filestest.Mem) { m.Damage("/w/journal", 30) }, "first line is damaged or missing", true},
		"first line emptied":       {func(m *filestest.Mem) { rewrite(m, "/w/journal", []byte("\n"), journal[len(lines[0]):]) }, "first line is damaged or missing", true},
		"first line alone":         {func(m *filestest.Mem) { rewrite(m, "/w/journal", lines[0][1:]) }, "first line of the journal", false},
		"of another run":           {func(m *filestest.Mem) { rewrite(m, "/w/journal", []byte("\n"), other) }, "is of another run", false},
		"no journal":               {func(m *filestest.Mem) { m.Remove("/w/journal") }, "^journal is missing$", true},
		"segment of a crash":       {func(m *filestest.Mem) { rewrite(m, unnamed(1), []byte("x")) }, "", true},
		"segment without its line": {func(m *filestest.Mem) { rewrite(m, unnamed(2), []byte("x")) }, "its line of the journal is missing", true},
		"no segment":               {func(m *filestest.Mem) { m.Remove(segment(m)) }, "is missing", true},
		"segment cut off":          {func(m *filestest.Mem) { rewrite(m, segment(m), []byte("x")) }, "1 bytes, expected", true},
	} {
		t.Run(name, func(t *testing.T) {
			m := finishedWork(t)
			c.do(m)
			says := func(damage []string) {
				t.Helper()
				if len(damage) == 0 && c.want != "" || len(damage) > 0 && (c.want == "" || !regexp.MustCompile(c.want).MatchString(damage[0])) {
					t.Errorf("damage %q, want %q", damage, c.want)
				}
			}
			says(check(t, m, "/w"))
			seen, peeked := Peek(m, "/w", testHeader, testColumns)
			w, err := openWork(m, "/w", testHeader, testColumns)
			if !c.open {
				if !errors.As(err, new(*DamagedError)) || !strings.Contains(err.Error(), "discard what is there") {
					t.Errorf("%v, want a DamagedError with a way out", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			says(w.Damage)
			if _, done := w.Total(); name != "no journal" && (peeked != nil || done != len(seen.Tasks())) {
				t.Errorf("%+v, %v, want %d tasks", seen, peeked, done)
			}
			if _, err := run(t, w, rand.New(rand.NewPCG(9, 9))); err != nil {
				t.Fatal(err)
			}
			checkAll(t, w)
			w.Close()
			if damage := check(t, m, "/w"); len(damage) > 0 {
				t.Errorf("after a repair: %q", damage)
			}
		})
	}
}

// The lock is held from Acquire to Remove, even when the folder is emptied.
func TestLock(t *testing.T) {
	for name, c := range map[string]struct {
		fsys files.FS
		dir  string
	}{
		"os":  {files.OS(), filepath.Join(t.TempDir(), "w")},
		"mem": {finishedWork(t), "/w"},
	} {
		t.Run(name, func(t *testing.T) {
			refused := func() {
				t.Helper()
				if _, err := Acquire(c.fsys, c.dir); !errors.As(err, new(*files.LockedError)) {
					t.Errorf("%v, want a LockedError", err)
				}
			}
			l, err := Acquire(c.fsys, c.dir)
			if err != nil {
				t.Fatal(err)
			}
			refused()
			if err := l.Empty(); err != nil {
				t.Fatal(err)
			}
			refused()
			w, err := l.Open("", testHeader, testColumns)
			if err != nil {
				t.Fatal(err)
			}
			if _, done := w.Total(); done != 0 {
				t.Errorf("%d tasks in an emptied work", done)
			}
			refused()
			if err := w.Remove(); err != nil {
				t.Fatal(err)
			}
			// Nothing begun, nothing left.
			l, err = Acquire(c.fsys, c.dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := c.fsys.ReadDir(c.dir); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%v, want it removed", err)
			}
		})
	}
}

// Rows of a task that is not committed come after those of the tasks before it,
// and are forgotten when the task begins again.
func TestLeadingList(t *testing.T) {
	w, err := openWork(filestest.NewMem(), "/w", testHeader, testColumns)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit([]enumerate.TaskTally{do(t, w, 0), do(t, w, 1), do(t, w, 2), do(t, w, 5)}); err != nil {
		t.Fatal(err)
	}
	want := enumerate.NewBatch(testColumns)
	for _, task := range []int{1, 2} {
		b := taskRows(task)
		want.AppendRows(b, 0, b.Len())
	}
	leading := func() {
		t.Helper()
		l := w.LeadingList()
		if l.Rows() != int64(want.Len()) {
			t.Fatalf("%d rows, want %d", l.Rows(), want.Len())
		}
		checkRows(t, l.Read(0, l.Rows()), want, 0, l.Rows())
		checkRows(t, l.Read(4, l.Rows()), want, 4, l.Rows())
	}
	leading()
	do(t, w, 3)
	do(t, w, 3) // it was stopped, and is done again
	do(t, w, 4)
	b := taskRows(3)
	want.AppendRows(b, 0, b.Len())
	leading()
}

// A segment that is damaged while the work is open is found by its reader.
func TestDamageWhileOpen(t *testing.T) {
	m := filestest.NewMem()
	w, err := openWork(m, "/w", testHeader, testColumns)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, w, rand.New(rand.NewPCG(8, 8))); err != nil {
		t.Fatal(err)
	}
	m.Damage(filepath.Join("/w", w.segments[0]), 40)
	_, err = block.All(w.List().Read(0, w.List().Rows()), testColumns)
	if !errors.Is(err, block.ErrDamaged) || !strings.Contains(err.Error(), w.segments[0]) {
		t.Errorf("%v, want it to name the damaged segment", err)
	}
}

// FuzzParseJournal feeds the parser lines with right checksums: whatever they
// say, it must not crash, and what it accepts must be whole.
func FuzzParseJournal(f *testing.F) {
	f.Add([]byte(`{"format":1,"header":{"config":"abc","program":"1","tasks":23,"columns":["task int32"]}}
{"seq":1,"group":{"segment":"00000001.seg","bytes":10,"xxh3":"00","tasks":[[3,10,2,2,16,0,100,0,2,7],[4,0,0,0,0,1,9,0,0,7]]}}
{"seq":2,"part":{"index":0,"rows":1,"bytes":2,"sha256":"x"}}`))
	f.Add([]byte(`{"format":2}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var journal []byte
		for _, line := range bytes.Split(text, []byte{'\n'}) {
			journal = fmt.Appendf(append(journal, line...), " %016x\n", xxh3.Hash(line))
		}
		c, err := parseJournal(bytes.NewReader(journal))
		if err == nil {
			err = c.belongTo(testHeader)
		}
		if err != nil {
			return
		}
		w := &Work{tasks: make([]record, 10), parts: map[int]Part{}}
		for _, l := range c.lines {
			if l.Group != nil && w.fits(l.Group) {
				w.apply(l.Group)
			}
		}
		for _, task := range w.tasks {
			if task.rows > 0 && (task.bytes <= 0 || w.segments[task.segment] == "") || task.offset < 0 {
				t.Fatalf("%+v", task)
			}
		}
	})
}

// openWork takes the lock of a work folder and opens the work in it.
func openWork(fsys files.FS, dir string, header Header, columns []enumerate.Column) (*Work, error) {
	l, err := Acquire(fsys, dir)
	if err != nil {
		return nil, err
	}
	w, err := l.Open("", header, columns)
	if err != nil {
		l.Close()
	}
	return w, err
}
