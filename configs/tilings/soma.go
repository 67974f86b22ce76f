package tilings

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// somaCells is the number of cells of the seven pieces.
const somaCells = 27

// soma is the notation of Thorleif Bundgaard's pages on Soma.
func soma() formats.Format[Config] {
	return formats.Format[Config]{
		Name:       "soma",
		About:      "figures for the seven pieces of Soma: behind a slash each, a row of every layer a line; . - and 0 are empty, letters, other digits, # and * cells; /SOMA begins a figure, ; a remark",
		Source:     "www.fam-bundgaard.dk/SOMA/NOTATION.HTM, as std2yass.py of thanks4opensource/yass reads it",
		Example:    "; a cube\n/SOMA001\n/223/243/443\n/261/641/447\n/661/551/577\n",
		Recognises: func(head []byte) bool { return strings.HasPrefix(firstLine(head, ";"), "/") },
		Read:       whole(readSoma),
	}
}

// firstLine is the first line that is neither empty nor a remark.
func firstLine(head []byte, remark string) string {
	for _, s := range formats.Lines(head) {
		if s = strings.TrimSpace(s); s != "" && !strings.HasPrefix(s, remark) {
			return s
		}
	}
	return ""
}

// A figure is layers of rows of ASCII characters.
type figure struct {
	title  string
	line   int
	layers [][]string
}

// somaRow is a row of one layer.
var somaRow = enumerate.Pattern(`^[A-Za-z0-9#*.-]+$`)

func readSoma(data []byte) (all []source, err error) {
	figures, err := somaFigures(data)
	for _, f := range figures {
		all = append(all,
			source{f.line, func(name string) (Config, error) { return f.config(name, "Soma", ".-0", nil) }})
	}
	return all, err
}

func somaFigures(data []byte) (figures []figure, err error) {
	begun := false // the last figure has a header, but no row
	for n, s := range formats.Lines(data) {
		s, _, _ = strings.Cut(s, ";")
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		if strings.HasPrefix(strings.ToUpper(s), "/SOMA") {
			figures, begun = append(figures, figure{title: s[1:], line: n}), true
			continue
		}
		if len(figures) == 0 {
			figures, begun = append(figures, figure{line: n}), true
		}
		f := &figures[len(figures)-1]
		rows := strings.Split(strings.TrimSuffix(strings.TrimPrefix(s, "/"), "/"), "/")
		if !strings.HasPrefix(s, "/") {
			return nil, &enumerate.InputError{Line: n, Problem: fmt.Sprintf("got %q", enumerate.Shorten(s)),
				Expected: "a row of each layer, each behind a slash"}
		}
		if begun {
			f.layers, begun = make([][]string, len(rows)), false
		}
		if len(rows) != len(f.layers) {
			return nil, &enumerate.InputError{Line: n, Problem: fmt.Sprintf("got %d layers", len(rows)),
				Expected: fmt.Sprintf("%d, as in the line before", len(f.layers))}
		}
		for z, row := range rows {
			if !somaRow().MatchString(row) {
				return nil, &enumerate.InputError{Line: n,
					Problem:  fmt.Sprintf("got the row %q", enumerate.Shorten(row)),
					Expected: "letters, digits, # * . and -"}
			}
			f.layers[z] = append(f.layers[z], row)
		}
	}
	return figures, nil
}

// cells counts the cells that are not empty.
func (f *figure) cells(empty string) (n int) {
	for _, layer := range f.layers {
		for _, row := range layer {
			for _, r := range row {
				if !strings.ContainsRune(empty, r) {
					n++
				}
			}
		}
	}
	return n
}

// config makes the config of a figure in which some characters are empty, and others are given pieces.
func (f *figure) config(name, program, empty string, pieces map[rune]rune) (Config, error) {
	if n := f.cells(empty); n != somaCells {
		return Config{}, fmt.Errorf("a figure of %s: expected %d, as the seven pieces have",
			enumerate.Plural(n, "cell"), somaCells)
	}
	width, depth := 0, 0
	for _, layer := range f.layers {
		depth = max(depth, len(layer))
		for _, row := range layer {
			width = max(width, len(row))
		}
	}
	draw := func(given map[rune]rune) string {
		var layers [][]string
		for _, layer := range f.layers {
			rows := make([]string, depth)
			for y := range rows {
				row := strings.Repeat(empty[:1], width)
				if y < len(layer) {
					row = layer[y] + row[len(layer[y]):]
				}
				rows[y] = strings.Map(func(r rune) rune {
					if strings.ContainsRune(empty, r) {
						return '#'
					}
					return cmp.Or(given[r], '.')
				}, row)
			}
			layers = append(layers, rows)
		}
		return layersText(layers)
	}
	board, given := draw(nil), draw(pieces)
	text := headOf(name, f.title, program) + boardText("polycube", board) + "  pieces: [soma]\n"
	if given != board {
		text += "  given: " + given + "\n"
	}
	return Config{Name: name, YAML: []byte(text)}, nil
}

// layersText is a picture in quotes.
func layersText(layers [][]string) string {
	var all []string
	for _, rows := range layers {
		all = append(all, strings.Join(rows, "\n"))
	}
	text, _ := json.Marshal(strings.Join(all, "\n\n"))
	return string(text)
}

// yassPieces are the letters of placed pieces in figures of yass, and those that configs have.
var yassPieces = map[rune]rune{'c': 'C', 'p': 'P', 'n': 'N', 'z': 'Z', 't': 'T', 'l': 'L', '3': 'V'}

// yass is the figures of the solver of that name, which takes any character as a cell: here one of o, O, x, X and *
// stands for all cells without a piece, as in its figures, so that other texts are none.
func yass() formats.Format[Config] {
	return formats.Format[Config]{
		Name:    "yass",
		About:   "a figure for the seven pieces of Soma: layers with empty lines between; . and blanks are empty, o (or x or *) is a cell; c p n z t l 3 are placed pieces; # begins a remark",
		Source:  "thanks4opensource/yass README.md",
		Example: "# a cube\nooo\nooo\nooo\n\nooo\nooo\nooo\n\nllo\nloo\nloo\n",
		Recognises: func(head []byte) bool {
			f, err := yassFigure(head)
			return err == nil && f.cells(". ") > 0
		},
		Read: whole(func(data []byte) ([]source, error) {
			f, err := yassFigure(data)
			return []source{
				{config: func(name string) (Config, error) { return f.config(name, "yass", ". ", yassPieces) }}}, err
		}),
	}
}

// yassFigure reads layers. Blanks are empty cells, so that only those at the end of lines are dropped.
func yassFigure(data []byte) (*figure, error) {
	f := &figure{}
	gap, plain := true, byte(0)
	for n, s := range formats.Lines(data) {
		s, _, remark := strings.Cut(s, "#")
		if remark {
			s = strings.TrimRight(s, "\t")
		}
		if s = strings.TrimRight(s, " "); s == "" {
			gap = gap || !remark
			continue
		}
		for i := range len(s) {
			if strings.IndexByte(". cpnztl3", s[i]) >= 0 || s[i] == plain {
				continue
			}
			if plain != 0 || strings.IndexByte("oOxX*", s[i]) < 0 {
				return nil, &enumerate.InputError{Line: n, Column: i + 1, Problem: fmt.Sprintf("got %q", s[i]),
					Expected: "one of o O x X * for all cells without a piece, c p n z t l 3 for pieces, . and blanks for none"}
			}
			plain = s[i]
		}
		if gap {
			f.layers, gap = append(f.layers, nil), false
		}
		last := &f.layers[len(f.layers)-1]
		*last = append(*last, s)
	}
	for z, layer := range f.layers {
		if len(layer) != len(f.layers[0]) {
			return nil, &enumerate.InputError{
				Problem:  fmt.Sprintf("layer %d of %s", z+1, enumerate.Plural(len(layer), "row")),
				Expected: fmt.Sprintf("%d, as the first layer has", len(f.layers[0]))}
		}
	}
	return f, nil
}
