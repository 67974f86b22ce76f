package enumerate

import (
	"fmt"
	"math/big"
)

// Names of columns that more than one package knows.
const (
	// GridColumn is the picture of a solution, a character a cell.
	GridColumn = "grid"
	// OptionsColumn is the list of a solution's options, where pieces have no
	// columns of their own.
	OptionsColumn = "options"
	// InstanceColumn is the text of a survey's instance.
	InstanceColumn = "instance"
	// OrbitSizeColumn is the number of raw objects that symmetry makes of a row.
	OrbitSizeColumn = "orbit_size"
	// SolutionsColumn is the number of all solutions of a survey's instance.
	SolutionsColumn = "solutions"
	// DistinctSolutionsColumn is their number up to the symmetries of the instance.
	DistinctSolutionsColumn = "solutions_distinct"
	// SolutionColumn is a solution of a survey's instance, a character a cell; null where none is kept.
	SolutionColumn = "solution"
	// TextSuffix ends the names of columns with the digits of the numbers of another one, which is
	// null where they pass 2^63-1.
	TextSuffix = "_text"
	// DistributionSuffix ends the names of columns with the distribution of a measure in a survey over sizes.
	DistributionSuffix = "_distribution"
	// CappedColumn says that an instance has more solutions than were counted.
	CappedColumn = "solutions_capped"
	// RegionColumn is the list of the regions of a graph's vertices.
	RegionColumn = "region"
	// TimesSeenColumn is how often a sample drew a solution.
	TimesSeenColumn = "times_seen"
	// DrawWeightColumn is the sum of 1/probability over the draws of a row.
	DrawWeightColumn = "weight"
	// DrawSquaresColumn is the sum of the squares of those weights.
	DrawSquaresColumn = "weight_squares"
	// DuplicateColumn is the measure of a survey that keeps instances which are
	// the same up to symmetry: whether one came before. Null: it cannot be told.
	DuplicateColumn = "duplicate"
	// DrawColumn is the number of the draw that a row of a survey is of.
	DrawColumn = "draw"
)

// Indices are the numbers from 0 to n-1, such as those of columns.
func Indices[T ~int | ~int32](n T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = T(i)
	}
	return list
}

// RowOptions appends the options that a row has to dst: the numbers in its key columns of integers and of lists.
func (b *Batch) RowOptions(dst []OptionID, row int) []OptionID {
	for i := range b.Columns {
		c := &b.Columns[i]
		switch {
		case c.Role != Key || b.IsNull(i, row):
		case c.Type == Int32:
			dst = append(dst, OptionID(b.Vectors[i].Int32s[row]))
		case c.Type == Int32List:
			for _, o := range b.ListAt(i, row) {
				dst = append(dst, OptionID(o))
			}
		}
	}
	return dst
}

// SizeColumns are the columns of the sizes that vary in a survey over sizes of boards, which stand before its
// instances; none in others.
func SizeColumns(columns []Column) []Column {
	return columns[:max(0, ColumnIndex(columns, InstanceColumn))]
}

// InstanceSolutions returns the name of the column that says how many solutions an instance of a
// survey has: the first of [SolutionsColumn] and [DistinctSolutionsColumn]. Where sets of pieces are
// chosen, the solutions up to symmetry come first; a board or a puzzle has all of them first.
func InstanceSolutions(columns []Column) string {
	for _, c := range columns {
		if c.Name == DistinctSolutionsColumn {
			return c.Name
		}
		if c.Name == SolutionsColumn {
			break
		}
	}
	return SolutionsColumn
}

// MeasureColumns returns the columns whose distributions are counted: the measured, and a survey's column of solutions.
func MeasureColumns(columns []Column, kind Kind) []string {
	var names []string
	solutions := InstanceSolutions(columns)
	for _, c := range columns {
		if c.Role == Measured || kind == Survey && c.Name == solutions {
			names = append(names, c.Name)
		}
	}
	return names
}

// SameTypes returns an error that says where two lists of columns differ in
// name, type or nulls, or nil if they do not.
func SameTypes(have, want []Column) error {
	if len(have) != len(want) {
		return fmt.Errorf("%d columns, expected %d", len(have), len(want))
	}
	for i := range have {
		if h, w := have[i].NameAndType(), want[i].NameAndType(); h != w {
			return fmt.Errorf("column %d is %q, expected %q", i, h, w)
		}
	}
	return nil
}

// OrbitSize is the column of orbit sizes of solutions.
func OrbitSize(role Role) Column {
	return Column{Name: OrbitSizeColumn, Type: Int32, Role: role,
		Meaning: "number of different solutions that symmetry makes of this one", Unit: "solutions"}
}

// TimesSeen is the column that says how often a sample drew one of the things
// that a row stands for, such as "a solution".
func TimesSeen(thing string) Column {
	return Column{Name: TimesSeenColumn, Type: Int64, Role: Weight,
		Meaning: "number of draws that gave " + thing + " of this class", Unit: "draws"}
}

// Scale says what the values of a measure mean, and so what may be computed of
// them. A measure of a scale other than Count has no median, and a nominal one no
// mean, sum or order.
type Scale uint8

// The scales.
const (
	// Count: a number of something, or a rank. Its values can be added.
	Count Scale = iota
	// YesNo: 1 or true, 0 or false. Its mean is the share of yes.
	YesNo
	// Nominal: the number of a kind. Its values are names, no more.
	Nominal
)

var scaleNames = []string{"count", "yes_no", "nominal"}

// String returns the scale's name as manifests and stats.json spell it.
func (s Scale) String() string { return scaleNames[s] }

// MarshalText writes the name.
func (s Scale) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is the inverse of [Scale.MarshalText].
func (s *Scale) UnmarshalText(name []byte) error { return parseName(s, "scale", scaleNames, name) }

// A CountColumn is a column of counts in a table. If one of them may be beyond 64 bits, all are
// null, and a column of text beside it has their digits.
type CountColumn struct{ wide bool }

// NewCountColumn appends the column to others. most is the greatest count that there may be.
func NewCountColumn(columns []Column, c Column, most *big.Int) ([]Column, CountColumn) {
	n := CountColumn{!most.IsInt64()}
	c.Type, c.Nullable = Int64, n.wide
	columns = append(columns, c)
	if n.wide {
		columns = append(columns, Column{Name: c.Name + TextSuffix, Type: String, Unit: c.Unit,
			Meaning: "the digits of " + c.Name + ", which 64 bits cannot hold"})
	}
	return columns, n
}

// Of returns the values of a count, for [Batch.AppendValues].
func (n CountColumn) Of(count *big.Int) []any {
	if n.wide {
		return []any{nil, count}
	}
	return []any{count}
}
