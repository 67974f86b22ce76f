package tilings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/export/convert"
)

// A cell is a voxel on a lattice of coverstat.
type cell struct {
	lattice.Cell
	variable bool
	colour   int
}

// A piece of a problem.
type piece struct {
	name     string
	cells    []cell
	min, max int32
	oneSided bool // it is not turned over; of solids, it is not mirrored anyway
	fixed    bool // it is not turned either
	// orientations are the ways in which it may lie.
	orientations [][]cell
}

// A tiling is a problem with its shapes and how they move.
type tiling struct {
	// How shapes move: they are turned by images, and moved by some translations. A
	// flat shape of squares or triangles is turned in space, and so mirrored.
	//
	// lattice is that of coverstat with such cells, and family that of configs for puzzles that
	// are no more than pieces on a board; nil and "" if there is none.
	lattice *lattice.Lattice
	family  string
	images  []func(lattice.Cell) lattice.Cell
	// base is the translation that takes a cell from the cells around the origin to where
	// it is: what is left says where the cell lies in the pattern that repeats.
	base func(lattice.Cell) lattice.Cell

	board   []cell
	pieces  []*piece
	allowed func(piece, board int) bool // colours
}

// configOf makes the config of a problem.
func configOf(p *convert.BurrPuzzle, i int, name string) Config {
	x := &p.Problems[i]
	c := Config{Name: name}
	t := newTiling(p, x)
	for _, part := range x.Parts {
		if part.Group != 0 || len(part.Inner) > 0 {
			c.Notes = append(c.Notes, "groups of pieces, which need not come apart, are left out")
			break
		}
	}
	if x.Solutions != nil {
		c.Notes = append(c.Notes, "solutions are assemblies: whether they can be taken apart is left out")
	}
	if x.MaxHoles != nil && !t.holesKnown(*x.MaxHoles) {
		c.Notes = append(c.Notes, fmt.Sprintf("the limit of %d holes is left out", *x.MaxHoles))
	}
	head := headOf(c.Name, x.Name, "BurrTools")
	if x.State == 2 && x.Assemblies != nil {
		head += fmt.Sprintf(", whose assemblies up to symmetry were %s",
			enumerate.GroupDigits(fmt.Sprint(*x.Assemblies)))
	}
	if t.plain() {
		c.YAML = []byte(head + t.yaml())
		return c
	}
	var text bytes.Buffer
	formats.Must(convert.Write(&text, "knuth", t.cover(), "puzzle "+c.Name))
	c.Cover = text.Bytes()
	c.YAML = []byte(head + "\nfamily: exactcover\njob: census\npuzzle:\n  input: " + c.Name +
		".txt\n  symmetry: find\n")
	return c
}

// headOf is the comment at the head of a config.
func headOf(name, title, program string) string {
	head := "# " + name
	if words := strings.Join(strings.Fields(strings.Map(printable, title)), " "); words != "" {
		head += ": " + words
	}
	return head + "\n# " + convert.Mark + " from a puzzle of " + program
}

// boardText is a config behind its head, up to the picture of the board, in quotes.
func boardText(family, board string) string {
	return "\nfamily: " + family + "\njob: census\npuzzle:\n  board:\n    picture: " + board + "\n"
}

// printable leaves out what YAML has in no comment.
func printable(r rune) rune {
	if r == 0xfeff || r != '\t' && !unicode.IsPrint(r) {
		return ' '
	}
	return r
}

// configOfPlain makes the config of a puzzle that is no more than pieces on a board.
func configOfPlain(at formats.Place, t *tiling, name, title, program string) Config {
	at.Need(t.plain(), "one, with the number of its copies", "two pieces have the same shape")
	return Config{Name: name, YAML: []byte(headOf(name, title, program) + t.yaml())}
}

// newBox returns a puzzle of squares or cubes without board and pieces.
func newBox(flat bool) *tiling {
	t := &tiling{allowed: func(int, int) bool { return true }}
	t.move(0, flat)
	return t
}

// boxCells are the cells of a box, by its sizes along x, y and z.
func boxCells(size [3]int) (all []lattice.Cell) {
	for i := range size[0] * size[1] * size[2] {
		all = append(all, lattice.Cell{Layer: i / size[0] / size[1], Row: i / size[0] % size[1], Col: i % size[0]})
	}
	return all
}

// plainCells are cells without colours.
func plainCells(cells []lattice.Cell) (all []cell) {
	for _, c := range cells {
		all = append(all, cell{Cell: c})
	}
	return all
}

// newTiling finds the lattice and the shapes of a problem.
func newTiling(p *convert.BurrPuzzle, x *convert.BurrProblem) *tiling {
	var file formats.Place
	file.Need(x.Result != nil && x.Result.ID >= 0 && x.Result.ID < len(p.Shapes), "", "it has no result shape")
	file.Need(len(x.Parts) <= maxParts, fmt.Sprintf("at most %d", maxParts), "it has %d pieces", len(x.Parts))
	t := &tiling{allowed: func(piece, board int) bool {
		return piece == 0 || board == 0 ||
			slices.Contains(x.Bitmap.Pairs, convert.BurrPair{Piece: piece - 1, Result: board - 1})
	}}
	flat := true
	read := func(id int) []cell {
		cells := cellsOf(&p.Shapes[id])
		for i := range cells {
			if p.Grid.Type == 1 {
				cells[i].Col++ // its first triangle points the other way
			}
			flat = flat && cells[i].Layer == cells[0].Layer
		}
		file.Need(cells != nil, "", "shape %d has no cells", id+1)
		return cells
	}
	t.board = read(x.Result.ID)
	taken := map[string]bool{}
	for _, part := range x.Parts {
		q := newPiece(&part)
		file.Need(part.ID >= 0 && part.ID < len(p.Shapes) && q.min >= 0 && q.max >= q.min,
			"a shape that is there, and a range", "piece %d: %d to %d of shape %d", len(t.pieces)+1, q.min, q.max, part.ID)
		if q.max == 0 {
			continue
		}
		q.cells = read(part.ID)
		file.Need(!slices.ContainsFunc(q.cells, func(c cell) bool { return c.variable }), "none, as BurrTools does",
			"shape %d, a piece, has a variable cell", part.ID+1)
		q.name = pieceName(p.Shapes[part.ID].Name, part.ID, taken)
		t.pieces = append(t.pieces, q)
	}
	file.Need(t.pieces != nil, "", "it has no pieces")
	t.move(p.Grid.Type, flat)
	for _, q := range t.pieces {
		t.lay(q)
	}
	return t
}

// newPiece returns a piece without cells, with the numbers of its copies.
func newPiece(part *convert.BurrPart) *piece {
	switch {
	case part.Count != nil:
		return &piece{min: *part.Count, max: *part.Count}
	case part.Min != nil && part.Max != nil:
		return &piece{min: *part.Min, max: *part.Max}
	}
	return &piece{min: 1, max: 1}
}

// pieceName is a name that configs take, different from those taken.
func pieceName(name string, id int, taken map[string]bool) string {
	name = strings.Map(func(r rune) rune {
		if r <= ' ' || strings.ContainsRune("\"`:|'\\", r) || r == 0x7f {
			return '_'
		}
		return r
	}, strings.TrimSpace(name))
	if r := []rune(name); len(name) > 40 {
		name = string(r[:min(len(r), 10)])
	}
	if name == "" {
		name = fmt.Sprintf("S%d", id+1)
	}
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s_%d", strings.TrimSuffix(name, fmt.Sprintf("_%d", n-1)), n)
	}
	taken[strings.ToLower(name)] = true
	return name
}

// lay finds the ways in which a piece may lie, each with its first cell around the origin.
func (t *tiling) lay(q *piece) {
	seen := map[string]bool{}
	for _, image := range t.images {
		way := make([]cell, len(q.cells))
		for i, c := range q.cells {
			way[i] = cell{Cell: image(c.Cell), colour: c.colour}
		}
		slices.SortFunc(way, func(a, b cell) int { return lattice.Compare(a.Cell, b.Cell) })
		base := t.base(way[0].Cell)
		for i := range way {
			way[i].Cell = way[i].Cell.Minus(base)
		}
		if key := fmt.Sprint(way); !seen[key] {
			seen[key] = true
			q.orientations = append(q.orientations, way)
		}
	}
}

// plain reports whether the problem is no more than pieces on a board: every cell to be
// covered, no place forbidden by colours, no two pieces of one shape; on a lattice that coverstat has.
func (t *tiling) plain() bool {
	if t.lattice == nil {
		return false
	}
	for _, c := range t.board {
		if c.variable {
			return false
		}
	}
	var shapes []lattice.Shape // in all orientations
	for _, q := range t.pieces {
		for _, c := range q.cells {
			if slices.ContainsFunc(t.board, func(b cell) bool { return !t.allowed(c.colour, b.colour) }) {
				return false
			}
		}
		ways := t.ways(q)
		if slices.ContainsFunc(ways, func(s lattice.Shape) bool { return s.IsOneOf(shapes) }) {
			return false
		}
		shapes = append(shapes, ways...)
	}
	return true
}

func (t *tiling) shape(q *piece) lattice.Shape { return t.lattice.NewShape(lattices(q.cells)) }

// ways are the ways in which a piece on a lattice of coverstat may lie.
func (t *tiling) ways(q *piece) []lattice.Shape {
	return t.lattice.Orientations(t.shape(q), !q.fixed, t.lattice != lattice.Cube && !q.oneSided)
}

func lattices(cells []cell) (all []lattice.Cell) {
	for _, c := range cells {
		all = append(all, c.Cell)
	}
	return all
}

// holesKnown reports whether no solution has more holes than most.
func (t *tiling) holesKnown(most int64) bool {
	holes := int64(len(t.board))
	for _, q := range t.pieces {
		holes -= int64(q.min) * int64(len(q.cells))
	}
	return holes <= most
}

// yaml is the config of a problem that is pieces on a board.
func (t *tiling) yaml() string {
	var s strings.Builder
	board := strings.NewReplacer("#", ".", ".", "#").Replace(t.picture(t.board))
	s.WriteString(boardText(t.family, board) + "  pieces:\n")
	for _, q := range t.pieces {
		name, _ := json.Marshal(q.name)
		count := fmt.Sprint(q.min)
		if q.min < q.max {
			count = fmt.Sprintf("{min: %d, max: %d}", q.min, q.max)
		}
		moves := ""
		if q.oneSided && t.lattice != lattice.Cube {
			moves += ", flip: false"
		}
		if q.fixed {
			moves += ", turn: false"
		}
		fmt.Fprintf(&s, "    - {name: %s, picture: %s, count: %s%s}\n", name, t.picture(q.cells), count, moves)
	}
	return s.String()
}

// picture draws cells as a text in quotes.
func (t *tiling) picture(cells []cell) string {
	text, _ := json.Marshal(t.lattice.NewShape(lattices(cells)).Picture())
	return string(text)
}

// cover is a problem as an exact cover.
func (t *tiling) cover() *enumerate.Cover {
	var file formats.Place
	var b enumerate.ProblemBuilder
	items := map[lattice.Cell]enumerate.Item{} // those of the board come first, in its order
	for _, c := range t.board {
		info := enumerate.ItemInfo{Name: fmt.Sprintf("x%dy%dz%d", c.Col, c.Row, c.Layer), Min: 1, Max: 1}
		if c.variable {
			info.Min = 0
		}
		items[c.Cell] = b.AddItem(info)
	}
	options := 0
	for _, q := range t.pieces {
		item := b.AddItem(enumerate.ItemInfo{Name: q.name, Min: q.min, Max: q.max})
		for _, way := range q.orientations {
			for _, at := range t.board {
				shift := at.Minus(way[0].Cell)
				if !t.translation(shift) {
					continue
				}
				members := []enumerate.Member{{Item: item}}
				must := q.min > 0
				for _, c := range way {
					if i, ok := items[c.Plus(shift)]; ok && t.allowed(c.colour, t.board[i].colour) {
						members = append(members, enumerate.Member{Item: i})
						must = must || !t.board[i].variable
					}
				}
				if len(members) != len(way)+1 {
					continue
				}
				file.Need(must, "",
					"piece %s, which need not be used, fits on cells that need not be covered: coverstat has no such placements",
					q.name)
				options++
				file.Need(options <= maxOptions, "a smaller puzzle", "more than %d placements", maxOptions)
				b.AddOption(members...)
			}
		}
	}
	p, err := b.Build()
	formats.Must(err)
	return &enumerate.Cover{Problem: p}
}
