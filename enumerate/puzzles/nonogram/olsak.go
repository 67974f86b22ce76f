package nonogram

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

var (
	colonForm    = enumerate.Pattern(`(?m)^:`)
	triddlerForm = enumerate.Pattern(`(?m)^#[tT]`)
)

// olsak is the .g files of the solver of Mirek and Petr Olšák.
func olsak() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name:       "g",
		About:      "a .g file of the solver by Olšák, which pbnsolve reads too: text, then colours below #d if there are some, rows below a first colon, columns below a second; an empty line is an empty clue",
		Source:     "Mirek and Petr Olšák's grid.c (nactiproblem); crate nonogrid 0.7.3 sample-olsak-g",
		Example:    "Flag\n#d\n   0:   #FFFFFF   white\n   1:X  #000000   black\n   r:*  #C00000   red\n: rows\n1 1r\n1\n: columns\n2\n1r\n",
		Recognises: func(head []byte) bool { return colonForm().Match(head) },
		Read:       single(readOlsak),
	}
}

// triddler is puzzles on triangles, which have six lists of clues.
func triddler() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "triddler", About: "a triddler, a puzzle on triangles, as a .g file",
		Source:     "Mirek and Petr Olšák's grid.c",
		Example:    "#triddlers\n: A\n1\n: B\n",
		Recognises: func(head []byte) bool { return triddlerForm().Match(head) && colonForm().Match(head) },
		Instead:    "coverstat solves nonograms on squares alone",
	}
}

// olsakReader reads the parts of a .g file: each line with # or : in its first column begins the next one.
type olsakReader struct {
	*draft
	lettered
	plain bool // the colours have no names of which the red, green and blue are known
}

func readOlsak(d *draft, data []byte) error {
	x := &olsakReader{draft: d, lettered: newLettered()}
	read := x.text
	for at, s := range lines(data) {
		first := byte(0) // of the line, if that is not indented
		if s != "" && at.column == 1 {
			first = s[0]
		}
		head := len(x.at[ofRows]) == 0
		switch {
		case first == ':' && head:
			read = x.side(ofRows)
		case first == ':' && len(x.at[ofCols]) == 0:
			read = x.side(ofCols)
		case first == ':':
			read = func(place, string) error { return nil }
		case first == '#' && head && len(s) > 1 && s[1]|' ' == 'd':
			read = x.colourLine
		case first == '#' && head:
		default:
			if err := read(at, s); err != nil {
				return err
			}
		}
	}
	x.recolour(d)
	if x.plain {
		x.p.Palette = nil
	}
	return nil
}

// text reads a line above the clues, which is a remark: the first is the title.
func (x *olsakReader) text(_ place, s string) error {
	x.p.Title = cmp.Or(x.p.Title, s)
	return nil
}

// side reads clues. Where colours are declared, a number without a letter has the one called 1.
func (x *olsakReader) side(side int) func(place, string) error {
	if x.colourOf = x.colour; len(x.inks) == 0 {
		x.letters = []string{""}
	}
	return func(at place, s string) error {
		if s == "" {
			x.add(side, []int{}, at)
		} else {
			x.read(side, s, at)
		}
		return nil
	}
}

// rgbOfName has the colours of names that files have, as X11 defines them.
var rgbOfName = map[string]uint32{
	"white": 0xffffff, "black": 0, "red": 0xff0000, "green": 0x00ff00, "blue": 0x0000ff, "yellow": 0xffff00,
	"orange": 0xffa500,
	"brown":  0xa52a2a, "gray": 0xbebebe, "grey": 0xbebebe, "pink": 0xffc0cb, "magenta": 0xff00ff, "cyan": 0x00ffff,
	"violet": 0xee82ee, "purple": 0xa020f0,
}

// colourLine reads a colour: the letter behind numbers, a colon, a character for pictures, the colour as XPM has
// it, and what it is called. 0 is the paper, 1 is meant where no letter stands.
func (x *olsakReader) colourLine(at place, s string) error {
	if s == "" {
		return nil
	}
	letter, rest, ok := strings.Cut(s, ":")
	_, size := utf8.DecodeRuneInString(rest)
	fields := strings.Fields(rest[size:])
	if !ok || utf8.RuneCountInString(letter) != 1 || strings.ContainsAny(letter, "23456789, \t") || len(fields) == 0 {
		return unexpected(at, "a letter, a colon, a character, a colour such as #FF0000 and its name", "%q", s)
	}
	if len(fields) > 1 && strings.ContainsAny(fields[1][:1], "<>") {
		return fault(at, "a colour of triangles", "colours of whole cells")
	}
	ink := Ink{Name: fields[0]}
	if len(fields) > 1 {
		ink.Name = strings.Join(fields[1:], " ")
	}
	hexadecimal, isNumber := strings.CutPrefix(fields[0], "#")
	rgb, err := strconv.ParseUint(hexadecimal, 16, 24)
	word, known := rgbOfName[strings.ToLower(fields[0])]
	switch {
	case isNumber && (err != nil || len(hexadecimal) != 6):
		return unexpected(at, "a colour such as #FF0000", "%q", fields[0])
	case isNumber:
		ink.RGB = uint32(rgb)
	case known:
		ink.RGB = word
	default:
		x.plain = true
	}
	if letter == "0" {
		x.paper = ink
		return nil
	}
	if letter == "1" {
		letter = ""
	}
	if !x.declare(letter, ink) {
		return fault(at, "a second colour "+strconv.Quote(letter), "one")
	}
	return nil
}
