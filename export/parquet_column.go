package export

import (
	"fmt"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"

	"coverstat/enumerate"
)

// Parquet stores a nullable or nested column as levels and the values that are
// not null. A definition level says how much of the path to a value exists. A
// repetition level says whether the value starts a new row (0) or is a further
// element of a list (1). The definition levels of the columns written here:
//
//	column               definition levels
//	required             none
//	nullable             0 null, 1 value
//	list                 0 empty, 2 element
//	nullable list        0 null, 1 empty, 3 element
//
// One level below an element is a null element, which is never written.

// writeColumn writes the n values of a vector as a column chunk.
func (w *ParquetWriter) writeColumn(column file.ColumnChunkWriter, c *enumerate.Column, v *enumerate.Vector, n int) error {
	if c.Type == enumerate.Int32List {
		return w.writeLists(column.(*file.Int32ColumnChunkWriter), c, v, n)
	}
	var levels []int16
	if c.Nullable {
		levels = w.nullLevels(v.Valid)
	}
	var err error
	switch column := column.(type) {
	case *file.Int32ColumnChunkWriter:
		_, err = column.WriteBatch(present(&w.present.Int32s, v.Int32s, c, v), levels, nil)
	case *file.Int64ColumnChunkWriter:
		_, err = column.WriteBatch(present(&w.present.Int64s, v.Int64s, c, v), levels, nil)
	case *file.Float64ColumnChunkWriter:
		_, err = column.WriteBatch(present(&w.present.Doubles, v.Doubles, c, v), levels, nil)
	case *file.BooleanColumnChunkWriter:
		_, err = column.WriteBatch(present(&w.present.Bools, v.Bools, c, v), levels, nil)
	case *file.ByteArrayColumnChunkWriter:
		w.strings = w.strings[:0]
		begin := int32(0)
		for i, end := range v.Ends {
			if !c.Nullable || v.Valid[i] {
				w.strings = append(w.strings, parquet.ByteArray(v.Bytes[begin:end]))
			}
			begin = end
		}
		_, err = column.WriteBatch(w.strings, levels, nil)
		clear(w.strings)
	default:
		err = fmt.Errorf("column writer %T", column)
	}
	return err
}

func (w *ParquetWriter) nullLevels(valid []bool) []int16 {
	levels := w.levels[:0]
	for _, ok := range valid {
		var level int16
		if ok {
			level = 1
		}
		levels = append(levels, level)
	}
	w.levels = levels
	return levels
}

// present returns the values that are not null. If the column is nullable it
// copies them into the buffer.
func present[T any](buffer *[]T, values []T, c *enumerate.Column, v *enumerate.Vector) []T {
	if !c.Nullable {
		return values
	}
	dst := (*buffer)[:0]
	for i, ok := range v.Valid {
		if ok {
			dst = append(dst, values[i])
		}
	}
	*buffer = dst
	return dst
}

func (w *ParquetWriter) writeLists(column *file.Int32ColumnChunkWriter, c *enumerate.Column, v *enumerate.Vector, n int) error {
	element := int16(2)
	if c.Nullable {
		element = 3
	}
	levels, repeats := w.levels[:0], w.repeats[:0]
	begin := int32(0)
	for i, end := range v.Ends[:n] {
		if begin == end {
			empty := element - 2
			if c.Nullable && !v.Valid[i] {
				empty = 0
			}
			levels, repeats = append(levels, empty), append(repeats, 0)
		}
		for j := begin; j < end; j++ {
			levels = append(levels, element)
			if j == begin {
				repeats = append(repeats, 0)
			} else {
				repeats = append(repeats, 1)
			}
		}
		begin = end
	}
	w.levels, w.repeats = levels, repeats
	_, err := column.WriteBatch(v.Int32s[:begin], levels, repeats)
	return err
}
