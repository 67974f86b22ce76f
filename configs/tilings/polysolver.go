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
var polySolver = formats.Format[Config]{
	Name: "polysolver", About: "a puzzle of PolySolver 2 on squares or cubes: a title, board, tiles",
	Source:  "www.jaapsch.net/puzzles/polysolver.htm; stdio2016/polysolve converter/polysolver.py",
	Example: "Dominoes on a square\nsquare\nboard ((3 3) (0 0) (3 0))\ntile 7 ((0 0) (1 0))\n",
	Recognises: formats.Matching(
		`(?i)^[^\n]*\n(?:[\s,]|#[^\n]*\n)*(?:[-a-z0-9]+(?:[\s,]|#[^\n]*\n)+)?(?:board|tile)[^\n]*\(`),
	Read: whole(func(data []byte) []formats.Maker[Config] {
		title, rest, _ := strings.Cut(string(data), "\n")
		x := &tokens{rest: rest, at: formats.Place{Line: 2}}
		t, notes := x.puzzle()
		return []formats.Maker[Config]{func(name string) Config {
			c := configOfPlain(x.at, t, name, title, "PolySolver")
			c.Notes = notes
			return c
		}}
	}),
}

// tokens are the words, numbers and brackets of a puzzle of PolySolver.
type tokens struct {
	rest string
	at   formats.Place
	next string // the token in hand; "" at the end
}

var token = enumerate.Pattern(`^(?:#[^\n]*|[\x00-\x20,]+|[-A-Za-z0-9^_'.\\/]+|.)`)

// advance takes the next token in hand.
func (x *tokens) advance() string {
	for x.rest != "" {
		t := token().FindString(x.rest)
		x.rest = x.rest[len(t):]
		x.at.Line += strings.Count(t, "\n")
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
	x.at.Need(x.take(t), t, "got %q", x.next)
}

// number takes a number from 0.
func (x *tokens) number() int {
	n, err := strconv.Atoi(x.next)
	x.at.Need(err == nil && n >= 0 && n <= maxCells, fmt.Sprintf("a number from 0 to %d", maxCells), "got %q", x.next)
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
	x.at.Need(x.next != "+", "one form a tile", "a tile of several forms")
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
		x.at.Fail("square or cube, which are those that coverstat reads", "the grid %q", x.next)
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
	x.at.Need(t.board == nil, "one", "a second board")
	x.at.Need(len(all) > 0, "its last cell", "a board without cells")
	area := (all[0].Col + 1) * (all[0].Row + 1)
	x.at.Need(area <= maxCells && area*(all[0].Layer+1) <= maxCells, "a smaller one", "a board of more than %d cells",
		maxCells)
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
		q.oneSided = false
		x.at.Need(dimensions == 2, "one that is turned in space", "a solid tile that may be mirrored")
	case x.take("fixed"):
		q.fixed = true
	}
	for _, to := range []*int32{&q.max, &q.min} {
		if x.next != "(" {
			*to = int32(x.number())
		}
	}
	x.at.Need(q.min <= q.max, "the greater number first", "at most %d and at least %d copies", q.max, q.min)
	x.must("(")
	q.cells = plainCells(x.cells(dimensions))
	x.at.Need(q.cells != nil, "at least one", "a tile without cells")
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
	x.at.Need(t.board != nil && t.pieces != nil, "a board and tiles", "got %q", x.next)
	var words []string
	for _, word := range []string{"mode", "solution", "notes"} {
		for x.take(word) {
			x.skip(word)
			words = append(words, word)
		}
	}
	x.at.Need(x.next == "", "board, tile, mode, solution or notes; placed tiles (place) are not read", "got %q", x.next)
	if words = slices.Compact(words); words != nil {
		notes = []string{"what the file has of " + strings.Join(words, ", ") + " is left out"}
	}
	return notes
}

// skip passes over the value of a word behind the tiles: placed tiles in brackets, or a word.
func (x *tokens) skip(word string) {
	if word != "solution" {
		x.at.Need(x.next != "" && x.next != "(", "what "+word+" is", "got %q", x.next)
		x.advance()
		return
	}
	x.must("(")
	for !x.take(")") {
		x.number()
		x.must("(")
		for !x.take(")") {
			if !x.take("|") {
				x.number()
			}
		}
	}
}

// polysolveJSON is the puzzles of a program that reads those of PolySolver.
var polysolveJSON = formats.Format[Config]{
	Name: "polysolve", About: "JSON of polysolve", Source: "stdio2016/polysolve README.md",
	Example:    `{"grid": "square", "board": {}, "shapes": []}`,
	Recognises: formats.Matching(`(?s)^\s*\{.*"shapes"\s*:`),
	Instead:    "write a config with puzzle.board and puzzle.pieces",
}

// coordinates is pieces as lists of x y z.
var coordinates = formats.Format[Config]{
	Name: "coordinates", About: "pieces as coordinates, a piece a line", Source: "wiegerw/blocks README.md",
	Example:    "0 0 0 1 0 0 2 0 0\n0 0 0 0 1 0 0 2 0\n",
	Recognises: formats.Matching(`^(?:(?:[ \t]*-?[0-9]+[ \t,]+-?[0-9]+[ \t,]+-?[0-9]+)+[ \t]*(?:\r?\n|$))+$`),
	Instead:    "write a config with pictures as puzzle.board and puzzle.pieces",
}
