package configs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"
)

// Input is a file that the puzzle named and the family opened.
type Input struct {
	Path   string `json:"path"`   // as written in the config
	Where  string `json:"where"`  // where it was found; "embedded:..." for shipped ones
	SHA256 string `json:"sha256"` // of its contents, in hexadecimal
	Bytes  int64  `json:"bytes"`
}

const embeddedPrefix = "embedded:"

// inputs opens files and remembers them.
type inputs struct {
	folder string   // where relative paths of the config start; "embedded:" for shipped runs
	nearby []string // folders in which files of a manifest are looked for, too

	mu     sync.Mutex
	opened map[string]opened // by path as written
	wanted map[string]Input  // of the run that a manifest describes
}

// opened is an input with the time of its last change when it was hashed.
type opened struct {
	Input
	changed time.Time
}

// Inputs lists the files opened so far, by path.
func (p *Plan) Inputs() []Input {
	p.inputs.mu.Lock()
	defer p.inputs.mu.Unlock()
	out := make([]Input, 0, len(p.inputs.opened))
	for _, in := range p.inputs.opened {
		out = append(out, in.Input)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out
}

// where resolves a path: those written in a flag start at the working folder,
// those of a file at the file's folder.
func (in *inputs) where(written string, n *node) string {
	where := filepath.FromSlash(written)
	if !filepath.IsAbs(where) && (n == nil || !n.at.flag) {
		if in.folder == embeddedPrefix {
			return embeddedPrefix + path.Clean(written)
		}
		where = filepath.Join(in.folder, where)
	}
	return absolute(where)
}

// absolute is a path that stays right in another working folder.
func absolute(where string) string {
	if a, err := filepath.Abs(where); err == nil {
		return a
	}
	return where
}

// places lists where a file may be, the likeliest first. Those of a manifest
// are where the run found them; or, since datasets travel, as written from the
// working folder on, or in a folder nearby. The recorded digest decides.
func (in *inputs) places(written string, n *node) []string {
	w, ok := in.wanted[written]
	if !ok {
		return []string{in.where(written, n)}
	}
	places := []string{w.Where}
	add := func(where string) {
		if where = absolute(where); !contains(places, where) {
			places = append(places, where)
		}
	}
	name := filepath.FromSlash(written)
	if filepath.IsAbs(name) {
		name = filepath.Base(name)
	}
	for _, folder := range append([]string{"."}, in.nearby...) {
		add(filepath.Join(folder, name))
	}
	return places
}

func (in *inputs) open(p *Plan, written string) (io.ReadCloser, error) {
	var n *node
	p.root.walk(func(c *node) {
		if c.kind == stringKind && c.text == written && (n == nil || c.at.flag) {
			n = c
		}
	})
	at := place{file: p.file}
	if n != nil && n.at.file != "" {
		at = n.at
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if before, again := in.opened[written]; again {
		f, got, err := openInput(written, before.Where, &before)
		if err == nil && got.SHA256 != before.SHA256 {
			err = changed(f, got)
		}
		if err != nil {
			return nil, at.fault("the file with sha256 "+before.SHA256, "%q (%s): %v", shorten(written), before.Where, err)
		}
		in.opened[written] = got
		return f, nil
	}
	want, known := in.wanted[written]
	places := in.places(written, n)
	var looked []string
	var failed error
	for _, where := range places {
		f, got, err := openInput(written, where, nil)
		if err == nil && known && got.SHA256 != want.SHA256 {
			err = changed(f, got)
		}
		if err == nil {
			if in.opened == nil {
				in.opened = map[string]opened{}
			}
			in.opened[written] = got
			return f, nil
		}
		failed = err
		looked = append(looked, fmt.Sprintf("%s: %v", where, err))
	}
	if !known {
		return nil, at.fault("a file that can be read", "%q (%s): %v", shorten(written), places[0], failed)
	}
	const most = 8
	if n := len(looked); n > most {
		looked = append(looked[:most], fmt.Sprintf("and %d places more", n-most))
	}
	return nil, at.fault(fmt.Sprintf("the file of the run, %d bytes with sha256 %s", want.Bytes, want.SHA256), "%q was not found (looked for %s)", shorten(written), strings.Join(looked, "; "))
}

// changed closes a file that is another than it was, and says so.
func changed(f io.Closer, got opened) error {
	f.Close()
	return fmt.Errorf("is not the file of the run any more: sha256 %s", got.SHA256)
}

// openInput opens a file and hashes it, unless it is known and its size and time
// are what they were. It is hashed before it is read, since a family may stop in
// the middle; the second pass comes from the system's cache.
func openInput(written, where string, before *opened) (io.ReadCloser, opened, error) {
	f, info, err := openFile(where)
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		err = e.Err
	}
	if err != nil {
		return nil, opened{}, err
	}
	if before != nil && before.changed.Equal(info.ModTime()) && before.Bytes == info.Size() {
		return f, *before, nil
	}
	h := sha256.New()
	size, err := io.Copy(h, f)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, opened{}, err
	}
	return f, opened{Input{written, where, hex.EncodeToString(h.Sum(nil)), size}, info.ModTime()}, nil
}

type readSeekCloser interface {
	io.ReadSeeker
	io.Closer
}

// openFile opens a regular file, embedded or not. Pipes and devices are
// refused: they could not be read again by verify.
func openFile(where string) (readSeekCloser, fs.FileInfo, error) {
	var f fs.File
	var err error
	if name, ok := strings.CutPrefix(where, embeddedPrefix); ok {
		f, err = shippedFiles.Open(name)
	} else {
		// Looked at before it is opened: opening a pipe would wait.
		var info fs.FileInfo
		if info, err = os.Stat(where); err == nil && !info.Mode().IsRegular() {
			err = errNotRegular
		}
		if err == nil {
			f, err = os.Open(where)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		if s, ok := f.(readSeekCloser); ok && info.Mode().IsRegular() {
			return s, info, nil
		}
		err = errNotRegular
	}
	f.Close()
	return nil, nil, err
}

var errNotRegular = errors.New("not a regular file")
