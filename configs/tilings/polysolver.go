package tilings

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// polySolver is the puzzles of Jaap Scherphuis's program.
func polySolver() formats.Format[Config] {
	return formats.Format[Config]{
		Name: "polysolver", About: "a puzzle of PolySolver 2 on squares or cubes: a title, board, tiles",
		Source:  "www.jaapsch.net/puzzles/polysolver.htm; stdio2016/polysolve converter/polysolver.py",
		Example: "Dominoes on a square\nsquare\nboard ((3 3) (0 0) (3 0))\ntile 7 ((0 0) (1 0))\n",
		Recognises: formats.Matching(
			`(?i)^[^\n]*\n(?:[\s,]|#[^\n]*\n)*(?:[-a-z0-9]+(?:[\s,]|#[^\n]*\n)+)?(?:board|tile)[^\n]*\(`),
		Read: whole(func(data []byte) ([]source, error) {
			title, rest, _ := strings.Cut(string(data), "\n")
			x := &tokens{rest: rest, line: 2}
			t, notes := x.puzzle()
			if x.err != nil {
				return nil, &enumerate.InputError{Line: x.line, Problem: x.err.Error()}
			}
			return []source{{x.line, func(name string) (Config, error) {
				c, err := configOfPlain(t, name, title, "PolySolver")
				c.Notes = notes
				return c, err
			}}}, nil
		}),
	}
}

// tokens are the words, numbers and brackets of a puzzle of PolySolver. At the first fault the text ends.
type tokens struct {
	rest string
	line int
	next string // the token in hand; "" at the end
	err  error
}

// fail ends the text, unless it has ended by a fault before.
func (x *tokens) fail(format string, args ...any) {
	if x.err == nil {
		x.err = fmt.Errorf(format, args...)
	}
	x.rest, x.next = "", ""
}

var token = enumerate.Pattern(`^(?:#[^\n]*|[\x00-\x20,]+|[-A-Za-z0-9^_'.\\/]+|.)`)

// advance takes the next token in hand.
func (x *tokens) advance() string {
	for x.rest != "" {
		t := token().FindString(x.rest)
		x.rest = x.rest[len(t):]
		x.line += strings.Count(t, "\n")
		if t[0] > ' ' && t[0] != ',' && t[0] != '#' {
			x.next = strings.ToLower(t)
			return x.next
		}
	}
	x.next = ""
	return ""
}

// take takes the token in hand if it is a given one.
func (x *tokens) take(t string) bool {
	if x.next != t {
		return false
	}
	x.advance()
	return true
}

func (x *tokens) must(t string) {
	if !x.take(t) {
		x.fail("got %q: expected %s", x.next, t)
	}
}

// number takes a number from 0.
func (x *tokens) number() int {
	n, err := strconv.Atoi(x.next)
	if err != nil || n < 0 || n > maxCells {
		x.fail("got %q: expected a number from 0 to %d", x.next, maxCells)
		return 0
	}
	x.advance()
	return n
}

// cells takes cells in brackets: (x y) or (x y z).
func (x *tokens) cells(dimensions int) (all []lattice.Cell) {
	for x.take("(") {
		var c lattice.Cell
		for _, to := range []*int{&c.Col, &c.Row, &c.Layer}[:dimensions] {
			*to = x.number()
		}
		x.must(")")
		all = append(all, c)
	}
	if x.next == "+" {
		x.fail("a tile of several forms: expected one form a tile")
	}
	x.must(")")
	return all
}

// puzzle reads board and tiles, and notes what is left out.
func (x *tokens) puzzle() (t *tiling, notes []string) {
	x.advance()
	dimensions := 2
	switch {
	case x.next == "board" || x.next == "tile" || x.take("square"):
	case x.take("cube"):
		dimensions = 3
	default:
		x.fail("the grid %q: expected square or cube, which are those that coverstat reads", x.next)
	}
	t = newBox(dimensions == 2)
	taken := map[string]bool{}
	for {
		switch {
		case x.take("board"):
			x.board(t, dimensions)
		case x.take("tile"):
			x.tile(t, dimensions, taken)
		default:
			return t, x.end(t)
		}
	}
}

// board takes a board: the last cell of a box, and cells that are taken out of it, or added.
func (x *tokens) board(t *tiling, dimensions int) {
	x.must("(")
	all := x.cells(dimensions)
	switch {
	case t.board != nil:
		x.fail("a second board: expected one")
	case len(all) == 0:
		x.fail("a board without cells: expected its last cell")
	case (all[0].Col+1)*(all[0].Row+1) > maxCells || (all[0].Col+1)*(all[0].Row+1)*(all[0].Layer+1) > maxCells:
		x.fail("a board of more than %d cells: expected a smaller one", maxCells)
	}
	if x.err != nil {
		return
	}
	in := map[lattice.Cell]bool{}
	for _, c := range append(boxCells([3]int{all[0].Col + 1, all[0].Row + 1, all[0].Layer + 1}), all[1:]...) {
		in[c] = !in[c]
	}
	for _, c := range slices.SortedFunc(maps.Keys(in), lattice.Compare) {
		if in[c] {
			t.board = append(t.board, cell{Cell: c})
		}
	}
}

// tile takes a piece: how it moves, the greatest and the least number of copies, its cells, and a colour.
func (x *tokens) tile(t *tiling, dimensions int, taken map[string]bool) {
	q := &piece{max: 1, oneSided: true, name: pieceName("", len(t.pieces), taken)}
	switch {
	case x.take("flip"):
		if q.oneSided = false; dimensions == 3 {
			x.fail("a solid tile that may be mirrored: expected one that is turned in space")
		}
	case x.take("fixed"):
		q.fixed = true
	}
	for _, to := range []*int32{&q.max, &q.min} {
		if x.next != "(" {
			*to = int32(x.number())
		}
	}
	if q.min > q.max {
		x.fail("at most %d and at least %d copies: expected the greater number first", q.max, q.min)
	}
	x.must("(")
	if q.cells = plainCells(x.cells(dimensions)); q.cells == nil {
		x.fail("a tile without cells: expected at least one")
	}
	if q.max > 0 {
		t.pieces = append(t.pieces, q)
	}
	if x.take("(") {
		for range 3 {
			x.number()
		}
		x.must(")")
	}
}

// end reads what follows the tiles, which is left out.
func (x *tokens) end(t *tiling) (notes []string) {
	if t.board == nil || t.pieces == nil {
		x.fail("got %q: expected a board and tiles", x.next)
	}
	var words []string
	for _, word := range []string{"mode", "solution", "notes"} {
		for x.take(word) {
			x.skip(word)
			words = append(words, word)
		}
	}
	if x.next != "" {
		x.fail("got %q: expected board, tile, mode, solution or notes; placed tiles (place) are not read", x.next)
	}
	if words = slices.Compact(words); words != nil {
		notes = []string{"what the file has of " + strings.Join(words, ", ") + " is left out"}
	}
	return notes
}

// skip passes over the value of a word behind the tiles: placed tiles in brackets, or a word.
func (x *tokens) skip(word string) {
	switch {
	case word == "solution":
		x.must("(")
		for x.err == nil && !x.take(")") {
			x.number()
			x.must("(")
			for x.err == nil && !x.take(")") {
				if !x.take("|") {
					x.number()
				}
			}
		}
	case x.next == "" || x.next == "(":
		x.fail("got %q: expected what %s is", x.next, word)
	default:
		x.advance()
	}
}

// polysolveJSON is the puzzles of a program that reads those of PolySolver.
func polysolveJSON() formats.Format[Config] {
	return formats.Format[Config]{
		Name: "polysolve", About: "JSON of polysolve", Source: "stdio2016/polysolve README.md",
		Example:    `{"grid": "square", "board": {}, "shapes": []}`,
		Recognises: formats.Matching(`(?s)^\s*\{.*"shapes"\s*:`),
		Instead:    "write a config with puzzle.board and puzzle.pieces",
	}
}

// coordinates is pieces as lists of x y z.
func coordinates() formats.Format[Config] {
	return formats.Format[Config]{
		Name: "coordinates", About: "pieces as coordinates, a piece a line", Source: "wiegerw/blocks README.md",
		Example:    "0 0 0 1 0 0 2 0 0\n0 0 0 0 1 0 0 2 0\n",
		Recognises: formats.Matching(`^(?:(?:[ \t]*-?[0-9]+[ \t,]+-?[0-9]+[ \t,]+-?[0-9]+)+[ \t]*(?:\r?\n|$))+$`),
		Instead:    "write a config with pictures as puzzle.board and puzzle.pieces",
	}
}
