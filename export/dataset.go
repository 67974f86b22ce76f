package export

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// StrayParts lists Parquet files among the parts that the manifest does not list:
// a reader that takes rows/*.parquet for one table would read them too. It lists
// none of a dataset that is not complete, because the manifest gets new parts last.
func (d *Dataset) StrayParts() ([]string, error) {
	if !d.Manifest.Complete {
		return nil, nil
	}
	entries, err := d.fsys.ReadDir(filepath.Join(d.dir, RowsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var found []string
	for _, e := range entries {
		name := path.Join(RowsDir, e.Name())
		if strings.HasSuffix(name, ".parquet") && !slices.ContainsFunc(d.Manifest.Parts,
			func(p FileInfo) bool { return p.Path == name }) {
			found = append(found, name+": is no part of the dataset")
		}
	}
	return found, nil
}

// A Dataset is a dataset open for reading. It is a [Source]; its readers hold one open file each.
type Dataset struct {
	Manifest *Manifest
	fsys     files.FS
	dir      string
	columns  []enumerate.Column
	parts    []FileInfo // of the rows
	begin    []int64    // number of the first row of each part; at the end the number of rows

	// Of a dataset without files: its rows, and its tables by name.
	rows   Source
	tables map[string]*enumerate.Batch
}

// InMemory returns a dataset of the same folder that has no files there: it has another manifest, the rows are those of
// a source, and the tables are in memory.
func (d *Dataset) InMemory(m *Manifest, rows Source, tables []enumerate.Table) *Dataset {
	m.Tables = nil
	d = &Dataset{Manifest: m, fsys: d.fsys, dir: d.dir, columns: rows.Columns(), begin: []int64{0, rows.Rows()},
		rows: rows, tables: map[string]*enumerate.Batch{}}
	for _, t := range tables {
		m.Tables = append(m.Tables, Table{Name: t.Name, FileInfo: FileInfo{Rows: int64(t.Rows.Len())},
			Columns: DescribeColumns(t.Rows.Columns)})
		d.tables[t.Name] = t.Rows
	}
	return d
}

// OpenDataset opens a dataset: it reads the manifest and no other file. See [Dataset.Verify].
func OpenDataset(fsys files.FS, dir string) (*Dataset, error) {
	m, err := ReadManifest(fsys, dir)
	if err != nil {
		return nil, err
	}
	return (&Dataset{Manifest: m, fsys: fsys, dir: dir}).withRows(m.Columns, m.Parts), nil
}

// withRows returns a copy whose rows are in the given files.
func (d *Dataset) withRows(columns []enumerate.Column, parts []FileInfo) *Dataset {
	c := *d
	c.columns, c.parts, c.begin = columns, parts, []int64{0}
	for _, p := range parts {
		c.begin = append(c.begin, c.begin[len(c.begin)-1]+p.Rows)
	}
	return &c
}

// Shown returns the dataset of what there is to look at: this one, or, if it has no rows, its
// examples of all that was counted.
func (d *Dataset) Shown() (shown *Dataset, examples bool) {
	e, err := d.OfTable(enumerate.ExamplesTable)
	if err != nil || len(d.Manifest.Parts) > 0 || len(e.columns) < len(d.columns) ||
		enumerate.SameTypes(e.columns[:len(d.columns)], d.columns) != nil {
		return d, false
	}
	return e, true
}

// OfTable returns a dataset as one whose rows are those of a table.
func (d *Dataset) OfTable(name string) (*Dataset, error) {
	if t := d.Manifest.Table(name); t != nil {
		return d.withRows(t.Columns, []FileInfo{t.FileInfo}), nil
	}
	var names []string
	for _, t := range d.Manifest.Tables {
		names = append(names, t.Name)
	}
	if len(names) == 0 {
		return nil, enumerate.Errorf("no table %q: the dataset has none before its run is done",
			enumerate.Shorten(name))
	}
	return nil, enumerate.Unknown("no table", name, names, "")
}

// Dir returns the dataset's folder.
func (d *Dataset) Dir() string { return d.dir }

// FS returns the file system that the folder is in.
func (d *Dataset) FS() files.FS { return d.fsys }

// Columns returns the columns of the rows.
func (d *Dataset) Columns() []enumerate.Column { return d.columns }

// Rows returns the number of rows.
func (d *Dataset) Rows() int64 { return d.begin[len(d.begin)-1] }

// Read reads rows from (inclusive) to to (exclusive).
func (d *Dataset) Read(from, to int64) block.Batches { return d.readColumns(nil, from, to) }

// readColumns reads some columns of rows from (inclusive) to to (exclusive). columns are indices of
// [Dataset.Columns]; nil is all. The batches have the columns that [Pick] returns for them.
func (d *Dataset) readColumns(columns []int, from, to int64) block.Batches {
	if d.rows != nil {
		return picked(d.rows, columns, from, to)
	}
	return sections{d.begin, func(part int, from, to int64) block.Batches {
		return func(yield func(*enumerate.Batch, error) bool) {
			f, err := d.openPart(part)
			if err != nil {
				yield(nil, err)
				return
			}
			defer f.close()
			f.columns = d.columns
			f.read(columns, from, to)(yield)
		}
	}}.rows(from, to)
}

// ReadRow reads some columns of one row.
func (d *Dataset) ReadRow(columns []int, row int64) (*enumerate.Batch, error) {
	return block.All(d.readColumns(columns, row, row+1), Pick(d.columns, columns))
}

// picked reads some columns of a source that has whole rows; nil is all.
func picked(src Source, columns []int, from, to int64) block.Batches {
	if columns == nil {
		return src.Read(from, to)
	}
	return func(yield func(*enumerate.Batch, error) bool) {
		b := enumerate.NewBatch(Pick(src.Columns(), columns))
		for whole, err := range src.Read(from, to) {
			if err != nil {
				yield(nil, err)
				return
			}
			for i, c := range columns {
				b.Vectors[i] = whole.Vectors[c]
			}
			if !yield(b, nil) {
				return
			}
		}
	}
}

// sound reports whether none of the parts that hold rows from (inclusive) to to (exclusive) is damaged.
func (d *Dataset) sound(from, to int64, damaged map[string]bool) bool {
	for part := sectionOf(d.begin, from); from < to && part < len(d.begin)-1 && d.begin[part] < to; part++ {
		if damaged[d.parts[part].Path] {
			return false
		}
	}
	return true
}

// Pick returns the columns with the given indices; nil is all.
func Pick(columns []enumerate.Column, indices []int) []enumerate.Column {
	if indices == nil {
		return columns
	}
	out := make([]enumerate.Column, len(indices))
	for i, c := range indices {
		out[i] = columns[c]
	}
	return out
}

// openPart opens a part and checks that it has the rows and columns that the manifest says.
func (d *Dataset) openPart(index int) (*parquetFile, error) {
	info := d.parts[index]
	f, err := openParquet(d.fsys, filepath.Join(d.dir, filepath.FromSlash(info.Path)))
	if err != nil {
		return nil, err
	}
	err = enumerate.SameTypes(f.columns, d.columns)
	if err == nil && f.file.NumRows() != info.Rows {
		err = fmt.Errorf("%d rows, expected %d", f.file.NumRows(), info.Rows)
	}
	if err != nil {
		f.close()
		return nil, &FileError{Path: info.Path, Err: err}
	}
	return f, nil
}

// PartColumns returns the columns of a part as its file describes them.
func (d *Dataset) PartColumns(index int) ([]enumerate.Column, error) {
	f, err := d.openPart(index)
	if err != nil {
		return nil, err
	}
	return f.columns, f.close()
}

// Table reads a table whole, and checks that it has the rows and columns that the manifest says.
func (d *Dataset) Table(name string) (*enumerate.Batch, error) {
	t := d.Manifest.Table(name)
	if t == nil {
		return nil, fmt.Errorf("%s: no table %q", d.dir, name)
	}
	if d.rows != nil {
		return d.tables[name], nil
	}
	return d.withRows(t.Columns, []FileInfo{t.FileInfo}).onlyPart()
}

// onlyPart reads the one part that the rows are in. Its columns are as the file describes them.
func (d *Dataset) onlyPart() (*enumerate.Batch, error) {
	f, err := d.openPart(0)
	if err != nil {
		return nil, err
	}
	defer f.close()
	return block.All(f.read(nil, 0, f.file.NumRows()), f.columns)
}

// Files lists all files of the dataset but the manifest.
func (d *Dataset) Files() []FileInfo {
	if d.rows != nil {
		return nil
	}
	list := slices.Clone(d.Manifest.Parts)
	for _, t := range d.Manifest.Tables {
		list = append(list, t.FileInfo)
	}
	for _, f := range []*FileInfo{d.Manifest.Stats, d.Manifest.EffortFile} {
		if f != nil {
			list = append(list, *f)
		}
	}
	return list
}

// Verify compares the length and digest of every file with the manifest, and the manifest with its
// own digest. It returns the files that differ, or the first error of another kind.
func (d *Dataset) Verify() ([]*FileError, error) {
	var wrong []*FileError
	if err := d.Manifest.Damage; err != nil {
		wrong = append(wrong, &FileError{Path: ManifestName, Err: err})
	}
	for _, info := range d.Files() {
		err := verifyFile(d.fsys, d.dir, info)
		if bad, ok := err.(*FileError); ok {
			wrong = append(wrong, bad)
		} else if err != nil {
			return wrong, err
		}
	}
	return wrong, nil
}

// Scan reads the given columns of all rows, in order, and calls visit with each batch of them and
// the number of its first row. The batch is valid during the call.
func (d *Dataset) Scan(columns []int, visit func(b *enumerate.Batch, first int64) error) error {
	first := int64(0)
	for b, err := range d.readColumns(columns, 0, d.Rows()) {
		if err == nil {
			err = visit(b, first)
		}
		if err != nil {
			return err
		}
		first += int64(b.Len())
	}
	return nil
}

// InRanges calls do for ranges that are so many rows together, of some workers at a time.
func InRanges(rows int64, workers int, do func(from, to int64) error) error {
	const size = 1 << 17
	var group errgroup.Group
	group.SetLimit(workers)
	for from := int64(0); from < rows; from += size {
		group.Go(func() error { return do(from, min(from+size, rows)) })
	}
	return group.Wait()
}

// A Reservoir keeps Limit of the rows that it is offered: each with the same
// chance (J. S. Vitter's Algorithm R, 1985), or, without Random, the first ones.
type Reservoir struct {
	Limit   int
	Random  *rand.Rand
	Rows    []int64
	Offered int64
}

// Offer offers a row by its number.
func (r *Reservoir) Offer(row int64) {
	r.Offered++
	if len(r.Rows) < r.Limit {
		r.Rows = append(r.Rows, row)
		return
	}
	if r.Random != nil {
		if i := r.Random.Int64N(r.Offered); i < int64(r.Limit) {
			r.Rows[i] = row
		}
	}
}
