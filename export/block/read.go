package block

import (
	"bytes"
	"errors"
	"io"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// A RowReader yields rows, batch by batch. It belongs to one goroutine and
// opens files when it is first read.
type RowReader interface {
	// Next empties the batch and fills it with the next rows, one or more. At
	// the end it returns [io.EOF].
	Next(*enumerate.Batch) error
	// Close closes the files that the reader has open and frees its memory.
	Close() error
}

// Each calls visit with all batches that a reader yields, and closes the reader. A batch is valid
// during the call.
func Each(r RowReader, columns []enumerate.Column, visit func(*enumerate.Batch) error) (err error) {
	defer func() {
		if e := r.Close(); e != nil { // an error of visit is returned as it is
			err = errors.Join(err, e)
		}
	}()
	b := enumerate.NewBatch(columns)
	for {
		if err := r.Next(b); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := visit(b); err != nil {
			return err
		}
	}
}

// All reads all rows that a reader yields, and closes it.
func All(r RowReader, columns []enumerate.Column) (*enumerate.Batch, error) {
	all := enumerate.NewBatch(columns)
	err := Each(r, columns, func(b *enumerate.Batch) error {
		all.AppendRows(b, 0, b.Len())
		return nil
	})
	return all, err
}

// readAhead is the least number of bytes that a cursor reads at once. It is short because
// the tasks of a run are not done in order: what follows in a segment is often read later.
const readAhead = 1 << 16

// A cursor stands between two blocks of an extent and goes forward.
type cursor struct {
	file     string       // that is open; "" if none is
	src      io.ReaderAt  // that file, or bytes in memory
	open     files.Source // src, if it must be closed
	at, end  int64        // what is left of the extent
	window   []byte       // bytes of src, read at windowAt
	windowAt int64
	decoder  decoder
}

// enter goes to the start of an extent. The file stays open, and what was read
// ahead is kept, if the extent before was in the same file.
func (c *cursor) enter(fsys files.FS, e Extent) error {
	if e.Memory != nil || c.file != e.File {
		if err := c.close(); err != nil {
			return err
		}
		if e.Memory != nil {
			c.src = bytes.NewReader(e.Memory)
		} else {
			src, err := fsys.Open(e.File)
			if err != nil {
				return err
			}
			c.file, c.src, c.open = e.File, src, src
		}
	}
	c.at, c.end = e.From, e.To
	return nil
}

func (c *cursor) close() error {
	var err error
	if c.open != nil {
		err = c.open.Close()
	}
	c.file, c.src, c.open, c.window = "", nil, nil, c.window[:0]
	return err
}

// header returns the header of the next block. At the end of the extent it returns [io.EOF].
func (c *cursor) header() (header, error) {
	if c.at == c.end {
		return header{}, io.EOF
	}
	head, err := c.peek(headerSize)
	if err != nil {
		return header{}, err
	}
	return parseHeader(head)
}

// skip goes past the next block, given its header.
func (c *cursor) skip(h header) error {
	if int64(h.size) > c.end-c.at {
		return errBeyond
	}
	c.at += int64(h.size)
	return nil
}

// decode appends the rows of the next block, given its header, to a batch and goes past the block.
func (c *cursor) decode(b *enumerate.Batch, h header) error {
	data, err := c.peek(h.size)
	if err != nil {
		return err
	}
	if _, err := c.decoder.decode(b, data); err != nil {
		return err
	}
	c.at += int64(h.size)
	return nil
}

var errBeyond = damaged("a block goes beyond the end of its extent")

// peek returns the next n bytes.
func (c *cursor) peek(n int) ([]byte, error) {
	if int64(n) > c.end-c.at {
		return nil, errBeyond
	}
	if c.at < c.windowAt || c.at+int64(n) > c.windowAt+int64(len(c.window)) {
		if size := max(n, readAhead); cap(c.window) < size {
			c.window = make([]byte, size)
		}
		// This may read beyond the extent, since the next one often follows.
		// The file may end before the window is full.
		got, err := c.src.ReadAt(c.window[:cap(c.window)], c.at)
		c.window, c.windowAt = c.window[:got], c.at
		if got < n {
			if err == nil || errors.Is(err, io.EOF) {
				err = damaged("the file ends in a block")
			}
			return nil, err
		}
	}
	from := c.at - c.windowAt
	return c.window[from : from+int64(n)], nil
}
