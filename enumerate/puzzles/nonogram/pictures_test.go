package nonogram

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// pictures are the project's own; testdata holds them as .non files, written by
// this program (COVERSTAT_WRITE=1).
var pictures = []struct{ name, title, text string }{
	{"cup", "Cup", `
.#..#..#..
..#..#..#.
.#..#..#..
..........
########..
########.#
########.#
########.#
##########
.######...
..####....
##########`},
	{"anchor", "Anchor", `
......###......
.....#...#.....
.....#...#.....
......###......
.......#.......
...#########...
.......#.......
.......#.......
.......#.......
#......#......#
##.....#.....##
###....#....###
.##....#....##.
..###..#..###..
....#######....`},
	{"sixways", "Six ways", `
#..
.#.
..#`},
	{"fence", "Fence", strings.Repeat(`
`+strings.Repeat("#.", 45), 2) + `
` + strings.Repeat("#", 90) + strings.Repeat(`
`+strings.Repeat("#.", 45), 3) + `
` + strings.Repeat("##.", 30)},
}

func parsePicture(text string) (pic picture, width int) {
	rows := strings.Split(strings.TrimSpace(text), "\n")
	for _, row := range rows {
		for _, ch := range row {
			c := line.Crossed
			if ch == '#' {
				c = line.Black
			}
			pic = append(pic, c)
		}
	}
	return pic, len(rows[0])
}

func TestTestdata(t *testing.T) {
	for _, x := range pictures {
		pic, width := parsePicture(x.text)
		p := fromPicture(pic, width)
		p.Title, p.By = x.title, "coverstat"
		want := []byte(p.non())
		name := filepath.Join("testdata", x.name+".non")
		if os.Getenv("COVERSTAT_WRITE") == "1" {
			if err := os.WriteFile(name, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the picture gives; COVERSTAT_WRITE=1 writes it", name)
		}
		back, err := readFile(name, bytes.NewReader(got))
		if err != nil {
			t.Fatal(err)
		}
		if text := back[0].Goal.text(width); text != strings.TrimSpace(x.text) || back[0].Title != x.title {
			t.Errorf("%s read back: %q\n%s", name, back[0].Title, text)
		}
	}
}
