package browse

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
)

// listName is the file that makes a folder an export.
const listName = "datasets.json"

// Export writes the page and its datasets, unless damaged, into a folder that any web server can serve, whole or not
// at all. The folder must be new, empty, or an earlier export. It returns the number of files and their bytes.
func (s *Site) Export(ctx context.Context, out string) (n int, bytes int64, err error) {
	if err := replaceable(out); err != nil {
		return 0, 0, err
	}
	for _, f := range s.folders {
		d := f.current()
		switch state, message := d.state(); state {
		case complete, limited:
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
	if err := replaceable(building); err != nil {
		return 0, 0, err
	}
	if err := os.RemoveAll(building); err != nil {
		return 0, 0, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(building)
		}
	}()
	e := &exporter{ctx: ctx, dir: building}
	if err := e.site(s); err != nil {
		return 0, 0, err
	}
	return e.files, e.bytes, replace(building, out)
}

// replaceable returns an error if a folder holds something that is no export.
func replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if _, bad := os.Stat(dir); bad == nil && err != nil {
		return enumerate.Errorf("%s is no folder", dir)
	}
	if err != nil {
		return err
	}
	var list struct {
		Server *bool
		Files  []string
	}
	if text, err := files.ReadFile(files.OS(), filepath.Join(dir, listName), 1<<24); err == nil && json.Unmarshal(text, &list) == nil && list.Server != nil && !*list.Server {
		for _, e := range entries {
			if len(list.Files) > 0 && !slices.Contains(list.Files, e.Name()) {
				return enumerate.Errorf("%s holds %s, which --export has not written: expected another folder, or move it away", dir, e.Name())
			}
		}
		return nil
	}
	return enumerate.Errorf("%s holds other files: expected a new or an empty folder, or one that --export wrote", dir)
}

// replace gives a folder another name. A folder that has the name is removed.
func replace(from, to string) error {
	old := to + ".old" + files.Temporary
	err := os.Rename(to, old)
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(from, to); err != nil {
		if there {
			err = errors.Join(err, os.Rename(old, to))
		}
		return err
	}
	return os.RemoveAll(old)
}

// An exporter writes the files of an export.
type exporter struct {
	ctx   context.Context
	dir   string
	files int
	bytes int64
}

func (e *exporter) site(s *Site) error {
	all := list(s.folders, false)
	all.Files = []string{listName, "data"}
	for name := range s.assets {
		top, _, _ := strings.Cut(name, "/")
		all.Files = append(all.Files, top)
	}
	slices.Sort(all.Files)
	all.Files = slices.Compact(all.Files)
	text, err := encode(all, nil)
	if err != nil {
		return err
	}
	err = e.write(listName, text)
	for name, data := range s.assets {
		err = cmp.Or(err, e.write(name, data))
	}
	if err != nil {
		return err
	}
	for i, f := range s.folders {
		if err := e.dataset(fmt.Sprintf("data/%d/", i), f.current()); err != nil {
			return fmt.Errorf("%s: %w", f.dir, err)
		}
	}
	return nil
}

func (e *exporter) dataset(at string, d *dataset) error {
	if d.err != nil {
		return d.err
	}
	text, err := encode(newPage(d, false))
	if err == nil {
		err = e.write(at+"page.json", text)
	}
	for _, name := range append(slices.Sorted(maps.Keys(d.files)), export.ManifestName) {
		if err == nil {
			err = e.copy(d.Dir(), name, at+name)
		}
	}
	return err
}

func (e *exporter) write(name string, data []byte) error {
	to, err := e.path(name, int64(len(data)))
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
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
