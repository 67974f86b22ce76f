package stats

import (
	"fmt"

	"coverstat/enumerate"
)

// A weigher says how many raw objects each row of a batch stands for.
type weigher struct {
	columns []enumerate.Column // of all batches
	column  int                // the one of role Weight, or -1: every row weighs 1
	weights []int64            // scratch: of the rows of the last batch
}

func newWeigher(columns []enumerate.Column) (weigher, error) {
	w := weigher{columns: columns, column: -1}
	for i, c := range columns {
		if c.Role != enumerate.Weight {
			continue
		}
		if w.column >= 0 {
			return w, fmt.Errorf("columns %q and %q both weigh the rows: expected at most one", columns[w.column].Name, c.Name)
		}
		if c.Type != enumerate.Int32 && c.Type != enumerate.Int64 {
			return w, fmt.Errorf("weight column %q is of type %v: expected int32 or int64", c.Name, c.Type)
		}
		w.column = i
	}
	return w, nil
}

// weigh returns the weight of every row until the next call. It is an error if the columns are
// others, or if a weight is below 1: null is 0.
func (w *weigher) weigh(b *enumerate.Batch) ([]int64, error) {
	if err := w.same(b.Columns); err != nil {
		return nil, err
	}
	w.weights = w.weights[:0]
	if w.column < 0 {
		for range b.Len() {
			w.weights = append(w.weights, 1)
		}
		return w.weights, nil
	}
	v := &b.Vectors[w.column]
	for _, weight := range v.Int32s {
		w.weights = append(w.weights, int64(weight))
	}
	w.weights = append(w.weights, v.Int64s...)
	for row, weight := range w.weights {
		if weight < 1 {
			return nil, fmt.Errorf("row %d has %s %d: expected at least 1", row, b.Columns[w.column].Name, weight)
		}
	}
	return w.weights, nil
}

// same compares names, types, roles, scales and nulls of columns with the weigher's.
func (w *weigher) same(columns []enumerate.Column) error {
	if len(w.columns) != len(columns) {
		return fmt.Errorf("rows with %d columns: expected %d", len(columns), len(w.columns))
	}
	for i, c := range w.columns {
		if g := columns[i]; g.Name != c.Name || g.Type != c.Type || g.Role != c.Role || g.ScaleOf() != c.ScaleOf() || g.Nullable != c.Nullable {
			return fmt.Errorf("column %d is %q of type %v: expected %q of type %v with the same role, scale and nulls", i, g.Name, g.Type, c.Name, c.Type)
		}
	}
	return nil
}
