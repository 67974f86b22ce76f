package block

import "coverstat/enumerate"

// Rows holds rows encoded as blocks, in memory: what a worker keeps of a task
// until the task is committed. It belongs to one goroutine until it is handed
// over.
type Rows struct {
	columns []enumerate.Column
	enc     Encoder
	data    []byte
	rows    int64
}

// NewRows returns an empty list of rows.
func NewRows(columns []enumerate.Column) *Rows { return &Rows{columns: columns} }

// FromBlocks returns rows that are encoded already; data is theirs from now.
func FromBlocks(columns []enumerate.Column, data []byte, rows int64) *Rows {
	return &Rows{columns: columns, data: data, rows: rows}
}

// Add encodes a batch. The batch stays the caller's.
func (r *Rows) Add(b *enumerate.Batch) error {
	for from, n := 0, b.Len(); from < n; from += enumerate.BatchRows {
		if err := r.add(b, from, min(from+enumerate.BatchRows, n), false); err != nil {
			return err
		}
	}
	return nil
}

// AddRun encodes a batch as a sorted run of its own.
func (r *Rows) AddRun(b *enumerate.Batch) error {
	for from, n := 0, b.Len(); from < n; from += runBlockRows {
		if err := r.add(b, from, min(from+runBlockRows, n), from == 0); err != nil {
			return err
		}
	}
	return nil
}

// runBlockRows is the number of rows in the blocks of sorted runs: a merge
// holds one block of every run in memory.
const runBlockRows = 1024

func (r *Rows) add(b *enumerate.Batch, from, to int, beginsRun bool) error {
	data, err := r.enc.Append(r.data, b, from, to, beginsRun)
	if err != nil {
		return err
	}
	r.data = data
	r.rows += int64(to - from)
	return nil
}

// Len returns the number of rows.
func (r *Rows) Len() int64 { return r.rows }

// Size returns the number of bytes that the blocks take.
func (r *Rows) Size() int { return len(r.data) }

// Bytes returns the blocks. They belong to r.
func (r *Rows) Bytes() []byte { return r.data }

// Columns returns the columns.
func (r *Rows) Columns() []enumerate.Column { return r.columns }

// Reset empties r and keeps its memory.
func (r *Rows) Reset() { r.data, r.rows = r.data[:0], 0 }

// SizeOf returns the number of bytes that the values of a batch take.
func SizeOf(b *enumerate.Batch) int {
	size := 0
	for i := range b.Vectors {
		v := &b.Vectors[i]
		size += 4*len(v.Int32s) + 8*len(v.Int64s) + 8*len(v.Doubles) + len(v.Bools) + len(v.Bytes) + 4*len(v.Ends) + len(v.Valid)
	}
	return size
}
