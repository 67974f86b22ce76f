package picture

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
)

// block returns cells of a solid from layers of letters; equal letters are one piece,
// '.' is a cell on which nothing lies.
func block(layers ...[]string) []Cell {
	var cells []Cell
	for l, rows := range layers {
		for y, row := range rows {
			for x, c := range row {
				cell := Cell{Outline: []enumerate.Point{{X: x, Y: y}, {X: x + 1, Y: y}, {X: x + 1, Y: y + 1}, {X: x, Y: y + 1}}, Layer: l, Region: int(c), Fill: color.NRGBA{200, uint8(c), 90, 255}}
				if c == '.' {
					cell.Region, cell.Fill = -2, paper
				}
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

// TestLayers: three layers side by side with their numbers, and no cell on another.
func TestLayers(t *testing.T) {
	b := &Board{Cells: block([]string{"aab", "abb"}, []string{"ccb", "cdd"}, []string{"ccc", "ddd"})}
	b.layers()
	if len(b.Notes) != 3 || b.Notes[2].Text != "layer 2" || b.Notes[2].X != 9.5 {
		t.Errorf("notes %v", b.Notes)
	}
	seen := map[enumerate.Point]bool{}
	for _, c := range b.Cells {
		if seen[c.Outline[0]] {
			t.Errorf("two cells at %v", c.Outline[0])
		}
		seen[c.Outline[0]] = true
	}
	if w, h := b.Size(); w != 11 || h != 2+noteHeight {
		t.Errorf("%v x %v, expected 11 x 2.8", w, h)
	}
}

// TestCube draws one cube: three faces, three lines inside and six round it.
func TestCube(t *testing.T) {
	b := &Board{Cells: block([]string{"a"})}
	b.solid()
	thin, thick, _ := b.lines()
	if len(b.Cells) != 3 || len(thin) != 3 || len(thick) != 6 {
		t.Errorf("%d faces, %d lines inside, %d round, expected 3, 3, 6", len(b.Cells), len(thin), len(thick))
	}
	fills := map[color.NRGBA]bool{}
	for _, c := range b.Cells {
		fills[c.Fill] = true
	}
	if len(fills) != 3 {
		t.Errorf("%d shades, expected 3", len(fills))
	}
}

// TestOcclusion: where a piece hides a part of itself, there is a thick line between
// the two parts, though they are of one piece.
func TestOcclusion(t *testing.T) {
	b := &Board{Cells: block([]string{"aa", "a."})}
	whole := &Board{Cells: block([]string{"aa", "aa"})}
	b.solid()
	whole.solid()
	_, step, _ := b.lines()
	_, plain, _ := whole.lines()
	if len(plain) != 6 || len(step) <= 6 {
		t.Errorf("a block has %d thick lines, one with a corner missing %d: expected 6 and more", len(plain), len(step))
	}
}

// TestSeen compares what is seen of random cubes with a search for the nearest face
// along the line of sight through the middle of every triangle, in real numbers.
func TestSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var cubes []cube
		in := map[[3]int]int{}
		for range 4 + r.IntN(30) {
			at := [3]int{r.IntN(4), r.IntN(4), r.IntN(4)}
			if _, ok := in[at]; !ok {
				in[at] = len(cubes)
				cubes = append(cubes, cube{at[0], at[1], at[2], &Cell{Region: len(cubes)}})
			}
		}
		area := 0
		for _, f := range seen(cubes) {
			area += len(f.Outline) - 2
			for k := 1; k+1 < len(f.Outline); k++ {
				corners := []enumerate.Point{f.Outline[0], f.Outline[k], f.Outline[k+1]}
				var x, y float64
				for _, p := range corners {
					x, y = x+float64(p.X)/3, y+float64(p.Y)/3
				}
				if got := hit(in, x, y); got != f.Region {
					t.Fatalf("cube %d is drawn at %.2f, %.2f, where cube %d is nearest", f.Region, x, y, got)
				}
			}
		}
		// All that is hit is drawn: count triangles of the plane.
		want := 0
		for x := -5; x < 6; x++ {
			for y := -10; y < 22; y++ {
				if (x+y)%2 != 0 { // no corner of cubes; a triangle has a side from (x, y-1) to (x, y+1)
					for _, dx := range []float64{1.0 / 3, -1.0 / 3} {
						if hit(in, float64(x)+dx, float64(y)) >= 0 {
							want++
						}
					}
				}
			}
		}
		if area != want {
			t.Fatalf("%d triangles are drawn, expected %d", area, want)
		}
	}
}

// hit follows the line of sight that shows at a point of the picture from the viewer
// on, in small steps, to the first cube; -1 if there is none.
func hit(cubes map[[3]int]int, x, y float64) int {
	const step = 1.0 / 64
	for depth := 12.0; depth > -12; depth -= step {
		// x = col - row, y = row + col + 2 layers, depth = row + col - layer
		layer := (y - depth) / 3
		sum := depth + layer
		at := [3]int{int(math.Floor(layer)), int(math.Floor((sum - x) / 2)), int(math.Floor((sum + x) / 2))}
		if i, ok := cubes[at]; ok {
			return i
		}
	}
	return -1
}

// TestApart sets the pieces of a solid beside each other: each shows as much as if it were
// alone, and none lies on another.
func TestApart(t *testing.T) {
	cells := block([]string{"vzl", "vvl", "taa"}, []string{"zzl", "tpa", "tba"}, []string{"zpl", "ppb", "tbb"})
	alone := map[int]*Board{}
	for _, c := range cells {
		if alone[c.Region] == nil {
			alone[c.Region] = &Board{}
		}
		alone[c.Region].Cells = append(alone[c.Region].Cells, c)
	}
	b := &Board{Cells: cells}
	b.apart()
	shown, boxes := map[int]int{}, map[int]image.Rectangle{}
	for _, f := range b.Cells {
		shown[f.Region] += len(f.Outline) - 2 // triangles
		for _, p := range f.Outline {
			boxes[f.Region] = boxes[f.Region].Union(image.Rect(p.X, p.Y, p.X+1, p.Y+1))
		}
	}
	for region, piece := range alone {
		n := 0
		piece.solid()
		for _, f := range piece.Cells {
			n += len(f.Outline) - 2
		}
		if shown[region] != n {
			t.Errorf("%d of %d triangles of piece %c show", shown[region], n, region)
		}
		for other, box := range boxes {
			if other != region && box.Overlaps(boxes[region]) {
				t.Errorf("pieces %c and %c overlap", region, other)
			}
		}
	}
}

// TestViews: flat boards have one view, and say so.
func TestViews(t *testing.T) {
	for _, c := range []struct {
		view  string
		solid bool
		ok    bool
	}{{"", false, true}, {"layers", false, true}, {"solid", false, false}, {"solid", true, true}, {"sold", true, false}} {
		_, err := NewPainter(nil, &enumerate.Drawer{Solid: c.solid}, Style{View: c.view})
		if (err == nil) != c.ok {
			t.Errorf("view %q: %v", c.view, err)
		}
	}
}

func TestLegend(t *testing.T) {
	drawer := &enumerate.Drawer{Pieces: []enumerate.DrawnPiece{{Name: "I2", Symbol: "a"}, {Name: "I2", Symbol: "b"}, {Name: "V3", Symbol: "V"}}}
	p, err := NewPainter(nil, drawer, Style{Letters: true})
	if err != nil {
		t.Fatal(err)
	}
	keys := p.Legend()
	if len(keys) != 2 || keys[0].Name != "I2: a b" || keys[1].Symbol != "V" || keys[1].Fill != safe[1] {
		t.Errorf("%+v", keys)
	}
	cells := enumerate.Squares(1, 3)
	cells[0].Fill, cells[2].Fill, cells[2].Region = 0, 2, 2
	bare, err := Draw([]*Board{p.Paint(&enumerate.Drawing{Cells: cells})}, Layout{})
	if err != nil {
		t.Fatal(err)
	}
	with, err := Draw([]*Board{p.Paint(&enumerate.Drawing{Cells: cells})}, Layout{Legend: keys})
	if err != nil {
		t.Fatal(err)
	}
	if with.height <= bare.height || len(with.labels) != len(bare.labels)+3 {
		t.Errorf("with a legend %d pixels high, %d labels; without %d, %d", with.height, len(with.labels), bare.height, len(bare.labels))
	}
	if !slices.ContainsFunc(with.areas, func(a area) bool { return a.fill == safe[1] }) {
		t.Error("no square of the colour of V3")
	}
	cells[1].Fill = enumerate.Pale
	if keys := p.Legend(p.Paint(&enumerate.Drawing{Cells: cells})); len(keys) != 3 || keys[2].Name != "blocked" || keys[2].Fill != Blank {
		t.Errorf("a board with a blocked cell: %+v", keys)
	}
	drawer.Board = cells
	if keys := p.Legend(); len(keys) != 3 || keys[2].Name != "blocked" || TextLegend(keys, 80, 0) != "I2: a b   blocked: #\n" {
		t.Errorf("all boards have a blocked cell: %+v, %q", keys, TextLegend(keys, 80, 0))
	}
	one := &enumerate.Drawer{Pieces: drawer.Pieces[:2]}
	if p, err := NewPainter(nil, one, Style{}); err != nil || p.Legend() != nil {
		t.Errorf("a legend of one name: %v, %v", p.Legend(), err)
	}
}

// TestLettersOfMany: more pieces than colours have letters.
func TestLettersOfMany(t *testing.T) {
	for n, want := range map[int]bool{13: false, 14: true} {
		var pieces []enumerate.DrawnPiece
		for _, name := range names(n) {
			pieces = append(pieces, enumerate.DrawnPiece{Name: name, Symbol: name[:1]})
		}
		p, err := NewPainter(nil, &enumerate.Drawer{Pieces: pieces}, Style{})
		if err != nil || p.letters != want {
			t.Errorf("%d pieces: letters %v, %v", n, p.letters, err)
		}
	}
}

// TestRepeat draws two cells that are joined beyond the border: no line round what
// is drawn again, and a faded one between two pieces there.
func TestRepeat(t *testing.T) {
	square := func(x, y int) []enumerate.Point {
		return []enumerate.Point{{X: x, Y: y}, {X: x + 2, Y: y}, {X: x + 2, Y: y + 2}, {X: x, Y: y + 2}}
	}
	b := &Board{ScaleX: 0.5, ScaleY: 0.5, Cells: []Cell{
		{Outline: square(0, 0), Region: 0}, {Outline: square(0, 2), Region: 1},
		{Outline: square(2, 0), Region: 0, Repeat: true}, {Outline: square(2, 2), Region: 1, Repeat: true},
	}}
	thin, thick, faded := b.lines()
	if len(thin) != 1 || len(faded) != 1 || len(thick) != 4 {
		t.Errorf("%d thin, %d thick, %d faded lines, expected 1, 4, 1", len(thin), len(thick), len(faded))
	}
}
