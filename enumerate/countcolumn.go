package enumerate

import "math/big"

// A CountColumn is a column of counts in a table. If one of them may be beyond 64 bits, all are
// null, and a column of text beside it has their digits.
type CountColumn struct {
	first int // its place in the table
	wide  bool
}

// NewCountColumn appends the column to others. most is the greatest count that there may be.
func NewCountColumn(columns []Column, c Column, most *big.Int) ([]Column, CountColumn) {
	n := CountColumn{first: len(columns), wide: !most.IsInt64()}
	c.Type, c.Nullable = Int64, n.wide
	columns = append(columns, c)
	if n.wide {
		columns = append(columns, Column{Name: c.Name + "_text", Type: String, Unit: c.Unit,
			Meaning: "the digits of " + c.Name + ", which 64 bits cannot hold"})
	}
	return columns, n
}

// Append appends a count to a table.
func (n CountColumn) Append(b *Batch, count *big.Int) {
	if n.wide {
		b.AppendNull(n.first)
		b.AppendString(n.first+1, count.Append(nil, 10))
		return
	}
	b.AppendInt64(n.first, count.Int64())
}
