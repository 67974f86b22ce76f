package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// OS returns the operating system's files.
func OS() FS { return osFS{} }

type osFS struct{}

func (osFS) Create(name string) (File, error) { return osFile(os.Create(name)) }

func (osFS) Append(name string) (File, error) {
	return osFile(os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666))
}

// osFile returns a nil File, not a File that holds a nil *os.File, on an error.
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
	f, size, err := Regular(name, func(flag int) (*os.File, error) { return os.OpenFile(name, flag, 0) })
	if err != nil {
		return nil, err
	}
	return osSource{f, size}, nil
}

// Regular opens a file to read, by a function that takes the flags of [os.OpenFile], and returns its length. It
// refuses what is no regular file: one who opens a pipe waits until somebody writes into it.
func Regular(name string, open func(flag int) (*os.File, error)) (*os.File, int64, error) {
	f, err := open(os.O_RDONLY | withoutWaiting)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = isFolder(name)
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s is no regular file", name)
	default:
		return f, info.Size(), nil
	}
	f.Close()
	return nil, 0, err
}

// isFolder returns a plainer message than the system's.
func isFolder(name string) error {
	return fmt.Errorf("%s is a folder, expected a file (%w)", name, syscall.EISDIR)
}

func (osFS) Rename(from, to string) error { return os.Rename(from, to) }
func (osFS) Remove(name string) error     { return os.Remove(name) }

// MkdirAll also syncs the parent of each folder that it makes. Otherwise a
// crash could lose the new folder and every synced file in it.
func (o osFS) MkdirAll(dir string) error {
	if info, err := os.Stat(dir); err == nil {
		if !info.IsDir() {
			return fmt.Errorf("%s is a file, expected a folder (%w)", dir, syscall.ENOTDIR)
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
	// Some network file systems and Windows cannot sync a folder. There is
	// nothing more to do on them to make a rename durable.
	if err := f.Sync(); err != nil && !errors.Is(err, errNoFolderSync) {
		return err
	}
	return nil
}

func (osFS) ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }

// [FS.Locked] holds a lock for an instant. [FS.Lock] therefore tries a few
// times before it reports that the lock is taken.
const (
	lockTries = 4
	lockPause = 20 * time.Millisecond
)

func (osFS) Lock(name string) (io.Closer, error) {
	for tries := 1; ; {
		f, err := openLock(name, true)
		if errors.Is(err, syscall.EISDIR) {
			return nil, isFolder(name)
		}
		if err != nil {
			return nil, err
		}
		taken, err := tryLock(f, true)
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("lock %s: %w", name, err)
		}
		if taken {
			f.Close()
			if tries++; tries <= lockTries {
				time.Sleep(lockPause)
				continue
			}
			return nil, &LockedError{Name: name, Owner: readOwner(name)}
		}
		// The last owner may have removed the file after it was opened here
		// and before it was locked. Nobody else would ever see that lock.
		mine, err1 := f.Stat()
		there, err2 := os.Stat(name)
		if err1 == nil && err2 == nil && os.SameFile(mine, there) {
			writeOwner(f)
			return f, nil
		}
		f.Close()
		if err := errors.Join(err1, err2); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
}

// writeOwner writes into a lock's file which process has it, and since when, for the messages of
// others. That this fails does not matter.
func writeOwner(f *os.File) {
	host, _ := os.Hostname()
	if f.Truncate(0) == nil {
		fmt.Fprintf(f, "process %d on %s since %s", os.Getpid(), host, time.Now().Format("2006-01-02 15:04"))
	}
}

// readOwner returns what writeOwner wrote, "" if it cannot be read.
func readOwner(name string) string {
	if data, err := ReadFile(OS(), name, 400); err == nil && strings.HasPrefix(string(data), "process ") {
		return string(data)
	}
	return ""
}

// Locked tries to take a shared lock: that needs no right to write the file.
func (osFS) Locked(name string) (bool, error) {
	f, err := openLock(name, false)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	taken, err := tryLock(f, false)
	if err != nil {
		return false, fmt.Errorf("lock %s: %w", name, err)
	}
	return taken, nil
}

// existing returns the folder, or the nearest above it that is there.
func existing(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// CreateUnnamed makes a file in a folder that is gone when it is closed, or when the program ends.
// Where a file that is open cannot be removed (Windows), one that a killed program had open stays.
func CreateUnnamed(folder string) (*unnamedFile, error) {
	f, err := os.CreateTemp(folder, "states-*"+Temporary)
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name()) // if it cannot be removed yet, Close does
	return &unnamedFile{f}, nil
}

// unnamedFile is a file that is gone when it is closed.
type unnamedFile struct{ *os.File }

// Close closes the file and removes it, if it is still there.
func (f *unnamedFile) Close() error {
	err := f.File.Close()
	if e := os.Remove(f.Name()); e != nil && !errors.Is(e, fs.ErrNotExist) {
		err = errors.Join(err, e)
	}
	return err
}
