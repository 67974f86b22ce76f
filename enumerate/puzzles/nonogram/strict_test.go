package nonogram

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coverstat/enumerate/puzzles/formats/formatstest"
)

// strict are second readers of nonograms in text: the clues of the rows, |, those of the columns.
var strict = map[string]formatstest.Strict{
	"pbm":        {Second: secondPBM, Unused: `# a cross\n`},
	"webpbn":     {Second: secondXML, Loose: true, Unused: `(?s)^.*?columns">\n|</?clues[^\n]*\n|<solution.*$`},
	"g":          {Second: secondOlsak, Loose: true, Unused: `(?s)^.*: rows\n|: columns\n`},
	"json":       {Second: secondJSON, Loose: true, Unused: `"title": "A cross"|rows|cols`},
	"gnonograms": {Second: secondGnonograms, Unused: `\[Description\][^[]*\[License\]\n|\[Solution grid\][^[]*|\[Locked\]\n.*\n`},
	"puzz.link":  {Second: secondPuzzLink, Unused: `https://puzz.link/p\?`},
	"tatham":     {Second: secondTatham},
	"non":        {Second: secondNon, Loose: true, Unused: `(?s)^.*?rows\n|\ncolumns\n|goal.*`},
	"makhorin":   {Second: func(s string) ([]string, bool) { return secondList(s, "*", "&", "") }, Unused: `\* a cross\n`},
	"syro":       {Second: func(s string) ([]string, bool) { return secondList(s, "#", "", "0") }, Unused: `(?m)^0$`},
	"mk":         {Second: func(s string) ([]string, bool) { return secondSized(s, 1, true, "#") }},
	"cwd":        {Second: func(s string) ([]string, bool) { return secondSized(s, 2, true, "") }},
	"nin":        {Second: func(s string) ([]string, bool) { return secondSized(s, 1, false, "none") }},
	"list":       {Second: func(s string) ([]string, bool) { return secondList(s, "#", "", "") }, Unused: `# a cross\n`},
}

// secondClue is a clue of numbers, as all forms write it.
func secondClue(words []string) (string, bool) {
	for i, word := range words { // as any program reads them
		if words[i] = strings.TrimLeft(word, "0"); words[i] == "" {
			words[i] = "0"
		}
	}
	if len(words) == 1 && words[0] == "0" {
		return "0", true
	}
	numbers, ok := formatstest.Numbers(words)
	for _, n := range numbers {
		ok = ok && n > 0
	}
	if len(words) == 0 {
		return "0", true
	}
	return strings.Join(words, ","), ok
}

func secondClues(lines [][]string) (clues []string, ok bool) {
	for _, words := range lines {
		clue, ok := secondClue(words)
		if !ok {
			return nil, false
		}
		clues = append(clues, clue)
	}
	return clues, len(clues) > 0
}

// fitting are clues that fit: no line is too long, and rows and columns have as many cells of each colour.
func fitting(rows, cols []string) ([]string, bool) {
	sums := map[string]int{}
	for sign, lines := range map[int][]string{1: rows, -1: cols} {
		length := len(cols)
		if sign < 0 {
			length = len(rows)
		}
		for _, clue := range lines {
			taken, before := 0, "-"
			for block := range strings.SplitSeq(clue, ",") {
				number := strings.TrimRight(block, "abcdefghijklmnopqrstuvwxyz")
				n, err := strconv.Atoi(number)
				if err != nil {
					return nil, false
				}
				colour := block[len(number):]
				if colour == before {
					taken++
				}
				before, taken = colour, taken+n
				sums[colour] += sign * n
			}
			if taken > length {
				return nil, false
			}
		}
	}
	for _, sum := range sums {
		if sum != 0 {
			return nil, false
		}
	}
	return []string{inOrder(strings.Join(rows, "/") + "|" + strings.Join(cols, "/"))}, true
}

// inOrder calls the colours of clues 1, 2, ... in the order of their first blocks.
func inOrder(clues string) string {
	var known []string
	return regexp.MustCompile(`([1-9][0-9]*)([^0-9,/|]*)`).ReplaceAllStringFunc(clues, func(block string) string {
		number := strings.TrimRightFunc(block, func(r rune) bool { return r < '0' || r > '9' })
		colour := block[len(number):]
		if !slices.Contains(known, colour) {
			known = append(known, colour)
		}
		return fmt.Sprint(number, ":", slices.Index(known, colour))
	})
}

func secondList(text, remark, between, end string) ([]string, bool) {
	var parts [2][][]string
	part := 0
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, remark) {
			continue
		}
		if line == between {
			if len(parts[part]) > 0 {
				part++
			}
			if part > 1 {
				return nil, false
			}
			continue
		}
		words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
		if end != "" && len(words) > 1 && words[len(words)-1] == end {
			words = words[:len(words)-1]
		} else if end != "" && line != "0" {
			return nil, false
		}
		parts[part] = append(parts[part], words)
	}
	rows, ok := secondClues(parts[0])
	cols, ok2 := secondClues(parts[1])
	if !ok || !ok2 {
		return nil, false
	}
	return fitting(rows, cols)
}

// secondSized reads sizes on one line or two, the clues of the rows, perhaps a line between, those of the columns.
func secondSized(text string, sizeLines int, heightFirst bool, between string) ([]string, bool) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < sizeLines {
		return nil, false
	}
	sizes, ok := formatstest.Numbers(strings.Fields(strings.Join(lines[:sizeLines], " ")))
	lines = lines[sizeLines:]
	if !ok || len(sizes) != 2 || sizes[0] == 0 || sizes[1] == 0 || sizes[0] > 1000 || sizes[1] > 1000 {
		return nil, false
	}
	if !heightFirst {
		sizes[0], sizes[1] = sizes[1], sizes[0]
	}
	var words [][]string
	for _, line := range lines {
		words = append(words, strings.Fields(line))
	}
	if between != "none" {
		if len(lines) <= sizes[0] || strings.TrimSpace(lines[sizes[0]]) != between {
			return nil, false
		}
		words = append(words[:sizes[0]], words[sizes[0]+1:]...)
	}
	for len(words) > sizes[0]+sizes[1] && len(words[len(words)-1]) == 0 {
		words = words[:len(words)-1]
	}
	if len(words) != sizes[0]+sizes[1] {
		return nil, false
	}
	rows, ok := secondClues(words[:sizes[0]])
	cols, ok2 := secondClues(words[sizes[0]:])
	if !ok || !ok2 {
		return nil, false
	}
	return fitting(rows, cols)
}

func secondPBM(text string) ([]string, bool) {
	var words []string
	for line := range strings.SplitSeq(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words = append(words, strings.Fields(line)...)
	}
	if len(words) < 3 || words[0] != "P1" {
		return nil, false
	}
	sizes, ok := formatstest.Numbers(words[1:3])
	cells := strings.Join(words[3:], "")
	if !ok || len(cells) != sizes[0]*sizes[1] || len(cells) == 0 || strings.Trim(cells, "01") != "" {
		return nil, false
	}
	line := func(first, step, n int) string {
		s := ""
		for i := range n {
			s += cells[first+i*step : first+i*step+1]
		}
		var blocks []string
		for run := range strings.SplitSeq(s, "0") {
			if run != "" {
				blocks = append(blocks, fmt.Sprint(len(run)))
			}
		}
		if blocks == nil {
			return "0"
		}
		return strings.Join(blocks, ",")
	}
	var rows, cols []string
	for r := range sizes[1] {
		rows = append(rows, line(r*sizes[0], 1, sizes[0]))
	}
	for c := range sizes[0] {
		cols = append(cols, line(c, sizes[0], sizes[1]))
	}
	return []string{inOrder(strings.Join(rows, "/") + "|" + strings.Join(cols, "/"))}, true
}

func secondTatham(text string) (all []string, ok bool) {
	form := regexp.MustCompile(`^(\d+)(?:x(\d+))?:([0-9./]*)$`)
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		m := form.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			return nil, false
		}
		width, _ := strconv.Atoi(m[1])
		height, _ := strconv.Atoi(m[2])
		if m[2] == "" {
			height = width
		}
		var words [][]string
		for field := range strings.SplitSeq(m[3], "/") {
			if field == "" {
				words = append(words, nil)
				continue
			}
			words = append(words, strings.Split(field, "."))
		}
		clues, ok := secondClues(words)
		if !ok || len(clues) != width+height || width == 0 || height == 0 {
			return nil, false
		}
		one, ok := fitting(clues[width:], clues[:width])
		if !ok {
			return nil, false
		}
		all = append(all, one...)
	}
	return all, len(all) > 0
}

func secondPuzzLink(text string) (all []string, ok bool) {
	form := regexp.MustCompile(`^(?:https?://\S*\?|)nonogram/(\d+)/(\d+)/([0-9a-z.-]*)$`)
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		m := form.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			return nil, false
		}
		width, _ := strconv.Atoi(m[1])
		height, _ := strconv.Atoi(m[2])
		if width == 0 || height == 0 || width*height > 1e6 {
			return nil, false
		}
		var slots []string
		for s := m[3]; s != ""; s = s[1:] {
			switch c := s[0]; {
			case c >= 'g':
				for range c - 'f' {
					slots = append(slots, "")
				}
			case c == '-' && len(s) > 2:
				n, err := strconv.ParseUint(s[1:3], 16, 32)
				if err != nil || n < 16 {
					return nil, false
				}
				slots, s = append(slots, fmt.Sprint(n)), s[2:]
			case c == '.' || c == '-':
				return nil, false
			default:
				n, _ := strconv.ParseUint(s[:1], 16, 32)
				slots = append(slots, fmt.Sprint(n))
			}
		}
		var lines [2][]string
		for k, size := range [2][2]int{{width, (height + 1) / 2}, {height, (width + 1) / 2}} {
			for range size[0] {
				var clue []string
				ended := false
				for range size[1] {
					if len(slots) == 0 {
						return nil, false
					}
					if slots[0] == "" {
						ended = true
					} else if ended {
						return nil, false
					} else {
						clue = append([]string{slots[0]}, clue...)
					}
					slots = slots[1:]
				}
				text, ok := secondClue(clue)
				if !ok {
					return nil, false
				}
				lines[k] = append(lines[k], text)
			}
		}
		if len(slots) > 0 {
			return nil, false
		}
		one, ok := fitting(lines[1], lines[0])
		if !ok {
			return nil, false
		}
		all = append(all, one...)
	}
	return all, len(all) > 0
}

func secondGnonograms(text string) ([]string, bool) {
	sections := map[string][]string{}
	section := ""
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			section = strings.ToLower(line)
			if sections[section] != nil {
				return nil, false
			}
			sections[section] = []string{}
			continue
		}
		if line != "" {
			sections[section] = append(sections[section], line)
		}
	}
	sizes, ok := formatstest.Numbers(sections["[dimensions]"])
	var clues [2][]string
	for k, name := range []string{"[row clues]", "[column clues]"} {
		for _, line := range sections[name] {
			clue, ok := secondClue(strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ' ' }))
			if !ok {
				return nil, false
			}
			clues[k] = append(clues[k], clue)
		}
	}
	if !ok || len(sizes) != 2 || len(clues[0]) != sizes[0] || len(clues[1]) != sizes[1] {
		return nil, false
	}
	return fitting(clues[0], clues[1])
}

// secondNon and secondOlsak call colours by their letters in the order of their first declaration, the default none.
func secondNon(text string) (all []string, ok bool) {
	var letters []string
	for puzzle := range strings.SplitSeq(text, "====\n") {
		lines := strings.Split(puzzle, "\n")
		sizes, clues := map[string]int{}, map[string][]string{}
		section := ""
		for _, line := range lines {
			word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch {
			case word == "":
			case word == "width" || word == "height":
				n, ok := formatstest.Numbers([]string{rest})
				if !ok || sizes[word] != 0 || n[0] == 0 {
					return nil, false
				}
				sizes[word], section = n[0], ""
			case (word == "rows" || word == "columns") && rest == "":
				if clues[word] != nil {
					return nil, false
				}
				section, clues[word] = word, []string{}
			case word == "color":
				letter, _, _ := strings.Cut(rest, " ")
				letters, section = append(letters, letter), ""
			case word == "title" || word == "goal":
				section = ""
			case section != "":
				var blocks []string
				for block := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ',' || r == ' ' }) {
					block, ok := coloured(block, letters)
					if !ok {
						return nil, false
					}
					blocks = append(blocks, block)
				}
				clues[section] = append(clues[section], strings.Join(blocks, ","))
			default:
				return nil, false
			}
		}
		if len(clues["rows"]) != sizes["height"] || len(clues["columns"]) != sizes["width"] || sizes["width"] == 0 {
			return nil, false
		}
		one, ok := fitting(clues["rows"], clues["columns"])
		if !ok {
			return nil, false
		}
		all = append(all, one...)
	}
	return all, true
}

// coloured is a block as readings write it: with nothing for the first colour, b for the second, and so on.
func coloured(block string, letters []string) (string, bool) {
	number := strings.TrimRight(block, "abcdefghijklmnopqrstuvwxyz")
	letter := block[len(number):]
	k := slices.Index(letters, letter)
	n, ok := formatstest.Numbers([]string{number})
	if !ok || k < 0 && (letter != "" || n[0] > 0) || n[0] == 0 && letter != "" {
		return "", false
	}
	return number + string("abcdefg"[max(k, 0)])[:min(max(k, 0), 1)], true
}

func secondOlsak(text string) ([]string, bool) {
	_, text, found := strings.Cut(text, "#d\n")
	head, rest, found2 := strings.Cut(text, ": rows\n")
	rows, cols, found3 := strings.Cut(rest, ": columns\n")
	if !found || !found2 || !found3 {
		return nil, false
	}
	letters := []string{}
	for line := range strings.SplitSeq(strings.TrimSpace(head), "\n") {
		name, _, ok := strings.Cut(strings.TrimSpace(line), ":")
		if name == "1" {
			name = ""
		}
		if !ok || slices.Contains(letters, name) || len(name) > 1 {
			return nil, false
		}
		if name != "0" {
			letters = append(letters, name)
		}
	}
	read := func(text string) (all []string, ok bool) {
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			var blocks []string
			for _, word := range strings.Fields(line) {
				block, ok := coloured(word, letters)
				if !ok {
					return nil, false
				}
				blocks = append(blocks, block)
			}
			if blocks == nil {
				blocks = []string{"0"}
			}
			all = append(all, strings.Join(blocks, ","))
		}
		return all, true
	}
	r, ok := read(rows)
	c, ok2 := read(cols)
	if !ok || !ok2 {
		return nil, false
	}
	return fitting(r, c)
}

func secondXML(text string) (all []string, ok bool) {
	var set struct {
		Puzzles []struct {
			Type    string `xml:"type,attr"`
			Default string `xml:"defaultcolor,attr"`
			Colours []struct {
				Name string `xml:"name,attr"`
			} `xml:"color"`
			Clues []struct {
				Type  string `xml:"type,attr"`
				Lines []struct {
					Counts []struct {
						Colour string `xml:"color,attr"`
						N      string `xml:",chardata"`
					} `xml:"count"`
				} `xml:"line"`
			} `xml:"clues"`
		} `xml:"puzzle"`
	}
	if xml.Unmarshal([]byte(text), &set) != nil {
		return nil, false
	}
	for _, p := range set.Puzzles {
		known := []string{}
		for _, c := range p.Colours {
			if c.Name != "white" {
				known = append(known, c.Name)
			}
		}
		clues := map[string][]string{}
		for _, c := range p.Clues {
			if clues[c.Type] != nil {
				return nil, false
			}
			for _, line := range c.Lines {
				var blocks []string
				for _, count := range line.Counts {
					colour := count.Colour
					if colour == "" {
						colour = p.Default
					}
					n, ok := formatstest.Numbers([]string{strings.TrimSpace(count.N)})
					k := slices.Index(known, colour)
					if !ok || k < 0 {
						return nil, false
					}
					blocks = append(blocks, fmt.Sprint(n[0])+string("abcdefg"[k])[:min(k, 1)])
				}
				clues[c.Type] = append(clues[c.Type], strings.Join(append(blocks, []string{"0"}[min(1, len(blocks)):]...), ","))
			}
		}
		if p.Type != "grid" || len(clues) != 2 || len(clues["rows"])*len(clues["columns"]) == 0 {
			return nil, false
		}
		one, ok := fitting(clues["rows"], clues["columns"])
		if !ok {
			return nil, false
		}
		all = append(all, one...)
	}
	return all, len(all) > 0
}

func secondJSON(text string) ([]string, bool) {
	var p struct {
		Title      *string
		Rows, Cols [][]uint32
	}
	d := json.NewDecoder(strings.NewReader(text))
	if d.DisallowUnknownFields(); d.Decode(&p) != nil {
		return nil, false
	}
	var sides [2][]string
	for k, side := range [][][]uint32{p.Rows, p.Cols} {
		for _, clue := range side {
			sides[k] = append(sides[k], strings.ReplaceAll(strings.Trim(fmt.Sprint(append(clue, 0)[:max(1, len(clue))]), "[]"), " ", ","))
		}
	}
	return fitting(sides[0], sides[1])
}

func puzzleReading(p *puzzle) (text, remarks string) {
	return inOrder(string(p.clues().append(nil))), ""
}

// TestNearExamples: what is nearly the example of a format is read as the second reader reads it, or refused.
func TestNearExamples(t *testing.T) {
	formatstest.NearMisses(t, fileFormats(), puzzleReading, strict)
}

func FuzzNearExamples(f *testing.F) { formatstest.Fuzz(f, fileFormats(), puzzleReading, strict) }
