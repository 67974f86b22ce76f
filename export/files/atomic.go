package files

import "path/filepath"

// Atomic is a file that gets its name when it is whole. Write to it, then call
// Commit, or Discard to remove it.
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
