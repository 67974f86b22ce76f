package journal

import (
	"cmp"
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
	fsys  files.FS
	dir   string
	held  io.Closer // nil when it was given up
	works []*Work   // open in the folder
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

// Open opens the work in the folder, or in one below it if that is not "", or starts one. It removes what unfinished
// commits left, and drops damaged commits. There may be several works in folders of their own.
//
// Errors: [*MismatchError], [*DamagedError], or the file system's.
func (l *Lock) Open(below string, header Header, columns []enumerate.Column) (*Work, error) {
	w := newWork(l.fsys, filepath.Join(l.dir, below), header, columns)
	w.lock, l.works = l, append(l.works, w)
	if err := l.fsys.MkdirAll(w.Dir); err != nil {
		return nil, err
	}
	return w, w.open()
}

// closeWorks closes the journals of all works.
func (l *Lock) closeWorks() (err error) {
	for _, w := range l.works {
		err = errors.Join(err, w.closeFile())
	}
	return err
}

// Empty removes everything in the folder but the lock, which it keeps.
func (l *Lock) Empty() error {
	if err := files.RemoveContents(l.fsys, l.dir, lockName); err != nil {
		return err
	}
	return l.fsys.SyncDir(l.dir)
}

// Remove closes all works, removes the folder with everything in it and gives up the lock. It removes the lock's file
// last. A process that takes the lock after that makes a new file, finds an empty folder, and nothing disturbs it.
func (l *Lock) Remove() error {
	l.closeWorks() // an error does not matter: what was not written goes
	err := l.Empty()
	if err == nil {
		err = l.removeFolder()
	}
	return cmp.Or(err, l.release())
}

func (l *Lock) release() error {
	held := l.held
	l.held = nil
	return held.Close()
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

// Close closes all works and gives up the lock. If no work was begun in the folder and
// nothing else is in it, Close removes it. Of a lock that was given up it does nothing.
func (l *Lock) Close() error {
	if l.held == nil {
		return nil
	}
	err := l.closeWorks()
	if there, err := files.Exists(l.fsys, filepath.Join(l.dir, Name)); err == nil && !there {
		l.removeFolder() // an error does not matter: an empty folder does no harm
	}
	return errors.Join(err, l.release())
}
