package sorted

import (
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
)

// An Order compares and merges rows of one set of columns.
type Order struct {
	columns []enumerate.Column
	keys    []int
	sums    []int // Weight and Summed columns, which are added up
	others  []int // all other columns, which depend on the keys
}

// NewOrder returns the order of rows with these columns. It is an error if none is a Key.
func NewOrder(columns []enumerate.Column) (*Order, error) {
	o := &Order{columns: columns}
	for i, c := range columns {
		switch c.Role {
		case enumerate.Key:
			o.keys = append(o.keys, i)
		case enumerate.Weight, enumerate.Summed:
			o.sums = append(o.sums, i)
		default:
			o.others = append(o.others, i)
		}
	}
	if len(o.keys) == 0 {
		return nil, fmt.Errorf("no key among the columns: rows cannot be told apart")
	}
	return o, nil
}

// Compare compares row i of a with row j of b: negative, zero or positive.
func (o *Order) Compare(a *enumerate.Batch, i int, b *enumerate.Batch, j int) int {
	for _, k := range o.keys {
		if d := a.CompareAt(k, i, b, j); d != 0 {
			return d
		}
	}
	return 0
}

// fold adds the sums of row j of b to the last row of a, which has the same key. It checks that the rows are equal in
// all other columns. If they were not, it would depend on the cut into runs which of them is kept.
func (o *Order) fold(a *enumerate.Batch, b *enumerate.Batch, j int) error {
	for _, k := range o.others {
		if a.CompareAt(k, a.Len()-1, b, j) != 0 {
			return fmt.Errorf("column %q: rows of one key differ", o.columns[k].Name)
		}
	}
	for _, k := range o.sums {
		exact := false
		va, vb := &a.Vectors[k], &b.Vectors[k]
		switch o.columns[k].Type {
		case enumerate.Int32:
			last := &va.Int32s[len(va.Int32s)-1]
			sum := int64(*last) + int64(vb.Int32s[j])
			exact = math.MinInt32 <= sum && sum <= math.MaxInt32
			*last = int32(sum)
		case enumerate.Int64:
			last := &va.Int64s[len(va.Int64s)-1]
			x := vb.Int64s[j]
			sum := *last + x
			exact = (sum > *last) == (x > 0) || x == 0
			*last = sum
		default:
			last := &va.Doubles[len(va.Doubles)-1]
			*last, exact = addExactly(*last, vb.Doubles[j])
		}
		if !exact {
			return fmt.Errorf("column %q: a sum does not fit %v exactly", o.columns[k].Name, o.columns[k].Type)
		}
	}
	return nil
}

// addExactly returns the sum, and whether it is exact: D. E. Knuth's TwoSum (The art of computer
// programming 2, 4.2.2, theorem B) gives the rounding error.
func addExactly(x, y float64) (sum float64, exact bool) {
	sum = x + y
	z := sum - x
	return sum, (x-(sum-z))+(y-z) == 0 // NaN if the sum is infinite
}

// Sort fills dst with the rows of src, sorted, rows of equal keys merged.
func (o *Order) Sort(dst, src *enumerate.Batch) error {
	rows := enumerate.Indices(src.Len())
	slices.SortStableFunc(rows, func(i, j int) int { return o.Compare(src, i, src, j) })
	dst.Reset()
	for _, i := range rows {
		if err := o.append(dst, src, i); err != nil {
			return err
		}
	}
	return nil
}

// append adds row j of b to a sorted batch a that has no greater key. If the
// last row of a has the same key, the rows are merged.
func (o *Order) append(a, b *enumerate.Batch, j int) error {
	if n := a.Len(); n > 0 && o.Compare(a, n-1, b, j) == 0 {
		return o.fold(a, b, j)
	}
	a.AppendRows(b, j, j+1)
	return nil
}
