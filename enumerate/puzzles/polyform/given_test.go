package polyform

import (
	"strings"
	"testing"

	"coverstat/enumerate"
)

// TestGivenErrors: what cannot be given or forbidden is refused, with its cells.
func TestGivenErrors(t *testing.T) {
	board := boardParam{Picture: "....\n....\n...#"}
	for _, c := range []struct {
		given  string
		forbid pictures
		want   string
	}{
		{"A...\nA...\n...#", nil, "letter A, cells [0, 0] [1, 0]: no piece lies like that: expected the cells of one piece of the puzzle"},
		{"AAA.\n....\nBBB#", nil, "letter B, cells [2, 0] [2, 1] [2, 2]: this is I3 again: expected at most 1 of it"},
		{"AAA.\n....\n...#", pictures{"BBB.\n....\n...#"}, "letter A, cells [0, 0] [0, 1] [0, 2]: I3 is given and forbidden there"},
		{"AAA.\n....\n....", nil, "'.' at r2c3: expected # or a space, as the board has no such cell"},
		{"AAA.\n.#..\n...#", nil, "'#' at r1c1: expected a letter or ., as the cell is free"},
		{"AAA\n...\n...", nil, "a picture of 3 x 3 cells: expected 3 x 4, as the board has"},
		{"....\n....\n...#", nil, "the picture has no letter: expected the cells of a placed piece"},
		{"..?.\n....\n...#", nil, "1:3: unknown character '?': expected a letter for a cell of a placed piece, . for another free cell, or # or a space for none"},
	} {
		p := params{BoardParams: BoardParams{Board: board}, Given: givenParam{picture: c.given}, Forbid: c.forbid}
		b, err := forms[0].board(p.BoardParams)
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := forms[0].resolvePieces([]pieceParam{{Name: "I3"}, {Name: "V3"}, {Name: "L5"}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.restriction(b)
		if err == nil {
			_, err = newPuzzle(b, pieces, 0, CountParam{}, r)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("given\n%s\n%v\nexpected %s", c.given, err, c.want)
		}
	}
}

// TestGivenInSolve: the letters of a board that solve reads are given pieces, of which errors name the line.
func TestGivenInSolve(t *testing.T) {
	var out strings.Builder
	solve := func(text string) error {
		out.Reset()
		return forms[0].solve(enumerate.SolveRequest{Name: "in", In: strings.NewReader(text), Out: &out, Flags: map[string]string{"pieces": "I3,V3,L5,I1", "notation": "picture"}})
	}
	if err := solve("AAA.\n....\n....\n\n....\n....\n....\n"); err != nil ||
		!strings.HasPrefix(out.String(), "IIIV\nL1VV\nLLLL\n\n1 solution\n") || !strings.HasSuffix(out.String(), "\n4 solutions\n") {
		t.Error(err, out.String())
	}
	if err := solve("....\n....\n....\n\n....\nAA..\n...."); err == nil || err.Error() != "in:6: letter A, cells [1, 0] [1, 1]: no piece lies like that: expected the cells of one piece of the puzzle" {
		t.Error(err)
	}
}
