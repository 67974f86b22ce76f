package export

import (
	"fmt"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"

	"coverstat/enumerate"
)

// chunkReader reads the values of one column in one row group. The levels are
// explained in parquet_column.go; those that a file of ours would have are
// not assumed, but taken from the file's schema.
type chunkReader struct {
	column enumerate.Column
	chunk  file.ColumnChunkReader
	full   int16 // definition level of a value
	list   int16 // of an empty list, if it is a list column

	levels  []int16
	repeats []int16
	values  enumerate.Vector
	strings []parquet.ByteArray

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
		got, err := c.readSome(v, n)
		if err != nil {
			return err
		}
		if got == 0 {
			return fmt.Errorf("%d values are missing", n)
		}
		n -= got
	}
	return nil
}

func (c *chunkReader) readSome(v *enumerate.Vector, n int) (int, error) {
	var levels []int16
	if c.full > 0 {
		c.levels = grow(c.levels, n)
		levels = c.levels
	}
	var total int64
	var there int
	var err error
	switch chunk := c.chunk.(type) {
	case *file.Int32ColumnChunkReader:
		c.values.Int32s = grow(c.values.Int32s, n)
		total, there, err = chunk.ReadBatch(int64(n), c.values.Int32s, levels, nil)
		if err == nil {
			v.Int32s, err = spread(v.Int32s, c.values.Int32s[:there], levels, int(total), c.full)
		}
	case *file.Int64ColumnChunkReader:
		c.values.Int64s = grow(c.values.Int64s, n)
		total, there, err = chunk.ReadBatch(int64(n), c.values.Int64s, levels, nil)
		if err == nil {
			v.Int64s, err = spread(v.Int64s, c.values.Int64s[:there], levels, int(total), c.full)
		}
	case *file.Float64ColumnChunkReader:
		c.values.Doubles = grow(c.values.Doubles, n)
		total, there, err = chunk.ReadBatch(int64(n), c.values.Doubles, levels, nil)
		if err == nil {
			v.Doubles, err = spread(v.Doubles, c.values.Doubles[:there], levels, int(total), c.full)
		}
	case *file.BooleanColumnChunkReader:
		c.values.Bools = grow(c.values.Bools, n)
		total, there, err = chunk.ReadBatch(int64(n), c.values.Bools, levels, nil)
		if err == nil {
			v.Bools, err = spread(v.Bools, c.values.Bools[:there], levels, int(total), c.full)
		}
	case *file.ByteArrayColumnChunkReader:
		c.strings = grow(c.strings, n)
		total, there, err = chunk.ReadBatch(int64(n), c.strings, levels, nil)
		if err == nil {
			err = c.appendStrings(v, c.strings[:there], levels, int(total))
		}
	default:
		err = fmt.Errorf("column reader %T", chunk)
	}
	if err != nil {
		return 0, err
	}
	if err := c.chunk.Err(); err != nil {
		return 0, err
	}
	if c.column.Nullable {
		for _, level := range levels[:total] {
			v.Valid = append(v.Valid, level == c.full)
		}
	}
	return int(total), nil
}

// spread appends values, with zeros where the levels say null.
func spread[T any](dst, values []T, levels []int16, n int, full int16) ([]T, error) {
	if levels == nil {
		return append(dst, values...), nil
	}
	var zero T
	next := 0
	for _, level := range levels[:n] {
		if level != full {
			dst = append(dst, zero)
			continue
		}
		if next == len(values) {
			return dst, fmt.Errorf("%d values, expected more", len(values))
		}
		dst = append(dst, values[next])
		next++
	}
	return dst, nil
}

func (c *chunkReader) appendStrings(v *enumerate.Vector, values []parquet.ByteArray, levels []int16, n int) error {
	next := 0
	for i := range n {
		if levels == nil || levels[i] == c.full {
			if next == len(values) {
				return fmt.Errorf("%d values, expected more", len(values))
			}
			v.Bytes = append(v.Bytes, values[next]...)
			next++
		}
		v.Ends = append(v.Ends, int32(len(v.Bytes)))
	}
	return nil
}

// listLevels is the number of levels of a list column that are read at once.
const listLevels = 16_384

// readLists appends n lists. A list ends where the next begins or the chunk
// ends, so levels are read ahead.
func (c *chunkReader) readLists(v *enumerate.Vector, n int) error {
	for range n {
		begun := false
		for {
			if c.at == c.have {
				if err := c.fill(); err != nil {
					return err
				}
				if c.have == 0 { // the chunk's end
					break
				}
			}
			level, repeat := c.levels[c.at], c.repeats[c.at]
			if begun && repeat == 0 {
				break // the next list
			}
			if !begun && repeat != 0 {
				return fmt.Errorf("goes on with a list that has not begun")
			}
			if !begun && c.column.Nullable {
				v.Valid = append(v.Valid, level >= c.list)
			}
			begun = true
			c.at++
			switch {
			case level == c.full:
				v.Int32s = append(v.Int32s, c.values.Int32s[c.value])
				c.value++
			case level > c.list:
				return fmt.Errorf("null in a list, expected none")
			}
		}
		if !begun {
			return fmt.Errorf("lists are missing")
		}
		v.Ends = append(v.Ends, int32(len(v.Int32s)))
	}
	return nil
}

func (c *chunkReader) fill() error {
	c.levels, c.repeats = grow(c.levels, listLevels), grow(c.repeats, listLevels)
	c.values.Int32s = grow(c.values.Int32s, listLevels)
	total, there, err := c.chunk.(*file.Int32ColumnChunkReader).ReadBatch(listLevels, c.values.Int32s, c.levels, c.repeats)
	if err != nil {
		return err
	}
	if err := c.chunk.Err(); err != nil {
		return err
	}
	full := 0
	for _, level := range c.levels[:total] {
		if level == c.full {
			full++
		}
	}
	if full != there {
		return fmt.Errorf("%d values, expected %d", there, full)
	}
	c.have, c.at, c.value = int(total), 0, 0
	return nil
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
