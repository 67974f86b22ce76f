package polyform

import (
	"math/big"
	"strings"
	"testing"

	"coverstat/enumerate/symmetry"
)

// TestSubgroupNames: the names of the subgroups of boards. A square tells its diagonals apart from
// its sides, and a rectangle left and right from up and down.
func TestSubgroupNames(t *testing.T) {
	for _, c := range []struct {
		form  int
		board boardParam
		piece string
		want  string
	}{
		{0, boardParam{Rows: 4, Cols: 4}, "I2", "none 1, half turn 2, left-right mirror 2, diagonal mirror 2, quarter turn 4, mirrors 4, diagonal mirrors 4, all 8"},
		{0, boardParam{Rows: 4, Cols: 6}, "I2", "none 1, half turn 2, left-right mirror 2, up-down mirror 2, mirrors 4"},
		{0, boardParam{Picture: "...#\n....\n....\n#..."}, "I2", "none 1, half turn 2, diagonal mirror 2, diagonal mirrors 4"},
		{0, boardParam{Picture: "#...\n....\n....\n...."}, "I2", "none 1, diagonal mirror 2"},
		{2, boardParam{Hexagon: 2}, "I2", "none 1, half turn 2, reflection 6 2, reflection 9 2, third of a turn 3, half turn, reflection 6 4, sixth of a turn 6, third of a turn, reflection 6 6, third of a turn, reflection 9 6, sixth of a turn, reflection 6 12"},
		{0, boardParam{Rows: 1, Cols: 4}, "I2", "none 1, half turn 2"},
	} {
		b, err := forms[c.form].newBoard(c.board)
		if err != nil {
			t.Fatal(err)
		}
		z := puzzleOn(t, forms[c.form], b, []pieceParam{some(c.piece, 0, 20)})
		if got := subgroupNames(t, z.Group); got != c.want {
			t.Errorf("%+v: %s, expected %s", c.board, got, c.want)
		}
	}
	ring := wrapped(t, 2, 4, false, true, some("I2", 0, 20))
	if got := subgroupNames(t, ring.Group); !strings.HasPrefix(got, "none 1, shift 2 2, half turn 4 2, ") {
		t.Errorf("cylinder: %s", got)
	}
}

func subgroupNames(t *testing.T, g *symmetry.Group) string {
	t.Helper()
	all, err := symmetry.NewSubgroups(g)
	if err != nil {
		t.Fatal(err)
	}
	classes, err := all.Classes()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[symmetry.Subgroup]*big.Int{}
	for _, class := range classes {
		counts[class[0]] = big.NewInt(1)
	}
	var names []string
	for _, s := range all.Stabilisers(counts) {
		names = append(names, s.Name+" "+big.NewInt(int64(s.Order)).String())
	}
	return strings.Join(names, ", ")
}
