package journal

import (
	"fmt"
	"path/filepath"
	"sync"

	"github.com/zeebo/xxh3"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// Name is the journal's name in its folder.
const Name = "journal"

const (
	lockName      = "lock"
	segmentSuffix = ".seg"
)

// A Work is a folder of finished tasks, open to add more. Its methods may be called by several goroutines.
type Work struct {
	// These do not change after the work was opened.
	FS      files.FS
	Dir     string
	Header  Header // what the work belongs to
	Columns []enumerate.Column
	// Damage says what was found damaged, one line each. What a crash leaves behind is no damage.
	Damage []string
	// Lost is the number of tasks that were committed once and must be done again, because their segment was found
	// damaged. Tasks whose line of the journal cannot be read do not count.
	Lost int

	of   string // digest of the header
	lock *Lock  // nil if the work is only looked at

	lengthsOnly bool // of segments, their digests are not compared

	bufferMu sync.Mutex
	buffers  map[int]*block.Buffer // by task: rows that are not committed

	mu       sync.Mutex
	file     files.File // the journal, to append to
	broken   error      // the first failed commit; after it nothing is appended
	seq      int64      // of the last line
	tasks    []record   // by task
	done     int
	total    enumerate.Tally
	parts    map[int]Part
	segments []string // names, as records refer to them
}

// Done returns what a task found, if it is committed.
func (w *Work) Done(task int) (enumerate.Tally, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tasks[task].Tally, w.tasks[task].done
}

// Tasks lists the committed tasks, ascending.
func (w *Work) Tasks() []enumerate.TaskTally {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := make([]enumerate.TaskTally, 0, w.done)
	for i := range w.tasks {
		if w.tasks[i].done {
			list = append(list, w.tasks[i].TaskTally)
		}
	}
	return list
}

// Total returns the sum of the committed tasks' tallies, and their number.
func (w *Work) Total() (enumerate.Tally, int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.total, w.done
}

// Part returns the record of a finished part of the dataset.
func (w *Work) Part(index int) (Part, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, ok := w.parts[index]
	return p, ok
}

// Begin makes a task ready for [Work.Add]. It forgets rows that an earlier attempt at the task has added.
func (w *Work) Begin(task int) { w.setBuffer(task, block.NewBuffer(w.Columns)) }

// Add adds rows to a task that was begun and is not committed. The batch stays the caller's. One goroutine at a time
// adds to a task. Add returns the memory that all added rows of the task take, in bytes.
func (w *Work) Add(task int, rows *enumerate.Batch) (held int64, err error) {
	b := w.buffer(task)
	err = b.Add(rows)
	return int64(len(b.Bytes())), err
}

// AddRun is [Work.Add] for rows that are a sorted run: see package sorted. All
// rows of a task must be added as runs, or none.
func (w *Work) AddRun(task int, rows *enumerate.Batch) (held int64, err error) {
	b := w.buffer(task)
	err = b.AddRun(rows)
	return int64(len(b.Bytes())), err
}

// buffer has a mutex of its own, so that workers go on during a commit.
func (w *Work) buffer(task int) *block.Buffer {
	w.bufferMu.Lock()
	defer w.bufferMu.Unlock()
	return w.buffers[task]
}

func (w *Work) setBuffer(task int, b *block.Buffer) {
	w.bufferMu.Lock()
	defer w.bufferMu.Unlock()
	if b == nil {
		delete(w.buffers, task)
	} else {
		w.buffers[task] = b
	}
}

// Commit makes a group of finished tasks permanent with the rows that were added to them, all or
// none: when it returns nil, no crash can lose them. After an error nothing more can be committed;
// what was committed before stands.
func (w *Work) Commit(tasks []enumerate.TaskTally) error {
	if len(tasks) == 0 {
		return nil
	}
	err := w.locked(func() error { return w.commit(tasks) })
	if err == nil {
		for _, t := range tasks {
			w.setBuffer(t.Task, nil)
		}
	}
	return err
}

// locked makes a commit, unless an earlier one failed.
func (w *Work) locked(commit func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken == nil {
		if err := commit(); err != nil {
			w.broken = fmt.Errorf("commit to %s: %w", w.Dir, err)
		}
	}
	return w.broken
}

func (w *Work) commit(tasks []enumerate.TaskTally) error {
	g := &group{Tasks: make([]record, len(tasks))}
	var blocks [][]byte
	for i, t := range tasks {
		r := record{TaskTally: t}
		if b := w.buffer(t.Task); b != nil && b.Rows() > 0 {
			r.bytes, r.rows = int64(len(b.Bytes())), b.Rows()
			blocks = append(blocks, b.Bytes())
		}
		g.Tasks[i] = r
		g.Bytes += r.bytes
	}
	if !w.fits(g) {
		panic(fmt.Sprintf("journal: of the tasks %v one is committed already or is none of %d", tasks, len(w.tasks)))
	}
	if g.Bytes > 0 {
		g.Segment = fmt.Sprintf("%08d%s", w.seq+1, segmentSuffix)
		var err error
		if g.XXH3, err = w.writeSegment(g.Segment, blocks); err != nil {
			return err
		}
	}
	if err := w.appendLine(&line{Seq: w.seq + 1, Group: g}); err != nil {
		return err
	}
	w.apply(g)
	return nil
}

func (w *Work) writeSegment(name string, blocks [][]byte) (sum string, err error) {
	f, err := files.CreateAtomic(w.FS, filepath.Join(w.Dir, name))
	if err != nil {
		return "", err
	}
	defer f.Discard()
	hash := xxh3.New()
	for _, data := range blocks {
		hash.Write(data)
		if _, err := f.Write(data); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%016x", hash.Sum64()), f.Commit()
}

// CommitPart records a finished part of the dataset.
func (w *Work) CommitPart(p Part) error {
	return w.locked(func() error {
		err := w.appendLine(&line{Seq: w.seq + 1, Part: &p})
		if err == nil {
			w.parts[p.Index] = p
		}
		return err
	})
}

// appendLine adds a line to the journal; the caller holds the mutex.
func (w *Work) appendLine(l *line) error {
	l.Of = w.of
	text, err := l.appendTo(nil)
	if err != nil {
		return err
	}
	if _, err := w.file.Write(text); err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		return err
	}
	w.seq = l.Seq
	return nil
}

// apply takes a committed group into the state; the caller holds the mutex.
func (w *Work) apply(g *group) {
	if g.Segment != "" {
		w.segments = append(w.segments, g.Segment)
	}
	offset := int64(0)
	for _, r := range g.Tasks {
		r.done, r.segment, r.offset = true, len(w.segments)-1, offset
		offset += r.bytes
		w.tasks[r.Task] = r
		w.done++
		w.total.Add(r.Tally)
	}
}

// List returns the rows of the tasks that are committed now, in task order.
func (w *Work) List() *block.List { return w.list(len(w.tasks), nil) }

// LeadingList returns the rows of the tasks from the first on, up to a task that is not committed,
// and after them the rows that were added to that task. Nobody may be adding rows to it.
func (w *Work) LeadingList() *block.List {
	next := 0
	for next < len(w.tasks) {
		if _, done := w.Done(next); !done {
			break
		}
		next++
	}
	return w.list(next, w.buffer(next))
}

// list returns the rows of the committed tasks below a task, and after them those of a buffer, if it is not nil.
func (w *Work) list(below int, last *block.Buffer) *block.List {
	w.mu.Lock()
	defer w.mu.Unlock()
	var tasks []int
	begin := []int64{0}
	rows := int64(0)
	for t := range below {
		if n := w.tasks[t].rows; n > 0 {
			rows += n
			tasks, begin = append(tasks, t), append(begin, rows)
		}
	}
	if last != nil && last.Rows() > 0 {
		begin = append(begin, rows+last.Rows())
	}
	return block.NewList(w.FS, w.Columns, begin, func(i int) block.Extent {
		if i == len(tasks) {
			return last.Extent()
		}
		return w.extent(tasks[i])
	})
}

func (w *Work) extent(task int) block.Extent {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := &w.tasks[task]
	return block.Extent{File: filepath.Join(w.Dir, w.segments[r.segment]), From: r.offset, To: r.offset + r.bytes}
}

// Close closes all works of the lock, and gives it up. What is committed stays.
func (w *Work) Close() error { return w.lock.Close() }

// Remove removes the folder of the lock with everything in it, as [Lock.Remove] does.
func (w *Work) Remove() error { return w.lock.Remove() }

func (w *Work) closeFile() (err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file != nil {
		err, w.file = w.file.Close(), nil
	}
	return err
}
