package export

import (
	"errors"
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"

	"coverstat/enumerate"
)

// chunkReader reads the values of one column in one row group.
// parquet_column.go explains the levels.
type chunkReader struct {
	column enumerate.Column
	chunk  file.ColumnChunkReader
	full   int16 // definition level of a value
	list   int16 // of an empty list, if it is a list column

	levels  []int16
	repeats []int16
	values  enumerate.Vector
	strings []parquet.ByteArray
	texts   []parquet.ByteArray

	// What was read of a list column and not yet handed on.
	have, at, value int
}

func newChunkReader(column enumerate.Column, chunk file.ColumnChunkReader) *chunkReader {
	c := &chunkReader{column: column, chunk: chunk, full: chunk.Descriptor().MaxDefinitionLevel()}
	if column.Nullable {
		c.list = 1
	}
	return c
}

// read appends n values to a vector.
func (c *chunkReader) read(v *enumerate.Vector, n int) error {
	if c.column.Type == enumerate.Int32List {
		return c.readLists(v, n)
	}
	for n > 0 {
		var got int
		var err error
		switch chunk := c.chunk.(type) {
		case *file.Int32ColumnChunkReader:
			v.Int32s, got, err = readValues(c, chunk, &c.values.Int32s, v.Int32s, n)
		case *file.Int64ColumnChunkReader:
			v.Int64s, got, err = readValues(c, chunk, &c.values.Int64s, v.Int64s, n)
		case *file.Float64ColumnChunkReader:
			v.Doubles, got, err = readValues(c, chunk, &c.values.Doubles, v.Doubles, n)
		case *file.BooleanColumnChunkReader:
			v.Bools, got, err = readValues(c, chunk, &c.values.Bools, v.Bools, n)
		case *file.ByteArrayColumnChunkReader:
			c.texts, got, err = readValues(c, chunk, &c.strings, c.texts[:0], n)
			for _, text := range c.texts {
				v.Bytes = append(v.Bytes, text...)
				v.Ends = append(v.Ends, int32(len(v.Bytes)))
			}
		default:
			err = fmt.Errorf("column reader %T", chunk)
		}
		if err != nil {
			return err
		}
		if got == 0 {
			return fmt.Errorf("%d values are missing", n)
		}
		if c.column.Nullable {
			for _, level := range c.levels[:got] {
				v.Valid = append(v.Valid, level == c.full)
			}
		}
		n -= got
	}
	return nil
}

// valueReader is a column reader of the library for one type.
type valueReader[T any] interface {
	ReadBatch(n int64, values []T, levels, repeats []int16) (total int64, there int, err error)
}

// readValues appends at most n values to dst, zero for null, and returns how
// many it appended. Their levels are then in c.levels.
func readValues[T any](c *chunkReader, chunk valueReader[T], buffer *[]T, dst []T, n int) ([]T, int, error) {
	*buffer = slices.Grow((*buffer)[:0], n)[:n]
	c.levels = slices.Grow(c.levels[:0], n)[:n]
	var levels []int16
	if c.full > 0 {
		levels = c.levels
	}
	total, there, err := chunk.ReadBatch(int64(n), *buffer, levels, nil)
	if err == nil {
		err = c.chunk.Err()
	}
	if err != nil {
		return dst, 0, err
	}
	values := (*buffer)[:there]
	if levels == nil {
		return append(dst, values...), there, nil
	}
	var zero T
	for _, level := range levels[:total] {
		switch {
		case level != c.full:
			dst = append(dst, zero)
		case len(values) == 0:
			return dst, 0, errTooFew
		default:
			dst, values = append(dst, values[0]), values[1:]
		}
	}
	return dst, int(total), nil
}

var errTooFew = errors.New("fewer values than its levels say")

// listLevels is the number of levels of a list column that are read at once.
const listLevels = 16_384

// readLists appends n lists. A list ends where the next one begins or the chunk
// ends, so levels are read ahead.
func (c *chunkReader) readLists(v *enumerate.Vector, n int) error {
	for begun := 0; ; c.at++ {
		if c.at == c.have {
			if err := c.readLevels(); err != nil {
				return err
			}
		}
		atEnd := c.at == c.have // of the chunk
		switch {
		case begun == n && (atEnd || c.repeats[c.at] == 0):
			return nil
		case atEnd:
			return errors.New("lists are missing")
		case c.repeats[c.at] == 0:
			begun++
			v.Ends = append(v.Ends, int32(len(v.Int32s)))
			if c.column.Nullable {
				v.Valid = append(v.Valid, c.levels[c.at] >= c.list)
			}
		case begun == 0:
			return errors.New("an element of a list that has not begun")
		}
		switch level := c.levels[c.at]; {
		case level == c.full:
			v.Int32s = append(v.Int32s, c.values.Int32s[c.value])
			v.Ends[len(v.Ends)-1]++
			c.value++
		case level > c.list:
			return errors.New("null in a list, expected none")
		}
	}
}

// readLevels reads the next levels of a list column and their values. At the
// end of the chunk there are none.
func (c *chunkReader) readLevels() error {
	c.levels, c.repeats = slices.Grow(c.levels[:0], listLevels)[:listLevels], slices.Grow(c.repeats[:0], listLevels)[:listLevels]
	c.values.Int32s = slices.Grow(c.values.Int32s[:0], listLevels)[:listLevels]
	total, there, err := c.chunk.(*file.Int32ColumnChunkReader).ReadBatch(listLevels, c.values.Int32s, c.levels, c.repeats)
	if err == nil {
		err = c.chunk.Err()
	}
	if err != nil {
		return err
	}
	full := 0
	for _, level := range c.levels[:total] {
		if level == c.full {
			full++
		}
	}
	if full != there {
		return errTooFew
	}
	c.have, c.at, c.value = int(total), 0, 0
	return nil
}
