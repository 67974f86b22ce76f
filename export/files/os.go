package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// OS returns the operating system's files.
func OS() FS { return osFS{} }

type osFS struct{}

func (osFS) Create(name string) (File, error) { return osFile(os.Create(name)) }

func (osFS) Append(name string) (File, error) {
	return osFile(os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666))
}

// osFile keeps a nil *os.File from becoming a File that is not nil.
func osFile(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

type osSource struct {
	*os.File
	size int64
}

func (s osSource) Size() int64 { return s.size }

func (osFS) Open(name string) (Source, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	if info.IsDir() {
		f.Close()
		return nil, isFolder(name)
	}
	return osSource{f, info.Size()}, nil
}

// isFolder and isFile are plainer than what the system says.
func isFolder(name string) error {
	return fmt.Errorf("%s is a folder, expected a file (%w)", name, unix.EISDIR)
}

func isFile(name string) error {
	return fmt.Errorf("%s is a file, expected a folder (%w)", name, unix.ENOTDIR)
}

func (osFS) Rename(from, to string) error { return os.Rename(from, to) }
func (osFS) Remove(name string) error     { return os.Remove(name) }

// MkdirAll also syncs the folder above each one that it makes, or a crash
// could lose the folder with everything that was synced in it.
func (o osFS) MkdirAll(dir string) error {
	if info, err := os.Stat(dir); err == nil {
		if !info.IsDir() {
			return isFile(dir)
		}
		return nil
	}
	above := filepath.Dir(dir)
	if above != dir {
		if err := o.MkdirAll(above); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return o.SyncDir(above)
}

func (osFS) SyncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	// Some network file systems cannot sync a folder and say EINVAL; their
	// renames are as durable as they get.
	if err := f.Sync(); err != nil && !errors.Is(err, unix.EINVAL) {
		return err
	}
	return nil
}

func (osFS) ReadDir(dir string) ([]Entry, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, len(list))
	for _, e := range list {
		info, err := e.Info()
		if errors.Is(err, os.ErrNotExist) {
			continue // removed since the folder was read
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, Entry{Name: e.Name(), Dir: e.IsDir(), Size: info.Size()})
	}
	return entries, nil
}

// lockTries and lockPause: who merely looks whether a lock is taken has it for
// an instant, which must not turn away one who wants to work.
const (
	lockTries = 4
	lockPause = 20 * time.Millisecond
)

func (osFS) Lock(name string) (io.Closer, error) {
	for tries := 1; ; {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if errors.Is(err, unix.EISDIR) {
			return nil, isFolder(name)
		}
		if err != nil {
			return nil, err
		}
		if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
			f.Close()
			if errors.Is(err, unix.EWOULDBLOCK) {
				if tries++; tries <= lockTries {
					time.Sleep(lockPause)
					continue
				}
				return nil, &LockedError{Name: name}
			}
			return nil, fmt.Errorf("lock %s: %w", name, err)
		}
		// Its last owner may have removed the file between our open and our
		// lock; then we hold a lock that nobody else will ever see.
		mine, err1 := f.Stat()
		there, err2 := os.Stat(name)
		if err1 == nil && err2 == nil && os.SameFile(mine, there) {
			return f, nil
		}
		f.Close()
		if err := errors.Join(err1, err2); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
}

// Locked tries to share the lock, for which a file open to be read will do.
func (osFS) Locked(name string) (bool, error) {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	if err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); err != nil {
		if errors.Is(err, unix.EWOULDBLOCK) {
			return true, nil
		}
		return false, fmt.Errorf("lock %s: %w", name, err)
	}
	return false, nil
}
