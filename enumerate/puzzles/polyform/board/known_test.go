package board

import (
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/invariants"
)

const scottBoard = "......../......../......../...##.../...##.../......../......../........"

// known are published counts, of all solutions, and the nodes the kernels need
// for them by corner and scan; 0 nodes means that the kernel cannot hold the
// puzzle.
var known = []struct {
	name, board, pieces string
	oneSided            bool
	solutions           int64
	nodes               [2]int64 // by search
}{
	{"pent-3x20", blank(3, 20), pentominoes, false, 8, [2]int64{0, 4132}},
	{"pent-4x15", blank(4, 15), pentominoes, false, 1472, [2]int64{0, 236831}},
	{"pent-5x12", blank(5, 12), pentominoes, false, 4040, [2]int64{0, 882641}},
	{"pent-12x5", blank(12, 5), pentominoes, false, 4040, [2]int64{0, 882641}},
	{"pent-6x10", blank(6, 10), pentominoes, false, 9356, [2]int64{0, 2592392}},
	{"scott", scottBoard, pentominoes, false, 520, [2]int64{414037, 282214}},
	{"tetro2-5x8", blank(5, 8), "I4:2-2 O4:2-2 T4:2-2 S4:2-2 L4:2-2", false, 3106, [2]int64{0, 77684}},
	{"onesided-3x30", blank(3, 30), pentominoes, true, 184, [2]int64{0, 511011}},
	{"trominoes-6x6", blank(6, 6), "I3:0-99 V3:0-99", false, 80092, [2]int64{0, 243373}},
	{"tetrominoes-6x6", blank(6, 6), "I4:0-99 O4:0-99 T4:0-99 S4:0-99 L4:0-99", false, 178939, [2]int64{0, 509172}},
	{"dominoes-6x6", blank(6, 6), "I2:18-18", false, 6728, [2]int64{0, 25841}},
	{"dominoes-4x11", blank(4, 11), "I2:0-99", false, 51205, [2]int64{0, 194340}},
}

func TestKnown(t *testing.T) {
	for _, x := range known {
		p := newPuzzle(x.board, x.pieces, x.oneSided)
		for i, k := range searches {
			want := x.nodes[i]
			if invariants.Enabled && want > 1_000_000 {
				continue // too many with every invariant walked
			}
			kernel, err := k.make(p)
			if err != nil {
				if want != 0 {
					t.Errorf("%s %s: %v", x.name, k.name, err)
				}
				continue
			}
			e, _ := solve(t, kernel, []enumerate.Case{{}}, 1)
			if e.Solutions != x.solutions || e.Nodes != want {
				t.Errorf("%s %s: %d solutions, %d nodes; want %d, %d", x.name, k.name, e.Solutions, e.Nodes, x.solutions, want)
			}
		}
	}
}
