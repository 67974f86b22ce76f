package nonogram

import (
	"cmp"
	"strconv"
	"strings"

	"coverstat/enumerate/puzzles/formats"
)

// gnonograms is the files of the program of that name.
func gnonograms() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name:       "gnonograms",
		About:      "a file of Gnonograms: [Dimensions] rows and columns, [Row clues], [Column clues], and a solution if it has one",
		Source:     "github.com/jeremypw/gnonograms libcore/Filewriter.vala",
		Example:    "[Description]\nA cross\nsomebody\n2026-11-28\n1\n[License]\n\n[Dimensions]\n3\n3\n[Row clues]\n1\n3\n1\n[Column clues]\n1\n3\n1\n[Solution grid]\n0 1 0\n1 1 1\n0 1 0\n[Locked]\ntrue\n",
		Recognises: formats.Matching(`(?mi)^\[(?:dimensions|row clues|column clues)\]`),
		Read:       single(readGnonograms),
	}
}

func readGnonograms(d *draft, data []byte) error {
	sections, at, err := sectionsOf(data)
	if err != nil {
		return err
	}
	var size []int
	for _, l := range sections["dimensions"] {
		n, err := strconv.Atoi(l.text)
		if err != nil || n < 1 || n > maxCells {
			return unexpected(l.at, "the number of rows, then that of columns", "%q", l.text)
		}
		size = append(size, n)
	}
	if len(size) != 2 {
		return unexpected(at["dimensions"], "a section [Dimensions] with the numbers of rows and columns",
			"%d numbers", len(size))
	}
	for i, l := range sections["description"][:min(2, len(sections["description"]))] {
		*[]*string{&d.p.Title, &d.p.By}[i] = l.text
	}
	for side, name := range []string{"row clues", "column clues"} {
		for n, l := range sections[name] {
			if l.text != "" || n < size[side] {
				d.read(side, cmp.Or(l.text, "0"), l.at)
			}
		}
		if n := len(d.at[side]); n != size[side] && n > 0 {
			return unexpected(at[name], strconv.Itoa(size[side])+" clues, as in [Dimensions]", "%d", n)
		}
	}
	return d.withGrid(sections["solution grid"], size[ofRows], size[ofCols])
}

// sectionsOf are the lines behind each name in brackets, and the places of these. Lines may be empty where that says
// something.
func sectionsOf(data []byte) (sections map[string][]textLine, at map[string]place, err error) {
	sections, at = map[string][]textLine{}, map[string]place{}
	section := ""
	for p, s := range lines(data) {
		if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
			section = strings.ToLower(s[1 : len(s)-1])
			if strings.ContainsAny(section, "[]") {
				return nil, nil, unexpected(p, "a section such as [Row clues]", "%q", s)
			}
			if _, twice := at[section]; twice {
				return nil, nil, fault(p, "a second section "+s, "one")
			}
			at[section] = p
		} else if s != "" || strings.HasSuffix(section, "clues") || section == "description" {
			sections[section] = append(sections[section], textLine{p, s})
		}
	}
	return sections, at, nil
}

// withGrid reads a grid of 0s and 1s, which is the goal, and makes the clues of it if the file has none.
func (d *draft) withGrid(grid []textLine, height, width int) error {
	pic := Picture{}
	for _, l := range grid {
		s := strings.Join(strings.Fields(l.text), "")
		var end int
		if pic, end = readCells(pic, s, '1', '0', 1); end < len(s) || len(s) != width {
			return unexpected(l.at, strconv.Itoa(width)+" cells, 0 or 1", "%q", l.text)
		}
	}
	switch {
	case len(grid) == 0:
	case len(grid) != height:
		return unexpected(grid[0].at, strconv.Itoa(height)+" rows of the solution", "%d", len(grid))
	case len(d.at[ofRows])+len(d.at[ofCols]) == 0:
		d.paint(pic, width)
	default:
		d.p.Goal, d.goalAt = pic, grid[0].at
	}
	return nil
}
