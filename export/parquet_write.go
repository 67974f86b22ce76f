package export

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// GroupRows is the number of rows in a row group, but for a file's last.
const GroupRows = 131_072

// FileInfo is what the manifest says of a file.
type FileInfo struct {
	Path   string `json:"path"` // relative to the dataset, with slashes
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// ParquetWriter writes one Parquet file. The bytes depend on the columns and the rows alone, not on how the rows came
// in batches. It belongs to one goroutine. It holds a row group in memory, compressed, and of each column a page.
//
// A file has its name only when it is written whole.
type ParquetWriter struct {
	columns []enumerate.Column
	meta    *metadata.FileMetaDataBuilder
	groups  int16         // begun
	file    *files.Atomic // nil where the rows go to a writer that is no file of ours
	out     *fileWriter
	total   int64     // rows written
	group   *rowGroup // that Write fills; nil if it has no rows
}

// NewParquet returns a writer of rows as a Parquet file that goes to out, which is no
// part of a dataset. Finish writes its end.
func NewParquet(out io.Writer, columns []enumerate.Column) (*ParquetWriter, error) {
	root, err := parquetSchema(columns)
	if err != nil {
		return nil, err
	}
	kv, err := keyValues(columns)
	if err != nil {
		return nil, err
	}
	w := &ParquetWriter{columns: columns, out: &fileWriter{out: out, hash: sha256.New()},
		meta: metadata.NewFileMetadataBuilder(schema.NewSchema(root), writerProperties(), kv)}
	_, err = w.out.Write([]byte(parquetMagic))
	return w, err
}

// createParquet starts a file.
func createParquet(fsys files.FS, name string, columns []enumerate.Column) (*ParquetWriter, error) {
	out, err := files.CreateAtomic(fsys, name)
	if err != nil {
		return nil, err
	}
	w, err := NewParquet(out, columns)
	if err != nil {
		out.Discard()
		return nil, err
	}
	w.file = out
	return w, nil
}

// parquetMagic is at the beginning and at the end of a file.
const parquetMagic = "PAR1"

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
		parquet.WithCreatedBy("coverstat"),
	)
}

// fileWriter counts and hashes what is written.
type fileWriter struct {
	out   io.Writer
	hash  hash.Hash
	bytes int64
}

// Write implements [io.Writer].
func (w *fileWriter) Write(p []byte) (int, error) {
	w.hash.Write(p)
	w.bytes += int64(len(p))
	return w.out.Write(p)
}

// Tell returns the number of bytes written.
func (w *fileWriter) Tell() int64 { return w.bytes }

// Write adds the rows of a batch.
func (w *ParquetWriter) Write(b *enumerate.Batch) error {
	for from := 0; from < b.Len(); {
		if w.group == nil {
			w.group = w.newGroup()
		}
		n := min(b.Len()-from, GroupRows-w.group.rows)
		if err := w.group.add(b, from, from+n); err != nil {
			return err
		}
		if from += n; w.group.rows == GroupRows {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush writes the row group that Write has filled.
func (w *ParquetWriter) flush() error {
	g := w.group
	if w.group = nil; g == nil {
		return nil
	}
	if err := g.end(); err != nil {
		return err
	}
	return w.append(g)
}

// close writes the end of the file, gives the file its name, and returns when
// no crash can undo that. The caller sets the info's Path.
func (w *ParquetWriter) close() (FileInfo, error) {
	defer w.discard()
	if err := w.Finish(); err != nil {
		return FileInfo{}, err
	}
	if err := w.file.Commit(); err != nil {
		return FileInfo{}, err
	}
	return FileInfo{Rows: w.total, Bytes: w.out.bytes, SHA256: hex.EncodeToString(w.out.hash.Sum(nil))}, nil
}

// Finish writes what remains.
func (w *ParquetWriter) Finish() error {
	if err := w.flush(); err != nil {
		return err
	}
	meta, err := w.meta.Finish()
	if err != nil {
		return err
	}
	n, err := meta.WriteTo(w.out, nil)
	if err != nil {
		return err
	}
	_, err = w.out.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(n)), parquetMagic...))
	return err
}

// Bytes returns the length of the file as far as it is written.
func (w *ParquetWriter) Bytes() int64 { return w.out.bytes }

// discard removes the unfinished file. After close it does nothing.
func (w *ParquetWriter) discard() { w.file.Discard() }
