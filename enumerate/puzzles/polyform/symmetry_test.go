package polyform

import (
	"strings"
	"testing"

	"coverstat/enumerate"
)

// TestGroupOfFreeCells: neither blocked cells around a board nor pieces that fit
// nowhere change the symmetries. Orientations that fit nowhere do not count
// either.
func TestGroupOfFreeCells(t *testing.T) {
	yes, no := true, false
	dominoes := some("I2", 0, enumerate.Unbounded)
	wide := pieceParam{Name: "W", Picture: "######\n#.....", Turn: &no, Flip: &no, Count: CountParam{true, 0, 1}}
	fixed := pieceParam{Name: "D", Picture: "##", Turn: &no, Count: CountParam{true, 0, enumerate.Unbounded}}
	turned := pieceParam{Name: "L4", Flip: &no, Turn: &yes, Count: CountParam{true, 0, enumerate.Unbounded}}
	for _, c := range []struct {
		name, picture string
		pieces        []pieceParam
		want          int
	}{
		{"a square", strings.Repeat("....\n", 4), []pieceParam{dominoes}, 8},
		{"with a margin", strings.Repeat("....#\n", 4), []pieceParam{dominoes}, 8},
		{"with margins", "######\n" + strings.Repeat("#....#\n", 4), []pieceParam{dominoes}, 8},
		{"with a piece that does not fit", strings.Repeat("....\n", 4), []pieceParam{dominoes, wide}, 8},
		{"and where it fits", strings.Repeat("......\n", 6), []pieceParam{dominoes, wide}, 1},
		{"a piece that must lie", strings.Repeat("....\n", 4), []pieceParam{fixed}, 4},
		{"but cannot stand anyhow, each permutation once", "....\n", []pieceParam{fixed}, 2},
		{"a piece without its twin", strings.Repeat("....\n", 4), []pieceParam{turned}, 4},
	} {
		b, err := forms[0].parseBoard("", c.picture, 1)
		if err != nil {
			t.Fatal(err)
		}
		z := puzzleOn(t, forms[0], b, c.pieces)
		if z.Group.Order() != c.want {
			t.Errorf("%s: %d symmetries, expected %d", c.name, z.Group.Order(), c.want)
		}
	}
}
