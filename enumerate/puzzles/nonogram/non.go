package nonogram

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// non is the format of Steve Simpson, as extended in 2015 by colours and packs.
var non = formats.Format[*puzzle]{
	Name:    "non",
	About:   "a .non or .nonpack file: width, height, rows, columns, and goal and colours if they are known; ==== between puzzles",
	Source:  "github.com/mikix/nonogram-db FORMAT.md",
	Example: "title \"Flag\"\ncolor a #c00000\ncolor b #0000c0\nwidth 3\nheight 2\n\nrows\n2a,1b\n1a\n\ncolumns\n2a\n1a\n1b\n\ngoal \"aaba00\"\n",
	Recognises: formats.Matching(
		`(?mi)^[ \t]*(?:rows|columns|width|height|title|color|goal|catalogue|copyright)\b`),
	Read:  pack(readNonPack),
	Write: formats.Texts("", "====\n", "", func(p *puzzle) (string, error) { return p.non(), nil }),
}

// textLine is a line of a file.
type textLine struct {
	at   formats.Place
	text string
}

// readNonPack reads puzzles with ==== between them.
func readNonPack(data []byte) (all []formats.Maker[*puzzle]) {
	var part []textLine
	flush := func() {
		lines := part
		all = append(all, drafted(func(d *draft) { newNonReader(d).puzzle(lines) }))
		part = nil
	}
	for at, s := range lines(data) {
		if strings.HasPrefix(s, "====") && strings.Trim(s, "=") == "" {
			flush()
			continue
		}
		part = append(part, textLine{at, s})
	}
	if len(all) == 0 || countWritten(part) > 0 {
		flush()
	}
	return all
}

// A block is one of the two lists of clues in a .non file, or a section of another one, which has no size.
type block struct {
	size  int      // how many clues there are, or -1
	said  textLine // the word that says it; the name of a section
	lines []textLine
}

// saidSize is the size in errors, with its place.
func (b *block) saidSize() string {
	return fmt.Sprintf("%d (%s, line %d)", b.size, b.said.text, b.said.at.Line)
}

// sizeWords are the keywords that say how many rows there are, and columns.
var sizeWords = [2]string{"height", "width"}

// nonReader reads one puzzle of a .non file.
type nonReader struct {
	*draft
	blocks   [2]block
	seen     map[string]int // keywords, and their lines
	goal     string
	goalOpen bool // the goal goes on
	quoted   bool // until a quotation mark comes
}

func newNonReader(d *draft) *nonReader {
	x := &nonReader{draft: d, seen: map[string]int{}, blocks: [2]block{{size: -1}, {size: -1}}}
	x.colourOf = x.letter
	return x
}

// puzzle reads a puzzle. Keywords stand on lines of their own. After "rows" and
// "columns" follow the clues, one a line, as many as "height" and "width", or a number
// behind the keyword, say if these are there. An empty row or column is written 0, or as
// an empty line if that makes the number of clues right. Unknown keywords are skipped, as
// the format asks.
func (x *nonReader) puzzle(part []textLine) {
	var open *block        // where clues go now
	var mistyped *textLine // the last keyword, if it is unknown: clues below it show that it is none
	for _, l := range part {
		s := l.text
		if x.goalOpen && x.moreGoal(l) || s != "" && s[0] == '#' {
			continue
		}
		key, rest, _ := strings.Cut(s, " ")
		switch {
		case isKeyword(key):
			rest = strings.TrimSpace(rest)
			var known bool
			open, known = x.keyword(strings.ToLower(key), rest, l.at, l.at.Past(s[:len(s)-len(rest)]))
			if mistyped = nil; !known {
				mistyped = &l
			}
		case open != nil:
			open.lines = append(open.lines, l)
		case s != "":
			wrong := *cmp.Or(mistyped, &l)
			wrong.at.Fail("a keyword (width, height, rows, columns, …)", "got %q", wrong.text)
		}
	}
	x.goalAt.Need(!x.quoted, `a second "`, "a goal without an end")
	for side := range x.blocks {
		x.side(side)
	}
	if x.recolour(); x.seen["goal"] > 0 {
		x.parseGoal()
	}
}

// keyword reads a line that begins with a keyword. It returns the block that it opens.
func (x *nonReader) keyword(key, rest string, at, restAt formats.Place) (open *block, known bool) {
	before := x.seen[key]
	x.seen[key] = at.Line
	for side := range x.blocks {
		b, list := &x.blocks[side], sideNames[side]+"s"
		if before > 0 && (key == sizeWords[side] || key == list && len(b.lines) > 0) {
			at.Fail(fmt.Sprintf("one (line %d)", before), "a second %s", key)
		}
		if key == sizeWords[side] || key == list && rest != "" {
			n, err := strconv.Atoi(rest)
			restAt.Need(err == nil && n >= 1 && n <= maxCells, fmt.Sprintf("a number of cells from 1 to %d", maxCells),
				"got %q", rest)
			restAt.Need(b.size < 0 || b.size == n, b.saidSize(), "got %d", n)
			b.size, b.said, known = n, textLine{at, key}, true
		}
		if key == list {
			return b, true
		}
	}
	for _, t := range texts {
		if t.keyword == key {
			*t.field(&x.p), known = html.UnescapeString(unquote(rest)), true
		}
	}
	switch key {
	case "color", "colour":
		letter, rgb, _ := strings.Cut(rest, " ")
		rgb = strings.TrimPrefix(strings.TrimSpace(rgb), "#")
		n, bad := strconv.ParseUint(rgb, 16, 32)
		restAt.Need(bad == nil && len(rgb) == 6 && utf8.RuneCountInString(letter) == 1 &&
			unicode.IsLetter([]rune(letter)[0]), "a letter and a colour such as #ff0000", "got %q", rest)
		known = x.declare(letter, ink{RGB: uint32(n)})
		at.Need(known, "one", "a second color %s", letter)
	case "license":
		known = true
	case "goal":
		known = true
		x.goal = unquote(rest)
		x.goalAt = restAt.Past(rest[:strings.Index(rest, x.goal)])
		x.quoted = strings.HasPrefix(rest, `"`) && x.goal == rest
		if x.quoted {
			x.goal = rest[1:]
		}
		x.goalOpen = x.quoted || rest == ""
	}
	return nil, known
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

// side reads the lines of a block. Empty lines are no clues if there are enough without
// them; else the first lines are the clues, the empty ones too.
func (x *nonReader) side(side int) {
	b, noun := &x.blocks[side], sideNames[side]
	written, empty := 0, 0
	for i, l := range b.lines {
		if l.text != "" {
			written, empty = written+1, i-written
		}
	}
	blanks := b.size >= 0 && written < b.size && len(b.lines) >= b.size
	if b.size < 0 && empty > 0 && written > 0 && b.lines[0].text != "" {
		b.lines[0].at.Fail(sizeWords[side]+", or 0 for an empty "+noun,
			"empty lines between the clues of %ss, which may mean nothing or empty %ss", noun, noun)
	}
	if blanks && b.lines[0].text == "" && len(b.lines) > b.size && b.lines[b.size].text == "" &&
		countWritten(b.lines[1:b.size+1]) == written {
		b.lines[0].at.Fail("0 for an empty "+noun, "empty lines that can be read in several ways")
	}
	last := cmp.Or(x.seen[noun+"s"], b.said.at.Line)
	for i, l := range b.lines {
		if l.text == "" && (!blanks || i >= b.size) {
			continue
		}
		if len(x.at[side]) == b.size {
			l.at.Fail(fmt.Sprintf("no more than %d %ss (%s, line %d)", b.size, noun, b.said.text, b.said.at.Line),
				"got another clue, %q", l.text)
		}
		x.read(side, cmp.Or(l.text, "0"), l.at)
		last = l.at.Line
	}
	n := len(x.at[side])
	formats.Place{Line: last}.Need(b.size < 0 || n == b.size, b.saidSize()+"; write 0 for an empty "+noun,
		"%s of clues", enumerate.Plural(n, noun))
}

func countWritten(lines []textLine) (n int) {
	for _, l := range lines {
		if l.text != "" {
			n++
		}
	}
	return n
}

// letter returns the number of the colour that a letter means, which need not be declared.
func (x *nonReader) letter(letter string) (int, bool) {
	if r := []rune(letter); len(r) > 1 || len(r) == 1 && !unicode.IsLetter(r[0]) {
		return 0, false
	}
	return x.use(letter)
}

// parseGoal reads the picture of the goal: 0 is white, 1 the colour of numbers without a letter, a letter its
// colour.
func (x *nonReader) parseGoal() {
	x.p.Goal = picture{}
	for i, ch := range x.goal {
		k := slices.IndexFunc(x.letters, func(letter string) bool {
			return letter == string(ch) || ch == '1' && letter == ""
		})
		switch {
		case ch == '0':
			x.p.Goal = append(x.p.Goal, line.Crossed)
		case k >= 0:
			x.p.Goal = append(x.p.Goal, line.Of(k))
		case ch == '1' && len(x.letters) < 2:
			x.p.Goal = append(x.p.Goal, line.Black)
		default:
			x.goalAt.Past(x.goal[:i]).Fail("a goal of 0s and 1s, or letters of colours", "got %q", ch)
		}
	}
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

// texts are what files say about a puzzle: its keyword in .non files, its element in XML, its field.
var texts = []struct {
	keyword, element string
	field            func(p *puzzle) *string
}{
	{"catalogue", "id", func(p *puzzle) *string { return &p.Catalogue }},
	{"title", "title", func(p *puzzle) *string { return &p.Title }},
	{"by", "author", func(p *puzzle) *string { return &p.By }},
	{"copyright", "copyright", func(p *puzzle) *string { return &p.Copyright }},
}

// non is the puzzle as a .non file. [read] reads back the same puzzle.
func (p *puzzle) non() string {
	var b strings.Builder
	for _, t := range texts {
		if text := *t.field(p); text != "" {
			fmt.Fprintf(&b, "%s \"%s\"\n", t.keyword, oneLine(text))
		}
	}
	fmt.Fprintf(&b, "width %d\nheight %d\n", p.width(), p.height())
	number := func(run int) string { return strconv.Itoa(run) }
	ink := byte('1')
	if !p.blackAndWhite() {
		number = func(run int) string { return fmt.Sprintf("%d%c", line.Length(run), line.Letter(line.Colour(run))) }
		ink = line.Letter(0)
		for k := range max(0, len(p.Palette)-1) {
			fmt.Fprintf(&b, "color %c #%06x\n", line.Letter(k), p.Palette[k+1].RGB)
		}
	}
	for side, clues := range p.clues() {
		fmt.Fprintf(&b, "\n%ss\n", sideNames[side])
		for _, clue := range clues {
			var words []string
			for _, run := range clue {
				words = append(words, number(run))
			}
			fmt.Fprintln(&b, cmp.Or(strings.Join(words, ","), "0"))
		}
	}
	if p.Goal != nil {
		// a goal has no blank cells
		fmt.Fprintf(&b, "\ngoal \"%s\"\n", p.Goal.append(nil, string([]byte{'?', ink, '0'})))
	}
	return b.String()
}

// oneLine replaces line breaks by blanks.
func oneLine(s string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(s) }
