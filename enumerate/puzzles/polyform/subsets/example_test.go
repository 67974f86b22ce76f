package subsets_test

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// A survey of the boards of 2x2 cells of which two are blocked, to be covered by a domino. An
// instance is a mask of the blocked cells, row by row; symmetry leaves two of the six.
func Example() {
	turn := []uint8{1, 3, 0, 2} // the image of each cell
	group := []subsets.Symmetry{{Cells: []uint8{0, 1, 2, 3}}, {Cells: turn}, {Cells: []uint8{3, 2, 1, 0}}, {Cells: []uint8{2, 0, 3, 1}}}
	space, err := subsets.NewSpace(subsets.NewChoices([]int{1, 1, 1, 1}, 2, 2, 2), nil, group)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &subsets.Survey{
		Thing: "board", Blocked: "the blocked cells", Space: space,
		Pass: subsets.Pass{Unfit: fmt.Errorf("a board this small needs none")},
		NewCounter: func() subsets.Counter {
			return func(in subsets.Instance, _ *atomic.Bool) (found subsets.Found, _ enumerate.Effort, _ error) {
				if in.Blocked != 0b1001 && in.Blocked != 0b0110 { // else the free cells touch at a corner alone
					found = subsets.Found{All: 1, Distinct: 1}
				}
				return found, enumerate.Effort{Nodes: 1}, nil
			}
		},
		AppendName: func(dst []byte, in subsets.Instance) []byte {
			for i := range 4 {
				dst = append(dst, ".#"[in.Blocked>>i&1])
			}
			return dst
		},
		Measures: []subsets.Measure{{Info: enumerate.MeasureInfo{Name: "blocked"},
			Value: func(in subsets.Instance) int32 { return int32(bits.OnesCount64(in.Blocked)) }}},
	}
	job, err := s.Open(enumerate.Spec{Measures: []string{"blocked"}}, "auto")
	if err != nil {
		fmt.Println(err)
		return
	}
	rows := enumerate.NewBatch(job.Columns())
	for _, c := range rows.Columns {
		fmt.Println("column", c.Name)
	}
	worker, err := job.NewWorker()
	for task := 0; task < job.Tasks() && err == nil; task++ {
		_, _, err = worker.Do(task, new(atomic.Bool), rows, nil)
	}
	for row := range rows.Len() {
		fmt.Printf("%s %d %d %d %d %d\n", rows.StringAt(0, row), rows.IntAt(1, row), rows.IntAt(2, row), rows.IntAt(3, row), rows.IntAt(4, row), rows.IntAt(5, row))
	}
	// Output:
	// column instance
	// column mask
	// column orbit_size
	// column solutions
	// column solutions_distinct
	// column blocked
	// ##.. 3 4 1 1 2
	// .##. 6 2 0 0 2
}
