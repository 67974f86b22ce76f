package export

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"math"
	"slices"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// batchValues is the number of values that the library writes at a time.
const batchValues = 16_384

// GroupRows is the number of rows in a row group, but for a file's last.
const GroupRows = 131_072

// FileInfo is what the manifest says of a file.
type FileInfo struct {
	Path   string `json:"path"` // relative to the dataset, with slashes
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// NewParquet returns a writer of rows as a Parquet file that goes to out, which is no
// part of a dataset. It holds one row group in memory. Finish writes its end.
func NewParquet(out io.Writer, columns []enumerate.Column) (*ParquetWriter, error) {
	return newParquet(out, columns, 0)
}

// ParquetWriter writes one Parquet file. The bytes depend on the columns and the rows alone, not on how the rows came
// in batches: a row group is encoded when all its rows are there, column by column. It belongs to one goroutine, and
// holds one row group in memory: [GroupRows] times the size of a row, once as rows and at most once more encoded.
//
// No file has the name before Close has written it whole.
type ParquetWriter struct {
	columns []enumerate.Column
	out     *files.Atomic // nil where the rows go to a writer that is no file of ours
	hashed  *hashingWriter
	buffer  *bufio.Writer // of it; keeps the first error, because the library does not report all of them
	file    *file.Writer
	expects int64 // rows of the file; 0 if that is not known
	total   int64 // rows written

	rows    *enumerate.Batch // of the row group being filled
	levels  []int16
	repeats []int16
	strings []parquet.ByteArray
	present enumerate.Vector // values that are not null
}

// createParquet starts a file of so many rows.
func createParquet(fsys files.FS, name string, columns []enumerate.Column, rows int64) (*ParquetWriter, error) {
	out, err := files.CreateAtomic(fsys, name)
	if err != nil {
		return nil, err
	}
	w, err := newParquet(out, columns, rows)
	if err != nil {
		out.Discard()
		return nil, err
	}
	w.out = out
	return w, nil
}

// newParquet starts a file that is written to out as its row groups become whole.
func newParquet(out io.Writer, columns []enumerate.Column, rows int64) (*ParquetWriter, error) {
	useFastZstd()
	root, err := parquetSchema(columns)
	if err != nil {
		return nil, err
	}
	kv, err := keyValues(columns)
	if err != nil {
		return nil, err
	}
	hashed := &hashingWriter{out: out, hash: sha256.New()}
	buffer := bufio.NewWriterSize(hashed, 1<<16)
	return &ParquetWriter{columns: columns, hashed: hashed, buffer: buffer, expects: rows,
		rows: enumerate.NewBatch(columns),
		file: file.NewParquetWriter(buffer, root, file.WithWriterProps(writerProperties()), file.WithWriteMetadata(kv)),
	}, nil
}

// writerProperties returns the options of the format. There is no dictionary, because a column that
// falls back from it to plain values gets a footer whose bytes change from run to run. created_by
// holds no version, time or machine, so that the same rows give the same bytes.
func writerProperties() *parquet.WriterProperties {
	return parquet.NewWriterProperties(
		parquet.WithVersion(parquet.V2_LATEST),
		parquet.WithDataPageVersion(parquet.DataPageV1),
		parquet.WithRootRepetition(parquet.Repetitions.Required),
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithDictionaryDefault(false),
		parquet.WithStats(true),
		parquet.WithMaxRowGroupLength(GroupRows),
		// Pages are cut after whole batches: 128 KiB of integers, a megabyte or more of long strings.
		parquet.WithBatchSize(batchValues),
		parquet.WithDataPageSize(1<<17),
		parquet.WithCreatedBy("coverstat"),
	)
}

// hashingWriter counts and hashes what is written.
type hashingWriter struct {
	out   io.Writer
	hash  hash.Hash
	bytes int64
}

// Write implements [io.Writer].
func (h *hashingWriter) Write(p []byte) (int, error) {
	h.hash.Write(p)
	h.bytes += int64(len(p))
	return h.out.Write(p)
}

// Write adds the rows of a batch.
func (w *ParquetWriter) Write(b *enumerate.Batch) error {
	for from := 0; from < b.Len(); {
		n := min(b.Len()-from, GroupRows-w.rows.Len())
		if w.rows.Len() == 0 && w.total < w.expects {
			w.rows.Reserve(int(min(GroupRows, w.expects-w.total)), b)
		}
		w.rows.AppendRows(b, from, from+n)
		from += n
		for i := range w.rows.Vectors {
			if len(w.rows.Vectors[i].Bytes) > math.MaxInt32/2 || len(w.rows.Vectors[i].Int32s) > math.MaxInt32/8 {
				return fmt.Errorf("column %q: the values of a row group take more than a gigabyte", w.columns[i].Name)
			}
		}
		if w.rows.Len() == GroupRows {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush writes the row group.
func (w *ParquetWriter) flush() (err error) {
	defer w.cause(&err)
	defer recovered(&err)
	n := w.rows.Len()
	if n == 0 {
		return nil
	}
	group := w.file.AppendRowGroup()
	for i := range w.columns {
		column, err := group.NextColumn()
		if err != nil {
			return err
		}
		if err := w.writeColumn(column, &w.columns[i], &w.rows.Vectors[i], n); err != nil {
			return fmt.Errorf("column %q: %w", w.columns[i].Name, err)
		}
		if err := column.Close(); err != nil {
			return err
		}
	}
	if err := group.Close(); err != nil {
		return err
	}
	w.total += int64(n)
	w.rows.Reset()
	return w.buffer.Flush()
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

// cause makes of an error that of the file, if there is one: the library calls a full disk an unknown error of a column.
func (w *ParquetWriter) cause(err *error) {
	if *err != nil {
		*err = cmp.Or(w.buffer.Flush(), *err)
	}
}

// Close writes the end of the file, gives the file its name, and returns when
// no crash can undo that. The caller sets the info's Path.
func (w *ParquetWriter) Close() (FileInfo, error) {
	defer w.out.Discard()
	if err := w.Finish(); err != nil {
		return FileInfo{}, err
	}
	if err := w.out.Commit(); err != nil {
		return FileInfo{}, err
	}
	return FileInfo{Rows: w.total, Bytes: w.hashed.bytes, SHA256: hex.EncodeToString(w.hashed.hash.Sum(nil))}, nil
}

// Finish writes what remains.
func (w *ParquetWriter) Finish() (err error) {
	defer w.cause(&err)
	defer recovered(&err)
	if err := w.flush(); err != nil {
		return err
	}
	// The library's Close does not report errors of the footer.
	if err := w.file.FlushWithFooter(); err != nil {
		return err
	}
	if err := w.file.Close(); err != nil {
		return err
	}
	return w.buffer.Flush()
}

// Bytes returns the length of the file as far as it is written.
func (w *ParquetWriter) Bytes() int64 { return w.hashed.bytes }

// Discard removes the unfinished file. After Close it does nothing.
func (w *ParquetWriter) Discard() { w.out.Discard() }

// writeColumn writes the n values of a vector as a column chunk.
//
// Parquet stores a nullable or nested column as levels and the values that are not null. A definition level says how
// much of the path to a value exists. A repetition level says whether the value starts a new row (0) or is a further
// element of a list (1). The definition levels of the columns written here:
//
//	column               definition levels
//	required             none
//	nullable             0 null, 1 value
//	list                 0 empty, 2 element
//	nullable list        0 null, 1 empty, 3 element
//
// One level below an element is a null element, which is never written.
func (w *ParquetWriter) writeColumn(column file.ColumnChunkWriter, c *enumerate.Column, v *enumerate.Vector,
	n int) error {
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
func (w *ParquetWriter) writeStrings(column *file.ByteArrayColumnChunkWriter, v *enumerate.Vector,
	levels []int16) error {
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

func (w *ParquetWriter) writeLists(column *file.Int32ColumnChunkWriter, c *enumerate.Column, v *enumerate.Vector,
	n int) error {
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
