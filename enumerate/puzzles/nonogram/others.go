package nonogram

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// tathamForm is what an ID of the game Pattern begins with.
var tathamForm = enumerate.Pattern(`^([0-9]+)(?:x([0-9]+))?:`)

// tatham is the IDs of the game Pattern in Simon Tatham's collection: columns before rows.
func tatham() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name:       "tatham",
		About:      "an ID of Simon Tatham's Pattern a line: WxH:, the columns, then the rows, with / between lines and . between numbers",
		Source:     "github.com/chrisboyle/sgtpuzzles pattern.c, validate_desc",
		Example:    "3x2:1//2/1.1/1\n",
		Recognises: func(head []byte) bool { return tathamForm().MatchString(firstLine(head)) },
		Read:       lined(readTatham),
		Write: written(colourless("Pattern IDs"), func(p *Puzzle) string {
			var fields []string
			for _, clue := range slices.Concat(p.Cols, p.Rows) {
				fields = append(fields, strings.ReplaceAll(strings.TrimPrefix(clueText(clue), "0"), ",", "."))
			}
			return fmt.Sprintf("%dx%d:%s\n", p.Width(), p.Height(), strings.Join(fields, "/"))
		}, "", "", ""),
	}
}

func readTatham(d *draft, at place, s string) error {
	size := tathamForm().FindStringSubmatch(s)
	if size == nil {
		return unexpected(at, "an ID such as 5x5:…", "%q", s)
	}
	w, h, ok := sizeOf(size[1], cmp.Or(size[2], size[1]))
	if !ok {
		return unexpected(at, mostCells, "%s", size[0])
	}
	at = at.past(size[0])
	clues, _, known := strings.Cut(s[len(size[0]):], ",")
	if known {
		return fault(at.past(clues), "cells that are known from the start",
			"an ID of clues alone, which ends before the comma")
	}
	fields := strings.Split(clues, "/")
	if len(fields) != w+h {
		return unexpected(at, fmt.Sprintf("%d clues of columns and %d of rows", w, h), "%d", len(fields))
	}
	for i, f := range fields {
		if strings.ContainsAny(f, " \t") || strings.Contains("."+f+".", "..") && f != "" {
			return unexpected(at, "numbers with points between them", "%q", f)
		}
		side := ofCols
		if i >= w {
			side = ofRows
		}
		d.read(side, cmp.Or(strings.ReplaceAll(f, ".", ","), "0"), at)
		at = at.past(f + "/")
	}
	return nil
}

// colourless refuses to write several colours.
func colourless(what string) func(*Puzzle) error {
	return func(p *Puzzle) error {
		if p.blackAndWhite() {
			return nil
		}
		return fault(place{}, "a puzzle of several colours",
			"one of black and white: "+what+" have no colours; --to non writes it")
	}
}

// puzzLinkForm is what an address of puzz.link or pzv.jp has.
var puzzLinkForm = enumerate.Pattern(`^(?:https?://\S*?\?)?(?:p\?)?nonogram/`)

// puzzLink is the addresses of puzz.link: the numbers of a clue from the one nearest to the grid.
func puzzLink() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name:       "puzz.link",
		About:      "an address of puzz.link a line: nonogram/W/H/, the columns, then the rows, each from the number nearest to the grid",
		Source:     "github.com/robx/pzprjs src/variety/nonogram.js",
		Example:    "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h\n",
		Recognises: func(head []byte) bool { return puzzLinkForm().MatchString(firstLine(head)) },
		Read:       lined(readPuzzLink),
		Write:      written((*Puzzle).withoutLink, (*Puzzle).puzzLink, "", "", ""),
	}
}

func readPuzzLink(d *draft, at place, s string) error {
	head := puzzLinkForm().FindString(s)
	parts := strings.Split(s[len(head):], "/")
	if head == "" || len(parts) != 3 {
		return unexpected(at, "an address such as https://puzz.link/p?nonogram/5/5/…", "%q", s)
	}
	w, h, ok := sizeOf(parts[0], parts[1])
	if !ok {
		return unexpected(at, "columns and rows, "+mostCells, "%s/%s", parts[0], parts[1])
	}
	at = at.past(head + parts[0] + "/" + parts[1] + "/")
	deepCols, deepRows := (h+1)/2, (w+1)/2
	slots, err := readSlots(at, parts[2], w*deepCols+h*deepRows)
	if err != nil {
		return err
	}
	for i := range w + h {
		side, number, deep := ofCols, i+1, deepCols
		if i >= w {
			side, number, deep = ofRows, i-w+1, deepRows
		}
		clue := []int{}
		for j, v := range slots[:deep] {
			if v > 0 && len(clue) < j {
				return fault(at, fmt.Sprintf("%s %d has an empty place before a number", sideNames[side], number),
					"a clue without gaps")
			}
			if v > 0 {
				clue = append(clue, v)
			}
		}
		slices.Reverse(clue)
		d.add(side, clue, at)
		slots = slots[deep:]
	}
	return nil
}

// readSlots reads so many numbers, 0 for an empty place: a hexadecimal digit, - and two of them, or a letter
// from g on for 1, 2, … empty places.
func readSlots(at place, body string, n int) ([]int, error) {
	var slots []int
	for i := 0; i < len(body); i++ {
		c := body[i]
		digits := 1
		switch {
		case c >= 'g' && c <= 'z':
			slots = append(slots, make([]int, c-'f')...)
			continue
		case c == '-':
			i, digits = i+1, 2
		}
		v, err := strconv.ParseUint(body[min(i, len(body)):min(i+digits, len(body))], 16, 16)
		if err != nil || v == 0 {
			return nil, unexpected(at.past(body[:min(i, len(body))]),
				"numbers from 1 to 255 in hexadecimal digits, or letters from g to z for empty places", "%q", c)
		}
		slots = append(slots, int(v))
		i += digits - 1
	}
	if len(slots) != n {
		return nil, unexpected(at, fmt.Sprintf("%d places of numbers", n), "%d", len(slots))
	}
	return slots, nil
}

// withoutLink says why a puzzle has no address.
func (p *Puzzle) withoutLink() error {
	err := colourless("addresses of puzz.link")(p)
	for _, v := range slices.Concat(slices.Concat(p.Cols, p.Rows)...) {
		if err == nil && v > 255 {
			err = fault(place{}, fmt.Sprintf("the number %d", v), "at most 255 in an address of puzz.link")
		}
	}
	return err
}

// puzzLink returns the address of the puzzle, and a line feed.
func (p *Puzzle) puzzLink() string {
	var b strings.Builder
	fmt.Fprintf(&b, "https://puzz.link/p?nonogram/%d/%d/", p.Width(), p.Height())
	empty := 0
	flush := func() {
		for ; empty > 0; empty -= min(empty, 20) {
			b.WriteByte('f' + byte(min(empty, 20)))
		}
	}
	for i, clue := range slices.Concat(p.Cols, p.Rows) {
		deep := (p.Height() + 1) / 2
		if i >= p.Width() {
			deep = (p.Width() + 1) / 2
		}
		for _, v := range slices.Backward(clue) {
			flush()
			if v > 15 {
				b.WriteByte('-')
			}
			fmt.Fprintf(&b, "%x", v)
		}
		empty += deep - len(clue)
	}
	flush()
	return b.String() + "\n"
}

// pbm is pictures in the formats of Netpbm.
func pbm() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "pbm", About: "a picture in black and white: PBM, plain or raw; its clues are the puzzle",
		Source:     "netpbm.sourceforge.net/doc/pbm.html",
		Example:    "P1\n# a cross\n3 3\n010\n111\n010\n",
		Recognises: isPBM,
		Read:       single(readPBM),
	}
}

func isPBM(head []byte) bool {
	return len(head) > 2 && head[0] == 'P' && (head[1] == '1' || head[1] == '4') &&
		bytes.IndexByte([]byte(" \t\r\n#"), head[2]) >= 0
}

// pbmHead is the sizes, with blanks and comments between them.
var pbmHead = enumerate.Pattern(`^P[14](?:[ \t\r\n]|#[^\n]*\n)+([0-9]+)(?:[ \t\r\n]|#[^\n]*\n)+([0-9]+)`)

func readPBM(d *draft, text []byte) error {
	if !isPBM(text) {
		return fault(place{line: 1}, "the picture does not begin with P1 or P4", "either, as PBM does")
	}
	head := pbmHead().FindSubmatch(text)
	if head == nil {
		head = make([][]byte, 3)
	}
	w, h, ok := sizeOf(string(head[1]), string(head[2]))
	if !ok {
		return fault(place{line: 1}, "no size of the picture", "width and height, "+mostCells)
	}
	rest := text[len(head[0]):]
	pic := make(Picture, 0, w*h)
	if text[1] == '4' {
		stride := (w + 7) / 8
		if len(rest) != 1+stride*h {
			return unexpected(place{}, fmt.Sprintf("%d bytes behind the size", 1+stride*h), "%d", len(rest))
		}
		for r := range h {
			for c := range w {
				pic = append(pic, line.Crossed-line.Cell(rest[1+r*stride+c/8]>>(7-c%8)&1))
			}
		}
	} else {
		for at, s := range lines(rest) {
			s, _, _ = strings.Cut(s, "#")
			for i, ch := range []byte(s) {
				switch ch {
				case '0', '1':
					pic = append(pic, line.Crossed-line.Cell(ch-'0'))
				case ' ', '\t':
				default:
					at.line += bytes.Count(head[0], []byte("\n"))
					return unexpected(at.past(s[:i]), "0 or 1", "%q", ch)
				}
			}
		}
		if len(pic) != w*h {
			return unexpected(place{}, fmt.Sprintf("%d cells, %d by %d", w*h, w, h), "%d", len(pic))
		}
	}
	d.paint(pic, w)
	return nil
}

// pzprv3 is the files that pzprjs saves.
func pzprv3() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "pzprv3", About: "a file that puzz.link saves", Source: "github.com/robx/pzprjs test/script/nonogram.js",
		Example:    "pzprv3/nonogram/2/2/. . . . /\n",
		Recognises: func(head []byte) bool { return strings.HasPrefix(firstLine(head), "pzprv3") },
		Instead:    "take the address of the puzzle there (File, Export URL)",
	}
}

// byHand is what to do with clues in a format that is not read.
const byHand = "write the clues of the rows one a line, an empty line, and those of the columns"

// toml is the puzzles of nonogrid.
func toml() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "nonogrid", About: "a TOML file of nonogrid", Source: "crate nonogrid 0.7.3 examples",
		Example:    "[clues]\nrows = '1'\ncolumns = '1'\n",
		Recognises: func(head []byte) bool { return bytes.Contains(head, []byte("[clues]")) },
		Instead:    byHand,
	}
}

// picross is the own format of picross-solver.
func picross() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "picross", About: "a file of picross-solver with GRID, ROWS and COLUMNS",
		Source:     "github.com/pierre-dejoue/picross-solver inputs/example_input.txt",
		Example:    "# a cross\nGRID cross\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n",
		Recognises: func(head []byte) bool { return strings.HasPrefix(firstLine(head), "GRID ") },
		Instead:    "picross-solver writes a .non file of it",
	}
}

// page is files such as those of nonograms.org, which hide the picture in a script.
func page() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "html", About: "a page of a web site", Example: "<!DOCTYPE html>\n<html></html>\n",
		Recognises: formats.Matching(`(?i)^\s*(?:<!doctype html|<html|var d=)`),
		Instead:    byHand,
	}
}
