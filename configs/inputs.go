package configs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coverstat/enumerate"
)

const embeddedPrefix = "embedded:"

// IsShipped reports whether a file is one that the program has in itself.
func IsShipped(where string) bool { return strings.HasPrefix(where, embeddedPrefix) }

// opened is an input with the time of its last change when it was hashed.
type opened struct {
	enumerate.Input
	changed time.Time
	fresh   bool // it had changed within timePrecision before: a change since may have the same time
}

// timePrecision is more than the precision of any file system's times: that of FAT is 2 s.
const timePrecision = 3 * time.Second

// Inputs lists the files opened so far, by path.
func (p *Plan) Inputs() []enumerate.Input {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]enumerate.Input, 0, len(p.opened))
	for _, path := range slices.Sorted(maps.Keys(p.opened)) {
		out = append(out, p.opened[path].Input)
	}
	return out
}

// files lists the inputs that the manifest of a run has, or those opened so far, by path.
func (p *Plan) files() []enumerate.Input {
	recorded := p.wanted
	if recorded == nil {
		return p.Inputs()
	}
	return slices.SortedFunc(maps.Values(recorded),
		func(a, b enumerate.Input) int { return strings.Compare(a.Path, b.Path) })
}

// Below makes a file below the folder that a key names an input, and returns where it is.
func (p *Plan) Below(key, name string) (enumerate.Input, error) {
	c, _ := p.root.find(key)
	written := path.Join(filepath.ToSlash(c.value.text), name)
	f, err := p.openAt(written, c.value.at)
	if err != nil {
		return enumerate.Input{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.opened[written].Input, f.Close()
}

// open opens a file that the puzzle names, and refuses one that has changed.
func (p *Plan) open(written string) (io.ReadCloser, error) {
	return p.openAt(written, p.pathPlace(written))
}

// openAt opens a file whose path has a place in the config.
func (p *Plan) openAt(written string, at place) (io.ReadCloser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	want, known := p.wanted[written]
	places := p.places(written, at.flag)
	before, again := p.opened[written]
	if again {
		want, known, places = before.Input, true, []string{before.Where}
	}
	var looked []string
	var failed error
	for _, where := range places {
		f, got, err := openInput(written, where, before)
		if err == nil && known && got.SHA256 != want.SHA256 {
			f.Close()
			err = fmt.Errorf("is not the file of the run any more: sha256 %s", got.SHA256)
		}
		if err == nil {
			if p.opened == nil {
				p.opened = map[string]opened{}
			}
			p.opened[written] = got
			return f, nil
		}
		failed = err
		looked = append(looked, fmt.Sprintf("%s: %v", where, err))
	}
	expected := "a file that can be read"
	if known {
		expected = fmt.Sprintf("the file of the run, %d bytes with sha256 %s", want.Bytes, want.SHA256)
	}
	if again || !known {
		return nil, at.fault(expected, "%q (%s): %v", enumerate.Shorten(written), places[0], failed)
	}
	const most = 8
	if n := len(looked); n > most {
		looked = append(looked[:most], fmt.Sprintf("and %d places more", n-most))
	}
	return nil, &MissingInput{written,
		at.fault(expected, "%q was not found (looked for %s)", enumerate.Shorten(written),
			strings.Join(looked, "; "))}
}

// MissingInput is the error for a file of a recorded run that was moved or changed since.
type MissingInput struct {
	Written string // its path as the config has it
	*enumerate.InputError
}

// Unwrap makes it an [enumerate.InputError].
func (e *MissingInput) Unwrap() error { return e.InputError }

// pathPlace is the place of the value in the puzzle that is a path. If several
// values say the same, it is the first one, or the one of a flag.
func (p *Plan) pathPlace(written string) place {
	at, found := place{file: p.file}, false
	p.Puzzle.walk(func(n *node) {
		if n.kind == stringKind && n.text == written && (!found || n.at.flag) {
			at, found = n.at, true
		}
	})
	return at
}

// places lists where a file may be, the likeliest first. The files of a
// manifest are where the run found them; or, since datasets are moved and
// copied, at the path as written from the working folder on, in a folder
// nearby, or in the program. The recorded digest decides.
func (p *Plan) places(written string, flag bool) []string {
	name := filepath.FromSlash(written)
	recorded, ok := p.wanted[written]
	switch {
	case ok:
		places := []string{recorded.Where}
		if filepath.IsAbs(name) {
			name = filepath.Base(name)
		}
		for _, folder := range append([]string{"."}, p.nearby...) {
			if where := absolute(filepath.Join(folder, name)); !slices.Contains(places, where) {
				places = append(places, where)
			}
		}
		if shipped := path.Clean(written); fs.ValidPath(shipped) {
			if _, err := fs.Stat(shippedFiles, shipped); err == nil {
				places = append(places, embeddedPrefix+shipped)
			}
		}
		return places
	case filepath.IsAbs(name) || flag: // a path in a flag starts at the working folder
		return []string{absolute(name)}
	case p.folder == embeddedPrefix:
		return []string{embeddedPrefix + path.Clean(written)}
	}
	return []string{absolute(filepath.Join(p.folder, name))}
}

// absolute is a path that stays right in another working folder.
func absolute(where string) string {
	if a, err := filepath.Abs(where); err == nil {
		return a
	}
	return where
}

// openInput opens a file and hashes it, unless its size and time are what they
// were before. It is hashed before it is read, since a family may stop in the
// middle; the second pass comes from the system's cache.
func openInput(written, where string, before opened) (io.ReadCloser, opened, error) {
	f, info, err := openFile(where)
	if err != nil {
		return nil, opened{}, reason(err)
	}
	if before.changed.Equal(info.ModTime()) && before.Bytes == info.Size() && before.SHA256 != "" {
		return f, before, nil
	}
	fresh := time.Since(info.ModTime()) < timePrecision
	h := sha256.New()
	size, err := io.Copy(h, f)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, opened{}, reason(err)
	}
	return f, opened{enumerate.Input{Path: written, Where: where, SHA256: hex.EncodeToString(h.Sum(nil)), Bytes: size},
		info.ModTime(), fresh}, nil
}

// openFile opens a regular file, embedded or not. Pipes and devices are
// refused, since verify could not read them again.
func openFile(where string) (io.ReadSeekCloser, fs.FileInfo, error) {
	var f fs.File
	var err error
	if name, ok := strings.CutPrefix(where, embeddedPrefix); ok {
		f, err = shippedFiles.Open(name)
	} else if info, statErr := os.Stat(where); statErr == nil && !info.Mode().IsRegular() {
		err = errNotRegular // found out before the opening, since that of a pipe would wait
	} else {
		f, err = os.Open(where)
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		if s, ok := f.(io.ReadSeekCloser); ok && info.Mode().IsRegular() {
			return s, info, nil
		}
		err = errNotRegular
	}
	f.Close()
	return nil, nil, err
}

var errNotRegular = errors.New("not a regular file")

// ErrChanged says that an input changed while a run read it.
var ErrChanged = errors.New(
	"changed during the run, whose work since then is not kept: run again with the old file, or with --fresh for the new one")

// CheckInputs returns [ErrChanged] if a file that the puzzle opened is not what it
// was then. It reads only the files whose size or time has changed or whose time may
// hide a change, or all with again: a time can also be set.
func (p *Plan) CheckInputs(again bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for written, before := range p.opened {
		if again || before.fresh {
			before.changed = time.Time{}
		}
		f, now, err := openInput(written, before.Where, before)
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed, not changed: what was opened stays readable
		}
		if err != nil {
			return err
		}
		f.Close()
		if now.SHA256 != before.SHA256 {
			return fmt.Errorf("%s %w", before.Where, ErrChanged)
		}
		p.opened[written] = now
	}
	return nil
}
