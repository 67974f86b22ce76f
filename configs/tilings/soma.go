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
var soma = formats.Format[Config]{
	Name:       "soma",
	About:      "figures for the seven pieces of Soma: behind a slash each, a row of every layer a line; . - and 0 are empty, letters, other digits, # and * cells; /SOMA begins a figure, ; a remark",
	Source:     "www.fam-bundgaard.dk/SOMA/NOTATION.HTM, as std2yass.py of thanks4opensource/yass reads it",
	Example:    "; a cube\n/SOMA001\n/223/243/443\n/261/641/447\n/661/551/577\n",
	Recognises: formats.Beginning(";", `^/`),
	Read:       whole(readSoma),
}

// A figure is layers of rows of ASCII characters.
type figure struct {
	title  string
	at     formats.Place // where it begins; zero if there is no other
	layers [][]string
}

// somaRow is a row of one layer.
var somaRow = enumerate.Pattern(`^[A-Za-z0-9#*.-]+$`)

func readSoma(data []byte) (all []formats.Maker[Config]) {
	for _, f := range somaFigures(data) {
		all = append(all, func(name string) Config { return f.config(name, "Soma", ".-0", nil) })
	}
	return all
}

func somaFigures(data []byte) (figures []figure) {
	begun := false // the last figure has a header, but no row
	for n, s := range formats.Lines(data) {
		at := formats.Place{Line: n}
		s, _, _ = strings.Cut(s, ";")
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		if strings.HasPrefix(strings.ToUpper(s), "/SOMA") {
			figures, begun = append(figures, figure{title: s[1:], at: at}), true
			continue
		}
		if len(figures) == 0 {
			figures, begun = append(figures, figure{at: at}), true
		}
		f := &figures[len(figures)-1]
		rows := strings.Split(strings.TrimSuffix(strings.TrimPrefix(s, "/"), "/"), "/")
		at.Need(strings.HasPrefix(s, "/"), "a row of each layer, each behind a slash", "got %q", enumerate.Shorten(s))
		if begun {
			f.layers, begun = make([][]string, len(rows)), false
		}
		at.Need(len(rows) == len(f.layers), fmt.Sprintf("%d, as in the line before", len(f.layers)), "got %d layers",
			len(rows))
		for z, row := range rows {
			at.Need(somaRow().MatchString(row), "letters, digits, # * . and -", "got the row %q", enumerate.Shorten(row))
			f.layers[z] = append(f.layers[z], row)
		}
	}
	return figures
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
func (f *figure) config(name, program, empty string, pieces map[rune]rune) Config {
	n := f.cells(empty)
	f.at.Need(n == somaCells, fmt.Sprintf("%d, as the seven pieces have", somaCells), "a figure of %s",
		enumerate.Plural(n, "cell"))
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
	return Config{Name: name, YAML: []byte(text)}
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
var yass = formats.Format[Config]{
	Name:    "yass",
	About:   "a figure for the seven pieces of Soma: layers with empty lines between; . and blanks are empty, o (or x or *) is a cell; c p n z t l 3 are placed pieces; # begins a remark",
	Source:  "thanks4opensource/yass README.md",
	Example: "# a cube\nooo\nooo\nooo\n\nooo\nooo\nooo\n\nllo\nloo\nloo\n",
	Recognises: func(head []byte) bool {
		cells := 0
		return formats.Caught(func() { cells = yassFigure(head).cells(". ") }) == nil && cells > 0
	},
	Read: whole(func(data []byte) []formats.Maker[Config] {
		f := yassFigure(data)
		return []formats.Maker[Config]{func(name string) Config { return f.config(name, "yass", ". ", yassPieces) }}
	}),
}

// yassFigure reads layers. Blanks are empty cells, so that only those at the end of lines are dropped.
func yassFigure(data []byte) *figure {
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
				formats.Place{Line: n, Column: i + 1}.Fail(
					"one of o O x X * for all cells without a piece, c p n z t l 3 for pieces, . and blanks for none",
					"got %q", s[i])
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
		f.at.Need(len(layer) == len(f.layers[0]), fmt.Sprintf("%d, as the first layer has", len(f.layers[0])),
			"layer %d of %s", z+1, enumerate.Plural(len(layer), "row"))
	}
	return f
}
