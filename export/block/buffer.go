package block

import (
	"sync"

	"coverstat/enumerate"
)

// A Buffer holds rows as blocks in memory: the rows of a task until it is
// committed. It belongs to one goroutine at a time.
type Buffer struct {
	columns []enumerate.Column
	data    []byte
	rows    int64
}

// NewBuffer returns an empty buffer.
func NewBuffer(columns []enumerate.Column) *Buffer { return &Buffer{columns: columns} }

// Add encodes the rows of a batch. The batch stays the caller's.
func (b *Buffer) Add(rows *enumerate.Batch) error {
	return b.add(rows, enumerate.BatchRows, false)
}

// AddRun encodes the rows of a sorted batch as a sorted run of its own.
func (b *Buffer) AddRun(rows *enumerate.Batch) error {
	return b.add(rows, runBlockRows, true)
}

// runBlockRows is the number of rows in a block of a sorted run. It is small
// because a merge holds one block of every run in memory.
const runBlockRows = 1024

// encoders are shared by all buffers. With one in each, finished tasks of a survey of
// boards held 100 MB until they were committed, for at most 16 MB of blocks.
var encoders = sync.Pool{New: func() any { return new(encoder) }}

func (b *Buffer) add(rows *enumerate.Batch, blockRows int, isRun bool) error {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	for from, n := 0, rows.Len(); from < n; from += blockRows {
		to := min(from+blockRows, n)
		var err error
		if b.data, err = e.append(b.data, rows, from, to, isRun && from == 0); err != nil {
			return err
		}
		b.rows += int64(to - from)
	}
	return nil
}

// Rows returns the number of rows.
func (b *Buffer) Rows() int64 { return b.rows }

// Bytes returns the blocks. They belong to the buffer.
func (b *Buffer) Bytes() []byte { return b.data }

// Extent returns the blocks as an extent, to be read back from memory.
func (b *Buffer) Extent() Extent { return Extent{Memory: b.data, To: int64(len(b.data))} }

// SizeOf returns the number of bytes that the values of a batch take.
func SizeOf(b *enumerate.Batch) int {
	size := 0
	for i := range b.Vectors {
		v := &b.Vectors[i]
		size += 4*len(v.Int32s) + 8*len(v.Int64s) + 8*len(v.Doubles) + len(v.Bools) + len(v.Bytes) + 4*len(v.Ends) + len(v.Valid)
	}
	return size
}
