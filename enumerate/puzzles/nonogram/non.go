package nonogram

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// non is the format of Steve Simpson, as extended in 2015 by colours and packs.
func non() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name:       "non",
		About:      "a .non or .nonpack file: width, height, rows, columns, and goal and colours if they are known; ==== between puzzles",
		Source:     "github.com/mikix/nonogram-db FORMAT.md",
		Example:    "title \"Flag\"\ncolor a #c00000\ncolor b #0000c0\nwidth 3\nheight 2\n\nrows\n2a,1b\n1a\n\ncolumns\n2a\n1a\n1b\n\ngoal \"aaba00\"\n",
		Recognises: formats.Matching(`(?mi)^[ \t]*(?:rows|columns|width|height|title|color|goal|catalogue|copyright)\b`),
		Read:       whole(readNonPack),
		Write: func(out io.Writer, puzzles iter.Seq[*Puzzle]) error {
			first := true
			for p := range puzzles {
				if !first {
					if _, err := io.WriteString(out, "====\n"); err != nil {
						return err
					}
				}
				first = false
				if err := p.writeNon(out); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// textLine is a line of a file.
type textLine struct {
	at   place
	text string
}

// readNonPack reads puzzles with ==== between them.
func readNonPack(data []byte, each func(*Puzzle, error)) error {
	var part []textLine
	number, puzzles := 0, 0
	flush := func() {
		puzzles++
		each(readNon(part))
		part = nil
	}
	for at, s := range lines(data) {
		if number++; s == "" {
			at = place{number, 1}
		}
		if strings.HasPrefix(s, "====") && strings.Trim(s, "=") == "" {
			flush()
			continue
		}
		part = append(part, textLine{at, s})
	}
	if puzzles == 0 || len(strings.TrimSpace(joined(part))) > 0 {
		flush()
	}
	return nil
}

func joined(part []textLine) string {
	var b strings.Builder
	for _, l := range part {
		b.WriteString(l.text)
	}
	return b.String()
}

// A block is one of the two lists of clues in a .non file.
type block struct {
	*clueList
	noun     string // "row" or "column"; the keyword is its plural
	sizeWord string // the keyword that says how many clues there are
	size     int    // what it says, or -1
	sizeAt   int    // its line
	sizeBy   string // the word that said it
	lines    []textLine
}

// nonReader reads one puzzle of a .non file.
type nonReader struct {
	*draft
	lettered
	blocks   []*block
	seen     map[string]int // keywords, and their lines
	goal     string
	goalOpen bool // the goal goes on
	quoted   bool // until a quotation mark comes
}

// readNon reads a puzzle. Keywords stand on lines of their own. After "rows" and
// "columns" follow the clues, one a line, as many as "height" and "width", or a number
// behind the keyword, say if these are there. An empty row or column is written 0, or as
// an empty line if that makes the number of clues right. Unknown keywords are skipped, as
// the format asks.
func readNon(part []textLine) (*Puzzle, error) {
	d := &draft{p: &Puzzle{}}
	x := &nonReader{draft: d, seen: map[string]int{}, lettered: newLettered(), blocks: []*block{
		{clueList: &d.rows, noun: "row", sizeWord: "height", size: -1},
		{clueList: &d.cols, noun: "column", sizeWord: "width", size: -1},
	}}
	var open *block // where clues go now
	noKeyword := func(at place, s string) *enumerate.InputError {
		return unexpected(at, "a keyword (width, height, rows, columns, …)", "%q", s)
	}
	var mistyped *enumerate.InputError // what clues below the last keyword mean, if it is unknown
	for _, l := range part {
		at, s := l.at, l.text
		if x.goalOpen && x.moreGoal(l) {
			continue
		}
		if s == "" || s[0] == '#' {
			if open != nil && s == "" {
				open.lines = append(open.lines, l)
			}
			continue
		}
		key, rest, _ := strings.Cut(s, " ")
		if !isKeyword(key) {
			if open == nil {
				return nil, cmp.Or(mistyped, noKeyword(at, s))
			}
			open.lines = append(open.lines, l)
			continue
		}
		key, rest = strings.ToLower(key), strings.TrimSpace(rest)
		restAt := at.past(s[:len(s)-len(rest)])
		var known bool
		var err error
		open, known, err = x.keyword(key, rest, at, restAt)
		if err != nil {
			return nil, err
		}
		if mistyped = nil; !known {
			mistyped = noKeyword(at, s)
		}
	}
	if x.quoted {
		return nil, fault(d.goalAt, "a goal without an end", `a second "`)
	}
	for _, b := range x.blocks {
		if err := x.clues(b); err != nil {
			return nil, err
		}
	}
	x.paint(d)
	if _, ok := x.seen["goal"]; ok {
		if err := x.parseGoal(); err != nil {
			return nil, err
		}
	}
	return d.finish()
}

// keyword reads a line that begins with a keyword. It returns the block that it opens.
func (x *nonReader) keyword(key, rest string, at, restAt place) (open *block, known bool, err error) {
	before := x.seen[key]
	x.seen[key] = at.line
	for _, b := range x.blocks {
		isSize := key == b.sizeWord || key == b.noun+"s" && rest != ""
		if before > 0 && (key == b.sizeWord || key == b.noun+"s" && len(b.lines) > 0) {
			return nil, true, fault(at, "a second "+key, fmt.Sprintf("one (line %d)", before))
		}
		if isSize {
			n, err := strconv.Atoi(rest)
			if err != nil || n < 1 || n > maxCells {
				return nil, true, unexpected(restAt, fmt.Sprintf("a number of cells from 1 to %d", maxCells), "%q", rest)
			}
			if b.size >= 0 && b.size != n {
				return nil, true, unexpected(restAt, fmt.Sprintf("%d (%s, line %d)", b.size, b.sizeBy, b.sizeAt), "%d", n)
			}
			b.size, b.sizeAt, b.sizeBy = n, at.line, key
		}
		if key == b.noun+"s" {
			return b, true, nil
		}
		known = known || isSize
	}
	for _, t := range x.p.texts() {
		if t.key == key {
			*t.field, known = html.UnescapeString(unquote(rest)), true
		}
	}
	switch key {
	case "color", "colour":
		letter, rgb, _ := strings.Cut(rest, " ")
		rgb = strings.TrimPrefix(strings.TrimSpace(rgb), "#")
		n, bad := strconv.ParseUint(rgb, 16, 32)
		if bad != nil || len(rgb) != 6 || utf8.RuneCountInString(letter) != 1 || !unicode.IsLetter([]rune(letter)[0]) {
			return nil, true, unexpected(restAt, "a letter and a colour such as #ff0000", "%q", rest)
		}
		if !x.declare(letter, Ink{RGB: uint32(n)}) {
			return nil, true, fault(at, "a second color "+letter, "one")
		}
		known = true
	case "license":
		known = true
	case "goal":
		known = true
		x.goal = unquote(rest)
		x.goalAt = restAt.past(rest[:strings.Index(rest, x.goal)])
		x.quoted = strings.HasPrefix(rest, `"`) && x.goal == rest
		if x.quoted {
			x.goal = rest[1:]
		}
		x.goalOpen = x.quoted || rest == ""
	}
	return nil, known, nil
}

// moreGoal reads a further line of a goal, and reports whether it is one.
func (x *nonReader) moreGoal(l textLine) bool {
	s := l.text
	switch {
	case x.quoted:
		rest, closed := strings.CutSuffix(s, `"`)
		x.goal += rest
		x.quoted, x.goalOpen = !closed, !closed
		return true
	case s == "" && x.goal == "":
		return true
	case s == "" || strings.ContainsAny(s, " \t"):
		x.goalOpen = false
		return false
	}
	if x.goal == "" {
		x.goalAt = l.at
	}
	x.goal += unquote(s)
	return true
}

// clues reads the lines of a block. Empty lines are no clues if there are enough without
// them; else the first lines are the clues, the empty ones too.
func (x *nonReader) clues(b *block) error {
	written, empty := 0, 0
	for i, l := range b.lines {
		if l.text != "" {
			written, empty = written+1, i-written
		}
	}
	blanks := b.size >= 0 && written < b.size && len(b.lines) >= b.size
	if b.size < 0 && empty > 0 && written > 0 && b.lines[0].text != "" {
		return fault(b.lines[0].at, "empty lines between the clues of "+b.noun+"s, which may mean nothing or empty "+b.noun+
			"s", b.sizeWord+", or 0 for an empty "+b.noun)
	}
	if blanks && b.lines[0].text == "" && len(b.lines) > b.size && b.lines[b.size].text == "" {
		if next := b.lines[1 : b.size+1]; countWritten(next) == written {
			return fault(b.lines[0].at, "empty lines that can be read in several ways", "0 for an empty "+b.noun)
		}
	}
	for i, l := range b.lines {
		if l.text == "" {
			if blanks && i < b.size {
				b.add([]int{}, l.at)
			}
			continue
		}
		if len(b.clueList.clues) == b.size {
			return unexpected(l.at, fmt.Sprintf("no more than %d %ss (%s, line %d)", b.size, b.noun, b.sizeBy, b.sizeAt),
				"another clue, %q", l.text)
		}
		clue, err := parseClue(l.text, l.at, x.colour)
		if err != nil {
			return err
		}
		b.add(clue, l.at)
	}
	if n := len(b.clueList.clues); b.size >= 0 && n != b.size {
		last := cmp.Or(x.seen[b.noun+"s"], b.sizeAt)
		if n > 0 {
			last = b.at[n-1].line
		}
		return fault(place{line: last}, enumerate.Plural(n, b.noun)+" of clues",
			fmt.Sprintf("%d (%s, line %d); write 0 for an empty %s", b.size, b.sizeBy, b.sizeAt, b.noun))
	}
	return nil
}

func countWritten(lines []textLine) (n int) {
	for _, l := range lines {
		if l.text != "" {
			n++
		}
	}
	return n
}

// colour returns the number of the colour that a letter means, which need not be declared.
func (x *nonReader) colour(letter string) (int, bool) {
	if k, ok := x.lettered.colour(letter); ok {
		return k, true
	}
	if r := []rune(letter); len(r) > 1 || len(r) == 1 && !unicode.IsLetter(r[0]) {
		return 0, false
	}
	x.letters = append(x.letters, letter)
	return len(x.letters) - 1, len(x.letters) <= line.MaxColours
}

// parseGoal reads the picture of the goal: 0 is white, 1 the colour of numbers without a letter, a letter its
// colour.
func (x *nonReader) parseGoal() error {
	x.p.Goal = Picture{}
	for i, ch := range x.goal {
		k := -1
		for n, letter := range x.letters {
			if letter == string(ch) || ch == '1' && letter == "" {
				k = n
			}
		}
		switch {
		case ch == '0':
			x.p.Goal = append(x.p.Goal, line.Crossed)
		case k >= 0:
			x.p.Goal = append(x.p.Goal, line.Of(k))
		case ch == '1' && len(x.letters) < 2:
			x.p.Goal = append(x.p.Goal, line.Black)
		default:
			return unexpected(x.goalAt.past(x.goal[:i]), "a goal of 0s and 1s, or letters of colours", "%q", ch)
		}
	}
	return nil
}

// isKeyword reports whether a word consists of letters only. A mistyped clue does
// not.
func isKeyword(word string) bool {
	return word != "" && !strings.ContainsFunc(word,
		func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' })
}

func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// A text is a text about the puzzle in a .non file: its keyword, and its field.
type text struct {
	key   string
	field *string
}

func (p *Puzzle) texts() []text {
	return []text{{"catalogue", &p.Catalogue}, {"title", &p.Title}, {"by", &p.By}, {"copyright", &p.Copyright}}
}

// writeNon writes the puzzle as a .non file. [Read] reads back the same puzzle.
func (p *Puzzle) writeNon(w io.Writer) error {
	var b bytes.Buffer
	for _, t := range p.texts() {
		if *t.field != "" {
			fmt.Fprintf(&b, "%s \"%s\"\n", t.key, oneLine(*t.field))
		}
	}
	fmt.Fprintf(&b, "width %d\nheight %d\n", p.Width(), p.Height())
	number := func(run int) string { return strconv.Itoa(run) }
	ink := byte('1')
	if !p.blackAndWhite() {
		number = func(run int) string { return fmt.Sprintf("%d%c", line.Length(run), line.Letter(line.Colour(run))) }
		ink = line.Letter(0)
		for k := range max(0, len(p.Palette)-1) {
			fmt.Fprintf(&b, "color %c #%06x\n", line.Letter(k), p.Palette[k+1].RGB)
		}
	}
	for _, side := range []struct {
		keyword string
		clues   [][]int
	}{{"rows", p.Rows}, {"columns", p.Cols}} {
		fmt.Fprintf(&b, "\n%s\n", side.keyword)
		for _, clue := range side.clues {
			var words []string
			for _, run := range clue {
				words = append(words, number(run))
			}
			fmt.Fprintln(&b, cmp.Or(strings.Join(words, ","), "0"))
		}
	}
	if p.Goal != nil {
		fmt.Fprintf(&b, "\ngoal \"%s\"\n", p.Goal.append(nil, string([]byte{'?', ink, '0'}))) // a goal has no blank cells
	}
	_, err := b.WriteTo(w)
	return err
}

// oneLine replaces line breaks by blanks.
func oneLine(s string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(s) }
