package enumerate

import "fmt"

// PickMeasures finds the measures that a config asks for among those that a
// family has, by name, and returns their indices and columns of type Int32.
func PickMeasures(have []MeasureInfo, asked []string) ([]int, []Column, error) {
	var indices []int
	var columns []Column
	var names []string
	for _, m := range have {
		names = append(names, m.Name)
	}
next:
	for place, want := range asked {
		for i, m := range have {
			if m.Name == want {
				indices = append(indices, i)
				columns = append(columns, Column{Name: want, Type: Int32, Role: Measured, Meaning: m.Meaning, Unit: m.Unit})
				continue next
			}
		}
		return nil, nil, KeyErrorf(fmt.Sprintf("measures.%d", place), "no measure %q here: did you mean %s?", want, Nearest(want, names))
	}
	return indices, columns, nil
}
