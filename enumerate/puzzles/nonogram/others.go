package nonogram

import (
	"bytes"
	"fmt"
	"io"
	"iter"
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
		Name: "tatham", About: "an ID of Simon Tatham's Pattern a line: WxH:, the columns, then the rows, with / between lines and . between numbers",
		Source:     "github.com/chrisboyle/sgtpuzzles pattern.c, validate_desc",
		Example:    "3x2:1//2/1.1/1\n",
		Recognises: func(head []byte) bool { return tathamForm().MatchString(firstLine(head)) },
		Read:       lined(readTatham),
		Write: func(out io.Writer, puzzles iter.Seq[*Puzzle]) error {
			for p := range puzzles {
				if !p.blackAndWhite() {
					return notColoured("Pattern IDs")
				}
				var fields []string
				for _, clue := range slices.Concat(p.Cols, p.Rows) {
					fields = append(fields, strings.ReplaceAll(strings.TrimPrefix(clueText(clue), "0"), ",", "."))
				}
				if _, err := fmt.Fprintf(out, "%dx%d:%s\n", p.Width(), p.Height(), strings.Join(fields, "/")); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func readTatham(at place, s string) (*Puzzle, error) {
	size := tathamForm().FindStringSubmatch(s)
	if size == nil {
		return nil, unexpected(at, "an ID such as 5x5:…", "%q", s)
	}
	w, badW := strconv.Atoi(size[1])
	h, badH := w, badW
	if size[2] != "" {
		h, badH = strconv.Atoi(size[2])
	}
	if badW != nil || badH != nil || w < 1 || h < 1 || w > maxCells || h > maxCells/w {
		return nil, unexpected(at, fmt.Sprintf("at most %d cells", maxCells), "%s", size[0])
	}
	body := s[len(size[0]):]
	at = at.past(size[0])
	if i := strings.IndexByte(body, ','); i >= 0 {
		return nil, fault(at.past(body[:i]), "cells that are known from the start",
			"an ID of clues alone, which ends before the comma")
	}
	fields := strings.Split(body, "/")
	if len(fields) != w+h {
		return nil, unexpected(at, fmt.Sprintf("%d clues of columns and %d of rows", w, h), "%d", len(fields))
	}
	d := &draft{p: &Puzzle{}}
	for i, f := range fields {
		clue := []int{}
		if f != "" {
			var err error
			if strings.ContainsAny(f, ", \t") || strings.HasPrefix(f, ".") || strings.HasSuffix(f, ".") || strings.Contains(f,
				"..") {
				return nil, unexpected(at, "numbers with points between them", "%q", f)
			}
			if clue, err = parseClue(strings.ReplaceAll(f, ".", ","), at, nil); err != nil {
				return nil, err
			}
		}
		if i < w {
			d.cols.add(clue, at)
		} else {
			d.rows.add(clue, at)
		}
		at = at.past(f + "/")
	}
	return d.finish()
}

// notColoured is the error of writers of black and white.
func notColoured(what string) error {
	return fault(place{}, "a puzzle of several colours",
		"one of black and white: "+what+" have no colours; --to non writes it")
}

// puzzLinkForm is what an address of puzz.link or pzv.jp has.
var puzzLinkForm = enumerate.Pattern(`^(?:https?://\S*?\?)?(?:p\?)?nonogram/`)

// puzzLink is the addresses of puzz.link: the numbers of a clue from the one nearest to the grid.
func puzzLink() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "puzz.link", About: "an address of puzz.link a line: nonogram/W/H/, the columns, then the rows, each from the number nearest to the grid",
		Source:     "github.com/robx/pzprjs src/variety/nonogram.js",
		Example:    "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h\n",
		Recognises: func(head []byte) bool { return puzzLinkForm().MatchString(firstLine(head)) },
		Read:       lined(readPuzzLink),
		Write: func(out io.Writer, puzzles iter.Seq[*Puzzle]) error {
			for p := range puzzles {
				text, err := p.puzzLink()
				if err != nil {
					return err
				}
				if _, err := fmt.Fprintln(out, text); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func readPuzzLink(at place, s string) (*Puzzle, error) {
	head := puzzLinkForm().FindString(s)
	parts := strings.Split(s[len(head):], "/")
	if head == "" || len(parts) != 3 {
		return nil, unexpected(at, "an address such as https://puzz.link/p?nonogram/5/5/…", "%q", s)
	}
	w, badW := strconv.Atoi(parts[0])
	h, badH := strconv.Atoi(parts[1])
	if badW != nil || badH != nil || w < 1 || h < 1 || w > maxCells || h > maxCells/w {
		return nil, unexpected(at, fmt.Sprintf("columns and rows, at most %d cells", maxCells), "%s/%s", parts[0], parts[1])
	}
	at = at.past(head + parts[0] + "/" + parts[1] + "/")
	deepCols, deepRows := (h+1)/2, (w+1)/2
	slots, err := readSlots(at, parts[2], w*deepCols+h*deepRows)
	if err != nil {
		return nil, err
	}
	d := &draft{p: &Puzzle{}}
	take := func(to *clueList, name string, n, deep int) error {
		for i := range n {
			clue := []int{}
			for j, v := range slots[:deep] {
				if v > 0 && len(clue) < j {
					return fault(at, fmt.Sprintf("%s %d has an empty place before a number", name, i+1), "a clue without gaps")
				}
				if v > 0 {
					clue = append(clue, v)
				}
			}
			slices.Reverse(clue)
			to.add(clue, at)
			slots = slots[deep:]
		}
		return nil
	}
	if err := take(&d.cols, "column", w, deepCols); err != nil {
		return nil, err
	}
	if err := take(&d.rows, "row", h, deepRows); err != nil {
		return nil, err
	}
	return d.finish()
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

// puzzLink returns the address of the puzzle.
func (p *Puzzle) puzzLink() (string, error) {
	if !p.blackAndWhite() {
		return "", notColoured("addresses of puzz.link")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "https://puzz.link/p?nonogram/%d/%d/", p.Width(), p.Height())
	empty := 0
	flush := func() {
		for ; empty > 0; empty -= min(empty, 20) {
			b.WriteByte('f' + byte(min(empty, 20)))
		}
	}
	for _, side := range []struct {
		clues [][]int
		deep  int
	}{{p.Cols, (p.Height() + 1) / 2}, {p.Rows, (p.Width() + 1) / 2}} {
		for _, clue := range side.clues {
			for i := range side.deep {
				if i >= len(clue) {
					empty++
					continue
				}
				flush()
				switch v := clue[len(clue)-1-i]; {
				case v > 255:
					return "", fault(place{}, fmt.Sprintf("the number %d", v), "at most 255 in an address of puzz.link")
				case v > 15:
					fmt.Fprintf(&b, "-%02x", v)
				default:
					fmt.Fprintf(&b, "%x", v)
				}
			}
		}
	}
	flush()
	return b.String(), nil
}

// nin is the format of Jakub Wilk's nonogram solver.
func nin() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "nin", About: "a .nin file: width and height, then a clue a line, the rows before the columns, without an empty line between",
		Source:  "github.com/pierre-dejoue/picross-solver doc/FILE_FORMAT_NIN.md",
		Example: "3 2\n2\n1\n1\n2\n0\n",
		// A list has an empty line between rows and columns.
		Recognises: func(head []byte) bool {
			var first []string
			n := 0
			for _, s := range lines(bytes.TrimSpace(head)) {
				if s == "" || s[0] < '0' || s[0] > '9' {
					return false
				}
				if n++; n == 1 {
					first = strings.Fields(s)
				}
			}
			if len(first) != 2 {
				return false
			}
			w, badW := strconv.Atoi(first[0])
			h, badH := strconv.Atoi(first[1])
			return badW == nil && badH == nil && w > 0 && h > 0 && (n == w+h+1 || len(head) == 1<<16)
		},
		Read: single(func(text []byte) (*Puzzle, error) {
			d := &draft{p: &Puzzle{}}
			w, h, last := 0, 0, 0
			for at, s := range lines(bytes.TrimSpace(text)) {
				if last = at.line; at.line == 1 {
					size, err := parseClue(s, at, nil)
					if err != nil || len(size) != 2 {
						return nil, unexpected(at, "width and height", "%q", s)
					}
					w, h = size[0], size[1]
					continue
				}
				clue, err := parseClue(s, at, nil)
				if err != nil {
					return nil, err
				}
				if len(d.rows.clues) < h {
					d.rows.add(clue, at)
				} else {
					d.cols.add(clue, at)
				}
			}
			if len(d.rows.clues) != h || len(d.cols.clues) != w {
				return nil, unexpected(place{line: last}, fmt.Sprintf("%d clues of rows and %d of columns", h, w), "%d and %d",
					len(d.rows.clues), len(d.cols.clues))
			}
			return d.finish()
		}),
	}
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
	return len(head) > 2 && head[0] == 'P' && (head[1] == '1' || head[1] == '4') && bytes.IndexByte([]byte(" \t\r\n#"),
		head[2]) >= 0
}

// readPBM reads a picture: the header is numbers with blanks and comments between them.
func readPBM(text []byte) (*Puzzle, error) {
	if !isPBM(text) {
		return nil, fault(place{line: 1}, "the picture does not begin with P1 or P4", "either, as PBM does")
	}
	rest := text[2:]
	next := func() (n int, ok bool) {
		for len(rest) > 0 && bytes.IndexByte([]byte(" \t\r\n#"), rest[0]) >= 0 {
			if rest[0] == '#' {
				rest = rest[max(0, bytes.IndexByte(rest, '\n')):]
				if rest[0] == '#' {
					return 0, false
				}
			}
			rest = rest[1:]
		}
		end := 0
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		n, err := strconv.Atoi(string(rest[:end]))
		rest = rest[end:]
		return n, err == nil
	}
	w, okW := next()
	h, okH := next()
	if !okW || !okH || w < 1 || h < 1 || w > maxCells || h > maxCells/w {
		return nil, fault(place{line: 1}, "no size of the picture",
			fmt.Sprintf("width and height, at most %d cells", maxCells))
	}
	pic := make(Picture, 0, w*h)
	if text[1] == '4' {
		stride := (w + 7) / 8
		if len(rest) != 1+stride*h {
			return nil, unexpected(place{}, fmt.Sprintf("%d bytes behind the size", 1+stride*h), "%d", len(rest))
		}
		for r := range h {
			for c := range w {
				pic = append(pic, line.Crossed-line.Cell(rest[1+r*stride+c/8]>>(7-c%8)&1))
			}
		}
		return fromPicture(pic, w), nil
	}
	for at, s := range lines(rest) {
		s, _, _ = strings.Cut(s, "#")
		for i, ch := range []byte(s) {
			switch ch {
			case '0', '1':
				pic = append(pic, line.Crossed-line.Cell(ch-'0'))
			case ' ', '\t':
			default:
				at.line += bytes.Count(text[:len(text)-len(rest)], []byte("\n"))
				return nil, unexpected(at.past(s[:i]), "0 or 1", "%q", ch)
			}
		}
	}
	if len(pic) != w*h {
		return nil, unexpected(place{}, fmt.Sprintf("%d cells, %d by %d", w*h, w, h), "%d", len(pic))
	}
	return fromPicture(pic, w), nil
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
