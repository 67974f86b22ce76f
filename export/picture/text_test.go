package picture

import (
	"strings"
	"testing"

	"coverstat/enumerate"
)

// TestText draws a board of each lattice in characters.
func TestText(t *testing.T) {
	triangle := func(x, y int) []enumerate.Point {
		if (x+y)%2 == 0 {
			return []enumerate.Point{{X: x + 1, Y: y}, {X: x + 2, Y: y + 1}, {X: x, Y: y + 1}}
		}
		return []enumerate.Point{{X: x, Y: y}, {X: x + 2, Y: y}, {X: x + 1, Y: y + 1}}
	}
	hexagon := func(col, row int) []enumerate.Point {
		x, y := 2*col+row+1, 3*row+2
		return []enumerate.Point{{X: x, Y: y - 2}, {X: x + 1, Y: y - 1}, {X: x + 1, Y: y + 1}, {X: x, Y: y + 2}, {X: x - 1, Y: y + 1}, {X: x - 1, Y: y - 1}}
	}
	square := func(x, y int) []enumerate.Point { return enumerate.Squares(y+1, x+1)[(y+1)*(x+1)-1].Outline }
	for _, c := range []struct {
		what    string
		outline func(x, y int) []enumerate.Point
		want    string
	}{
		{"squares", square, "A A B\n[][]B\n"},
		{"hexagons", hexagon, "A A B\n ()()B\n"},
		{"triangles", triangle, "/A\\A/B\\\n\\#/#\\B/\n"},
	} {
		b := &Board{}
		for i, letter := range []string{"A", "A", "B", "", "", "B"} {
			b.Cells = append(b.Cells, Cell{Outline: c.outline(i%3, i/3), Region: int((letter + ".")[0]), Fill: dark, Text: letter})
			b.Cells[i].Fill.A = 254 // of no special meaning
		}
		if got := Text([]*Board{b}, 80, 0); got != c.want {
			t.Errorf("%s: got\n%sexpected\n%s", c.what, got, c.want)
		}
	}
}

func TestTextOfLayers(t *testing.T) {
	b := &Board{Cells: block([]string{"aab", "a.b"}, []string{"ccb", "ccb"})}
	for i := range b.Cells {
		if b.Cells[i].Region >= 0 {
			b.Cells[i].Text = string(rune(b.Cells[i].Region))
		}
	}
	b.layers()
	b.Caption = "title"
	if got, want := Text([]*Board{b}, 80, 0), "title\nlayer 0 layer 1\na a b   c c b\na . b   c c b\n"; got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
}

// TestTextWithoutSymbols: pieces that are too many for symbols have letters on a terminal
// without colours.
func TestTextWithoutSymbols(t *testing.T) {
	b := &Board{Cells: block([]string{"aab", "cbb"})}
	for i := range b.Cells {
		b.Cells[i].Fill = safe[0]
	}
	if got, want := Text([]*Board{b}, 80, 0), "A A B\nC B B\n"; got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
}

// TestTextWidth: boards stand beside each other as long as there is room.
func TestTextWidth(t *testing.T) {
	b := &Board{Cells: block([]string{"aa"})}
	if got, want := Text([]*Board{b, b, b}, 11, 0), "[][]   [][]\n\n[][]\n"; got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
}

// TestTextColours: escape codes that end where the colour ends.
func TestTextColours(t *testing.T) {
	b := &Board{Cells: block([]string{"a"})}
	got := Text([]*Board{b}, 80, 1<<24)
	if want := "\x1b[0;48;2;200;97;90;38;2;0;0;0m  \x1b[0m\n"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if got := Text([]*Board{b}, 80, 256); !strings.Contains(got, "48;5;") {
		t.Errorf("%q", got)
	}
}

// TestTextLegend: without colours the pieces are named whose letters do not show which
// they are; with colours all.
func TestTextLegend(t *testing.T) {
	keys := []LegendEntry{{Name: "X5", Symbol: "X", Fill: dark}, {Name: "crown", Symbol: "6", Fill: dark}, {Name: "I2: A B C", Fill: dark}}
	if got, want := TextLegend(keys, 80, 0), "crown: 6   I2: A B C\n"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if got, want := TextLegend(keys, 19, 0), "crown: 6\nI2: A B C\n"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if got := TextLegend(keys[:1], 80, 0); got != "" {
		t.Errorf("%q, expected nothing", got)
	}
	if got := TextLegend(keys, 80, 256); strings.Count(got, reset) != 3 || !strings.Contains(got, " X5 ") {
		t.Errorf("%q, expected three colours", got)
	}
}
