package browse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
)

// listName is the file that makes a folder an export.
const listName = "datasets.json"

// Export writes the page and its datasets, unless damaged, into a folder that any web server can serve, whole or not
// at all. The folder must be new, empty, or an earlier export. It returns the number of files and their bytes.
func (s *Site) Export(ctx context.Context, out string) (n int, bytes int64, err error) {
	if err := s.replaceable(out); err != nil {
		return 0, 0, err
	}
	for _, f := range s.folders {
		if f.plan != nil {
			return 0, 0,
				enumerate.Errorf("%s is a config: files alone answer no questions: expected datasets with --export",
					f.dir)
		}
		d := f.current()
		switch state, message := d.state(); state {
		case study.Complete, study.Limited:
		default:
			return 0, 0, enumerate.Errorf("%s cannot be exported: %s", f.dir, message)
		}
		wrong, err := d.Verify()
		if err == nil && len(wrong) > 0 {
			err = fmt.Errorf("%s cannot be exported: it is damaged: %w", f.dir, wrong[0])
		}
		if err != nil {
			return 0, 0, err
		}
	}
	out = filepath.Clean(out)
	building := out + files.Temporary
	if err := s.replaceable(building); err != nil {
		return 0, 0, err
	}
	e := &exporter{ctx: ctx, dir: building}
	if e.err = os.RemoveAll(building); e.err == nil {
		e.site(s)
	}
	if e.err != nil {
		return 0, 0, errors.Join(e.err, os.RemoveAll(building))
	}
	if err := os.RemoveAll(out); err != nil {
		return 0, 0, err
	}
	return e.files, e.bytes, os.Rename(building, out)
}

// replaceable returns an error if a folder holds something that is no export.
func (s *Site) replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if info, e := os.Stat(dir); e == nil && !info.IsDir() {
		return enumerate.Errorf("%s is no folder", dir)
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, listName)); err != nil {
		return enumerate.Errorf("%s holds other files: expected a new or an empty folder, or one that --export wrote",
			dir)
	}
	ours := []string{listName, "data"}
	for name := range s.assets {
		top, _, _ := strings.Cut(name, "/")
		ours = append(ours, top)
	}
	for _, e := range entries {
		if !slices.Contains(ours, e.Name()) {
			return enumerate.Errorf(
				"%s holds %s, which --export has not written: expected another folder, or move it away", dir, e.Name())
		}
	}
	return nil
}

// An exporter writes the files of an export, until one cannot be written.
type exporter struct {
	ctx   context.Context
	dir   string
	files int
	bytes int64
	err   error // why the export is not whole
}

func (e *exporter) site(s *Site) {
	text, err := encode(list(s.folders, false), nil)
	e.write(listName, text, err)
	for name, data := range s.assets {
		e.write(name, data, nil)
	}
	for i, f := range s.folders {
		if e.err == nil { // a page takes long to make
			e.dataset(fmt.Sprintf("data/%d/", i), f.current())
		}
	}
}

func (e *exporter) dataset(at string, d *dataset) {
	if d.err != nil {
		e.err = d.err
		return
	}
	text, err := encode(newPage(d, false))
	e.write(at+"page.json", text, err)
	for _, name := range append(slices.Sorted(maps.Keys(d.files)), export.ManifestName) {
		if e.err == nil {
			e.err = e.copy(d.Dir(), name, at+name)
		}
	}
}

// write writes a file whose text was made with an error or without.
func (e *exporter) write(name string, data []byte, err error) {
	e.err = cmp.Or(e.err, e.ctx.Err(), err)
	if e.err == nil {
		name, e.err = e.path(name, int64(len(data)))
	}
	if e.err == nil {
		e.err = os.WriteFile(name, data, 0o666)
	}
}

// path counts a file and makes the folder that it goes into.
func (e *exporter) path(name string, bytes int64) (string, error) {
	e.files, e.bytes = e.files+1, e.bytes+bytes
	name = filepath.Join(e.dir, filepath.FromSlash(name))
	return name, os.MkdirAll(filepath.Dir(name), 0o777)
}

// copy copies a file of a dataset, or makes a second name for it, which takes no room: nobody writes into such a file.
func (e *exporter) copy(dir, name, target string) error {
	if e.ctx.Err() != nil {
		return e.ctx.Err()
	}
	from, size, err := openInside(dir, name)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := e.path(target, size)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && os.Link(path, to) == nil {
		return nil
	}
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}
