package journal

import (
	"errors"
	"path/filepath"

	"coverstat/export/files"
)

// Running reports whether some process has the folder open now. It tries the
// lock and lets it go at once.
func Running(fsys files.FS, dir string) (bool, error) {
	lock, err := fsys.Lock(filepath.Join(dir, lockName))
	var locked *files.LockedError
	if errors.As(err, &locked) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return false, lock.Close()
}
