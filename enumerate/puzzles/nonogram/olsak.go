package nonogram

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate/puzzles/formats"
)

// olsak is the .g files of the solver of Mirek and Petr Olšák.
var olsak = formats.Format[*puzzle]{
	Name:       "g",
	About:      "a .g file of the solver by Olšák, which pbnsolve reads too: text, then colours below #d if there are some, rows below a first colon, columns below a second; an empty line is an empty clue",
	Source:     "Mirek and Petr Olšák's grid.c (nactiproblem); crate nonogrid 0.7.3 sample-olsak-g",
	Example:    "Flag\n#d\n   0:   #FFFFFF   white\n   1:X  #000000   black\n   r:*  #C00000   red\n: rows\n1 1r\n1\n: columns\n2\n1r\n",
	Recognises: formats.Matching(`(?m)^:`),
	Read:       single(readOlsak),
}

// readOlsak reads the parts of a .g file: each line with # or : in its first column begins the next one. The first
// line above the clues is the title, the others there are remarks.
func readOlsak(d *draft, data []byte) {
	plain := false // the colours have no names of which the red, green and blue are known
	read := func(_ formats.Place, s string) { d.p.Title = cmp.Or(d.p.Title, s) }
	for at, s := range lines(data) {
		first := byte(0) // of the line, if that is not indented
		if s != "" && at.Column == 1 {
			first = s[0]
		}
		head := len(d.at[ofRows]) == 0
		switch {
		case first == ':' && head:
			read = d.olsakSide(ofRows)
		case first == ':' && len(d.at[ofCols]) == 0:
			read = d.olsakSide(ofCols)
		case first == ':':
			read = func(formats.Place, string) {}
		case first == '#' && head && len(s) > 1 && s[1]|' ' == 'd':
			read = func(at formats.Place, s string) {
				if s != "" && !d.olsakColour(at, s) {
					plain = true
				}
			}
		case first == '#' && head:
		default:
			read(at, s)
		}
	}
	if d.recolour(); plain {
		d.p.Palette = nil
	}
}

// olsakSide reads clues. Where colours are declared, a number without a letter has the one called 1.
func (d *draft) olsakSide(side int) func(formats.Place, string) {
	if d.colourOf = d.colour; len(d.inks) == 0 {
		d.letters = []string{""}
	}
	return func(at formats.Place, s string) {
		if s == "" {
			d.add(side, []int{}, at)
		} else {
			d.read(side, s, at)
		}
	}
}

// rgbOfName has the colours of names that files have, as X11 defines them.
var rgbOfName = map[string]uint32{
	"white": 0xffffff, "black": 0, "red": 0xff0000, "green": 0x00ff00, "blue": 0x0000ff, "yellow": 0xffff00,
	"orange": 0xffa500,
	"brown":  0xa52a2a, "gray": 0xbebebe, "grey": 0xbebebe, "pink": 0xffc0cb, "magenta": 0xff00ff, "cyan": 0x00ffff,
	"violet": 0xee82ee, "purple": 0xa020f0,
}

// olsakColour reads a colour: the letter behind numbers, a colon, a character for pictures, the colour as XPM has
// it, and what it is called. 0 is the paper, 1 is meant where no letter stands. It reports whether it knows the red,
// green and blue.
func (d *draft) olsakColour(at formats.Place, s string) (known bool) {
	letter, rest, ok := strings.Cut(s, ":")
	_, size := utf8.DecodeRuneInString(rest)
	fields := strings.Fields(rest[size:])
	at.Need(ok && utf8.RuneCountInString(letter) == 1 && !strings.ContainsAny(letter, "23456789, \t") &&
		len(fields) > 0, "a letter, a colon, a character, a colour such as #FF0000 and its name", "got %q", s)
	at.Need(len(fields) == 1 || !strings.ContainsAny(fields[1][:1], "<>"), "colours of whole cells",
		"a colour of triangles")
	colour := ink{Name: fields[0]}
	if len(fields) > 1 {
		colour.Name = strings.Join(fields[1:], " ")
	}
	hexadecimal, isNumber := strings.CutPrefix(fields[0], "#")
	rgb, err := strconv.ParseUint(hexadecimal, 16, 24)
	word, named := rgbOfName[strings.ToLower(fields[0])]
	at.Need(!isNumber || err == nil && len(hexadecimal) == 6, "a colour such as #FF0000", "got %q", fields[0])
	colour.RGB = word
	if isNumber {
		colour.RGB = uint32(rgb)
	}
	if letter == "0" {
		d.paper = colour
		return isNumber || named
	}
	if letter == "1" {
		letter = ""
	}
	at.Need(d.declare(letter, colour), "one", "a second colour %q", letter)
	return isNumber || named
}
