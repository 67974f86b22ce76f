package tilings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// polycube is the definitions of Matt Busche's solver.
var polycube = formats.Format[Config]{
	Name:       "polycube",
	About:      "definitions of the solver polycube: D: with the sizes of a box, C: and drawings L to ~L of pieces, ~D; pieces of one shape are copies",
	Source:     "Matt Busche: polycube, Puzzle.cpp; stdio2016/polysolve converter/polycube.py",
	Example:    "# a square of four dominoes\nD:xDim=4:yDim=2:zDim=1\nC:name=a:layout=0 0 0, 1 0 0\nL\nb . d\nb . d\n. . .\nc c .\n~L\n~D\n",
	Recognises: formats.Beginning("#", `^D:`),
	Read:       whole(readPolycube),
}

// definition is a puzzle of polycube.
type definition struct {
	at         formats.Place // of the line in hand; when all is read, of the line D:
	size       [3]int        // x, y, z
	oneSided   bool
	names      []string // of pieces, in the order of the file
	cells      map[string][]lattice.Cell
	stationary map[string]bool
	drawn      map[string]bool // in the drawing that is read
	row        int             // of the drawing: y of the next line
	marks      []string        // of the drawing: pieces that stay
}

func readPolycube(data []byte) (all []formats.Maker[Config]) {
	var d *definition
	var first formats.Place // of the definition
	for n, s := range formats.Lines(data) {
		at := formats.Place{Line: n}
		s, _, _ = strings.Cut(s, "#")
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		word, rest, _ := strings.Cut(s, ":")
		word = strings.TrimSpace(word)
		if d == nil {
			at.Need(word == "D", "a line D: with the sizes of a box", "got %q", s)
			d, first = newDefinition(at, rest), at
			continue
		}
		switch d.at = at; {
		case d.drawn != nil:
			d.draw(s)
		case word == "C":
			d.piece(rest)
		case word == "L":
			d.begin(rest)
		default:
			at.Need(word == "~D", "C:, L or ~D", "got %q", s)
			d.at = first
			all, d = append(all, d.config), nil
		}
	}
	first.Need(d == nil, "a line ~D", "a definition without an end")
	return all
}

// settings reads name=value, with colons between.
func settings(at formats.Place, text string, known ...string) map[string]string {
	all := map[string]string{}
	if strings.TrimSpace(text) == "" {
		return all
	}
	for part := range strings.SplitSeq(text, ":") {
		name, value, ok := strings.Cut(part, "=")
		if name = strings.TrimSpace(name); !ok && name == "oneSide" {
			value, ok = "1", true
		}
		at.Need(ok, "name=value", "got %q", part)
		_, twice := all[name]
		at.Need(!twice && slices.Contains(known, name), strings.Join(known, ", ")+", each once", "got %s", name)
		all[name] = strings.TrimSpace(value)
	}
	return all
}

func newDefinition(at formats.Place, text string) *definition {
	values := settings(at, text, "xDim", "yDim", "zDim", "oneSide")
	d := &definition{cells: map[string][]lattice.Cell{}, stationary: map[string]bool{},
		oneSided: values["oneSide"] == "1"}
	o, ok := values["oneSide"]
	at.Need(!ok || o == "0" || o == "1", "0 or 1", "oneSide=%s", o)
	volume := 1
	for i, name := range []string{"xDim", "yDim", "zDim"} {
		text, ok := values[name]
		if !ok && name == "zDim" {
			text = "1"
		}
		n, err := strconv.Atoi(text)
		at.Need(err == nil && n >= 1 && n <= maxCells/volume, fmt.Sprintf("a number from 1, at most %d cells in all",
			maxCells), "%s=%s", name, text)
		d.size[i] = n
		volume *= n
	}
	return d
}

func (d *definition) add(name string, cells ...lattice.Cell) {
	if !slices.Contains(d.names, name) {
		d.names = append(d.names, name)
	}
	d.cells[name] = append(d.cells[name], cells...)
}

// piece reads a piece as a list of x y z.
func (d *definition) piece(text string) {
	values := settings(d.at, text, "name", "type", "layout")
	name, kind := values["name"], values["type"]
	d.at.Need(name != "" && d.cells[name] == nil, "a name that no other piece has", "name=%s", name)
	d.at.Need(kind == "" || kind == "M" || kind == "S", "M or S", "type=%s", kind)
	d.stationary[name] = kind == "S"
	for triple := range strings.SplitSeq(values["layout"], ",") {
		var c lattice.Cell
		triple = strings.TrimSpace(triple)
		fields := strings.Fields(triple)
		d.at.Need(len(fields) == 3, "x y z", "layout %q", triple)
		for i, to := range []*int{&c.Col, &c.Row, &c.Layer} {
			n, err := strconv.Atoi(fields[i])
			d.at.Need(err == nil && max(n, -n) <= maxCells, "x y z", "layout %q", triple)
			*to = n
		}
		d.at.Need(!slices.Contains(d.cells[name], c), "it once", "layout %q is there twice", triple)
		d.add(name, c)
	}
}

// begin begins a drawing.
func (d *definition) begin(text string) {
	values := settings(d.at, text, "stationary")
	d.drawn, d.row, d.marks = map[string]bool{}, d.size[1], strings.Fields(values["stationary"])
}

// draw reads a line of a drawing: a row of each layer.
func (d *definition) draw(s string) {
	if s == "~L" {
		for _, name := range d.marks {
			d.at.Need(d.drawn[name], "all that stay", "the drawing has no %s, which stays", name)
			d.stationary[name] = true
		}
		d.drawn = nil
		return
	}
	d.row--
	for z, row := range strings.Split(s, ",") {
		for x, name := range strings.Fields(row) {
			if name == "." {
				continue
			}
			d.at.Need(d.cells[name] == nil || d.drawn[name], "it in one drawing", "a second piece %s", name)
			d.drawn[name] = true
			d.add(name, lattice.Cell{Layer: z, Row: d.row, Col: x})
		}
	}
}

// config checks what polycube checks, and makes the config. What stays is no part of the board.
func (d *definition) config(name string) Config {
	flat := d.size[2] == 1
	covered, sum := map[lattice.Cell]bool{}, 0
	for _, name := range d.names {
		sum += len(d.cells[name])
		for _, c := range d.cells[name] {
			flat = flat && c.Layer == d.cells[name][0].Layer
			if d.stationary[name] {
				d.at.Need(c.Col >= 0 && c.Row >= 0 && c.Layer >= 0 && c.Col < d.size[0] && c.Row < d.size[1] &&
					c.Layer < d.size[2] && !covered[c], "a free cell of the box",
					"piece %s, which stays, has the cell %d %d %d", name, c.Col, c.Row, c.Layer)
				covered[c] = true
			}
		}
	}
	volume := d.size[0] * d.size[1] * d.size[2]
	d.at.Need(sum == volume, "the same", "the pieces have %d cells, the box %d", sum, volume)
	d.at.Need(!d.oneSided || flat, "zDim=1 and flat ones", "oneSide with pieces that are not flat")
	t := newBox(flat)
	for _, c := range boxCells(d.size) {
		if !covered[c] {
			t.board = append(t.board, cell{Cell: c})
		}
	}
	taken := map[string]bool{}
	ways := map[*piece][]lattice.Shape{}
	for i, name := range d.names {
		if d.stationary[name] {
			continue
		}
		q := &piece{min: 1, max: 1, oneSided: d.oneSided, cells: plainCells(d.cells[name])}
		shape := t.shape(q)
		if k := slices.IndexFunc(t.pieces, func(p *piece) bool { return shape.IsOneOf(ways[p]) }); k >= 0 {
			t.pieces[k].min++
			t.pieces[k].max++
			continue
		}
		q.name = pieceName(name, i, taken)
		t.pieces, ways[q] = append(t.pieces, q), t.ways(q)
	}
	d.at.Need(t.pieces != nil, "one", "no piece that can be moved")
	return configOfPlain(d.at, t, name, "", "polycube")
}
