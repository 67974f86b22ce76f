package polyform

import (
	"fmt"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// Dominoes on 2x3 cells: the items of the exact cover are the cells, as dominoes come in any
// number. A row has a picture, and the options of the copies of the piece.
func Example() {
	board := &Board{lattice.NewBoard(lattice.Square, 1, 2, 3)}
	pieces, err := forms[0].resolvePieces([]pieceParam{{Name: "I2", Count: CountParam{set: true, max: enumerate.Unbounded}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := plainPuzzle(board, pieces)
	if err != nil {
		fmt.Println(err)
		return
	}
	for o, p := range z.Placements {
		fmt.Printf("option %d: %s, orientation %d, on", o, z.Pieces[p.Piece].Name, p.Orientation)
		for _, m := range z.Problem.Option(enumerate.OptionID(o)) {
			fmt.Print(" ", z.Problem.Item(m.Item).Name)
		}
		fmt.Println()
	}
	l := newLayout(z, false)
	recorder, rows := l.newRecorder(nil), enumerate.NewBatch(l.columns)
	kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, new(atomic.Bool), func(solution []enumerate.OptionID) bool {
		recorder.Solution(rows, slices.Sorted(slices.Values(solution)))
		return true
	})
	for _, c := range rows.Columns {
		fmt.Println("column", c.Name)
	}
	for row := range rows.Len() {
		fmt.Printf("%s %d %d %d\n", rows.StringAt(0, row), rows.IntAt(1, row), rows.IntAt(2, row), rows.IntAt(3, row))
	}
	// Output:
	// option 0: I2, orientation 0, on r0c0 r0c1
	// option 1: I2, orientation 0, on r0c1 r0c2
	// option 2: I2, orientation 0, on r1c0 r1c1
	// option 3: I2, orientation 0, on r1c1 r1c2
	// option 4: I2, orientation 1, on r0c0 r1c0
	// option 5: I2, orientation 1, on r0c1 r1c1
	// option 6: I2, orientation 1, on r0c2 r1c2
	// column grid
	// column I2_1
	// column I2_2
	// column I2_3
	// AABCCB 0 2 6
	// ABBACC 1 3 4
	// ABCABC 4 5 6
}
