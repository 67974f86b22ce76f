package browse

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/export"
)

// A folder is one that the page shows, or a config. What is known of a folder is read again when its manifest has
// changed.
type folder struct {
	dir      string        // as the user wrote it
	plan     *configs.Plan // of a config
	explorer *explorer     // that of all folders

	mu   sync.Mutex
	seen string // the time and the length of its manifest
	now  *dataset
}

// A dataset is what one manifest says.
type dataset struct {
	*study.Dataset                            // nil if it cannot be read
	err            error                      // why
	files          map[string]export.FileInfo // those that are served, by their paths in the manifest
	page           func() ([]byte, error)     // page.json, made when it is first asked for
	artist         func() (*artist, error)    // or [enumerate.NoPictureError]
}

// current returns the dataset as it is now.
func (f *folder) current() *dataset {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := ""
	if info, err := os.Stat(filepath.Join(f.dir, export.ManifestName)); err == nil {
		now = fmt.Sprint(info.ModTime().UnixNano(), info.Size())
	}
	if f.now == nil || f.now.err != nil || now != f.seen {
		f.seen, f.now = now, open(f.dir)
	}
	return f.now
}

// open reads the manifest of a dataset and no other file.
func open(dir string) *dataset {
	set, err := study.OpenDataset(dir)
	if err != nil {
		return &dataset{err: err}
	}
	set, _ = set.Shown()
	d := &dataset{Dataset: set, files: map[string]export.FileInfo{}}
	for _, part := range set.Manifest.Parts {
		d.files[part.Path] = part
	}
	for _, t := range set.Manifest.Tables {
		d.files[t.Path] = t.FileInfo
	}
	if s := set.Manifest.Stats; s != nil {
		d.files[study.StatsName] = *s
	}
	d.artist = sync.OnceValues(func() (*artist, error) { return newArtist(set) })
	d.page = sync.OnceValues(func() ([]byte, error) { return encode(newPage(d, true)) })
	return d
}

// Further states of what the page shows.
const (
	damaged study.State = "damaged"
	config  study.State = "config" // it was not run; there is all that can be asked about its solutions
)

// state returns the state of a dataset, and in words why it cannot be shown or what it lacks.
func (d *dataset) state() (state study.State, message string) {
	if d.err != nil {
		return damaged, d.err.Error()
	}
	for path, info := range d.files {
		name := filepath.Join(d.Dir(), filepath.FromSlash(path))
		on, err := os.Stat(name)
		switch {
		case err != nil:
			return damaged, fmt.Sprintf("%s is not there: see coverstat verify", name)
		case on.Size() != info.Bytes:
			return damaged, fmt.Sprintf("%s has %d bytes, expected %d: see coverstat verify", name, on.Size(),
				info.Bytes)
		}
	}
	m := d.Manifest
	switch state = d.State(); {
	case state == study.Complete && m.Shard != nil:
		message = fmt.Sprintf("shard %d of %d, numbered from 0, and not the whole: merge the shards first",
			m.Shard.Index, m.Shard.Of)
	case state == study.Limited:
		message = "not all rows: " + m.Extent
	case state == study.Running:
		message = "the run goes on" + d.soFar()
	case state == study.Failed:
		message = "the run failed: " + m.Failure
	case state == study.Stopped:
		message = "the run was stopped: coverstat run goes on with it" + d.soFar()
	}
	return state, message
}

// soFar says how to see what an unfinished run has found; "" if it has no rows before its end.
func (d *dataset) soFar() string {
	if d.Manifest.How == export.Swept {
		return ""
	}
	return "; coverstat report --partial shows what it has found"
}

// An entry is an entry of datasets.json.
type entry struct {
	ID      int         `json:"id"`
	Name    string      `json:"name"`
	Title   string      `json:"title"`
	Family  string      `json:"family"`
	Job     string      `json:"job"`
	Folder  string      `json:"folder"`
	State   study.State `json:"state"`
	Message string      `json:"message"`
}

// A datasetList is datasets.json.
type datasetList struct {
	Server   bool    `json:"server"`
	Program  string  `json:"program"`
	Datasets []entry `json:"datasets"`
}

// list returns what datasets.json says. In an export no folder is named.
func list(folders []*folder, server bool) *datasetList {
	all := &datasetList{Server: server, Program: study.Version()}
	for i, f := range folders {
		e := entry{ID: i, Name: filepath.Base(f.dir)}
		if server {
			e.Folder = f.dir
		}
		if p := f.plan; p != nil {
			e.Name, e.Title, e.Family, e.Job, e.State = p.Name, p.Title, p.Family, string(p.Kind), config
		} else {
			d := f.current()
			e.State, e.Message = d.state()
			if d.err == nil {
				m := d.Manifest
				e.Name, e.Family, e.Job = m.Name, m.Family, string(m.Job)
				e.Title, _ = m.Titles()
			}
		}
		e.Title = cmp.Or(e.Title, e.Name)
		all.Datasets = append(all.Datasets, e)
	}
	return all
}
