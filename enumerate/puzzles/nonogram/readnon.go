package nonogram

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// readNon reads the .non format of Steve Simpson: keywords, each on a line of
// its own; after "rows" and "columns" one clue a line, as many as "height" and
// "width" say (if they do). Blank lines separate and mean nothing; an empty
// line of the puzzle is written 0. Keywords we do not know are passed over, as
// the format asks for.
func readNon(file string, data []byte) (*Puzzle, error) {
	d := &draft{file: file, p: &Puzzle{Name: file}}
	p := d.p
	width, height := -1, -1
	widthLine, heightLine := 0, 0
	block := ""
	seen := map[string]int{}
	number := 0
	for text := range strings.Lines(string(data)) {
		number++
		s, at := content(text, number)
		if s == "" || s[0] == '#' {
			continue
		}
		key, rest, _ := strings.Cut(s, " ")
		if !isKeyword(key) {
			if block == "" {
				return nil, d.fail(at, "a keyword (width, height, rows, columns, …)", "%q", s)
			}
			clue, err := d.parseClue(s, at)
			if err != nil {
				return nil, err
			}
			switch {
			case block == "rows" && len(p.Rows) == height:
				return nil, d.fail(at, fmt.Sprintf("no more than %d rows (height, line %d)", height, heightLine), "another clue, %q", s)
			case block == "columns" && len(p.Cols) == width:
				return nil, d.fail(at, fmt.Sprintf("no more than %d columns (width, line %d)", width, widthLine), "another clue, %q", s)
			case block == "rows":
				d.addRow(clue, at)
			default:
				d.addCol(clue, at)
			}
			continue
		}
		key, rest = strings.ToLower(key), strings.TrimSpace(rest)
		restAt := at.past(s[:len(s)-len(rest)])
		if before, twice := seen[key]; twice && (key == "rows" || key == "columns" || key == "width" || key == "height") {
			return nil, d.fault(at, "a second "+key, fmt.Sprintf("one (line %d)", before))
		}
		seen[key] = number
		block = ""
		var err error
		switch key {
		case "width":
			widthLine = number
			width, err = d.parseSize(rest, restAt)
		case "height":
			heightLine = number
			height, err = d.parseSize(rest, restAt)
		case "rows", "columns":
			block = key
		case "goal":
			goal := unquote(rest)
			err = d.parseGoal(goal, restAt.past(rest[:strings.Index(rest, goal)]))
		case "catalogue":
			p.Catalogue = unquote(rest)
		case "title":
			p.Title = unquote(rest)
		case "by":
			p.By = unquote(rest)
		case "copyright":
			p.Copyright = unquote(rest)
		}
		if err != nil {
			return nil, err
		}
	}
	if height >= 0 && len(p.Rows) != height {
		return nil, d.fault(lastOf(d.rowAt, seen["rows"]), count(len(p.Rows), "row")+" of clues",
			fmt.Sprintf("%d (height, line %d); write 0 for an empty row", height, heightLine))
	}
	if width >= 0 && len(p.Cols) != width {
		return nil, d.fault(lastOf(d.colAt, seen["columns"]), count(len(p.Cols), "column")+" of clues",
			fmt.Sprintf("%d (width, line %d); write 0 for an empty column", width, widthLine))
	}
	return d.finish()
}

// isKeyword reports whether a word is of letters only: a mistyped clue is not.
func isKeyword(word string) bool {
	for _, r := range word {
		if !unicode.IsLetter(r) && r != '_' && r != '-' {
			return false
		}
	}
	return word != ""
}

// lastOf returns the line of the last clue of a block, or that of its keyword.
func lastOf(clues []place, keyword int) place {
	if len(clues) == 0 {
		return place{line: keyword}
	}
	return place{line: clues[len(clues)-1].line}
}

func (d *draft) parseSize(s string, at place) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > MaxCells {
		return 0, d.fail(at, fmt.Sprintf("a number of cells from 1 to %d", MaxCells), "%q", s)
	}
	return n, nil
}

func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// readList reads a plain list: the rows' clues one a line, a blank line, the
// columns'. Numbers are separated by blanks or commas, 0 is an empty line, # starts a comment.
func readList(file string, data []byte) (*Puzzle, error) {
	d := &draft{file: file, p: &Puzzle{Name: file}}
	block, number := 0, 0
	gap := true
	for text := range strings.Lines(string(data)) {
		number++
		s, _, comment := strings.Cut(text, "#")
		s, at := content(s, number)
		if s == "" {
			gap = gap || !comment
			continue
		}
		if gap {
			block++
			gap = false
		}
		if block > 2 {
			return nil, d.fail(at, "two blocks of clues, rows and columns, with a blank line between", "a third block")
		}
		clue, err := d.parseClue(s, at)
		if err != nil {
			return nil, err
		}
		if block == 1 {
			d.addRow(clue, at)
		} else {
			d.addCol(clue, at)
		}
	}
	if block == 1 {
		return nil, d.fail(place{line: number}, "a blank line and the clues of the columns", "the end after %d clues", len(d.p.Rows))
	}
	return d.finish()
}
