package journal

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// Status is what a journal says at a moment.
type Status struct {
	Header Header
	Tasks  []int // committed, ascending
	Total  enumerate.Tally
	Parts  int // parts of the dataset that are written
	// Commits is the number of lines after the header. When the last was
	// written is the time of the file, [Name].
	Commits int
}

// Peek reads the journal of a folder while another process may be at work
// in it: it takes no lock, changes nothing, and leaves the segments alone. If
// there is no work, the error wraps fs.ErrNotExist.
func Peek(fsys files.FS, dir string) (*Status, error) {
	c, err := readJournal(fsys, filepath.Join(dir, Name))
	if err != nil {
		return nil, err
	}
	s := &Status{Header: c.header, Commits: len(c.lines)}
	done := map[int]bool{}
	parts := map[int]bool{}
	for _, l := range c.lines {
		if l.Part != nil {
			parts[l.Part.Index] = true
			continue
		}
		for _, e := range l.Group.Tasks {
			if e.Task < c.header.Tasks && !done[e.Task] {
				done[e.Task] = true
				s.Total.Add(e.Tally)
			}
		}
	}
	s.Tasks = slices.Sorted(maps.Keys(done))
	s.Parts = len(parts)
	return s, nil
}

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
