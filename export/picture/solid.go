package picture

import (
	"cmp"
	"fmt"
	"image"
	"maps"
	"math"
	"slices"

	"coverstat/enumerate"
)

// layers puts the layers of a solid beside each other, in several rows if there are many, with their numbers.
func (b *Board) layers() {
	var count, width, height int
	for _, c := range b.Cells {
		count = max(count, c.Layer+1)
		width, height = max(width, c.Outline[0].X+1), max(height, c.Outline[0].Y+1)
	}
	if count == 0 {
		return
	}
	// The sheet is about three times as wide as high; no row is much shorter than the others.
	columns, best := 1, math.Inf(1)
	for rows := 1; rows <= count; rows++ {
		n := (count + rows - 1) / rows
		ratio := float64(n*(width+1)) / float64(rows*(height+1))
		if off := math.Abs(math.Log(ratio / 3)); off < best {
			columns, best = n, off
		}
	}
	corner := func(layer int) enumerate.Point {
		return enumerate.Point{X: layer % columns * (width + 1), Y: layer / columns * (height + 1)}
	}
	for i := range b.Cells {
		c := &b.Cells[i]
		at := corner(c.Layer)
		c.Outline = slices.Clone(c.Outline)
		for k := range c.Outline {
			c.Outline[k].X += at.X
			c.Outline[k].Y += at.Y
		}
	}
	for layer := range count {
		at, text := corner(layer), fmt.Sprintf("layer %d", layer)
		switch {
		case count == 1:
			continue
		case width < 3: // there is no room for the word
			text = fmt.Sprint(layer)
		}
		b.Notes = append(b.Notes,
			Note{X: float64(at.X) + float64(width)/2, Y: float64(at.Y) - noteHeight/2, Text: text})
	}
}

// A cube is a cell of a solid by the place of its upper left back corner.
type cube struct {
	layer, row, col int
	cell            *Cell
}

// depth is greater the nearer a cube is to the viewer, who looks from above onto the last row and column.
func (c cube) depth() int { return c.row + c.col - c.layer }

// solid draws the cubes as they look from the front, in isometric projection. Blocked and empty cells are left out.
//
// On paper the corners of cubes are the corners of equal triangles, two to each face. Every triangle shows a
// half of just one face, the nearest: that is the whole of what hides what.
func (b *Board) solid() {
	var cubes []cube
	for i := range b.Cells {
		c := &b.Cells[i]
		if c.Region < 0 || c.Fill == dark {
			continue
		}
		if c.Fill == paper {
			c.Fill = Blank // white has no lighter shade
		}
		cubes = append(cubes, cube{c.Layer, c.Outline[0].Y, c.Outline[0].X, c})
	}
	b.Cells, b.ScaleX, b.ScaleY = seen(cubes), math.Sqrt(3)/2*isoSide, 0.5*isoSide
}

// seen returns what can be seen of the faces of cubes.
func seen(cubes []cube) []Cell {
	cubes = slices.Clone(cubes)
	slices.SortStableFunc(cubes, func(x, y cube) int { return cmp.Compare(y.depth(), x.depth()) })
	taken := map[[2]int]bool{} // triangles, by three times their middles
	var faces []Cell
	for _, c := range cubes {
		for side := range shades {
			faces = append(faces, c.face(side, taken)...)
		}
	}
	return faces
}

// isoSide is the side of a cube, in sides of a flat cell.
const isoSide = 1.1

// shades are the shares of white, or of black below 0, in the colours of a cube's top, left and right face.
var shades = [3]float64{0.22, 0, -0.25}

// faceCorners are the corners of these faces, clockwise on paper, as offsets of layer, row and column. The
// halves of a face meet between its first and third corner.
var faceCorners = [3][4][3]int{
	{{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}},
	{{0, 1, 1}, {1, 1, 1}, {1, 1, 0}, {0, 1, 0}},
	{{0, 1, 1}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}},
}

// face returns what can be seen of a face, all of it or halves, and takes its triangles.
func (c cube) face(side int, taken map[[2]int]bool) []Cell {
	f := Cell{Region: c.cell.Region, Fill: Mix(c.cell.Fill, paper, shades[side]), Text: c.cell.Text}
	if shades[side] < 0 {
		f.Fill = Mix(c.cell.Fill, black, -shades[side])
	}
	f.Ink = inkOn(f.Fill)
	for _, d := range faceCorners[side] {
		layer, row, col := c.layer+d[0], c.row+d[1], c.col+d[2]
		f.Outline = append(f.Outline, enumerate.Point{X: col - row, Y: row + col + 2*layer})
		f.Depth = append(f.Depth, row+col-layer)
	}
	var halves []Cell
	for _, half := range [2][3]int{{0, 1, 2}, {0, 2, 3}} {
		h := f
		h.Outline, h.Depth, h.Text = nil, nil, ""
		var at [2]int
		for _, k := range half {
			p := f.Outline[k]
			at[0], at[1] = at[0]+p.X, at[1]+p.Y
			h.Outline, h.Depth = append(h.Outline, p), append(h.Depth, f.Depth[k])
		}
		if !taken[at] {
			taken[at] = true
			halves = append(halves, h)
		}
	}
	if len(halves) == 2 {
		return []Cell{f}
	}
	return halves
}

// apart draws the pieces of a solid one by one, in the order of their numbers. (Moved away from the middle
// of the solid, some would still cover others on paper.)
func (b *Board) apart() {
	of := map[int]*Board{}
	for _, c := range b.Cells {
		if of[c.Region] == nil {
			of[c.Region] = &Board{}
		}
		of[c.Region].Cells = append(of[c.Region].Cells, c)
	}
	var pieces []*Board
	var sizes []image.Point
	for _, region := range slices.Sorted(maps.Keys(of)) {
		p := of[region]
		if p.solid(); len(p.Cells) > 0 {
			pieces, sizes = append(pieces, p), append(sizes, p.refine())
		}
	}
	b.Cells = nil
	b.refine()
	at, _ := arrange(sizes, gapBeside, 0)
	for i, p := range pieces {
		b.add(p, at[i], 0)
	}
}
