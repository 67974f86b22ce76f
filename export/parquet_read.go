package export

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/parquet/file"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// A RowReader yields rows, batch by batch: see [block.RowReader].
type RowReader = block.RowReader

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
	useFastZstd()
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
				return nil, fmt.Errorf("row group %d, column %d: %d bytes at %d, the file has %d", g, c, length, at, size)
			}
		}
	}
	if rows != f.NumRows() {
		return nil, fmt.Errorf("%d rows in the row groups, expected %d", rows, f.NumRows())
	}
	return begin, nil
}

// Close closes the file.
func (f *parquetFile) Close() error { return f.src.Close() }

// Read returns a reader of rows from (inclusive) to to (exclusive), of the columns with the given
// indices, in that order; nil is all of them. To get to the first row it reads and drops the rows
// before it in the row group. Close the reader before the file.
func (f *parquetFile) Read(columns []int, from, to int64) RowReader {
	if columns == nil {
		columns = make([]int, len(f.columns))
		for i := range columns {
			columns[i] = i
		}
	}
	return sections{f.begin, func(group int, from, to int64) (RowReader, error) {
		r := &groupReader{file: f, group: group, columns: columns, from: from, to: to}
		return r, r.try(r.open)
	}}.read(from, to)
}

// groupReader reads a row group: a batch of every column in turn.
type groupReader struct {
	file     *parquetFile
	group    int
	columns  []int
	from, to int64 // rows that are wanted
	at       int64 // row that the chunks are at
	chunks   []*chunkReader
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

func (r *groupReader) open() error {
	group := r.file.file.RowGroup(r.group)
	for _, i := range r.columns {
		chunk, err := group.Column(i) // each has one leaf in the schema
		if err != nil {
			return err
		}
		r.chunks = append(r.chunks, newChunkReader(r.file.columns[i], chunk))
	}
	return nil
}

// Next implements [RowReader].
func (r *groupReader) Next(b *enumerate.Batch) error {
	b.Reset()
	if r.at >= r.to {
		return io.EOF
	}
	return r.try(func() error {
		for r.at < r.from {
			if err := r.read(b, min(r.from-r.at, enumerate.BatchRows)); err != nil {
				return err
			}
		}
		return r.read(b, min(r.to-r.at, enumerate.BatchRows))
	})
}

// read fills a batch with the next n rows.
func (r *groupReader) read(b *enumerate.Batch, n int64) error {
	b.Reset()
	for i, c := range r.chunks {
		if err := c.read(&b.Vectors[i], int(n)); err != nil {
			return fmt.Errorf("column %q: %w", c.column.Name, err)
		}
	}
	r.at += n
	return nil
}

// Close implements [RowReader].
func (r *groupReader) Close() error { return nil }
