package tilings

import (
	"cmp"
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
		Source:     "www.jaapsch.net/puzzles/polysolver.htm; stdio2016/polysolve converter/polysolver.py",
		Example:    "Dominoes on a square\nsquare\nboard ((3 3) (0 0) (3 0))\ntile 7 ((0 0) (1 0))\n",
		Recognises: formats.Matching(`(?i)^[^\n]*\n(?:[\s,]|#[^\n]*\n)*(?:[-a-z0-9]+(?:[\s,]|#[^\n]*\n)+)?(?:board|tile)[^\n]*\(`),
		Read: func(in *formats.Input, each func(Config) error) error {
			data, err := in.Text()
			if err != nil {
				return err
			}
			title, rest, _ := strings.Cut(string(data), "\n")
			x := &tokens{rest: rest, line: 2}
			c, err := x.config(nameOf(in, 0, 1), strings.TrimSpace(title))
			if err != nil {
				return &enumerate.InputError{Line: x.line, Problem: err.Error()}
			}
			return each(c)
		},
	}
}

// tokens are the words, numbers and brackets of a puzzle of PolySolver.
type tokens struct {
	rest string
	line int
	next string // the token in hand; "" at the end
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

func (x *tokens) must(t string) error {
	if !x.take(t) {
		return fmt.Errorf("got %q: expected %s", x.next, t)
	}
	return nil
}

// number takes a number from 0.
func (x *tokens) number() (int, error) {
	n, err := strconv.Atoi(x.next)
	if err != nil || n < 0 || n > maxCells {
		return 0, fmt.Errorf("got %q: expected a number from 0 to %d", x.next, maxCells)
	}
	x.advance()
	return n, nil
}

// cells takes cells in brackets: (x y) or (x y z).
func (x *tokens) cells(dimensions int) (all []lattice.Cell, err error) {
	for x.take("(") {
		var c lattice.Cell
		for _, to := range []*int{&c.Col, &c.Row, &c.Layer}[:dimensions] {
			if *to, err = x.number(); err != nil {
				return nil, err
			}
		}
		if err := x.must(")"); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	if x.next == "+" {
		return nil, fmt.Errorf("a tile of several forms: expected one form a tile")
	}
	return all, x.must(")")
}

func (x *tokens) config(name, title string) (Config, error) {
	x.advance()
	dimensions := 2
	switch {
	case x.next == "board" || x.next == "tile":
	case x.take("square"):
	case x.take("cube"):
		dimensions = 3
	default:
		return Config{}, fmt.Errorf("the grid %q: expected square or cube, which are those that coverstat reads", x.next)
	}
	g, err := newGrid(0, dimensions == 2)
	if err != nil {
		return Config{}, err
	}
	t := &tiling{grid: g, allowed: func(int, int) bool { return true }}
	taken := map[string]bool{}
	for {
		switch {
		case x.take("board"):
			err = x.board(t, dimensions)
		case x.take("tile"):
			err = x.tile(t, dimensions, taken)
		default:
			return x.end(t, name, title)
		}
		if err != nil {
			return Config{}, err
		}
	}
}

// board takes a board: the last cell of a box, and cells that are taken out of it, or added.
func (x *tokens) board(t *tiling, dimensions int) error {
	if err := x.must("("); err != nil {
		return err
	}
	all, err := x.cells(dimensions)
	switch {
	case err != nil:
		return err
	case t.board != nil:
		return fmt.Errorf("a second board: expected one")
	case len(all) == 0:
		return fmt.Errorf("a board without cells: expected its last cell")
	}
	last := all[0]
	if (last.Col+1)*(last.Row+1) > maxCells || (last.Col+1)*(last.Row+1)*(last.Layer+1) > maxCells {
		return fmt.Errorf("a board of more than %d cells: expected a smaller one", maxCells)
	}
	in := map[lattice.Cell]bool{}
	flip := func(c lattice.Cell) {
		if in[c] {
			delete(in, c)
		} else {
			in[c] = true
		}
	}
	for z := range last.Layer + 1 {
		for y := range last.Row + 1 {
			for x := range last.Col + 1 {
				flip(lattice.Cell{Layer: z, Row: y, Col: x})
			}
		}
	}
	for _, c := range all[1:] {
		flip(c)
	}
	for _, c := range slices.SortedFunc(maps.Keys(in), lattice.Compare) {
		t.board = append(t.board, cell{Cell: c})
	}
	return nil
}

// tile takes a piece: how it moves, the greatest and the least number of copies, its cells, and a colour.
func (x *tokens) tile(t *tiling, dimensions int, taken map[string]bool) (err error) {
	q := &piece{max: 1, oneSided: true, name: pieceName("", len(t.pieces), taken)}
	switch {
	case x.take("flip"):
		q.oneSided = false
		if dimensions == 3 {
			return fmt.Errorf("a solid tile that may be mirrored: expected one that is turned in space")
		}
	case x.take("fixed"):
		q.fixed = true
	}
	for _, to := range []*int32{&q.max, &q.min} {
		if x.next != "(" {
			n, err := x.number()
			if err != nil {
				return err
			}
			*to = int32(n)
		}
	}
	if q.min > q.max {
		return fmt.Errorf("at most %d and at least %d copies: expected the greater number first", q.max, q.min)
	}
	if err := x.must("("); err != nil {
		return err
	}
	all, err := x.cells(dimensions)
	if err != nil || len(all) == 0 {
		return cmp.Or(err, fmt.Errorf("a tile without cells: expected at least one"))
	}
	for _, c := range all {
		q.cells = append(q.cells, cell{Cell: c})
	}
	if q.max > 0 {
		t.pieces = append(t.pieces, q)
	}
	if x.take("(") {
		for range 3 {
			if _, err := x.number(); err != nil {
				return err
			}
		}
		return x.must(")")
	}
	return nil
}

// end reads what follows the tiles, and makes the config.
func (x *tokens) end(t *tiling, name, title string) (Config, error) {
	if t.board == nil || t.pieces == nil {
		return Config{}, fmt.Errorf("got %q: expected a board and tiles", x.next)
	}
	var notes []string
	for _, word := range []string{"mode", "solution", "notes"} {
		n := 0
		for ; x.take(word); n++ {
			if err := x.skip(word); err != nil {
				return Config{}, err
			}
		}
		if n > 0 {
			notes = append(notes, word)
		}
	}
	if x.next != "" {
		return Config{}, fmt.Errorf("got %q: expected board, tile, mode, solution or notes; placed tiles (place) are not read", x.next)
	}
	c, err := configOfPlain(t, name, title, "PolySolver")
	if notes != nil {
		c.Notes = []string{"what the file has of " + strings.Join(notes, ", ") + " is left out"}
	}
	return c, err
}

// skip passes over the value of a word behind the tiles: placed tiles in brackets, or a word.
func (x *tokens) skip(word string) error {
	if word != "solution" {
		if x.next == "" || x.next == "(" {
			return fmt.Errorf("got %q: expected what %s is", x.next, word)
		}
		x.advance()
		return nil
	}
	if err := x.must("("); err != nil {
		return err
	}
	for !x.take(")") {
		if _, err := x.number(); err != nil {
			return err
		}
		if err := x.must("("); err != nil {
			return err
		}
		for !x.take(")") {
			if !x.take("|") {
				if _, err := x.number(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// polysolveJSON is the puzzles of a program that reads those of PolySolver.
func polysolveJSON() formats.Format[Config] {
	return formats.Format[Config]{
		Name: "polysolve", About: "JSON of polysolve", Source: "stdio2016/polysolve README.md", Example: `{"grid": "square", "board": {}, "shapes": []}`,
		Recognises: formats.Matching(`(?s)^\s*\{.*"shapes"\s*:`),
		Instead:    "write a config with puzzle.board and puzzle.pieces",
	}
}

// coordinates is pieces as lists of x y z.
func coordinates() formats.Format[Config] {
	return formats.Format[Config]{
		Name: "coordinates", About: "pieces as coordinates, a piece a line", Source: "wiegerw/blocks README.md", Example: "0 0 0 1 0 0 2 0 0\n0 0 0 0 1 0 0 2 0\n",
		Recognises: formats.Matching(`^(?:(?:[ \t]*-?[0-9]+[ \t,]+-?[0-9]+[ \t,]+-?[0-9]+)+[ \t]*(?:\r?\n|$))+$`),
		Instead:    "write a config with pictures as puzzle.board and puzzle.pieces",
	}
}
