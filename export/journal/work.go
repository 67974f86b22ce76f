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
	lockName   = "lock"
	segmentEnd = ".seg"
)

// Finished is a task to commit.
type Finished struct {
	Task  int
	Tally enumerate.Tally
	// Rows are its rows; nil if it has none.
	Rows *block.Rows
}

// A Work is a folder of finished tasks. Its methods may be called by several
// goroutines.
type Work struct {
	fsys    files.FS
	dir     string
	header  Header
	columns []enumerate.Column
	lock    *Lock // nil if the work is only looked at

	mu      sync.Mutex
	file    files.File // the journal, to append to
	broken  error      // the first failed commit; after it nothing is appended
	seq     int64      // of the last line
	tasks   []state    // by task
	done    int
	total   enumerate.Tally
	stored  int64
	parts   map[int]Part
	segment []string // names of segments, as tasks refer to them
	lost    []int
	damage  []string
	index   *index // nil if commits were made since it was built
}

// state is what is known of one task.
type state struct {
	done    bool
	segment int32 // -1: no rows
	offset  int64
	bytes   int64
	stored  int64
	tally   enumerate.Tally
}

// Header returns what the work belongs to.
func (w *Work) Header() Header { return w.header }

// Columns returns the columns of its rows.
func (w *Work) Columns() []enumerate.Column { return w.columns }

// Done reports whether a task is committed.
func (w *Work) Done(task int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tasks[task].done
}

// Tally returns what a committed task found, or zero.
func (w *Work) Tally(task int) enumerate.Tally {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tasks[task].tally
}

// TaskRows returns the number of rows that a task has here, 0 if it is not
// committed.
func (w *Work) TaskRows(task int) int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tasks[task].stored
}

// Total returns the sum of the committed tasks' tallies and their number.
func (w *Work) Total() (enumerate.Tally, int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.total, w.done
}

// Rows returns the number of rows of all committed tasks.
func (w *Work) Rows() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stored
}

// Damage says what was found damaged when the work was opened, a line each,
// and nothing of what crashes leave.
func (w *Work) Damage() []string { return w.damage }

// Lost lists the tasks that were committed once and must be done again,
// because their segment was found damaged when the work was opened. (Tasks
// whose line cannot be read at all are not in it.)
func (w *Work) Lost() []int { return w.lost }

// Part returns the record of a finished part of the dataset.
func (w *Work) Part(index int) (Part, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, ok := w.parts[index]
	return p, ok
}

// Commit makes a group of finished tasks permanent, all or none: when it
// returns nil, no crash can lose them. After an error nothing more can be
// committed; what was committed before stands.
func (w *Work) Commit(tasks []Finished) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken != nil {
		return w.broken
	}
	if len(tasks) == 0 {
		return nil
	}
	seen := make(map[int]bool, len(tasks))
	for _, t := range tasks {
		if t.Task < 0 || t.Task >= len(w.tasks) || w.tasks[t.Task].done || seen[t.Task] {
			panic(fmt.Sprintf("journal: task %d of %d committed twice or not one", t.Task, len(w.tasks)))
		}
		seen[t.Task] = true
	}
	if err := w.commit(tasks); err != nil {
		w.broken = fmt.Errorf("commit to %s: %w", w.dir, err)
		return w.broken
	}
	return nil
}

func (w *Work) commit(tasks []Finished) error {
	g := &group{Tasks: make([]entry, len(tasks))}
	for i, t := range tasks {
		e := entry{Task: t.Task, Tally: t.Tally}
		if t.Rows != nil {
			e.Bytes, e.Stored = int64(t.Rows.Size()), t.Rows.Len()
		}
		g.Tasks[i] = e
		g.Bytes += e.Bytes
	}
	if g.Bytes > 0 {
		g.Segment = fmt.Sprintf("%08d%s", w.seq+1, segmentEnd)
		sum, err := w.writeSegment(g.Segment, tasks)
		if err != nil {
			return err
		}
		g.XXH3 = sum
	}
	if err := w.appendLine(&line{Seq: w.seq + 1, Group: g}); err != nil {
		return err
	}
	w.add(g)
	return nil
}

func (w *Work) writeSegment(name string, tasks []Finished) (sum string, err error) {
	f, err := files.CreateAtomic(w.fsys, filepath.Join(w.dir, name))
	if err != nil {
		return "", err
	}
	defer f.Discard()
	hash := xxh3.New()
	for _, t := range tasks {
		if t.Rows == nil {
			continue
		}
		hash.Write(t.Rows.Bytes())
		if _, err := f.Write(t.Rows.Bytes()); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%016x", hash.Sum64()), f.Commit()
}

// appendLine adds a line to the journal; the caller has the mutex.
func (w *Work) appendLine(l *line) error {
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

// add takes a committed group into the state; the caller has the mutex.
func (w *Work) add(g *group) {
	segment := int32(-1)
	if g.Segment != "" {
		segment = int32(len(w.segment))
		w.segment = append(w.segment, g.Segment)
	}
	var offset int64
	for _, e := range g.Tasks {
		s := state{done: true, segment: -1, bytes: e.Bytes, stored: e.Stored, tally: e.Tally}
		if e.Bytes > 0 {
			s.segment, s.offset = segment, offset
		}
		offset += e.Bytes
		w.tasks[e.Task] = s
		w.done++
		w.total.Add(e.Tally)
		w.stored += e.Stored
	}
	w.index = nil
}

// CommitPart records a finished part of the dataset.
func (w *Work) CommitPart(p Part) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken != nil {
		return w.broken
	}
	if err := w.appendLine(&line{Seq: w.seq + 1, Part: &p}); err != nil {
		w.broken = fmt.Errorf("commit to %s: %w", w.dir, err)
		return w.broken
	}
	w.parts[p.Index] = p
	return nil
}

// Close gives up the folder; what is committed stays.
func (w *Work) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return nil
	}
	err := w.file.Close()
	w.file = nil
	if e := w.lock.Close(); err == nil {
		err = e
	}
	return err
}

// Remove closes the work and removes its folder with everything in it: the
// dataset is complete, or not wanted.
func (w *Work) Remove() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file != nil {
		w.file.Close()
		w.file = nil
	}
	return w.lock.Remove()
}

// Missing lists the tasks that are not committed.
func (w *Work) Missing() []int {
	w.mu.Lock()
	defer w.mu.Unlock()
	var missing []int
	for task := range w.tasks {
		if !w.tasks[task].done {
			missing = append(missing, task)
		}
	}
	return missing
}

// Dir returns the folder.
func (w *Work) Dir() string { return w.dir }

// FS returns the file system that the folder is in.
func (w *Work) FS() files.FS { return w.fsys }
