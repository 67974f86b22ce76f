package nonogram

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"coverstat/enumerate"
)

// A block is one of the two lists of clues in a .non file.
type block struct {
	*clueList
	noun     string // "row" or "column"; the keyword is its plural
	sizeWord string // the keyword that says how many clues there are
	size     int    // what it says, or -1
}

// readNon reads the .non format of Steve Simpson. Keywords stand on lines of their
// own. After "rows" and "columns" follow the clues, one a line, as many as
// "height" and "width" say if these are there. Blank lines mean nothing; an empty
// row or column is written 0. Unknown keywords are skipped, as the format asks.
func readNon(data []byte) (*Puzzle, error) {
	d := &draft{p: &Puzzle{}}
	blocks := []*block{{&d.rows, "row", "height", -1}, {&d.cols, "column", "width", -1}}
	var open *block // where clues go now
	seen := map[string]int{}
	var unknown place // of the last keyword, if it is unknown
	var word string
	for at, s := range lines(data) {
		if s == "" || s[0] == '#' {
			continue
		}
		key, rest, _ := strings.Cut(s, " ")
		if !isKeyword(key) {
			if open == nil && unknown.line > 0 { // clues below it: it is mistyped
				return nil, unexpected(unknown, "a keyword (width, height, rows, columns, …)", "%q", word)
			}
			if open == nil {
				return nil, unexpected(at, "a keyword (width, height, rows, columns, …)", "%q", s)
			}
			clue, err := parseClue(s, at)
			if err != nil {
				return nil, err
			}
			if len(open.clues) == open.size {
				return nil, unexpected(at, fmt.Sprintf("no more than %d %ss (%s, line %d)", open.size, open.noun, open.sizeWord, seen[open.sizeWord]), "another clue, %q", s)
			}
			open.add(clue, at)
			continue
		}
		key, rest = strings.ToLower(key), strings.TrimSpace(rest)
		restAt := at.past(s[:len(s)-len(rest)])
		before := seen[key]
		seen[key] = at.line
		open, unknown, word = nil, at, s
		for _, b := range blocks {
			if before > 0 && (key == b.noun+"s" || key == b.sizeWord) {
				return nil, fault(at, "a second "+key, fmt.Sprintf("one (line %d)", before))
			}
			switch key {
			case b.noun + "s":
				open, unknown = b, place{}
			case b.sizeWord:
				unknown = place{}
				n, err := strconv.Atoi(rest)
				if err != nil || n < 1 || n > maxCells {
					return nil, unexpected(restAt, fmt.Sprintf("a number of cells from 1 to %d", maxCells), "%q", rest)
				}
				b.size = n
			}
		}
		for _, t := range d.p.texts() {
			if t.key == key {
				*t.field, unknown = unquote(rest), place{}
			}
		}
		if key == "goal" {
			unknown = place{}
			goal := unquote(rest)
			if err := d.parseGoal(goal, restAt.past(rest[:strings.Index(rest, goal)])); err != nil {
				return nil, err
			}
		}
	}
	for _, b := range blocks {
		if b.size >= 0 && len(b.clues) != b.size {
			last := seen[b.noun+"s"]
			if n := len(b.at); n > 0 {
				last = b.at[n-1].line
			}
			return nil, fault(place{line: last}, enumerate.Plural(len(b.clues), b.noun)+" of clues",
				fmt.Sprintf("%d (%s, line %d); write 0 for an empty %s", b.size, b.sizeWord, seen[b.sizeWord], b.noun))
		}
	}
	return d.finish()
}

// isKeyword reports whether a word consists of letters only. A mistyped clue does
// not.
func isKeyword(word string) bool {
	for _, r := range word {
		if !unicode.IsLetter(r) && r != '_' && r != '-' {
			return false
		}
	}
	return word != ""
}

func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// readList reads a plain list: the clues of the rows, one a line, a blank line,
// and the clues of the columns. Blanks or commas separate numbers, 0 is the clue
// of an empty line, and # starts a comment.
func readList(data []byte) (*Puzzle, error) {
	d := &draft{p: &Puzzle{}}
	blocks, last := 0, 0
	gap := true // a blank line came before
	for at, text := range lines(data) {
		last = at.line
		s, _, comment := strings.Cut(text, "#")
		s = strings.TrimSpace(s)
		if s == "" {
			gap = gap || !comment
			continue
		}
		if gap {
			blocks++
			gap = false
		}
		if blocks > 2 {
			return nil, unexpected(at, "two blocks of clues, rows and columns, with a blank line between", "a third block")
		}
		clue, err := parseClue(s, at)
		if err != nil {
			return nil, err
		}
		if blocks == 1 {
			d.rows.add(clue, at)
		} else {
			d.cols.add(clue, at)
		}
	}
	if blocks == 1 {
		return nil, unexpected(place{line: last}, "a blank line and the clues of the columns", "the end after %d clues", len(d.rows.clues))
	}
	return d.finish()
}
