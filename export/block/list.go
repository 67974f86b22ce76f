package block

import (
	"errors"
	"fmt"
	"io"
	"sort"

	"coverstat/enumerate"
	"coverstat/export/files"
)

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

// A List is rows stored as blocks in a list of extents. It can be read from any
// row, by several readers at once.
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

// Read returns a reader of rows from (inclusive) to to (exclusive). It holds
// one open file and one block in memory.
func (l *List) Read(from, to int64) RowReader {
	if from < 0 || to < from || to > l.Rows() {
		panic(fmt.Sprintf("block: rows %d to %d of %d", from, to, l.Rows()))
	}
	first := sort.Search(len(l.begin)-1, func(i int) bool { return l.begin[i+1] > from })
	return &listReader{list: l, next: first, at: from, to: to}
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

// Next implements [RowReader].
func (r *listReader) Next(b *enumerate.Batch) error {
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
	if b.Len() == 0 {
		return io.EOF
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

// Close implements [RowReader].
func (r *listReader) Close() error {
	err := r.cursor.close()
	r.cursor, r.scratch, r.at = cursor{}, nil, r.to
	return err
}

// Runs returns a reader for each sorted run of the list, in order. It reads the
// headers of all blocks. Rows that are in no sorted run are an error.
func (l *List) Runs() ([]RowReader, error) {
	var runs []RowReader
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

// appendRuns appends a reader for each sorted run of an extent, which the cursor has just entered.
func (l *List) appendRuns(runs []RowReader, e Extent, c *cursor) ([]RowReader, error) {
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
