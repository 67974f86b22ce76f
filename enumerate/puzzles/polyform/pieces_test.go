package polyform

import (
	"errors"
	"strings"
	"testing"

	"coverstat/enumerate"
)

// TestCatalogue counts pieces and orientations: fixed, one-sided and free
// polyominoes as in OEIS A001168, A000988 and A000105.
func TestCatalogue(t *testing.T) {
	c := forms[0].catalogue()
	for _, want := range []struct {
		set           string
		pieces, fixed int
	}{
		{"trominoes", 2, 6}, {"tetrominoes", 5, 19}, {"pentominoes", 12, 63}, {"hexominoes", 35, 216},
		{"one-sided-tetrominoes", 7, 19}, {"one-sided-pentominoes", 18, 63}, {"one-sided-hexominoes", 60, 216},
		{"baibian", 8, 27},
	} {
		pieces, err := forms[0].resolvePieces([]pieceParam{{Set: want.set}})
		if err != nil {
			t.Fatal(err)
		}
		fixed := 0
		for _, p := range pieces {
			fixed += len(p.Orientations)
			if !c.lattice.Connected(p.Orientations[0]) {
				t.Errorf("%s is not connected", p.Name)
			}
			if got := int(p.Name[1] - '0'); p.Name[0] != 'H' && got != p.Size() {
				t.Errorf("%s has %d cells", p.Name, p.Size())
			}
		}
		if len(pieces) != want.pieces || fixed != want.fixed {
			t.Errorf("%s: %d pieces in %d orientations, expected %d in %d", want.set, len(pieces), fixed, want.pieces, want.fixed)
		}
	}
	if len(c.names) != 21+35+2+6+25 {
		t.Errorf("%d named pieces", len(c.names))
	}
}

func TestBoardErrors(t *testing.T) {
	for picture, want := range map[string]string{
		"..\n...":    "b:2:3: ragged picture: 3 cells: expected 2 cells as in the first line",
		"..\n.x":     "b:2:2: unknown character 'x': expected . for a free cell, or # or a space for none",
		"##\n##":     "b: the board has no free cell: expected at least one .",
		"":           "b: the board has no free cell: expected at least one .",
		"..\n..\n上.": "b:3:1: unknown character '上': expected . for a free cell, or # or a space for none",
	} {
		_, err := forms[0].parseBoard("b", picture, 1)
		var input *enumerate.InputError
		if !errors.As(err, &input) || err.Error() != want {
			t.Errorf("%q: %v, expected %s", picture, err, want)
		}
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add("..\n.#")
	f.Add("")
	f.Add("#\r\n.")
	f.Fuzz(func(t *testing.T, picture string) {
		b, err := forms[0].parseBoard("b", picture, 1)
		if err != nil {
			return
		}
		again, err := forms[0].parseBoard("b", b.Picture(), 1)
		if err != nil || again.Picture() != b.Picture() || b.Rows*b.Cols != len(b.Blocked) {
			t.Fatalf("%q is read as\n%s\nand then as %v, %v", picture, b.Picture(), again, err)
		}
	})
}

func TestImpossible(t *testing.T) {
	for _, c := range []struct {
		board  boardParam
		pieces []pieceParam
		want   string
	}{
		{boardParam{Rows: 4, Cols: 5}, []pieceParam{{Set: "tetrominoes"}}, "surplus of 0"},
		{boardParam{Picture: "#..\n...\n..#"}, []pieceParam{some("I2", 0, enumerate.Unbounded)}, "no choice of copies has 7 cells"},
		{boardParam{Picture: "#...\n....\n....\n...#"}, []pieceParam{some("I2", 0, enumerate.Unbounded)}, "surplus of 2"},
		{boardParam{Rows: 2, Cols: 5}, []pieceParam{{Name: "X5"}, {Name: "P5"}}, "X5 does not fit"},
		{boardParam{Rows: 2, Cols: 5}, []pieceParam{{Name: "P5", Count: countParam{true, 2, 2}}}, ""},
	} {
		b, err := forms[0].newBoard(c.board)
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := forms[0].resolvePieces(c.pieces)
		if err != nil {
			t.Fatal(err)
		}
		z, err := NewPuzzle(b, pieces)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = z.Impossible()
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, expected %q", c.pieces, got, c.want)
		}
	}
}
