package tilings

import (
	"bytes"
	"fmt"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// picture is a board alone, which says nothing about its pieces.
var picture = formats.Format[Config]{
	Name:    "picture",
	About:   "a board of squares as rows of 1 for a cell and 0 for none, without pieces: --set 'puzzle.pieces=[pentominoes]' says which",
	Example: "0110\n1111\n1111\n0110\n",
	Recognises: func(head []byte) bool {
		return pictureForm().Match(head) && bytes.ContainsRune(head, '1') &&
			!strings.ContainsAny(formats.FirstLine(head, "#"), " \t")
	},
	Read: whole(readPicture),
}

var pictureForm = enumerate.Pattern(`^[01 \t\r\n]+$`)

func readPicture(data []byte) []formats.Maker[Config] {
	var rows []string
	ended := false
	for n, s := range formats.Lines(data) {
		at := formats.Place{Line: n}
		s = strings.TrimSpace(s)
		if s == "" {
			ended = rows != nil
			continue
		}
		if i := strings.IndexFunc(s, func(r rune) bool { return r != '0' && r != '1' }); i >= 0 {
			formats.Place{Line: n, Column: i + 1}.Fail("1 for a cell, 0 for none", "got %q", enumerate.Shorten(s))
		}
		at.Need(!ended, "one board a file; a config has pictures of pieces, and of solid boards", "a second picture")
		if rows != nil {
			at.Need(len(s) == len(rows[0]), fmt.Sprintf("%d, as the first has", len(rows[0])), "a row of %d", len(s))
		}
		rows = append(rows, strings.NewReplacer("1", ".", "0", "#").Replace(s))
	}
	formats.Place{}.Need(strings.Contains(strings.Join(rows, ""), "."), "rows of 0 and 1", "a picture without cells")
	return []formats.Maker[Config]{func(name string) Config {
		return Config{Name: name,
			Notes: []string{"the picture is a board; puzzle.pieces says which pieces are to fill it"},
			YAML:  []byte(headOf(name, "", "a picture") + boardText("polyomino", layersText([][]string{rows})))}
	}}
}
