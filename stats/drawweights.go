package stats

import (
	"fmt"

	"coverstat/enumerate"
)

// drawWeights sums the weights of a sample's draws. A draw's weight is one over
// the probability of the solution that it found. A row has the sum of the
// weights of its draws, and the sum of their squares.
type drawWeights struct {
	weight, squares int      // places in columns
	sizes           *GroupBy // sums of both by orbit size; without that column, over all rows
	heaviest        float64  // the largest weight of a row
}

// newDrawWeights returns nil if the rows have no such columns.
func newDrawWeights(columns []enumerate.Column) (*drawWeights, error) {
	d := &drawWeights{
		weight:  enumerate.ColumnIndex(columns, enumerate.DrawWeightColumn),
		squares: enumerate.ColumnIndex(columns, enumerate.DrawSquaresColumn),
	}
	if d.weight < 0 || columns[d.weight].Role != enumerate.Summed {
		return nil, nil
	}
	if d.squares < 0 {
		return nil, fmt.Errorf("there is a column %q: expected %q, too", enumerate.DrawWeightColumn, enumerate.DrawSquaresColumn)
	}
	for _, i := range d.columns() {
		if columns[i].Type != enumerate.Double || columns[i].Nullable {
			return nil, fmt.Errorf("column %q is of type %v: expected double without nulls", columns[i].Name, columns[i].Type)
		}
	}
	var by []string
	if enumerate.ColumnIndex(columns, enumerate.OrbitSizeColumn) >= 0 {
		by = []string{enumerate.OrbitSizeColumn}
	}
	var err error
	if d.sizes, err = NewGroupBy(columns, by, nil, PublishedValues); err == nil {
		d.sizes.sumWhole(d.columns())
	}
	return d, err
}

func (d *drawWeights) columns() []int { return []int{d.weight, d.squares} }

// add checks the weights and the orbit sizes of all rows, of which none may be
// below 1, and keeps the largest weight.
func (d *drawWeights) add(b *enumerate.Batch) error {
	for _, column := range d.columns() {
		for row, w := range b.Vectors[column].Doubles {
			if !(w >= 1) || !isWhole(w) {
				return fmt.Errorf("row %d has %s %v: expected a whole number of at least 1", row, b.Columns[column].Name, w)
			}
		}
	}
	for _, column := range d.sizes.by {
		for row := range b.Len() {
			if size := b.IntAt(column, row); size < 1 {
				return fmt.Errorf("row %d has %s %d: expected at least 1", row, enumerate.OrbitSizeColumn, size)
			}
		}
	}
	for _, w := range b.Vectors[d.weight].Doubles {
		d.heaviest = max(d.heaviest, w)
	}
	return nil
}
