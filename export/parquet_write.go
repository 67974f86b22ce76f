package export

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"math"

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

// ParquetWriter writes one Parquet file. The bytes depend on the columns and the rows alone, not on
// how the rows came in batches: a row group is encoded when all its rows are there, column by
// column. It belongs to one goroutine, and holds one row group in memory: [GroupRows] times the
// size of a row, once as rows and at most once more encoded.
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
	return &ParquetWriter{columns: columns, hashed: hashed, buffer: buffer, expects: rows, rows: enumerate.NewBatch(columns),
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
