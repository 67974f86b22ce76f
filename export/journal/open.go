package journal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// MismatchError says that a folder holds the work of another config, program
// version or format.
type MismatchError struct {
	Dir        string
	What       string // "config", "program", "tasks", "columns", "format"
	Have, Want string
}

// Error says what to do, too.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s holds the work of another %s (%s, expected %s): choose another folder, or discard what is there",
		e.Dir, e.What, e.Have, e.Want)
}

// DamagedError says that the work cannot be read at all.
type DamagedError struct {
	Dir string
	Err error
}

// Error says what to do, too.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s cannot be resumed (%v): discard what is there", e.Dir, e.Err)
}

// Unwrap returns the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// Open opens a folder of finished tasks to go on with, or starts one. It
// removes what unfinished commits left, and drops damaged ones.
//
// Errors: [*files.LockedError] if someone else has it open, [*MismatchError],
// [*DamagedError], or the file system's.
func Open(fsys files.FS, dir string, header Header, columns []enumerate.Column) (*Work, error) {
	header.Columns = ColumnNames(columns)
	if err := fsys.MkdirAll(dir); err != nil {
		return nil, err
	}
	lock, err := fsys.Lock(filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	w := &Work{fsys: fsys, dir: dir, header: header, columns: columns, lock: lock,
		tasks: make([]state, header.Tasks), parts: map[int]Part{}}
	if err := w.open(); err != nil {
		lock.Close()
		return nil, err
	}
	return w, nil
}

func (w *Work) open() error {
	name := filepath.Join(w.dir, Name)
	c, err := readJournal(w.fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c = &contents{damaged: true} // nothing there: written below
	case err != nil:
		return &DamagedError{Dir: w.dir, Err: err}
	default:
		if err := w.match(c.header); err != nil {
			return err
		}
	}
	if err := files.RemoveTemporary(w.fsys, w.dir); err != nil {
		return err
	}
	keep, err := w.replay(c)
	if err != nil {
		return err
	}
	if c.damaged {
		if err := w.rewrite(name, keep); err != nil {
			return err
		}
	}
	if err := w.removeOrphans(); err != nil {
		return err
	}
	w.file, err = w.fsys.Append(name)
	return err
}

func (w *Work) match(have Header) error {
	want := w.header
	mismatch := func(what string, have, want any) error {
		return &MismatchError{Dir: w.dir, What: what, Have: fmt.Sprint(have), Want: fmt.Sprint(want)}
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

// contents is what a journal's bytes say, before the segments are looked at.
type contents struct {
	header  Header
	lines   []*line // groups and parts, in order
	damaged bool    // some lines were not readable, or the last was torn
}

// readJournal reads a journal. Lines that are damaged are left out: each
// stands by itself, so the others hold.
func readJournal(fsys files.FS, name string) (*contents, error) {
	src, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return parseJournal(io.NewSectionReader(src, 0, src.Size()))
}

func parseJournal(r io.Reader) (*contents, error) {
	lines := bufio.NewReaderSize(r, 1<<16)
	raw, err := lines.ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, err
	}
	// The journal appears with its first line whole, so a damaged first line
	// is not a crash.
	first, err := parseLine(raw)
	if err != nil {
		return nil, fmt.Errorf("first line of the journal: %w", err)
	}
	if first.Header == nil {
		return nil, fmt.Errorf("first line of the journal: %w: no header", errLine)
	}
	if first.Format != FormatVersion {
		return nil, fmt.Errorf("journal of format %d, expected %d", first.Format, FormatVersion)
	}
	c := &contents{header: *first.Header}
	seq := int64(0)
	for {
		raw, err := lines.ReadBytes('\n')
		if err == io.EOF && len(raw) == 0 {
			return c, nil
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		l, err := parseLine(raw)
		if err != nil || l.Header != nil || l.Seq <= seq {
			c.damaged = true
			continue
		}
		seq = l.Seq
		c.lines = append(c.lines, l)
	}
}

// replay takes the journal's lines into the state, leaving out groups whose
// segment is not what was written, and returns the lines that stand.
func (w *Work) replay(c *contents) ([]*line, error) {
	keep := c.lines[:0:0]
	for _, l := range c.lines {
		w.seq = max(w.seq, l.Seq)
		if l.Part != nil {
			w.parts[l.Part.Index] = *l.Part
			keep = append(keep, l)
			continue
		}
		ok := w.fits(l.Group)
		if ok && l.Group.Segment != "" {
			var err error
			if ok, err = w.sound(l.Group); err != nil {
				return nil, err
			}
			if !ok {
				for _, e := range l.Group.Tasks {
					w.lost = append(w.lost, e.Task)
				}
			}
		}
		if !ok {
			c.damaged = true
			continue
		}
		w.add(l.Group)
		keep = append(keep, l)
	}
	slices.Sort(w.lost)
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

// sound reports whether the group's segment is what was written.
func (w *Work) sound(g *group) (bool, error) {
	src, err := w.fsys.Open(filepath.Join(w.dir, g.Segment))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer src.Close()
	if src.Size() != g.Bytes {
		return false, nil
	}
	hash := xxh3.New()
	// A bad sector is damage like any other.
	if _, err := io.CopyBuffer(hash, io.NewSectionReader(src, 0, src.Size()), make([]byte, 1<<20)); err != nil {
		return false, nil
	}
	return fmt.Sprintf("%016x", hash.Sum64()) == g.XXH3, nil
}

// rewrite replaces the journal by one with the header and the lines that
// stand.
func (w *Work) rewrite(name string, keep []*line) error {
	f, err := files.CreateAtomic(w.fsys, name)
	if err != nil {
		return err
	}
	defer f.Discard()
	first, err := (&line{Format: FormatVersion, Header: &w.header}).appendTo(nil)
	if err != nil {
		return err
	}
	if _, err := f.Write(first); err != nil {
		return err
	}
	for _, l := range keep {
		if _, err := f.Write(l.RawLine); err != nil {
			return err
		}
	}
	return f.Commit()
}

// removeOrphans removes segments that no line names.
func (w *Work) removeOrphans() error {
	entries, err := w.fsys.ReadDir(w.dir)
	if err != nil {
		return err
	}
	named := make(map[string]bool, len(w.segment))
	for _, s := range w.segment {
		named[s] = true
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name, segmentEnd) && !named[e.Name] {
			if err := w.fsys.Remove(filepath.Join(w.dir, e.Name)); err != nil {
				return err
			}
		}
	}
	return nil
}
