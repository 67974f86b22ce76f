package export

import (
	"fmt"
	"slices"

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
	nulls := 0
	if c.Nullable {
		levels, nulls = w.nullLevels(v.Valid)
	}
	var err error
	switch column := column.(type) {
	case *file.Int32ColumnChunkWriter:
		_, err = column.WriteBatch(present(&w.present.Int32s, v.Int32s, v, nulls), levels, nil)
	case *file.Int64ColumnChunkWriter:
		_, err = column.WriteBatch(present(&w.present.Int64s, v.Int64s, v, nulls), levels, nil)
	case *file.Float64ColumnChunkWriter:
		_, err = column.WriteBatch(present(&w.present.Doubles, v.Doubles, v, nulls), levels, nil)
	case *file.BooleanColumnChunkWriter:
		_, err = column.WriteBatch(present(&w.present.Bools, v.Bools, v, nulls), levels, nil)
	case *file.ByteArrayColumnChunkWriter:
		err = w.writeStrings(column, v, levels)
	default:
		err = fmt.Errorf("column writer %T", column)
	}
	return err
}

// writeStrings writes as many strings at a time as the library writes values: of a whole
// row group, the headers alone would take 3 MB that the garbage collector looks through.
func (w *ParquetWriter) writeStrings(column *file.ByteArrayColumnChunkWriter, v *enumerate.Vector, levels []int16) error {
	begin := int32(0)
	for from, n := 0, len(v.Ends); from < n; from += batchValues {
		to := min(from+batchValues, n)
		w.strings = w.strings[:0]
		for i, end := range v.Ends[from:to] {
			if levels == nil || levels[from+i] > 0 {
				w.strings = append(w.strings, parquet.ByteArray(v.Bytes[begin:end]))
			}
			begin = end
		}
		var some []int16
		if levels != nil {
			some = levels[from:to]
		}
		if _, err := column.WriteBatch(w.strings, some, nil); err != nil {
			return err
		}
	}
	clear(w.strings)
	return nil
}

func (w *ParquetWriter) nullLevels(valid []bool) (levels []int16, nulls int) {
	levels, nulls = slices.Grow(w.levels[:0], len(valid))[:len(valid)], len(valid)
	for i, ok := range valid {
		var level int16
		if ok {
			level = 1
		}
		levels[i] = level
		nulls -= int(level)
	}
	w.levels = levels
	return levels, nulls
}

// present returns the values that are not null. If there are nulls it copies them into the buffer.
func present[T any](buffer *[]T, values []T, v *enumerate.Vector, nulls int) []T {
	if nulls == 0 {
		return values
	}
	dst := slices.Grow((*buffer)[:0], len(values)+1)[:len(values)+1]
	n := 0
	for i, ok := range v.Valid {
		dst[n] = values[i] // the next value takes its place if it is null
		if ok {
			n++
		}
	}
	*buffer = dst
	return dst[:n]
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
