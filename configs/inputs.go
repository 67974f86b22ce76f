package configs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
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
	folder string // where relative paths of the config start; "embedded:" for shipped runs

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
// those of a file at the file's folder, those of a manifest are where the run
// found them.
func (in *inputs) where(written string, n *node) string {
	if w, ok := in.wanted[written]; ok {
		return w.Where
	}
	where := filepath.FromSlash(written)
	if !filepath.IsAbs(where) && (n == nil || !n.at.flag) {
		if in.folder == embeddedPrefix {
			return embeddedPrefix + path.Clean(written)
		}
		where = filepath.Join(in.folder, where)
	}
	// Verify may run in another folder.
	if absolute, err := filepath.Abs(where); err == nil {
		return absolute
	}
	return where
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
	where := in.where(written, n)
	f, info, err := openFile(where)
	if err != nil {
		reason := err.Error()
		if e := (*fs.PathError)(nil); errors.As(err, &e) {
			reason = e.Err.Error()
		}
		return nil, at.fault("a file that can be read", "%q (%s): %s", shorten(written), where, reason)
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	before, again := in.opened[written]
	if again && before.changed.Equal(info.ModTime()) && before.Bytes == info.Size() {
		return f, nil
	}
	// Hashed before it is read: a family may stop in the middle. The second
	// pass comes from the system's cache.
	h := sha256.New()
	size, err := io.Copy(h, f)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, at.fault("a file that can be read", "%q (%s): %v", shorten(written), where, err)
	}
	got := opened{Input{written, where, hex.EncodeToString(h.Sum(nil)), size}, info.ModTime()}
	want, known := in.wanted[written]
	if again {
		want, known = before.Input, true
	}
	if known && want.SHA256 != got.SHA256 {
		f.Close()
		return nil, at.fault("sha256 "+want.SHA256, "%q (%s) is not the file of the run any more: sha256 %s", written, where, got.SHA256)
	}
	if in.opened == nil {
		in.opened = map[string]opened{}
	}
	in.opened[written] = got
	return f, nil
}

type readSeekCloser interface {
	io.ReadSeeker
	io.Closer
}

// openFile opens a regular file, embedded or not. Pipes and devices are refused: they could not be read again by verify.
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
