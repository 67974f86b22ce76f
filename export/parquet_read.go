package export

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/parquet/file"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files"
)

// A RowReader yields rows, batch by batch; see [block.RowReader].
type RowReader = block.RowReader

// A ParquetFile is a Parquet file open for reading.
type ParquetFile struct {
	name    string
	src     files.Source
	file    *file.Reader
	columns []enumerate.Column
	leaf    []int // by column: index of its leaf in the file's schema
}

// OpenParquet opens a file and checks that its columns have our types. Files
// of other programs can be read if they have; theirs have no meanings.
func OpenParquet(fsys files.FS, name string) (_ *ParquetFile, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	src, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	ourZstd()
	f := &ParquetFile{name: name, src: src}
	if err := f.open(); err != nil {
		src.Close()
		return nil, err
	}
	return f, nil
}

// open reads the footer. The library panics on some damaged ones.
func (f *ParquetFile) open() (err error) {
	defer recovered(&err)
	if err := checkMagic(f.src); err != nil {
		return err
	}
	f.file, err = file.NewParquetReader(io.NewSectionReader(f.src, 0, f.src.Size()))
	if err != nil {
		return err
	}
	if err := checkFooter(f.file, f.src.Size()); err != nil {
		return err
	}
	f.columns, err = columnsOf(f.file.MetaData())
	if err != nil {
		return err
	}
	root := f.file.MetaData().Schema
	f.leaf = make([]int, len(f.columns))
	for i := range root.NumColumns() {
		f.leaf[root.Root().FieldIndexByField(root.ColumnRoot(i))] = i
	}
	return nil
}

// checkFooter sees that what the footer says fits together and into the file.
func checkFooter(f *file.Reader, size int64) error {
	var rows int64
	for g := range f.NumRowGroups() {
		group := f.MetaData().RowGroup(g)
		n := group.NumRows()
		if n < 0 || n > f.NumRows()-rows {
			return fmt.Errorf("row group %d has %d rows, the file %d", g, n, f.NumRows())
		}
		rows += n
		for c := range group.NumColumns() {
			chunk, err := group.ColumnChunk(c)
			if err != nil {
				return fmt.Errorf("row group %d, column %d: %w", g, c, err)
			}
			at, length := chunk.DataPageOffset(), chunk.TotalCompressedSize()
			if chunk.HasDictionaryPage() {
				at = min(at, chunk.DictionaryPageOffset())
			}
			if at < 4 || length < 0 || length > size || at > size-length {
				return fmt.Errorf("row group %d, column %d: %d bytes at %d, the file has %d", g, c, length, at, size)
			}
		}
	}
	if rows != f.NumRows() {
		return fmt.Errorf("%d rows in the row groups, expected %d", rows, f.NumRows())
	}
	return nil
}

// checkMagic tells a file that was cut short from one that never was Parquet.
func checkMagic(src files.Source) error {
	const magic = "PAR1"
	head, tail := make([]byte, 4), make([]byte, 4)
	if src.Size() < 12 {
		return fmt.Errorf("%d bytes, too few for a Parquet file", src.Size())
	}
	if _, err := src.ReadAt(head, 0); err != nil {
		return err
	}
	if _, err := src.ReadAt(tail, src.Size()-4); err != nil && err != io.EOF {
		return err
	}
	if string(head) != magic {
		return fmt.Errorf("begins with %q, expected %q: not a Parquet file", head, magic)
	}
	if string(tail) != magic {
		return fmt.Errorf("ends with %q, expected %q: the file was cut short", tail, magic)
	}
	return nil
}

// Columns returns the columns.
func (f *ParquetFile) Columns() []enumerate.Column { return f.columns }

// Rows returns the number of rows.
func (f *ParquetFile) Rows() int64 { return f.file.NumRows() }

// Close closes the file.
func (f *ParquetFile) Close() error { return f.src.Close() }

// Read returns a reader of rows from (inclusive) to to (exclusive), of the
// columns with the given indices, in that order; nil is all of them. Whole
// pages are read and dropped to get to the first row, at most a row group.
// Close the reader before the file.
func (f *ParquetFile) Read(columns []int, from, to int64) RowReader {
	if columns == nil {
		columns = make([]int, len(f.columns))
		for i := range columns {
			columns[i] = i
		}
	}
	if from < 0 || to < from || to > f.Rows() {
		panic(fmt.Sprintf("export: rows %d to %d of %d", from, to, f.Rows()))
	}
	return &parquetReader{file: f, columns: columns, at: from, to: to, group: -1}
}

// parquetReader reads row group after row group, and in each a batch of every
// column in turn.
type parquetReader struct {
	file    *ParquetFile
	columns []int
	at, to  int64

	group    int   // being read
	first    int64 // its first row
	last     int64 // the row after its last
	row      int64 // next row of the chunks
	chunks   []*chunkReader
	discards *enumerate.Batch
}

func (r *parquetReader) Close() error { return nil }

func (r *parquetReader) Next(b *enumerate.Batch) (err error) {
	defer func() {
		if err != nil && err != io.EOF {
			err = fmt.Errorf("%s: %w", r.file.name, err)
		}
	}()
	defer recovered(&err)
	b.Reset()
	if r.at == r.to {
		return io.EOF
	}
	for r.group < 0 || r.at >= r.last {
		if err := r.nextGroup(); err != nil {
			return err
		}
	}
	for r.row < r.at { // to the first row that was asked for
		if r.discards == nil {
			r.discards = enumerate.NewBatch(b.Columns)
		}
		if err := r.read(r.discards, min(r.at-r.row, enumerate.BatchRows)); err != nil {
			return err
		}
	}
	n := min(r.to, r.last) - r.at
	if err := r.read(b, min(n, enumerate.BatchRows)); err != nil {
		return err
	}
	r.at = r.row
	return nil
}

// read reads n rows of every chunk.
func (r *parquetReader) read(b *enumerate.Batch, n int64) error {
	b.Reset()
	for i, c := range r.chunks {
		if err := c.read(&b.Vectors[i], int(n)); err != nil {
			return fmt.Errorf("row group %d, column %q: %w", r.group, c.column.Name, err)
		}
	}
	r.row += n
	return nil
}

func (r *parquetReader) nextGroup() error {
	f := r.file.file
	r.group++
	if r.group >= f.NumRowGroups() {
		return fmt.Errorf("%d rows in its row groups, expected %d", r.last, r.file.Rows())
	}
	r.first = r.last
	r.row = r.first
	r.last = r.first + f.MetaData().RowGroup(r.group).NumRows()
	r.chunks = r.chunks[:0]
	if r.at >= r.last {
		return nil // nothing wanted of it
	}
	group := f.RowGroup(r.group)
	for _, i := range r.columns {
		column, err := group.Column(r.file.leaf[i])
		if err != nil {
			return err
		}
		r.chunks = append(r.chunks, newChunkReader(r.file.columns[i], column))
	}
	return nil
}
