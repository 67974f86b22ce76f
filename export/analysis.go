package export

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// checkAnalysis checks that all columns that an analysis names are there.
func checkAnalysis(columns []Column, a enumerate.Analysis) error {
	var names []string
	for _, b := range a.Breakdowns {
		names = append(append(names, b.By...), b.Of...)
	}
	for _, w := range a.Ways {
		for _, q := range w.Quantities {
			if len(q.Columns) != len(w.Names) {
				return fmt.Errorf("%q has %d columns for %d ways", q.Name, len(q.Columns), len(w.Names))
			}
			names = append(names, q.Columns...)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(columns, func(c Column) bool { return c.Name == name }) {
			return fmt.Errorf("there is no column %q", name)
		}
	}
	return nil
}
