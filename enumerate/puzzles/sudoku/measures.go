package sudoku

import (
	"bytes"
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/survey"
)

// A measure is a number that no symmetry of the board changes: neither renaming
// digits nor exchanging lines or boxes, nor transposing. A measure that counts
// rows counts columns in the same way.
type measure struct {
	info  enumerate.MeasureInfo
	value func(shape grid.Shape, cells []byte) int
}

// Measures of puzzles, for surveys; clues is a column of every survey.
var puzzleMeasures = []measure{
	{enumerate.MeasureInfo{Name: "clues", Meaning: "givens of the puzzle", Unit: "cells"},
		func(_ grid.Shape, cells []byte) int { return grid.Clues(cells) }},
	{enumerate.MeasureInfo{Name: "digits_missing", Meaning: "digits that no given shows", Unit: "digits"},
		func(s grid.Shape, cells []byte) int { return zeros(givensOf(s, cells)[ofDigits]) }},
	{enumerate.MeasureInfo{Name: "empty_boxes", Meaning: "boxes without a given", Unit: "boxes"},
		func(s grid.Shape, cells []byte) int { return zeros(givensOf(s, cells)[ofBoxes]) }},
	{enumerate.MeasureInfo{Name: "empty_lines", Meaning: "rows and columns without a given", Unit: "lines"},
		func(s grid.Shape, cells []byte) int { return zeros(givensOf(s, cells)[ofLines]) }},
	{enumerate.MeasureInfo{Name: "fullest_box", Meaning: "most givens in a box", Unit: "cells"},
		func(s grid.Shape, cells []byte) int { return int(slices.Max(givensOf(s, cells)[ofBoxes])) }},
	{enumerate.MeasureInfo{Name: "commonest_digit", Meaning: "most givens of one digit", Unit: "cells"},
		func(s grid.Shape, cells []byte) int { return int(slices.Max(givensOf(s, cells)[ofDigits])) }},
}

// Measures of grids, for censuses and samples.
var gridMeasures = []measure{
	{enumerate.MeasureInfo{Name: "intercalates",
		Meaning: "pairs of rows and of columns whose four crossings hold two digits: these can be exchanged",
		Unit:    "squares"}, intercalates},
	{enumerate.MeasureInfo{Name: "repeated_lanes",
		Meaning: "pairs of minirows of a band, or minicolumns of a stack, in different boxes with the same digits",
		Unit:    "pairs"}, repeatedLanes},
}

// automorphisms is the one measure that is a by-product of the canonical form.
var automorphisms = measure{info: enumerate.MeasureInfo{Name: "automorphisms",
	Meaning: "symmetries that map the grid to itself", Unit: "symmetries"}}

// forcing is the one measure that all solutions of a puzzle are needed for.
var forcing = exact.Forcing{Of: "digits"}

func measureInfos() (infos []enumerate.MeasureInfo) {
	add := func(measures []measure, of string) {
		for _, m := range measures {
			m.info.Meaning += of
			infos = append(infos, m.info)
		}
	}
	add(puzzleMeasures, " (surveys)")
	add(gridMeasures, " (grids)")
	add([]measure{automorphisms}, " (grids)")
	add([]measure{{info: forcing.Info()}}, " (the grids of one puzzle)")
	return infos
}

// resolve finds the measures asked for among those that are known, and their columns. Of says in
// errors what they are measures of.
func resolve(asked []string, known []measure, of string) (found []measure, columns []enumerate.Column, err error) {
	found, columns, err = enumerate.PickMeasures(known, func(m measure) enumerate.MeasureInfo { return m.info }, asked)
	if err != nil {
		err = fmt.Errorf("measures of %s: %w", of, err)
	}
	return found, columns, err
}

// measureColumns declares columns of measures of the cells of an answer.
func measureColumns[A any](shape grid.Shape, measures []measure, cells func(*A) []byte) (columns []survey.Column[A]) {
	for _, m := range measures {
		columns = append(columns, survey.Measure(m.info, func(a *A) int32 { return int32(m.value(shape, cells(a))) }))
	}
	return columns
}

// boardColumn declares a column that shows a board of an answer, a character a
// cell; nil stands for no board.
func boardColumn[A any](shape grid.Shape, name, meaning string, field func(*A) *[]byte) survey.Column[A] {
	return survey.Text(name, meaning, func(dst []byte, a *A) []byte { return grid.Append(dst, *field(a)) }).
		Parsed(func(a *A, text []byte) (err error) {
			cells := field(a)
			if *cells = nil; text != nil {
				*cells, err = shape.Parse(text)
			}
			return err
		})
}

// What givens are counted of; lines are rows, then columns.
const (
	ofDigits = iota
	ofLines
	ofBoxes
)

// givensOf returns the numbers of givens of a puzzle, of each digit, line and box.
func givensOf(s grid.Shape, cells []byte) [3][]byte {
	n := s.Side()
	counts := make([]byte, 4*n)
	digits, lines, boxes := counts[:n], counts[n:3*n], counts[3*n:]
	for i, v := range cells {
		if v != 0 {
			digits[v-1]++
			lines[s.Row(i)]++
			lines[n+s.Col(i)]++
			boxes[s.Box(i)]++
		}
	}
	return [3][]byte{digits, lines, boxes}
}

func zeros(counts []byte) int { return bytes.Count(counts, []byte{0}) }

func intercalates(s grid.Shape, cells []byte) (n int) {
	side := s.Side()
	at := func(r, c int) byte { return cells[r*side+c] }
	for r := range side {
		for q := range r {
			for c := range side {
				for d := range c {
					if at(r, c) == at(q, d) && at(r, d) == at(q, c) {
						n++
					}
				}
			}
		}
	}
	return n
}

func repeatedLanes(s grid.Shape, cells []byte) (n int) {
	side := s.Side()
	rows := make([]uint32, side*s.Rows) // minirows: the digits of row r in the box that is i-th across
	cols := make([]uint32, side*s.Cols) // minicolumns: of column c in the box that is i-th down
	for cell, v := range cells {
		r, c := cell/side, cell%side
		rows[r*s.Rows+c/s.Cols] |= 1 << v
		cols[c*s.Cols+r/s.Rows] |= 1 << v
	}
	pairs := func(lanes []uint32, boxes, lines int) { // boxes across a band, lines of a band
		for a := range lanes {
			for b := range a {
				if a/boxes/lines == b/boxes/lines && a%boxes != b%boxes && lanes[a] == lanes[b] {
					n++
				}
			}
		}
	}
	pairs(rows, s.Rows, s.Rows)
	pairs(cols, s.Cols, s.Cols)
	return n
}
