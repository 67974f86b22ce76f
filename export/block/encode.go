package block

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/s2"
	"github.com/zeebo/xxh3"

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
		size += 4*len(v.Int32s) + 8*len(v.Int64s) + 8*len(v.Doubles) + len(v.Bools) + len(v.Bytes) + 4*len(v.Ends) +
			len(v.Valid)
	}
	return size
}

// headerSize is the number of bytes before a block's body.
const headerSize = 32

const (
	magic = "CVB1"
	// maxRows and maxPlain bound the memory that a damaged header can make a
	// decoder allocate. An encoder refuses larger blocks.
	maxRows  = 1 << 20
	maxPlain = 1 << 30

	flagRun = 1

	samples = 16 // of a body
)

// Which values of a nullable column are null.
const (
	noNulls byte = iota
	someNulls
	allNulls
)

// An encoder encodes blocks and reuses its buffers. It belongs to one goroutine.
type encoder struct {
	plain, sample, compressed []byte
}

// append encodes rows from (inclusive) to to (exclusive) of a batch as one block and appends it to
// dst. beginsRun marks the first block of a sorted run.
func (e *encoder) append(dst []byte, b *enumerate.Batch, from, to int, beginsRun bool) ([]byte, error) {
	if to-from > maxRows {
		return dst, fmt.Errorf("block of %d rows, expected at most %d", to-from, maxRows)
	}
	e.plain = e.plain[:0]
	for i := range b.Columns {
		e.plain = appendColumn(e.plain, &b.Columns[i], &b.Vectors[i], from, to)
	}
	if len(e.plain) > maxPlain {
		return dst, fmt.Errorf("block of %d bytes, expected at most %d", len(e.plain), maxPlain)
	}
	body := e.plain
	if bound := s2.MaxEncodedLen(len(body)); bound >= 0 && e.shrinks() {
		e.compressed = slices.Grow(e.compressed[:0], bound)[:bound]
		if out := s2.Encode(e.compressed, body); len(out) < len(body) {
			body = out
		}
	}
	start := len(dst)
	dst = slices.Grow(dst, headerSize+len(body))[:start+headerSize]
	header := dst[start:]
	clear(header)
	copy(header, magic)
	binary.LittleEndian.PutUint32(header[4:], uint32(to-from))
	binary.LittleEndian.PutUint32(header[8:], uint32(len(e.plain)))
	binary.LittleEndian.PutUint32(header[12:], uint32(len(body)))
	if beginsRun {
		header[16] = flagRun
	}
	binary.LittleEndian.PutUint64(header[24:], checksum(header, body))
	return append(dst, body...), nil
}

// shrinks reports whether samples of the body, a sixteenth of all, become shorter by
// half. Boards of Sudokus would become a third shorter, for 7% of the CPU of a run.
func (e *encoder) shrinks() bool {
	e.sample = AppendSample(e.sample[:0], e.plain)
	n := s2.EstimateBlockSize(e.sample)
	return len(e.sample) < 1024 || n >= 0 && 2*n <= len(e.sample)
}

// AppendSample appends a sixteenth of the data to dst, in pieces from all over it.
func AppendSample(dst, data []byte) []byte {
	for i := range samples {
		at := i * len(data) / samples
		dst = append(dst, data[at:at+len(data)/(samples*samples)]...)
	}
	return dst
}

// checksum is the XXH3 of the body, seeded with the XXH3 of the header without
// its checksum. It covers both without copying them together.
func checksum(header, body []byte) uint64 {
	return xxh3.HashSeed(body, xxh3.Hash(header[:24]))
}

func appendColumn(p []byte, c *enumerate.Column, v *enumerate.Vector, from, to int) []byte {
	if c.Nullable {
		var nulls byte
		if p, nulls = appendNulls(p, v.Valid[from:to]); nulls == allNulls && c.Type == enumerate.Int32 {
			return p
		}
	}
	switch c.Type {
	case enumerate.Int32:
		p = appendIntegers(p, v.Int32s[from:to])
	case enumerate.Int64:
		p = appendIntegers(p, v.Int64s[from:to])
	case enumerate.Double:
		for _, x := range v.Doubles[from:to] {
			p = binary.LittleEndian.AppendUint64(p, math.Float64bits(x))
		}
	case enumerate.Bool:
		p = appendBools(p, v.Bools[from:to])
	case enumerate.String:
		first, last := span(v.Ends, from, to)
		p = appendIntegers(p, lengths(v.Ends, from, to))
		p = append(p, v.Bytes[first:last]...)
	case enumerate.Int32List:
		first, last := span(v.Ends, from, to)
		p = appendIntegers(p, lengths(v.Ends, from, to))
		p = appendIntegers(p, v.Int32s[first:last])
	}
	return p
}

// appendNulls writes which values are null.
func appendNulls(p []byte, valid []bool) (_ []byte, nulls byte) {
	switch {
	case !slices.Contains(valid, false):
		return append(p, noNulls), noNulls
	case !slices.Contains(valid, true):
		return append(p, allNulls), allNulls
	}
	return appendBools(append(p, someNulls), valid), someNulls
}

func appendBools(p []byte, bools []bool) []byte {
	start := len(p)
	p = append(p, make([]byte, len(bools))...)
	out := p[start:]
	for i, x := range bools {
		var c byte
		if x {
			c = 1
		}
		out[i] = c
	}
	return p
}

// span returns where the elements of rows from to to lie.
func span(ends []int32, from, to int) (first, last int32) {
	if from > 0 {
		first = ends[from-1]
	}
	if to == from {
		return first, first
	}
	return first, ends[to-1]
}

func lengths(ends []int32, from, to int) []int32 {
	out := make([]int32, to-from)
	before, _ := span(ends, from, to)
	for i, end := range ends[from:to] {
		out[i] = end - before
		before = end
	}
	return out
}

// appendIntegers writes values as offsets from the least, in as few bytes each as the range allows.
// Differences are taken modulo 2^64, so the whole range of int64 works.
func appendIntegers[T int32 | int64](p []byte, values []T) []byte {
	if len(values) == 0 {
		return binary.LittleEndian.AppendUint64(append(p, 0), 0)
	}
	least, most := values[0], values[0]
	for _, x := range values {
		least, most = min(least, x), max(most, x)
	}
	base := uint64(int64(least))
	width := widthOf(uint64(int64(most)) - base)
	p = binary.LittleEndian.AppendUint64(append(p, byte(width)), base)
	start := len(p)
	p = append(p, make([]byte, width*len(values))...)
	out := p[start:]
	switch width {
	case 1:
		for i, x := range values {
			out[i] = byte(uint64(int64(x)) - base)
		}
	case 2:
		for i, x := range values {
			binary.LittleEndian.PutUint16(out[2*i:], uint16(uint64(int64(x))-base))
		}
	case 4:
		for i, x := range values {
			binary.LittleEndian.PutUint32(out[4*i:], uint32(uint64(int64(x))-base))
		}
	case 8:
		for i, x := range values {
			binary.LittleEndian.PutUint64(out[8*i:], uint64(int64(x))-base)
		}
	}
	return p
}

func widthOf(spread uint64) int {
	switch {
	case spread == 0:
		return 0
	case spread < 1<<8:
		return 1
	case spread < 1<<16:
		return 2
	case spread < 1<<32:
		return 4
	}
	return 8
}
