package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
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

// small are two dominoes and two blocked cells, with letters.
func small(t *testing.T) *Board {
	t.Helper()
	p := &pieces{names: []string{"I2", "I2"}, symbols: []string{"A", "B"}, bySymbol: map[byte]int{'A': 0, 'B': 1},
		fill: []color.NRGBA{spread(0), spread(1)}, letters: true, seen: map[string]int{}}
	b, err := p.fromGrid([]byte("AA#BB."), shape{rows: 2, cols: 3})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSVGIsWellFormed(t *testing.T) {
	b := small(t)
	b.Caption = `<script>alert("1")</script> & more`
	b.Left, b.Top = [][]string{{"1", "<"}, {"2"}}, [][]string{{"3"}, {}, {"&"}}
	p, err := Draw([]*Board{b, b}, Layout{})
	if err != nil {
		t.Fatal(err)
	}
	p.SetTitle("</svg><script>")
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

// TestPNG looks at the middles of cells and lines.
func TestPNG(t *testing.T) {
	b := small(t)
	for i := range b.Cells {
		b.Cells[i].Text = "" // letters cover the middle
	}
	p, err := Draw([]*Board{b}, Layout{Cell: 40})
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
	w, h := p.Size()
	if m.Bounds().Dx() != w || m.Bounds().Dy() != h {
		t.Fatalf("%v, expected %d x %d", m.Bounds(), w, h)
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
		{"first piece", 20, 20, spread(0)},
		{"second piece", 60, 60, spread(1)},
		{"blocked cell", 100, 20, blocked},
		{"uncovered cell", 100, 60, paper},
		{"line between pieces", 40, 40, black},
		{"line round a blocked cell", 80, 20, black},
		{"rim", 20, 0, black},
	} {
		if got := at(c.x, c.y); got != c.want {
			t.Errorf("%s: %v, expected %v", c.what, got, c.want)
		}
	}
	if got := at(40, 20); got == spread(0) || got == black {
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
		many[i] = newBoard(8, 8)
	}
	if _, err := Draw(many, Layout{}); !errors.As(err, &input) {
		t.Errorf("too large a sheet: %v", err)
	}
}

// TestRoads draws one solution from its grid and from its options.
func TestRoads(t *testing.T) {
	p := &pieces{names: []string{"I2", "I2", "I1"}, symbols: []string{"A", "B", "C"}, bySymbol: map[byte]int{'A': 0, 'B': 1, 'C': 2},
		fill: []color.NRGBA{spread(0), spread(0), spread(1)}, seen: map[string]int{}}
	shape := shape{rows: 2, cols: 3, blocked: []bool{false, false, false, false, false, true}}
	fromGrid, err := p.fromGrid([]byte("AACBB#"), shape)
	if err != nil {
		t.Fatal(err)
	}
	options := []option{{"I2", []int32{0, 1}}, {"I2", []int32{3, 4}}, {"I1", []int32{2}}}
	fromOptions, err := p.fromOptions([]int32{0, 1, 2}, options, shape)
	if err != nil {
		t.Fatal(err)
	}
	var svg [2]bytes.Buffer
	for i, b := range []*Board{fromGrid, fromOptions} {
		d, err := Draw([]*Board{b}, Layout{})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.SVG(&svg[i]); err != nil {
			t.Fatal(err)
		}
	}
	if svg[0].String() != svg[1].String() {
		t.Errorf("from the grid:\n%s\nfrom options:\n%s", &svg[0], &svg[1])
	}
	for _, wrong := range [][]int32{{0, 1, 3}, {-1}, {0, 0, 1}} {
		if _, err := p.fromOptions(wrong, options, shape); err == nil {
			t.Errorf("options %v: no error", wrong)
		}
	}
}

func TestBoxes(t *testing.T) {
	for _, c := range []struct {
		shape            shape
		cells, rows, col int
	}{
		{shape{}, 81, 3, 3}, {shape{}, 36, 2, 3}, {shape{boxRows: 3, boxCols: 2}, 36, 3, 2}, {shape{}, 144, 3, 4}, {shape{}, 256, 4, 4},
	} {
		rows, cols, err := c.shape.boxes(c.cells)
		if err != nil || rows != c.rows || cols != c.col {
			t.Errorf("%d cells: boxes %dx%d, %v, expected %dx%d", c.cells, rows, cols, err, c.rows, c.col)
		}
	}
	if _, _, err := (shape{}).boxes(80); err == nil {
		t.Error("80 cells: no error")
	}
}

func TestClues(t *testing.T) {
	left, top := clues("2,2/4|1/3/0")
	if len(left) != 2 || len(top) != 3 || left[0][1] != "2" || top[2][0] != "0" {
		t.Errorf("got %v and %v", left, top)
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
