package journal

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// A Lock is the right to work in a folder. Take it before you look at what is in
// the folder, and hold it until the last change.
type Lock struct {
	fsys files.FS
	dir  string
	held io.Closer
}

// Acquire takes the lock of a folder. It makes the folder if there is none. If
// another process has the lock, the error is a [*files.LockedError].
func Acquire(fsys files.FS, dir string) (*Lock, error) {
	const tries = 3
	for i := 1; ; i++ {
		if err := fsys.MkdirAll(dir); err != nil {
			return nil, err
		}
		held, err := fsys.Lock(filepath.Join(dir, lockName))
		if err == nil {
			return &Lock{fsys: fsys, dir: dir, held: held}, nil
		}
		// The last owner may have removed the folder in between.
		if i == tries || !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
}

// Open opens the work in the folder, or starts one. It removes what unfinished
// commits left, and drops damaged commits. The work owns the lock from now on;
// after an error the caller still does.
//
// Errors: [*MismatchError], [*DamagedError], or the file system's.
func (l *Lock) Open(header Header, columns []enumerate.Column) (*Work, error) {
	w := newWork(l.fsys, l.dir, header, columns)
	w.lock = l
	return w, w.open()
}

// OpenIn does the same in a folder below. The work does not own the lock.
func (l *Lock) OpenIn(folder string, header Header, columns []enumerate.Column) (*Work, error) {
	w := newWork(l.fsys, filepath.Join(l.dir, folder), header, columns)
	if err := l.fsys.MkdirAll(w.dir); err != nil {
		return nil, err
	}
	return w, w.open()
}

// Empty removes everything in the folder but the lock, which it keeps.
func (l *Lock) Empty() error {
	entries, err := l.fsys.ReadDir(l.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name == lockName {
			continue
		}
		name := filepath.Join(l.dir, e.Name)
		if e.Dir {
			err = files.RemoveTree(l.fsys, name)
		} else {
			err = l.fsys.Remove(name)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return l.fsys.SyncDir(l.dir)
}

// Remove removes the folder with everything in it and gives up the lock. It
// removes the lock's file last. A process that takes the lock after that makes a
// new file, finds an empty folder, and nothing disturbs it.
func (l *Lock) Remove() error {
	err := l.Empty()
	if err == nil {
		err = l.removeFolder()
	}
	if e := l.held.Close(); err == nil {
		err = e
	}
	return err
}

func (l *Lock) removeFolder() error {
	if err := l.fsys.Remove(filepath.Join(l.dir, lockName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := l.fsys.Remove(l.dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return nil // another process has removed the folder, or has files in it
	}
	return err
}

// Close gives up the lock. If no work was begun in the folder and nothing else
// is in it, Close removes it.
func (l *Lock) Close() error {
	if there, err := files.Exists(l.fsys, filepath.Join(l.dir, Name)); err == nil && !there {
		l.removeFolder() // an error does not matter: an empty folder does no harm
	}
	return l.held.Close()
}
