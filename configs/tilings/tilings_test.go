package tilings

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/configs"
	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles"
	"coverstat/enumerate/puzzles/formats/formatstest"
	"coverstat/export/convert"
)

// readAll makes the configs of a file.
func readAll(file string, in io.Reader) (all []Config, err error) {
	err = Read(file, in, func(c Config) { all = append(all, c) })
	return all, err
}

// TestFormats: each example is recognised and read.
func TestFormats(t *testing.T) {
	formatstest.Examples(t, Formats(), func(c Config) string { return string(c.YAML) })
}

// TestCounts: files of each format have as many solutions as is known of their puzzles.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       []int
	}{
		{"a cube of Soma", "/SOMA1\n/###/###/###\n/###/###/###\n/###/###/###\n", []int{11520}},
		{"two figures", "; of Soma\n/SOMA1\n/333/333/333\n/333/333/333\n/333/333/333\n/SOMA2\n/22......../.2......../.244....../.446......\n" +
			"/........../........../...665..../...655....\n/........../........../.....537../.....333..\n/........../........../.......771/.......711\n", []int{11520, 4}},
		{"a figure of yass", "*********\n*********\n\n..*****..  # a deck\n.........\n\n...***\n.\n\n....*\n.........\n", []int{2}},
		{"a cube of yass with two pieces and empty cells", strings.ReplaceAll(yass.Example, "oo\n", "oo.\n"), []int{219}},
		{"a cube of yass with two pieces", yass.Example, []int{219}},
		{"a rectangle of polycube", "D:xDim=4:yDim=3\nL\na a . . b b\n. a a . b b\n\n~L\nC:name=c:type=S:layout=0 0 0, 1 0 0,2 0 0,3 0 0\n~D\n", []int{0}},
		{"copies", "D:xDim=3:yDim=2:zDim=1\nC:name=a:layout=0 0 0,1 0 0\nC:name=b:layout=7 3 0,7 4 0\nC:name=c:type=M:layout=0 0 0, 0 1 0\n~D\n", []int{3}},
		{"solid copies", "D:xDim=2:yDim=2:zDim=2\nL\na . b . c . d, a . b . c . d\n~L\n~D\n", []int{9}},
		{"layers and what stays", "D:xDim=2:yDim=2:zDim=2\nL:stationary=*\n* *, . .\n. ., * .\n~L\nL\na . . c\na b b .\n~L\n~D\n", []int{3}},
		{"one side", "D:xDim=4:yDim=2:oneSide\nL\n" + "a . . .\na a a .\n. . . b\n. b b b" + "\n~L\n~D\n", []int{0}},
		{"tiles", polySolver.Example, []int{12}},
		{"tiles that are fixed", "x\nboard ((2 1))\ntile fixed 3 ((0 0) (1 0)) (255 0 0)\ntile fixed 3 1 ((0 0),(0 1))\nmode all\n", []int{3}},
		{"cubes", "x\ncube # of dominoes\nboard ((1 1 1))\ntile 4 4 ((0 0 0) (0 0 1))\n", []int{9}},
	} {
		configs, err := readAll("f", strings.NewReader(c.file))
		var got []int
		for _, config := range configs {
			got = append(got, solutions(t, config))
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v solutions, %v: expected %v", c.name, got, err, c.want)
			for _, config := range configs {
				t.Logf("%s", config.YAML)
			}
		}
	}
}

// puzzleOf is a file with shapes, the first of which is the result, and one problem.
func puzzleOf(grid int, parts, more string, shapes ...string) string {
	return fmt.Sprintf(`<?xml version="1.0"?><puzzle version="2"><gridType type="%d"/><shapes>%s</shapes><problems><problem name="one"><shapes>%s</shapes><result id="0"/>%s</problem></problems></puzzle>`,
		grid, strings.Join(shapes, ""), parts, more)
}

func shape(x, y, z int, text string) string {
	return fmt.Sprintf(`<voxel x="%d" y="%d" z="%d" type="0">%s</voxel>`, x, y, z, text)
}

// boxOf is a cube with some cells, given by x, y and z.
func boxOf(side int, cells ...[3]int) string {
	text := bytes.Repeat([]byte{'_'}, side*side*side)
	for _, c := range cells {
		text[c[0]+side*(c[1]+side*c[2])] = '#'
	}
	return shape(side, side, side, string(text))
}

// solutions counts the solutions of a config.
func solutions(t *testing.T, c Config) (n int) {
	t.Helper()
	plan, err := configs.Parse(c.Name+".yaml", c.YAML)
	if err != nil {
		t.Fatalf("%s\n%v", c.YAML, err)
	}
	family, err := puzzles.Find(plan.Family)
	if err != nil {
		t.Fatal(err)
	}
	spec := plan.Spec()
	if c.Cover != nil {
		spec.Open = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(c.Cover)), nil }
	}
	job, err := family.Open(spec)
	if err != nil {
		t.Fatalf("%s%s\n%v", c.YAML, c.Cover, err)
	}
	cover, err := job.Covers.Cover(0)
	if err != nil {
		t.Fatal(err)
	}
	var never atomic.Bool
	kernel.NewDLX(cover.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func([]enumerate.OptionID) bool {
		n++
		return true
	})
	return n
}

// TestRead: puzzles with known numbers of solutions. Their cells are a row, a square, a
// triangle, a box.
func TestRead(t *testing.T) {
	domino := shape(2, 1, 1, "##")
	for _, c := range []struct {
		name, file string
		plain      bool
		want       int
	}{
		{"dominoes", puzzleOf(0, `<shape id="1" count="6"/>`, "", shape(3, 2, 2, strings.Repeat("#", 12)), domino), true, 32},
		{"a range", puzzleOf(0, `<shape id="1" min="0" max="2"/><shape id="2" min="0" max="4"/>`, "", shape(4, 1, 1, "####"), domino, shape(1, 1, 1, "#")), true, 5},
		{"a variable cell", puzzleOf(0, `<shape id="1"/>`, "", shape(3, 1, 1, "+#+"), domino), false, 2},
		{"colours that fit", puzzleOf(0, `<shape id="1"/><shape id="2"/>`, `<bitmap><pair piece="0" result="0"/></bitmap>`, shape(3, 1, 1, "#1##"), shape(2, 1, 1, "#1#"), shape(1, 1, 1, "#")), true, 2},
		{"colours that forbid", puzzleOf(0, `<shape id="1"/><shape id="2"/>`, `<bitmap><pair piece="0" result="0"/></bitmap>`, shape(3, 1, 1, "#2##1"), shape(2, 1, 1, "#1#"), shape(1, 1, 1, "#")), false, 3},
		{"two pieces of one shape", puzzleOf(0, `<shape id="1"/><shape id="2"/>`, "", shape(2, 2, 1, "####"), domino, shape(1, 2, 1, "##")), false, 4},
		{"triangles", puzzleOf(1, `<shape id="1" count="3"/>`, "", shape(4, 2, 1, "_###_###"), domino), true, 2},
		{"prisms", puzzleOf(1, `<shape id="1" count="2"/>`, "", shape(1, 1, 2, "##"), shape(1, 1, 1, "#")), false, 1},
		{"spheres", puzzleOf(2, `<shape id="1"/><shape id="2" count="3"/>`, "", shape(3, 3, 1, "#_#_#_#_#"), shape(2, 2, 1, "#__#"), shape(1, 1, 1, "#")), false, 4},
		{"parts of a rhombic dodecahedron", puzzleOf(3, `<shape id="1" count="2"/>`, "", boxOf(5, [3]int{0, 1, 2}, [3]int{4, 1, 2}), boxOf(5, [3]int{1, 2, 0})), false, 1},
		{"tetrahedra of both kinds", puzzleOf(4, `<shape id="1" count="2"/>`, "", boxOf(6, [3]int{1, 1, 1}, [3]int{4, 1, 1}), boxOf(3, [3]int{1, 1, 1})), false, 1},
	} {
		configs, err := readAll("f", strings.NewReader(c.file))
		if err != nil || len(configs) != 1 {
			t.Errorf("%s: %d configs, %v", c.name, len(configs), err)
			continue
		}
		if got := solutions(t, configs[0]); got != c.want || (configs[0].Cover == nil) != c.plain {
			t.Errorf("%s: %d solutions, expected %d\n%s%s", c.name, got, c.want, configs[0].YAML, configs[0].Cover)
		}
	}
}

// TestRoundTrip: what convert writes for BurrTools comes back.
func TestRoundTrip(t *testing.T) {
	for _, run := range []string{"diabolical-cube", "slothouber-graatsma", "scott", "hexiamonds-6x6"} {
		cover, err := configstest.Open(t, run).Covers.Cover(0)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := convert.Write(&file, "burrtools", cover, run); err != nil {
			t.Fatal(err)
		}
		read, err := readAll(run, &file)
		if err != nil || len(read) != 1 {
			t.Fatalf("%s: %d configs, %v", run, len(read), err)
		}
		want := map[string]int{"diabolical-cube": 624, "slothouber-graatsma": 8, "scott": 520, "hexiamonds-6x6": 624}[run]
		if got := solutions(t, read[0]); got != want {
			t.Errorf("%s: %d solutions, expected %d\n%s", run, got, want, read[0].YAML)
		}
	}
}

// TestErrors: what is wrong or lacking is one error, and other problems still come.
func TestErrors(t *testing.T) {
	one := shape(1, 1, 1, "#")
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	if _, err := io.Copy(w, io.MultiReader(strings.NewReader("<puzzle "), io.LimitReader(zeros{}, maxBytes))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"":                        "f: this is in no format of a puzzle of pieces",
		"\x1f\x8bno":              "f: the gzip file is cut off",
		bomb.String():             "f: the file is too large",
		"<puzzle>":                "f:1: unexpected EOF",
		"<puzzle>&evil;</puzzle>": "f:1: invalid character entity &evil;",
		"<other/>":                "f: this is in no format of a puzzle of pieces",
		"<puzzle/>":               "f: no problem",
		"<puzzle/>\n</x>":         "f:2: unexpected end element </x>: expected well-formed XML",
		`<!DOCTYPE x [<!ENTITY a "a">]><puzzle/>`:                                     "f: it defines a type of document",
		puzzleOf(5, `<shape id="0"/>`, "", one):                                       "problem 1: it has the grid 5: expected 0 to 4",
		puzzleOf(0, `<shape id="7"/>`, "", one):                                       "1 to 1 of shape 7: expected a shape that is there",
		puzzleOf(0, `<shape id="0" min="3" max="2"/>`, "", one):                       "3 to 2 of shape 0",
		puzzleOf(0, ``, "", one):                                                      "it has no pieces",
		puzzleOf(0, `<shape id="0"/>`, "", shape(2, 1, 1, "#")):                       "has 1: expected 2",
		puzzleOf(0, `<shape id="0"/>`, "", shape(1000000, 1000000, 1000000, "#")):     "a shape of 1000000 x 1000000 x 1000000 cells",
		puzzleOf(0, `<shape id="0"/>`, "", shape(1, 1, 1, "x")):                       `the character 'x'`,
		puzzleOf(0, `<shape id="1" min="0" max="1"/>`, "", shape(2, 1, 1, "#+"), one): "piece S2, which need not be used, fits on cells that need not be covered",
		puzzleOf(0, strings.Repeat(`<shape id="0"/>`, maxParts+1), "", one):           "it has 1001 pieces",
	} {
		configs, err := readAll("f", strings.NewReader(file))
		if err == nil || !strings.Contains(err.Error(), want) || len(configs) > 0 {
			t.Errorf("%.100q: %d configs, %v\nexpected %s", file, len(configs), err, want)
		}
	}
}

// zeros is a text without end.
type zeros struct{}

// Read implements [io.Reader].
func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func FuzzRead(f *testing.F) {
	f.Add(puzzleOf(0, `<shape id="1" min="0" max="2"/>`, `<bitmap><pair piece="0" result="0"/></bitmap>`, shape(2, 2, 1, "#1#+_"), shape(2, 1, 1, "#1#")))
	f.Fuzz(func(t *testing.T, file string) {
		read, _ := readAll("f", strings.NewReader(file))
		for _, c := range read {
			if _, err := configs.Parse("f.yaml", c.YAML); err != nil {
				t.Fatalf("%s\n%v", c.YAML, err)
			}
		}
	})
}
