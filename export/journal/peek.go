package journal

import (
	"errors"
	"io/fs"
	"path/filepath"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// Status is what a journal says at the moment it is read.
type Status struct {
	Header Header
	// Tasks are committed, in the order in which they were.
	Tasks []enumerate.TaskTally
	Total enumerate.Tally
	// Lost is the number of tasks whose segment is missing or has another
	// length. They are not among Tasks.
	Lost int
}

// Peek reads the journal of a folder, even while another process works in it.
// It takes no lock, changes nothing, and does not read the segments. The header and the
// columns are those that the journal should have: one without its first line has no other.
// If there is no journal, the error wraps fs.ErrNotExist.
func Peek(fsys files.FS, dir string, header Header, columns []enumerate.Column) (*Status, error) {
	c, err := readJournal(fsys, filepath.Join(dir, Name))
	if err == nil {
		err = c.belongTo(header.with(columns))
	}
	if err != nil {
		return nil, err
	}
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	size := make(map[string]int64, len(entries))
	for _, e := range entries {
		size[e.Name] = e.Size
	}
	s := &Status{Header: *c.header}
	done := map[int]bool{}
	for _, l := range c.lines {
		if l.Part != nil {
			continue
		}
		if size[l.Group.Segment] != l.Group.Bytes { // both 0 if there are no rows
			s.Lost += len(l.Group.Tasks)
			continue
		}
		for _, e := range l.Group.Tasks {
			if e.Task < c.header.Tasks && !done[e.Task] {
				done[e.Task] = true
				s.Tasks = append(s.Tasks, e.TaskTally)
				s.Total.Add(e.Tally)
			}
		}
	}
	return s, nil
}

// Running reports whether a process holds the folder's lock now.
func Running(fsys files.FS, dir string) (bool, error) {
	return fsys.Locked(filepath.Join(dir, lockName))
}

// View opens the work in a folder to read its rows, even while another process works in
// it. It takes no lock and changes nothing. Tasks whose segment is damaged are left out.
// If there is no journal, the error wraps fs.ErrNotExist.
func View(fsys files.FS, dir string, header Header, columns []enumerate.Column) (*Work, error) {
	w := newWork(fsys, dir, header, columns)
	_, _, err := w.load()
	if errors.Is(err, errNoJournal) {
		err = fs.ErrNotExist
	}
	return w, err
}

// Check reads everything in a folder that should hold the work of this header
// and these columns: the journal, every segment and every block. It calls visit with all
// rows, in the order of the tasks. It returns the
// damage, a line each, and the number of sound tasks. It takes no lock and
// changes nothing. If another process works there, files may disappear while
// they are read: a caller that is told of damage should check once more.
func Check(fsys files.FS, dir string, header Header, columns []enumerate.Column, visit func(*enumerate.Batch)) (damage []string, tasks int, err error) {
	w := newWork(fsys, dir, header, columns)
	_, _, err = w.load()
	var damaged *DamagedError
	var mismatch *MismatchError
	switch {
	case errors.As(err, &damaged):
		return []string{damaged.Err.Error()}, 0, nil
	case errors.As(err, &mismatch):
		return []string{mismatch.what()}, 0, nil
	case errors.Is(err, fs.ErrNotExist):
		return []string{"is missing"}, 0, nil
	case errors.Is(err, errNoJournal):
		w.damage = []string{err.Error()}
	case err != nil:
		return nil, 0, err
	}
	list := w.List()
	if err := block.Each(list.Read(0, list.Rows()), columns, func(b *enumerate.Batch) error {
		visit(b)
		return nil
	}); err != nil {
		return append(w.damage, err.Error()), w.done, nil
	}
	return w.damage, w.done, nil
}
