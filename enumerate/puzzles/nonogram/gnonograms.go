package nonogram

import (
	"strconv"
	"strings"

	"coverstat/enumerate/puzzles/formats"
)

// gnonograms is the files of the program of that name.
func gnonograms() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name: "gnonograms", About: "a file of Gnonograms: [Dimensions] rows and columns, [Row clues], [Column clues], and a solution if it has one",
		Source:     "github.com/jeremypw/gnonograms libcore/Filewriter.vala",
		Example:    "[Description]\nA cross\nsomebody\n2026-11-28\n1\n[License]\n\n[Dimensions]\n3\n3\n[Row clues]\n1\n3\n1\n[Column clues]\n1\n3\n1\n[Solution grid]\n0 1 0\n1 1 1\n0 1 0\n[Locked]\ntrue\n",
		Recognises: formats.Matching(`(?mi)^\[(?:dimensions|row clues|column clues)\]`),
		Read:       single(readGnonograms),
	}
}

func readGnonograms(data []byte) (*Puzzle, error) {
	d := &draft{p: &Puzzle{}}
	sections := map[string][]textLine{}
	at := map[string]place{}
	section := ""
	for p, s := range lines(data) {
		if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
			section = strings.ToLower(s[1 : len(s)-1])
			if strings.ContainsAny(section, "[]") {
				return nil, unexpected(p, "a section such as [Row clues]", "%q", s)
			}
			if _, twice := at[section]; twice {
				return nil, fault(p, "a second section "+s, "one")
			}
			at[section] = p
			continue
		}
		if s != "" || strings.HasSuffix(section, "clues") || section == "description" {
			sections[section] = append(sections[section], textLine{p, s})
		}
	}
	var size []int
	for _, l := range sections["dimensions"] {
		n, err := strconv.Atoi(l.text)
		if err != nil || n < 1 || n > maxCells {
			return nil, unexpected(l.at, "the number of rows, then that of columns", "%q", l.text)
		}
		size = append(size, n)
	}
	if len(size) != 2 {
		return nil, unexpected(at["dimensions"], "a section [Dimensions] with the numbers of rows and columns", "%d numbers",
			len(size))
	}
	if about := sections["description"]; len(about) > 0 {
		d.p.Title = about[0].text
		if len(about) > 1 {
			d.p.By = about[1].text
		}
	}
	for i, side := range []struct {
		name string
		to   *clueList
	}{{"row clues", &d.rows}, {"column clues", &d.cols}} {
		for n, l := range sections[side.name] {
			if l.text == "" && n >= size[i] {
				continue
			}
			clue := []int{}
			if l.text != "" {
				var err error
				if clue, err = parseClue(l.text, l.at, nil); err != nil {
					return nil, err
				}
			}
			side.to.add(clue, l.at)
		}
		if n := len(side.to.clues); n != size[i] && n > 0 {
			return nil, unexpected(at[side.name], strconv.Itoa(size[i])+" clues, as in [Dimensions]", "%d", n)
		}
	}
	return d.withGrid(sections["solution grid"], size[0], size[1])
}

// withGrid reads a grid of 0s and 1s, which is the goal, and makes the clues of it if the file has none.
func (d *draft) withGrid(grid []textLine, height, width int) (*Puzzle, error) {
	if len(grid) == 0 {
		return d.finish()
	}
	pic := Picture{}
	for _, l := range grid {
		s := strings.Join(strings.Fields(l.text), "")
		var end int
		if pic, end = readCells(pic, s, '1', '0', 1); end < len(s) || len(s) != width {
			return nil, unexpected(l.at, strconv.Itoa(width)+" cells, 0 or 1", "%q", l.text)
		}
	}
	if len(grid) != height {
		return nil, unexpected(grid[0].at, strconv.Itoa(height)+" rows of the solution", "%d", len(grid))
	}
	if len(d.rows.clues)+len(d.cols.clues) == 0 {
		p := fromPicture(pic, width)
		p.Title, p.By = d.p.Title, d.p.By
		return p, nil
	}
	d.p.Goal, d.goalAt = pic, grid[0].at
	return d.finish()
}
