package board

import (
	"slices"
	"testing"
)

// TestOrders checks the picture of a narrow board in the comment of
// [ordersOf], that every order gives each cell a position of its own, and which
// boards have lines.
func TestOrders(t *testing.T) {
	want := [4][]int{{2, 4, 6, 8, 1, 3, 5, 7}, {7, 5, 3, 1, 8, 6, 4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}, {8, 7, 6, 5, 4, 3, 2, 1}}
	for o, order := range ordersOf(2, 4) {
		for cell, at := range order.at {
			if at+1 != want[o][cell] {
				t.Errorf("order %d: cell %d at %d, the comment says %d", o, cell, at+1, want[o][cell])
			}
		}
	}
	for _, size := range [][2]int{{1, 128}, {2, 64}, {8, 16}, {9, 10}, {10, 9}, {10, 10}, {9, 13}, {11, 11}} {
		orders := ordersOf(size[0], size[1])
		for o, order := range orders {
			seen := map[int]bool{}
			for _, at := range order.at {
				if at < 0 || at >= MaxCells || seen[at] {
					t.Errorf("%v: position %d in order %d is out of range or taken", size, at, o)
				}
				seen[at] = true
			}
		}
		if weighed := orders[0].line > 0; weighed != slices.Contains([]int{90, 100}, size[0]*size[1]) {
			t.Errorf("%v: weighed %v", size, weighed)
		}
	}
}
