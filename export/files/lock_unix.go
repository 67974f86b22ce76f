//go:build !windows

package files

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// errNoFolderSync is the system's error where a folder cannot be synced.
const errNoFolderSync = syscall.EINVAL

// withoutWaiting is the flag with which opening a pipe does not wait for a writer.
const withoutWaiting = unix.O_NONBLOCK

// openLock opens a lock's file; with create, it makes the file if there is none.
func openLock(name string, create bool) (*os.File, error) {
	if create {
		return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	}
	return os.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
}

// tryLock locks an open file with flock(2), exclusively or shared with others, and does not wait.
// taken says that another open file has the lock. Closing the file gives the lock back.
func tryLock(f *os.File, exclusive bool) (taken bool, err error) {
	how := unix.LOCK_SH
	if exclusive {
		how = unix.LOCK_EX
	}
	err = unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return true, nil
	}
	return false, err
}

// Free returns the bytes that this user may still write where a folder is, or will be. ok is
// false if the system does not say.
func Free(dir string) (bytes float64, ok bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(existing(dir), &s); err != nil {
		return 0, false
	}
	return float64(s.Bavail) * float64(s.Bsize), true
}
