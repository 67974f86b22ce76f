package theorems

import "coverstat/enumerate/puzzles/nonogram/line"

// EachClue calls f with every clue that fits n cells, those with fewer blocks
// first. The slice is valid during the call only.
func EachClue(n int, f func(clue []int)) {
	var clue []int
	var grow func(blocks, room int)
	grow = func(blocks, room int) {
		if blocks == 0 {
			f(clue)
			return
		}
		for c := 1; c <= room; c++ {
			clue = append(clue, c)
			grow(blocks-1, room-c-1)
			clue = clue[:len(clue)-1]
		}
	}
	for blocks := 0; 2*blocks-1 <= n; blocks++ {
		grow(blocks, n)
	}
}

// EachState calls f with every combination of blank, black and crossed for n
// cells. The slice is valid during the call only.
func EachState(n int, f func(cells []line.Cell)) {
	cells := make([]line.Cell, n)
	for {
		f(cells)
		i := 0
		for ; i < n && cells[i] == line.Crossed; i++ {
			cells[i] = line.Blank
		}
		if i == n {
			return
		}
		cells[i]++
	}
}
