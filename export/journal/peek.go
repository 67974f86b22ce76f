package journal

import (
	"errors"
	"io/fs"
	"path/filepath"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// Running reports whether a process holds the folder's lock now.
func Running(fsys files.FS, dir string) (bool, error) {
	return fsys.Locked(filepath.Join(dir, lockName))
}

// Peek opens the work in a folder to look at it, even while another process works in it. It
// takes no lock and changes nothing. Of the segments it compares the lengths alone: to read
// damaged rows is an error. If there is no journal, the error wraps fs.ErrNotExist.
func Peek(fsys files.FS, dir string, header Header, columns []enumerate.Column) (*Work, error) {
	w := newWork(fsys, dir, header, columns)
	w.lengthsOnly = true
	_, _, err := w.load()
	if errors.Is(err, errNoJournal) {
		err = fs.ErrNotExist
	}
	return w, err
}

// Check reads everything in a folder that should hold the work of this header and these columns:
// the journal, every segment and every block. It calls visit with all rows, in the order of the
// tasks. It returns the damage, a line each, and the number of sound tasks. It takes no lock and
// changes nothing. If another process works there, files may disappear while they are read: a
// caller that is told of damage should check once more.
func Check(fsys files.FS, dir string, header Header, columns []enumerate.Column, visit func(*enumerate.Batch)) (damage []string, tasks int, err error) {
	w := newWork(fsys, dir, header, columns)
	_, _, err = w.load()
	var damaged *DamagedError
	var mismatch *MismatchError
	switch {
	case errors.As(err, &damaged):
		return []string{damaged.Err.Error()}, 0, nil
	case errors.As(err, &mismatch):
		return []string{mismatch.Text}, 0, nil
	case errors.Is(err, fs.ErrNotExist):
		return []string{"is missing"}, 0, nil
	case errors.Is(err, errNoJournal):
		w.Damage = []string{err.Error()}
	case err != nil:
		return nil, 0, err
	}
	list := w.List()
	if err := block.Each(list.Read(0, list.Rows()), columns, func(b *enumerate.Batch) error {
		visit(b)
		return nil
	}); err != nil {
		return append(w.Damage, err.Error()), w.done, nil
	}
	return w.Damage, w.done, nil
}
