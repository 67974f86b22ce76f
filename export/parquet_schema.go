package export

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"

	"coverstat/enumerate"
)

// storedType is how a column's type is stored: as a Parquet type, or as a list
// of it, and what the Arrow schema in the file's metadata calls it.
type storedType struct {
	physical parquet.Type
	logical  schema.LogicalType
	list     bool
	arrow    arrow.DataType
}

// storedTypes lists the stored types by [enumerate.Type].
func storedTypes() []storedType {
	none := schema.NoLogicalType{}
	element := arrow.Field{Name: "element", Type: arrow.PrimitiveTypes.Int32, Nullable: true}
	return []storedType{
		enumerate.Int32:     {parquet.Types.Int32, none, false, arrow.PrimitiveTypes.Int32},
		enumerate.Int64:     {parquet.Types.Int64, none, false, arrow.PrimitiveTypes.Int64},
		enumerate.Double:    {parquet.Types.Double, none, false, arrow.PrimitiveTypes.Float64},
		enumerate.Bool:      {parquet.Types.Boolean, none, false, arrow.FixedWidthTypes.Boolean},
		enumerate.String:    {parquet.Types.ByteArray, schema.StringLogicalType{}, false, arrow.BinaryTypes.String},
		enumerate.Int32List: {parquet.Types.Int32, none, true, arrow.ListOfField(element)},
	}
}

// parquetSchema returns the Parquet schema of columns. List elements are nullable although none is null: some readers
// cannot read lists otherwise. The root is required: the library's default, repeated, is refused by others.
func parquetSchema(columns []enumerate.Column) (*schema.GroupNode, error) {
	types := storedTypes()
	fields := make(schema.FieldList, len(columns))
	for i, c := range columns {
		t := types[c.Type]
		repetition := parquet.Repetitions.Required
		if c.Nullable {
			repetition = parquet.Repetitions.Optional
		}
		var err error
		if t.list {
			element := schema.NewInt32Node("element", parquet.Repetitions.Optional, -1)
			fields[i], err = schema.ListOfWithName(c.Name, element, repetition, -1)
		} else {
			fields[i], err = schema.NewPrimitiveNodeLogical(c.Name, repetition, t.logical, t.physical, 0, -1)
		}
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", c.Name, err)
		}
	}
	return schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
}

// fileMeta is the entry metadataKey of the metadata of a Parquet file.
type fileMeta struct {
	Format  int                `json:"format"`
	Columns []enumerate.Column `json:"columns"`
}

const (
	metadataKey    = "coverstat"
	metadataFormat = 1
)

// keyValues returns a file's metadata: the columns as JSON, and the Arrow
// schema, where Arrow's readers find the meaning of each field.
func keyValues(columns []enumerate.Column) (metadata.KeyValueMetadata, error) {
	own, err := json.Marshal(fileMeta{Format: metadataFormat, Columns: DescribeColumns(columns)})
	if err != nil {
		return nil, err
	}
	var kv metadata.KeyValueMetadata
	if err := kv.Append(metadataKey, string(own)); err != nil {
		return nil, err
	}
	return kv, kv.Append("ARROW:schema", arrowSchema(columns))
}

// arrowSchema returns the Arrow schema of columns as other writers store it: an
// Arrow stream without record batches, in base64.
func arrowSchema(columns []enumerate.Column) string {
	types := storedTypes()
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		scale := ""
		if of := c.ScaleOf(); of != enumerate.Count {
			scale = of.String()
		}
		var keys, values []string
		for _, entry := range [][2]string{{"meaning", c.Meaning}, {"scale", scale}, {"unit", c.Unit}} {
			if entry[1] != "" {
				keys, values = append(keys, entry[0]), append(values, entry[1])
			}
		}
		fields[i] = arrow.Field{Name: c.Name, Nullable: c.Nullable, Type: types[c.Type].arrow,
			Metadata: arrow.NewMetadata(keys, values)}
	}
	var stream bytes.Buffer
	w := ipc.NewWriter(&stream, ipc.WithSchema(arrow.NewSchema(fields, nil)))
	w.Close() // no error: it writes to memory
	return base64.StdEncoding.EncodeToString(stream.Bytes())
}

// columnsOf reads the columns from a file's metadata, and checks that its schema is theirs.
func columnsOf(meta *metadata.FileMetaData) ([]enumerate.Column, error) {
	text := meta.KeyValueMetadata().FindValue(metadataKey)
	if text == nil {
		return nil, fmt.Errorf("there is no metadata %q: expected a file of this program", metadataKey)
	}
	var m fileMeta
	if err := json.Unmarshal([]byte(*text), &m); err != nil {
		return nil, fmt.Errorf("metadata %q: %w", metadataKey, err)
	}
	if m.Format != metadataFormat {
		return nil, fmt.Errorf("metadata %q of format %d, expected %d", metadataKey, m.Format, metadataFormat)
	}
	if err := checkNames(m.Columns); err != nil {
		return nil, err
	}
	root, err := parquetSchema(m.Columns)
	if err == nil && !root.Equals(meta.Schema.Root()) {
		err = fmt.Errorf("metadata %q describes other columns than the schema", metadataKey)
	}
	return m.Columns, err
}
