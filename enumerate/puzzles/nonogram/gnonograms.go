package nonogram

import (
	"cmp"
	"strconv"
	"strings"

	"coverstat/enumerate/puzzles/formats"
)

// gnonograms is the files of the program of that name.
var gnonograms = formats.Format[*puzzle]{
	Name:       "gnonograms",
	About:      "a file of Gnonograms: [Dimensions] rows and columns, [Row clues], [Column clues], and a solution if it has one",
	Source:     "github.com/jeremypw/gnonograms libcore/Filewriter.vala",
	Example:    "[Description]\nA cross\nsomebody\n2026-11-28\n1\n[License]\n\n[Dimensions]\n3\n3\n[Row clues]\n1\n3\n1\n[Column clues]\n1\n3\n1\n[Solution grid]\n0 1 0\n1 1 1\n0 1 0\n[Locked]\ntrue\n",
	Recognises: formats.Matching(`(?mi)^\[(?:dimensions|row clues|column clues)\]`),
	Read:       single(readGnonograms),
}

func readGnonograms(d *draft, data []byte) {
	sections := sectionsOf(data)
	var size []int
	for _, l := range sections["dimensions"].lines {
		n, err := strconv.Atoi(l.text)
		l.at.Need(err == nil && n >= 1 && n <= maxCells, "the number of rows, then that of columns", "got %q", l.text)
		size = append(size, n)
	}
	sections["dimensions"].said.at.Need(len(size) == 2, "a section [Dimensions] with the numbers of rows and columns",
		"got %d numbers", len(size))
	for i, l := range sections["description"].lines[:min(2, len(sections["description"].lines))] {
		*[]*string{&d.p.Title, &d.p.By}[i] = l.text
	}
	for side, name := range []string{"row clues", "column clues"} {
		for n, l := range sections[name].lines {
			if l.text != "" || n < size[side] {
				d.read(side, cmp.Or(l.text, "0"), l.at)
			}
		}
		n := len(d.at[side])
		sections[name].said.at.Need(n == size[side] || n == 0, strconv.Itoa(size[side])+" clues, as in [Dimensions]",
			"got %d", n)
	}
	d.withGrid(sections["solution grid"].lines, size[ofRows], size[ofCols])
}

// sectionsOf returns what stands behind the names in brackets. Lines may be empty where that says something.
func sectionsOf(data []byte) map[string]block {
	sections := map[string]block{}
	name := ""
	for at, s := range lines(data) {
		if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
			name = strings.ToLower(s[1 : len(s)-1])
			at.Need(!strings.ContainsAny(name, "[]"), "a section such as [Row clues]", "got %q", s)
			_, twice := sections[name]
			at.Need(!twice, "one", "a second section %s", s)
			sections[name] = block{said: textLine{at, s}}
		} else if s != "" || strings.HasSuffix(name, "clues") || name == "description" {
			x := sections[name]
			x.lines = append(x.lines, textLine{at, s})
			sections[name] = x
		}
	}
	return sections
}

// withGrid reads a grid of 0s and 1s, which is the goal, and makes the clues of it if the file has none.
func (d *draft) withGrid(grid []textLine, height, width int) {
	if len(grid) == 0 {
		return
	}
	pic := picture{}
	for _, l := range grid {
		s := strings.Join(strings.Fields(l.text), "")
		var end int
		pic, end = readCells(pic, s, '1', '0', 1)
		l.at.Need(end == len(s) && len(s) == width, strconv.Itoa(width)+" cells, 0 or 1", "got %q", l.text)
	}
	grid[0].at.Need(len(grid) == height, strconv.Itoa(height)+" rows of the solution", "got %d", len(grid))
	if len(d.at[ofRows])+len(d.at[ofCols]) == 0 {
		d.paint(pic, width)
	} else {
		d.p.Goal, d.goalAt = pic, grid[0].at
	}
}
