package grid

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

const (
	exampleLine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	exampleZero = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
)

// A way is a format, how it tells the shape of its boards, and how it is read: open sets next of the reader.
type way struct {
	formats.Format[*Puzzle]
	shape func(head []byte) Shape
	open  func(r *reader, head []byte)
}

// ways are the formats that are read.
var ways = []way{
	openSudoku,
	links("puzz.link", "a puzz.link or pzpr link a line",
		"robx/pzprjs: src/variety/sudoku.js, src/variety-common/Encode.js",
		"https://puzz.link/p?sudoku/4/4/g1k23k3g\n", "sudoku/", readPuzzLink, writePuzzLink),
	links("sudokuwiki", "a sudokuwiki.org link a line, 0 for an empty cell", "www.sudokuwiki.org/sudoku.htm",
		wikiPrefix+exampleZero+"\n", "bd=", readWiki, writeWiki),
	library, tatham, bank, table,
	{Format: formats.Format[*Puzzle]{
		Name: "lines", About: "a puzzle a line, such as .sdm, . or 0 for an empty cell, then a remark",
		Source:  "sudopedia: Sudoku Clipboard and File Formats",
		Example: exampleLine + "\n" + exampleZero + " # the same\n",
		Recognises: func(head []byte) bool {
			_, board := shapeOfLine([]byte(firstLine(head)))
			return board
		},
		Write: formats.Texts("", "", "", writeLine),
	}, shape: shapeOfText, open: openText},
	{Format: formats.Format[*Puzzle]{
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
		Write: formats.Texts("", "", "", writeRows),
	}, shape: shapeOfText, open: openText},
}

func openText(r *reader, _ []byte) { r.next = r.nextText }

// List returns the formats of files of Sudokus. Digits above 9 are letters; the reader says what 0 is.
func List(ask Ask) formats.List[*Puzzle] {
	list := formats.List[*Puzzle]{Noun: "Sudoku", Formats: slices.Clone(refused),
		Config: func(file string, first *Puzzle) (string, []string, error) {
			return fmt.Sprintf("family: sudoku\njob: survey\npuzzle: {input: %q, box: [%d, %d]}\n", file,
				first.Shape.Rows, first.Shape.Cols), nil, nil
		}}
	for _, w := range ways {
		f := w.Format
		f.Read = func(in *formats.Input, each func(*Puzzle) error) error { return readAll(in, ask, w, each) }
		list.Formats = append(list.Formats, f)
	}
	return list
}

var puzzleSection = enumerate.Pattern(`(?mi)^\s*\[Puzzle\]\s*$`)

// readAll gives the puzzles of a file to each.
func readAll(in *formats.Input, ask Ask, w way, each func(*Puzzle) error) error {
	head, _ := in.Peek(maxLine) // an error comes back when the file is read
	var r *reader
	if fault := formats.Caught(func() { r = newReader(in, head, ask, w) }); fault != nil {
		return fault
	}
	for {
		done, fault, err := r.step()
		switch {
		case fault != nil:
			in.LeaveOut(fault)
		case err == io.EOF:
			return nil
		case done:
			err = each(&r.puzzle)
		}
		if err != nil {
			return err
		}
	}
}

// firstLine returns the first line that is neither empty nor a comment.
func firstLine(head []byte) string { return formats.FirstLine(head, "#%") }

// A translation turns a line into a piece, or fails.
type translation func(r *reader, line []byte) piece

// lineWay is the way of formats with a puzzle a line. Empty lines and those that begin with # are none.
func lineWay(f formats.Format[*Puzzle], translate translation) way {
	return way{Format: f, shape: func(head []byte) Shape {
		r := &reader{values: values[fromOne], in: &formats.Input{}}
		for line := range bytes.FieldsFuncSeq(head, func(c rune) bool { return c == '\n' || c == '\r' }) {
			var p piece
			if fault := formats.Caught(func() { p = translate(r, line) }); fault != nil || line[0] == '#' {
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
	}, open: openLines(translate)}
}

func openLines(translate translation) func(r *reader, head []byte) {
	return func(r *reader, _ []byte) {
		r.next = func() (bool, error) {
			line, err := r.readLine()
			if err != nil || len(bytes.TrimSpace(line)) == 0 || line[0] == '#' {
				return false, err
			}
			if r.long {
				r.at(maxLine+1).Fail("a shorter one", tooLong)
			}
			p := translate(r, line)
			return p.text != nil && r.take(p), nil // there are lines without a puzzle
		}
	}
}

// tooLong is a problem of lines.
const tooLong = "a line of 65,536 characters or more"

func writeLine(p *Puzzle) (string, error) { return Format(p.Cells) + "\n", nil }

// writeRows writes a grid and an empty line.
func writeRows(p *Puzzle) (string, error) {
	rows := ""
	for row := range slices.Chunk(p.Cells, p.Shape.Side()) {
		rows += Format(row) + "\n"
	}
	return rows + "\n", nil
}

const cellsInALine = "write the 81 cells in one line, . for an empty one"

// refused are formats that are recognised and not read.
var refused = []formats.Format[*Puzzle]{
	{Name: "ksudoku", About: "a game of KSudoku", Source: "KDE/ksudoku: src/gui/serializer.cpp",
		Instead: cellsInALine, Example: `<ksudoku><game><puzzle><values>5</values></puzzle></game></ksudoku>`,
		Recognises: formats.Matching(`<ksudoku`)},
	{Name: "gnome-sudoku", About: "a game of GNOME Sudoku", Source: "GNOME/gnome-sudoku: lib/board.vala",
		Instead: cellsInALine, Example: `{"difficulty_category": "easy", "cells": []}`,
		Recognises: formats.Matching(`(?s)difficulty_category.*cells|cells.*difficulty_category`)},
	{Name: "fpuzzles", About: "a link of f-puzzles or SudokuPad, which may hold rules beside those of Sudoku",
		Instead: cellsInALine, Example: "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA",
		Recognises: formats.Matching(`\?load=|\?puzzleid=fpuz`)},
	{Name: "pzprv3", About: "a file of pzpr", Source: "robx/pzprjs", Instead: "export a link of puzz.link",
		Example: "pzprv3/sudoku/9/9/", Recognises: formats.Matching(`\Apzprv3`)},
}
