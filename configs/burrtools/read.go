// Package burrtools makes configs of puzzles that BurrTools has saved.
//
// Such a file is XML, mostly packed by gzip. It has shapes, boxes of cells that are empty,
// filled or variable (they may stay uncovered), with colours; and problems: which shapes
// are pieces, how often, and which shape is the result. A problem becomes
//
//   - a config of pieces on a board where it is no more than that: polycube, polyomino if
//     all is flat, polyiamond of flat triangles;
//   - else an exact cover as Knuth's text, and a config that reads it: on BurrTools' other
//     grids, with variable cells, colours that forbid places, pieces of the same shape.
//
// BurrTools turns pieces in space and mirrors none. Taking assemblies apart, and limits on
// the number of holes, are left out, and said.
package burrtools

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/export/convert"
)

// Limits of a file, which may be anybody's.
const (
	maxBytes   = 64 << 20 // unpacked
	maxCells   = 100_000  // of a box
	maxParts   = 1_000    // of a problem
	maxOptions = 1_000_000
)

// A Config is what became of a problem.
type Config struct {
	Name string // for a file: letters, digits, . _ -
	YAML []byte
	// Cover is Knuth's text, which the config reads from NAME.txt; nil if there is none.
	Cover []byte
	// Notes say what coverstat leaves out.
	Notes []string
}

// Read makes the configs of a file. The base is the name that theirs begin with. An error
// about one problem is joined to the others; the configs are of those without.
func Read(file, base string, r io.Reader) ([]Config, error) {
	data, err := unpack(r)
	if err != nil {
		return nil, &enumerate.InputError{File: file, Problem: err.Error(), Expected: "a puzzle of BurrTools, at most 64 MB unpacked"}
	}
	if bytes.Contains(data, []byte("<!DOCTYPE")) {
		return nil, &enumerate.InputError{File: file, Problem: "it defines a type of document", Expected: "a puzzle of BurrTools, which has none"}
	}
	if !utf8.Valid(data) {
		data, _ = charmap.ISO8859_1.NewDecoder().Bytes(data) // as in files of old versions; every byte is a character
	}
	var p convert.BurrPuzzle
	decoder := xml.NewDecoder(bytes.NewReader(data))
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	if err := decoder.Decode(&p); err != nil {
		fault := &enumerate.InputError{File: file, Problem: err.Error(), Expected: "a puzzle of BurrTools"}
		if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
			fault.Line, fault.Problem = syntax.Line, syntax.Msg
		}
		return nil, fault
	}
	var configs []Config
	var errs []error
	for i := range p.Problems {
		c, err := configOf(&p, i, base)
		if err != nil {
			errs = append(errs, &enumerate.InputError{File: file, Problem: fmt.Sprintf("problem %d: %v", i+1, err)})
			continue
		}
		configs = append(configs, c)
	}
	if len(p.Problems) == 0 {
		errs = append(errs, &enumerate.InputError{File: file, Problem: "no problem", Expected: "at least one"})
	}
	return configs, errors.Join(errs...)
}

// unpack reads a file, packed or not.
func unpack(r io.Reader) ([]byte, error) {
	in := bufio.NewReader(r)
	var text io.Reader = in
	if head, _ := in.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		packed, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		text = packed
	}
	data, err := io.ReadAll(io.LimitReader(text, maxBytes+1))
	if err == nil && len(data) > maxBytes {
		err = errors.New("the file is too large")
	}
	return data, err
}

// cellsOf returns the cells of a box that are not empty.
func cellsOf(v *convert.BurrVoxels) ([]cell, error) {
	if v.X < 1 || v.Y < 1 || v.Z < 1 || v.X > maxCells || v.Y > maxCells || v.Z > maxCells || v.X*v.Y > maxCells || v.X*v.Y*v.Z > maxCells {
		return nil, fmt.Errorf("a shape of %d x %d x %d cells: expected 1 to %d in all", v.X, v.Y, v.Z, maxCells)
	}
	var cells []cell
	at := 0
	for _, r := range strings.TrimSpace(v.Text) {
		switch {
		case r == '#' || r == '+':
			cells = append(cells, cell{Cell: lattice.Cell{Layer: at / v.X / v.Y, Row: at / v.X % v.Y, Col: at % v.X}, variable: r == '+'})
			at++
		case r == '_':
			at++
		case r >= '0' && r <= '9':
			if len(cells) > 0 {
				last := &cells[len(cells)-1]
				last.colour = min(10*last.colour+int(r-'0'), 1000)
			}
		default:
			return nil, fmt.Errorf("a shape has the character %q: expected #, + and _ with numbers of colours", r)
		}
	}
	if at != v.X*v.Y*v.Z {
		return nil, fmt.Errorf("a shape of %d x %d x %d cells has %d: expected %d", v.X, v.Y, v.Z, at, v.X*v.Y*v.Z)
	}
	return cells, nil
}
