package tilings

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
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

// burrTools is the XML of BurrTools. It has shapes, boxes of cells that are empty, filled or variable (they may
// stay uncovered), with colours; and problems: which shapes are pieces, how often, and which shape is the
// result. A problem becomes
//
//   - a config of pieces on a board where it is no more than that: polycube, polyomino if
//     all is flat, polyiamond of flat triangles;
//   - else an exact cover as Knuth's text, and a config that reads it: on BurrTools' other
//     grids, with variable cells, colours that forbid places, pieces of the same shape.
//
// BurrTools turns pieces in space and mirrors none. Taking assemblies apart, and limits on
// the number of holes, are left out, and said.
var burrTools = formats.Format[Config]{
	Name: "burrtools", About: "XML that BurrTools has saved, packed or not",
	Source: "BurrTools 0.6.3 and its examples",
	Example: `<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>` +
		`<voxel x="2" y="2" z="1">####</voxel><voxel x="2" y="1" z="1">##</voxel></shapes><problems><problem>` +
		`<shapes><shape id="1" count="2"/></shapes><result id="0"/></problem></problems></puzzle>`,
	Recognises: func(head []byte) bool {
		// which is one of webpbn
		return bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) && burrForm().Match(head) &&
			!bytes.Contains(head, []byte(`type="grid"`))
	},
	Read: whole(readBurrTools),
}

var burrForm = enumerate.Pattern(`<puzzle[\s/>]`)

func readBurrTools(data []byte) (all []formats.Maker[Config]) {
	var file formats.Place
	file.Need(len(data) <= maxBytes, "a puzzle of BurrTools, at most 64 MB unpacked", "the file is too large")
	file.Need(!bytes.Contains(data, []byte("<!DOCTYPE")), "a puzzle of BurrTools, which has none",
		"it defines a type of document")
	if !utf8.Valid(data) {
		data, _ = charmap.ISO8859_1.NewDecoder().Bytes(data) // as in files of old versions; every byte is a character
	}
	var p convert.BurrPuzzle
	err := burrDecoder(data).Decode(&p)
	if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
		formats.Place{Line: syntax.Line}.Fail("a puzzle of BurrTools", "%s", syntax.Msg)
	}
	file.Need(err == nil, "a puzzle of BurrTools", "%v", err)
	notes := unusedOfBurrTools(data)
	file.Need(len(p.Problems) > 0, "at least one", "no problem")
	for i := range p.Problems {
		all = append(all, func(name string) (c Config) {
			if fault := formats.Caught(func() { c = configOf(&p, i, name) }); fault != nil {
				fault.Problem = fmt.Sprintf("problem %d: %s", i+1, fault.Problem)
				formats.Must(fault)
			}
			c.Notes, notes = append(c.Notes, notes...), nil // said once
			return c
		})
	}
	return all
}

// burrDecoder takes the characters as they are, whatever encoding is declared.
func burrDecoder(data []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return d
}

// burrElements are the elements that are used, or of which configOf says that they are left out, or which say
// nothing of the pieces: comments, colours of pictures. What stands in solutions is not looked at.
var burrElements = []string{"puzzle", "gridType", "colors", "color", "shapes", "voxel", "problems", "problem", "shape",
	"group", "result", "bitmap", "pair", "solutions", "comment"}

// unusedOfBurrTools names elements that are not used. Text in elements that have none is an error.
func unusedOfBurrTools(data []byte) []string {
	d := burrDecoder(data)
	var unused []string
	formats.Elements(d, "text in voxel and comment alone", func(element string) bool {
		return element == "voxel" || element == "comment" || slices.Contains(unused, element)
	}, func(at formats.Place, e xml.StartElement) bool {
		name := e.Name.Local
		if name == "solutions" {
			return d.Skip() == nil
		}
		at.Need(name != "result" && name != "shape" || slices.ContainsFunc(e.Attr, func(a xml.Attr) bool {
			return a.Name.Local == "id" && a.Value != ""
		}), "the number of a shape", "element %s without id", name)
		if !slices.Contains(burrElements, name) && !slices.Contains(unused, name) {
			unused = append(unused, name)
		}
		return false
	})
	if unused == nil {
		return nil
	}
	return []string{"elements that are not used: " + strings.Join(unused, ", ")}
}

// cellsOf returns the cells of a box that are not empty.
func cellsOf(v *convert.BurrVoxels) (cells []cell) {
	var file formats.Place
	file.Need(v.X >= 1 && v.Y >= 1 && v.Z >= 1 && v.X <= maxCells && v.Y <= maxCells && v.Z <= maxCells &&
		v.X*v.Y <= maxCells && v.X*v.Y*v.Z <= maxCells, fmt.Sprintf("1 to %d in all", maxCells),
		"a shape of %d x %d x %d cells", v.X, v.Y, v.Z)
	at := 0
	for _, r := range strings.TrimSpace(v.Text) {
		switch {
		case r == '#' || r == '+':
			cells = append(cells, cell{Cell: lattice.Cell{Layer: at / v.X / v.Y, Row: at / v.X % v.Y, Col: at % v.X},
				variable: r == '+'})
			at++
		case r == '_':
			at++
		case r >= '0' && r <= '9':
			if len(cells) > 0 {
				last := &cells[len(cells)-1]
				last.colour = min(10*last.colour+int(r-'0'), 1000)
			}
		default:
			file.Fail("#, + and _ with numbers of colours", "a shape has the character %q", r)
		}
	}
	volume := v.X * v.Y * v.Z
	file.Need(at == volume, fmt.Sprint(volume), "a shape of %d x %d x %d cells has %d", v.X, v.Y, v.Z, at)
	return cells
}
