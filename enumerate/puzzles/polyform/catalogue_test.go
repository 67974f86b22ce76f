package polyform

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// TestCatalogue counts pieces and orientations: free, one-sided and fixed
// polyominoes as in OEIS A000105, A000988 and A001168; polyhexes as in A000228,
// A006535 and A001207; polyiamonds as in A000577, A006534 and A001420; polycubes,
// mirror images told apart, as in A000162 and A001931. No two pieces of a list
// are alike, so that a set with the right number of pieces has all.
func TestCatalogue(t *testing.T) {
	for family, sets := range map[string]map[string][2]int{
		"polyomino": {
			"trominoes": {2, 6}, "tetrominoes": {5, 19}, "pentominoes": {12, 63}, "hexominoes": {35, 216}, "heptominoes": {108, 760},
			"one-sided-tetrominoes": {7, 19}, "one-sided-pentominoes": {18, 63}, "one-sided-hexominoes": {60, 216}, "one-sided-heptominoes": {196, 760},
			"baibian": {8, 27},
		},
		"polycube": {
			"tricubes": {2, 15}, "tetracubes": {8, 86}, "pentacubes": {29, 534}, "solid-pentominoes": {12, 186},
			"soma":   {7, 12 + 24 + 3*12 + 12 + 8},
			"bedlam": {13, 7*24 + 5*12 + 3}, "tetris-cube": {12, 10*24 + 2*12}, // S. Kurowski
		},
		"polyhex": {
			"trihexes": {3, 11}, "tetrahexes": {7, 44}, "pentahexes": {22, 186},
			"one-sided-tetrahexes": {10, 44}, "one-sided-pentahexes": {33, 186},
		},
		"polyiamond": {
			"tetriamonds": {3, 14}, "pentiamonds": {4, 36}, "hexiamonds": {12, 94}, "heptiamonds": {24, 250},
			"one-sided-tetriamonds": {4, 14}, "one-sided-pentiamonds": {6, 36}, "one-sided-hexiamonds": {19, 94}, "one-sided-heptiamonds": {43, 250},
		},
	} {
		f := forms[slices.IndexFunc(forms, func(f *form) bool { return f.family == family })]
		if n := len(f.catalogue().Complete().SetNames); n != len(sets) {
			t.Errorf("%s has %d sets, expected %d", family, n, len(sets))
		}
		for set, want := range sets {
			pieces, err := f.resolvePieces([]pieceParam{{Set: set}})
			if err != nil {
				t.Fatal(err)
			}
			fixed := 0
			for _, p := range pieces {
				fixed += len(p.Orientations)
				if !f.lattice.Connected(p.Orientations[0]) {
					t.Errorf("%s is not connected", p.Name)
				}
				name := strings.TrimSuffix(p.Name, "m")
				if size := int(name[len(name)-1] - '0'); size < 10 && size != p.Size() && !(len(name) > 2 && strings.Contains("HS", name[:1])) { // H07 and S101 are numbered
					t.Errorf("%s has %d cells", p.Name, p.Size())
				}
			}
			if len(pieces) != want[0] || fixed != want[1] {
				t.Errorf("%s: %d pieces in %d orientations, expected %d in %d", set, len(pieces), fixed, want[0], want[1])
			}
		}
	}
}

// TestTwins checks which pieces are mirror images of others.
func TestTwins(t *testing.T) {
	cube := forms[1].catalogue()
	for _, pair := range [][2]string{{"A4", "B4"}, {"L15", "J15"}, {"L25", "J25"}, {"L35", "L35"}, {"L45", "J45"}, {"N15", "S15"}, {"N25", "S25"}, {"T15", "T15"}, {"V15", "V25"}} {
		mirrored := cube.Lattice.Mirrored(cube.Shapes[pair[0]])
		if !slices.ContainsFunc(cube.Lattice.Orientations(cube.Shapes[pair[1]], true, false), func(s lattice.Shape) bool { return slices.Equal(s, mirrored) }) {
			t.Errorf("%s is no mirror image of %s", pair[1], pair[0])
		}
	}
	// A name that ends in m is not yet a twin.
	for name, orientations := range map[string]int{"worm": 12, "wormm": 6, "bee": 3} {
		pieces, err := forms[2].resolvePieces([]pieceParam{{Name: name}})
		if err != nil || len(pieces[0].Orientations) != orientations {
			t.Errorf("%s: %v, %v, expected %d orientations", name, pieces, err, orientations)
		}
	}
}

// TestUnknownPieces: a suggestion is a name of the family's own.
func TestUnknownPieces(t *testing.T) {
	for _, c := range []struct {
		form int
		name string
		want string
	}{
		{0, "pentomino", `no piece or set "pentomino": did you mean pentominoes?`},
		{1, "pentominoes", `no piece or set "pentominoes": did you mean solid-pentominoes?`},
		{1, "L6", `no piece or set "L6": expected a known name`},
		{2, "pentahexs", `no piece or set "pentahexs": did you mean pentahexes?`},
		{2, "propellor", `no piece or set "propellor": did you mean propeller?`},
		{3, "spinx", `no piece or set "spinx": did you mean sphinx?`},
	} {
		_, err := forms[c.form].resolvePieces([]pieceParam{{Name: c.name}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.name, err, c.want)
		}
	}
}

// TestSymbols: a piece has the symbols of the config, and others have what is left.
func TestSymbols(t *testing.T) {
	two, three := CountParam{set: true, min: 2, max: 2}, CountParam{set: true, min: 3, max: 3}
	for _, c := range []struct {
		pieces []pieceParam
		want   string
	}{
		{[]pieceParam{{Name: "X5"}, {Name: "O4", Symbol: "X"}, {Name: "I2", Symbol: "5"}}, "A X 5"},
		{[]pieceParam{{Name: "I2", Count: three, Symbol: "ba"}, {Name: "I3"}, {Name: "I4"}}, "baA I 4"},
		{[]pieceParam{{Name: "hook", Picture: "##\n#.", Symbol: "z"}, {Name: "h", Picture: "##"}}, "z h"},
		{[]pieceParam{{Name: "I2", Symbol: "a"}, {Name: "I3", Symbol: "a"}}, "pieces, entry 2: symbol a of I3: expected another one, as it is that of I2"},
		{[]pieceParam{{Name: "I2", Count: two, Symbol: "aa"}}, "pieces, entry 1: symbol a of I2: expected another one, as it is that of I2"},
		{[]pieceParam{{Name: "I2", Symbol: "ab"}}, `pieces, entry 1: symbol "ab" of I2: expected 1 symbol, one for each copy`},
		{[]pieceParam{{Name: "I2", Symbol: "é"}}, `pieces, entry 1: symbol "é" of I2: expected letters from A to Z or a to z, or digits`},
		{[]pieceParam{{Name: "tetrominoes", Symbol: "a"}}, `pieces, entry 1: symbol "a" for 5 pieces: expected a piece, not a set`},
	} {
		pieces, err := forms[0].resolvePieces(c.pieces)
		got := fmt.Sprint(err)
		if err == nil {
			got = string(bytes.Join(symbolsOf(pieces, func(i int) int { return int(pieces[i].Max) }), []byte(" ")))
		}
		if got != c.want {
			t.Errorf("%+v: got %s, expected %s", c.pieces, got, c.want)
		}
	}
}

func TestBoardErrors(t *testing.T) {
	for picture, want := range map[string]string{
		"..\n...":    "b:2:3: ragged picture: 3 cells: expected 2 cells as in the first line",
		"..\n.x":     "b:2:2: unknown character 'x': expected . for a free cell, or # or a space for none",
		"##\n##":     "b:1:1: the board has no free cell: expected at least one .",
		"":           "b:1:1: the board has no free cell: expected at least one .",
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
		again, err := forms[0].parseBoard("b", b.Picture().String(), 1)
		if err != nil || again.Picture().String() != b.Picture().String() || b.Rows*b.Cols != len(b.Blocked) {
			t.Fatalf("%q is read as\n%s\nand then as %v, %v", picture, b.Picture().String(), again, err)
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
		{boardParam{Rows: 2, Cols: 5}, []pieceParam{{Name: "P5", Count: CountParam{true, 2, 2}}}, ""},
	} {
		b, err := forms[0].newBoard(c.board)
		if err != nil {
			t.Fatal(err)
		}
		z := puzzleOn(t, forms[0], b, c.pieces)
		got := z.impossible()
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, expected %q", c.pieces, got, c.want)
		}
	}
}
