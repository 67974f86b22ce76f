package journal

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"coverstat/export/block"
)

// Import commits here what is committed there and not here, and returns how
// many tasks that were. Both must have the same header.
func (w *Work) Import(from *Work) (int, error) {
	h, other := w.header, from.header
	if h.Config != other.Config || h.Program != other.Program || h.Tasks != other.Tasks || !slices.Equal(h.Columns, other.Columns) {
		return 0, from.match(h)
	}
	group := Grouper{Work: w}
	imported := 0
	for task := range from.tasks {
		if !from.Done(task) || w.Done(task) {
			continue
		}
		rows, err := from.taskBlocks(task)
		if err != nil {
			return imported, err
		}
		if err := group.Add(Finished{Task: task, Tally: from.Tally(task), Rows: rows}); err != nil {
			return imported, err
		}
		imported++
	}
	return imported, group.Flush()
}

// taskBlocks reads the blocks of a task.
func (w *Work) taskBlocks(task int) (*block.Rows, error) {
	w.mu.Lock()
	s := w.tasks[task]
	w.mu.Unlock()
	if s.stored == 0 {
		return nil, nil
	}
	name := w.segment[s.segment]
	src, err := w.fsys.Open(filepath.Join(w.dir, name))
	if err != nil {
		return nil, err
	}
	defer src.Close()
	data := make([]byte, s.bytes)
	if _, err := io.ReadFull(io.NewSectionReader(src, s.offset, s.bytes), data); err != nil {
		return nil, &SegmentError{Segment: name, Task: task, Err: fmt.Errorf("%w: %v", block.ErrDamaged, err)}
	}
	return block.FromBlocks(w.columns, data, s.stored), nil
}

// A Grouper collects finished tasks and commits them when they are many or
// large: a commit costs a few fsyncs, whatever its size.
type Grouper struct {
	Work  *Work
	tasks []Finished
	bytes int
}

const (
	groupTasks = 4096
	groupBytes = 32 << 20
)

// Add adds a task and commits the group if it is full.
func (g *Grouper) Add(f Finished) error {
	g.tasks = append(g.tasks, f)
	if f.Rows != nil {
		g.bytes += f.Rows.Size()
	}
	if len(g.tasks) >= groupTasks || g.bytes >= groupBytes {
		return g.Flush()
	}
	return nil
}

// Flush commits what is collected.
func (g *Grouper) Flush() error {
	err := g.Work.Commit(g.tasks)
	clear(g.tasks)
	g.tasks, g.bytes = g.tasks[:0], 0
	return err
}
