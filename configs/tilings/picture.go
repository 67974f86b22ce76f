package tilings

import (
	"fmt"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// picture is a board alone, which says nothing about its pieces.
func picture() formats.Format[Config] {
	form := enumerate.Pattern(`^[01 \t\r\n]+$`)
	return formats.Format[Config]{
		Name:    "picture",
		About:   "a board of squares as rows of 1 for a cell and 0 for none, without pieces: --set 'puzzle.pieces=[pentominoes]' says which",
		Example: "0110\n1111\n1111\n0110\n",
		Recognises: func(head []byte) bool {
			first := firstLine(head, "#")
			return form().Match(head) && (strings.ContainsRune(string(head), '1')) && !strings.ContainsAny(first, " \t")
		},
		Read: whole(readPicture),
	}
}

func readPicture(data []byte) ([]source, error) {
	var rows []string
	ended := false
	for n, s := range formats.Lines(data) {
		s = strings.TrimSpace(s)
		switch at := strings.IndexFunc(s, func(r rune) bool { return r != '0' && r != '1' }); {
		case s == "":
			ended = rows != nil
			continue
		case at >= 0:
			return nil, &enumerate.InputError{Line: n, Column: at + 1,
				Problem: fmt.Sprintf("got %q", enumerate.Shorten(s)), Expected: "1 for a cell, 0 for none"}
		case ended:
			return nil, &enumerate.InputError{Line: n, Problem: "a second picture",
				Expected: "one board a file; a config has pictures of pieces, and of solid boards"}
		case rows != nil && len(s) != len(rows[0]):
			return nil, &enumerate.InputError{Line: n, Problem: fmt.Sprintf("a row of %d", len(s)),
				Expected: fmt.Sprintf("%d, as the first has", len(rows[0]))}
		}
		rows = append(rows, strings.NewReplacer("1", ".", "0", "#").Replace(s))
	}
	if len(rows) == 0 || !strings.Contains(strings.Join(rows, ""), ".") {
		return nil, &enumerate.InputError{Problem: "a picture without cells", Expected: "rows of 0 and 1"}
	}
	return []source{{config: func(name string) (Config, error) {
		return Config{Name: name,
			Notes: []string{"the picture is a board; puzzle.pieces says which pieces are to fill it"},
			YAML:  []byte(headOf(name, "", "a picture") + boardText("polyomino", layersText([][]string{rows})))}, nil
	}}}, nil
}
