package export

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
	"coverstat/export/journal"
)

// PartRows is the number of rows in each part but the last.
const PartRows = 1_048_576

// RowsDir is the folder of the parts in a dataset.
const RowsDir = "rows"

// A Source is a list of rows of known length that can be read from any row, by
// several readers at once: a [block.List] or a [Dataset].
type Source interface {
	Columns() []enumerate.Column
	Rows() int64
	// Read reads rows from (inclusive) to to (exclusive).
	Read(from, to int64) block.Batches
}

// An Assembly writes the parts of a dataset from a source of rows. All parts but the last have the same number of
// rows. So parts depend on the rows alone, and can be written in any order and at the same time.
type Assembly struct {
	FS  files.FS
	Dir string // of the dataset
	Src Source
	// Limit, if above 0, is the number of rows to write: the first ones.
	Limit int64
	// Work, if not nil, records finished parts. A recorded part is not written
	// again if its file still has the recorded digest.
	Work *journal.Work
	// Observe, if not nil, gets all rows, batch by batch, on several goroutines, also those of
	// parts that are not written again. A batch is valid during the call.
	Observe func(*enumerate.Batch) error
	// PartRows is the number of rows in a part; 0 is [PartRows]. For tests.
	PartRows int64
}

func (a *Assembly) partRows() int64 {
	if a.PartRows > 0 {
		return a.PartRows
	}
	return PartRows
}

// rows returns the number of rows that the dataset will have.
func (a *Assembly) rows() int64 {
	if a.Limit > 0 {
		return min(a.Limit, a.Src.Rows())
	}
	return a.Src.Rows()
}

// parts returns the number of parts. A dataset without rows has one part
// without rows, in which readers find the columns.
func (a *Assembly) parts() int {
	n := a.partRows()
	return int(max(1, (a.rows()+n-1)/n))
}

// rowsOf returns the number of rows of a part.
func (a *Assembly) rowsOf(index int) int64 {
	return min(a.partRows(), a.rows()-int64(index)*a.partRows())
}

// PartName returns the path of a part in the dataset.
func PartName(index int) string { return fmt.Sprintf("%s/part-%05d.parquet", RowsDir, index) }

// Write writes all parts and returns them in order. It encodes as many row groups at a time as there are workers, or
// fewer if the rows are so wide that these would take more memory than groupMemory. It removes other files from the
// folder of the parts, which a stopped run has left.
func (a *Assembly) Write(ctx context.Context, workers int) ([]FileInfo, error) {
	dir := filepath.Join(a.Dir, RowsDir)
	parts := make([]FileInfo, a.parts())
	if err := a.FS.MkdirAll(dir); err != nil {
		return nil, err
	}
	ours := map[string]bool{}
	for i := range parts {
		ours[path.Base(PartName(i))] = true
	}
	if _, err := files.RemoveIf(a.FS, dir, func(name string) bool {
		return !ours[name] && (strings.HasPrefix(name, "part-") || strings.HasSuffix(name, files.Temporary))
	}); err != nil {
		return nil, err
	}
	workers, err := a.writers(workers)
	if err != nil {
		return nil, err
	}
	if err := a.keepParts(ctx, workers, parts); err != nil {
		return nil, err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := 0; i < len(parts) && err == nil; i++ {
		if err = ctx.Err(); err == nil && parts[i].Path == "" {
			err = a.writePart(ctx, group, i, &parts[i])
		}
	}
	return parts, cmp.Or(group.Wait(), err)
}

// groupMemory is the greatest number of bytes that the rows of row groups take that are encoded at a time, unless those
// of one alone take more. A group of rows of a picture and 16 numbers takes 17 MB, and a fraction of that compressed.
const groupMemory = 256 << 20

// writers returns how many row groups to encode at a time. It estimates the size of a row from the first rows.
func (a *Assembly) writers(workers int) (int, error) {
	for b, err := range a.Src.Read(0, min(a.rows(), enumerate.BatchRows)) {
		if err != nil {
			return 0, err
		}
		fit := groupMemory / max(1, int64(block.SizeOf(b))*GroupRows/int64(b.Len()))
		return int(max(1, min(int64(workers), fit))), nil
	}
	return 1, nil // there are no rows
}

// keepParts finds the parts that are there already, and passes their rows to the observer.
func (a *Assembly) keepParts(ctx context.Context, workers int, parts []FileInfo) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range parts {
		group.Go(func() error {
			info, kept, err := a.soundPart(i)
			if err == nil && kept {
				from := int64(i) * a.partRows()
				parts[i], err = info, a.copyRows(ctx, from, from+info.Rows, nil)
			}
			return err
		})
	}
	return group.Wait()
}

// writePart lets a group of goroutines write one part. Its row groups are encoded each by one of them, and written in
// turn; the last one closes the file.
func (a *Assembly) writePart(ctx context.Context, group *errgroup.Group, index int, info *FileInfo) error {
	w, err := createParquet(a.FS, filepath.Join(a.Dir, filepath.FromSlash(PartName(index))), a.Src.Columns())
	if err != nil {
		return err
	}
	begin, n := int64(index)*a.partRows(), a.rowsOf(index)
	before := make(chan error, 1) // has what became of the row groups before
	before <- nil
	groups := max(1, (n+GroupRows-1)/GroupRows)
	for i := range groups {
		from, to, last := begin+i*GroupRows, begin+min(n, (i+1)*GroupRows), i == groups-1
		var rows *rowGroup // none in a part without rows
		if to > from {
			rows = w.newGroup()
		}
		turn, next := before, make(chan error, 1)
		group.Go(func() error {
			err := a.copyRows(ctx, from, to, rows)
			err = cmp.Or(<-turn, err)
			if err == nil && rows != nil {
				err = w.append(rows)
			}
			if err == nil && last {
				*info, err = a.closePart(w, index)
			}
			if last {
				w.discard()
			}
			next <- err
			return err
		})
		before = next
	}
	return nil
}

// closePart closes a part and records it.
func (a *Assembly) closePart(w *ParquetWriter, index int) (FileInfo, error) {
	info, err := w.close()
	info.Path = PartName(index)
	if err == nil && a.Work != nil {
		err = a.Work.CommitPart(journal.Part{Index: index, Rows: info.Rows, Bytes: info.Bytes, SHA256: info.SHA256})
	}
	return info, err
}

// soundPart reports whether the part is there and has the recorded digest.
func (a *Assembly) soundPart(index int) (FileInfo, bool, error) {
	if a.Work == nil {
		return FileInfo{}, false, nil
	}
	p, ok := a.Work.Part(index)
	if !ok || p.Rows != a.rowsOf(index) {
		return FileInfo{}, false, nil
	}
	info := FileInfo{Path: PartName(index), Rows: p.Rows, Bytes: p.Bytes, SHA256: p.SHA256}
	err := verifyFile(a.FS, a.Dir, info)
	var bad *FileError
	if errors.As(err, &bad) {
		return FileInfo{}, false, nil // it must be written again
	}
	return info, err == nil, err
}

// copyRows passes rows to a row group, if it is not nil, and to the observer.
func (a *Assembly) copyRows(ctx context.Context, from, to int64, group *rowGroup) error {
	for b, err := range a.Src.Read(from, to) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && group != nil {
			err = group.add(b, 0, b.Len())
		}
		if err == nil && a.Observe != nil {
			err = a.Observe(b)
		}
		if err != nil {
			return err
		}
	}
	if group != nil {
		return group.end()
	}
	return nil
}

// FileError says that a file of a dataset is missing or differs from what the manifest says.
type FileError struct {
	Path string
	Err  error
}

// Error names the file.
func (e *FileError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// verifyFile compares the length and digest of a file with the manifest's. If
// they differ, or there is no such file, the error is a [*FileError].
func verifyFile(fsys files.FS, dir string, info FileInfo) error {
	wrong, err := files.Differs(fsys, filepath.Join(dir, filepath.FromSlash(info.Path)), info.Bytes, sha256.New(),
		info.SHA256)
	if wrong != nil {
		return &FileError{Path: info.Path, Err: wrong}
	}
	return err
}
