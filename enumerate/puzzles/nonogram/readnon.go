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
	at := 0
	for text := range strings.Lines(string(data)) {
		at++
		s := strings.TrimSpace(text)
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
		if before, twice := seen[key]; twice && (key == "rows" || key == "columns" || key == "width" || key == "height") {
			return nil, d.fail(at, fmt.Sprintf("%s once (it is on line %d)", key, before), "it again")
		}
		seen[key] = at
		block = ""
		var err error
		switch key {
		case "width":
			widthLine = at
			width, err = d.parseSize(rest, at)
		case "height":
			heightLine = at
			height, err = d.parseSize(rest, at)
		case "rows", "columns":
			block = key
		case "goal":
			err = d.parseGoal(unquote(rest), at)
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
		return nil, d.fail(lastOf(d.rowLine, seen["rows"]), fmt.Sprintf("%d rows (height, line %d)", height, heightLine),
			"%d; an empty row is written 0", len(p.Rows))
	}
	if width >= 0 && len(p.Cols) != width {
		return nil, d.fail(lastOf(d.colLine, seen["columns"]), fmt.Sprintf("%d columns (width, line %d)", width, widthLine),
			"%d; an empty column is written 0", len(p.Cols))
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

func lastOf(lines []int, otherwise int) int {
	if len(lines) == 0 {
		return otherwise
	}
	return lines[len(lines)-1]
}

func (d *draft) parseSize(s string, at int) (int, error) {
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
	block, at := 0, 0
	gap := true
	for text := range strings.Lines(string(data)) {
		at++
		s, _, comment := strings.Cut(text, "#")
		s = strings.TrimSpace(s)
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
		return nil, d.fail(at, "a blank line and the clues of the columns", "the end after %d clues", len(d.p.Rows))
	}
	return d.finish()
}
