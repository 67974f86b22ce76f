package packings_test

import (
	"fmt"
	"log"
	"sync/atomic"

	"coverstat/enumerate/puzzles/polyform/packings"
)

// A domino and two different single cells on a row of five: of the five
// cells one is left.
func ExampleCount() {
	var stop atomic.Bool
	table, err := packings.Count(&packings.Problem{
		Board:      0b11111,
		Pieces:     [][]uint64{{0b00011, 0b00110, 0b01100, 0b11000}},
		Copies:     []int{1},
		Uncovered:  3,
		Symmetries: [][]uint8{{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}},
	}, 1, &stop, nil)
	for range 2 {
		if err == nil {
			table, err = table.AddMonomino(1, 1)
		}
	}
	if err != nil {
		log.Fatal(err)
	}
	table.Classes(0, table.Len(), func(i int64, mask uint64, orbit int) bool {
		fmt.Printf("%05b stands for %d: %d solutions\n", mask, orbit, table.Solutions(i))
		return true
	})
	// Output:
	// 00001 stands for 2: 6 solutions
	// 00010 stands for 2: 4 solutions
	// 00100 stands for 1: 4 solutions
}
