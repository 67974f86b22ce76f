package block

import (
	"io"

	"coverstat/enumerate"
)

// A RowReader yields rows, batch by batch. It belongs to one goroutine.
type RowReader interface {
	// Next empties the batch and fills it with the next rows, one or more. At
	// the end it returns [io.EOF].
	Next(*enumerate.Batch) error
	// Close gives back what the reader holds.
	Close() error
}

// An Opener opens rows for reading, when their turn has come.
type Opener func() (RowReader, error)

// readAhead is the least that a Reader reads at once.
const readAhead = 1 << 18

// A Reader takes the blocks, one after another, off a stretch of a file. It
// belongs to one goroutine.
type Reader struct {
	src         io.ReaderAt
	offset, end int64  // what is left of the stretch
	bytes       []byte // what was read of the file at bytesAt
	bytesAt     int64
	decoder     Decoder
}

// Reset makes the reader read from offset (inclusive) to end (exclusive) of a
// file. What was read ahead is kept if the file is the same.
func (r *Reader) Reset(src io.ReaderAt, offset, end int64) {
	if r.src != src {
		r.src, r.bytes = src, r.bytes[:0]
	}
	r.offset, r.end = offset, end
}

// Offset returns where the next block begins.
func (r *Reader) Offset() int64 { return r.offset }

// Header returns the header of the next block, which stays the next one. At
// the end it returns [io.EOF].
func (r *Reader) Header() (Header, error) {
	if r.offset == r.end {
		return Header{}, io.EOF
	}
	head, err := r.peek(HeaderSize)
	if err != nil {
		return Header{}, err
	}
	return ParseHeader(head)
}

// Skip goes past the next block, given its header.
func (r *Reader) Skip(h Header) error {
	if int64(h.Size) > r.end-r.offset {
		return damaged("block reaches beyond its place")
	}
	r.offset += int64(h.Size)
	return nil
}

// Decode appends the rows of the next block, given its header, to a batch and
// goes past it.
func (r *Reader) Decode(b *enumerate.Batch, h Header) error {
	data, err := r.peek(h.Size)
	if err != nil {
		return err
	}
	if _, err := r.decoder.Decode(b, data); err != nil {
		return err
	}
	r.offset += int64(h.Size)
	return nil
}

// peek returns the n bytes at the offset.
func (r *Reader) peek(n int) ([]byte, error) {
	if int64(n) > r.end-r.offset {
		return nil, damaged("block reaches beyond its place")
	}
	if r.offset < r.bytesAt || r.offset+int64(n) > r.bytesAt+int64(len(r.bytes)) {
		if size := max(n, readAhead); cap(r.bytes) < size {
			r.bytes = make([]byte, size)
		}
		// More than the stretch may be read, for the next one often follows;
		// the file may end before.
		got, err := r.src.ReadAt(r.bytes[:cap(r.bytes)], r.offset)
		r.bytes, r.bytesAt = r.bytes[:got], r.offset
		if got < n {
			if err == io.EOF || err == nil {
				err = damaged("the file ends in a block")
			}
			return nil, err
		}
	}
	at := r.offset - r.bytesAt
	return r.bytes[at : at+int64(n)], nil
}
