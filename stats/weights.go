package stats

import (
	"cmp"
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// Columns of a sample whose draws have weights: the sum over a class's draws
// of 1/probability, and of its square.

// weightCounts are the weights of draws, added up by the values of each
// measure and by orbit size. Like everything in an [Accumulator] the sums are
// exact and order-free.
type weightCounts struct {
	weight, squares int // columns
	orbit           int // column, or -1: every class is one raw solution
	all             weighed
	heaviest        float64 // of any class
	orbits          weightSpread
	measures        []weightSpread // in the accumulator's order
}

// weighed are the classes of some kind.
type weighed struct {
	rows            uint64
	weight, squares whole
}

func (w *weighed) add(o weighed) {
	w.rows += o.rows
	w.weight.merge(o.weight)
	w.squares.merge(o.squares)
}

func (w *weighed) addRow(weight, squares float64) {
	w.rows++
	w.weight.add(weight)
	w.squares.add(squares)
}

// weightSpread counts by value, up to keep different ones: it is over when the
// set of values is larger, in whatever order they came. A window for small
// values was not worth it: samples have few rows, and a map costs 20 ns.
type weightSpread struct {
	index map[int64]*weighed
	over  bool
	keep  int // PublishValues; tests lower it
}

func newWeightSpread() weightSpread {
	return weightSpread{index: make(map[int64]*weighed), keep: PublishValues}
}

// at returns the cell of a value, nil if there are too many values.
func (s *weightSpread) at(value int64) *weighed {
	c := s.index[value]
	if c == nil && !s.over {
		if len(s.index) == s.keep {
			s.over, s.index = true, nil
			return nil
		}
		c = new(weighed)
		s.index[value] = c
	}
	return c
}

func (s *weightSpread) merge(o *weightSpread) {
	if o.over {
		s.over, s.index = true, nil
	}
	for value, w := range o.index {
		if c := s.at(value); c != nil {
			c.add(*w)
		}
	}
}

// weighedValue is a value of a measure with its weights.
type weighedValue struct {
	value int64
	weighed
}

func (s *weightSpread) sorted() []weighedValue {
	var all []weighedValue
	for v, w := range s.index {
		all = append(all, weighedValue{v, *w})
	}
	slices.SortFunc(all, func(a, b weighedValue) int { return cmp.Compare(a.value, b.value) })
	return all
}

// newWeightCounts returns nil if the rows have no weights.
func newWeightCounts(columns []enumerate.Column, measures int) (*weightCounts, error) {
	c := &weightCounts{
		weight:  enumerate.ColumnIndex(columns, enumerate.DrawWeightColumn),
		squares: enumerate.ColumnIndex(columns, enumerate.DrawSquaresColumn),
		orbit:   enumerate.ColumnIndex(columns, enumerate.OrbitSizeColumn),
		orbits:  newWeightSpread(),
	}
	if c.weight < 0 || columns[c.weight].Role != enumerate.Summed {
		return nil, nil
	}
	if c.squares < 0 {
		return nil, fmt.Errorf("there is a column %q: expected %q, too", enumerate.DrawWeightColumn, enumerate.DrawSquaresColumn)
	}
	for _, i := range []int{c.weight, c.squares} {
		if columns[i].Type != enumerate.Double || columns[i].Nullable {
			return nil, fmt.Errorf("column %q is of type %v: expected double without nulls", columns[i].Name, columns[i].Type)
		}
	}
	for range measures {
		c.measures = append(c.measures, newWeightSpread())
	}
	return c, nil
}

// check returns an error for weights that no draws have.
func (c *weightCounts) check(b *enumerate.Batch, from, to int) error {
	for _, column := range []int{c.weight, c.squares} {
		for i, w := range b.Vectors[column].Doubles[from:to] {
			if !(w >= 1) || !isWhole(w) {
				return fmt.Errorf("row %d has %s %v: expected a whole number of at least 1", from+i, b.Columns[column].Name, w)
			}
		}
	}
	for row := from; c.orbit >= 0 && row < to; row++ {
		if size := b.IntAt(c.orbit, row); size < 1 {
			return fmt.Errorf("row %d has %s %d: expected at least 1", row, enumerate.OrbitSizeColumn, size)
		}
	}
	return nil
}

// addRange counts rows that have been checked.
func (c *weightCounts) addRange(b *enumerate.Batch, from, to int, measures []measure) {
	weights, squares := b.Vectors[c.weight].Doubles, b.Vectors[c.squares].Doubles
	for row := from; row < to; row++ {
		w, q := weights[row], squares[row]
		c.all.addRow(w, q)
		c.heaviest = max(c.heaviest, w)
		size := int64(1)
		if c.orbit >= 0 {
			size = b.IntAt(c.orbit, row)
		}
		if cell := c.orbits.at(size); cell != nil {
			cell.addRow(w, q)
		}
		for i := range c.measures {
			if column := measures[i].column; !b.IsNull(column, row) {
				if cell := c.measures[i].at(b.IntAt(column, row)); cell != nil {
					cell.addRow(w, q)
				}
			}
		}
	}
}

func (c *weightCounts) merge(o *weightCounts) {
	c.all.add(o.all)
	c.heaviest = max(c.heaviest, o.heaviest)
	c.orbits.merge(&o.orbits)
	for i := range c.measures {
		c.measures[i].merge(&o.measures[i])
	}
}
