package journal

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"coverstat/export/files"

	"github.com/zeebo/xxh3"
)

// snapshotName is the file of what an unfinished task has so far. There is one at a time.
const snapshotName = "kept"

// SaveSnapshot writes what an unfinished task has so far, in place of what was kept before. snapshot puts its bytes.
func (w *Work) SaveSnapshot(task int, snapshot func(put func([]byte) error) error) error {
	f, err := files.CreateAtomic(w.FS, filepath.Join(w.Dir, snapshotName))
	if err != nil {
		return err
	}
	defer f.Discard()
	sum := xxh3.New()
	put := func(p []byte) error {
		sum.Write(p)
		_, err := f.Write(p)
		return err
	}
	if err := put(w.snapshotHead(task)); err != nil {
		return err
	}
	if err := snapshot(put); err != nil {
		return err
	}
	if _, err := f.Write(binary.LittleEndian.AppendUint64(nil, sum.Sum64())); err != nil {
		return err
	}
	return f.Commit()
}

// snapshotHead is the first line of a snapshot: of which run and task it is.
func (w *Work) snapshotHead(task int) []byte { return fmt.Appendf(nil, "%s %d\n", w.of, task) }

// OpenSnapshot returns what was kept of a task, nil if nothing was. It is an error if the file is damaged.
func (w *Work) OpenSnapshot(task int) (io.ReadCloser, error) {
	name := filepath.Join(w.Dir, snapshotName)
	src, err := w.FS.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	end := src.Size() - 8
	var want [8]byte
	sum := xxh3.New()
	if end > 0 {
		_, err = src.ReadAt(want[:], end)
	}
	if err == nil && end > 0 {
		_, err = io.Copy(sum, io.NewSectionReader(src, 0, end))
	}
	if err == nil && (end <= 0 || sum.Sum64() != binary.LittleEndian.Uint64(want[:])) {
		err = fmt.Errorf("%s is damaged", name)
	}
	if err != nil {
		src.Close()
		return nil, err
	}
	r := bufio.NewReaderSize(io.NewSectionReader(src, 0, end), 1<<16)
	if head, err := r.ReadBytes('\n'); err != nil || string(head) != string(w.snapshotHead(task)) {
		src.Close() // of another task
		return nil, nil
	}
	return struct {
		io.Reader
		io.Closer
	}{r, src}, nil
}
