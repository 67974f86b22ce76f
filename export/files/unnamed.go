package files

import (
	"errors"
	"io/fs"
	"os"
)

// CreateUnnamed makes a file in a folder that is gone when it is closed, or when the program ends.
// Where a file that is open cannot be removed (Windows), one that a killed program had open stays.
func CreateUnnamed(folder string) (*UnnamedFile, error) {
	f, err := os.CreateTemp(folder, "states-*"+Temporary)
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name()) // if it cannot be removed yet, Close does
	return &UnnamedFile{f}, nil
}

// UnnamedFile is a file that is gone when it is closed.
type UnnamedFile struct{ *os.File }

// Close closes the file and removes it, if it is still there.
func (f *UnnamedFile) Close() error {
	err := f.File.Close()
	if e := os.Remove(f.Name()); e != nil && !errors.Is(e, fs.ErrNotExist) {
		err = errors.Join(err, e)
	}
	return err
}
