package tilings

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"coverstat/enumerate/puzzles/formats/formatstest"
)

// strict are second readers of figures and pictures. Of the other formats what stands in a text is only asked to
// count, or to be an error: TestCounts has known numbers of solutions.
var strict = map[string]formatstest.Strict{
	"burrtools":  {Second: none, Loose: true, Unused: `<\?xml[^>]*>|version="2"|type="0"|problems>|<puzzle|/puzzle>`},
	"polycube":   {Second: none, Loose: true, Unused: `# a square of four dominoes\n|:zDim=1|0 0 0, 1|name=a|(?s)L\nb.*~L`},
	"soma":       {Second: secondSoma, Unused: `; a cube\n|/SOMA001\n|[1-7]`},
	"polysolver": {Second: none, Loose: true, Unused: `^.*\n(?:square)?|tile 7`},
	"picture":    {Second: secondPicture},
	"yass":       {Second: secondYass, Unused: `# a cube\n|ooo`},
}

func none(string) ([]string, bool) { return nil, false }

// body is a config without what names it.
func body(c Config) (text, remarks string) {
	return regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(string(c.YAML), ""), strings.Join(c.Notes, "\n")
}

func somaText(layers [][]string, given string) ([]string, bool) {
	cells, width := 0, 0
	var board []string
	for _, rows := range layers {
		width = max(width, len(rows[0]))
	}
	for _, rows := range layers {
		for y, row := range rows {
			cells += strings.Count(row, ".")
			if len(row) < width { // other widths are filled up
				return nil, false
			}
			rows[y] = row
		}
		board = append(board, strings.Join(rows, `\n`))
	}
	return []string{fmt.Sprintf("family: polycube\njob: census\npuzzle:\n  board:\n    picture: \"%s\"\n  pieces: [soma]\n%s", strings.Join(board, `\n\n`), given)}, cells == 27
}

func secondSoma(text string) (all []string, ok bool) {
	var layers [][]string
	end := func() bool {
		if layers == nil {
			return true
		}
		one, ok := somaText(layers, "")
		all, layers = append(all, one...), nil
		return ok
	}
	for line := range strings.SplitSeq(text, "\n") {
		line, _, _ = strings.Cut(line, ";")
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "/SOMA"):
			if !end() {
				return nil, false
			}
		case !regexp.MustCompile(`^(?:/[A-Za-z0-9#*.-]+)+/?$`).MatchString(line):
			return nil, false
		default:
			rows := strings.Split(strings.Trim(line, "/"), "/")
			if layers == nil {
				layers = make([][]string, len(rows))
			}
			if len(rows) != len(layers) {
				return nil, false
			}
			for z, row := range rows {
				layers[z] = append(layers[z], strings.Map(func(r rune) rune {
					if r == '.' || r == '-' || r == '0' {
						return '#'
					}
					return '.'
				}, row))
			}
		}
	}
	return all, end() && len(all) > 0
}

func secondYass(text string) ([]string, bool) {
	var layers, given [][]string
	gap := true
	for line := range strings.SplitSeq(text, "\n") {
		bare, _, remark := strings.Cut(line, "#")
		bare = strings.TrimRight(bare, " ")
		if bare == "" {
			gap = gap || !remark
			continue
		}
		if strings.Trim(bare, ".ocpnztl3 ") != "" {
			return nil, false
		}
		if gap {
			layers, given, gap = append(layers, nil), append(given, nil), false
		}
		z := len(layers) - 1
		layers[z] = append(layers[z], regexp.MustCompile(`[^#]`).ReplaceAllString(strings.NewReplacer(".", "#", " ", "#").Replace(bare), "."))
		given[z] = append(given[z], strings.NewReplacer(".", "#", "o", ".", " ", "#", "c", "C", "p", "P", "n", "N", "z", "Z", "t", "T", "l", "L", "3", "V").Replace(bare))
	}
	var pictures []string
	for z := range given {
		if len(layers[z]) != len(layers[0]) {
			return nil, false
		}
		pictures = append(pictures, strings.Join(given[z], `\n`))
	}
	picture := strings.Join(pictures, `\n\n`)
	if strings.Trim(picture, `#.\n`) != "" {
		picture = "  given: \"" + picture + "\"\n"
	} else {
		picture = ""
	}
	if layers == nil {
		return nil, false
	}
	return somaText(layers, picture)
}

func secondPicture(text string) ([]string, bool) {
	rows := strings.Fields(text)
	for _, row := range rows {
		if strings.Trim(row, "01") != "" || len(row) != len(rows[0]) {
			return nil, false
		}
	}
	if !strings.Contains(text, "1") || strings.Contains(strings.TrimSpace(text), "\n\n") || len(rows) != strings.Count(strings.TrimSpace(text), "\n")+1 {
		return nil, false
	}
	picture := strings.NewReplacer("1", ".", "0", "#").Replace(strings.Join(rows, `\n`))
	return []string{fmt.Sprintf("family: polyomino\njob: census\npuzzle:\n  board:\n    picture: \"%s\"\n", picture)}, true
}

// TestNearExamples: what is nearly the example of a format is read as the second reader reads it, or refused.
func TestNearExamples(t *testing.T) { formatstest.NearMisses(t, Formats(), body, strict) }

func FuzzNearExamples(f *testing.F) { formatstest.Fuzz(f, Formats(), body, strict) }
