package block

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"sort"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// Batches are rows, batch by batch, one row or more in each; after an error there are no more. A batch is valid until
// the next one. Files are open while somebody ranges over the rows, and each time they are read anew.
type Batches = iter.Seq2[*enumerate.Batch, error]

// All reads all rows, which have these columns.
func All(rows Batches, columns []enumerate.Column) (*enumerate.Batch, error) {
	all := enumerate.NewBatch(columns)
	for b, err := range rows {
		if err != nil {
			return nil, err
		}
		all.AppendRows(b, 0, b.Len())
	}
	return all, nil
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
	plain    []byte // scratch: the body of a block
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
	if _, err := decode(b, data, &c.plain); err != nil {
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

// An Extent is a range of bytes that holds whole blocks and nothing else.
type Extent struct {
	File     string // path of the file
	Memory   []byte // if not nil: the bytes themselves, and no file is read
	From, To int64  // the range: from (inclusive) to to (exclusive)
}

// wrap adds the place to an error.
func (e *Extent) wrap(err error) error {
	if e.Memory != nil {
		return err
	}
	return fmt.Errorf("%s, bytes %d to %d: %w", e.File, e.From, e.To, err)
}

// A List is rows stored as blocks in a list of extents. It can be read from any row, by several readers at once.
type List struct {
	fsys    files.FS
	columns []enumerate.Column
	begin   []int64 // number of the first row of each extent; at the end the number of rows
	extent  func(i int) Extent
}

// NewList returns the list of the rows in len(begin)-1 extents. begin holds the
// number of the first row of each extent and, at the end, the number of all
// rows. extent returns extent i; readers call it when they come to the extent.
func NewList(fsys files.FS, columns []enumerate.Column, begin []int64, extent func(i int) Extent) *List {
	return &List{fsys: fsys, columns: columns, begin: begin, extent: extent}
}

// Columns returns the columns of the rows.
func (l *List) Columns() []enumerate.Column { return l.columns }

// Rows returns the number of rows.
func (l *List) Rows() int64 { return l.begin[len(l.begin)-1] }

// Read reads rows from (inclusive) to to (exclusive). It holds one open file and one block in memory.
func (l *List) Read(from, to int64) Batches {
	if from < 0 || to < from || to > l.Rows() {
		panic(fmt.Sprintf("block: rows %d to %d of %d", from, to, l.Rows()))
	}
	first := sort.Search(len(l.begin)-1, func(i int) bool { return l.begin[i+1] > from })
	return func(yield func(*enumerate.Batch, error) bool) {
		r := listReader{list: l, next: first, at: from, to: to}
		defer r.cursor.close()
		b := enumerate.NewBatch(l.columns)
		for r.at < r.to {
			err := r.fill(b)
			if !yield(b, err) || err != nil {
				return
			}
		}
	}
}

type listReader struct {
	list   *List
	at, to int64 // rows to read

	next      int // index of the extent to enter next
	extent    Extent
	cursor    cursor
	row, last int64            // in the extent: first row of the next block, and the row after the last
	scratch   *enumerate.Batch // of blocks of which only a part is wanted
}

// leastRows is the number of rows from which on a reader yields them: tasks may have a
// few rows each, and whoever reads does much the same work for a few as for a thousand.
const leastRows = runBlockRows

// fill empties a batch and fills it with the next rows.
func (r *listReader) fill(b *enumerate.Batch) error {
	b.Reset()
	for r.at < r.to && b.Len() < leastRows {
		if r.row == r.last {
			r.extent = r.list.extent(r.next)
			if err := r.cursor.enter(r.list.fsys, r.extent); err != nil {
				return err
			}
			r.row, r.last = r.list.begin[r.next], r.list.begin[r.next+1]
			r.next++
		}
		if err := r.block(b); err != nil {
			return r.extent.wrap(err)
		}
	}
	return nil
}

// block appends those rows of the next block that are wanted to a batch, which may be none.
func (r *listReader) block(b *enumerate.Batch) error {
	h, err := r.cursor.header()
	if errors.Is(err, io.EOF) {
		return damaged("%d rows are missing", r.last-r.row)
	}
	if err != nil {
		return err
	}
	first, end := r.row, r.row+int64(h.rows)
	if end > r.last {
		return damaged("%d rows more than expected", end-r.last)
	}
	r.row = end
	from, to := max(first, r.at), min(end, r.to)
	if from >= to {
		return r.cursor.skip(h)
	}
	r.at = to
	if to-from == int64(h.rows) {
		return r.cursor.decode(b, h)
	}
	if r.scratch == nil {
		r.scratch = enumerate.NewBatch(r.list.columns)
	}
	r.scratch.Reset()
	if err := r.cursor.decode(r.scratch, h); err != nil {
		return err
	}
	b.AppendRows(r.scratch, int(from-first), int(to-first))
	return nil
}

// Runs returns the sorted runs of the list, in order. It reads the
// headers of all blocks. Rows that are in no sorted run are an error.
func (l *List) Runs() ([]Batches, error) {
	var runs []Batches
	var c cursor
	defer c.close()
	for i := range len(l.begin) - 1 {
		e := l.extent(i)
		err := c.enter(l.fsys, e)
		if err == nil {
			runs, err = l.appendRuns(runs, e, &c)
		}
		if err != nil {
			return nil, e.wrap(err)
		}
	}
	return runs, nil
}

// appendRuns appends the sorted runs of an extent, which the cursor has just entered.
func (l *List) appendRuns(runs []Batches, e Extent, c *cursor) ([]Batches, error) {
	run := e
	rows := int64(0)
	end := func(to int64) {
		if run.To = to; rows > 0 {
			one := run
			list := NewList(l.fsys, l.columns, []int64{0, rows}, func(int) Extent { return one })
			runs = append(runs, list.Read(0, rows))
		}
		run.From, rows = to, 0
	}
	for {
		h, err := c.header()
		if errors.Is(err, io.EOF) {
			end(c.at)
			return runs, nil
		}
		if err != nil {
			return nil, err
		}
		switch {
		case h.beginsRun:
			end(c.at)
		case rows == 0:
			return nil, errors.New("rows that are not sorted")
		}
		rows += int64(h.rows)
		if err := c.skip(h); err != nil {
			return nil, err
		}
	}
}
