package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// MismatchError says that a folder holds the work of another config or program version.
type MismatchError struct {
	Dir  string
	Text string // "holds the work of another config (5f2c, expected 80a1)"
}

// Error says also what the user can do.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s %s: choose another folder, or discard what is there", e.Dir, e.Text)
}

// DamagedError says that the work cannot be read at all.
type DamagedError struct {
	Dir string
	Err error
}

// Error says also what the user can do.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s cannot be resumed (%v): choose another folder, or discard what is there", e.Dir, e.Err)
}

// Unwrap returns the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

func newWork(fsys files.FS, dir string, header Header, columns []enumerate.Column) *Work {
	header.Columns = nil
	for i := range columns {
		header.Columns = append(header.Columns, columns[i].NameAndType())
	}
	return &Work{FS: fsys, Dir: dir, Header: header, of: header.digest(), Columns: columns,
		buffers: map[int]*block.Buffer{}, parts: map[int]Part{}}
}

func (w *Work) open() error {
	keep, rewrite, err := w.load()
	switch {
	case errors.Is(err, errNoJournal):
		rewrite = true // a new one
		w.tasks = make([]record, w.Header.Tasks)
	case err != nil:
		return err
	}
	if _, err := files.RemoveIf(w.FS, w.Dir, func(name string) bool {
		return strings.HasSuffix(name, files.Temporary)
	}); err != nil {
		return err
	}
	name := filepath.Join(w.Dir, Name)
	if rewrite {
		if err := w.rewrite(name, keep); err != nil {
			return err
		}
	}
	if err := w.removeOrphans(); err != nil {
		return err
	}
	w.file, err = w.FS.Append(name)
	return err
}

// errNoJournal says that the folder has no journal.
var errNoJournal = errors.New("journal is missing")

// load reads the journal and compares every segment with its line. It changes no file. It returns
// the sound lines, and whether the journal must be rewritten because there are others.
func (w *Work) load() (keep []*line, rewrite bool, err error) {
	// The folder is listed before the journal is read. In the other order, a
	// segment that a running process adds in between would have no line.
	entries, err := w.FS.ReadDir(w.Dir)
	if err != nil {
		return nil, false, err
	}
	c, err := readJournal(w.FS, filepath.Join(w.Dir, Name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c, err = &contents{}, errNoJournal
	case err != nil:
		return nil, false, &DamagedError{Dir: w.Dir, Err: err}
	default:
		if err := c.belongTo(w.Header); err != nil {
			return nil, false, &DamagedError{Dir: w.Dir, Err: err}
		}
		err = w.match(*c.header)
	}
	if err != nil && err != errNoJournal {
		return nil, false, err
	}
	if err == nil {
		w.tasks = make([]record, w.Header.Tasks) // not before the journal has said that there are so many
	}
	w.Damage = c.damage
	keep, e := w.replay(c)
	if e != nil {
		return nil, false, e
	}
	w.unnamed(entries)
	if err == errNoJournal && len(w.Damage) > 0 {
		w.Damage = []string{err.Error()} // one cause, not a line for every segment
	}
	return keep, c.torn || len(w.Damage) > 0, err
}

// unnamed reports segments that no line names and no crash explains: a crash
// during a commit can leave only the segment of the next line.
func (w *Work) unnamed(entries []fs.DirEntry) {
	for _, e := range entries {
		number, ok := strings.CutSuffix(e.Name(), segmentSuffix)
		if n, err := strconv.ParseInt(number, 10, 64); ok && err == nil && n > w.seq+1 {
			w.Damage = append(w.Damage, fmt.Sprintf("%s: its line of the journal is missing", e.Name()))
		}
	}
}

func (w *Work) match(have Header) error {
	want := w.Header
	mismatch := func(what string, have, want any) error {
		return &MismatchError{Dir: w.Dir,
			Text: fmt.Sprintf("holds the work of another %s (%v, expected %v)", what, have, want)}
	}
	switch {
	case have.Config != want.Config:
		return mismatch("config", have.Config, want.Config)
	case have.Program != want.Program:
		return mismatch("program version", have.Program, want.Program)
	case have.Tasks != want.Tasks:
		return mismatch("number of tasks", have.Tasks, want.Tasks)
	case !slices.Equal(have.Columns, want.Columns):
		return mismatch("set of columns", have.Columns, want.Columns)
	}
	return nil
}

// replay takes the journal's lines into the state and returns the sound ones. It
// leaves out groups whose segment is not what was written.
func (w *Work) replay(c *contents) ([]*line, error) {
	keep := c.lines[:0:0]
	for _, l := range c.lines {
		w.seq = max(w.seq, l.Seq)
		if l.Part != nil {
			w.parts[l.Part.Index] = *l.Part
			keep = append(keep, l)
			continue
		}
		if !w.fits(l.Group) {
			w.Damage = append(w.Damage,
				fmt.Sprintf("journal, line %d: its tasks are not of this work, or came before", l.number))
			continue
		}
		wrong, err := w.segmentWrong(l.Group)
		if err != nil {
			return nil, err
		}
		if wrong != nil {
			w.Damage = append(w.Damage, fmt.Sprintf("%s: %v", l.Group.Segment, wrong))
			w.Lost += len(l.Group.Tasks)
			continue
		}
		w.apply(l.Group)
		keep = append(keep, l)
	}
	return keep, nil
}

// fits reports whether the group's tasks exist and are new.
func (w *Work) fits(g *group) bool {
	seen := make(map[int]bool, len(g.Tasks))
	for _, e := range g.Tasks {
		if e.Task >= len(w.tasks) || w.tasks[e.Task].done || seen[e.Task] {
			return false
		}
		seen[e.Task] = true
	}
	return g.Segment == filepath.Base(g.Segment) || g.Segment == ""
}

// segmentWrong says how the group's segment differs from what was written; nil if it does not differ.
func (w *Work) segmentWrong(g *group) (wrong, err error) {
	if g.Segment == "" {
		return nil, nil
	}
	name := filepath.Join(w.Dir, g.Segment)
	if w.lengthsOnly {
		return files.Differs(w.FS, name, g.Bytes, nil, "")
	}
	return files.Differs(w.FS, name, g.Bytes, xxh3.New(), g.XXH3)
}

// rewrite replaces the journal by one with the header and the given lines.
func (w *Work) rewrite(name string, keep []*line) error {
	f, err := files.CreateAtomic(w.FS, name)
	if err != nil {
		return err
	}
	defer f.Discard()
	first, err := (&line{Format: formatVersion, Header: &w.Header}).appendTo(nil)
	if err != nil {
		return err
	}
	if _, err := f.Write(first); err != nil {
		return err
	}
	for _, l := range keep {
		if _, err := f.Write(l.raw); err != nil {
			return err
		}
	}
	return f.Commit()
}

// removeOrphans removes segments that no line names, and syncs the folder. If a
// crash brought one back, it would look as if its line had been lost.
func (w *Work) removeOrphans() error {
	named := make(map[string]bool, len(w.segments))
	for _, s := range w.segments {
		named[s] = true
	}
	removed, err := files.RemoveIf(w.FS, w.Dir, func(name string) bool {
		return strings.HasSuffix(name, segmentSuffix) && !named[name]
	})
	if err != nil || removed == 0 {
		return err
	}
	return w.FS.SyncDir(w.Dir)
}

// Running reports whether a process holds the folder's lock now.
func Running(fsys files.FS, dir string) (bool, error) {
	return fsys.Locked(filepath.Join(dir, lockName))
}

// Peek opens the work in a folder to look at it, even while another process works in it. It
// takes no lock and changes nothing. Of the segments it compares the lengths alone: to read
// damaged rows is an error. If there is no journal, the error wraps fs.ErrNotExist.
func Peek(fsys files.FS, dir string, header Header, columns []enumerate.Column) (*Work, error) {
	w := newWork(fsys, dir, header, columns)
	w.lengthsOnly = true
	_, _, err := w.load()
	if errors.Is(err, errNoJournal) {
		err = fs.ErrNotExist
	}
	return w, err
}

// Check reads everything in a folder that should hold the work of this header and these columns: the journal, every
// segment and every block. It calls visit with all rows, in the order of the tasks. It returns the damage, a line
// each, and the number of sound tasks. It takes no lock and changes nothing. If another process works there, files
// may disappear while they are read: a caller that is told of damage should check once more.
func Check(fsys files.FS, dir string, header Header, columns []enumerate.Column,
	visit func(*enumerate.Batch)) (damage []string, tasks int, err error) {
	w := newWork(fsys, dir, header, columns)
	_, _, err = w.load()
	var damaged *DamagedError
	var mismatch *MismatchError
	switch {
	case errors.As(err, &damaged):
		return []string{damaged.Err.Error()}, 0, nil
	case errors.As(err, &mismatch):
		return []string{mismatch.Text}, 0, nil
	case errors.Is(err, fs.ErrNotExist):
		return []string{"is missing"}, 0, nil
	case errors.Is(err, errNoJournal):
		w.Damage = []string{err.Error()}
	case err != nil:
		return nil, 0, err
	}
	list := w.List()
	for b, err := range list.Read(0, list.Rows()) {
		if err != nil {
			return append(w.Damage, err.Error()), w.done, nil
		}
		visit(b)
	}
	return w.Damage, w.done, nil
}
