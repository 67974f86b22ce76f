package files

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// errNoFolderSync is the system's error where a folder cannot be synced.
const errNoFolderSync = windows.ERROR_ACCESS_DENIED

// tryLock locks an open file with LockFileEx, exclusively or shared with
// others, and does not wait. taken says that another open file has the lock.
// Closing the file gives the lock back. This code compiles and was never run:
// no test runs on Windows.
func tryLock(f *os.File, exclusive bool) (taken bool, err error) {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err = windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return true, nil
	}
	return false, err
}
