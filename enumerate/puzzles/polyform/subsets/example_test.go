package subsets_test

import (
	"fmt"

	"coverstat/enumerate/puzzles/polyform/subsets"
)

// The boards of 2x2 cells of which two are blocked. An instance is a mask of the blocked cells, row by
// row; symmetry leaves two of the six.
func Example() {
	turn := []uint8{1, 3, 0, 2} // the image of each cell
	group := []subsets.Symmetry{{Cells: []uint8{0, 1, 2, 3}}, {Cells: turn}, {Cells: []uint8{3, 2, 1, 0}}, {Cells: []uint8{2, 0, 3, 1}}}
	space, err := subsets.NewSpace(subsets.NewChoices([]int{1, 1, 1, 1}, 2, 2, 2), nil, group)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(space.Len(), "instances,", space.Orbits(), "orbits")
	space.Classes(0, space.Len(), func(rank int64, in subsets.Instance, orbit int) bool {
		fmt.Printf("number %d, cells %04b, one of %d\n", rank, in.Blocked, orbit)
		return true
	})
	// Output:
	// 6 instances, 2 orbits
	// number 0, cells 0011, one of 4
	// number 2, cells 0110, one of 2
}
