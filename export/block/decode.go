package block

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/klauspost/compress/s2"

	"coverstat/enumerate"
)

// ErrDamaged says that bytes are not the block that was written.
var ErrDamaged = errors.New("damaged block")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// A header says how many rows a block has and how long it is.
type header struct {
	rows      int
	size      int // bytes of the whole block, header included
	plain     int // bytes of the body before compression
	beginsRun bool
}

// parseHeader reads the header of the block that p begins with. It does not
// check the checksum, which covers the body, too.
func parseHeader(p []byte) (header, error) {
	if len(p) < headerSize {
		return header{}, damaged("%d bytes, expected a header of %d", len(p), headerSize)
	}
	if string(p[:4]) != magic {
		return header{}, damaged("begins with %q, expected %q", p[:4], magic)
	}
	rows := binary.LittleEndian.Uint32(p[4:])
	plain := binary.LittleEndian.Uint32(p[8:])
	body := binary.LittleEndian.Uint32(p[12:])
	if rows > maxRows || plain > maxPlain || body > plain {
		return header{}, damaged("%d rows, %d bytes in %d", rows, plain, body)
	}
	return header{rows: int(rows), size: headerSize + int(body), plain: int(plain), beginsRun: p[16]&flagRun != 0}, nil
}

// decode appends the rows of the block that p begins with to a batch, and returns the block's
// header. After an error the batch may hold a part of the block's values and must be reset.
// buffer is for the plain body of a compressed one; it is used again.
func decode(b *enumerate.Batch, p []byte, buffer *[]byte) (header, error) {
	h, err := parseHeader(p)
	if err != nil {
		return h, err
	}
	if len(p) < h.size {
		return h, damaged("%d bytes, expected %d", len(p), h.size)
	}
	head, body := p[:headerSize], p[headerSize:h.size]
	if got, want := checksum(head, body), binary.LittleEndian.Uint64(head[24:]); got != want {
		return h, damaged("checksum %016x, expected %016x", got, want)
	}
	plain := body
	if len(body) != h.plain {
		if n, err := s2.DecodedLen(body); err != nil || n != h.plain {
			return h, damaged("%d compressed bytes are not %d plain ones", len(body), h.plain)
		}
		if cap(*buffer) < h.plain {
			*buffer = make([]byte, h.plain)
		}
		if plain, err = s2.Decode((*buffer)[:h.plain], body); err != nil {
			return h, damaged("%v", err)
		}
	}
	r := bodyReader{rest: plain}
	for i := range b.Columns {
		r.column(&b.Columns[i], &b.Vectors[i], h.rows)
	}
	if r.bad || len(r.rest) != 0 {
		return h, damaged("its columns are not these %d", len(b.Columns))
	}
	return h, nil
}

// bodyReader reads columns from a plain body. At the first error it sets bad, and
// from then on everything it returns is zero.
type bodyReader struct {
	rest []byte
	bad  bool
}

func (r *bodyReader) take(n int) []byte {
	if r.bad || n < 0 || n > len(r.rest) {
		r.bad = true
		return nil
	}
	p := r.rest[:n:n]
	r.rest = r.rest[n:]
	return p
}

func (r *bodyReader) column(c *enumerate.Column, v *enumerate.Vector, rows int) {
	if c.Nullable {
		switch nulls := r.take(1); {
		case r.bad:
		case nulls[0] == someNulls:
			v.Valid = r.bools(v.Valid, rows)
		case nulls[0] == noNulls:
			v.Valid = slices.Grow(v.Valid, rows)
			for range rows {
				v.Valid = append(v.Valid, true)
			}
		case nulls[0] == allNulls:
			v.Valid = append(v.Valid, make([]bool, rows)...)
			if c.Type == enumerate.Int32 {
				v.Int32s = append(v.Int32s, make([]int32, rows)...)
				return
			}
		default:
			r.bad = true
		}
	}
	switch c.Type {
	case enumerate.Int32:
		v.Int32s = integers(r, v.Int32s, rows)
	case enumerate.Int64:
		v.Int64s = integers(r, v.Int64s, rows)
	case enumerate.Double:
		p := r.take(8 * rows)
		for ; len(p) > 0; p = p[8:] {
			v.Doubles = append(v.Doubles, math.Float64frombits(binary.LittleEndian.Uint64(p)))
		}
	case enumerate.Bool:
		v.Bools = r.bools(v.Bools, rows)
	case enumerate.String:
		total := r.ends(v, rows, len(v.Bytes))
		v.Bytes = append(v.Bytes, r.take(total)...)
	case enumerate.Int32List:
		total := r.ends(v, rows, len(v.Int32s))
		v.Int32s = integers(r, v.Int32s, total)
	}
}

func (r *bodyReader) bools(dst []bool, rows int) []bool {
	p := r.take(rows)
	start := len(dst)
	dst = append(dst, make([]bool, len(p))...)
	for i, x := range p {
		dst[start+i] = x != 0
	}
	return dst
}

// ends reads lengths, appends where the values end, and returns their sum.
func (r *bodyReader) ends(v *enumerate.Vector, rows, begin int) int {
	start := len(v.Ends)
	v.Ends = integers(r, v.Ends, rows)
	if r.bad {
		return 0
	}
	end := int64(begin)
	for i := start; i < len(v.Ends); i++ {
		if v.Ends[i] < 0 {
			r.bad = true
			return 0
		}
		end += int64(v.Ends[i])
		v.Ends[i] = int32(end)
	}
	if end > math.MaxInt32 {
		r.bad = true
		return 0
	}
	return int(end) - begin
}

func integers[T int32 | int64](r *bodyReader, dst []T, n int) []T {
	head := r.take(9)
	if r.bad {
		return dst
	}
	width, base := int(head[0]), binary.LittleEndian.Uint64(head[1:])
	if width == 0 {
		// No bytes are read for these values. Without a bound, a few damaged
		// bytes could make this allocate gigabytes.
		if n > maxPlain/8 {
			r.bad = true
			return dst
		}
		for range n {
			dst = append(dst, T(int64(base)))
		}
		return dst
	}
	if n > len(r.rest)/width {
		r.bad = true
		return dst
	}
	p := r.take(n * width)
	start := len(dst)
	dst = append(dst, make([]T, n)...)
	out := dst[start:]
	switch width {
	case 1:
		for i := range out {
			out[i] = T(base + uint64(p[i]))
		}
	case 2:
		for i := range out {
			out[i] = T(base + uint64(binary.LittleEndian.Uint16(p[2*i:])))
		}
	case 4:
		for i := range out {
			out[i] = T(base + uint64(binary.LittleEndian.Uint32(p[4*i:])))
		}
	case 8:
		for i := range out {
			out[i] = T(base + binary.LittleEndian.Uint64(p[8*i:]))
		}
	default:
		r.bad = true
	}
	return dst
}
