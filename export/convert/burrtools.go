package convert

import (
	"bufio"
	"compress/gzip"
	"encoding/xml"
	"io"
	"strings"

	"coverstat/enumerate"
)

// burrGrids are the numbers that BurrTools has for lattices. Squares are a layer of cubes.
var burrGrids = map[string]int{"squares": 0, "cubes": 0, "triangles": 1}

// The elements of BurrTools' files that a puzzle needs.
type (
	burrPuzzle struct {
		XMLName  xml.Name      `xml:"puzzle"`
		Version  int           `xml:"version,attr"`
		Grid     burrGrid      `xml:"gridType"`
		Colours  struct{}      `xml:"colors"`
		Shapes   []burrVoxels  `xml:"shapes>voxel"`
		Problems []burrProblem `xml:"problems>problem"`
		Comment  string        `xml:"comment"`
	}
	burrGrid struct {
		Type int `xml:"type,attr"`
	}
	burrVoxels struct {
		X    int    `xml:"x,attr"`
		Y    int    `xml:"y,attr"`
		Z    int    `xml:"z,attr"`
		Name string `xml:"name,attr"`
		Type int    `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
	burrProblem struct {
		Name   string     `xml:"name,attr"`
		State  int        `xml:"state,attr"`
		Parts  []burrPart `xml:"shapes>shape"`
		Result struct {
			ID int `xml:"id,attr"`
		} `xml:"result"`
		Bitmap struct{} `xml:"bitmap"`
	}
	burrPart struct {
		ID  int `xml:"id,attr"`
		Min int `xml:"min,attr"`
		Max int `xml:"max,attr"`
	}
)

// writeBurrTools writes the puzzle of a tiling as BurrTools keeps it: XML, packed by gzip.
// The head of the packed file has the mark in plain text.
func writeBurrTools(w *bufio.Writer, c *enumerate.Cover, title string) error {
	t := c.Tiling
	if t == nil {
		return enumerate.Errorf("format burrtools has pieces on a board alone: %s is no puzzle of the kind", title)
	}
	grid, ok := burrGrids[t.Lattice]
	switch {
	case !ok:
		return enumerate.Errorf("format burrtools has no grid of %s", t.Lattice)
	case t.Wraps:
		return enumerate.Errorf("format burrtools has no board that wraps")
	case t.Beyond != "":
		return enumerate.Errorf("format burrtools has no %s", t.Beyond)
	}
	board := voxels(t, "board", t.Size, func(cell [3]int) bool {
		return t.Free[(cell[0]*t.Size[1]+cell[1])*t.Size[2]+cell[2]]
	})
	p := burrPuzzle{Version: 2, Grid: burrGrid{grid}, Shapes: []burrVoxels{board}, Comment: title + ": " + Mark}
	problem := burrProblem{Name: title}
	area := strings.Count(board.Text, "#")
	for k, piece := range t.Pieces {
		if !piece.Turned {
			return enumerate.Errorf("format burrtools turns pieces in space, so that flat ones lie face down, and mirrors none: piece %s may lie in other ways", piece.Name)
		}
		cells := map[[3]int]bool{}
		var size [3]int
		for _, cell := range piece.Cells {
			cells[cell] = true
			for d := range size {
				size[d] = max(size[d], cell[d]+1)
			}
		}
		p.Shapes = append(p.Shapes, voxels(t, piece.Name, size, func(cell [3]int) bool { return cells[cell] }))
		problem.Parts = append(problem.Parts, burrPart{ID: k + 1, Min: int(piece.Min), Max: min(int(piece.Max), area/len(piece.Cells))})
	}
	p.Problems = []burrProblem{problem}
	packed, _ := gzip.NewWriterLevel(w, gzip.BestCompression)
	packed.Comment = Mark
	if _, err := io.WriteString(packed, xml.Header); err != nil {
		return err
	}
	if err := xml.NewEncoder(packed).Encode(p); err != nil {
		return err
	}
	return packed.Close()
}

// voxels writes a box of cells: x are columns, y rows, z layers. BurrTools' first triangle
// points the other way than ours, so that triangles stand a column to the right.
func voxels(t *enumerate.Tiling, name string, size [3]int, filled func([3]int) bool) burrVoxels {
	margin := 0
	if t.Lattice == "triangles" {
		margin = 1
	}
	v := burrVoxels{X: size[2] + margin, Y: size[1], Z: size[0], Name: name}
	var text strings.Builder
	for layer := range size[0] {
		for row := range size[1] {
			for col := range v.X {
				if col >= margin && filled([3]int{layer, row, col - margin}) {
					text.WriteByte('#')
				} else {
					text.WriteByte('_')
				}
			}
		}
	}
	v.Text = text.String()
	return v
}
