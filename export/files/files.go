// Package files is the file system that datasets are written to: the operations that must be right
// for a run to survive a crash, as one interface [FS]. Nothing here knows what a file contains.
//
// [OS] is the operating system's file system. Tests use another one, in memory,
// that can fail, fill up or lose power at any operation (package filestest).
//
// [WriteAtomic] and [CreateAtomic] write a file that must be there whole or not at all: create it
// under a temporary name, write, fsync, rename, fsync the folder.
package files

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"
)

// FS is a file system. Names are paths as package path/filepath makes them. Errors wrap those of package io/fs, such
// as fs.ErrNotExist, and the system's, such as syscall.ENOSPC. All methods may be called by several goroutines.
type FS interface {
	// Create makes an empty file or empties the one that is there.
	Create(name string) (File, error)
	// Append opens a file to write at its end.
	Append(name string) (File, error)
	// Open opens a file to read.
	Open(name string) (Source, error)
	// Rename gives a file another name in the same folder. A file that had that
	// name is replaced. The new name survives a crash once the folder is synced.
	Rename(from, to string) error
	// Remove removes a file or an empty folder.
	Remove(name string) error
	// MkdirAll makes a folder and those above it that are not there.
	MkdirAll(dir string) error
	// SyncDir returns when the names in a folder would survive a crash.
	SyncDir(dir string) error
	// ReadDir lists a folder, sorted by name.
	ReadDir(dir string) ([]fs.DirEntry, error)
	// Lock makes a file if there is none and takes an exclusive lock on it. If another has the
	// lock, it returns a [*LockedError] within a tenth of a second. The system gives back the locks
	// of a process that ends, however it ends.
	Lock(name string) (io.Closer, error)
	// Locked reports whether another has the lock. It changes nothing and needs no right to write.
	Locked(name string) (bool, error)
}

// File is a file being written.
type File interface {
	io.Writer
	// Sync returns when the contents would survive a crash.
	Sync() error
	Close() error
}

// Source is a file being read. ReadAt may be called by several goroutines.
type Source interface {
	io.ReaderAt
	io.Closer
	Size() int64
}

// LockedError says that another process, or another part of this one, has the lock.
type LockedError struct {
	Name  string
	Owner string // "" if that is not known
}

// Error names the folder, which the user knows.
func (e *LockedError) Error() string {
	return fmt.Sprintf("%s is in use by %s", filepath.Dir(e.Name), cmp.Or(e.Owner, "another process"))
}

// Resumable reports whether an error comes from the system, not from the program or its data: the
// disk or quota is full, a limit of the size or number of files is reached, the folder is gone or
// read-only, the device failed. The run can go on when the cause is removed.
func Resumable(err error) bool {
	for _, cause := range []error{
		syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EMFILE, syscall.ENFILE,
		syscall.EROFS, syscall.EIO, syscall.ENODEV, syscall.ESTALE,
		fs.ErrNotExist, fs.ErrPermission,
	} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}

// Temporary is the suffix of the names of unfinished files. A run that opens a folder for writing removes them.
const Temporary = ".tmp"

// RemoveIf removes those files of a folder, and no folders, whose names are unwanted. It returns their number.
func RemoveIf(fsys FS, dir string, unwanted func(name string) bool) (removed int, err error) {
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		if e.IsDir() || !unwanted(e.Name()) {
			continue
		}
		if err := fsys.Remove(filepath.Join(dir, e.Name())); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// RemoveTree removes a folder and everything in it; it is no error if there is none.
func RemoveTree(fsys FS, dir string) error {
	err := RemoveContents(fsys, dir, "")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return fsys.Remove(dir)
}

// RemoveContents removes everything in a folder but what has the name to keep.
func RemoveContents(fsys FS, dir, keep string) error {
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == keep {
			continue
		}
		remove := fsys.Remove
		if e.IsDir() {
			remove = func(name string) error { return RemoveTree(fsys, name) }
		}
		if err := remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// ReadFile returns the contents of a file, refusing more than limit bytes.
func ReadFile(fsys FS, name string, limit int64) ([]byte, error) {
	src, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	if src.Size() > limit {
		return nil, fmt.Errorf("%s: %d bytes, expected at most %d", name, src.Size(), limit)
	}
	data := make([]byte, src.Size())
	if _, err := io.ReadFull(io.NewSectionReader(src, 0, src.Size()), data); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

// Differs says how a file differs from one of so many bytes that hash, which must be new,
// turns into sum, in hex digits; nil if it does not. Without a hash, the length alone is compared. Bytes that cannot be
// read, as in a bad sector, are a difference, too; err is of another kind.
func Differs(fsys FS, name string, bytes int64, hash hash.Hash, sum string) (wrong, err error) {
	src, err := fsys.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("is missing"), nil
	}
	if err != nil {
		return nil, err
	}
	defer src.Close()
	if src.Size() != bytes {
		return fmt.Errorf("%d bytes, expected %d", src.Size(), bytes), nil
	}
	if hash == nil {
		return nil, nil
	}
	// A shard has ten small files, a merge thousands of shards.
	buffer := make([]byte, min(1<<20, max(1, bytes)))
	if _, err := io.CopyBuffer(hash, io.NewSectionReader(src, 0, bytes), buffer); err != nil {
		return err, nil
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != sum {
		return fmt.Errorf("digest %s, expected %s", got, sum), nil
	}
	return nil, nil
}

// Exists reports whether there is a file of that name.
func Exists(fsys FS, name string) (bool, error) {
	src, err := fsys.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, src.Close()
}

// Atomic is a file that gets its name when it is whole. Write to it, then call Commit, or Discard to remove it.
type Atomic struct {
	fsys FS
	name string
	file File
	done bool
}

// CreateAtomic starts a file under a temporary name beside its own.
func CreateAtomic(fsys FS, name string) (*Atomic, error) {
	f, err := fsys.Create(name + Temporary)
	if err != nil {
		return nil, err
	}
	return &Atomic{fsys: fsys, name: name, file: f}, nil
}

// Write adds to the file.
func (a *Atomic) Write(p []byte) (int, error) { return a.file.Write(p) }

// Commit gives the file its name, and returns when no crash can undo that.
func (a *Atomic) Commit() error {
	if err := a.file.Sync(); err != nil {
		a.Discard()
		return err
	}
	a.done = true
	err := a.file.Close()
	if err == nil {
		err = a.fsys.Rename(a.name+Temporary, a.name)
	}
	if err != nil {
		a.fsys.Remove(a.name + Temporary)
		return err
	}
	return a.fsys.SyncDir(filepath.Dir(a.name))
}

// Discard removes the temporary file. After Commit it does nothing, so it can be deferred.
func (a *Atomic) Discard() {
	if a.done {
		return
	}
	a.done = true
	// Errors do not matter: nothing reads a file of that name, and the next run removes it.
	a.file.Close()
	a.fsys.Remove(a.name + Temporary)
}

// WriteAtomic writes a file whole or not at all.
func WriteAtomic(fsys FS, name string, data []byte) error {
	a, err := CreateAtomic(fsys, name)
	if err != nil {
		return err
	}
	defer a.Discard()
	if _, err := a.Write(data); err != nil {
		return err
	}
	return a.Commit()
}
