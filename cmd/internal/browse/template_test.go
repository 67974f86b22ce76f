package browse

import (
	"encoding/json"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/picture"

	"github.com/google/go-cmp/cmp"
)

// shown is page.json as a reader has it.
type shown struct {
	Picture *boardPicture
	Pieces  []piece
}

// follow draws a row by what the package comment says of templates. It shares no
// code with the drawers.
func follow(p *shown, set *study.Dataset, row int64, lie []optionRow) (painting, error) {
	all, err := set.ReadRow(nil, row)
	if err != nil {
		return painting{}, err
	}
	text := func(column string) string {
		i := enumerate.ColumnIndex(set.Columns(), column)
		if i < 0 || all.IsNull(i, 0) {
			return ""
		}
		return string(all.StringAt(i, 0))
	}
	pic, t := p.Picture, p.Picture.Template
	out := painting{Cells: []paintedCell{}, Scale: pic.Scale, Notes: pic.Notes}
	out.Cells = append(out.Cells, pic.Cells...)
	faint := func(c *paintedCell, fill string) {
		if c.Fill = fill; c.Repeat {
			rgb, _ := strconv.ParseUint(fill[1:], 16, 32)
			c.Fill = picture.Hex(picture.Mix(color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}, color.NRGBA{255, 255, 255, 255}, 0.62))
		}
	}
	if t.Clues != "" {
		sides := strings.Split(text(t.Clues), "|")
		for _, line := range strings.Split(sides[0], "/") {
			out.Left = append(out.Left, strings.Split(line, ","))
		}
		for _, line := range strings.Split(sides[1], "/") {
			out.Top = append(out.Top, strings.Split(line, ","))
		}
		for y := range out.Left {
			for x := range out.Top {
				out.Cells = append(out.Cells, paintedCell{Outline: []int{x, y, x + 1, y, x + 1, y + 1, x, y + 1},
					Fill: "#ffffff", Region: y/t.Ruled*len(out.Top) + x/t.Ruled})
			}
		}
	}
	number := func(i int) int {
		if pic.Places != nil {
			return pic.Places[i]
		}
		return i
	}
	if chars := text(t.Text); chars != "" {
		for i := range out.Cells {
			c := &out.Cells[i]
			char := chars[number(i)]
			what := t.Characters[string(rune(char))]
			if what.Fill != "" {
				faint(c, what.Fill)
			}
			if what.Region != 0 {
				c.Region = what.Region
			}
			if what.Text != "" {
				c.Text, c.Ink = what.Text, "#111111"
			}
			if t.Found != "" && text(t.Found) != "" && strings.ContainsRune(t.FoundAt, rune(char)) {
				c.Text, c.Ink = text(t.Found)[number(i):number(i)+1], t.Ink
			}
		}
	}
	if t.Options != nil {
		var mine []optionRow
		for _, name := range t.Options {
			i := enumerate.ColumnIndex(set.Columns(), name)
			switch {
			case all.IsNull(i, 0):
			case set.Columns()[i].Type == enumerate.Int32List:
				for _, id := range all.ListAt(i, 0) {
					mine = append(mine, lie[id])
				}
			default:
				mine = append(mine, lie[all.IntAt(i, 0)])
			}
		}
		slices.SortFunc(mine, func(a, b optionRow) int { return slices.Compare(a.cells, b.cells) })
		used := map[int]bool{}
		for _, o := range mine {
			k := slices.IndexFunc(p.Pieces, func(q piece) bool { return q.Name == o.piece })
			for used[k] {
				k++
			}
			if k >= len(p.Pieces) || p.Pieces[k].Name != o.piece {
				return out, fmt.Errorf("no piece %s is left", o.piece)
			}
			used[k] = true
			for i := range out.Cells {
				if !slices.Contains(o.cells, int32(number(i))) {
					continue
				}
				c := &out.Cells[i]
				c.Region = k
				faint(c, p.Pieces[k].Colour)
				if pic.Orientations != nil {
					faint(c, pic.Orientations[o.orientation])
				}
				if c.Text = p.Pieces[k].Text; c.Text != "" {
					c.Ink = p.Pieces[k].Ink
				}
			}
		}
	}
	for i := range out.Cells {
		if c := &out.Cells[i]; c.Repeat {
			c.Text, c.Ink = "", ""
		}
	}
	return out, nil
}

type optionRow struct {
	piece       string
	orientation int
	cells       []int32
}

func optionRows(t *testing.T, set *study.Dataset) (list []optionRow) {
	b, err := set.Table("options")
	if err != nil {
		return nil // families without one
	}
	at := func(name string) int { return enumerate.ColumnIndex(b.Columns, name) }
	for row := range b.Len() {
		list = append(list, optionRow{string(b.StringAt(at("piece"), row)), int(b.IntAt(at("orientation"), row)), slices.Clone(b.ListAt(at("cells"), row))})
	}
	return list
}

// TestTemplates: of every family, lattice and job, a reader of page.json draws what
// the families draw.
func TestTemplates(t *testing.T) {
	for _, c := range []struct {
		config string
		set    []string
	}{
		{"tetro2-5x8", nil},
		{"tetro2-5x8", []string{"output.grid=false"}},
		{"dominoes-8x8", []string{"puzzle.board={rows: 4, cols: 5}"}}, // coloured by orientation
		{"dominoes-torus-8x8", []string{"puzzle.board={rows: 4, cols: 4}"}},
		{"tetrominoes-cylinder", nil},
		{"onesided-3x30", []string{"puzzle.board={rows: 3, cols: 5}", "puzzle.pieces=[I3, V3, L4, I5]", "measures=[]"}},
		{"soma", nil},
		{"polyhexes-34", nil},
		{"hexiamonds-6x6", nil},
		{"tetro2-5x8", []string{"job=sample", "sample.draws=9"}},
		{"sudoku-4x4", nil},
		{"sudoku-6x6", []string{"puzzle.grid='1..... .2.... ..3... ...4.. ....5. .....6'"}},
		{"nonograms-5x5", []string{"puzzle.rows=3", "puzzle.cols=4"}},
		{"nonogram-files", nil},
		{"calendar", []string{"puzzle.blocked=[{choose: 2}]", "puzzle.flags=[]", "measures=[]", "puzzle.board={rows: 4, cols: 4}", "puzzle.pieces=[I3, V3, O4, L4]"}}, // boards
		{"genius-star", []string{"puzzle.pieces=[I1, I2, hexagon, tetriamonds, pentiamonds]"}},                                                                        // in a box of more than 64 cells
	} {
		t.Run(c.config, func(t *testing.T) {
			t.Parallel()
			rows := int64(40)
			if slices.Contains(c.set, "job=sample") {
				rows = 0 // samples have no first rows
			}
			dir := runFirst(t, rows, c.config, c.set...)
			d := open(dir)
			text, err := d.page()
			if err != nil {
				t.Fatal(err)
			}
			var p shown
			if err := json.Unmarshal(text, &p); err != nil {
				t.Fatal(err)
			}
			a, err := d.artist()
			if err != nil {
				t.Fatal(err)
			}
			lie := optionRows(t, d.Dataset)
			for row := range d.Rows() {
				b, err := d.ReadRow(a.drawer.Columns, row)
				if err != nil {
					t.Fatal(err)
				}
				drawing, err := a.drawer.Fill(b, 0)
				if err != nil {
					t.Fatal(err)
				}
				got, err := follow(&p, d.Dataset, row, lie)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(paint(a.painter.Paint(drawing)), got); diff != "" {
					t.Fatalf("row %d: the template gives another picture:\n%s", row, diff)
				}
			}
		})
	}
}
