package enumerate

import (
	"bytes"
	"cmp"
	"fmt"
	"math/big"
	"slices"
)

// Type is the type of a column: only those that every reader of Parquet takes.
type Type uint8

// The column types.
const (
	Int32 Type = iota
	Int64
	Double
	Bool
	String
	Int32List
)

var typeNames = []string{"int32", "int64", "double", "bool", "string", "list<int32>"}

// String returns the type's name as manifests spell it.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return fmt.Sprintf("type(%d)", uint8(t))
}

// MarshalText writes the name.
func (t Type) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText is the inverse of [Type.MarshalText].
func (t *Type) UnmarshalText(name []byte) error { return parseName(t, "column type", typeNames, name) }

// parseName finds the value that a list of names calls so.
func parseName[T ~uint8](x *T, what string, names []string, name []byte) error {
	i := slices.Index(names, string(name))
	if i < 0 {
		return fmt.Errorf("%s %q: expected one of %q", what, name, names)
	}
	*x = T(i)
	return nil
}

// Role says what a column is to the statistics.
type Role uint8

// The roles.
const (
	// Plain columns are stored and not counted.
	Plain Role = iota
	// Key columns identify the row: equal keys, equal rows (samples are
	// deduplicated by them).
	Key
	// Weight is the number of raw objects that the row stands for: its orbit
	// size, or how often a sample saw it.
	Weight
	// Measured columns are integer functions constant on orbits; each gets a
	// distribution in the statistics.
	Measured
	// Summed columns are added up, like Weight, where rows of equal keys
	// become one, and say nothing of raw objects.
	Summed
)

var roleNames = []string{"", "key", "weight", "measured", "summed"}

// MarshalText writes the role's name as manifests spell it.
func (r Role) MarshalText() ([]byte, error) { return []byte(roleNames[r]), nil }

// UnmarshalText is the inverse of [Role.MarshalText].
func (r *Role) UnmarshalText(name []byte) error { return parseName(r, "role", roleNames, name) }

// Column describes one column: the Parquet schema, the manifest's entry and
// the table in the dataset's README are all made from it.
type Column struct {
	Name     string `json:"name"`
	Type     Type   `json:"type"`
	Nullable bool   `json:"nullable,omitempty"`
	Role     Role   `json:"role,omitzero"`
	Scale    Scale  `json:"scale,omitzero"` // of a column of integers; see [Column.ScaleOf]
	// AtLeastIf names the column of bool that says in which rows the value is a lower
	// bound alone, because counting ended at a limit; "" if there is none.
	AtLeastIf string `json:"at_least_if,omitempty"`
	// Measure is the measure of pieces as [WriteMeasure] writes it, on_edge(I5);
	// "" where a config writes the name of the column.
	Measure string `json:"measure,omitempty"`
	Meaning string `json:"meaning,omitempty"`
	Unit    string `json:"unit,omitempty"`
}

// ScaleOf returns the column's scale. True and false are yes and no, whatever
// Scale says.
func (c *Column) ScaleOf() Scale {
	if c.Type == Bool {
		return YesNo
	}
	return c.Scale
}

// NameAndType is the column in files that recognise it: "grid string", "I5 int32 null".
func (c *Column) NameAndType() string {
	if c.Nullable {
		return c.Name + " " + c.Type.String() + " null"
	}
	return c.Name + " " + c.Type.String()
}

// Vector holds the values of one column of a [Batch]; the column's type says
// which fields are used.
type Vector struct {
	Int32s  []int32   // Int32; the elements of Int32List
	Int64s  []int64   // Int64
	Doubles []float64 // Double
	Bools   []bool    // Bool
	Bytes   []byte    // the characters of String
	Ends    []int32   // String, Int32List: value i ends here, and begins where i-1 ends
	Valid   []bool    // nullable columns: false is null (the value is then zero)
}

// A Batch is a number of rows, column by column. The Append methods add one
// value to one column; a row is whole when every column has got its value.
type Batch struct {
	Columns []Column
	Vectors []Vector

	ahead int // rows that columns are longer: see NextRow
}

// BatchRows is the number of rows after which a worker passes a batch on.
const BatchRows = 8192

// NewBatch returns an empty batch.
func NewBatch(columns []Column) *Batch {
	return &Batch{Columns: columns, Vectors: make([]Vector, len(columns))}
}

// Len returns the number of rows, judged by the first column.
func (b *Batch) Len() int {
	if len(b.Columns) == 0 {
		return 0
	}
	v := &b.Vectors[0]
	if b.Columns[0].Type == Int32 {
		return len(v.Int32s) - b.ahead
	}
	return max(len(v.Int64s), len(v.Doubles), len(v.Bools), len(v.Ends)) // the type has one of them
}

// Reset empties the batch and keeps its memory.
func (b *Batch) Reset() {
	b.ahead = 0
	for i := range b.Vectors {
		v := &b.Vectors[i]
		v.Int32s, v.Int64s, v.Doubles = v.Int32s[:0], v.Int64s[:0], v.Doubles[:0]
		v.Bools, v.Bytes, v.Ends, v.Valid = v.Bools[:0], v.Bytes[:0], v.Ends[:0], v.Valid[:0]
	}
}

func (b *Batch) valid(col int) *Vector {
	v := &b.Vectors[col]
	if b.Columns[col].Nullable {
		v.Valid = append(v.Valid, true)
	}
	return v
}

// AppendInt32 adds a value to an Int32 column.
func (b *Batch) AppendInt32(col int, x int32) {
	v := b.valid(col)
	v.Int32s = append(v.Int32s, x)
}

// AppendInt64 adds a value to an Int64 column.
func (b *Batch) AppendInt64(col int, x int64) {
	v := b.valid(col)
	v.Int64s = append(v.Int64s, x)
}

// AppendInt adds a value to an Int32, Int64 or Bool column: the inverse of
// [Batch.IntAt].
func (b *Batch) AppendInt(col int, x int64) {
	switch b.Columns[col].Type {
	case Int32:
		b.AppendInt32(col, int32(x))
	case Int64:
		b.AppendInt64(col, x)
	default:
		b.AppendBool(col, x != 0)
	}
}

// AppendDouble adds a value to a Double column.
func (b *Batch) AppendDouble(col int, x float64) {
	v := b.valid(col)
	v.Doubles = append(v.Doubles, x)
}

// AppendBool adds a value to a Bool column.
func (b *Batch) AppendBool(col int, x bool) {
	v := b.valid(col)
	v.Bools = append(v.Bools, x)
}

// AppendString adds a value to a String column; the bytes are copied.
func (b *Batch) AppendString(col int, x []byte) {
	v := b.valid(col)
	v.Bytes = append(v.Bytes, x...)
	v.Ends = append(v.Ends, int32(len(v.Bytes)))
}

// AppendInt32List adds a value to an Int32List column; the elements are copied.
func (b *Batch) AppendInt32List(col int, x []int32) {
	v := b.valid(col)
	v.Int32s = append(v.Int32s, x...)
	v.Ends = append(v.Ends, int32(len(v.Int32s)))
}

// AppendNull adds a null to a nullable column.
func (b *Batch) AppendNull(col int) {
	v := &b.Vectors[col]
	if !b.Columns[col].Nullable {
		panic(fmt.Sprintf("enumerate: null in column %q, which is not nullable", b.Columns[col].Name))
	}
	switch b.Columns[col].Type {
	case Int32:
		v.Int32s = append(v.Int32s, 0)
	case Int64:
		v.Int64s = append(v.Int64s, 0)
	case Double:
		v.Doubles = append(v.Doubles, 0)
	case Bool:
		v.Bools = append(v.Bools, false)
	case String:
		v.Ends = append(v.Ends, int32(len(v.Bytes)))
	case Int32List:
		v.Ends = append(v.Ends, int32(len(v.Int32s)))
	}
	v.Valid = append(v.Valid, false)
}

// AppendValues adds a value to each column from col on: nil is null, an int of any length an integer, a [*big.Int] an
// integer, or null beyond 64 bits, or in a column of text its digits; the elements of a list of ints or of any
// values are a value each.
func (b *Batch) AppendValues(col int, values ...any) (next int) {
	for _, value := range values {
		switch x := value.(type) {
		case []any:
			col = b.AppendValues(col, x...)
			continue
		case []int:
			for _, n := range x {
				col = b.AppendValues(col, n)
			}
			continue
		case int:
			b.AppendInt(col, int64(x))
		case int32:
			b.AppendInt(col, int64(x))
		case int64:
			b.AppendInt(col, x)
		case float64:
			b.AppendDouble(col, x)
		case bool:
			b.AppendBool(col, x)
		case string:
			b.AppendString(col, []byte(x))
		case []byte:
			b.AppendString(col, x)
		case []int32:
			b.AppendInt32List(col, x)
		case *big.Int:
			switch {
			case x != nil && b.Columns[col].Type == String:
				b.AppendString(col, x.Append(nil, 10))
			case x != nil && x.IsInt64():
				b.AppendInt(col, x.Int64())
			default:
				b.AppendNull(col)
			}
		case nil:
			b.AppendNull(col)
		default:
			panic(fmt.Sprintf("enumerate: a %T for column %q", value, b.Columns[col].Name))
		}
		col++
	}
	return col
}

// rowsAhead is by how many rows [Batch.NextRow] makes columns longer.
const rowsAhead = 64

// NextRow begins a row whose values in the columns i with from <= i < to, of Int32, are
// 0 or null until they are set in place. Rows of 55 columns, of which each uses
// 11, are recorded in half of the time of appending to all columns. It makes the columns
// longer by many rows at a time; [DoTask] cuts off those that were not begun.
func (b *Batch) NextRow(from, to int) (row int) {
	if b.ahead == 0 {
		b.ahead = rowsAhead
		for i := from; i < to; i++ {
			v := &b.Vectors[i]
			v.Int32s = append(v.Int32s, make([]int32, rowsAhead)...)
			if b.Columns[i].Nullable {
				v.Valid = append(v.Valid, make([]bool, rowsAhead)...)
			}
		}
	}
	b.ahead--
	return len(b.Vectors[from].Int32s) - b.ahead - 1
}

// trim cuts off the rows that [Batch.NextRow] has not begun.
func (b *Batch) trim() {
	n := b.Len()
	for i, c := range b.Columns {
		if v := &b.Vectors[i]; c.Type == Int32 && len(v.Int32s) > n {
			v.Int32s, v.Valid = v.Int32s[:n], v.Valid[:min(n, len(v.Valid))]
		}
	}
	b.ahead = 0
}

// IsNull reports whether a value is null.
func (b *Batch) IsNull(col, row int) bool {
	return b.Columns[col].Nullable && !b.Vectors[col].Valid[row]
}

// StringAt returns a value of a String column; the bytes belong to the batch.
func (b *Batch) StringAt(col, row int) []byte {
	v := &b.Vectors[col]
	return v.Bytes[v.begin(row):v.Ends[row]]
}

// ListAt returns a value of an Int32List column; the elements belong to the batch.
func (b *Batch) ListAt(col, row int) []int32 {
	v := &b.Vectors[col]
	return v.Int32s[v.begin(row):v.Ends[row]]
}

func (v *Vector) begin(row int) int32 {
	if row == 0 {
		return 0
	}
	return v.Ends[row-1]
}

// IntAt returns a value of an Int32, Int64 or Bool column as an integer; null
// is 0.
func (b *Batch) IntAt(col, row int) int64 {
	v := &b.Vectors[col]
	switch b.Columns[col].Type {
	case Int32:
		return int64(v.Int32s[row])
	case Int64:
		return v.Int64s[row]
	case Bool:
		if v.Bools[row] {
			return 1
		}
		return 0
	}
	panic(fmt.Sprintf("enumerate: column %q is %v, not an integer", b.Columns[col].Name, b.Columns[col].Type))
}

// AppendRows adds rows from (inclusive) to to (exclusive) of src, a batch with
// columns of the same types.
func (b *Batch) AppendRows(src *Batch, from, to int) {
	if from >= to {
		return
	}
	for i := range b.Vectors {
		d, s := &b.Vectors[i], &src.Vectors[i]
		switch b.Columns[i].Type {
		case Int32:
			d.Int32s = append(d.Int32s, s.Int32s[from:to]...)
		case Int64:
			d.Int64s = append(d.Int64s, s.Int64s[from:to]...)
		case Double:
			d.Doubles = append(d.Doubles, s.Doubles[from:to]...)
		case Bool:
			d.Bools = append(d.Bools, s.Bools[from:to]...)
		default: // characters or elements, of which one of the two has none
			first, last := s.begin(from), s.Ends[to-1]
			shift := int32(len(d.Bytes)+len(d.Int32s)) - first
			if b.Columns[i].Type == String {
				d.Bytes = append(d.Bytes, s.Bytes[first:last]...)
			} else {
				d.Int32s = append(d.Int32s, s.Int32s[first:last]...)
			}
			for _, e := range s.Ends[from:to] {
				d.Ends = append(d.Ends, e+shift)
			}
		}
		if b.Columns[i].Nullable {
			d.Valid = append(d.Valid, s.Valid[from:to]...)
		}
	}
}

// Integers are the types that [Batch.IntAt] reads.
var Integers = []Type{Int32, Int64, Bool}

// ColumnIndex returns the index of the named column, or -1. Where types are given, a column
// of another type is none: a reader of files names the types that it reads.
func ColumnIndex(columns []Column, name string, types ...Type) int {
	return slices.IndexFunc(columns, func(c Column) bool {
		return c.Name == name && (len(types) == 0 || slices.Contains(types, c.Type))
	})
}

// SameRow returns an error naming the first column in which a row of a differs
// from a row of b, a batch with columns of the same types. The values of b are
// those that were expected.
func SameRow(a *Batch, rowA int, b *Batch, rowB int) error {
	for i, c := range b.Columns {
		if a.CompareAt(i, rowA, b, rowB) != 0 {
			return fmt.Errorf("%s is %s, expected %s", c.Name, a.textAt(i, rowA), b.textAt(i, rowB))
		}
	}
	return nil
}

// textAt returns a value as errors show it.
func (b *Batch) textAt(col, row int) string {
	switch {
	case b.IsNull(col, row):
		return "null"
	case b.Columns[col].Type == String:
		return fmt.Sprintf("%q", b.StringAt(col, row))
	case b.Columns[col].Type == Int32List:
		return fmt.Sprint(b.ListAt(col, row))
	case b.Columns[col].Type == Double:
		return fmt.Sprint(b.Vectors[col].Doubles[row])
	case b.Columns[col].Type == Bool:
		return fmt.Sprint(b.Vectors[col].Bools[row])
	}
	return fmt.Sprint(b.IntAt(col, row))
}

// CompareAt compares a value of a column with that of a row of another batch, which has columns
// of the same types: null before all else, integers and doubles ascending, false before true,
// strings by their bytes, lists by their elements and then by length.
func (b *Batch) CompareAt(col, row int, other *Batch, at int) int {
	v, w := &b.Vectors[col], &other.Vectors[col]
	if b.Columns[col].Nullable && !(v.Valid[row] && w.Valid[at]) {
		return compareBools(v.Valid[row], w.Valid[at])
	}
	switch b.Columns[col].Type {
	case Int32:
		return cmp.Compare(v.Int32s[row], w.Int32s[at])
	case Int64:
		return cmp.Compare(v.Int64s[row], w.Int64s[at])
	case Double:
		return cmp.Compare(v.Doubles[row], w.Doubles[at])
	case Bool:
		return compareBools(v.Bools[row], w.Bools[at])
	case String:
		return bytes.Compare(b.StringAt(col, row), other.StringAt(col, at))
	}
	return slices.Compare(b.ListAt(col, row), other.ListAt(col, at))
}

func compareBools(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}
