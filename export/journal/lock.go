package journal

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// A Lock is the right to work in a folder, from before it is known what is in
// it until the last file in it is gone.
type Lock struct {
	fsys files.FS
	dir  string
	held io.Closer
}

// Acquire takes the lock of a folder, which it makes if it is not there. If
// someone else has it, the error is a [*files.LockedError].
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
		// Its last owner may have removed the folder just now.
		if i == tries || !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
}

// Open opens the work of the folder to go on with, or starts it. It removes
// what unfinished commits left, and drops damaged ones. The work has the lock
// from now on; after an error the caller has it still.
//
// Errors: [*MismatchError], [*DamagedError], or the file system's.
func (l *Lock) Open(header Header, columns []enumerate.Column) (*Work, error) {
	w := newWork(l.fsys, l.dir, header, columns)
	w.lock = l
	return w, w.open()
}

// Empty removes everything in the folder but the lock, which stays taken.
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

// Remove removes the folder with everything in it and gives up the lock. The
// lock's file goes last: whoever comes then makes another, finds nothing, and
// is not disturbed any more.
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
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTEMPTY) || errors.Is(err, syscall.EEXIST) {
		return nil // someone else was quick
	}
	return err
}

// Close gives up the lock. A folder that no work was begun in is removed if
// nothing is in it.
func (l *Lock) Close() error {
	if there, err := files.Exists(l.fsys, filepath.Join(l.dir, Name)); err == nil && !there {
		l.removeFolder() // or it stays: an empty folder is no obstacle
	}
	return l.held.Close()
}

// Open is [Acquire] and [Lock.Open] in one.
func Open(fsys files.FS, dir string, header Header, columns []enumerate.Column) (*Work, error) {
	l, err := Acquire(fsys, dir)
	if err != nil {
		return nil, err
	}
	w, err := l.Open(header, columns)
	if err != nil {
		l.Close()
		return nil, err
	}
	return w, nil
}
