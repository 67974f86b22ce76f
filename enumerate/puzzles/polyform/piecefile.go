package polyform

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// readPieces reads pieces: the cells of a letter are the piece of that name; . and a space are none, as is #. Blank
// lines part the layers of solids, and flat pictures.
func (f *form) readPieces(file, text string) ([]enumerate.PiecePicture, error) {
	cells := map[byte]lattice.Shape{}
	first := map[byte]int{} // line
	var names []byte
	layer, row, blank := 0, 0, true
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")+"\n", "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			if err := f.lattice.CheckLooks(file, lines[i-row:i], i-row+1); err != nil {
				return nil, err
			}
			if !blank {
				layer, row = layer+1, 0
			}
			blank = true
			continue
		}
		blank = false
		for col, c := range []byte(line) {
			if c == '.' || c == '#' || c == ' ' {
				continue
			}
			if strings.IndexByte(letters, c) < 0 {
				return nil, &enumerate.InputError{File: file, Line: i + 1, Column: col + 1,
					Problem:  fmt.Sprintf("got %q", c),
					Expected: "a letter or a digit for a cell of the piece of that name, or ., # or a space for none"}
			}
			cell := lattice.Cell{Layer: layer, Row: row, Col: col}
			if own := cells[c]; own == nil {
				names = append(names, c)
				first[c] = i + 1
			} else if f.lattice.Dimensions == 2 && own[0].Layer != layer {
				return nil, &enumerate.InputError{File: file, Line: i + 1, Column: col + 1,
					Problem:  fmt.Sprintf("piece %c is drawn in line %d, too", c, first[c]),
					Expected: "all its cells in one picture"}
			}
			cells[c] = append(cells[c], cell)
		}
		row++
	}
	if names == nil {
		return nil, &enumerate.InputError{File: file, Problem: "no piece",
			Expected: "pictures in which the cells of a letter are a piece"}
	}
	slices.Sort(names)
	var pieces []enumerate.PiecePicture
	for _, name := range names {
		pieces = append(pieces, enumerate.PiecePicture{Name: string(name), Picture: f.lattice.NewShape(cells[name]).Picture()})
	}
	return pieces, nil
}
