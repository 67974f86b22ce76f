package tilings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// polycube is the definitions of Matt Busche's solver.
func polycube() formats.Format[Config] {
	return formats.Format[Config]{
		Name:       "polycube",
		About:      "definitions of the solver polycube: D: with the sizes of a box, C: and drawings L to ~L of pieces, ~D; pieces of one shape are copies",
		Source:     "Matt Busche: polycube, Puzzle.cpp; stdio2016/polysolve converter/polycube.py",
		Example:    "# a square of four dominoes\nD:xDim=4:yDim=2:zDim=1\nC:name=a:layout=0 0 0, 1 0 0\nL\nb . d\nb . d\n. . .\nc c .\n~L\n~D\n",
		Recognises: func(head []byte) bool { return strings.HasPrefix(firstLine(head, "#"), "D:") },
		Read:       whole(readPolycube),
	}
}

// definition is a puzzle of polycube.
type definition struct {
	line       int
	size       [3]int // x, y, z
	oneSided   bool
	names      []string // of pieces, in the order of the file
	cells      map[string][]lattice.Cell
	stationary map[string]bool
	drawn      map[string]bool // in the drawing that is read
	row        int             // of the drawing: y of the next line
	marks      []string        // of the drawing: pieces that stay
}

func readPolycube(data []byte) (all []source, err error) {
	var d *definition
	for n, s := range formats.Lines(data) {
		s, _, _ = strings.Cut(s, "#")
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		word, rest, _ := strings.Cut(s, ":")
		switch word = strings.TrimSpace(word); {
		case d == nil && word == "D":
			d, err = newDefinition(n, rest)
		case d == nil:
			err = fmt.Errorf("got %q: expected a line D: with the sizes of a box", s)
		case d.drawn != nil:
			err = d.draw(s)
		case word == "C":
			err = d.piece(rest)
		case word == "L":
			err = d.begin(rest)
		case word == "~D":
			all, d = append(all, source{d.line, d.config}), nil
		default:
			err = fmt.Errorf("got %q: expected C:, L or ~D", s)
		}
		if err != nil {
			return nil, &enumerate.InputError{Line: n, Problem: err.Error()}
		}
	}
	if d != nil {
		return nil, &enumerate.InputError{Line: d.line, Problem: "a definition without an end", Expected: "a line ~D"}
	}
	return all, nil
}

// settings reads name=value, with colons between.
func settings(text string, known ...string) (map[string]string, error) {
	all := map[string]string{}
	if strings.TrimSpace(text) == "" {
		return all, nil
	}
	for part := range strings.SplitSeq(text, ":") {
		name, value, ok := strings.Cut(part, "=")
		if name = strings.TrimSpace(name); !ok && name == "oneSide" {
			value = "1"
		} else if !ok {
			return nil, fmt.Errorf("got %q: expected name=value", part)
		}
		if _, twice := all[name]; twice || !slices.Contains(known, name) {
			return nil, fmt.Errorf("got %s: expected %s, each once", name, strings.Join(known, ", "))
		}
		all[name] = strings.TrimSpace(value)
	}
	return all, nil
}

func newDefinition(line int, text string) (*definition, error) {
	values, err := settings(text, "xDim", "yDim", "zDim", "oneSide")
	d := &definition{line: line, cells: map[string][]lattice.Cell{}, stationary: map[string]bool{},
		oneSided: values["oneSide"] == "1"}
	if err != nil {
		return nil, err
	}
	if o, ok := values["oneSide"]; ok && o != "0" && o != "1" {
		return nil, fmt.Errorf("oneSide=%s: expected 0 or 1", o)
	}
	volume := 1
	for i, name := range []string{"xDim", "yDim", "zDim"} {
		text, ok := values[name]
		if !ok && name == "zDim" {
			text = "1"
		}
		if d.size[i], err = strconv.Atoi(text); err != nil || d.size[i] < 1 || d.size[i] > maxCells/volume {
			return nil, fmt.Errorf("%s=%s: expected a number from 1, at most %d cells in all", name, text, maxCells)
		}
		volume *= d.size[i]
	}
	return d, nil
}

func (d *definition) add(name string, cells ...lattice.Cell) {
	if !slices.Contains(d.names, name) {
		d.names = append(d.names, name)
	}
	d.cells[name] = append(d.cells[name], cells...)
}

// piece reads a piece as a list of x y z.
func (d *definition) piece(text string) error {
	values, err := settings(text, "name", "type", "layout")
	if err != nil {
		return err
	}
	name, kind := values["name"], values["type"]
	if name == "" || d.cells[name] != nil {
		return fmt.Errorf("name=%s: expected a name that no other piece has", name)
	}
	if kind != "" && kind != "M" && kind != "S" {
		return fmt.Errorf("type=%s: expected M or S", kind)
	}
	d.stationary[name] = kind == "S"
	for triple := range strings.SplitSeq(values["layout"], ",") {
		var c lattice.Cell
		fields := strings.Fields(triple)
		if len(fields) != 3 {
			return fmt.Errorf("layout %q: expected x y z", strings.TrimSpace(triple))
		}
		for i, to := range []*int{&c.Col, &c.Row, &c.Layer} {
			if *to, err = strconv.Atoi(fields[i]); err != nil || max(*to, -*to) > maxCells {
				return fmt.Errorf("layout %q: expected x y z", strings.TrimSpace(triple))
			}
		}
		if slices.Contains(d.cells[name], c) {
			return fmt.Errorf("layout %q is there twice: expected it once", strings.TrimSpace(triple))
		}
		d.add(name, c)
	}
	return nil
}

// begin begins a drawing.
func (d *definition) begin(text string) error {
	values, err := settings(text, "stationary")
	d.drawn, d.row, d.marks = map[string]bool{}, d.size[1], strings.Fields(values["stationary"])
	return err
}

// draw reads a line of a drawing: a row of each layer.
func (d *definition) draw(s string) error {
	if s == "~L" {
		for _, name := range d.marks {
			if !d.drawn[name] {
				return fmt.Errorf("the drawing has no %s, which stays: expected all that stay", name)
			}
			d.stationary[name] = true
		}
		d.drawn = nil
		return nil
	}
	d.row--
	for z, row := range strings.Split(s, ",") {
		for x, name := range strings.Fields(row) {
			if name == "." {
				continue
			}
			if d.cells[name] != nil && !d.drawn[name] {
				return fmt.Errorf("a second piece %s: expected it in one drawing", name)
			}
			d.drawn[name] = true
			d.add(name, lattice.Cell{Layer: z, Row: d.row, Col: x})
		}
	}
	return nil
}

// config checks what polycube checks, and makes the config. What stays is no part of the board.
func (d *definition) config(name string) (Config, error) {
	flat := d.size[2] == 1
	covered, sum := map[lattice.Cell]bool{}, 0
	for _, name := range d.names {
		sum += len(d.cells[name])
		for _, c := range d.cells[name] {
			flat = flat && c.Layer == d.cells[name][0].Layer
			if !d.stationary[name] {
				continue
			}
			if c.Col < 0 || c.Row < 0 || c.Layer < 0 || c.Col >= d.size[0] || c.Row >= d.size[1] ||
				c.Layer >= d.size[2] || covered[c] {
				return Config{},
					fmt.Errorf("piece %s, which stays, has the cell %d %d %d: expected a free cell of the box", name,
						c.Col, c.Row, c.Layer)
			}
			covered[c] = true
		}
	}
	if volume := d.size[0] * d.size[1] * d.size[2]; sum != volume {
		return Config{}, fmt.Errorf("the pieces have %d cells, the box %d: expected the same", sum, volume)
	}
	if d.oneSided && !flat {
		return Config{}, fmt.Errorf("oneSide with pieces that are not flat: expected zDim=1 and flat ones")
	}
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
	if t.pieces == nil {
		return Config{}, fmt.Errorf("no piece that can be moved: expected one")
	}
	return configOfPlain(t, name, "", "polycube")
}
