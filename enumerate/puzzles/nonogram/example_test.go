package nonogram

import (
	"fmt"
	"os"
	"strings"

	"coverstat/enumerate"
)

func Example_read() {
	puzzles, _, err := read(enumerate.PuzzleFile{Name: "cross.txt", In: strings.NewReader("1\n3\n1\n\n1\n3\n1\n")})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := puzzles[0]
	fmt.Println(p.height(), p.width(), p.black())
	_, _, err = read(enumerate.PuzzleFile{Name: "cross.txt", In: strings.NewReader("1\n3\n1\n\n1\n2\n1\n")})
	fmt.Println(err)
	// Output:
	// 3 3 5
	// cross.txt: got 5 in the rows, 4 in the columns: expected row and column clues of the same sum
}

func Example_solve() {
	err := solve(enumerate.SolveRequest{
		Name:  "stdin",
		In:    strings.NewReader("1\n3\n1\n\n1\n3\n1\n"),
		Out:   os.Stdout,
		Trace: true,
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// round 1  2 residence, free stretch: row 2: 1-3 black
	// round 1  2 residence, free stretch: column 2: 1 black, 3 black
	// round 1  6 confirmation, close: row 1: 1 crossed, 3 crossed
	// round 1  6 confirmation, close: row 3: 1 crossed, 3 crossed
	// theorems settle 9 of 9 cells in 2 rounds: homogeneity 0, residence 5, seating 0, oversize 0, not joinable 0, confirmation 4
	// line logic settles 9 cells; search: 0 probes, 0 guesses, 0 conflicts
	// unique
	// .#.
	// ###
	// .#.
}
