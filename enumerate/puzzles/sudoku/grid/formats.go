package grid

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

const (
	exampleLine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	exampleZero = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
)

// A way is how a format tells the shape of its boards and how it is read. open sets next of the reader.
type way struct {
	shape func(head []byte) Shape
	open  func(r *reader, head []byte) error
}

// List returns the formats of files of Sudokus. Digits above 9 are letters; the reader says what 0 is.
func List(ask Ask) formats.List[*Puzzle] {
	list := formats.List[*Puzzle]{Noun: "Sudoku", Formats: refused(),
		Config: func(file string, first *Puzzle) (string, []string, error) {
			return fmt.Sprintf("family: sudoku\njob: survey\npuzzle: {input: %q, box: [%d, %d]}\n", file,
				first.Shape.Rows, first.Shape.Cols), nil, nil
		}}
	add := func(f formats.Format[*Puzzle], w way) {
		f.Read = func(in *formats.Input, each func(*Puzzle) error) error { return readAll(in, ask, w, each) }
		list.Formats = append(list.Formats, f)
	}
	add(openSudoku())
	add(links("puzz.link", "a puzz.link or pzpr link a line",
		"robx/pzprjs: src/variety/sudoku.js, src/variety-common/Encode.js",
		"https://puzz.link/p?sudoku/4/4/g1k23k3g\n", "sudoku/", readPuzzLink, writePuzzLink))
	add(links("sudokuwiki", "a sudokuwiki.org link a line, 0 for an empty cell", "www.sudokuwiki.org/sudoku.htm",
		wikiPrefix+exampleZero+"\n", "bd=", readWiki, writeWiki))
	add(library())
	add(tatham())
	add(bank())
	add(table())
	text := way{shapeOfText, func(r *reader, _ []byte) error { r.next = r.nextText; return nil }}
	add(formats.Format[*Puzzle]{
		Name: "lines", About: "a puzzle a line, such as .sdm, . or 0 for an empty cell, then a remark",
		Source:  "sudopedia: Sudoku Clipboard and File Formats",
		Example: exampleLine + "\n" + exampleZero + " # the same\n",
		Recognises: func(head []byte) bool {
			_, board := shapeOfLine(firstLine(head))
			return board
		},
		Write: writeEach(func(p *Puzzle) (string, error) { return Format(p.Cells) + "\n", nil }),
	}, text)
	add(formats.Format[*Puzzle]{
		Name: "grids", About: "puzzles with a row a line, such as .sdk and .ss",
		Source:     "sudocue.net: File Formats; pzl.org.uk: Formats",
		Example:    "#A somebody\n[Puzzle]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n",
		Recognises: func([]byte) bool { return true },
		Likely: func(head []byte) enumerate.Likelihood {
			if puzzleSection().Match(head) {
				return enumerate.Likely
			}
			return enumerate.Possible
		},
		Write: writeEach(writeRows),
	}, text)
	return list
}

var puzzleSection = enumerate.Pattern(`(?mi)^\s*\[Puzzle\]\s*$`)

// readAll gives the puzzles of a file to each.
func readAll(in *formats.Input, ask Ask, w way, each func(*Puzzle) error) error {
	head, _ := in.Peek(maxLine) // an error comes back when the file is read
	r, err := newReader(in, head, ask, w)
	if err != nil {
		return err
	}
	for {
		p, err := r.Next()
		var fault *enumerate.InputError
		var broken damaged
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &broken):
			return broken.fault
		case errors.As(err, &fault):
			in.LeaveOut(fault)
		case err != nil:
			return err
		default:
			if err := each(p); err != nil {
				return err
			}
		}
	}
}

// firstLine returns the first line that is neither empty nor a comment.
func firstLine(head []byte) []byte {
	for line := range bytes.FieldsFuncSeq(head, func(c rune) bool { return c == '\n' || c == '\r' }) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' && line[0] != '%' {
			return line
		}
	}
	return nil
}

// A translation turns a line into a piece, or says what is wrong with it.
type translation func(r *reader, line []byte) (piece, *enumerate.InputError)

// lineWay is the way of formats with a puzzle a line. Empty lines and those that begin with # are none.
func lineWay(translate translation) way {
	return way{
		shape: func(head []byte) Shape {
			r := &reader{values: values[fromOne], in: &formats.Input{}}
			for line := range bytes.FieldsFuncSeq(head, func(c rune) bool { return c == '\n' || c == '\r' }) {
				p, fault := translate(r, line)
				if fault != nil || line[0] == '#' {
					continue
				}
				if p.shape != (Shape{}) {
					return p.shape
				}
				if s, board := shapeOfCells(p.text); board {
					return s
				}
			}
			return Nine
		},
		open: func(r *reader, _ []byte) error {
			r.next = func() (bool, error) {
				line, err := r.readLine()
				if err != nil {
					return false, err
				}
				if len(bytes.TrimSpace(line)) == 0 || line[0] == '#' {
					return false, nil
				}
				if r.long {
					return false, r.fault(maxLine+1, "a line of 65,536 characters or more", "a shorter one")
				}
				p, fault := translate(r, line)
				if fault != nil {
					return false, fault
				}
				if p.text == nil { // a line without a puzzle
					return false, nil
				}
				return r.take(p)
			}
			return nil
		},
	}
}

// writeEach writes puzzles one by one.
func writeEach(text func(p *Puzzle) (string, error)) func(io.Writer, iter.Seq[*Puzzle]) error {
	return func(out io.Writer, puzzles iter.Seq[*Puzzle]) error {
		for p := range puzzles {
			s, err := text(p)
			if err != nil {
				return err
			}
			if _, err := io.WriteString(out, s); err != nil {
				return err
			}
		}
		return nil
	}
}

// writeRows writes a grid and an empty line.
func writeRows(p *Puzzle) (string, error) {
	var b strings.Builder
	text, side := Format(p.Cells), p.Shape.Side()
	for at := 0; at < len(text); at += side {
		fmt.Fprintln(&b, text[at:at+side])
	}
	return b.String() + "\n", nil
}

// refused are formats that are recognised and not read.
func refused() []formats.Format[*Puzzle] {
	has := func(all ...string) func([]byte) bool {
		return func(head []byte) bool {
			for _, s := range all {
				if !bytes.Contains(head, []byte(s)) {
					return false
				}
			}
			return true
		}
	}
	const line = "write the 81 cells in one line, . for an empty one"
	return []formats.Format[*Puzzle]{
		{Name: "ksudoku", About: "a game of KSudoku", Source: "KDE/ksudoku: src/gui/serializer.cpp", Instead: line,
			Example:    `<ksudoku><game><puzzle><values>5</values></puzzle></game></ksudoku>`,
			Recognises: has("<ksudoku")},
		{Name: "gnome-sudoku", About: "a game of GNOME Sudoku", Source: "GNOME/gnome-sudoku: lib/board.vala",
			Instead: line,
			Example: `{"difficulty_category": "easy", "cells": []}`, Recognises: has("difficulty_category", "cells")},
		{Name: "fpuzzles", About: "a link of f-puzzles or SudokuPad, which may hold rules beside those of Sudoku",
			Instead:    line,
			Example:    "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA",
			Recognises: func(head []byte) bool { return has("?load=")(head) || has("?puzzleid=fpuz")(head) }},
		{Name: "pzprv3", About: "a file of pzpr", Source: "robx/pzprjs", Instead: "export a link of puzz.link",
			Example:    "pzprv3/sudoku/9/9/",
			Recognises: func(head []byte) bool { return bytes.HasPrefix(head, []byte("pzprv3")) }},
	}
}
