package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coverstat/enumerate"
)

// names of more pieces than any palette has colours.
func names(n int) []string {
	out := []string{"L5", "W5", "F5", "V5", "N5", "Z5", "T5", "P5", "Y5", "O4", "X5", "I5", "U5"}
	for i := len(out); i < n; i++ {
		out = append(out, "Q"+string(rune('a'+i)))
	}
	return out[:n]
}

func TestColoursDiffer(t *testing.T) {
	for _, palette := range []string{"classic", "safe"} {
		got, err := colours(palette, names(30))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[color.NRGBA]int{}
		for i, c := range got {
			if j, ok := seen[c]; ok {
				t.Errorf("%s: pieces %d and %d are both %v", palette, j, i, c)
			}
			seen[c] = i
		}
	}
}

func TestClassicLook(t *testing.T) {
	got, err := colours("classic", names(13))
	if err != nil {
		t.Fatal(err)
	}
	if want := (color.NRGBA{84, 130, 53, 255}); got[0] != want {
		t.Errorf("L5 is %v, expected %v", got[0], want)
	}
	if want := (color.NRGBA{146, 208, 80, 255}); got[12] != want {
		t.Errorf("U5 is %v, expected %v", got[12], want)
	}
}

func TestUnknownPalette(t *testing.T) {
	_, err := colours("clasic", nil)
	var input *enumerate.InputError
	if !errors.As(err, &input) || !strings.Contains(err.Error(), "classic") {
		t.Errorf("got %v, expected an input error that names classic", err)
	}
}

// drawn paints cells of pieces with letters.
func drawn(t *testing.T, pieces []enumerate.DrawnPiece, cells []enumerate.DrawnCell) *Board {
	t.Helper()
	d, err := NewPainter(nil, &enumerate.Drawer{Pieces: pieces}, Style{Letters: true})
	if err != nil {
		t.Fatal(err)
	}
	return d.Paint(&enumerate.Drawing{Cells: cells})
}

// small are two dominoes, a blocked cell and an uncovered one, with letters.
func small(t *testing.T) *Board {
	t.Helper()
	cells := enumerate.Squares(2, 3)
	for i, region := range []int{0, 0, enumerate.Outside, 1, 1, -2} {
		cells[i].Region = region
		if region >= 0 {
			cells[i].Fill = enumerate.Fill(region)
		}
	}
	cells[2].Fill = enumerate.Pale
	return drawn(t, []enumerate.DrawnPiece{{Name: "I2", Symbol: "A"}, {Name: "J2", Symbol: "B"}}, cells)
}

func TestSVGIsWellFormed(t *testing.T) {
	b := small(t)
	b.Caption = `<script>alert("1")</script> & more`
	b.Left, b.Top = [][]string{{"1", "<"}, {"2"}}, [][]string{{"3"}, {}, {"&"}}
	p, err := Draw([]*Board{b, b}, Layout{})
	if err != nil {
		t.Fatal(err)
	}
	p.Title = "</svg><script>"
	var out bytes.Buffer
	if err := p.SVG(&out); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
			t.Fatal("a caption became an element")
		}
	}
}

// TestSVGLinks: each board with an address leads there, also below another picture.
func TestSVGLinks(t *testing.T) {
	b := small(t)
	b.Link = `https://x.org/?a&"b"`
	p, err := Draw([]*Board{b, small(t), b}, Layout{Cell: 40, Columns: 2})
	if err != nil {
		t.Fatal(err)
	}
	all := New(p.width, 100)
	all.Append(p)
	var out bytes.Buffer
	if err := all.SVG(&out); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	var got []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if ok && e.Name.Local == "a" {
			got = append(got, e.Attr[0].Value)
		} else if ok && e.Name.Local == "rect" {
			got = append(got, e.Attr[0].Value+" "+e.Attr[1].Value+" "+e.Attr[2].Value+" "+e.Attr[3].Value)
		}
	}
	w, h := strconv.Itoa(b.extent(40).X), strconv.Itoa(b.extent(40).Y)
	want := []string{b.Link, "10 110 " + w + " " + h, b.Link, "10 " + strconv.Itoa(110+b.extent(40).Y+30) + " " + w + " " + h}
	if !slices.Equal(got, want) {
		t.Errorf("links %q\nexpected %q", got, want)
	}
}

// pixels draws a board as a PNG and reads it again.
func pixels(t *testing.T, b *Board, l Layout) (*Picture, image.Image) {
	t.Helper()
	p, err := Draw([]*Board{b}, l)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.PNG(&out); err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return p, m
}

// TestPNG looks at the middles of cells and lines.
func TestPNG(t *testing.T) {
	b := small(t)
	for i := range b.Cells {
		b.Cells[i].Text = "" // letters cover the middle
	}
	p, m := pixels(t, b, Layout{Cell: 40})
	if m.Bounds().Dx() != p.width || m.Bounds().Dy() != p.height {
		t.Fatalf("%v, expected %d x %d", m.Bounds(), p.width, p.height)
	}
	const margin, half = 10, 2
	at := func(x, y int) color.NRGBA {
		return color.NRGBAModel.Convert(m.At(margin+half+x, margin+half+y)).(color.NRGBA)
	}
	for _, c := range []struct {
		what string
		x, y int
		want color.NRGBA
	}{
		{"first piece", 20, 20, safe[0]},
		{"second piece", 60, 60, safe[1]},
		{"blocked cell", 100, 20, Blank},
		{"uncovered cell", 100, 60, paper},
		{"line between pieces", 40, 40, black},
		{"line round a blocked cell", 80, 20, black},
		{"rim", 20, 0, black},
	} {
		if got := at(c.x, c.y); got != c.want {
			t.Errorf("%s: %v, expected %v", c.what, got, c.want)
		}
	}
	if got := at(40, 20); got == safe[0] || got == black {
		t.Errorf("line inside a piece: %v, expected a faint one", got)
	}
}

// TestSameBytes draws the same twice.
func TestSameBytes(t *testing.T) {
	var first []byte
	for range 2 {
		p, err := Draw([]*Board{small(t), small(t)}, Layout{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := errors.Join(p.SVG(&out), p.PNG(&out)); err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, out.Bytes()) {
			t.Error("the same boards gave other bytes")
		}
		first = out.Bytes()
	}
}

func TestLimits(t *testing.T) {
	var input *enumerate.InputError
	if _, err := Draw(nil, Layout{}); !errors.As(err, &input) {
		t.Errorf("no board: %v", err)
	}
	if _, err := Draw([]*Board{small(t)}, Layout{Cell: 1}); !errors.As(err, &input) {
		t.Errorf("cells of a pixel: %v", err)
	}
	many := make([]*Board, 10_000)
	for i := range many {
		many[i] = drawn(t, nil, enumerate.Squares(8, 8))
	}
	if _, err := Draw(many, Layout{}); !errors.As(err, &input) {
		t.Errorf("too large a sheet: %v", err)
	}
}

// TestOrientationColours colours two horizontal dominoes alike and an upright one
// otherwise, as all have one name.
func TestOrientationColours(t *testing.T) {
	cells := enumerate.Squares(2, 3)
	for i, piece := range []int{0, 0, 2, 1, 1, 2} {
		cells[i].Region, cells[i].Fill = piece, enumerate.Fill(piece)
	}
	domino := enumerate.DrawnPiece{Name: "I2"}
	d, err := NewPainter(nil, &enumerate.Drawer{Pieces: []enumerate.DrawnPiece{domino, domino, domino}}, Style{})
	if err != nil {
		t.Fatal(err)
	}
	b := d.Paint(&enumerate.Drawing{Cells: cells, Orientations: []int{0, 0, 1}})
	if b.Cells[0].Fill != b.Cells[3].Fill || b.Cells[0].Fill == b.Cells[2].Fill {
		t.Errorf("the dominoes are %v, %v and %v", b.Cells[0].Fill, b.Cells[3].Fill, b.Cells[2].Fill)
	}
}

func svg(t *testing.T, b *Board) string {
	t.Helper()
	p, err := Draw([]*Board{b}, Layout{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.SVG(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestLongLines draws a board of one region: one rectangle, and each line from
// rim to rim.
func TestLongLines(t *testing.T) {
	got := svg(t, drawn(t, nil, enumerate.Squares(8, 8)))
	// A path each for the sheet with the board, the thin lines and the rim.
	if paths, lines := strings.Count(got, "<path"), strings.Count(got, "M"); paths != 3 || lines != 1+1+7+7+4 {
		t.Errorf("%d paths of %d rectangles:\n%s", paths, lines, got)
	}
}

// TestHole draws a ring: a run of cells with nothing in its middle.
func TestHole(t *testing.T) {
	cells := enumerate.Squares(3, 3)
	ring := drawn(t, nil, append(cells[:4:4], cells[5:]...))
	loops := outline(ring.Cells)
	if len(loops) != 2 || len(loops[0]) != 4 || len(loops[1]) != 4 {
		t.Errorf("the ring has the outlines %v", loops)
	}
	for i := range ring.Cells {
		ring.Cells[i].Fill = black
	}
	_, m := pixels(t, ring, Layout{})
	if got := color.NRGBAModel.Convert(m.At(12+60, 12+60)); got != paper {
		t.Errorf("the hole is %v", got)
	}
	if got := color.NRGBAModel.Convert(m.At(12+60, 12+20)); got != black {
		t.Errorf("the ring is %v", got)
	}
}

// TestHexagons draws two hexagons that share an edge, one above the other.
func TestHexagons(t *testing.T) {
	hexagon := func(x, y int) []enumerate.Point {
		return []enumerate.Point{{X: x, Y: y + 1}, {X: x + 1, Y: y}, {X: x + 2, Y: y + 1}, {X: x + 2, Y: y + 3}, {X: x + 1, Y: y + 4}, {X: x, Y: y + 3}}
	}
	b := drawn(t, nil, []enumerate.DrawnCell{{Outline: hexagon(0, 0), Fill: enumerate.Paper}, {Outline: hexagon(1, 3), Fill: enumerate.Paper}})
	b.ScaleX, b.ScaleY = 0.866, 0.5
	faint, strong, _ := b.lines()
	if len(faint) != 1 || len(strong) != 10 {
		t.Errorf("%d lines inside and %d round, expected 1 and 10", len(faint), len(strong))
	}
	if got := svg(t, b); strings.Contains(got, "crispEdges") || !strings.Contains(got, "L") {
		t.Errorf("no slanted lines:\n%s", got)
	}
}

// TestInk sees that letters can be read: a contrast of 4.2 at least, where
// WCAG 2 (2008) asks for 3 for letters of this size.
func TestInk(t *testing.T) {
	for _, palette := range Palettes() {
		all, err := colours(palette, names(30))
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range all {
			a, b := luminance(c)+0.05, luminance(inkOn(c))+0.05
			if a < b {
				a, b = b, a
			}
			if a/b < 4.2 {
				t.Errorf("%s, colour %d %v: contrast %.1f", palette, i, c, a/b)
			}
		}
	}
}

// TestOnly fades all pieces but some, and leaves the painter as it was.
func TestOnly(t *testing.T) {
	p, err := NewPainter(nil, &enumerate.Drawer{Pieces: []enumerate.DrawnPiece{{Name: "A"}, {Name: "B"}}}, Style{})
	if err != nil {
		t.Fatal(err)
	}
	drawing := &enumerate.Drawing{Cells: []enumerate.DrawnCell{{Fill: 0}, {Fill: 1, Region: 1}}}
	all, only := p.Paint(drawing), p.Only("B").Paint(drawing)
	if only.Cells[1].Fill != all.Cells[1].Fill || only.Cells[0].Fill != Mix(all.Cells[0].Fill, paper, faded) {
		t.Errorf("%v, expected only B of %v", only.Cells, all.Cells)
	}
	if again := p.Paint(drawing); again.Cells[0].Fill != all.Cells[0].Fill {
		t.Error("the painter has changed")
	}
}
