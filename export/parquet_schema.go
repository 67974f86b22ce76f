package export

import (
	"bytes"
	"encoding/base64"
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"

	"coverstat/enumerate"
)

// parquetSchema returns the Parquet schema of columns. List elements are
// nullable although none is null: some readers cannot read lists otherwise.
// The root is required: the library's default, repeated, is refused by others.
func parquetSchema(columns []enumerate.Column) (*schema.GroupNode, error) {
	fields := make(schema.FieldList, len(columns))
	for i, c := range columns {
		rep := parquet.Repetitions.Required
		if c.Nullable {
			rep = parquet.Repetitions.Optional
		}
		var err error
		switch c.Type {
		case enumerate.Int32:
			fields[i] = schema.NewInt32Node(c.Name, rep, -1)
		case enumerate.Int64:
			fields[i] = schema.NewInt64Node(c.Name, rep, -1)
		case enumerate.Double:
			fields[i] = schema.NewFloat64Node(c.Name, rep, -1)
		case enumerate.Bool:
			fields[i] = schema.NewBooleanNode(c.Name, rep, -1)
		case enumerate.String:
			fields[i], err = schema.NewPrimitiveNodeLogical(c.Name, rep, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1)
		case enumerate.Int32List:
			element := schema.NewInt32Node("element", parquet.Repetitions.Optional, -1)
			fields[i], err = schema.ListOfWithName(c.Name, element, rep, -1)
		default:
			err = fmt.Errorf("type %v", c.Type)
		}
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", c.Name, err)
		}
	}
	return schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
}

// keyValues returns a file's metadata: our own description, and the Arrow
// schema, in which Arrow's readers find the meaning of each field.
func keyValues(columns []enumerate.Column) (metadata.KeyValueMetadata, error) {
	own, err := encodeFileMeta(columns)
	if err != nil {
		return nil, err
	}
	var kv metadata.KeyValueMetadata
	if err := kv.Append(metadataKey, own); err != nil {
		return nil, err
	}
	return kv, kv.Append("ARROW:schema", arrowSchema(columns))
}

func arrowSchema(columns []enumerate.Column) string {
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		var keys, values []string
		if c.Meaning != "" {
			keys, values = append(keys, "meaning"), append(values, c.Meaning)
		}
		if c.Unit != "" {
			keys, values = append(keys, "unit"), append(values, c.Unit)
		}
		fields[i] = arrow.Field{Name: c.Name, Nullable: c.Nullable, Type: arrowType(c.Type),
			Metadata: arrow.NewMetadata(keys, values)}
	}
	// The schema is stored as an Arrow stream without record batches, base64:
	// that is what other writers do.
	var stream bytes.Buffer
	w := ipc.NewWriter(&stream, ipc.WithSchema(arrow.NewSchema(fields, nil)))
	w.Close() // writing to memory
	return base64.StdEncoding.EncodeToString(stream.Bytes())
}

func arrowType(t enumerate.Type) arrow.DataType {
	switch t {
	case enumerate.Int32:
		return arrow.PrimitiveTypes.Int32
	case enumerate.Int64:
		return arrow.PrimitiveTypes.Int64
	case enumerate.Double:
		return arrow.PrimitiveTypes.Float64
	case enumerate.Bool:
		return arrow.FixedWidthTypes.Boolean
	case enumerate.String:
		return arrow.BinaryTypes.String
	default:
		return arrow.ListOfField(arrow.Field{Name: "element", Type: arrow.PrimitiveTypes.Int32, Nullable: true})
	}
}

// columnsOf reads the columns from a file's schema, and their meanings, if
// the file is ours, from its metadata.
func columnsOf(meta *metadata.FileMetaData) ([]enumerate.Column, error) {
	root := meta.Schema.Root()
	columns := make([]enumerate.Column, root.NumFields())
	for i := range columns {
		field := root.Field(i)
		t, err := typeOf(field)
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", field.Name(), err)
		}
		columns[i] = enumerate.Column{Name: field.Name(), Type: t,
			Nullable: field.RepetitionType() == parquet.Repetitions.Optional}
	}
	text := meta.KeyValueMetadata().FindValue(metadataKey)
	if text == nil {
		return columns, nil
	}
	described, err := decodeFileMeta(*text)
	if err != nil {
		return nil, err
	}
	if err := sameTypes(columns, described); err != nil {
		return nil, fmt.Errorf("metadata %q: %w", metadataKey, err)
	}
	return described, nil
}

func typeOf(field schema.Node) (enumerate.Type, error) {
	if field.RepetitionType() == parquet.Repetitions.Repeated {
		return 0, fmt.Errorf("repeated field, expected one of our types")
	}
	if p, ok := field.(*schema.PrimitiveNode); ok {
		none := p.LogicalType() == nil || p.LogicalType().IsNone()
		switch {
		case p.PhysicalType() == parquet.Types.Int32 && (none || p.LogicalType().Equals(schema.NewIntLogicalType(32, true))):
			return enumerate.Int32, nil
		case p.PhysicalType() == parquet.Types.Int64 && (none || p.LogicalType().Equals(schema.NewIntLogicalType(64, true))):
			return enumerate.Int64, nil
		case p.PhysicalType() == parquet.Types.Double:
			return enumerate.Double, nil
		case p.PhysicalType() == parquet.Types.Boolean:
			return enumerate.Bool, nil
		case p.PhysicalType() == parquet.Types.ByteArray && !none && p.LogicalType().Equals(schema.StringLogicalType{}):
			return enumerate.String, nil
		}
		return 0, fmt.Errorf("type %v %v, expected int32, int64, double, bool, string or list<int32>", p.PhysicalType(), p.LogicalType())
	}
	list := field.(*schema.GroupNode)
	if list.NumFields() == 1 {
		if middle, ok := list.Field(0).(*schema.GroupNode); ok && middle.NumFields() == 1 &&
			middle.RepetitionType() == parquet.Repetitions.Repeated {
			if e, ok := middle.Field(0).(*schema.PrimitiveNode); ok && e.PhysicalType() == parquet.Types.Int32 {
				return enumerate.Int32List, nil
			}
		}
	}
	return 0, fmt.Errorf("nested type, expected int32, int64, double, bool, string or list<int32>")
}
