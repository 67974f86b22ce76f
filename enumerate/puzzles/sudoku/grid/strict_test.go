package grid

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"coverstat/enumerate/puzzles/formats/formatstest"
)

// strict are second readers of Sudokus of 9x9 cells, and of the sizes of the examples.
var strict = map[string]formatstest.Strict{
	"opensudoku": {Second: eachMatch(`data="([0-9]{81})"`, plainCells), Loose: true, Unused: `<opensudoku[^>]*>|<folder[^>]*>|</.*|<game created="1" state="0"`},
	"puzz.link":  {Second: eachMatch(`(?m)^https?://\S*\?sudoku/(4/4/[1-4g-z]*)$`, linkCells), Loose: true, Unused: `https://puzz.link/p\?sudoku`},
	"sudokuwiki": {Second: eachMatch(`(?m)^https?://\S*bd=([0-9]{81})$`, plainCells), Loose: true, Unused: `https://www.sudokuwiki.org/sudoku.htm\?bd`},
	"hodoku":     {Second: eachMatch(`(?m)^:[0-9]{4}:x:([0-9.+]*):::?$`, placedCells), Loose: true, Unused: `:0000:x:|\+4|:::\n`},
	"tatham":     {Second: eachMatch(`(?m)^2x3:([1-6a-z_]*)$`, tathamCells), Loose: true},
	"bank":       {Second: eachMatch(`(?m)^[0-9a-f]{12} ([0-9]{81})  ?[0-9]+\.[0-9]$`, plainCells), Loose: true, Unused: `^[0-9a-f]{12} | +1\.2\n$`},
	"csv":        {Second: eachMatch(`(?m)^[^,\n]*,([1-9.]{81}),[^,\n]*$`, plainCells), Loose: true, Unused: `id,puzzle,solution\n|(?m)^1,|,[1-9]{81}\n`},
	"lines":      {Second: eachMatch(`(?m)^([0-9.]{81})(?:[ \t].*)?$`, plainCells), Loose: true, Unused: `(?m)79$|^53007[0-9]*| # the same`},
	"grids":      {Second: secondGrids, Loose: true, Unused: `#A somebody\n\[Puzzle\]\n`},
}

// eachMatch reads a puzzle of each match of a form, and takes nothing beside whole lines of it but what no
// digit stands in.
func eachMatch(form string, cells func(string) (string, bool)) formatstest.Second {
	each := regexp.MustCompile(form)
	return func(text string) (all []string, ok bool) {
		for _, m := range each.FindAllStringSubmatch(text, -1) {
			one, ok := cells(m[1])
			if !ok {
				return nil, false
			}
			all = append(all, one)
		}
		if rest := each.ReplaceAllString(text, ""); strings.Contains(form, "(?m)") && strings.ContainsAny(rest, "0123456789.") {
			return nil, false
		}
		return all, len(all) > 0
	}
}

func plainCells(s string) (string, bool) {
	if strings.Contains(s, ".") && strings.Contains(s, "0") {
		return "", false
	}
	return "3x3 " + strings.ReplaceAll(s, "0", "."), len(s) == 81
}

func placedCells(s string) (string, bool) {
	return plainCells(regexp.MustCompile(`\+[1-9]`).ReplaceAllString(s, "."))
}

func linkCells(s string) (string, bool) {
	var cells strings.Builder
	for _, c := range s[4:] {
		if c >= 'g' {
			cells.WriteString(strings.Repeat(".", int(c-'f')))
		} else {
			cells.WriteRune(c)
		}
	}
	return "2x2 " + cells.String(), cells.Len() == 16
}

func tathamCells(s string) (string, bool) {
	var cells strings.Builder
	if regexp.MustCompile(`[1-6][1-6]|(?:^|[^1-6])_|_(?:$|[^1-6])`).MatchString(s) {
		return "", false
	}
	for _, c := range s {
		switch {
		case c >= 'a':
			cells.WriteString(strings.Repeat(".", int(c-'a'+1)))
		case c != '_':
			cells.WriteRune(c)
		}
	}
	return "2x3 " + cells.String(), cells.Len() == 36
}

func secondGrids(text string) ([]string, bool) {
	var all []string
	cells := ""
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "#") || line == "[Puzzle]":
			if cells != "" {
				return nil, false
			}
		case len(line) == 9 && strings.Trim(line, "123456789.") == "":
			if cells += line; len(cells) == 81 {
				all, cells = append(all, "3x3 "+cells), ""
			}
		default:
			return nil, false
		}
	}
	return all, cells == "" && all != nil
}

func sudokuReading(p *Puzzle) (text, remarks string) {
	return strconv.Itoa(p.Shape.Rows) + "x" + strconv.Itoa(p.Shape.Cols) + " " + Format(p.Cells), ""
}

// TestNearExamples: what is nearly the example of a format is read as the second reader reads it, or refused.
func TestNearExamples(t *testing.T) {
	formatstest.NearMisses(t, List(Ask{}), sudokuReading, strict)
}

func FuzzNearExamples(f *testing.F) { formatstest.Fuzz(f, List(Ask{}), sudokuReading, strict) }
