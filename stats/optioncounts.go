package stats

import (
	"fmt"
	"math/big"
	"slices"

	"coverstat/enumerate"
)

// optionTables are the tables of the uses of options. They count exactly how often each option stands in a row, from
// the columns that hold numbers of options (int32, or a list of int32). An option takes about 2 ns. A row shows one
// image of its class: the family derives the counts of all raw solutions by symmetry. Give each worker its own.
type optionTables struct {
	weigher
	uses    *enumerate.OptionUses
	ids     []int // columns of identities
	options []counts
	all     counts // of all rows
}

// NewOptionTables returns tables of no rows. Copies of a piece have a column each and are counted together.
func NewOptionTables(columns []enumerate.Column, uses *enumerate.OptionUses) (*optionTables, error) {
	c := &optionTables{uses: uses, options: make([]counts, uses.Options)}
	for _, name := range uses.Columns {
		i := enumerate.ColumnIndex(columns, name, enumerate.Int32, enumerate.Int32List)
		if i < 0 {
			return nil, fmt.Errorf("there is no column %q of options", name)
		}
		c.ids = append(c.ids, i)
	}
	var err error
	c.weigher, err = newWeigher(slices.Clone(columns))
	return c, err
}

// Add implements [enumerate.RowCounts]. Nulls are not counted. After an error the counts are not valid.
func (c *optionTables) Add(b *enumerate.Batch) error {
	weights, err := c.weigh(b)
	if err != nil {
		return err
	}
	for _, w := range weights {
		c.all.addRow(w)
	}
	for _, column := range c.ids {
		v := &b.Vectors[column]
		if b.Columns[column].Type == enumerate.Int32List {
			for row, w := range weights {
				for _, o := range b.ListAt(column, row) {
					if uint(o) >= uint(len(c.options)) {
						return c.outOfRange(o, b, column, row)
					}
					c.options[o].addRow(w)
				}
			}
			continue
		}
		var valid []bool
		if b.Columns[column].Nullable {
			valid = v.Valid
		}
		options := c.options
		for row, o := range v.Int32s {
			if uint(o) >= uint(len(options)) {
				return c.outOfRange(o, b, column, row)
			}
			if valid == nil || valid[row] { // a null's value is 0
				options[o].addRow(weights[row])
			}
		}
	}
	return nil
}

func (c *optionTables) outOfRange(option int32, b *enumerate.Batch, column, row int) error {
	return fmt.Errorf("row %d has option %d in column %q: expected 0 to %d", row, option, b.Columns[column].Name,
		len(c.options)-1)
}

// Merge implements [enumerate.RowCounts].
func (c *optionTables) Merge(other enumerate.RowCounts) {
	o := other.(*optionTables)
	c.all.addCounts(&o.all)
	for i := range c.options {
		c.options[i].addCounts(&o.options[i])
	}
}

// Tables implements [enumerate.RowCounts].
func (c *optionTables) Tables() ([]enumerate.Table, error) {
	raw, distinct := make([]*big.Int, len(c.options)), make([]*big.Int, len(c.options))
	for o := range c.options {
		r, d := c.options[o].numbers()
		raw[o], distinct[o] = r.Big(), d.Big()
	}
	all, _ := c.all.numbers()
	return c.uses.Tables(raw, distinct, all.Big())
}
