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
	// A BurrPuzzle is a file.
	BurrPuzzle struct {
		XMLName xml.Name `xml:"puzzle"`
		Version string   `xml:"version,attr"`
		Grid    struct {
			Type int `xml:"type,attr"`
		} `xml:"gridType"`
		Colours  struct{}      `xml:"colors"`
		Shapes   []BurrVoxels  `xml:"shapes>voxel"`
		Problems []BurrProblem `xml:"problems>problem"`
		Comment  string        `xml:"comment"`
	}
	// BurrVoxels are a box of cells. Its text has # for filled, + for variable and _ for empty
	// ones, each followed by the number of its colour if it has one.
	BurrVoxels struct {
		X    int    `xml:"x,attr"`
		Y    int    `xml:"y,attr"`
		Z    int    `xml:"z,attr"`
		Name string `xml:"name,attr"`
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
	// A BurrProblem says which shapes are pieces, and which is the result.
	BurrProblem struct {
		Name       string      `xml:"name,attr"`
		State      int         `xml:"state,attr"`
		Assemblies *int64      `xml:"assemblies,attr"`
		Solutions  *int64      `xml:"solutions,attr"`
		MaxHoles   *int64      `xml:"maxHoles,attr"`
		Parts      []BurrPart  `xml:"shapes>shape"`
		Result     *burrResult `xml:"result"`
		Bitmap     struct {
			Pairs []BurrPair `xml:"pair"`
		} `xml:"bitmap"`
	}
	// A BurrPart is a shape that is a piece, with the number of its copies.
	BurrPart struct {
		ID    int    `xml:"id,attr"`
		Count *int32 `xml:"count,attr"`
		Min   *int32 `xml:"min,attr"`
		Max   *int32 `xml:"max,attr"`
		Group int    `xml:"group,attr,omitempty"`
		Inner []struct {
			Group int `xml:"group,attr"`
		} `xml:"group"`
	}
	// A burrResult names the shape that the pieces make.
	burrResult struct {
		ID int `xml:"id,attr"`
	}
	// A BurrPair is a colour of pieces that may lie on one of the result.
	BurrPair struct {
		Piece  int `xml:"piece,attr"`
		Result int `xml:"result,attr"`
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
	p := BurrPuzzle{Version: "2", Shapes: []BurrVoxels{board}, Comment: title + ": " + Mark}
	p.Grid.Type = grid
	problem := BurrProblem{Name: title, Result: &burrResult{}}
	area := strings.Count(board.Text, "#")
	for k, piece := range t.Pieces {
		if !piece.Turned {
			return enumerate.Errorf(
				"format burrtools turns pieces in space, so that flat ones lie face down, and mirrors none: piece %s may lie in other ways", piece.Name)
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
		most := int32(min(int(piece.Max), area/len(piece.Cells)))
		problem.Parts = append(problem.Parts, BurrPart{ID: k + 1, Min: &piece.Min, Max: &most})
	}
	p.Problems = []BurrProblem{problem}
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
func voxels(t *enumerate.Tiling, name string, size [3]int, filled func([3]int) bool) BurrVoxels {
	margin := 0
	if t.Lattice == "triangles" {
		margin = 1
	}
	v := BurrVoxels{X: size[2] + margin, Y: size[1], Z: size[0], Name: name, Type: "0"}
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
