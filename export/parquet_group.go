package export

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"

	"coverstat/enumerate"
)

const (
	// A page ends after a batch of so many values, nulls included, if its values take pageBytes or more: 128 KiB of
	// integers, a megabyte or more of long strings.
	batchValues = 16_384
	pageBytes   = 1 << 17
)

// A rowGroup encodes the rows of a row group and holds its pages until it is written. So several groups of a file can
// be encoded at a time, each by one goroutine. The library's writers of columns are not used: they hold the page at hand
// of each column three times, as values, as a body and as room for it compressed (NOTES.md has the memory).
type rowGroup struct {
	meta    *metadata.RowGroupMetaDataBuilder
	ordinal int16
	rows    int
	chunks  []chunk
	body    []byte // of a page that begins with levels
	packed  []byte // a compressed page
	err     error  // the first one
}

// A chunk is a column of a row group. It keeps the page at hand as it will be compressed.
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
type chunk struct {
	column *enumerate.Column
	meta   *metadata.ColumnChunkMetaDataBuilder
	pages  file.PageWriter // holds those that are compressed
	size   int64           // of these

	values          []byte // of the page at hand
	bools           int    // of them
	empty           bool   // there was an empty string: pages of these alone have no least and greatest
	count           int    // values of the page, nulls included
	repeats, levels []byte // of the page, one after another
	ofPage, ofChunk metadata.TypedStatistics
	present         enumerate.Vector // values of a batch that are not null
}

// newGroup begins a row group.
func (w *ParquetWriter) newGroup() *rowGroup {
	g := &rowGroup{meta: w.meta.AppendRowGroup(), ordinal: w.groups, chunks: make([]chunk, len(w.columns))}
	w.groups++
	for i := range g.chunks {
		meta := g.meta.NextColumnChunk()
		pages, err := file.NewPageWriter(w.out, compress.Codecs.Zstd, 0, meta, g.ordinal, int16(i),
			memory.DefaultAllocator, true, nil, nil)
		if err != nil {
			panic(err) // the library has zstd built in
		}
		of := meta.Descr()
		g.chunks[i] = chunk{column: &w.columns[i], meta: meta, pages: pages,
			ofPage:  metadata.NewStatistics(of, memory.DefaultAllocator),
			ofChunk: metadata.NewStatistics(of, memory.DefaultAllocator)}
	}
	return g
}

// add adds rows from (inclusive) to to (exclusive) of a batch.
func (g *rowGroup) add(b *enumerate.Batch, from, to int) error {
	for from < to {
		n := min(to-from, batchValues-g.rows%batchValues)
		g.rows += n
		for i := range g.chunks {
			c := &g.chunks[i]
			c.add(g, b, i, from, from+n)
			if len(c.values) > math.MaxInt32/2 {
				c.fail(g, errors.New("the values of a page take more than a gigabyte"))
			}
		}
		from += n
	}
	return g.err
}

// end ends all pages.
func (g *rowGroup) end() error {
	for i := range g.chunks {
		c := &g.chunks[i]
		c.endPage(g, 0)
		c.values, c.repeats, c.levels, c.present = nil, nil, nil, enumerate.Vector{}
	}
	g.body, g.packed = nil, nil
	return g.err
}

// append writes a row group that has ended, column by column. Row groups are written in the order in which they
// were begun.
func (w *ParquetWriter) append(g *rowGroup) error {
	size := int64(0)
	for i := range g.chunks {
		c := &g.chunks[i]
		stats, err := c.encodeStatistics(c.ofChunk)
		if err != nil {
			return err
		}
		if stats.IsSet() {
			c.meta.SetStats(stats)
		}
		if err := c.pages.Close(false, false); err != nil {
			return err
		}
		size += c.size
	}
	w.total += int64(g.rows)
	g.meta.SetNumRows(g.rows)
	return g.meta.Finish(size, g.ordinal)
}

// add adds values of column i from row from (inclusive) to row to (exclusive) of a batch.
func (c *chunk) add(g *rowGroup, b *enumerate.Batch, i, from, to int) {
	if c.column.Type == enumerate.Int32List {
		c.addLists(g, b, i, from, to)
		return
	}
	v, nulls := &b.Vectors[i], int64(0)
	if c.column.Nullable {
		for _, ok := range v.Valid[from:to] {
			level := byte(1)
			if !ok {
				level = 0
				nulls++
			}
			c.levels = append(c.levels, level)
		}
	}
	switch stats := c.ofPage.(type) {
	case *metadata.Int32Statistics:
		values := present(&c.present.Int32s, v.Int32s, v, from, to, nulls)
		c.appendInt32s(values)
		stats.Update(values, nulls)
	case *metadata.Int64Statistics:
		values := present(&c.present.Int64s, v.Int64s, v, from, to, nulls)
		for _, x := range values {
			c.values = binary.LittleEndian.AppendUint64(c.values, uint64(x))
		}
		stats.Update(values, nulls)
	case *metadata.Float64Statistics:
		values := present(&c.present.Doubles, v.Doubles, v, from, to, nulls)
		for _, x := range values {
			c.values = binary.LittleEndian.AppendUint64(c.values, math.Float64bits(x))
		}
		stats.Update(values, nulls)
	case *metadata.BooleanStatistics:
		values := present(&c.present.Bools, v.Bools, v, from, to, nulls)
		c.appendBools(values)
		stats.Update(values, nulls)
	case *metadata.ByteArrayStatistics:
		stats.Update(c.appendStrings(b, i, from, to), nulls)
	}
	c.count += to - from
	if g.rows%batchValues == 0 {
		c.endPage(g, pageBytes)
	}
}

// fail keeps the group's first error.
func (c *chunk) fail(g *rowGroup, err error) {
	if err != nil && g.err == nil {
		g.err = fmt.Errorf("column %q: %w", c.column.Name, err)
	}
}

// present returns the values of rows that are not null. If there are nulls it copies them into the buffer.
func present[T any](buffer *[]T, values []T, v *enumerate.Vector, from, to int, nulls int64) []T {
	if nulls == 0 {
		return values[from:to]
	}
	dst := (*buffer)[:0]
	for i := from; i < to; i++ {
		if v.Valid[i] {
			dst = append(dst, values[i])
		}
	}
	*buffer = dst
	return dst
}

func (c *chunk) appendInt32s(values []int32) {
	n := len(c.values)
	c.values = slices.Grow(c.values, 4*len(values))[:n+4*len(values)]
	for i, x := range values {
		binary.LittleEndian.PutUint32(c.values[n+4*i:], uint32(x))
	}
}

func (c *chunk) appendBools(values []bool) {
	for _, x := range values {
		if c.bools%8 == 0 {
			c.values = append(c.values, 0)
		}
		if x {
			c.values[len(c.values)-1] |= 1 << (c.bools % 8)
		}
		c.bools++
	}
}

// appendStrings returns the least and the greatest of the strings that are not empty, copied, because the statistics
// keep them.
func (c *chunk) appendStrings(b *enumerate.Batch, i, from, to int) []parquet.ByteArray {
	var ends []parquet.ByteArray
	for row := from; row < to; row++ {
		if c.column.Nullable && !b.Vectors[i].Valid[row] {
			continue
		}
		x := b.StringAt(i, row)
		c.values = append(binary.LittleEndian.AppendUint32(c.values, uint32(len(x))), x...)
		switch {
		case len(x) == 0:
			c.empty = true
		case ends == nil:
			ends = []parquet.ByteArray{x, x}
		case bytes.Compare(x, ends[0]) < 0:
			ends[0] = x
		case bytes.Compare(x, ends[1]) > 0:
			ends[1] = x
		}
	}
	for k, x := range ends {
		ends[k] = append([]byte{}, x...)
	}
	return ends
}

// addLists adds lists. A batch of values, and so a page, may end within one.
func (c *chunk) addLists(g *rowGroup, b *enumerate.Batch, i, from, to int) {
	element := byte(2)
	if c.column.Nullable {
		element = 3
	}
	values, nulls := c.present.Int32s[:0], int64(0)
	settle := func() {
		c.appendInt32s(values)
		c.ofPage.(*metadata.Int32Statistics).Update(values, nulls)
		values, nulls = values[:0], 0
	}
	for row := from; row < to; row++ {
		list := b.ListAt(i, row)
		for k := range max(1, len(list)) {
			level := element
			switch {
			case len(list) > 0:
				values = append(values, list[k])
			case c.column.Nullable && !b.Vectors[i].Valid[row]:
				level, nulls = 0, nulls+1
			default:
				level, nulls = element-2, nulls+1
			}
			c.repeats, c.levels = append(c.repeats, byte(min(k, 1))), append(c.levels, level)
			if c.count++; c.count%batchValues == 0 {
				settle()
				c.endPage(g, pageBytes)
			}
		}
	}
	settle()
	c.present.Int32s = values
}

// endPage compresses the page at hand, if its values take that many bytes.
func (c *chunk) endPage(g *rowGroup, least int) {
	if c.count == 0 || len(c.values) < least {
		return
	}
	body := c.values
	if c.levels != nil {
		of := c.meta.Descr()
		g.body = appendLevels(g.body[:0], c.repeats, of.MaxRepetitionLevel())
		g.body = appendLevels(g.body, c.levels, of.MaxDefinitionLevel())
		g.body = append(g.body, body...)
		body = g.body
	}
	stats, err := c.encodeStatistics(c.ofPage)
	c.fail(g, err)
	c.ofChunk.Merge(c.ofPage)
	c.ofPage.Reset()
	g.packed = compressPage(g.packed[:0], body)
	page := file.NewDataPageV1WithStats(memory.NewBufferBytes(g.packed), int32(c.count), parquet.Encodings.Plain,
		parquet.Encodings.RLE, parquet.Encodings.RLE, int32(len(body)), stats)
	defer page.Release()
	n, err := c.pages.WriteDataPage(page)
	c.fail(g, err)
	c.size += n
	c.values, c.repeats, c.levels, c.bools, c.count = c.values[:0], c.repeats[:0], c.levels[:0], 0, 0
}

func (c *chunk) encodeStatistics(s metadata.TypedStatistics) (metadata.EncodedStatistics, error) {
	if strings, ok := s.(*metadata.ByteArrayStatistics); ok && c.empty && s.HasMinMax() {
		strings.SetMinMax(parquet.ByteArray{}, parquet.ByteArray{})
	}
	encoded, err := s.Encode()
	encoded.ApplyStatSizeLimits(int(parquet.DefaultMaxStatsSize))
	encoded.Signed = c.meta.Descr().SortOrder() == schema.SortSIGNED
	return encoded, err
}

// appendLevels appends the levels of a page behind their length, in the hybrid encoding of Parquet: runs of one level,
// and groups of 8 packed levels (https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE). A level has
// as many bits as the greatest; where that is 0 nothing is written.
func appendLevels(dst, levels []byte, greatest int16) []byte {
	if greatest == 0 {
		return dst
	}
	begin, width := len(dst), bits.Len16(uint16(greatest))
	dst = append(dst, 0, 0, 0, 0)
	const mostGroups = 63    // their number is one byte
	groups, groupsAt := 0, 0 // since the last run, and where their number stands
	for len(levels) > 0 {
		run := 1
		for run < len(levels) && levels[run] == levels[0] {
			run++
		}
		if run >= 8 || run == len(levels) && groups == 0 {
			dst = append(binary.AppendUvarint(dst, uint64(run)<<1), levels[0])
			levels, groups = levels[run:], 0
			continue
		}
		if groups == 0 {
			groupsAt = len(dst)
			dst = append(dst, 0)
		}
		packed, n := 0, min(8, len(levels))
		for i, level := range levels[:n] {
			packed |= int(level) << (i * width)
		}
		for i := range width {
			dst = append(dst, byte(packed>>(8*i)))
		}
		dst[groupsAt] = byte((groups+1)<<1 | 1)
		groups = (groups + 1) % mostGroups
		levels = levels[n:]
	}
	binary.LittleEndian.PutUint32(dst[begin:], uint32(len(dst)-begin-4))
	return dst
}
