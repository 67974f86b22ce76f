package export

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// sections are rows that lie in several places, one after another: the parts of a dataset, the row groups of a file.
type sections struct {
	begin []int64 // number of the first row of each section; at the end the number of rows
	// read reads rows from (inclusive) to to (exclusive) of a section, counted from the section's first row.
	read func(section int, from, to int64) block.Batches
}

// sectionOf returns the index of the section that holds a row. Beyond the last row it is the number of sections.
func sectionOf(begin []int64, row int64) int {
	return sort.Search(len(begin)-1, func(i int) bool { return begin[i+1] > row })
}

// rows reads rows from (inclusive) to to (exclusive).
func (s sections) rows(from, to int64) block.Batches {
	if n := s.begin[len(s.begin)-1]; from < 0 || to < from || to > n {
		panic(fmt.Sprintf("export: rows %d to %d of %d", from, to, n))
	}
	return func(yield func(*enumerate.Batch, error) bool) {
		at := from
		for i := sectionOf(s.begin, from); at < to; i++ {
			begin, end := s.begin[i], min(s.begin[i+1], to)
			for b, err := range s.read(i, at-begin, end-begin) {
				if !yield(b, err) || err != nil {
					return
				}
			}
			at = end
		}
	}
}

// parquetFile is a Parquet file open for reading.
type parquetFile struct {
	name    string
	src     files.Source
	file    *file.Reader
	columns []enumerate.Column
	begin   []int64 // number of the first row of each row group, and the number of rows
}

// openParquet opens a file that this program wrote.
func openParquet(fsys files.FS, name string) (_ *parquetFile, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	src, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	f := &parquetFile{name: name, src: src}
	if err := f.open(); err != nil {
		src.Close()
		return nil, err
	}
	return f, nil
}

// open reads the footer.
func (f *parquetFile) open() (err error) {
	defer recovered(&err)
	f.file, err = file.NewParquetReader(io.NewSectionReader(f.src, 0, f.src.Size()))
	if err != nil {
		return err
	}
	if f.begin, err = checkFooter(f.file, f.src.Size()); err != nil {
		return err
	}
	f.columns, err = columnsOf(f.file.MetaData())
	return err
}

// checkFooter checks that what the footer says fits together and into the file. It returns the
// number of the first row of each row group and, at the end, the number of rows.
func checkFooter(f *file.Reader, size int64) (begin []int64, err error) {
	rows := int64(0)
	begin = []int64{0}
	for g := range f.NumRowGroups() {
		group := f.MetaData().RowGroup(g)
		n := group.NumRows()
		if n < 0 || n > f.NumRows()-rows {
			return nil, fmt.Errorf("row group %d has %d rows, the file %d", g, n, f.NumRows())
		}
		rows += n
		begin = append(begin, rows)
		for c := range group.NumColumns() {
			chunk, err := group.ColumnChunk(c)
			if err != nil {
				return nil, fmt.Errorf("row group %d, column %d: %w", g, c, err)
			}
			at, length := chunk.DataPageOffset(), chunk.TotalCompressedSize()
			if chunk.HasDictionaryPage() {
				at = min(at, chunk.DictionaryPageOffset())
			}
			if at < 4 || length < 0 || length > size || at > size-length {
				return nil, fmt.Errorf("row group %d, column %d: %d bytes at %d, the file has %d", g, c, length, at,
					size)
			}
		}
	}
	if rows != f.NumRows() {
		return nil, fmt.Errorf("%d rows in the row groups, expected %d", rows, f.NumRows())
	}
	return begin, nil
}

// close closes the file.
func (f *parquetFile) close() error { return f.src.Close() }

// read reads rows from (inclusive) to to (exclusive), of the columns with the given
// indices, in that order; nil is all of them. To get to the first row it reads and drops the rows
// before it in the row group. Close the file after the last row.
func (f *parquetFile) read(columns []int, from, to int64) block.Batches {
	if columns == nil {
		columns = enumerate.Indices(len(f.columns))
	}
	return sections{f.begin, func(group int, from, to int64) block.Batches {
		return func(yield func(*enumerate.Batch, error) bool) {
			r := &groupReader{file: f, group: group}
			b := enumerate.NewBatch(Pick(f.columns, columns))
			err := r.try(func() error { return r.open(columns) })
			for at, n := int64(0), int64(0); err == nil && at < to; at += n {
				if n = min(to-at, enumerate.BatchRows); at < from {
					n = min(from-at, enumerate.BatchRows)
				}
				err = r.try(func() error { return r.read(b, n) })
				if err == nil && at >= from && !yield(b, nil) {
					return
				}
			}
			if err != nil {
				yield(nil, err)
			}
		}
	}}.rows(from, to)
}

// groupReader reads a row group: a batch of every column in turn.
type groupReader struct {
	file   *parquetFile
	group  int
	chunks []*chunkReader
}

// try calls a function. It turns panics of the library, which come with some
// damaged files, into errors, and names the file.
func (r *groupReader) try(do func() error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: row group %d: %w", r.file.name, r.group, err)
		}
	}()
	defer recovered(&err)
	return do()
}

func (r *groupReader) open(columns []int) error {
	group := r.file.file.RowGroup(r.group)
	for _, i := range columns {
		chunk, err := group.Column(i) // each has one leaf in the schema
		if err != nil {
			return err
		}
		r.chunks = append(r.chunks, newChunkReader(r.file.columns[i], chunk))
	}
	return nil
}

// read fills a batch with the next n rows.
func (r *groupReader) read(b *enumerate.Batch, n int64) error {
	b.Reset()
	for i, c := range r.chunks {
		if err := c.read(&b.Vectors[i], int(n)); err != nil {
			return fmt.Errorf("column %q: %w", c.column.Name, err)
		}
	}
	return nil
}

// chunkReader reads the values of one column in one row group. [chunk] explains the levels.
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

// readLists appends n lists. A list ends where the next one begins or the chunk ends, so levels are read ahead.
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

// readLevels reads the next levels of a list column and their values. At the end of the chunk there are none.
func (c *chunkReader) readLevels() error {
	c.levels, c.repeats = slices.Grow(c.levels[:0], listLevels)[:listLevels],
		slices.Grow(c.repeats[:0], listLevels)[:listLevels]
	c.values.Int32s = slices.Grow(c.values.Int32s[:0], listLevels)[:listLevels]
	total, there, err := c.chunk.(*file.Int32ColumnChunkReader).ReadBatch(listLevels, c.values.Int32s,
		c.levels, c.repeats)
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

// recovered turns a panic into an error: the library panics on some errors.
func recovered(err *error) {
	if r := recover(); r != nil {
		if e, ok := r.(error); ok {
			*err = fmt.Errorf("parquet: %w", e)
		} else {
			*err = fmt.Errorf("parquet: %v", r)
		}
	}
}
