package stats

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// OptionCounts counts how often each option stands in a row, from the columns
// that hold option identities (int32, or a list of int32). Families make their
// occupancy tables of cells by pieces from it: an option knows its piece and
// its cells. Like [Accumulator] it is exact, order-free and for one goroutine;
// an option costs about 3 ns.
//
// A row shows one image of its class. What all raw solutions contain follows
// by the symmetry that the family knows.
type OptionCounts struct {
	columns []enumerate.Column
	ids     []int // columns of identities
	weight  int
	options []bucket
	all     bucket // of all rows
	weights []uint64
}

// NewOptionCounts returns empty counts for options 0 to options-1, found in
// the named columns. Copies of a piece have a column each and count together.
func NewOptionCounts(columns []enumerate.Column, names []string, options int) (*OptionCounts, error) {
	c := &OptionCounts{columns: slices.Clone(columns), options: make([]bucket, options)}
	for _, name := range names {
		i := enumerate.ColumnIndex(columns, name)
		if i < 0 {
			return nil, fmt.Errorf("option counts: there is no column %q", name)
		}
		if t := columns[i].Type; t != enumerate.Int32 && t != enumerate.Int32List {
			return nil, fmt.Errorf("option counts: column %q is of type %v: expected int32 or list<int32>", name, t)
		}
		c.ids = append(c.ids, i)
	}
	var err error
	c.weight, err = weightColumn(columns)
	return c, err
}

// Add counts all rows of a batch.
func (c *OptionCounts) Add(b *enumerate.Batch) error { return c.AddRange(b, 0, b.Len()) }

// AddRange counts the rows from (inclusive) to to (exclusive); nulls are
// skipped. After an error the counts are of no use.
func (c *OptionCounts) AddRange(b *enumerate.Batch, from, to int) error {
	if err := sameColumns(c.columns, b.Columns); err != nil {
		return err
	}
	var err error
	if c.weights, err = appendWeights(c.weights[:0], b, c.weight, from, to); err != nil {
		return err
	}
	for _, w := range c.weights {
		c.all.addRow(w)
	}
	for _, column := range c.ids {
		v := &b.Vectors[column]
		if b.Columns[column].Type == enumerate.Int32List {
			for row := from; row < to; row++ {
				for _, o := range b.ListAt(column, row) {
					if uint(o) >= uint(len(c.options)) {
						return c.outOfRange(o, b, column, row)
					}
					c.options[o].addRow(c.weights[row-from])
				}
			}
			continue
		}
		var valid []bool
		if b.Columns[column].Nullable {
			valid = v.Valid[from:to]
		}
		options, weights := c.options, c.weights
		for i, o := range v.Int32s[from:to] {
			if uint(o) >= uint(len(options)) {
				return c.outOfRange(o, b, column, from+i)
			}
			if valid == nil || valid[i] { // a null's value is 0
				options[o].addRow(weights[i])
			}
		}
	}
	return nil
}

func (c *OptionCounts) outOfRange(option int32, b *enumerate.Batch, column, row int) error {
	return fmt.Errorf("row %d has option %d in column %q: expected 0 to %d", row, option, b.Columns[column].Name, len(c.options)-1)
}

// Merge adds other counts of the same options.
func (c *OptionCounts) Merge(o *OptionCounts) error {
	if err := sameColumns(c.columns, o.columns); err != nil {
		return err
	}
	if len(c.options) != len(o.options) || !slices.Equal(c.ids, o.ids) {
		return fmt.Errorf("merging counts of other options")
	}
	c.all.add(o.all)
	for i := range c.options {
		c.options[i].add(o.options[i])
	}
	return nil
}

// Options returns the number of options.
func (c *OptionCounts) Options() int { return len(c.options) }

// Of returns how often an option stands in rows as they are stored: weighted,
// and once a row.
func (c *OptionCounts) Of(o enumerate.OptionID) (raw, distinct Number) {
	b := c.options[o]
	return b.raw.number(), count{lo: b.rows}.number()
}

// Raw returns the number of raw objects that the rows stand for.
func (c *OptionCounts) Raw() Number { return c.all.raw.number() }
