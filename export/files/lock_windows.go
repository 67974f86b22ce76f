package files

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// The code in this file compiles and was never run: no test runs on Windows.

// errNoFolderSync is the system's error where a folder cannot be synced.
const errNoFolderSync = windows.ERROR_ACCESS_DENIED

// withoutWaiting is the flag with which opening a pipe does not wait: none is needed.
const withoutWaiting = 0

// openLock opens a lock's file; with create, it makes the file if there is none.
// The file can be removed while it is open, which package os does not allow, nor a library that opens files by it
// (gofrs/flock 0.13): a run removes the lock of its folder last, while it has it.
func openLock(name string, create bool) (*os.File, error) {
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	access, disposition := uint32(windows.GENERIC_READ), uint32(windows.OPEN_EXISTING)
	if create {
		access, disposition = windows.GENERIC_READ|windows.GENERIC_WRITE, windows.OPEN_ALWAYS
	}
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	h, err := windows.CreateFile(path, access, share, nil, disposition, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(h), name), nil
}

// tryLock locks an open file with LockFileEx, exclusively or shared with others, and does not wait.
// taken says that another open file has the lock. Closing the file gives the lock back.
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

// Free returns the bytes that this user may still write where a folder is, or will be. ok is
// false if the system does not say.
func Free(dir string) (bytes float64, ok bool) {
	path, err := windows.UTF16PtrFromString(existing(dir))
	var free uint64
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	}
	return float64(free), err == nil
}
