package symmetry

import (
	"fmt"
	"math/big"

	"coverstat/enumerate"
)

// StabiliserCounts counts the rows of a census by the stabilisers of their solutions. It
// implements [enumerate.StabiliserCounts]. Only rows whose orbit is smaller than the group are
// looked at.
type StabiliserCounts struct {
	canon   *Canonicaliser
	all     *Subgroups
	err     error // that subgroups are not told apart: then nothing is counted
	columns []int // those of options
	orbits  int   // the column of orbit sizes
	classes map[Subgroup]int64
	options []enumerate.OptionID
}

// NewStabiliserCounts returns counts of no rows, whose key columns hold numbers of options.
func NewStabiliserCounts(g *Group, columns []enumerate.Column) *StabiliserCounts {
	c := &StabiliserCounts{canon: NewCanonicaliser(g), classes: map[Subgroup]int64{},
		orbits: enumerate.ColumnIndex(columns, enumerate.OrbitSizeColumn)}
	c.all, c.err = NewSubgroups(g)
	for i, column := range columns {
		if column.Role == enumerate.Key && (column.Type == enumerate.Int32 || column.Type == enumerate.Int32List) {
			c.columns = append(c.columns, i)
		}
	}
	return c
}

// Add implements [enumerate.RowCounts].
func (c *StabiliserCounts) Add(b *enumerate.Batch) error {
	if c.err != nil {
		return nil
	}
	group := c.canon.group
	for row := range b.Len() {
		if b.IntAt(c.orbits, row) == int64(group.Order()) {
			c.classes[Subgroup{1}]++
			continue
		}
		c.options = c.options[:0]
		for _, i := range c.columns {
			if b.Columns[i].Type == enumerate.Int32List {
				for _, o := range b.ListAt(i, row) {
					c.options = append(c.options, enumerate.OptionID(o))
				}
			} else if !b.IsNull(i, row) {
				c.options = append(c.options, enumerate.OptionID(b.IntAt(i, row)))
			}
		}
		for _, o := range c.options {
			if uint(o) >= uint(len(group.options[0])) {
				return fmt.Errorf("row %d has option %d: expected 0 to %d", row, o, len(group.options[0])-1)
			}
		}
		c.canon.Canonical(c.options)
		c.classes[c.canon.Stabiliser()]++
	}
	return nil
}

// Merge implements [enumerate.RowCounts].
func (c *StabiliserCounts) Merge(other enumerate.RowCounts) {
	for h, n := range other.(*StabiliserCounts).classes {
		c.classes[h] += n
	}
}

// Tables implements [enumerate.RowCounts]: there are none.
func (c *StabiliserCounts) Tables() ([]enumerate.Table, error) { return nil, nil }

// Stabilisers implements [enumerate.StabiliserCounts].
func (c *StabiliserCounts) Stabilisers() ([]enumerate.Stabiliser, error) {
	if c.err != nil {
		return nil, c.err
	}
	return c.all.Stabilisers(BigCounts(c.classes)), nil
}

// BigCounts returns the same counts as numbers of any size.
func BigCounts(classes map[Subgroup]int64) map[Subgroup]*big.Int {
	counts := map[Subgroup]*big.Int{}
	for h, n := range classes {
		counts[h] = big.NewInt(n)
	}
	return counts
}
